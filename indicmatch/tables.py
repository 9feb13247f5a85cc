"""The only reader of `data/*.tsv`.

A table is tab-separated UTF-8 with a header; lines that begin with `#` are comments. Every row names its `source`.
Characters stand as `U+0915 U+093C` (`code_points`) wherever a literal one could be mistaken for another.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from indicmatch.errors import BadFile

__all__ = ["DATA", "Row", "code_points", "load", "parse", "text_of"]

Row = Mapping[str, str]

DATA = Path(__file__).parent / "data"


@cache
def load(name: str) -> tuple[Row, ...]:
    """The rows of `data/NAME.tsv`, each a mapping from column to text; read once.

    >>> sorted(load("levels")[0])
    ['level', 'note', 'source', 'steps']
    """
    return parse((DATA / f"{name}.tsv").read_text(encoding="utf-8"), f"{name}.tsv")


def parse(text: str, file: str | Path) -> tuple[Row, ...]:
    """The rows of a table's text; a row that is ragged or names no source is a `BadFile` with its line."""
    header: list[str] = []
    rows = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        cells = line.rstrip("\r").split("\t")
        if not header:
            header = cells
            if "source" not in header:
                raise BadFile("the table has no column 'source'", file=file, line=number, remedy="say where each row comes from")
            continue
        if len(cells) != len(header):
            problem = f"{len(cells)} cells where the header has {len(header)}"
            raise BadFile(problem, file=file, line=number, remedy="separate the cells by single tabs, empty ones too")
        row = dict(zip(header, cells, strict=True))
        if not row["source"].strip():
            raise BadFile("the row names no source", file=file, line=number, remedy="say where it comes from")
        rows.append(row)
    return tuple(rows)


def code_points(field: str) -> str:
    """The text that a field such as `U+0915 U+093C` stands for.

    >>> code_points("U+0041 U+0301") == "A\\u0301"
    True
    """
    return "".join(chr(int(code.removeprefix("U+"), 16)) for code in field.split())


def text_of(text: str) -> str:
    """A text as `U+0915 U+093C`, the inverse of `code_points`."""
    return " ".join(f"U+{ord(character):04X}" for character in text)
