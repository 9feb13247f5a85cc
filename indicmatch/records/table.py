"""A table: a header and rows in one pass, whatever file they come from."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from indicmatch.errors import IndicMatchWarning

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["LOOK_AHEAD", "Cell", "Notes", "Row", "Table"]

LOOK_AHEAD = 100
"""How many objects are read before the header is given: a null key is often left out, in the first one too."""

Cell: TypeAlias = "str | list[Any] | dict[str, Any] | None"
"""Text; None for a null, an absent key or a blank spreadsheet cell; a list or a dict for what is nested in JSON."""
Row: TypeAlias = tuple[int, Sequence[Cell], str]
"""The line a record begins on (from 1), its cells in the header's order, its text without the line end
(empty where the file is no text). A plain tuple, since a million of them are made."""


class Notes:
    """What a reading has to say: each text is a Python warning, and stays in `texts`."""

    __slots__ = ("_at_end", "_at_growth", "_blank", "_first_blank", "_held", "_waiting", "changed", "file", "texts", "waiting_from")

    def __init__(self, file: str) -> None:
        self.file = file
        self.texts: list[str] = []
        self.changed: dict[str, int] = {}
        self._blank = self._first_blank = self._waiting = self.waiting_from = 0
        self._at_end: list[Callable[[Notes], None]] = []
        self._at_growth: list[Callable[[int], None]] = []
        self._held = False

    def warn(self, text: str) -> None:
        self.texts.append(text)
        warnings.warn(text, IndicMatchWarning, stacklevel=3)

    def blank(self, line: int) -> None:
        """A blank line; it matters only once a record follows."""
        self._waiting += 1
        self.waiting_from = self.waiting_from or line

    def record_follows(self) -> None:
        self._first_blank = self._first_blank or self.waiting_from
        self._blank += self._waiting
        self._waiting = self.waiting_from = 0

    def at_end(self, action: Callable[[Notes], None]) -> None:
        """Have something done when the last row has been read, for what only then is known."""
        self._at_end.append(action)

    def at_growth(self, action: Callable[[int], None]) -> None:
        """Have something done when a record, on the line given, brings columns that the header did not have."""
        self._at_growth.append(action)

    def grown(self, line: int) -> None:
        for action in self._at_growth:
            action(line)

    def finish(self) -> None:
        if self._blank:
            lines = "1 blank line" if self._blank == 1 else f"{self._blank} blank lines"
            self.warn(f"{self.file}: {lines} between records, the first on line {self._first_blank}: skipped, as no records")
            self._blank = 0
        if not self._held:
            self.release()

    def hold(self) -> None:
        """Do nothing `at_end` before `release`: for a reader that takes in rows before it looks at them."""
        self._held = True

    def release(self) -> None:
        """Do what is to be done `at_end`, once."""
        actions, self._at_end = self._at_end, []
        for action in actions:
            action(self)


class Table:
    """The header and the rows of one file; iterate over it once.

    `file` is the name for people; `format` one of csv, tsv, jsonl, xlsx, parquet, frame; `header` the column names as
    written (that of a JSONL file grows when a later record brings a new key); `header_text` their original text; `bom`
    and `terminator` what an output that resembles the input needs; `encoding` None where the file is no text;
    `warnings` the texts warned of so far.
    """

    def __init__(
        self,
        notes: Notes,
        format: str,
        header: list[str],
        rows: Iterator[Row],
        *,
        header_text: str = "",
        encoding: str | None = None,
        bom: bool = False,
        terminator: str = "\n",
        close: Callable[[], None] | None = None,
    ) -> None:
        self.notes, self.format, self.header = notes, format, header
        self.header_text, self.encoding, self.bom, self.terminator = header_text, encoding, bom, terminator
        self._rows, self._close = rows, close

    @property
    def file(self) -> str:
        return self.notes.file

    @property
    def warnings(self) -> list[str]:
        return self.notes.texts

    @property
    def delimiter(self) -> str:
        return "\t" if self.format == "tsv" else ","

    @property
    def changed(self) -> dict[str, int]:
        """How many cells of each column differ from their text in the file; none do, unless they are read as pandas
        does.
        """
        return self.notes.changed

    def transform(self, change: Callable[[Iterator[Row]], Iterator[Row]]) -> None:
        self._rows = change(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return self._rows

    def close(self) -> None:
        """Close the file; done by itself at the end of the rows, and when the table is dropped."""
        if self._close is not None:
            self._close()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Table {self.file} ({self.format}): {', '.join(map(repr, self.header))}>"
