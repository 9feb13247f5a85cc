"""One streaming pass over the records of a file: verdicts of every metric under every variant, and their counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from indicmatch.analyze import Analyzer, Text
from indicmatch.metrics import Metric, Verdict
from indicmatch.score.clusters import ClusterSums, is_graded, row_scores
from indicmatch.score.plan import Plan, Variant
from indicmatch.score.tally import Outcome, Tally
from indicmatch.score.units import PLAIN, Unit

__all__ = ["FileScorer", "RowScorer", "Scored"]


@dataclass(frozen=True, slots=True)
class Scored:
    """What was found about one row: `verdicts[metric][variant]`, the bucket of each variant, and what the row lacks."""

    verdicts: list[list[Verdict]]
    buckets: list[int]
    blank_response: bool
    empty_answer: bool
    no_words: bool
    emptied: bool


class RowScorer(Protocol):
    """What finds the verdicts on a row, uncounted, and the rung at which one flipped."""

    def verdicts(self, references: Sequence[str], response: str | None) -> Scored: ...

    def first_flip(
        self, metric: Metric, variant: Variant, references: Sequence[str], response: str | None, raw: bool
    ) -> str | None: ...


class FileScorer:
    """The verdicts and counts of one file, which is in one language.

    Rows go in by `score`, and each comes back with its verdicts; `domains` holds the counts by Domain in order of first appearance.
    `rows` finds the verdicts in another way than variant by variant; `clusters`, empty, says that sums over clusters are kept as well.
    """

    def __init__(self, plan: Plan, lang: str | None, rows: RowScorer | None = None, clusters: ClusterSums | None = None) -> None:
        self.plan, self.lang, self._clusters = plan, lang, clusters
        self._rows: RowScorer = rows or self
        self.metrics: list[Metric] = plan.parsed()
        self._graded = [is_graded(metric) for metric in self.metrics]
        self.variants: list[Variant] = plan.variants(lang)
        self.domains: dict[str, Tally] = {}
        self.blank_responses = self.empty_answers = self.no_word_answers = self.emptied_answers = 0
        self._ladders = [[name for name, _ in variant.rungs] for variant in self.variants[1:]]

    def new_tally(self) -> Tally:
        """Empty counts of this run's shape."""
        return Tally(len(self.metrics), self._ladders, None if self._clusters is None else self._clusters.new())

    def sibling(self) -> FileScorer:
        """Another one, empty, for another model in the same file."""
        return FileScorer(self.plan, self.lang, self._rows, self._clusters)

    def combined(self) -> Tally:
        """The counts of all domains together."""
        total = self.new_tally()
        for tally in self.domains.values():
            total.merge(tally)
        return total

    def score(self, references: Sequence[str], response: str | None, domain: str, unit: Unit = PLAIN) -> Scored:
        """Score one row and count it under its domain, and under the cluster of its unit where clusters are kept."""
        scored = self._rows.verdicts(references, response)
        self.blank_responses += scored.blank_response
        self.empty_answers += scored.empty_answer
        self.no_word_answers += scored.no_words
        self.emptied_answers += scored.emptied
        tally = self.domains.get(domain)
        if tally is None:
            tally = self.domains[domain] = self.new_tally()
        self._count(tally, scored, references, response)
        if tally.clusters is not None:
            tally.clusters.add(unit.cluster, unit.item, row_scores(self.metrics, scored.verdicts))
        return scored

    def verdicts(self, references: Sequence[str], response: str | None) -> Scored:
        """The verdicts on one row, uncounted."""
        seen = [_Sides(variant.analyzer, references, response) for variant in self.variants]
        raw = seen[0]
        found: list[list[Verdict]] = []
        for metric in self.metrics:
            row: list[Verdict] = []
            for position, sides in enumerate(seen):
                twin = next((k for k in range(position) if sides.same(seen[k], metric)), None)
                row.append(metric.judge(sides.response, sides.references) if twin is None else row[twin])
            found.append(row)
        empty = not any(references)
        return Scored(
            verdicts=found,
            buckets=self._buckets(found),
            blank_response=raw.response.blank,
            empty_answer=empty,
            no_words=not empty and not any(text.words for text in raw.references),
            emptied=any(self._emptied(raw, sides) for sides in seen[1:]),
        )

    def _emptied(self, raw: _Sides, sides: _Sides) -> bool:
        pairs = list(zip(raw.references, sides.references, strict=True))
        return any(metric.empty(now) and not metric.empty(was) for metric in self.metrics for was, now in pairs)

    def _buckets(self, found: list[list[Verdict]]) -> list[int]:
        if self.plan.buckets is None:
            return []
        exact, overlap = (found[position] for position in self.plan.buckets)
        return [2 * (not a) + (not b) for a, b in zip(exact, overlap, strict=True)]

    def _count(self, tally: Tally, scored: Scored, references: Sequence[str], response: str | None) -> None:
        tally.n += 1
        for graded, metric, verdicts, cells, deltas in zip(
            self._graded, self.metrics, scored.verdicts, tally.cells, tally.deltas, strict=True
        ):
            for verdict, cell in zip(verdicts, cells, strict=True):  # a metric that only has a number calls no row wrong, blank or not
                cell.add(Outcome(None if graded else verdict.passed, verdict.value))
            raw = None if graded else verdicts[0].passed
            for verdict, delta, variant in zip(verdicts[1:], deltas, self.variants[1:], strict=True):
                if raw is None or verdict.passed is None:
                    continue
                step = self._rows.first_flip(metric, variant, references, response, raw) if verdict.passed != raw else None
                delta.add(raw, verdict.passed, step)
        for position, bucket in enumerate(scored.buckets):
            tally.buckets[position][bucket] += 1

    def first_flip(self, metric: Metric, variant: Variant, references: Sequence[str], response: str | None, raw: bool) -> str | None:
        """The first rung between raw and a variant at which the verdict is no longer raw's."""
        for name, analyzer in variant.rungs:
            sides = _Sides(analyzer, references, response)
            if metric.judge(sides.response, sides.references).passed != raw:
                return name
        return None


class _Sides:
    """Both sides of a row under one analyzer."""

    __slots__ = ("analyzer", "references", "response")

    def __init__(self, analyzer: Analyzer, references: Sequence[str], response: str | None) -> None:
        self.analyzer = analyzer
        self.response: Text = analyzer.response(response)
        self.references: list[Text] = [analyzer.text(reference) for reference in references]

    def same(self, other: _Sides, metric: Metric) -> bool:
        """Whether the metric must say the same of both: equal texts, and for a metric of words the same way to words."""
        if metric.of_source and self.analyzer.pipeline != other.analyzer.pipeline:
            return False
        if metric.words and (self.analyzer.tokenizer, self.analyzer.stemmer) != (other.analyzer.tokenizer, other.analyzer.stemmer):
            return False
        if self.response.text != other.response.text:
            return False
        return all(mine.text == its.text for mine, its in zip(self.references, other.references, strict=True))
