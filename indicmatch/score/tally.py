"""Counts of a group of rows: what was right under each metric and variant, and what moved between raw and a variant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from indicmatch.score.clusters import ClusterSums

__all__ = ["BUCKETS", "Cell", "Delta", "Outcome", "Tally"]

SCALE = 1 << 60  # numbers are summed as whole multiples of 2**-60: exact, so that the order of the rows and of workers changes nothing
BUCKETS = ("both", "exact_only", "overlap_only", "neither")


class Outcome(NamedTuple):
    """What a metric said of one row: passed (None: not scored), and its number (None: cannot be computed)."""

    passed: bool | None
    value: float | None


class Cell:
    """One metric under one variant: how many were right of those scored, and the sum of its numbers."""

    __slots__ = ("correct", "scored", "squares", "total", "values")

    def __init__(self) -> None:
        self.correct = self.scored = self.values = self.total = self.squares = 0

    def add(self, outcome: Outcome, times: int = 1) -> None:
        if outcome.passed is not None:
            self.scored += times
            self.correct += outcome.passed * times
        if outcome.value is not None:
            self.values += times
            self.total += int(outcome.value * SCALE) * times
            self.squares += int(outcome.value * outcome.value * SCALE) * times

    @property
    def mean(self) -> float | None:
        """The mean of the numbers, None where there are none."""
        return self.total / (SCALE * self.values) if self.values else None

    def merge(self, other: Cell) -> None:
        for name in ("correct", "scored", "squares", "total", "values"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Delta:
    """Pairs of verdicts on the same rows, raw and a variant, and for each flip the first thing that made it."""

    __slots__ = ("both", "broken", "neither", "rescued", "steps")

    def __init__(self, steps: Sequence[str] = ()) -> None:
        self.both = self.neither = self.rescued = self.broken = 0
        self.steps: dict[str, list[int]] = {name: [0, 0] for name in steps}

    def add(self, raw: bool, now: bool, step: str | None, times: int = 1) -> None:
        if raw == now:
            self.both += raw * times
            self.neither += (not raw) * times
            return
        self.rescued += now * times
        self.broken += raw * times
        if step is not None:
            self.steps.setdefault(step, [0, 0])[raw] += times

    def merge(self, other: Delta) -> None:
        for name in ("both", "broken", "neither", "rescued"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for step, (rescued, broken) in other.steps.items():
            mine = self.steps.setdefault(step, [0, 0])
            mine[0] += rescued
            mine[1] += broken


class Tally:
    """The counts of a group of rows, for every metric and variant; variant 0 is raw."""

    __slots__ = ("buckets", "cells", "clusters", "deltas", "n")

    def __init__(self, metrics: int, ladders: Sequence[Sequence[str]], clusters: ClusterSums | None = None) -> None:
        """`ladders` holds, for each variant after raw, the names of the rungs between raw and it.

        `clusters`, empty, are for sums over what was sampled.
        """
        self.n = 0
        self.clusters = clusters
        self.cells = [[Cell() for _ in range(len(ladders) + 1)] for _ in range(metrics)]
        self.deltas = [[Delta(steps) for steps in ladders] for _ in range(metrics)]
        self.buckets = [[0, 0, 0, 0] for _ in range(len(ladders) + 1)]

    def merge(self, other: Tally) -> None:
        """Add another group's counts, which has the same metrics and variants."""
        self.n += other.n
        if self.clusters is not None and other.clusters is not None:
            self.clusters.merge(other.clusters)
        for mine, theirs in zip(self.cells, other.cells, strict=True):
            for cell, its in zip(mine, theirs, strict=True):
                cell.merge(its)
        for changes, its_changes in zip(self.deltas, other.deltas, strict=True):
            for delta, its_delta in zip(changes, its_changes, strict=True):
                delta.merge(its_delta)
        self.buckets = [[a + b for a, b in zip(*pair, strict=True)] for pair in zip(self.buckets, other.buckets, strict=True)]
