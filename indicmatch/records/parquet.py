"""Parquet, through pyarrow, in batches."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from indicmatch.errors import BadFile, BadInput, MissingExtra
from indicmatch.records.raw_bytes import open_binary, whole_file
from indicmatch.records.table import Notes, Row, Table
from indicmatch.records.values import cell_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["parquet_table"]

_ROWS = 1024


def parquet_table(path: str | Path) -> Table:
    """The table of a Parquet file; its first record counts as line 2, as if the header were line 1."""
    try:
        import pyarrow
        from pyarrow.parquet import ParquetFile
    except ImportError:
        purpose = "reading Parquet"
        raise MissingExtra(purpose, package="pyarrow", extra="parquet") from None
    if str(path) == "-":
        file, data = whole_file(path)
        source: Any = io.BytesIO(data)
    else:
        file = str(path)
        open_binary(path).close()  # for the errors that a missing file, a folder ... deserve
        source = file
    try:
        parquet = ParquetFile(source)
        header = [str(name) for name in parquet.schema_arrow.names]
    except (pyarrow.ArrowException, OSError) as error:
        problem = f"the Parquet file cannot be read ({error})"
        raise BadFile(problem, file=file, remedy="write it again") from error
    notes = Notes(file)
    return Table(notes, "parquet", header, _rows(parquet, notes), close=parquet.close)


def _rows(parquet: Any, notes: Notes) -> Iterator[Row]:
    line = 1
    for batch in parquet.iter_batches(batch_size=_ROWS):
        for values in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            line += 1
            try:
                cells = [cell_of(value) for value in values]
            except BadInput as error:
                problem = f"a cell holds {error}"
                raise BadFile(problem, file=notes.file, line=line, remedy="store text columns as strings") from error
            yield line, cells, ""
    notes.finish()
