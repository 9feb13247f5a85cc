"""Bytes to decoded text, block by block: encodings, byte order marks, gzip, stdin, and what is wrong with any of them.

The decoding is our own, and not that of `open`, because an error has to name the byte, its offset in the whole file and
its line.
"""

from __future__ import annotations

import codecs
import io
import re
from typing import IO, TYPE_CHECKING, Final

from indicmatch.errors import BadFile, unknown
from indicmatch.records.raw_bytes import Bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = ["RECORD_LIMIT", "Source", "alike_lines", "line_ends", "split_lines", "whole_lines"]

RECORD_LIMIT: Final = 1 << 23
"""The longest record in characters: far beyond any answer, and what keeps an unclosed quote from reading a whole file
into memory.
"""

_LINE_END: Final = re.compile("\r\n|\n|\r")

# Longest first: the mark of UTF-16-LE begins that of UTF-32-LE.
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SUGGESTED: Final = (
    "utf-8",
    "utf-16",
    "utf-32",
    "cp1252",
    "latin-1",
    "mac-roman",
    "gb18030",
    "big5",
    "shift_jis",
    "ascii",
)


class Source:
    """One text file being read: `file` (its name for people), `encoding`, `bom`, its text as `blocks()`;
    `opening` is how it begins, for guesses about the format only.

    A generator of blocks holds the source and never the other way round, so that a reading that is given up closes its
    file at once.
    """

    __slots__ = ("_bytes", "_first", "_start", "bom", "encoding", "file", "opening")

    def __init__(self, path: str | Path | IO[bytes], encoding: str | None = None, *, file: str = "") -> None:
        wanted = None if encoding is None else _codec(encoding)
        self._bytes = Bytes(path, file)
        self.file, first = self._bytes.file, self._bytes.first
        self.encoding, self._start = self._decide(first, wanted)
        self._first, self.bom = first[self._start :], self._start > 0
        self.opening = codecs.getincrementaldecoder(self.encoding)("replace").decode(self._first)

    def _decide(self, first: bytes, wanted: str | None) -> tuple[str, int]:
        """The encoding, and how many bytes of a byte order mark stand before the text."""
        mark, marked = next(((mark, name) for mark, name in _MARKS if first.startswith(mark)), (b"", ""))
        if wanted is None:
            if marked.startswith("utf-32"):
                problem = "the byte order mark at byte 0 says UTF-32, an encoding that is read only when asked for"
                raise BadFile(problem, file=self.file, line=1, remedy="say --encoding utf-32, or save the file as UTF-8")
            return marked or "utf-8", len(mark)
        if wanted in {"utf-16", "utf-32"}:
            if not marked.startswith(wanted):
                problem = f"the encoding {wanted} was asked for, and no byte order mark at byte 0 tells its byte order"
                raise BadFile(problem, file=self.file, line=1, remedy=f"say --encoding {wanted}-le or {wanted}-be")
            return marked, len(mark)
        if marked == "utf-8" and wanted != "utf-8":
            problem = f"the encoding {wanted} was asked for, and the byte order mark at byte 0 says UTF-8"
            raise BadFile(problem, file=self.file, line=1, remedy="leave --encoding out")
        return wanted, len(mark) if marked == wanted else 0

    def blocks(self) -> Iterator[str]:
        """The decoded text; what stands before a NUL or a byte that cannot be read is given before `_Unreadable`."""
        decoder = codecs.getincrementaldecoder(self.encoding)()
        offset, data = self._start, self._first
        while True:
            pending = decoder.getstate()
            wrong = None
            try:
                text = decoder.decode(data, not data)
            except UnicodeDecodeError as error:
                wrong = error
                decoder.setstate(pending)
                text = decoder.decode(data[: max(0, error.start - len(pending[0]))])
            nul = text.find("\0") if b"\0" in data else -1
            if nul >= 0:
                text = text[:nul]
            if text:
                yield text
            if nul >= 0:
                raise _Unreadable
            if wrong is not None:
                raise self._undecodable(wrong, offset - len(pending[0])) from wrong
            if not data:
                return
            offset += len(data)
            data = self._bytes.read()

    def _undecodable(self, error: UnicodeDecodeError, start: int) -> _Unreadable:
        byte = error.object[error.start]
        where = f"the byte 0x{byte:02X} at byte offset {start + error.start}"
        problem = f"{where} is not valid in the encoding {self.encoding.upper()} ({error.reason})"
        remedy = "save the file as UTF-8, or name the encoding that it has with --encoding"
        character = bytes([byte]).decode("cp1252", "replace")
        if self.encoding == "utf-8" and error.reason != "unexpected end of data" and character != "\ufffd":
            remedy += f" (in cp1252, the old Windows encoding, this byte is {character!r})"
        return _Unreadable(problem, remedy)

    def line_end_after(self, text: str) -> str:
        """The line end that follows a text near the start of the file."""
        at = self.opening.find(text) + len(text)
        found = _LINE_END.search(self.opening, at)
        return found[0] if found else "\n"

    def close(self) -> None:
        self._bytes.close()


class _Unreadable(Exception):
    """What cannot be read, before its line is known; without a problem, a NUL."""

    def __init__(self, problem: str = "", remedy: str = "") -> None:
        super().__init__(problem, remedy)
        self.problem, self.remedy = problem, remedy

    def at(self, file: str, line: int, column: int) -> BadFile:
        if self.problem:
            return BadFile(self.problem, file=file, line=line, remedy=self.remedy)
        remedy = "remove it"
        if line == 1:  # text in UTF-16 is full of NULs, from the header on
            remedy += ", or say --encoding utf-16-le if the file is UTF-16 without a byte order mark"
        return BadFile(f"a NUL character (U+0000) in column {column}", file=file, line=line, remedy=remedy)


def line_ends(text: str) -> int:
    """How many line ends a text holds: LF, CRLF and a lone CR each are one."""
    ends = text.count("\n")
    return ends + text.count("\r") - text.count("\r\n") if "\r" in text else ends


def whole_lines(source: Source, lines_before: Callable[[], int]) -> Iterator[str]:
    """The text of a source in pieces that end with a line end, the last one perhaps without.

    `lines_before` says how many lines have been given so far; it is asked only when there is something wrong, since
    counting the lines of every piece here, too, would cost a tenth of all reading.
    """
    held: list[str] = []
    size = 0
    try:
        for block in source.blocks():
            cut = max(block.rfind("\n"), block.rfind("\r", 0, -1)) + 1  # a CR at the end may be half of a CRLF
            if cut:
                held.append(block[:cut])
                yield held[0] if len(held) == 1 else "".join(held)
                held, size = [], 0
            if cut < len(block):
                held.append(block[cut:])
                size += len(block) - cut
            if size > RECORD_LIMIT:
                problem = f"a line of more than {RECORD_LIMIT:,} characters"
                remedy = "see whether this is a table with one record a line"
                raise BadFile(problem, file=source.file, line=lines_before() + 1, remedy=remedy)
    except _Unreadable as fault:
        text = "".join(held)
        column = len(text) - max(text.rfind("\n"), text.rfind("\r"))
        raise fault.at(source.file, lines_before() + line_ends(text) + 1, column) from fault.__cause__
    if held:
        yield "".join(held)


def alike_lines(text: str) -> list[str] | None:
    """The lines of a text without their ends where all end alike, else None."""
    if "\r" not in text:
        lines = text.split("\n")
    else:
        lines = text.split("\r\n")
        ends = len(lines) - 1
        if not text.count("\r") == text.count("\n") == ends:
            return None
    if not lines[-1]:
        lines.pop()
    return lines


def split_lines(text: str) -> list[str]:
    """The lines of a text without their ends, which are LF, CRLF or a lone CR and nothing else."""
    lines = alike_lines(text)
    return [line.rstrip("\r\n") for line in io.StringIO(text, newline="")] if lines is None else lines


def _codec(name: str) -> str:
    """Python's own name of an encoding; a byte order mark is taken off whether or not the name says so."""
    try:
        found = codecs.lookup(name)
        "".encode(found.name)  # codecs such as rot13 are none of text
    except (LookupError, UnicodeError):
        kind = "encoding"
        raise unknown(kind, name, _SUGGESTED) from None
    return "utf-8" if found.name == "utf-8-sig" else found.name
