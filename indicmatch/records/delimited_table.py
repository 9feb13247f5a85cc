"""A CSV or TSV file as a table: its header, its ragged rows, its blank lines."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from indicmatch.errors import BadFile
from indicmatch.records.delimited import Batch, batches
from indicmatch.records.table import Notes, Row, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from indicmatch.records.text import Source

__all__ = ["delimited_table"]


def delimited_table(source: Source, format: str) -> Table:
    """The table of a text source; `format` is csv or tsv."""
    delimiter = "\t" if format == "tsv" else ","
    notes = Notes(source.file)
    parts = batches(source, delimiter)
    first = _first_record(parts)
    if first is None:
        problem = "the file holds only blank lines"
        raise BadFile(problem, file=source.file, line=1, remedy="write a header line, then the rows")
    header, header_text, rest = first
    checked = _checked(chain([rest], parts), notes, len(header), delimiter)
    return Table(
        notes,
        format,
        header,
        chain.from_iterable(checked),
        header_text=header_text,
        encoding=source.encoding,
        bom=source.bom,
        terminator=source.line_end_after(header_text),
        close=source.close,
    )


def _first_record(parts: Iterator[Batch]) -> tuple[list[str], str, Batch] | None:
    """The header's cells and text, and what follows it in the same batch; blank lines before it are nothing."""
    for lines, rows, raws in parts:
        for at, raw in enumerate(raws):
            if raw.strip():
                return rows[at], raw, (lines[at + 1 :], rows[at + 1 :], raws[at + 1 :])
    return None


def _checked(parts: Iterable[Batch], notes: Notes, width: int, delimiter: str) -> Iterator[Iterable[Row]]:
    """Batches of rows of one width; ends with the warnings that only the end of the file knows."""
    for lines, rows, raws in parts:
        if list(map(len, rows)).count(width) == len(rows):
            if notes.waiting_from:
                notes.record_follows()
            yield zip(lines, rows, raws, strict=True)
            continue
        good: list[Row] = []
        for line, cells, raw in zip(lines, rows, raws, strict=True):
            if len(cells) == width:
                notes.record_follows()
                good.append((line, cells, raw))
            elif not raw.strip(" \t".replace(delimiter, "")):
                notes.blank(line)
            else:
                yield good
                raise _ragged(notes.file, line, cells, raw, width)
        yield good
    notes.finish()


def _ragged(file: str, line: int, cells: list[str], raw: str, width: int) -> BadFile:
    found = f"a ragged row: {len(cells)} cell{'s' * (len(cells) != 1)} where the header has {width}"
    if len(cells) < width:
        remedy = "quote a cell that holds a line break, and write an empty cell where one is missing"
    elif not any(cells[width:]):
        remedy = "remove the empty cells at the end of the row"
    elif ', "' in raw:
        remedy = "remove the space before the opening quote: after a space, a quote is an ordinary character"
    else:
        remedy = f'a cell that holds the delimiter must be in quotes, perhaps "{_joined(cells, width)}"'
    return BadFile(found, file=file, line=line, remedy=remedy)


def _joined(cells: list[str], width: int) -> str:
    """The last cell as it would read if the delimiters in it had been quoted, cut to a readable length."""
    text = ",".join(cells[width - 1 :])
    return text if len(text) <= 60 else text[:57] + "..."
