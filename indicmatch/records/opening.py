"""Which reader a file needs, and `open_table`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from indicmatch.errors import BadFile, BadInput, unknown
from indicmatch.records.delimited_table import delimited_table
from indicmatch.records.table import Table
from indicmatch.records.text import Source

__all__ = ["FORMATS", "open_table"]

FORMATS: Final = {
    "csv": (".csv",),
    "tsv": (".tsv", ".tab"),
    "jsonl": (".jsonl", ".ndjson"),
    "xlsx": (".xlsx", ".xlsm", ".xls", ".ods"),
    "parquet": (".parquet",),
}
"""Each format with the ends of the file names that mean it; those of text may be followed by `.gz`."""
_NA: Final = ("text", "pandas")
_CONTROL: Final = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def open_table(path: str | Path, *, encoding: str | None = None, na: str = "text", format: str | None = None) -> Table:
    """The header and the rows of a file, in one streaming pass.

    `path` may be `-` for stdin, and a text file may be packed with gzip. `encoding` None reads UTF-8, and UTF-16 that has a byte
    order mark. `format` None goes by the file's name; stdin is JSONL when it begins with `{`, else CSV. `na="pandas"` reads cells as
    `pandas.read_csv` would. Raises `BadFile` for what cannot be read, with line and remedy; warns with `IndicMatchWarning`.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "hindi.csv"
    >>> _ = path.write_text("answer,response\\n007,it is 007\\n", encoding="utf-8")
    >>> table = open_table(path)
    >>> table.header, list(table)
    (['answer', 'response'], [(2, ['007', 'it is 007'], '007,it is 007')])
    """
    if na not in _NA:
        raise unknown("reading of missing cells", na, _NA)
    kind = _by_name(path) if format is None else format
    if kind is not None and kind not in FORMATS:
        raise unknown("file format", kind, FORMATS)
    source = Source(path, encoding)
    if kind is None:
        kind = _by_content(path, source)
    return delimited_table(source, kind)


def _by_name(path: str | Path) -> str | None:
    name = Path(path).name.lower().removesuffix(".gz")
    return next((kind for kind, ends in FORMATS.items() if name.endswith(ends)), None)


def _by_content(path: str | Path, source: Source) -> str:
    """Stdin, or a file whose name says nothing: read as CSV only where that is clearly text."""
    if str(path) == "-":
        return "jsonl" if source.opening.lstrip().startswith("{") else "csv"
    suffix = Path(path).suffix
    known = ", ".join(end for ends in FORMATS.values() for end in ends)
    if suffix.lower() == ".json":
        remedy = "write one object per line and name the file .jsonl"
        raise BadFile("a .json file is one value and cannot be read record by record", file=source.file, remedy=remedy)
    if _CONTROL.search(source.opening):
        problem = f"the ending {suffix!r} is not known and the file is not text"
        raise BadFile(problem, file=source.file, remedy=f"use one of {known} (text also with .gz)")
    return "csv"
