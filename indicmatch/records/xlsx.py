"""Spreadsheets, through python-calamine: the text that the sheet shows, as far as the stored value tells it."""

from __future__ import annotations

import datetime
import io
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from indicmatch.errors import BadFile, MissingExtra
from indicmatch.records.raw_bytes import whole_file
from indicmatch.records.table import Notes, Row, Table
from indicmatch.records.values import number_text
from indicmatch.records.xlsx_shown import shown_cells

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["cell_text", "xlsx_table"]


def xlsx_table(path: str | Path) -> Table:
    """The table of the first sheet that holds anything; other sheets that do are warned of. The sheet is held in
    memory.
    """
    try:
        from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum
    except ImportError:
        purpose = "reading a spreadsheet"
        raise MissingExtra(purpose, package="python-calamine", extra="xlsx") from None
    file, data = whole_file(path)
    notes = Notes(file)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        names = [sheet.name for sheet in book.sheets_metadata if sheet.typ == SheetTypeEnum.WorkSheet]
        sheets = [(name, book.get_sheet_by_name(name)) for name in names]
    except (CalamineError, OSError, ValueError) as error:
        remedy = "save it as .xlsx without a password, or as CSV UTF-8"
        problem = f"the spreadsheet cannot be read ({error})"
        raise BadFile(problem, file=file, remedy=remedy) from error
    filled = [(name, sheet) for name, sheet in sheets if sheet.height or shown_cells(data, name)]
    if not filled:
        problem = "the spreadsheet is empty"
        raise BadFile(problem, file=file, remedy="write the header and the rows again")
    name, sheet = filled[0]
    if len(filled) > 1:
        others = ", ".join(repr(other) for other, _ in filled[1:])
        notes.warn(f"{file}: the sheet {name!r} is read; {others} hold cells too: save each as a file of its own to score it")
    numbered = _texts(sheet, shown_cells(data, name), notes)
    for _, cells in numbered:
        header = [cell or "" for cell in cells]
        if any(header):
            break
    return Table(notes, "xlsx", header, _rows(numbered, notes))


def _texts(sheet: Any, shown: dict[tuple[int, int], str], notes: Notes) -> Iterator[tuple[int, list[str | None]]]:
    """The lines of a sheet; what it shows where calamine gives nothing is filled in, and warned of."""
    first = sheet.start[1] + 1 if sheet.start else 1
    width = max([sheet.width, *(column - first + 1 for _, column in shown)])
    last = max((row for row, _ in shown), default=0)
    line = 0
    for line, values in enumerate(chain(sheet.iter_rows(), repeat([])), 1):
        if not values and line > last:
            break
        cells = [cell_text(value) for value in values] + [None] * (width - len(values))
        yield line, [text if text is not None else shown.get((line, first + at)) for at, text in enumerate(cells)]
    _warn_of_shown(shown, notes)


def _warn_of_shown(shown: dict[tuple[int, int], str], notes: Notes) -> None:
    for formulas, what in (
        (False, "hold an error of the spreadsheet, as {}: read as that text, as an export to CSV has it"),
        (True, "hold a formula that was saved without its value, as {}: read as written. Open and save the file in a spreadsheet"
               " program if it is to be computed; a text that begins with = wants an apostrophe before it"),
    ):  # fmt: skip
        found = [(row, text) for (row, _), text in shown.items() if text.startswith("=") == formulas]
        if found:
            cells = "1 cell" if len(found) == 1 else f"{len(found)} cells"
            notes.warn(f"{notes.file}: {cells} {what.format(f'{found[0][1]!r} on line {found[0][0]}')}")


def _rows(numbered: Iterator[tuple[int, list[str | None]]], notes: Notes) -> Iterator[Row]:
    for line, cells in numbered:
        if any(cell is not None for cell in cells):
            notes.record_follows()
            yield line, cells, ""
        else:
            notes.blank(line)
    notes.finish()


def cell_text(value: Any) -> str | None:
    """The text of a cell: None for a blank one, whole numbers without `.0`, dates in ISO form, TRUE and FALSE as a
    sheet shows them.

    >>> cell_text(1947.0), cell_text(0.5), cell_text(datetime.date(1947, 8, 15)), cell_text(True), cell_text("")
    ('1947', '0.5', '1947-08-15', 'TRUE', None)
    """
    if isinstance(value, str):
        return value or None
    if value is None:
        return None
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, datetime.timedelta):
        seconds = round(value.total_seconds())
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value)
