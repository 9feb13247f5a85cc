"""One record as CSV text."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from indicmatch.records.table import Cell

__all__ = ["csv_text"]


def csv_text(cells: Iterable[Cell], delimiter: str = ",") -> str:
    """The cells as one record without its line end, quoted only where needed; None is a blank, what is nested is JSON.

    >>> csv_text(["Delhi, India", None, "1911", ["a", "b"]])
    '"Delhi, India",,1911,"[""a"", ""b""]"'
    """
    out = io.StringIO(newline="")
    # With this line end, both of its characters are quoted inside a cell, on every version of Python.
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(["" if cell is None else cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False) for cell in cells])
    return out.getvalue()[:-2]
