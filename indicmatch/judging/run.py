"""A judge run over files: the string checks decide what is asked, the judge answers, and both are reported side by side."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from indicmatch._version import __version__
from indicmatch.errors import BadInput, IndicMatchWarning, unknown
from indicmatch.judge.asking import Asker
from indicmatch.judge.prompts import load_prompt
from indicmatch.judge.workers import ordered
from indicmatch.judging.agreement import Pairs
from indicmatch.judging.human import label_reader
from indicmatch.judging.outcomes import Outcome, Shown, outcome_of
from indicmatch.judging.tally import JudgeTally, scores_of
from indicmatch.languages import language_of_script
from indicmatch.records import Record, Row, Table
from indicmatch.score import Run
from indicmatch.score.questions import Questions
from indicmatch.score.scorer import FileScorer, Scored
from indicmatch.score.units import Unit
from indicmatch.unicode import dominant_script

__all__ = ["ONLY", "SCHEMA", "JudgeRun", "Judged"]

SCHEMA = "indicmatch.judge/1"
ONLY = ("all", "disagreements")
Sampled: TypeAlias = tuple[Row, Record, Scored, Unit, str, FileScorer]
_AGREED = {0: True, 3: False}  # buckets in which both string metrics say the same


@dataclass(frozen=True, slots=True)
class Judged:
    """A row with what the string metrics and the judge say of it."""

    row: Row
    record: Record
    scored: Scored
    outcome: Outcome


class JudgeRun:
    """A run over several files: `rows(path)` judges one, `report()` sums up. `run` scores the strings, `asker` asks the judge.

    `only` is `all`, or `disagreements`: then only rows are asked about where raw and a level, or exact substring and word overlap,
    disagree, and elsewhere the verdict of the string metrics stands. `human` names the column of human labels.
    """

    def __init__(self, run: Run, asker: Asker, shown: Shown, *, only: str = "all", human: str | None = None, workers: int = 4) -> None:
        if only not in ONLY:
            kind = "choice of rows"
            raise unknown(kind, only, ONLY)
        if only == "disagreements" and run.plan.buckets is None:
            message = "only=disagreements needs both metrics of the protocol, exact_substring and word_overlap"
            raise BadInput(message)
        if workers < 1:
            message = f"workers must be a whole number from 1 up; found {workers!r}"
            raise BadInput(message)
        self.run, self.asker, self.shown, self.only, self.human = run, asker, shown, only, human
        self.workers = min(workers, asker.backend.workers or workers)
        self.pairs, self.files = Pairs(), list[dict[str, Any]]()
        self._total = JudgeTally(run.clusters)
        self._questions = Questions() if run.questions else None

    def rows(self, path: str | Path, begin: Callable[[Table], None] | None = None) -> Iterator[Judged]:
        """Judge a file row by row, in its order. Raises what the file or the judge cannot be used for."""
        label: Callable[[Row], bool | None] | None = None

        def start(table: Table) -> None:
            nonlocal label
            label = label_reader(table, self.human)
            if begin:
                begin(table)

        def judged(item: Sampled) -> Outcome:
            _, record, scored, _, _, scorer = item
            return self._decided(record, scored) or outcome_of(self.asker.ask(self.shown.question(record, _language(record, scorer))))

        blocks: dict[str | None, dict[str, JudgeTally]] = {}
        for (row, record, scored, unit, domain, scorer), outcome in ordered(
            judged, self.run.sampled(path, start), self.workers, self.asker.stop
        ):
            blocks.setdefault(unit.model, {}).setdefault(domain, JudgeTally(self.run.clusters)).add(outcome, unit)
            if self._questions:
                self._questions.add((len(self.files), unit.model), unit.question, scores_of(outcome))
            self._pair(scored, outcome, scorer.lang, label(row) if label else None)
            yield Judged(row, record, scored, outcome)
        self.asker.check()
        for figures in self.run.files[len(self.files) :]:
            self._close(figures, blocks.get(figures.get("model"), {}))

    def _decided(self, record: Record, scored: Scored) -> Outcome | None:
        """The outcome of a row that the judge need not be asked about."""
        if scored.empty_answer:
            return Outcome(None, "empty_answer")
        if scored.blank_response:
            return Outcome("incorrect", "blank_response", correct=False)
        if self.only == "disagreements" and len(set(scored.buckets)) == 1 and scored.buckets[0] in _AGREED:
            return Outcome(None, "strings_agree", correct=_AGREED[scored.buckets[0]])
        return None

    def _pair(self, scored: Scored, outcome: Outcome, lang: str | None, human: bool | None) -> None:
        plan = self.run.plan
        strings = {
            (metric, level): scored.verdicts[m][v].passed for m, metric in enumerate(plan.metrics) for v, level in enumerate(plan.levels)
        }
        own = outcome.correct if outcome.asked else None
        self.pairs.add(lang, own, outcome.correct, human, strings)

    def _close(self, file: dict[str, Any], domains: dict[str, JudgeTally]) -> None:
        combined, confidence = JudgeTally(self.run.clusters), self.run.confidence
        for tally in domains.values():
            combined.merge(tally)
        self._total.merge(combined)
        groups = [group | {"judge": domains[group["domain"]].figures(confidence)} for group in file["domains"]]
        self.files.append(file | {"domains": groups, "combined": file["combined"] | {"judge": combined.figures(confidence)}})
        name = f"{file['file']} ({file['model']})" if "model" in file else file["file"]
        for count, what in ((combined.outcomes["error"], "got no reply"), (combined.outcomes["unparsed"], "got a reply without a verdict")):
            if count:
                self._warn(f"{name}: {count} of {combined.asked} questions {what}; these rows are not scored")
        if combined.reasons["not_asked"]:
            self._warn(f"{name}: {combined.reasons['not_asked']} rows were not asked about, since the run ended before")

    def _warn(self, text: str) -> None:
        self.run.warnings.append(text)
        warnings.warn(text, IndicMatchWarning, stacklevel=4)

    def signature(self) -> str:
        """All that decides the judge's verdicts, in one line to quote."""
        backend, parameters = self.asker.backend, self.asker.parameters
        prompt = load_prompt("verdict").id + (" or the row's language" if self.shown.own_language else "")
        return (
            f"judge:{self.asker.name}|model:{backend.model}|endpoint:{backend.endpoint}|prompt:{prompt}|temperature:{parameters.temperature:g}"
            f"|max_tokens:{parameters.max_tokens}|seed:{parameters.seed}|shown:{self.shown.level}|extract:{self.shown.extract}"
            f"|only:{self.only}|refs:{self.run.plan.references}|indicmatch:{__version__}"
        )

    def report(self) -> dict[str, Any]:
        """The figures of all files judged so far: those of `score`, and in each group those of the judge under `judge`."""
        strings, confidence = self.run.report().to_dict(), self.run.confidence
        if self._questions and self._questions.recurring:
            self._total.clusters = self._questions.sums
        shared = strings.get("clustered_by")
        shares = [share for file in self.files if (share := file["combined"]["judge"]["accuracy"]) is not None]
        return strings | {
            "schema": SCHEMA,
            "only": self.only,
            "signature": {"judge": self.signature()} | strings["signature"],
            "files": self.files,
            "combined": strings["combined"] | {"judge": self._total.figures(confidence)},
            "macro": strings["macro"] | {"judge": sum(shares) / len(shares) if shares else None},
            "agreement": self.pairs.figures(confidence, shared),
            "debiased": self.pairs.debiased(confidence, shared),
            "usage": self.asker.counts.to_dict(),
        }


def _language(record: Record, scorer: FileScorer) -> str | None:
    """The language to ask in: that of the file, else what the answer's script decides."""
    if scorer.lang is None and (script := dominant_script(record.answer)):
        return language_of_script(script, [record.answer])
    return scorer.lang
