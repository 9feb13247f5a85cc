"""Counts at every rung of the ladder: right answers, and what moved since the rung below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from indicmatch.audit.ladder import Rung
from indicmatch.metrics import Metric, Verdict
from indicmatch.score.clusters import ClusterSums, Score, is_graded, scores_of
from indicmatch.score.figures import cell_figures, clustered
from indicmatch.score.tally import BUCKETS, Cell, Outcome
from indicmatch.score.units import PLAIN, Unit

__all__ = ["Moves", "Steps", "moved"]


def moved(below: Verdict, now: Verdict) -> bool | None:
    """Whether a verdict turned right (True) or wrong (False) between two rungs; None where it stayed, or one of them is not scored."""
    if below is now or below.passed is None or now.passed is None or below.passed == now.passed:
        return None
    return now.passed


class Steps:
    """The counts of a group of rows: for each metric and rung the right ones, and those that the rung rescued and broke.

    `clusters` holds the sums of each cluster, a figure for every metric and rung, where such are kept.
    """

    __slots__ = ("_metrics", "broken", "cells", "clusters", "rescued")

    def __init__(self, metrics: Sequence[Metric], rungs: int, clusters: ClusterSums | None = None) -> None:
        """`clusters` are sums of the kind to keep."""
        self._metrics = metrics
        self.cells = [[Cell() for _ in range(rungs)] for _ in metrics]
        self.rescued = [[0] * rungs for _ in metrics]
        self.broken = [[0] * rungs for _ in metrics]
        self.clusters = None if clusters is None else clusters.new()

    def add(self, verdicts: Sequence[Sequence[Verdict]], unit: Unit = PLAIN) -> None:
        """Count a row by its verdicts, `[metric][rung]`, and what it is a sample of."""
        if self.clusters is not None:
            self.clusters.add(unit.cluster, unit.item, self.scores(verdicts))
        for metric, row, cells, rescued, broken in zip(self._metrics, verdicts, self.cells, self.rescued, self.broken, strict=True):
            graded, below = is_graded(metric), row[0]
            for at, verdict in enumerate(row):
                cells[at].add(Outcome(None if graded else verdict.passed, verdict.value))
                turned = moved(below, verdict)
                if turned is not None:
                    (rescued if turned else broken)[at] += 1
                below = verdict

    def scores(self, verdicts: Sequence[Sequence[Verdict]]) -> list[Score]:
        """A row's score in each figure of `clusters`."""
        return [score for metric, row in zip(self._metrics, verdicts, strict=True) for score in scores_of(metric, row)]

    def merge(self, other: Steps) -> None:
        """Add the counts of another group on the same ladder."""
        if self.clusters is not None and other.clusters is not None:
            self.clusters.merge(other.clusters)
        for mine, theirs in zip(self.cells, other.cells, strict=True):
            for cell, its in zip(mine, theirs, strict=True):
                cell.merge(its)
        for ours, its_counts in ((self.rescued, other.rescued), (self.broken, other.broken)):
            for row, its_row in zip(ours, its_counts, strict=True):
                row[:] = [a + b for a, b in zip(row, its_row, strict=True)]

    def figures(self, rungs: Sequence[Rung], confidence: float) -> dict[str, list[dict[str, Any]]]:
        """For each metric, the figures of each rung; stemming says nothing about a metric that looks at no words."""
        return {
            metric.name: [
                self._figures(place, at, metric, rungs, confidence) for at, rung in enumerate(rungs) if metric.words or rung.kind != "stem"
            ]
            for place, metric in enumerate(self._metrics)
        }

    def _figures(self, place: int, at: int, metric: Metric, rungs: Sequence[Rung], confidence: float) -> dict[str, Any]:
        cell = self.cells[place][at]
        figures = {
            "step": rungs[at].name,
            "level": rungs[at].level,
            **cell_figures(cell, metric, confidence),
            "rescued": self.rescued[place][at],
            "broken": self.broken[place][at],
        }
        if self.clusters is not None:
            figures |= clustered(cell, self.clusters, place * len(rungs) + at, metric, confidence)
        return figures


class Moves:
    """How rows move between the four buckets from raw to the highest level: `counts[from][to]`."""

    __slots__ = ("counts",)

    def __init__(self) -> None:
        self.counts = [[0] * len(BUCKETS) for _ in BUCKETS]

    def add(self, buckets: Sequence[int], top: int) -> None:
        """Count a row by its buckets under each variant; `top` is the place of the highest level."""
        if buckets:
            self.counts[buckets[0]][buckets[top]] += 1

    def merge(self, other: Moves) -> None:
        self.counts = [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(self.counts, other.counts, strict=True)]

    def figures(self) -> dict[str, dict[str, int]]:
        return {name: dict(zip(BUCKETS, row, strict=True)) for name, row in zip(BUCKETS, self.counts, strict=True)}
