"""Finding a column in a header, exactly or nearly, and saying what is wrong when it is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from indicmatch.errors import BadFile
from indicmatch.records.table import LOOK_AHEAD

if TYPE_CHECKING:
    from indicmatch.records.table import Table

__all__ = ["find_column", "missing_column"]

# The second is the UTF-8 byte order mark read as cp1252.
_MARKS: Final = (
    "\N{ZERO WIDTH NO-BREAK SPACE}",
    "\N{LATIN SMALL LETTER I WITH DIAERESIS}\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}\N{INVERTED QUESTION MARK}",
)
_SHOWN: Final = 20


def find_column(table: Table, name: str, *, option: str = "") -> int | None:
    """The index of a column; one that differs in case, surrounding space, BOM or Unicode form is taken with a warning.

    `option` is what a person can name another column with. Two columns that fit equally well are a `BadFile`.
    """
    exact = [at for at, have in enumerate(table.header) if have == name]
    near = exact or [at for at, have in enumerate(table.header) if _folded(have) == _folded(name)]
    if len(near) > 1:
        shown = " and ".join(repr(table.header[at]) for at in near)
        problem = f"duplicate column: {name!r} stands {len(near)} times" if exact else f"the column {name!r} is ambiguous: {shown} fit it"
        remedy = "rename all but one" + (f", or name the one with {option}" if option and not exact else "")
        raise BadFile(problem, file=table.file, line=1, remedy=remedy)
    if near and not exact:
        table.notes.warn(f"{table.file}: the header {table.header[near[0]]!r} is taken for the column {name!r}")
    return near[0] if near else None


def _folded(name: str) -> str:
    for mark in _MARKS:
        name = name.replace(mark, "")
    return normalize("NFC", name).strip().casefold()


def missing_column(table: Table, name: str, option: str = "") -> BadFile:
    """The error for a column that is not there: what there is, and the likeliest reason."""
    header = table.header
    shown = ", ".join(map(repr, header[:_SHOWN])) + (f" and {len(header) - _SHOWN} more" if len(header) > _SHOWN else "")
    reason, remedy = _misread(table)
    where = f" from the first {LOOK_AHEAD} records" if table.format == "jsonl" else ""
    problem = f"the column {name!r} is missing{where}; the columns are {shown}{reason}"
    return BadFile(problem, file=table.file, line=1, remedy=remedy or _nearest(header, name, option))


def _misread(table: Table) -> tuple[str, str]:
    """Why a header may not be what its writer meant, and what to do."""
    first = table.header[0]
    if table.format not in {"csv", "tsv"}:
        return "", ""
    if first.lower().startswith("sep="):
        return "; the first line is one that only Excel understands", "remove the first line"
    if any(cell.startswith(' "') for cell in table.header):
        return "; after a space, a quote is an ordinary character", "remove the spaces before the quotes"
    expected = "tabs" if table.format == "tsv" else "commas"
    for mark, called in ((";", "semicolons"), ("\t", "tabs"), ("|", "vertical bars"), (",", "commas")):
        if len(table.header) == 1 and mark in first:
            remedy = {"\t": "name the file .tsv", ",": "name the file .csv"}.get(mark, "save the file with commas")
            return f"; the delimiter seems to be {called}, not {expected}", remedy
    return "", ""


def _nearest(header: list[str], name: str, option: str) -> str:
    from difflib import get_close_matches

    by_folded = {_folded(have): have for have in header}
    near = get_close_matches(_folded(name), by_folded, n=1, cutoff=0.6)
    if not near:
        return f"name the right one with {option} COLUMN" if option else "rename the right one"
    return f"if {by_folded[near[0]]!r} is meant, " + (f"say {option} {by_folded[near[0]]!r}" if option else "write it so")
