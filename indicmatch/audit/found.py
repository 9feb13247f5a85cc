"""What an audit finds while the rows of a file go by: by block (a file, or a model in it), and in the characters of the whole file."""

from __future__ import annotations

from typing import Any, TextIO

from indicmatch.audit.climb import Climber
from indicmatch.audit.collisions import Collisions
from indicmatch.audit.columns import ByteAudit
from indicmatch.audit.flips import flips_of
from indicmatch.audit.labels import check_of, worth_a_look
from indicmatch.audit.repair import Repairer
from indicmatch.audit.steps import Moves, Steps
from indicmatch.audit.wrong_script import WrongScript
from indicmatch.metrics import Verdict
from indicmatch.records import Columns, Record, Row, Table
from indicmatch.score import Plan
from indicmatch.score.clusters import ClusterSums, is_graded
from indicmatch.score.scorer import Scored
from indicmatch.score.spill import row_of, verdict_signs
from indicmatch.score.units import Unit

__all__ = ["BlockFound", "FileFound"]

Flips = list[dict[str, Any]]


class BlockFound:
    """Counts over the ladder of the rows of a file, or of one model in it."""

    def __init__(self, plan: Plan, climber: Climber, clusters: ClusterSums | None) -> None:
        self._plan, self._climber, self._clusters = plan, climber, clusters
        self._graded = [is_graded(metric) for metric in climber.metrics]
        self.steps: dict[str, Steps] = {}
        self.moves, self._wrong = Moves(), WrongScript()
        self._flips = 0

    def new_steps(self) -> Steps:
        return Steps(self._climber.metrics, len(self._climber.rungs), self._clusters)

    def add(self, record: Record, domain: str, scored: Scored, unit: Unit) -> tuple[dict[str, Any], bool, Flips]:
        """Count a row; it as a row of the spill, whether it is worth a look, and its flips."""
        climb = self._climber.latest
        if domain not in self.steps:
            self.steps[domain] = self.new_steps()
        self.steps[domain].add(climb.verdicts, unit)
        self.moves.add(scored.buckets, len(self._plan.levels) - 1)
        signs = {metric.name: self._signs(place, climb.verdicts[place]) for place, metric in enumerate(self._climber.metrics)}
        flips = flips_of(self._climber, climb) if any("0" in row and "1" in row for row in signs.values()) else []
        self._flips += len(flips)
        right = any(row[-1] == "1" for row in signs.values())
        script = None if right else self._wrong.add(record.line, record.references, record.response)
        worth = worth_a_look(signs.values())
        more: dict[str, Any] = {"flips": flips}
        if script:
            more["script"] = script
        if worth:
            more["check"] = check_of(record.question, record.answer, record.response)
        values = {
            metric.name: [row[0].value, row[-1].value]
            for metric, row, graded in zip(self._climber.metrics, climb.verdicts, self._graded, strict=True)
            if graded
        }
        if values:
            more["values"] = values
        return row_of(record, domain, signs, **more), worth or script is not None, flips

    def _signs(self, place: int, verdicts: list[Verdict]) -> str:
        return "-" * len(verdicts) if self._graded[place] else verdict_signs(verdicts)

    def figures(self) -> dict[str, Any]:
        return {
            "moves": self.moves.figures() if self._plan.buckets is not None else None,
            "flips": self._flips,
            "wrong_script": self._wrong.figures(),
        }


class FileFound:
    """What is in the characters of a file, and its repaired copy where one is written."""

    def __init__(self, table: Table, columns: Columns, out: TextIO | None) -> None:
        self._table, self._look, self._out = table, ByteAudit(table, columns), out
        self._collisions: Collisions | None = None
        self._repairer = Repairer(table) if out else None
        if out and self._repairer:
            out.write(self._repairer.header)

    def add(self, row: Row, record: Record, climber: Climber) -> None:
        """Look at a row."""
        if self._collisions is None:
            self._collisions = Collisions(climber.rungs, climber.plan.tokenizer, climber.lang)
        self._look.add(row, record, climber.lang)
        self._collisions.add(record.references, record.response)
        if self._out and self._repairer:
            self._out.write(self._repairer.line(row))

    def figures(self) -> dict[str, Any]:
        """`file`, `collisions` (None for no rows), `columns`, and the `repairs` that were made (None where no copy was asked for)."""
        return {
            "file": self._table.file,
            "collisions": self._collisions.figures() if self._collisions else None,
            "columns": self._look.figures(),
            "questions_complete": self._look.complete,
            "repairs": self._repairer.figures() if self._repairer else None,
        }
