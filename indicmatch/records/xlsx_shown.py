"""Cells that a spreadsheet shows and that calamine gives as blank: errors, and formulas that were saved without their value."""

from __future__ import annotations

import io
import re
import zipfile
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, iterparse, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["shown_cells"]

Place = tuple[int, int]
"""Row and column, from 1."""

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"


def shown_cells(data: bytes, sheet: str) -> dict[Place, str]:
    """The texts of such cells of a sheet: an error as it is shown (`#N/A`), a formula as it was written (`=A1`).

    None but those of Office Open XML (.xlsx, .xlsm) are found: ECMA-376, part 1, 18.3.1.4 (a cell, its type `e`).
    """
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return {}
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        part = _part_of(book, sheet)
        if part is None:
            return {}
        with book.open(part) as xml:
            return {place: text for place, cell in _cells(iterparse(xml, ("start", "end"))) if (text := _shown(cell))}


def _part_of(book: zipfile.ZipFile, sheet: str) -> str | None:
    names = set(book.namelist())
    if not {"xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= names:
        return None
    with book.open("xl/workbook.xml") as xml:
        ids = [one.get(_RELATION) or one.get(_STRICT) for one in parse(xml).iter() if _name(one) == "sheet" and one.get("name") == sheet]
    with book.open("xl/_rels/workbook.xml.rels") as xml:
        targets = {one.get("Id"): one.get("Target", "") for one in parse(xml).iter()}
    target = targets.get(ids[0], "") if ids else ""
    part = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    return part if part in names else None


def _cells(events: Iterator[tuple[str, Element]]) -> Iterator[tuple[Place, Element]]:
    """Every cell with its place; one that does not say where it is stands behind the one before it."""
    row = column = 0
    for event, element in events:
        kind = _name(element)
        if kind == "row" and event == "start":
            row, column = int(element.get("r", row + 1)), 0
        elif kind == "row":
            element.clear()
        elif kind == "c" and event == "end":
            letters = re.match("[A-Z]*", element.get("r", ""))
            column = _number(letters[0]) if letters and letters[0] else column + 1
            yield (row, column), element


def _shown(cell: Element) -> str:
    parts = {_name(part): part.text or "" for part in cell}
    if cell.get("t") == "e":
        return parts.get("v", "")
    unknown = "f" in parts and not parts.get("v") and cell.get("t", "n") == "n"  # the empty text of a formula has the type str
    return f"={parts['f']}" if unknown else ""


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _number(letters: str) -> int:
    """The number of a column: A is 1, AA 27."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
