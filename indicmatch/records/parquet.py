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

__all__ = ["parquet_table", "values_of"]

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


def values_of(column: Any) -> list[Any]:
    """The values of a column of Arrow; numbers of single precision with their own digits (2.1), not the double's (2.0999999046325684)."""
    from pyarrow import string
    from pyarrow.types import is_float32

    if not is_float32(column.type):
        return column.to_pylist()  # type: ignore[no-any-return]
    return [None if text is None else float(text) for text in column.cast(string()).to_pylist()]


def _rows(parquet: Any, notes: Notes) -> Iterator[Row]:
    line = 1
    for batch in parquet.iter_batches(batch_size=_ROWS):
        for values in zip(*map(values_of, batch.columns), strict=True):
            line += 1
            try:
                cells = [cell_of(value) for value in values]
            except BadInput as error:
                problem = f"a cell holds {error}"
                raise BadFile(problem, file=notes.file, line=line, remedy="store text columns as strings") from error
            yield line, cells, ""
    notes.finish()
