"""Languages compared on the same questions: the gap between two files, and how much of it closes with normalisation."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from itertools import combinations
from typing import Any

from indicmatch.metrics import Metric, Verdict
from indicmatch.score.clusters import is_graded
from indicmatch.score.units import Unit
from indicmatch.stats import cluster_sums, clustered_difference

__all__ = ["Across"]

ENTRIES = 200_000  # questions of all blocks together that are remembered
LEAST = 2  # questions in common

_Sums = tuple[int, "array[float]"]  # rows, and the sum of their scores for each metric and variant


class Across:
    """Remembers, for each question that has an id, how well each block of rows (a file, or a model in it) does on it."""

    def __init__(self, metrics: Sequence[Metric], names: Sequence[str], confidence: float) -> None:
        self._metrics, self._names, self._confidence = list(metrics), list(names), confidence
        self._graded = [is_graded(metric) for metric in self._metrics]
        self._blocks: dict[tuple[str, str | None], tuple[str | None, dict[Hashable, _Sums]]] = {}
        self._clusters: dict[Hashable, Hashable] = {}  # of questions, where they are in some
        self._entries = 0
        self.complete = True

    def add(self, block: tuple[str, str | None], lang: str | None, unit: Unit, verdicts: Sequence[Sequence[Verdict]]) -> None:
        """Take in a row of a file and model; `verdicts` are by metric and variant. One without a question id is passed over."""
        _, items = self._blocks.setdefault(block, (lang, {}))
        question = unit.question or unit.cluster
        if question is None:
            return
        if question not in items:
            if self._entries >= ENTRIES:
                self.complete = False
                return
            self._entries += 1
        self._clusters.setdefault(question, question if unit.cluster is None else unit.cluster)
        scores = array("f", [_score(verdict, graded) for row, graded in zip(verdicts, self._graded, strict=True) for verdict in row])
        rows, sums = items.get(question, (0, array("f", [0.0] * len(scores))))
        items[question] = rows + 1, array("f", [a + b for a, b in zip(sums, scores, strict=True)])

    def figures(self) -> list[dict[str, Any]] | None:
        """Each pair of blocks in two languages that share questions; None where no two do.

        `gap` is the score of the first minus that of the second on the questions that both have, each question counting once, with its
        interval (t, clustered by question, or by the cluster that it is in); `closed` is how much smaller the gap is than under raw, with
        the paired interval.
        """
        pairs = []
        for (a, (lang_a, items_a)), (b, (lang_b, items_b)) in combinations(self._blocks.items(), 2):
            common = [question for question in items_a if question in items_b]
            if len(common) >= LEAST and (lang_a is None or lang_a != lang_b) and a[1] == b[1]:
                both = [(items_a[question], items_b[question], self._clusters[question]) for question in common]
                pairs.append({
                    "files": [a[0], b[0]],
                    **({} if a[1] is None else {"model": a[1]}),
                    "languages": [lang_a, lang_b],
                    "questions": len(common),
                    "metrics": {metric.name: self._of_metric(place, metric, both) for place, metric in enumerate(self._metrics)},
                })  # fmt: skip
        return pairs or None

    def _of_metric(self, place: int, metric: Metric, both: list[tuple[_Sums, _Sums, Hashable]]) -> dict[str, Any]:
        first = place * len(self._names)
        names = [(first + at, name) for at, name in enumerate(self._names) if metric.words or not name.endswith("+stem")]
        gaps = {name: [_gap(one, other, at) for one, other, _ in both] for at, name in names}
        clusters = [cluster for _, _, cluster in both]
        raw = gaps["raw"]
        sign = -1 if sum(raw) < 0 else 1
        figures: dict[str, Any] = {}
        for name, gap in gaps.items():
            figures[name] = {"gap": sum(gap) / len(gap), "ci": self._interval(clusters, gap, 1)}
            if name != "raw":
                closer = [sign * (was - now) / 2 for was, now in zip(raw, gap, strict=True)]  # halved: differences of shares are tested
                figures[name] |= {"closed": 2 * sum(closer) / len(closer), "closed_ci": self._interval(clusters, closer, 2)}
        return figures

    def _interval(self, clusters: list[Hashable], values: list[float], scale: int) -> list[float] | None:
        limits = clustered_difference(cluster_sums(clusters, values), self._confidence).ci
        return None if limits is None else [scale * limit for limit in limits]


def _score(verdict: Verdict, graded: bool) -> float:
    return (verdict.value or 0.0) if graded else float(bool(verdict.passed))


def _gap(one: _Sums, other: _Sums, at: int) -> float:
    return one[1][at] / one[0] - other[1][at] / other[0]
