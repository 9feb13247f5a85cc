"""Which column holds the question, the answer, the response ...: by name, by path or by a function."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from indicmatch.errors import BadFile, unknown
from indicmatch.records.headers import find_column, missing_column
from indicmatch.records.paths import Path, parse_steps, prefixes
from indicmatch.records.table import LOOK_AHEAD

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from indicmatch.records.table import Cell, Row, Table

__all__ = ["Bound", "Columns", "Field", "Selector", "bind"]

Selector: TypeAlias = "str | Callable[[Mapping[str, Cell]], Any]"

ALIASES: Final = {"user_input_column": "question", "response_column": "response", "reference_column": "answer"}


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each part of a record stands: a column's name, a path such as `choices[0].message.content` into a JSON cell
    or record (the exact column name is tried first), or a function of the row as a mapping from column to cell.

    >>> Columns(answer="golden").answer
    'golden'
    """

    question: Selector = "question"
    answer: Selector = "answer"
    domain: Selector = "Domain"
    response: Selector = "response"
    model: Selector | None = None
    sample: Selector | None = None
    cluster: Selector | None = None

    @classmethod
    def of(cls, given: Columns | Mapping[str, Selector] | None = None, **aliases: Selector | None) -> tuple[Columns, frozenset[str]]:
        """The columns that a caller names in any of the allowed ways, and the parts named: those must then be there."""
        columns = given if isinstance(given, Columns) else cls()
        named: dict[str, Selector] = {} if given is None or isinstance(given, Columns) else dict(given)
        known = [field.name for field in fields(cls)]
        for name, selector in aliases.items():
            if name not in ALIASES:
                kind = "keyword"
                raise unknown(kind, name, ALIASES)
            if selector is not None:
                named[ALIASES[name]] = selector
        for name in named:
            if name not in known:
                kind = "part of a record"
                raise unknown(kind, name, known)
        columns = replace(columns, **named)
        changed = {name for name in known if getattr(columns, name) != getattr(cls(), name)}
        return columns, frozenset(changed | named.keys())


@dataclass(frozen=True, slots=True)
class Field:
    """How one part of a record is got from a row; `index` where that is simply a cell."""

    name: str
    index: int | None
    get: Callable[[Row], Any]


@dataclass(frozen=True, slots=True)
class Bound:
    """The columns of one table: `fields` by part, absent where the table has none."""

    table: Table
    fields: Mapping[str, Field]

    def getter(self, part: str) -> Callable[[Row], Any]:
        """The function from a row to a part; for a part that the table does not have, it gives None."""
        return self.fields[part].get if part in self.fields else _nothing

    def restart(self) -> None:
        """Have the paths count from nothing: the rows so far will be read again."""
        for field in self.fields.values():
            if isinstance(field.get, Path):
                field.get.restart()

    @property
    def taken(self) -> frozenset[int]:
        """The columns that are the question, the answer, the domain or the response themselves; all others are
        extra.
        """
        parts = ("question", "answer", "domain", "response")
        return frozenset(i for part in parts if part in self.fields and (i := self.fields[part].index) is not None)


def bind(table: Table, columns: Columns | None = None, *, required: Collection[str] = ("answer", "response")) -> Bound:
    """Find the columns in a table's header; one that is `required` and missing, or duplicate or ambiguous, is a
    `BadFile`.
    """
    columns = columns or Columns()
    found: dict[str, Field] = {}
    for part in fields(Columns):
        selector = getattr(columns, part.name)
        if selector is None:
            continue
        field = _field(table, part.name, selector)
        if field is not None:
            found[part.name] = field
        elif part.name in required:
            raise missing_column(table, selector, _option(part.name))
    absent = [name for part in fields(Columns) if part.name not in found and isinstance(name := getattr(columns, part.name), str)]
    if absent:
        table.notes.at_growth(lambda line: _refuse_late(table, absent, line))
    return Bound(table, found)


def _refuse_late(table: Table, absent: list[str], line: int) -> None:
    """Refuse a column that comes when rows have been read as if there were none."""
    for name in absent:
        if any(find_column(table, known) is not None for known in (name, *(known for known, _ in prefixes(name)))):
            problem = f"the key {name!r} comes here, and the first {LOOK_AHEAD} records have none"
            raise BadFile(problem, file=table.file, line=line, remedy="write it in the first record too, with null where there is nothing")


def _field(table: Table, part: str, selector: Selector) -> Field | None:
    if not isinstance(selector, str):
        return Field(part, None, _Function(table, selector))
    index = find_column(table, selector, option=_option(part))
    if index is not None:
        return Field(part, index, _Cell(index))
    for name, rest in prefixes(selector):
        index = find_column(table, name, option=_option(part))
        if index is not None:
            path = Path(selector, table.file, index, parse_steps(rest))
            table.notes.at_end(path.finish)
            return Field(part, None, path)
    return None


def _option(part: str) -> str:
    return "--cluster" if part == "cluster" else f"--{part}-col"


def _nothing(row: Row) -> None:
    return None


class _Cell:
    __slots__ = ("_index",)

    def __init__(self, index: int) -> None:
        self._index = index

    def __call__(self, row: Row) -> Cell:
        cells = row[1]
        return cells[self._index] if self._index < len(cells) else None


class _Function:
    __slots__ = ("_file", "_function", "_header")

    def __init__(self, table: Table, function: Callable[[Mapping[str, Cell]], Any]) -> None:
        self._header, self._function, self._file = table.header, function, table.file

    def __call__(self, row: Row) -> Any:
        try:
            return self._function(dict(zip(self._header, row[1], strict=False)))
        except Exception as error:
            problem = f"the column function raised {type(error).__name__}: {error}"
            raise BadFile(problem, file=self._file, line=row[0], remedy="make it work for every row") from error
