"""One file on its way through a run: what its head tells, its rows in batches, and whom each row is counted for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from indicmatch.records import Bound, Checks, Columns, Record, RecordMaker, Row, Table, bind
from indicmatch.score.batch import Batch, Sides
from indicmatch.score.scorer import FileScorer
from indicmatch.score.units import PLAIN, Unit, Units
from indicmatch.unicode import dominant_script

__all__ = ["HEAD", "FilePass", "Head", "group_of"]

HEAD, FAR = 200, 1 << 21  # rows that are read ahead to see which script, and so perhaps which language, a file is in; or characters
ROWS, CHARACTERS = 256, 1 << 18  # of a batch: it ends where it reaches one of them


@dataclass(frozen=True, slots=True)
class Head:
    """What the first rows of a file tell: the script of their answers, and their texts."""

    script: str | None
    answers: list[str]
    responses: list[str]


def group_of(domain: str | None, bound: Bound) -> str:
    """The group that a row of this Domain is counted in: a table without such a column is one group."""
    return domain if domain and domain.strip() else "(blank)" if "domain" in bound.fields else "(all)"


class FilePass:
    """The rows of an open table, and the scorers that count them: one for each model of the file.

    `checks` collects what a reader should know, `units` what the rows are samples of, `unfound` counts responses without the part that
    was to be looked at.
    """

    def __init__(self, table: Table, columns: Columns, required: set[str], references: str, model: str | None) -> None:
        self.table, self.model = table, model
        bound = bind(table, columns, required=required)
        self.make = RecordMaker(bound, references)
        self.checks = Checks(table.file, references)
        self._bound = bound
        self.unfound = 0
        self.blocks: dict[str | None, FileScorer] = {}

    def begin(self, limit: int | None) -> Head:
        """Look at the first rows, which are not lost by it."""
        self.units = Units(self._bound, model=self.model)
        self.table.notes.hold()  # a short file ends here, and its rows have not been looked at
        rows = islice(iter(self.table), limit)
        head = list(_first(rows))
        records = list(map(self.make, head))
        self._bound.restart()
        self.rows: Iterator[Row] = chain(head, rows)
        answers = [record.answer for record in records]
        return Head(dominant_script(" ".join(answers)), answers, [record.response or "" for record in records])

    def domain_of(self, domain: str | None) -> str:
        """The group that a row of this Domain is counted in."""
        return group_of(domain, self._bound)

    def unit_of(self, row: Row, record: Record | None) -> Unit:
        """What a row is a sample of; a record is needed unless rows are plain."""
        if record is None:
            return PLAIN
        return PLAIN if self.units.plain else self.units(row, record)

    def scorer_of(self, model: str | None, first: FileScorer) -> FileScorer:
        """The scorer of a model; `first` is that of the first one."""
        if model not in self.blocks:
            self.blocks[model] = first.sibling() if self.blocks else first
        return self.blocks[model]

    def batches(self, watch: Callable[[Record], None] | None = None) -> Iterator[Batch]:
        """The rows in batches of bounded size; `watch` is shown every record."""
        make = self._records if watch or not self.units.plain or self.make.plain is None else self._cells
        waiting: list[Row] = []
        size = 0
        for row in self.rows:
            waiting.append(row)
            size += len(row[2]) or sum(len(str(cell)) for cell in row[1])
            if len(waiting) == ROWS or size >= CHARACTERS:
                yield make(waiting, watch)
                waiting, size = [], 0
        if waiting:
            yield make(waiting, watch)

    def _cells(self, rows: list[Row], _: object) -> Batch:
        assert self.make.plain is not None
        answer_at, response_at, _, domain_at = self.make.plain
        lines, cells, _ = zip(*rows, strict=True)
        answers = [row[answer_at] or "" for row in cells]
        domains = [None] * len(rows) if domain_at is None else [row[domain_at] for row in cells]
        return Batch(rows, Sides(lines, answers, None, [row[response_at] for row in cells]), domains, None)

    def _records(self, rows: list[Row], watch: Callable[[Record], None] | None) -> Batch:
        records = list(map(self.make, rows))
        if watch:
            for record in records:
                watch(record)
        return Batch(rows, Sides.of(records), [record.domain for record in records], records)


def _first(rows: Iterator[Row]) -> Iterator[Row]:
    """The rows at the head of a file: few where they are long."""
    size = 0
    for row in islice(rows, HEAD):
        yield row
        size += sum(len(cell) if isinstance(cell, str) else 1 for cell in row[1])
        if size >= FAR:
            return
