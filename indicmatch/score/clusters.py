"""Sums over what was sampled (passages, questions): a row that shares its cluster with others is no independent evidence.

A group of rows has *figures*: every metric under every variant, and for every metric the change from raw to each later variant.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from operator import add
from typing import TYPE_CHECKING, Any

from indicmatch.metrics import Metric, Verdict
from indicmatch.score.tally import SCALE, Cell

if TYPE_CHECKING:
    from indicmatch.stats import ClusteredDifference, ClusteredProportion

__all__ = ["ClusterSums", "Score", "design_effect", "difference_of", "is_graded", "proportion_of", "row_scores", "scores_of"]

Score = int | None
"""1 or 0, or a whole number of units of 1 / SCALE; None where there is none."""
Pair = tuple[int, float]
Sums = tuple[int, ...]
KNOWN = 10_000  # sums that are kept to be shared


def is_graded(metric: Metric | None) -> bool:
    """Whether a metric only has a number, and passes nothing by itself; None, for verdicts that are no metric's, does not."""
    return metric is not None and metric.share == "mean" and ">=" not in metric.name


def scores_of(metric: Metric, verdicts: Sequence[Verdict]) -> list[Score]:
    """A row's score by each of a metric's verdicts: 1 or 0, the number of a graded metric in units of `1 / SCALE`."""
    if is_graded(metric):
        return [None if verdict.value is None else int(verdict.value * SCALE) for verdict in verdicts]
    return [None if verdict.passed is None else int(verdict.passed) for verdict in verdicts]


def row_scores(metrics: Sequence[Metric], verdicts: Sequence[Sequence[Verdict]]) -> list[Score]:
    """A row's score in each figure: what `scores_of` gives, and of a change the difference."""
    scores: list[Score] = []
    changes: list[Score] = []
    for metric, row in zip(metrics, verdicts, strict=True):
        found = scores_of(metric, row)
        raw = found[0]
        scores += found
        changes += [None if raw is None or now is None else now - raw for now in found[1:]]
    return scores + changes


class ClusterSums:
    """Rows and sum of every figure of a group, for each cluster.

    With `averaged` the rows of an item are repeated draws: each item counts once, as the mean of its rows. `named` says that
    the clusters were named as such, and are not just the items. Sums are whole numbers, so that no order of the rows changes them;
    clusters with the same sums share one object.
    """

    __slots__ = ("_known", "_singles", "_sums", "averaged", "named")

    def __init__(self, *, averaged: bool = False, named: bool = True) -> None:
        self.averaged, self.named = averaged, named
        self._sums: dict[Hashable, Sums] = {}
        self._known: dict[tuple[Sums, tuple[Score, ...]], Sums] = {}
        self._singles: Counter[tuple[Score, ...]] = Counter()

    def new(self) -> ClusterSums:
        """Empty sums of the same kind."""
        return ClusterSums(averaged=self.averaged, named=self.named)

    def add(self, cluster: Hashable, item: Hashable, scores: Sequence[Score]) -> None:
        """Count a row: its score in each figure, None where it has none."""
        key = (cluster, item) if self.averaged else cluster
        step = self._sums.get(key, ()), tuple(scores)
        sums = self._known.get(step)
        if sums is None:
            if len(self._known) >= KNOWN:
                self._known.clear()
            sums = self._known[step] = _added(*step)
        self._sums[key] = sums

    def add_single(self, scores: Sequence[Score], times: int = 1) -> None:
        """Count a row that shares its cluster with no other, or several that came to the same."""
        self._singles[tuple(scores)] += times

    def merge(self, other: ClusterSums) -> None:
        """Add another group's sums; a cluster that is in both is one cluster."""
        for key, theirs in other._sums.items():
            mine = self._sums.get(key)
            self._sums[key] = theirs if mine is None else tuple(map(add, mine, theirs))
        self._singles.update(other._singles)

    def pairs(self, figure: int, scale: int = 1) -> list[Pair]:
        """(items, sum of their scores) of each cluster with a score; an item is a row, or the mean of its draws."""
        if not self.averaged:
            return [(rows, total / scale) for rows, total in self._rows(figure)]
        means: dict[Hashable, list[float]] = {}
        for (cluster, _), sums in self._keyed():
            if sums[2 * figure]:
                means.setdefault(cluster, []).append(sums[2 * figure + 1] / (sums[2 * figure] * scale))
        return [(len(scores), math.fsum(scores)) for scores in means.values()]

    def items(self, figure: int, scale: int = 1) -> list[float]:
        """The score of each item, where items are averaged."""
        return [sums[2 * figure + 1] / (sums[2 * figure] * scale) for _, sums in self._keyed() if sums[2 * figure]]

    def _rows(self, figure: int) -> Iterator[tuple[int, int]]:
        yield from ((sums[2 * figure], sums[2 * figure + 1]) for sums in self._sums.values() if sums[2 * figure])
        for scores, count in self._singles.items():
            score = scores[figure]
            if score is not None:
                yield from ((1, score),) * count

    def _keyed(self) -> Iterator[tuple[tuple[Hashable, Hashable], Sums]]:
        yield from self._sums.items()  # type: ignore[misc]  # the keys are pairs where items are averaged


def _added(sums: Sums, scores: tuple[Score, ...]) -> Sums:
    """The sums with one more row in them."""
    row = tuple(number for score in scores for number in ((0, 0) if score is None else (1, score)))
    return tuple(map(add, sums, row)) if sums else row


def proportion_of(sums: ClusterSums, figure: int, metric: Metric | None, confidence: float) -> ClusteredProportion:
    """The mean of a figure over its items, with its cluster-robust interval."""
    from indicmatch.stats import clustered_proportion

    return clustered_proportion(sums.pairs(figure, SCALE if is_graded(metric) else 1), confidence)


def difference_of(sums: ClusterSums, figure: int, metric: Metric | None, confidence: float) -> ClusteredDifference:
    """The mean change of a figure over its items, with its cluster-robust interval and test."""
    from indicmatch.stats import clustered_difference

    return clustered_difference(sums.pairs(figure, SCALE if is_graded(metric) else 1), confidence)


def design_effect(found: ClusteredProportion, cell: Cell, sums: ClusterSums, figure: int, metric: Metric | None) -> float | None:
    """How many times larger the variance is than that of independent items; None where it is unknown or they do not vary."""
    mean = found.estimate
    if found.se is None or mean is None or found.n < 2:
        return None
    if sums.averaged:
        squares = math.fsum((score - mean) ** 2 for score in sums.items(figure, SCALE if is_graded(metric) else 1))
    elif is_graded(metric):
        squares = cell.squares / SCALE - found.n * mean * mean
    else:
        squares = found.n * mean * (1 - mean)
    naive: Any = squares / (found.n - 1) / found.n
    return found.se**2 / naive if naive > 1e-15 else None
