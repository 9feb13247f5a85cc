"""One streaming pass over the records of a file: verdicts of every metric under every variant, and their counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from indicmatch.analyze import Analyzer, Text
from indicmatch.metrics import Metric, Verdict
from indicmatch.score.clusters import ClusterSums, is_graded, row_scores
from indicmatch.score.counts import Counts
from indicmatch.score.plan import Plan, Variant
from indicmatch.score.quick import Key, QuickRows, flips_known, marks_of
from indicmatch.score.result import Mark, Result, Results, Steps
from indicmatch.score.tally import Tally
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

    Rows go in by `score`, and each comes back with its verdicts; where only their marks are needed, `results` is quicker, and `counts`
    takes it. `rows` finds the verdicts in another way than variant by variant; `clusters`, empty, says that sums over clusters are kept.
    """

    def __init__(self, plan: Plan, lang: str | None, rows: RowScorer | None = None, clusters: ClusterSums | None = None) -> None:
        self.plan, self.lang, self._clusters, self._other = plan, lang, clusters, rows
        self._rows: RowScorer = rows or self
        self.metrics: list[Metric] = plan.parsed()
        self._graded = [is_graded(metric) for metric in self.metrics]
        self.variants: list[Variant] = plan.variants(lang)
        self.counts = Counts([[name for name, _ in variant.rungs] for variant in self.variants[1:]], self._graded, clusters)
        self._results = Results()
        self._quick = QuickRows(plan, self.variants) if rows is None and QuickRows.can(plan) else None

    @property
    def domains(self) -> dict[str, Tally]:
        """The counts so far by Domain, in order of first appearance."""
        return self.counts.domains

    def sibling(self) -> FileScorer:
        """Another one, empty, for another model in the same file."""
        return FileScorer(self.plan, self.lang, self._other, self._clusters)

    def score(self, references: Sequence[str], response: str | None, domain: str, unit: Unit = PLAIN) -> Scored:
        """Score one row and count it under its domain, and under the cluster of its unit where clusters are kept."""
        scored = self._rows.verdicts(references, response)
        self.counts.add(self._result_of(scored, references, response), domain, unit)
        return scored

    def results(self, references: Iterable[Sequence[str]], responses: Iterable[str | None]) -> Iterator[Result]:
        """What `score` counts for rows, uncounted; at a fraction of the cost where the protocol's metrics meet a plain row."""
        key_of, known = self._quick.key if self._quick else None, self._results.known
        for acceptable, response in zip(references, responses, strict=True):
            key, blank = None, False
            if key_of and len(acceptable) == 1:
                blank = not response or response.isspace()
                key = key_of(acceptable[0], "" if blank or response is None else response)
            if key is None:
                yield self._result_of(self._rows.verdicts(acceptable, response), acceptable, response)
            else:
                yield known.get((key, None) if blank else key) or self._result_of_key(key, acceptable, response, blank)

    def _result_of(self, scored: Scored, references: Sequence[str], response: str | None) -> Result:
        marks = tuple(
            tuple((verdict.passed, verdict.value, verdict.matched, verdict.total) for verdict in row) for row in scored.verdicts
        )
        return self._results.shared(
            Result(
                marks,
                self._steps(marks, references, response),
                tuple(scored.buckets),
                tuple(row_scores(self.metrics, scored.verdicts)),
                scored.blank_response,
                scored.empty_answer,
                scored.no_words,
                scored.emptied,
            )
        )

    def _result_of_key(self, key: Key, references: Sequence[str], response: str | None, blank: bool) -> Result:
        """The result of a row that lacks nothing but perhaps a response; rows of one key may have flipped at different steps."""
        marks = tuple(tuple(marks_of(metric.name, key)) for metric in self.metrics)
        steps = self._steps(marks, references, response)
        name = (key, None) if blank else key if flips_known(key) else (key, steps)
        known = self._results.known.get(name)
        if known:
            return known
        verdicts = [[Verdict(*mark) for mark in row] for row in marks]
        scores = tuple(row_scores(self.metrics, verdicts))
        result = Result(marks, steps, tuple(self._buckets(verdicts)), scores, blank, False, False, False)
        return self._results.add(name, result)

    def _steps(self, marks: Sequence[Sequence[Mark]], references: Sequence[str], response: str | None) -> tuple[Steps, ...]:
        """For each metric and each variant after raw, the first thing that made the verdict differ from raw's; None where it does not."""

        def first(metric: Metric, variant: Variant, raw: bool | None, now: bool | None) -> str | None:
            if raw is None or now is None or now == raw:
                return None
            one = self._quick if response and len(references) == 1 else None
            step = one.step(metric.name, variant, references[0], response or "", raw) if one else None
            return step or self._rows.first_flip(metric, variant, references, response, raw)

        found: list[Steps] = []
        for metric, graded, row in zip(self.metrics, self._graded, marks, strict=True):
            raw = None if graded else row[0][0]
            found.append(tuple(first(metric, variant, raw, mark[0]) for variant, mark in zip(self.variants[1:], row[1:], strict=True)))
        return tuple(found)

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
