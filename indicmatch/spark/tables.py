"""Tables out of what Spark hands to an executor: the bytes of files of text, read by the readers of this package, or batches of columns."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import unquote

from indicmatch.errors import BadFile, BadInput
from indicmatch.records import Row, Table
from indicmatch.records.delimited_table import delimited_table
from indicmatch.records.parquet import values_of
from indicmatch.records.table import Notes
from indicmatch.records.text import Source
from indicmatch.records.values import cell_of

if TYPE_CHECKING:
    import pyarrow

__all__ = ["Piece", "Place", "Reader"]


class Place(NamedTuple):
    """Where a row stands: the part of the input (empty where there is only one) and its line there. It is shown as a line is."""

    part: str
    line: int

    def __str__(self) -> str:
        return f"{self.part}:{self.line}" if self.part else str(self.line)

    @property
    def as_line(self) -> int:
        """For those who only compare lines and show them."""
        return cast("int", self)


@dataclass(frozen=True, slots=True)
class Piece:
    """A table whose rows have places for lines; `batch` holds the columns that it was made of, if any did, `said` what its reading said."""

    table: Table
    batch: pyarrow.RecordBatch | None
    said: list[str]


@dataclass(frozen=True, slots=True)
class Reader:
    """Makes tables of batches.

    Where `kind` is csv or tsv, a row of a batch is a file: its path, its bytes where `whole` (else they are read from the path), and its
    partition columns, called `partitions`. Else it is a row of the table itself, whose columns are `header`; where `placed`, behind them
    stand its path and its number in that file. `file` is the name of the input for people, `root` what the paths of its parts begin with.
    The `header` of files of text, where it is known, is that of every file.
    """

    file: str
    kind: str
    root: str = ""
    header: tuple[str, ...] = ()
    partitions: tuple[str, ...] = ()
    encoding: str | None = None
    whole: bool = False
    placed: bool = True

    @property
    def is_text(self) -> bool:
        return self.kind in ("csv", "tsv")

    def __call__(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[Piece]:
        for batch in batches:
            if not self.is_text:
                yield self._of_columns(batch)
                continue
            for at in range(batch.num_rows):
                yield self._of_file(*[column[at] for column in batch.columns])

    def _part(self, path: str) -> str:
        return path.removeprefix(self.root).lstrip("/")

    def _of_file(self, path: Any, *more: Any) -> Piece:
        part = self._part(path.as_py())
        name = f"{self.file}/{part}" if part else self.file
        stream: Any = io.BytesIO(more[0].as_py()) if self.whole else _local(path.as_py(), name)
        inner = delimited_table(Source(stream, self.encoding, file=name), self.kind)
        header = [*inner.header, *self.partitions]
        if self.header and tuple(header) != self.header:
            problem = f"the columns are {_shown(header)}, and those of the first part {_shown(self.header)}"
            raise BadFile(problem, file=name, line=1, remedy="give all parts the same columns in the same order")
        values = [value.as_py() for value in more[self.whole :]]
        rows = ((Place(part, line).as_line, [*cells, *values], raw) for line, cells, raw in inner)
        return Piece(Table(Notes(self.file), self.kind, header, rows, close=inner.close), None, inner.warnings)

    def _of_columns(self, batch: pyarrow.RecordBatch) -> Piece:
        return Piece(Table(Notes(self.file), self.kind, list(self.header), self._rows(batch)), batch, [])

    def _rows(self, batch: pyarrow.RecordBatch) -> Iterator[Row]:
        columns = list(map(values_of, batch.columns))
        width = len(self.header)
        parts: dict[str, str] = {}
        for at, values in enumerate(zip(*columns[:width], strict=True)):
            line = 0
            if self.placed:
                path, number = columns[width][at], columns[width + 1][at]
                part = parts.get(path)
                if part is None:
                    part = parts[path] = self._part(unquote(path))
                line = Place(part, number + 2).as_line  # as if the header were line 1
            try:
                yield line, [cell_of(value) for value in values], ""
            except BadInput as error:
                raise BadFile(f"a cell holds {error}", file=self.file, line=line, remedy="store text columns as strings") from error


def _local(path: str, name: str) -> Path:
    local = Path(path.removeprefix("file:"))
    if not local.exists():
        problem = f"an executor does not see {local}, a file of another machine"
        raise BadFile(problem, file=name, remedy="put it where every machine reads it (hdfs://, s3a://, a shared folder)")
    return local


def _shown(header: Iterable[str]) -> str:
    return ", ".join(map(repr, header))
