"""CSV and TSV: text to records, each with its cells, the line it begins on and its original text.

The `csv` module parses a block of lines at a time, so that what a record costs on top of `csv.reader` is close to
nothing.
"""

from __future__ import annotations

import csv
import io
from contextlib import contextmanager
from itertools import accumulate
from threading import Lock
from typing import TYPE_CHECKING, Final, TypeAlias

from indicmatch.errors import BadFile
from indicmatch.records.text import RECORD_LIMIT, Source, line_ends, whole_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Batch", "batches", "cells_of"]

Batch: TypeAlias = tuple[list[int] | range, list[list[str]], list[str]]
"""Of some records: the line each begins on, its cells, its text without the line end. A blank line has no cells."""

_NO_LIMIT: Final = 1 << 30
_LOCK: Final = Lock()


def batches(source: Source, delimiter: str) -> Iterator[Batch]:
    """The records of a source. Those before a fault are given before it is raised."""
    parser = _Parser(source.file, delimiter)
    held: list[str] = []
    size = wanted = 0
    pieces = whole_lines(source, lambda: parser.line - 1 + line_ends("".join(held)))
    fault: BadFile | None = None
    text = " "
    while text:
        try:
            text = next(pieces, "")
        except BadFile as error:
            text, fault = "", error
        if text:
            held.append(text)
            size += len(text)
            if size < wanted:
                continue  # an unfinished record is parsed again when as much again has come: linear, not quadratic
        if held:
            yield parser.parse("".join(held))
        if parser.fault:
            raise parser.fault
        held = [parser.rest] if parser.rest else []
        size = len(parser.rest)
        wanted = 2 * size
        if size > RECORD_LIMIT:
            raise parser.endless()
    if fault:
        raise fault
    if parser.rest:
        raise parser.unterminated()


def cells_of(record: str, delimiter: str) -> list[str]:
    """The cells of one record's text."""
    with _any_field_size():
        return next(csv.reader(io.StringIO(record, newline=""), delimiter=delimiter, strict=True))


class _Parser:
    """Parses pieces of text that end with a line end; keeps the line number, the unfinished record and the fault
    found.
    """

    def __init__(self, file: str, delimiter: str) -> None:
        self._file, self._delimiter = file, delimiter
        self.line, self._spanning = 1, False
        self.rest = ""
        self.fault: BadFile | None = None

    def parse(self, text: str) -> Batch:
        """The whole records of a text. It is cut where records seem to end; if each piece proves to be one, no work is done for a single
        record.
        """
        end = "\r\n" if "\r" in text else "\n"
        lines = text.split(end)
        if not lines[-1]:
            lines.pop()
        if end == "\r\n" and any("\r" in line for line in lines):
            return self._parse_slowly(text)  # other line ends too
        return self._parse_pieces(text, lines, end) or self._parse_slowly(text)

    def _parse_pieces(self, text: str, lines: list[str], end: str) -> Batch | None:
        """The records that lines are, or seem to make; None where it turns out otherwise: a row for each piece proves every one."""
        pieces = _joined(lines, end) if self._spanning else lines
        rows: list[list[str]] = []
        unfinished = False
        with _any_field_size():
            try:
                rows += csv.reader(pieces, delimiter=self._delimiter, strict=True)  # keeps the rows before an error
            except csv.Error as error:
                unfinished = str(error) == _UNFINISHED
        if len(rows) != len(pieces) - unfinished:
            if self._spanning:
                return None
            self._spanning = True
            return self._parse_pieces(text, lines, end)
        whole = pieces[: len(rows)]
        several = [piece for piece in whole if "\n" in piece]
        if any(piece[-1] == "\n" for piece in several):
            return None  # a record, and a blank line that was taken for a part of it
        self.rest = text[len(end.join([*whole, ""])) :] if unfinished else ""
        first = self.line
        if not several:
            self.line += len(whole)
            return range(first, self.line), rows, whole
        firsts = list(accumulate((1 + piece.count("\n") if "\n" in piece else 1 for piece in whole), initial=first))
        self.line = firsts.pop()
        return firsts, rows, whole

    def _parse_slowly(self, text: str) -> Batch:
        """The same record by record, which is right for any text and finds where a fault is."""
        lines = list(io.StringIO(text, newline=""))  # str.splitlines would also split at U+2028 and others
        reader = csv.reader(lines, delimiter=self._delimiter, strict=True)
        firsts, rows, raws = [], [], []
        start, self.rest = 0, ""
        try:
            with _any_field_size():
                for cells in reader:
                    end = reader.line_num
                    raw = lines[start] if end == start + 1 else "".join(lines[start:end])
                    raws.append(raw.rstrip("\r\n"))
                    rows.append(cells)
                    firsts.append(self.line + start)
                    start = end
        except csv.Error as error:
            record = lines[start : reader.line_num]
            if str(error) == _UNFINISHED:
                self.rest = "".join(record)
            else:
                self.fault = self._stray(record, self.line + start, self.line + reader.line_num - 1)
        self.line += start
        return firsts, rows, raws

    def _stray(self, record: list[str], first: int, last: int) -> BadFile:
        place = "" if first == last else f", on line {last}"
        problem = f"the record that begins here has text after a closing quote{place}"
        remedy = 'write a quote inside a quoted cell twice ("")'
        if '\\"' in "".join(record):
            remedy += ', not with a backslash (\\")'
        if first != last:
            remedy += f", and see whether a quote that opens on line {first} is never closed"
        return BadFile(problem, file=self._file, line=first, remedy=remedy)

    def unterminated(self) -> BadFile:
        lines = line_ends(self.rest)
        problem = f"an unterminated quote: a cell of the record that begins here is not closed in the {lines} lines to the end"
        return BadFile(problem, file=self._file, line=self.line, remedy=_CLOSE)

    def endless(self) -> BadFile:
        problem = (
            f"a quoted cell of the record that begins here is still open after {RECORD_LIMIT:,} characters, the most that a record may have"
        )
        return BadFile(problem, file=self._file, line=self.line, remedy=_CLOSE)


def _joined(lines: list[str], end: str) -> list[str]:
    """Lines joined where a line end stands in quotes, as far as counting these can tell."""
    pieces: list[str] = []
    quoted: list[str] = []
    for line in lines:
        odd = '"' in line and line.count('"') % 2
        if quoted or odd:
            quoted.append(line)
        else:
            pieces.append(line)
        if odd and len(quoted) > 1:
            pieces.append(end.join(quoted))
            quoted = []
    return [*pieces, end.join(quoted)] if quoted else pieces


_UNFINISHED: Final = "unexpected end of data"
_CLOSE: Final = 'close the quote; a cell that only begins with a quotation mark is written """like this"'


@contextmanager
def _any_field_size() -> Iterator[None]:
    """`csv` has one limit for the whole process: raised only while a block is parsed, and put back."""
    with _LOCK:
        limit = csv.field_size_limit(_NO_LIMIT)
        try:
            yield
        finally:
            csv.field_size_limit(limit)
