"""A run over files: reading, one pass of verdicts, and the report."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from indicmatch.errors import BadFile, BadInput, IndicMatchWarning, UnknownName
from indicmatch.languages import fits, language, language_of_file, language_of_script
from indicmatch.metrics import Metric
from indicmatch.records import Checks, Columns, Record, RecordMaker, Row, Selector, Table, bind, open_table
from indicmatch.records.references import columns_named
from indicmatch.score.figures import Figures, group
from indicmatch.score.plan import Plan
from indicmatch.score.scorer import FileScorer, RowScorer, Scored
from indicmatch.score.stem_guard import StemGuard
from indicmatch.score.tally import Tally
from indicmatch.unicode import dominant_script

__all__ = ["Run", "ScoreReport"]

HEAD = 200  # rows that are read ahead to see which script, and so perhaps which language, a file is in
SCHEMA = "indicmatch.score/1"


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


class Run:
    """A run over several files: `rows(path)` scores one, `report()` sums up those that were read to their end."""

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
    ) -> None:
        self._row_scorer = row_scorer
        self.plan, self.encoding, self.na, self.limit, self.confidence = plan, encoding, na, limit, confidence
        self.lang = language(lang).tag if lang else None
        self.columns, named = Columns.of(columns)
        self.required = {"response", *named} if columns_named(plan.references) else {"answer", "response", *named}
        self.warnings: list[str] = []
        self.files: list[Figures] = []
        self.metrics: list[Metric] = plan.parsed()
        self._total = Tally(len(self.metrics), [()] * (len(plan.names) - 1))

    def rows(self, path: str | Path, begin: Callable[[Table], None] | None = None) -> Iterator[tuple[Row, Record, Scored]]:
        """Score a file row by row; at the end it joins the report. `begin` is called once its header is read and its columns are found."""
        with open_table(path, encoding=self.encoding, na=self.na) as table:
            bound = bind(table, self.columns, required=self.required)
            if begin:
                begin(table)
            make = RecordMaker(bound, self.plan.references)
            checks = Checks(table.file, self.plan.references)
            rows = islice(iter(table), self.limit)
            head = [(row, make(row)) for row in islice(rows, HEAD)]
            answers = [record.answer for _, record in head]
            script = dominant_script(" ".join(answers))
            lang = self.lang or _recognised(path, script, answers)
            self._check_script(table.file, lang, script, [record.response or "" for _, record in head])
            scorer = self._scorer(table.file, lang)
            stemmed = scorer.variants[-1].analyzer
            guard = StemGuard(table.file, stemmed) if stemmed.stemmer else None
            blank = "(blank)" if "domain" in bound.fields else "(all)"
            for row, record in chain(head, ((row, make(row)) for row in rows)):
                checks.add(record.line, record.answer, record.references, record.response)
                if guard:
                    for reference in record.references:
                        guard.add(reference)
                domain = record.domain if record.domain and record.domain.strip() else blank
                yield row, record, scorer.score(record.references, record.response, domain)
        self.warnings += table.warnings
        for text in [*checks.warnings(), *_counted(scorer, table.file), *(guard.warnings() if guard else ())]:
            self._warn(text)
        self._close(table.file, scorer, script)

    def _scorer(self, file: str, lang: str | None) -> FileScorer:
        try:
            scorer = FileScorer(self.plan, lang, self._row_scorer and self._row_scorer(self.plan, lang))
        except (BadInput, UnknownName) as error:  # all else was checked with the plan
            remedy = "name its language with --lang, or say --stem-missing skip to leave its words as they are"
            raise BadFile(f"its words cannot be stemmed: {error}", file=file, remedy=remedy) from None
        if self.plan.stem and scorer.variants[-1].analyzer.stemmer is None:
            self._warn(f"{file}: no stemmer for {lang or 'an unknown language'}: its words are left unstemmed")
        return scorer

    def _close(self, file: str, scorer: FileScorer, script: str | None) -> None:
        tally = scorer.combined()
        self._total.merge(tally)
        self.files.append(
            {
                "file": file,
                "language": scorer.lang,
                "script": script,
                "signature": self.plan.signatures(scorer.lang),
                "rows": tally.n,
                "blank_responses": scorer.blank_responses,
                "empty_answers": scorer.empty_answers,
                "no_word_answers": scorer.no_word_answers,
                "emptied_answers": scorer.emptied_answers,
                "domains": [group(name, found, self.plan, self.metrics, self.confidence) for name, found in scorer.domains.items()],
                "combined": group(None, tally, self.plan, self.metrics, self.confidence),
            }
        )

    def report(self) -> ScoreReport:
        """The figures of all files read so far."""
        return ScoreReport(
            {
                "schema": SCHEMA,
                "signature": self.plan.signatures(self.lang, "per-file"),
                "levels": list(self.plan.names),
                "metrics": list(self.plan.metrics),
                "files": self.files,
                "combined": group(None, self._total, self.plan, self.metrics, self.confidence),
                "macro": {m.name: {level: self._macro(m.name, level) for level in self.plan.names_of(m)} for m in self.metrics},
                "warnings": self.warnings,
            }
        )

    def _macro(self, metric: str, level: str) -> float | None:
        """The unweighted mean over the files that have a figure."""
        shares = [file["combined"]["metrics"][metric][level]["accuracy"] for file in self.files]
        known = [share for share in shares if share is not None]
        return sum(known) / len(known) if known else None

    def _warn(self, text: str) -> None:
        self.warnings.append(text)
        warnings.warn(text, IndicMatchWarning, stacklevel=4)

    def _check_script(self, file: str, lang: str | None, script: str | None, responses: list[str]) -> None:
        if lang is None:
            return
        name = language(lang).name
        if script and not fits(script, lang):
            self._warn(f"{file}: the answers are in the script {script}, which {name} is not written in. Is --lang right, and the file?")
        said = dominant_script(" ".join(responses))
        if script and said and said != script and not fits(said, lang):
            self._warn(f"{file}: most of the first responses are in the script {said}, the answers in {script}: string checks cannot meet")


def _recognised(path: str | Path, script: str | None, answers: list[str]) -> str | None:
    return language_of_file(path) or (language_of_script(script, answers) if script else None)


def _counted(scorer: FileScorer, file: str) -> Iterator[str]:
    """What a reader of the figures should know about the answers."""
    if scorer.no_word_answers:
        yield f"{file}: {_many(scorer.no_word_answers, 'answer')} without words: right in word overlap (0/0) whatever the response says"
    if scorer.emptied_answers:
        yield f"{file}: {_many(scorer.emptied_answers, 'answer')} emptied by a level: the raw verdict stands there, nothing is rescued so"


def _many(count: int, noun: str) -> str:
    return f"1 {noun} is" if count == 1 else f"{count} {noun}s are"
