"""A scored file: every record of the input as it was, and our columns behind it."""

from __future__ import annotations

import json
import re
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from indicmatch.errors import BadFile
from indicmatch.records.csv_text import csv_text
from indicmatch.records.delimited import cells_of
from indicmatch.records.opening import format_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from indicmatch.records.table import Cell, Row, Table

__all__ = ["Appender", "output_name", "output_place"]

LINE: Final = "line"
"""The column that says which record of the input a line of values alone belongs to."""
_REPORTS: Final = (".json", ".html")
"""Ends of names that people give to a report; rows are never written so."""
_SPACE: Final = re.compile("[ \t\r\n]*")


class Appender:
    """Makes the lines of an output that has every column of a table unchanged, then `names`.

    CSV, TSV and JSONL stay what they are: the text of a record is passed through byte for byte, with our values behind
    it (in JSONL: inside the object). Other formats become CSV. An input column that bears one of our names is a
    `BadFile`, unless `replace` is true; then it is dropped from every record. With `alone` a line has our values only,
    behind the line on which the record begins. Write the lines with the encoding `encoding`, which keeps a byte order mark.

    >>> from indicmatch.records import open_table
    >>> table = open_table([{"answer": "Delhi, India", "response": "Delhi"}])
    >>> append = Appender(table, ["exact_substring"])
    >>> append.header, [append.line(row, [0]) for row in table]
    ('answer,response,exact_substring\\n', ['"Delhi, India",Delhi,0\\n'])
    """

    def __init__(self, table: Table, names: Sequence[str], *, replace: bool = False, alone: bool = False) -> None:
        self._table, self._names, self._replace, self._alone = table, list(names), replace, alone
        self._json = table.format == "jsonl"
        self._verbatim = table.format in {"csv", "tsv"}
        self._keys = [json.dumps(name, ensure_ascii=False) for name in names]
        self._width, self._kept = len(table.header), self._unclashing()

    @property
    def encoding(self) -> str:
        return "utf-8-sig" if self._table.bom else "utf-8"

    @property
    def header(self) -> str:
        """The header line; empty for JSONL, which has none."""
        if self._json:
            return ""
        table = self._table
        if self._alone:
            return self._joined(LINE, self.ours(self._names))
        if self._verbatim and self._kept is None:
            return self._joined(table.header_text, self.ours(self._names))
        return self._joined(csv_text(self._keep(table.header), table.delimiter), self.ours(self._names))

    def line(self, row: Row, values: Sequence[object]) -> str:
        """The output line of one record; None among the values is a blank (in JSONL null)."""
        return self.line_with(row, self.ours(values))

    def ours(self, values: Sequence[object]) -> str:
        """The text of our columns in an output line, which many records may share."""
        if self._json:
            return ", ".join(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in zip(self._keys, values, strict=True))
        delimiter = self._table.delimiter
        texts = ["" if value is None else str(value) for value in values]
        ours = delimiter.join(texts)
        unquoted = '"' not in ours and "\n" not in ours and "\r" not in ours and ours.count(delimiter) == len(texts) - 1
        return ours if unquoted else csv_text(texts, delimiter)

    def line_with(self, row: Row, ours: str) -> str:
        """The output line of one record, with the text that `ours` made."""
        line, cells, raw = row
        if self._alone:
            return f'{{"{LINE}": {line}, {ours}}}{self._table.terminator}' if self._json else self._joined(str(line), ours)
        if self._json:
            return self._json_line(raw, ours)
        if not self._verbatim:
            raw = csv_text(self._keep(self._padded(cells, line)))
        elif self._kept is not None:
            raw = csv_text(self._keep(cells_of(raw, self._table.delimiter)), self._table.delimiter)
        return self._joined(raw, ours)

    def lines(self, rows: Sequence[Row], ours: Sequence[str]) -> str:
        """The output lines of several records."""
        if self._verbatim and self._kept is None and not self._alone:
            delimiter, end = self._table.delimiter, self._table.terminator
            behind = {text: f"{delimiter}{text}{end}" for text in set(ours)}
            return "".join(chain.from_iterable((row[2], behind[text]) for row, text in zip(rows, ours, strict=True)))
        return "".join([self.line_with(row, text) for row, text in zip(rows, ours, strict=True)])

    def _joined(self, record: str, ours: str) -> str:
        return f"{record}{self._table.delimiter}{ours}{self._table.terminator}"

    def _json_line(self, raw: str, ours: str) -> str:
        if len(self._table.header) != self._width:  # a record brought a new key
            self._width, self._kept = len(self._table.header), self._unclashing()
        if self._kept is None:
            start, end = raw[: raw.rindex("}")].rstrip(), self._table.terminator
            return f"{start}{ours}}}{end}" if start.endswith("{") and start.lstrip() == "{" else f"{start}, {ours}}}{end}"
        kept = [text for key, text in _members(raw) if key not in self._names]
        return f"{{{', '.join([*kept, ours])}}}{self._table.terminator}"

    def _padded(self, cells: Sequence[Cell], line: int) -> Sequence[Cell]:
        if len(cells) > self._width:
            problem = f"the record brings a new column {self._table.header[self._width]!r} when the header is already written"
            raise BadFile(problem, file=self._table.file, line=line, remedy="give the first record every column")
        return [*cells, *[None] * (self._width - len(cells))]

    def _keep(self, cells: Sequence[Cell]) -> Sequence[Cell]:
        return cells if self._kept is None else [cells[at] for at in self._kept]

    def _unclashing(self) -> list[int] | None:
        """The input columns that stay, None when all do."""
        header = self._table.header
        ours = [name for name in header if name in self._names]
        if not ours:
            return None
        if self._alone:
            return None
        if not self._replace:
            problem = f"the input has columns of its own that are called as ours: {', '.join(map(repr, ours))}"
            raise BadFile(problem, file=self._table.file, line=1, remedy="rename them, or say --replace to drop them")
        return [at for at, name in enumerate(header) if name not in self._names]


def output_name(file: str, format: str) -> str:
    """The file name of an output that is named after its input: the same, or with `.csv` where the format becomes CSV.

    >>> output_name("data/hindi.xlsx", "xlsx"), output_name("data/hindi.csv.gz", "csv")
    ('hindi.csv', 'hindi.csv.gz')
    """
    path = Path(file)
    if file.startswith("<"):
        return f"{file.strip('<>')}.{format if format in {'tsv', 'jsonl'} else 'csv'}"
    return path.name if format in {"csv", "tsv", "jsonl"} else f"{path.stem}.csv"


def output_place(place: Path, table: Table) -> Path:
    """Where the rows of a table are written: `place`, or the file in it that is named after the input where that is a folder.

    Raises `BadFile` for a name that says another format than theirs.
    """
    target = place / output_name(table.file, table.format) if place.is_dir() else place
    written = table.format if table.format in {"tsv", "jsonl"} else "csv"
    said = format_of(target) or (target.suffix.lower() if target.suffix.lower() in _REPORTS else "")
    if said not in ("", written):
        problem = f"the file's name says {said.removeprefix('.')}, and what is written is {written}"
        raise BadFile(problem, file=target, remedy=f"name it .{written}")
    return target


def _members(text: str) -> Iterator[tuple[str, str]]:
    """The members of a JSON object: each key, and the text of key and value as it stands."""
    decoder = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str)
    at = _after_space(text, _after_space(text, 0) + 1)
    while text[at] != "}":
        if text[at] == ",":
            at = _after_space(text, at + 1)
        start = at
        key, at = decoder.raw_decode(text, at)
        _, at = decoder.raw_decode(text, _after_space(text, _after_space(text, at) + 1))
        yield key, text[start:at]
        at = _after_space(text, at)


def _after_space(text: str, at: int) -> int:
    found: Any = _SPACE.match(text, at)
    return int(found.end())
