"""Human labels: a column that says of some rows whether a person takes the response for right."""

from __future__ import annotations

from collections.abc import Callable

from indicmatch.errors import BadFile
from indicmatch.judge.words import fold, meaning_of
from indicmatch.records import Cell, Row, Table
from indicmatch.records.headers import find_column

__all__ = ["DEFAULT_COLUMN", "human_label", "label_reader"]

DEFAULT_COLUMN = "human"
_RIGHT = ("correct", "true", "yes", "1", "1.0")
_WRONG = ("incorrect", "false", "no", "0", "0.0", "not_attempted")
_SAYS = dict.fromkeys(_RIGHT, True) | dict.fromkeys(_WRONG, False)


def human_label(cell: Cell) -> bool | None:
    """Whether a cell says right; None for a blank one. Numbers, truth values and the words of any shipped language will do.

    >>> human_label("1"), human_label("गलत"), human_label(" ")
    (True, False, None)
    """
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return None
    text = fold(cell) if isinstance(cell, str) else str(cell)
    said = _SAYS.get(text, _SAYS.get(meaning_of(text) or ""))
    if said is None:
        message = f"{cell!r} is no label"
        raise ValueError(message)
    return said


def label_reader(table: Table, column: str | None) -> Callable[[Row], bool | None] | None:
    """The function from a row to its human label; None where the table has no such column and none was named."""
    name = column or DEFAULT_COLUMN
    at = find_column(table, name, option="--human-col")
    if at is None:
        if column is None:
            return None
        problem = f"no column {name!r} for the human labels; the header has {', '.join(map(repr, table.header))}"
        raise BadFile(problem, file=table.file, line=1, remedy="correct --human-col")

    def read(row: Row) -> bool | None:
        line, cells, _ = row
        try:
            return human_label(cells[at])
        except ValueError as error:
            problem = f"{error} in the column {table.header[at]!r}"
            remedy = "write 1 or 0 (or correct, incorrect), and leave it blank where nobody judged"
            raise BadFile(problem, file=table.file, line=line, remedy=remedy) from None

    return read
