"""`--fix-bytes`: a copy of a file with the repairs that lose nothing a reader could see, and the list of them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from indicmatch.errors import BadFile
from indicmatch.normalize import STEPS, normalize
from indicmatch.normalize.equivalents import legacy_forms
from indicmatch.records import Row, Table, format_of, output_name
from indicmatch.records.csv_text import csv_text

__all__ = ["REPAIRS", "Repairer", "places_of_copies", "repaired"]

REPAIRS = {
    "not_nfc": "canonical composition (NFC)",
    "legacy_letters": "chillus and khanda ta as the letters that they are",
    "hidden_joiners": "joiners that never show are gone",
    "byte_order_mark": "byte order marks are gone",
}
LINES = 5
LEVEL = "encoding"  # at which a repaired text is what it was
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"(?P<key>\s*:)?')


def repaired(text: str) -> tuple[str, list[str]]:
    """The text with the repairs that lose nothing, and the names of those that were made.

    No repair changes what the text is at the level `encoding` or what a reader sees; spaces, digits, spelling and lay-out stay.

    >>> repaired("\\ufeff\\u0958\\u0932\\u092e") == ("\\u0915\\u093c\\u0932\\u092e", ["byte_order_mark", "not_nfc"])
    True
    """
    if text.isascii():
        return text, []
    made: list[str] = []
    for _ in range(4):  # once is enough but for marks that only meet when a joiner between them is gone
        before = text
        for name, function in _FUNCTIONS:
            after = function(text)
            if after != text and normalize(after, LEVEL) == normalize(text, LEVEL):  # an invisible character beside a joiner can hide it
                made.append(name)
                text = after
        if text == before:
            break
    return text, list(dict.fromkeys(made))


def _without_bom(text: str) -> str:
    return text.replace("\ufeff", "")


def _legacy(text: str) -> str:
    return legacy_forms()(text) if "\u200d" in text else text


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


_FUNCTIONS = (("byte_order_mark", _without_bom), ("not_nfc", _nfc), ("legacy_letters", _legacy), ("hidden_joiners", STEPS["joiners"](None)))


def places_of_copies(files: Sequence[str], out: str) -> Sequence[str | Path]:
    """Where the copies of files go: to `out` for one, into the folder `out` for several, under their own names.

    >>> [str(place) for place in places_of_copies(["in/hindi.csv"], "fixed.csv")]
    ['fixed.csv']
    """
    folder = Path(out)
    if len(files) == 1 and not folder.is_dir():
        return [out]
    if out == "-" or (folder.exists() and not folder.is_dir()):
        raise BadFile("several files are to be written, and this is no folder", file=out, remedy="name a folder with --fix-bytes")
    names = [output_name(file, format_of(file) or "csv") for file in files]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise BadFile(f"two inputs would be written to one file, {twice}", file=out, remedy="repair them in two runs")
    folder.mkdir(parents=True, exist_ok=True)
    return [folder / name for name in names]


class Repairer:
    """Makes the lines of a repaired copy of a table; `figures()` lists what was repaired.

    A record without a fault passes through byte for byte. CSV, TSV and JSON Lines stay what they are, other formats become CSV. The copy
    is UTF-8 without a byte order mark, and its header, or the keys of its records, are as they were: two of them could become one.
    """

    def __init__(self, table: Table) -> None:
        self._table, self._json = table, table.format == "jsonl"
        self._verbatim = table.format in ("csv", "tsv", "jsonl")
        self._made: Counter[tuple[str, str]] = Counter()
        self._lines: dict[tuple[str, str], list[int]] = {}

    @property
    def header(self) -> str:
        """The header line; empty for JSON Lines, which has none."""
        if self._json:
            return ""
        text = self._table.header_text if self._verbatim else csv_text(self._table.header)
        return f"{text}{self._table.terminator}"

    def line(self, row: Row) -> str:
        """The output line of one record."""
        line, cells, raw = row
        if self._json:
            return f"{_STRING.sub(lambda match: match[0] if match['key'] else self._literal(match[0], line), raw)}{self._table.terminator}"
        right: list[Any] = [self._repair(cell, line, at) if isinstance(cell, str) else cell for at, cell in enumerate(cells)]
        text = raw if self._verbatim and _equal(right, cells) else csv_text(right, self._table.delimiter)
        return f"{text}{self._table.terminator}"

    def _repair(self, cell: str, line: int, at: int) -> str:
        text, made = repaired(cell)
        self._note(made, self._table.header[at], line)
        return text

    def _literal(self, literal: str, line: int) -> str:
        """A string of a JSON text; one that needs no repair keeps its escapes."""
        text, made = repaired(json.loads(literal, strict=False))
        if not made:
            return literal
        self._note(made, "", line)
        return json.dumps(text, ensure_ascii=False)

    def _note(self, made: list[str], column: str, line: int) -> None:
        for name in made:
            self._made[column, name] += 1
            lines = self._lines.setdefault((column, name), [])
            if len(lines) < LINES:
                lines.append(line)

    def figures(self) -> list[dict[str, Any]]:
        """What was repaired: the column (None: any string of a JSON record), the repair, how many cells, and the first lines."""
        repairs = [
            {"column": column or None, "repair": name, "label": REPAIRS[name], "cells": count, "lines": self._lines[column, name]}
            for (column, name), count in self._made.items()
        ]
        if self._table.bom:
            label = "the byte order mark at the start of the file is gone"
            repairs.append({"column": None, "repair": "byte_order_mark", "label": label, "cells": 1, "lines": [1]})
        return repairs


def _equal(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return all(mine == its for mine, its in zip(one, other, strict=True))
