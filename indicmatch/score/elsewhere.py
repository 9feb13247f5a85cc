"""A file of a run whose rows are scored elsewhere: what was found comes back as counts, and the report is that of a local pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from indicmatch.records import Cell, Checks, Record, Row, Table
from indicmatch.records.elsewhere import PathCounts, columns_read, take_path_counts
from indicmatch.records.values import text_of
from indicmatch.score.result import Result
from indicmatch.score.run import Run
from indicmatch.score.units import WATCHED, Unit, Units

__all__ = ["Counted", "Elsewhere", "Found"]


@dataclass(frozen=True, slots=True)
class Counted:
    """Rows of one group that came to the same; `cells` are those of the columns `Elsewhere.told`, `line` is that of the first row."""

    group: str
    result: Result
    times: int
    line: int
    cells: Sequence[Cell] = ()


@dataclass(slots=True)
class Found:
    """What was found beside results in some rows of a file: the checks of their texts, how many responses lack the part that was to be
    looked at, what their reading had to say, and what paths found.
    """

    checks: Checks
    unfound: int = 0
    texts: list[str] = field(default_factory=list)
    paths: list[PathCounts] = field(default_factory=list)


class Elsewhere:
    """One file of a run. `table` holds its header and its first rows, which say what language it is in.

    Call `watch` with the first `watched` rows, of which the columns `watched_columns` are looked at; where `guarded`, `see` with the
    distinct answers in order of first appearance; then `count` with all that was found, rows in order of first appearance.
    """

    def __init__(self, run: Run, path: str, table: Table) -> None:
        self._run, self._table = run, table
        self._file, self._head, self._scorer = run._begin(table, path, None)
        self._guard = run._guard(table.file, self._scorer)
        self._units, self._bound = self._file.units, self._file._bound
        self._singly = self._units.sampled or self._units.clustered  # each row is added to the sums of its own draw or cluster

    @property
    def lang(self) -> str | None:
        """The language that the rows are scored in."""
        return self._scorer.lang

    @property
    def guarded(self) -> bool:
        """Whether the stems of answers are compared."""
        return self._guard is not None

    @property
    def told(self) -> tuple[int, ...]:
        """The columns that tell rows apart: of models, clusters and draws, and of questions that may stand in several files."""
        parts = ["model", "cluster", "sample", *(["question"] if self._units.sampled else [])]
        told = {at for part in parts for at in columns_read(self._bound, part)}
        return tuple(sorted(told | self._id if self._units.sampled or self._run.questions else told))

    @property
    def watched(self) -> int:
        """How many of the first rows are watched for ids that recur."""
        return WATCHED if self._id and not self._singly else 0

    @property
    def watched_columns(self) -> tuple[int, ...]:
        """The columns that `watch` looks at."""
        return tuple(sorted(self._id | columns_read(self._bound, "model")))

    @property
    def _id(self) -> set[int]:
        name = self._units.id_name
        return set() if name is None else {self._table.header.index(name)}

    def watch(self, rows: Iterable[Row]) -> None:
        """Look at the first rows for ids that recur."""
        for row in rows:
            self._unit(self._units, row)

    def see(self, answers: Iterable[str]) -> None:
        """Look at the golden answers."""
        if self._guard:
            for answer in answers:
                self._guard.add(answer)

    def count(self, found: Iterable[Found], rows: Iterable[Counted]) -> None:
        """Count all rows, and have the file join the report."""
        parts = list(found)
        for part in parts:
            self._file.checks.merge(part.checks)
            self._file.unfound += part.unfound
            for text in part.texts:
                self._table.notes.warn(text)
        take_path_counts(self._bound, [counts for part in parts for counts in part.paths])
        self._table.notes.finish()
        units = self._units if self._singly else Units(self._bound, model=self._run.model_name)
        for counted in rows:
            self._count(counted, units)
        self._run._end(self._file, self._head, self._scorer, self._guard)

    def _count(self, counted: Counted, units: Units) -> None:
        cells: list[Cell] = [None] * len(self._table.header)
        for at, cell in zip(self.told, counted.cells, strict=True):
            cells[at] = cell
        times, unit = 1 if self._singly else counted.times, Unit()
        for _ in range(0, counted.times, times):
            unit = self._unit(units, (counted.line, cells, ""))
            self._file.scorer_of(unit.model, self._scorer).counts.add(counted.result, counted.group, unit, times)
        if self._run.questions:
            block, scores = (len(self._run.files), unit.model), counted.result.scores
            if unit.question is None:
                self._run.questions.add(block, None, scores, counted.times)
            else:
                for _ in range(counted.times):
                    self._run.questions.add(block, unit.question, scores)

    def _unit(self, units: Units, row: Row) -> Unit:
        question = text_of(self._bound.getter("question")(row)) if units.sampled else None
        return self._file.unit_of(row, None) if units.plain else units(row, Record(question, "", ("",), None, None, {}, row[0], ""))
