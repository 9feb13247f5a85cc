"""Which reader a file needs, and `open_table`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from indicmatch.errors import BadFile, BadInput, unknown
from indicmatch.records.delimited_table import delimited_table
from indicmatch.records.jsonl import jsonl_table
from indicmatch.records.text import Source

if TYPE_CHECKING:
    import pandas as pd

    from indicmatch.records.table import Table

__all__ = ["FORMATS", "Input", "format_of", "open_table"]

Input: TypeAlias = "str | Path | pd.DataFrame | Iterable[Mapping[str, Any]]"
"""Where records come from: a file, `-` for stdin, a pandas frame, or mappings from column to value."""

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


def open_table(path: Input, *, encoding: str | None = None, na: str = "text", format: str | None = None) -> Table:
    """The header and the rows of a file, in one streaming pass.

    `path` is a file, `-` for stdin, a pandas frame or an iterable of mappings; a text file may be packed with gzip.
    `encoding` None reads UTF-8, and UTF-16 that has a byte order mark. `na="pandas"` gives cells as `pandas.read_csv`
    would. `format` None goes by the file's name; stdin is JSONL when it begins with `{`, TSV when its first line has tabs
    and no comma, else CSV. Raises `BadFile` for what cannot be read, with line and remedy, `MissingExtra` where a format
    needs a package; warns with `IndicMatchWarning` of what the reader of a score should know.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "hindi.csv"
    >>> _ = path.write_text("answer,response\\n007,it is 007\\n", encoding="utf-8")
    >>> table = open_table(path)
    >>> table.header, list(table)
    (['answer', 'response'], [(2, ['007', 'it is 007'], '007,it is 007')])
    """
    if na not in _NA:
        kind = "way of reading missing cells"
        raise unknown(kind, na, _NA)
    if format is not None and format not in FORMATS:
        kind = "file format"
        raise unknown(kind, format, FORMATS)
    if isinstance(path, os.PathLike):
        path = Path(path)
    if not isinstance(path, str | Path):
        return _in_memory(path, na)
    kind = format or format_of(path)
    if na == "pandas" and kind in {"csv", "tsv", ""}:
        from indicmatch.records.pandas_reading import pandas_table

        def delimited(source: Source) -> str:
            found = kind or _by_content(path, source)
            if found == "jsonl":
                raise _only_csv(na)
            return found

        return pandas_table(path, encoding, delimited)
    if na == "pandas":
        raise _only_csv(na)
    if encoding and kind in {"xlsx", "parquet"}:
        message = f"an encoding ({encoding!r}) is for files of text, and {path} is {kind}: leave it out"
        raise BadInput(message)
    if kind == "xlsx":
        from indicmatch.records.xlsx import xlsx_table

        return xlsx_table(path)
    if kind == "parquet":
        from indicmatch.records.parquet import parquet_table

        return parquet_table(path)
    source = Source(path, encoding)
    kind = kind or _by_content(path, source)
    return jsonl_table(source) if kind == "jsonl" else delimited_table(source, kind)


def _in_memory(given: Any, na: str) -> Table:
    if na != "text":
        raise _only_csv(na)
    from indicmatch.records.frames import frame_table, mappings_table

    if hasattr(given, "iloc"):
        return frame_table(given)
    if isinstance(given, Iterable) and not isinstance(given, Mapping | bytes):
        return mappings_table(given)
    message = f"a path, a pandas frame or an iterable of mappings is needed, not a {type(given).__name__}"
    raise BadInput(message)


def _only_csv(na: str) -> BadInput:
    return BadInput(f"na={na!r} reproduces pandas.read_csv and works on CSV and TSV only; leave out --na {na}")


def format_of(path: str | Path) -> str:
    """The format that a file's name means, empty where it means none."""
    name = Path(path).name.lower().removesuffix(".gz")
    return next((kind for kind, ends in FORMATS.items() if name.endswith(ends)), "")


def _by_content(path: str | Path, source: Source) -> str:
    """Stdin, or a file whose name says nothing: read as CSV only where that is clearly text."""
    if str(path) == "-":
        if source.opening.lstrip().startswith("{"):
            return "jsonl"
        first = source.opening.partition("\n")[0]
        return "tsv" if "\t" in first and "," not in first else "csv"
    suffix = Path(path).suffix
    known = ", ".join(end for ends in FORMATS.values() for end in ends)
    if suffix.lower() == ".json":
        remedy = "write one object per line and name the file .jsonl"
        problem = "a .json file is one value and cannot be read record by record"
        raise BadFile(problem, file=source.file, remedy=remedy)
    if _CONTROL.search(source.opening):
        problem = f"the ending {suffix!r} is not known and the file is not text"
        raise BadFile(problem, file=source.file, remedy=f"use one of {known} (text also with .gz)")
    return "csv"
