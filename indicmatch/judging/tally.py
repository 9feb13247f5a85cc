"""Counts of a group of judged rows, and their figures."""

from __future__ import annotations

from collections import Counter
from typing import Any

from indicmatch.judging.outcomes import OUTCOMES, REASONS, Outcome
from indicmatch.score.clusters import ClusterSums, Score, proportion_of
from indicmatch.score.figures import cell_figures, clustered
from indicmatch.score.tally import Cell
from indicmatch.score.tally import Outcome as Passed
from indicmatch.score.units import PLAIN, Unit

__all__ = ["JudgeTally", "scores_of"]

VERDICT, LEAST, MOST = range(3)


def scores_of(outcome: Outcome) -> tuple[Score, ...]:
    """A row's scores: its verdict, and what it would be if a row without one were wrong, or right.

    >>> scores_of(Outcome("correct", correct=True)), scores_of(Outcome("unparsed"))
    ((1, 1, 1), (None, 0, 1))
    """
    return (None, 0, 1) if outcome.correct is None else (int(outcome.correct),) * 3


class JudgeTally:
    """What became of a group of rows; `clusters` are sums of the kind to keep, where rows share what was sampled."""

    __slots__ = ("asked", "cell", "clusters", "n", "outcomes", "reasons")

    def __init__(self, clusters: ClusterSums | None = None) -> None:
        self.n = self.asked = 0
        self.cell = Cell()
        self.clusters = None if clusters is None else clusters.new()
        self.outcomes: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()

    def add(self, outcome: Outcome, unit: Unit = PLAIN) -> None:
        self.n += 1
        self.asked += outcome.judge is not None and outcome.reason != "blank_response"
        if outcome.judge:
            self.outcomes[outcome.judge] += 1
        if outcome.reason in REASONS:
            self.reasons[outcome.reason] += 1
        self.cell.add(Passed(outcome.correct, None))
        if self.clusters is not None:
            self.clusters.add(unit.cluster, unit.item, scores_of(outcome))

    def merge(self, other: JudgeTally) -> None:
        self.n += other.n
        self.asked += other.asked
        self.cell.merge(other.cell)
        self.outcomes += other.outcomes
        self.reasons += other.reasons
        if self.clusters is not None and other.clusters is not None:
            self.clusters.merge(other.clusters)

    def figures(self, confidence: float) -> dict[str, Any]:
        """The accuracy of the rows that have a verdict, in the shape of a metric's cell; `bounds` are what it would be if every row
        without one were wrong, or right.
        """
        figures = {
            **cell_figures(self.cell, None, confidence),
            "bounds": self._bounds(confidence) if self.n else None,
            "asked": self.asked,
            "outcomes": {name: self.outcomes[name] for name in OUTCOMES},
            "reasons": {name: self.reasons[name] for name in REASONS},
        }
        if self.clusters is not None:
            figures |= clustered(self.cell, self.clusters, VERDICT, None, confidence)
        return figures

    def _bounds(self, confidence: float) -> list[float | None]:
        if self.clusters is not None and self.clusters.averaged:
            return [proportion_of(self.clusters, figure, None, confidence).estimate for figure in (LEAST, MOST)]
        missing = self.n - self.cell.scored
        return [self.cell.correct / self.n, (self.cell.correct + missing) / self.n]
