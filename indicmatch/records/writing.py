"""Output files that are either whole or not there."""

from __future__ import annotations

import contextlib
import errno
import gzip
import io
import os
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, TextIO

from indicmatch.errors import BadFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from _typeshed import ReadableBuffer as Buffer

__all__ = ["atomic_writer"]

FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
LONGEST_NAME = 255  # bytes of a file's name that file systems take


@contextlib.contextmanager
def atomic_writer(path: str | Path, encoding: str = "utf-8", *, inputs: Iterable[str | Path] = ()) -> Iterator[TextIO]:
    """A text stream into a file that appears under its name only when the block ends without an error, and otherwise
    not at all.

    It is written under another name in the same folder and renamed; an older file stays until then. Line ends are
    written as given. A name that ends in `.gz` is packed; `-` is stdout. `encoding="utf-8-sig"` writes a byte order
    mark. A lone surrogate, which UTF-8 cannot hold, becomes its escape (`\\ud800`). `inputs` are files that must not be
    overwritten, under whatever name or link. Raises `BadFile` when the file cannot be written there.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "scored.csv"
    >>> with atomic_writer(path) as out:
    ...     _ = out.write("answer,exact_substring\\n")
    ...     path.exists()
    False
    >>> path.read_text(encoding="utf-8")
    'answer,exact_substring\\n'
    """
    if str(path) == "-":
        with _stdout(encoding) as out:
            yield out
        return
    target = _target(Path(path), inputs)
    if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced, only written to
        with io.BufferedWriter(_Named(target, target, "wb")) as raw, _text(raw, target, encoding) as out:
            yield out
        return
    temporary = target.with_name(f".{target.name}.{os.urandom(4).hex()}.part")
    if len(os.fsencode(temporary.name)) > LONGEST_NAME:
        temporary = target.with_name(f".{os.urandom(8).hex()}.part")
    try:
        with _opened(temporary, target, encoding) as out:
            yield out
        temporary.replace(target)
    except BaseException:  # KeyboardInterrupt and GeneratorExit too: nothing half-written stays
        temporary.unlink(missing_ok=True)
        raise


class _Named(io.FileIO):
    """A file whose place, where it is full, is named: the system's error does not say which of several it is."""

    def __init__(self, path: Path, target: Path, mode: str) -> None:
        super().__init__(path, mode)
        self._target = target

    def write(self, data: Buffer, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            if error.errno not in FULL:
                raise
            problem = f"the file cannot be written whole ({error.strerror})"
            raise BadFile(problem, file=self._target, remedy="free the place or name another") from error


def _target(path: Path, inputs: Iterable[str | Path]) -> Path:
    """Where the file really goes: a link keeps pointing to it."""
    if path.is_dir():
        problem = "this is a folder, and a file is to be written"
        raise BadFile(problem, file=path, remedy="name a file in it")
    for other in inputs:
        if str(other) != "-" and _same(path, Path(other)):
            problem = f"writing here would overwrite the input {other}"
            raise BadFile(problem, file=path, remedy="name another file")
    if _is_stdout(path):
        problem = "stdout goes to this file as well"
        raise BadFile(problem, file=path, remedy="say - to write to stdout, or name another file")
    if path.exists() and not path.is_file():
        return path  # a device or a pipe, as /dev/stdout: what it stands for has no folder
    try:
        target = path.resolve()
    except (OSError, RuntimeError):  # Python 3.13 gives the path itself
        target = path
    if target.is_symlink():
        problem = "the links of this name lead in a circle"
        raise BadFile(problem, file=path, remedy="name another file")
    if not target.parent.is_dir():
        problem = "its folder does not exist"
        raise BadFile(problem, file=path, remedy=f"make the folder {target.parent} first")
    return target


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of them does not exist (yet)
        return False


def _is_stdout(path: Path) -> bool:
    """Whether a path, as /dev/stdout, is the plain file that stdout was sent to: replacing it would lose what is printed."""
    try:
        return path.is_file() and os.path.samestat(path.stat(), os.fstat(1))
    except OSError:
        return False


@contextlib.contextmanager
def _opened(temporary: Path, target: Path, encoding: str) -> Iterator[TextIO]:
    try:
        raw = io.BufferedWriter(_Named(temporary, target, "xb"))
    except OSError as error:
        problem = f"the file cannot be written ({error.strerror or error})"
        raise BadFile(problem, file=target, remedy="look at the permissions of its folder") from error
    with raw:
        if target.exists():
            temporary.chmod(target.stat().st_mode)
        with _text(raw, target, encoding) as out:
            yield out


@contextlib.contextmanager
def _text(raw: IO[bytes], target: Path, encoding: str) -> Iterator[TextIO]:
    packed = gzip.GzipFile("", "wb", 6, raw, mtime=0) if target.suffix.lower() == ".gz" else contextlib.nullcontext(raw)
    with packed as stream, io.TextIOWrapper(stream, encoding, _errors(encoding), newline="") as out:
        yield out


@contextlib.contextmanager
def _stdout(encoding: str) -> Iterator[TextIO]:
    """Stdout in our encoding and with our line ends; it stays open."""
    buffer: IO[bytes] | None = getattr(sys.stdout, "buffer", None)
    if buffer is None:  # replaced by a stream of text, as tests and notebooks do
        yield sys.stdout
        return
    sys.stdout.flush()
    out = io.TextIOWrapper(buffer, encoding, _errors(encoding), newline="")
    try:
        yield out
        out.flush()
    finally:
        out.detach()


def _errors(encoding: str) -> str:
    return "backslashreplace" if encoding.lower().startswith("utf") else "strict"
