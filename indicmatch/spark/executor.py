"""What executors do: the batch function of the local engine over the tables of a partition, batches of Arrow columns in and out."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from indicmatch.errors import BadFile, IndicMatchError, IndicMatchWarning
from indicmatch.metrics import Metric
from indicmatch.records import Bound, Checks, Columns, Record, RecordMaker, Row, bind
from indicmatch.records.elsewhere import path_counts
from indicmatch.score import Plan
from indicmatch.score.batch import BatchScorer, Sides, Task
from indicmatch.score.clusters import is_graded
from indicmatch.score.elsewhere import Found
from indicmatch.score.file_pass import group_of
from indicmatch.score.result import Result
from indicmatch.score.scored_copy import column_names, result_values
from indicmatch.spark.keys import KEYS, ROW, Note, Waiting
from indicmatch.spark.tables import Piece, Reader

if TYPE_CHECKING:
    import pyarrow

__all__ = ["Emits", "FirstRows", "Scoring", "our_types"]

ROWS, CHARACTERS = 1024, 1 << 22  # of a batch that leaves: it ends where it reaches one of them


@dataclass(frozen=True, slots=True)
class Emits:
    """What leaves: of each row the columns `kept` of its table and ours (None: no rows); `keys` beside them, which count rows and tell
    them apart by the columns `told`; `answers` too, if they are asked for.
    """

    kept: tuple[int, ...] | None
    keys: bool = False
    told: tuple[int, ...] = ()
    answers: bool = False


class FirstRows:
    """The first `count` rows of each partition, pickled: for each table its header, and rows with cells in the columns `kept` (None: in
    all); an error in the place of a table that cannot be read.
    """

    def __init__(self, reader: Reader, count: int, kept: tuple[int, ...] | None = None) -> None:
        self._reader, self._count, self._kept = reader, count, kept

    def __call__(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        left = self._count
        with _unheard():
            pieces = self._reader(batches)
            while left > 0:
                said: Any
                try:
                    piece = next(pieces, None)
                    if piece is None:
                        return
                    rows = [(line, self._cells(cells), "") for line, cells, _ in islice(piece.table, left)]
                    said, left = (piece.table.header, rows), left - len(rows)
                except IndicMatchError as error:
                    said, left = error, 0
                yield pyarrow.RecordBatch.from_arrays([pyarrow.array([pickle.dumps(said)], pyarrow.binary())], names=["said"])

    def _cells(self, cells: Sequence[Any]) -> list[Any]:
        return list(cells) if self._kept is None else [cell if at in self._kept else None for at, cell in enumerate(cells)]


class Scoring:
    """Scores the rows of a partition; `required` are the parts of a record that must be there, `names` those of the columns that leave."""

    def __init__(
        self, reader: Reader, task: Task, columns: Columns, required: frozenset[str], emits: Emits, names: Sequence[str]
    ) -> None:
        self._reader, self._task, self._columns, self._required = reader, task, columns, required
        self._emits, self._names, self._metrics = emits, list(names), task.plan.parsed()

    def __call__(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        note, waiting = Note(Found(Checks(self._task.file, self._task.plan.references))), Waiting()
        kept = self._text_types()
        try:
            with _unheard():
                for piece in self._reader(batches):
                    kept = self._types(piece)
                    bound = bind(piece.table, self._columns, required=self._required)
                    for rows, records, results in self._results(piece, bound, note.found):
                        if self._emits.keys:
                            self._count(rows, [group_of(record.domain, bound) for record in records], records, results, waiting)
                        if self._emits.kept is not None:
                            yield self._rows(rows, piece, results)
                        if waiting.full:
                            yield self._key_rows(waiting.columns(), kept)
        except IndicMatchError as error:
            if not self._emits.keys:
                raise _without_line(error) from None
            note.error = error
        if self._emits.keys and kept is not None:
            yield self._key_rows(waiting.columns(), kept)
            yield self._key_rows(note.columns(), kept)

    def _results(self, piece: Piece, bound: Bound, found: Found) -> Iterator[tuple[list[Row], list[Record], list[Result]]]:
        make = RecordMaker(bound, self._task.plan.references)
        for rows in _chunks(piece):
            records = list(map(make, rows))
            judged = _scorer(self._task)(Sides.of(records))
            found.checks.merge(judged.checks)
            found.unfound += judged.unfound
            yield rows, records, judged.results
        found.paths += [counts for counts in [path_counts(bound)] if counts]
        found.texts += piece.said

    def _count(self, rows: list[Row], groups: list[str], records: list[Record], results: list[Result], waiting: Waiting) -> None:
        told = self._emits.told
        places: list[Any] = [place for place, _, _ in rows]
        waiting.count(places, groups, [[cells[at] for at in told] for _, cells, _ in rows] if told else (), results)
        if self._emits.answers:
            waiting.answer(places, [record.references for record in records])

    def _text_types(self) -> list[Any] | None:
        """The types of the columns that leave, where no table need be seen for them."""
        import pyarrow

        return [pyarrow.string()] * len(self._emits.kept or ()) if self._reader.is_text or not self._emits.kept else None

    def _types(self, piece: Piece) -> list[Any] | None:
        return self._text_types() if piece.batch is None else [piece.batch.column(at).type for at in self._emits.kept or ()]

    def _rows(self, rows: list[Row], piece: Piece, results: list[Result]) -> pyarrow.RecordBatch:
        import pyarrow

        plan, known, kept = self._task.plan, {id(result): result for result in results}, self._emits.kept or ()
        values = {key: result_values(result, plan, self._metrics) for key, result in known.items()}
        ours = list(zip(*(values[id(result)] for result in results), strict=True)) or [()] * len(column_names(plan))
        columns = [
            piece.batch.column(at) if piece.batch is not None else pyarrow.array([cells[at] for _, cells, _ in rows], pyarrow.string())
            for at in kept
        ]
        columns += [pyarrow.array(column, _arrow(kind)) for column, kind in zip(ours, our_types(plan), strict=True)]
        return self._batch(columns, {"kind": [ROW] * len(rows)}, len(rows))

    def _key_rows(self, keys: dict[str, list[Any]], kept: list[Any] | None) -> pyarrow.RecordBatch:
        import pyarrow

        count, kinds = len(keys["kind"]), [] if self._emits.kept is None else [*(kept or ()), *map(_arrow, our_types(self._task.plan))]
        return self._batch([pyarrow.nulls(count, kind) for kind in kinds], keys, count)

    def _batch(self, columns: list[Any], keys: dict[str, list[Any]], count: int) -> pyarrow.RecordBatch:
        import pyarrow

        if self._emits.keys:
            columns = columns + [pyarrow.array(keys.get(name, [None] * count), _arrow(kind)) for name, kind in KEYS.items()]
        return pyarrow.RecordBatch.from_arrays(columns, names=self._names)


def our_types(plan: Plan) -> Iterator[str]:
    """The type of each of `column_names`, as Spark calls it."""
    for variant in plan.names:
        for metric in plan.parsed():
            if variant in plan.names_of(metric):
                yield from _types_of(metric)
    yield from ("int", "int")
    yield from ("string" for _ in plan.levels if plan.buckets is not None)


def _types_of(metric: Metric) -> list[str]:
    if metric.name == "word_overlap":
        return ["int"] * 3
    return ["double" if is_graded(metric) else "int"]


def _arrow(kind: str) -> Any:
    import pyarrow

    kinds = {"int": pyarrow.int32(), "long": pyarrow.int64(), "double": pyarrow.float64(), "string": pyarrow.string()}
    return kinds.get(kind) or pyarrow.binary()


def _chunks(piece: Piece) -> Iterator[list[Row]]:
    """The rows of a table, as many at a time as leave together: those of a batch of columns do."""
    rows: list[Row] = []
    size = 0
    for row in piece.table:
        rows.append(row)
        size += len(row[2])
        if piece.batch is None and (len(rows) == ROWS or size >= CHARACTERS):
            yield rows
            rows, size = [], 0
    if rows:
        yield rows


@contextmanager
def _unheard() -> Iterator[None]:
    """Nobody reads what an executor warns of; what matters leaves as a note."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        yield


def _without_line(error: IndicMatchError) -> IndicMatchError:
    """In a frame nobody knows which row a line is."""
    return BadFile(error.problem, file=error.file, remedy=error.remedy) if isinstance(error, BadFile) else error


@lru_cache(maxsize=4)
def _scorer(task: Task) -> BatchScorer:
    return BatchScorer(task)
