"""A run over files: reading, one pass of verdicts, and the report."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from indicmatch.errors import BadFile, BadInput, IndicMatchWarning, UnknownName
from indicmatch.extract import found as holds
from indicmatch.languages import fits, language, language_of_file, language_of_script
from indicmatch.metrics import Metric
from indicmatch.records import Columns, Record, Row, Selector, Table, open_table
from indicmatch.records.references import columns_named
from indicmatch.score.batch import Batch, Judged, Map, Task, here
from indicmatch.score.clusters import ClusterSums, is_graded, row_scores
from indicmatch.score.figures import Figures, group
from indicmatch.score.file_pass import FilePass, Head
from indicmatch.score.notebook import summary_table
from indicmatch.score.plan import Plan
from indicmatch.score.questions import Questions
from indicmatch.score.result import Result
from indicmatch.score.scorer import FileScorer, RowScorer, Scored
from indicmatch.score.stem_guard import StemGuard
from indicmatch.score.tally import Tally
from indicmatch.score.units import Unit, Units
from indicmatch.stats.checks import share
from indicmatch.unicode import dominant_script

__all__ = ["Run", "ScoreReport"]

ONE_SYSTEM = frozenset(("Hani", "Hira", "Kana", "Hang", "Bopo"))  # scripts that are written in one text
SCHEMA = "indicmatch.score/1"

Observer = Callable[[Record, str, str | None, FileScorer, Result], None]
"""Is shown every row of a run in batches: record, domain, model, the scorer that counted it, what was found."""


@dataclass(frozen=True)
class ScoreReport:
    """The figures of a run; `to_dict()` is the pinned JSON shape `indicmatch.score/1`."""

    figures: Figures

    def to_dict(self) -> Figures:
        """The report as plain lists and dicts: `schema, signature, levels, metrics, files, combined, macro, warnings`."""
        return self.figures

    def __repr__(self) -> str:
        files = ", ".join(f"{file['file']} ({file['rows']} rows)" for file in self.figures["files"])
        return f"<ScoreReport {' '.join(self.figures['levels'])}: {files}>"

    def _repr_html_(self) -> str:
        return summary_table(self.figures)


class Run:
    """A run over several files: `rows(path)` scores one, `report()` sums up those that were read to their end.

    Columns named `cluster` and `sample` make the intervals heed how rows were sampled; a column named `model` scores each model of a
    file by itself, and `model_name` says who gave every response. `compare_ids` looks for questions that stand in several files (or
    were put to several models of one): the combined figures are then clustered by question.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        lang: str | None = None,
        columns: Columns | Mapping[str, Selector] | None = None,
        encoding: str | None = None,
        na: str = "text",
        limit: int | None = None,
        confidence: float = 0.95,
        row_scorer: Callable[[Plan, str | None], RowScorer] | None = None,
        observe: Observer | None = None,
        model_name: str | None = None,
        compare_ids: bool = False,
    ) -> None:
        if limit is not None and (not isinstance(limit, int) or limit < 0):
            message = f"limit must be a whole number from 0 up, or None for every row; found {limit!r}"
            raise BadInput(message)
        share("confidence", confidence)
        self._row_scorer, self._observe, self.model_name = row_scorer, observe, model_name
        self.plan, self.encoding, self.na, self.limit, self.confidence = plan, encoding, na, limit, confidence
        self.lang = language(lang).tag if lang else None
        self.columns, named = Columns.of(columns)
        self.required = {"response", *named} if columns_named(plan.references) else {"answer", "response", *named}
        self.warnings: list[str] = []
        self.files: list[Figures] = []
        self.metrics: list[Metric] = plan.parsed()
        if model_name is not None and self.columns.model is not None:
            message = f"model_name {model_name!r} and a column of models were both given; give the one or the other"
            raise BadInput(message)
        clustered, sampled = self.columns.cluster is not None, self.columns.sample is not None
        self.clusters = ClusterSums(averaged=sampled, named=clustered) if clustered or sampled else None
        self.questions = Questions() if self.clusters is None and (compare_ids or self.columns.model is not None) else None
        self._total = Tally(len(self.metrics), [()] * (len(plan.names) - 1), None if self.clusters is None else self.clusters.new())

    def rows(self, path: str | Path, begin: Callable[[Table], None] | None = None) -> Iterator[tuple[Row, Record, Scored]]:
        """Score a file row by row; at the end it joins the report. `begin` is called once its header is read and its columns are found."""
        for row, record, scored, *_ in self.sampled(path, begin):
            yield row, record, scored

    def sampled(
        self, path: str | Path, begin: Callable[[Table], None] | None = None
    ) -> Iterator[tuple[Row, Record, Scored, Unit, str, FileScorer]]:
        """As `rows`, each row with what it is a sample of, its domain, and the scorer (of its file and model) that counted it."""
        with open_table(path, encoding=self.encoding, na=self.na) as table:
            file, head, scorer = self._begin(table, path, begin)
            guard = self._guard(table.file, scorer)
            for row in file.rows:
                record = file.make(row)
                file.checks.add(record.line, record.answer, record.references, record.response)
                if guard:
                    guard.see(record)
                file.unfound += self._holds_nothing(record.response)
                domain, unit = file.domain_of(record.domain), file.unit_of(row, record)
                counting = file.scorer_of(unit.model, scorer)
                scored = counting.score(record.references, record.response, domain, unit)
                if self.questions:
                    self.questions.add((len(self.files), unit.model), unit.question, row_scores(self.metrics, scored.verdicts))
                yield row, record, scored, unit, domain, counting
        self._end(file, head, scorer, guard)

    def batches(
        self, path: str | Path, begin: Callable[[Table], None] | None = None, *, judged: Map = here, flags: bool = False
    ) -> Iterator[tuple[Batch, Judged]]:
        """As `rows`, in batches and without the verdicts' details, which is quicker; `judged` finds the results, here or elsewhere.

        `flags` asks for the flags of every row.
        """
        with open_table(path, encoding=self.encoding, na=self.na) as table:
            file, head, scorer = self._begin(table, path, begin)
            guard = self._guard(table.file, scorer)
            task = Task(self.plan, scorer.lang, table.file, flags)
            watch = guard.see if guard else _unwatched if self._observe else None
            for batch, found in judged(task, file.batches(watch)):
                file.checks.merge(found.checks)
                file.unfound += found.unfound
                self._count(file, scorer, batch, found.results)
                yield batch, found
        self._end(file, head, scorer, guard)

    def language_of(self, path: str | Path, head: Head) -> str | None:
        """The language that a file's rows are scored in."""
        return self.lang or _recognised(path, head.script, head.answers)

    def _begin(self, table: Table, path: str | Path, begin: Callable[[Table], None] | None) -> tuple[FilePass, Head, FileScorer]:
        file = FilePass(table, self.columns, self.required, self.plan.references, self.model_name)
        if begin:
            begin(table)
        head = file.begin(self.limit)
        lang = self.language_of(path, head)
        self._check_script(table.file, lang, head)
        return file, head, self._scorer(table.file, lang)

    def _guard(self, file: str, scorer: FileScorer) -> StemGuard | None:
        return StemGuard(file, scorer.variants[-1].analyzer) if scorer.variants[-1].analyzer.stemmer else None

    def _count(self, file: FilePass, scorer: FileScorer, batch: Batch, results: list[Result]) -> None:
        """Count the rows of a batch, each for its model, under its domain and cluster."""
        if batch.records is None:
            counts = file.scorer_of(self.model_name, scorer).counts
            for (domain, result), times in Counter(zip(batch.domains, results, strict=True)).items():
                counts.add(result, file.domain_of(domain), times=times)
                if self.questions:
                    self.questions.add((len(self.files), self.model_name), None, result.scores, times)
            return
        for row, record, result in zip(batch.rows, batch.records, results, strict=True):
            unit, domain = file.unit_of(row, record), file.domain_of(record.domain)
            counting = file.scorer_of(unit.model, scorer)
            counting.counts.add(result, domain, unit)
            if self._observe:
                self._observe(record, domain, unit.model, counting, result)
            if self.questions:
                self.questions.add((len(self.files), unit.model), unit.question, result.scores)

    def _end(self, file: FilePass, head: Head, scorer: FileScorer, guard: StemGuard | None) -> None:
        file.table.notes.release()
        self.warnings += file.table.warnings
        checked = file.checks.warnings() if self.limit != 0 else ()  # no row was asked for
        for text in [*checked, *self._of_extract(file), *(guard.warnings() if guard else ()), *self._of_units(file.units)]:
            self._warn(text)
        for model, counted in (file.blocks or {self.model_name: scorer}).items():
            self._close(file.table.file, counted, head.script, model)

    def _holds_nothing(self, response: str | None) -> bool:
        return bool(response) and self.plan.extract != "none" and not holds(response or "", self.plan.extract)

    def _of_extract(self, file: FilePass) -> Iterator[str]:
        if file.unfound:
            count = f"{file.unfound} of {file.checks.rows} responses"
            yield f"{file.table.file}: {count} hold nothing that --extract {self.plan.extract} looks for: these are looked at whole"

    def _of_units(self, units: Units) -> Iterator[str]:
        if self.questions and units.id_name:
            self.questions.names.add(units.id_name)
        yield from units.warnings()

    def _scorer(self, file: str, lang: str | None) -> FileScorer:
        try:
            scorer = FileScorer(self.plan, lang, self._row_scorer and self._row_scorer(self.plan, lang), self.clusters)
        except (BadInput, UnknownName) as error:  # all else was checked with the plan
            remedy = "name its language with --lang, or say --stem-missing skip to leave its words as they are"
            raise BadFile(f"its words cannot be stemmed: {error}", file=file, remedy=remedy) from None
        if self.plan.stem and scorer.variants[-1].analyzer.stemmer is None:
            self._warn(f"{file}: no stemmer for {lang or 'an unknown language'}: its words are left unstemmed")
        return scorer

    def _close(self, file: str, scorer: FileScorer, script: str | None, model: str | None) -> None:
        tally = scorer.counts.combined()
        for text in _counted(scorer, tally, file if model is None else f"{file} ({model})"):
            self._warn(text)
        blank, empty, wordless, emptied = scorer.counts.lacks
        self._total.merge(tally)
        self.files.append(
            {
                "file": file,
                **({} if model is None else {"model": model}),
                "language": scorer.lang,
                "script": script,
                "signature": self.plan.signatures(scorer.lang),
                "rows": tally.n,
                "blank_responses": blank,
                "empty_answers": empty,
                "no_word_answers": wordless,
                "emptied_answers": emptied,
                "domains": [group(name, found, self.plan, self.metrics, self.confidence) for name, found in scorer.domains.items()],
                "combined": group(None, tally, self.plan, self.metrics, self.confidence),
            }
        )

    def report(self) -> ScoreReport:
        """The figures of all files read so far."""
        clustered_by = self._cluster_total()
        return ScoreReport(
            {
                "schema": SCHEMA,
                "signature": self.plan.signatures(self.lang, "per-file"),
                "levels": list(self.plan.names),
                "metrics": list(self.plan.metrics),
                "files": self.files,
                **({"clustered_by": clustered_by} if clustered_by else {}),
                "combined": group(None, self._total, self.plan, self.metrics, self.confidence),
                "macro": {m.name: {level: self._macro(m, level) for level in self.plan.names_of(m)} for m in self.metrics},
                "warnings": self.warnings,
                "confidence": self.confidence,
            }
        )

    def _cluster_total(self) -> str | None:
        """What the combined figures are clustered by; questions of several blocks cluster them without being asked."""
        if self.clusters is not None:
            return str(self.columns.cluster) if isinstance(self.columns.cluster, str) else "cluster" if self.clusters.named else "question"
        if self.questions is None or not self.questions.recurring:
            return None
        self._total.clusters = self.questions.sums
        return ", ".join(sorted(self.questions.names))

    def _macro(self, metric: Metric, level: str) -> float | None:
        """The unweighted mean over the files that have a figure: the accuracy, or the mean of a metric that only has a number."""
        figure = "mean" if is_graded(metric) else "accuracy"
        shares = [file["combined"]["metrics"][metric.name][level][figure] for file in self.files]
        known = [share for share in shares if share is not None]
        return sum(known) / len(known) if known else None

    def _warn(self, text: str) -> None:
        self.warnings.append(text)
        warnings.warn(text, IndicMatchWarning, stacklevel=4)

    def _check_script(self, file: str, lang: str | None, head: Head) -> None:
        script, said = head.script, dominant_script(" ".join(head.responses))
        if script and lang and not fits(script, lang):
            name = language(lang).name
            self._warn(f"{file}: the answers are in the script {script}, which {name} is not written in. Is --lang right, and the file?")
        if script and said and said != script and not (lang and fits(said, lang) and fits(script, lang)):
            if lang is None and {script, said} <= ONE_SYSTEM:
                return
            self._warn(f"{file}: most of the first responses are in the script {said}, the answers in {script}: string checks cannot meet")


def _unwatched(_: Record) -> None:
    """Asks for records, and does nothing with them."""


def _recognised(path: str | Path, script: str | None, answers: list[str]) -> str | None:
    named = language_of_file(path) if isinstance(path, str | Path) else None
    return named or (language_of_script(script, answers) if script else None)


def _counted(scorer: FileScorer, tally: Tally, file: str) -> Iterator[str]:
    """What a reader of the figures should know about the answers."""
    _, _, wordless, emptied = scorer.counts.lacks
    if wordless:
        yield f"{file}: {_many(wordless, 'answer')} without words: right in word overlap (0/0) whatever the response says"
    if emptied:
        yield f"{file}: {_many(emptied, 'answer')} emptied by a level: the raw verdict stands there, nothing is rescued so"
    for metric, cells in zip(scorer.metrics, tally.cells, strict=True):
        said = min(cell.values if is_graded(metric) else cell.scored for cell in cells)
        if said < tally.n:
            yield f"{file}: {metric.name} scores {said} of {tally.n} rows, and its figures are of those alone: of the others it cannot tell"


def _many(count: int, noun: str) -> str:
    return f"1 {noun} is" if count == 1 else f"{count} {noun}s are"
