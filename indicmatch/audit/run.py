"""An audit over files: one pass of each up the ladder, and everything that looks at a row on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from indicmatch.audit.across import Across
from indicmatch.audit.climb import Climber
from indicmatch.audit.found import BlockFound, FileFound
from indicmatch.audit.labels import LabelReader
from indicmatch.audit.ladder import Rung, rungs_of
from indicmatch.audit.report import AuditReport
from indicmatch.audit.steps import Moves, Steps
from indicmatch.normalize import STEPS
from indicmatch.records import Columns, Record, Selector, Table, atomic_writer
from indicmatch.score import Plan, Run
from indicmatch.score.questions import Questions
from indicmatch.score.spill import Spill

__all__ = ["AuditRun"]

SCHEMA = "indicmatch.audit/1"


class AuditRun:
    """An audit of several files: `rows(path)` goes through one, `report()` sums up those that were read to their end.

    `labels` is a file that the label page saved; the other arguments are those of `Run`.
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
        model_name: str | None = None,
        labels: str | Path | None = None,
    ) -> None:
        self.plan, self._confidence = plan, confidence
        self._climbers: list[Climber] = []
        self._run = Run(
            plan,
            lang=lang,
            columns=columns,
            encoding=encoding,
            na=na,
            limit=limit,
            confidence=confidence,
            model_name=model_name,
            compare_ids=True,
            row_scorer=self._climber,
        )
        self._labels = LabelReader(labels) if labels is not None else None
        self._spill = Spill()
        self._ladder = rungs_of(plan, None, stems=False)
        self._across = Across(self._run.metrics, plan.names, confidence)
        self._files: list[dict[str, Any]] = []
        self._inputs: list[dict[str, Any]] = []
        self._steps, self._moves = self._new_steps(), Moves()
        self._questions = Questions() if self._run.questions else None

    def _climber(self, plan: Plan, lang: str | None) -> Climber:
        self._climbers.append(Climber(plan, lang))
        return self._climbers[-1]

    def _new_steps(self) -> Steps:
        return Steps(self._run.metrics, len(self._ladder), self._run.clusters)

    def rows(self, path: str | Path, repaired: str | Path | None = None) -> Iterator[Record]:
        """Audit a file row by row; at the end it joins the report. `repaired` is where a copy with repaired bytes goes."""
        blocks: dict[str | None, BlockFound] = {}
        found: list[FileFound] = []
        with ExitStack() as stack:

            def begin(table: Table) -> None:
                out = stack.enter_context(atomic_writer(repaired, inputs=[path])) if repaired is not None else None
                found.append(FileFound(table, self._run.columns, out))

            for row, record, scored, unit, domain, _ in self._run.sampled(path, begin):
                climber = self._climbers[-1]
                if unit.model not in blocks:
                    blocks[unit.model] = BlockFound(self.plan, climber, self._run.clusters)
                kept, worth, flips = blocks[unit.model].add(record, domain, scored, unit)
                found[0].add(row, record, climber)
                if self._questions:
                    scores = self._steps.scores(climber.latest.verdicts)
                    self._questions.add((len(self._files), unit.model), unit.question, scores)
                self._across.add((record.file, unit.model), climber.lang, unit, scored.verdicts)
                if self._labels:
                    self._labels.add(record, flips)
                self._spill.add(kept if unit.model is None else kept | {"model": unit.model}, worth=worth)
                yield record
        self._inputs.append(found[0].figures())
        for figures in self._run.files[len(self._files) :]:
            climber = self._climbers[-1]
            self._files.append(self._closed(figures, blocks.get(figures.get("model")) or BlockFound(self.plan, climber, None)))

    def _closed(self, figures: dict[str, Any], block: BlockFound) -> dict[str, Any]:
        """The figures of a block, with the ladder of each group."""
        total = self._new_steps()
        for group in figures["domains"]:
            group["ladder"] = self._ladder_of(block.steps[group["domain"]])
            total.merge(block.steps[group["domain"]])
        figures["combined"]["ladder"] = self._ladder_of(total)
        self._steps.merge(total)
        self._moves.merge(block.moves)
        return figures | block.figures()

    def _ladder_of(self, steps: Steps) -> dict[str, list[dict[str, Any]]]:
        return steps.figures(self._ladder, self._confidence)

    def report(self) -> AuditReport:
        """The figures of all files read so far, and their rows."""
        scored = self._run.report().to_dict()
        if self._questions and self._questions.recurring:
            self._steps.clusters = self._questions.sums
        figures = {
            **scored,
            "schema": SCHEMA,
            "ladder": [
                {"step": rung.name, "kind": rung.kind, "level": rung.level, "loses": rung.loses, "what": _what(rung)}
                for rung in self._ladder
            ],
            "files": self._files,
            "inputs": self._inputs,
            "combined": scored["combined"] | {"ladder": self._ladder_of(self._steps)},
            "moves": self._moves.figures() if self.plan.buckets is not None else None,
            "across": self._across.figures(),
            "across_complete": self._across.complete,
            "labels": self._labels.figures(self._confidence) if self._labels else None,
            "confidence": self._confidence,
        }
        return AuditReport(figures, self._spill)


def _what(rung: Rung) -> str:
    """What a rung does, in a line."""
    if rung.step is not None:
        return (STEPS[rung.name.partition(":")[0]].__doc__ or "").strip().split("\n")[0]
    return {
        "raw": "The published protocol: the text as it is.",
        "extract": "The part of the response that is looked at.",
        "tokenizer": "Words as a reader sees them, without the punctuation around them.",
        "stem": "Words by their stems.",
    }[rung.kind]
