"""The bytes of a file: opened, told apart from what is no text, unpacked when they are gzip."""

from __future__ import annotations

import gzip
import sys
import zlib
from pathlib import Path
from typing import IO, Final, cast

from indicmatch.errors import BadFile

__all__ = ["Bytes", "name_of", "open_binary", "whole_file"]

BLOCK: Final = 1 << 15  # measured: larger blocks of rows cost the garbage collector more than they save
STDIN: Final = "<stdin>"
_GZIP: Final = b"\x1f\x8b"
_NOT_TEXT: Final = (
    (
        b"PK\x03\x04",
        "a ZIP archive, as .xlsx and .ods files are",
        "name it .xlsx if it is a spreadsheet, else unpack it",
    ),
    (b"PAR1", "a Parquet file", "name it .parquet"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel file", "name it .xls, or save it as CSV UTF-8"),
    (b"%PDF-", "a PDF", "export the table as CSV UTF-8"),
    (b"\xfd7zXZ\x00", "compressed with xz", "decompress it, or compress it with gzip"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd", "decompress it, or compress it with gzip"),
    (b"BZh91AY&SY", "compressed with bzip2", "decompress it, or compress it with gzip"),
)


class Bytes:
    """The bytes of a file or of stdin, unpacked: `first` (the first block), then `read` until `b""`; `file` is its name
    for people.

    It closes its file when it is dropped: a reading that is given up half-way leaves nothing open.
    """

    __slots__ = ("_gzip", "_owned", "_stream", "file", "first")

    def __init__(self, path: str | Path | IO[bytes], file: str = "") -> None:
        self.file = file or (name_of(path) if isinstance(path, str | Path) else "<stream>")
        self._gzip: gzip.GzipFile | None = None
        self._owned = isinstance(path, str | Path) and self.file != STDIN
        self._stream = open_binary(path) if isinstance(path, str | Path) else path
        self.first = self.read()
        if self.first.startswith(_GZIP):
            self._gzip = gzip.GzipFile(mode="rb", fileobj=cast("IO[bytes]", _Rejoined(self.first, self._stream)))
            self.first = self.read()
        if not self.first:
            raise _empty(self.file)
        for magic, what, remedy in _NOT_TEXT:
            if self.first.startswith(magic):
                problem = f"the file is {what}, not text"
                raise BadFile(problem, file=self.file, remedy=remedy)

    def read(self) -> bytes:
        try:
            return self._stream.read(BLOCK) if self._gzip is None else self._gzip.read(BLOCK)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            problem = f"the gzip data is damaged or cut off ({error})"
            raise BadFile(problem, file=self.file, remedy="make the file again") from error
        except OSError as error:
            problem = f"the file cannot be read ({error.strerror or error})"
            raise BadFile(problem, file=self.file) from error

    def close(self) -> None:
        if self._gzip is not None:
            self._gzip.close()
        if self._owned:
            self._stream.close()

    def __del__(self) -> None:
        if hasattr(self, "_stream"):
            self.close()


class _Rejoined:
    """A stream with a block put back before it, since a pipe cannot be wound back."""

    __slots__ = ("_first", "_stream")

    def __init__(self, first: bytes, stream: IO[bytes]) -> None:
        self._first, self._stream = first, stream

    def read(self, size: int) -> bytes:
        if not self._first:
            return self._stream.read(size)
        head, self._first = self._first[:size], self._first[size:]
        return head


def whole_file(path: str | Path) -> tuple[str, bytes]:
    """The name of a file for people, and all its bytes: for formats that cannot be read in pieces."""
    file, stream = name_of(path), open_binary(path)
    try:
        data = stream.read()
    finally:
        if file != STDIN:
            stream.close()
    if not data:
        raise _empty(file)
    return file, data


def name_of(path: str | Path) -> str:
    return STDIN if str(path) == "-" else str(path)


def _empty(file: str) -> BadFile:
    return BadFile("the file is empty (zero bytes)", file=file, remedy="write the header and the rows again")


def open_binary(path: str | Path) -> IO[bytes]:
    """A file opened for reading, or stdin for `-`."""
    if str(path) == "-":
        stream: IO[bytes] | None = getattr(sys.stdin, "buffer", None)
        if stream is None:
            problem = "standard input is not open"
            raise BadFile(problem, file=STDIN, remedy="name a file")
        return stream
    path = Path(path)
    if path.is_dir():
        problem = "this is a folder, not a file"
        raise BadFile(problem, file=path, remedy=f"name the files in it, for example {path}/*.csv")
    try:
        return path.open("rb")
    except FileNotFoundError:
        problem = "no such file"
        raise BadFile(problem, file=path, remedy=_neighbours(path)) from None
    except OSError as error:
        problem = f"the file cannot be opened ({error.strerror or error})"
        raise BadFile(problem, file=path, remedy="look at its name and its permissions") from error


def _neighbours(path: Path) -> str:
    from difflib import get_close_matches

    if not path.parent.is_dir():
        return f"the folder {path.parent} does not exist either"
    near = get_close_matches(path.name, [other.name for other in path.parent.iterdir()], n=1)
    return f"look whether you meant {path.with_name(near[0])}" if near else "look at its name and its folder"
