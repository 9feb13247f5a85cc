"""What a program has in memory: a pandas frame, or mappings one after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from indicmatch.errors import BadFile, BadInput
from indicmatch.records.jsonl import Item, mapping_rows
from indicmatch.records.table import Notes, Row, Table
from indicmatch.records.values import cell_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["frame_table", "mappings_table"]

_ROWS = 1024
FRAME, MAPPINGS = "<frame>", "<records>"


def frame_table(frame: pd.DataFrame) -> Table:
    """The table of a pandas frame, its index left aside; NaN, NaT and NA are blank, 1947.0 is `1947`. The first row is
    line 2.
    """
    header = [str(name) for name in frame.columns]
    notes = Notes(FRAME)
    return Table(notes, "frame", header, _frame_rows(frame, notes))


def _frame_rows(frame: pd.DataFrame, notes: Notes) -> Iterator[Row]:
    lines = count(2)
    for start in range(0, len(frame), _ROWS):
        part = frame.iloc[start : start + _ROWS]
        filled = part.notna().to_numpy().tolist()
        for values, there in zip(zip(*map(_objects, part.items()), strict=True), filled, strict=True):
            cells = [cell_of(value) if is_there else None for value, is_there in zip(values, there, strict=True)]
            yield next(lines), cells, ""
    notes.finish()


def _objects(column: tuple[Any, pd.Series[Any]]) -> Iterable[Any]:
    """The values of a column; of single precision as NumPy has them, which keeps their digits."""
    values = column[1]
    return values.to_numpy() if values.dtype == "float32" else values.astype(object)


def mappings_table(records: Iterable[Mapping[str, Any]]) -> Table:
    """The table of mappings from column to value; the columns are those of the first hundred and what later ones
    bring.
    """
    notes = Notes(MAPPINGS)
    header, rows = mapping_rows(_items(records), notes)
    if not header:
        problem = "there is no record"
        raise BadFile(problem, file=MAPPINGS, remedy="give at least one mapping from column to value")
    return Table(notes, "frame", header, rows)


def _items(records: Iterable[Mapping[str, Any]]) -> Iterator[Item]:
    for line, record in enumerate(records, 2):
        if not isinstance(record, Mapping):
            message = f"a record must be a mapping from column to value, not a {type(record).__name__}"
            raise BadInput(message)
        item = {str(key): cell_of(value) for key, value in record.items()}
        yield line, item, ""
