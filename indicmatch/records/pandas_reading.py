"""`--na pandas`: cells as `pandas.read_csv` reads them by default, for people who must match numbers made that way."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from indicmatch.errors import BadFile
from indicmatch.records.delimited_table import delimited_table
from indicmatch.records.raw_bytes import Bytes
from indicmatch.records.text import Source, line_ends, whole_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from indicmatch.records.table import Notes, Row, Table

__all__ = ["pandas_table"]


def pandas_table(path: str | Path, encoding: str | None, format_of: Callable[[Source], str]) -> Table:
    """The table of a CSV or TSV file with the cells that pandas makes of it: `NA` and its kin are blank, `007` is `7`,
    and a column of whole numbers with one blank has `1947.0`. Pandas looks at a whole column to decide that, so the
    file is held in memory. `Table.changed` counts the cells that differ from their text, by column, and a warning says
    so at the end.
    """
    import pandas as pd

    packed = Bytes(path)
    data = packed.first + b"".join(iter(packed.read, b""))
    packed.close()

    def again() -> Source:
        return Source(io.BytesIO(data), encoding, file=packed.file)

    table = delimited_table(again(), format_of(again()))
    pieces: list[str] = []
    pieces.extend(whole_lines(again(), lambda: sum(map(line_ends, pieces))))
    try:
        frame = pd.read_csv(io.StringIO("".join(pieces), newline=""), sep=table.delimiter, index_col=False)
    except ValueError as error:  # so are pandas' own parser errors
        for _ in table:
            pass  # our own error is the clearer one, if there is one
        problem = f"pandas cannot read the file ({error})"
        raise BadFile(problem, file=table.file, remedy="leave out --na pandas") from error
    values = frame.astype(object).where(frame.notna(), None).itertuples(index=False, name=None)
    table.notes.at_end(_tell)
    table.transform(lambda rows: _replaced(rows, values, table.header, table.notes))
    return table


def _replaced(rows: Iterator[Row], values: Iterator[tuple[Any, ...]], header: list[str], notes: Notes) -> Iterator[Row]:
    for line, cells, raw in rows:
        read = next(values, None)
        if read is None:
            raise _out_of_step(notes.file, line)
        made = [None if value is None else str(value) for value in read]
        for name, old, new in zip(header, cells, made, strict=True):
            if old != (new or ""):
                notes.changed[name] = notes.changed.get(name, 0) + 1
        yield line, made, raw
    if next(values, None) is not None:
        raise _out_of_step(notes.file, None)


def _out_of_step(file: str, line: int | None) -> BadFile:
    return BadFile("pandas reads another number of rows than the file has", file=file, line=line, remedy="leave out --na pandas")


def _tell(notes: Notes) -> None:
    if notes.changed:
        cells = ", ".join(f"{count} in {name!r}" for name, count in notes.changed.items())
        notes.warn(f"{notes.file}: reading as pandas does changed {sum(notes.changed.values())} cells: {cells}")
