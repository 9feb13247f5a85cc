"""Unicode character properties from our own tables: results do not depend on the Python or the `regex` installed.

The tables are `data/ucd_*.tsv`, one for a property, written by `tools/unicode_tables.py`; `data/ucd_properties.tsv`
lists them.
"""

from __future__ import annotations

from functools import cache

from indicmatch.errors import unknown
from indicmatch.tables import load

__all__ = ["UNICODE_VERSION", "character_class", "ranges"]

LAST = 0x10FFFF

UNICODE_VERSION = load("ucd_properties")[0]["version"]
"""The Unicode version of every table: which characters exist, and what they are."""


@cache
def ranges(property_name: str, *values: str) -> tuple[tuple[int, int], ...]:
    """The code points that have one of the values, as sorted (first, last) pairs, the last one included.

    Names are those of the Unicode Character Database; scripts go by their ISO 15924 code, a binary property has the
    value `Yes`, and in General_Category one letter stands for its group (`P` for Pc, Pd, ...). `UnknownName` for a
    property without a table or a value without a row.

    >>> [(hex(first), hex(last)) for first, last in ranges("Script", "Olck")]
    [('0x1c50', '0x1c7f')]
    """
    table = _table(property_name)
    spans = []
    for value in values:
        group = property_name == "General_Category" and len(value) == 1
        rows = [name for name in table if name == value or (group and name.startswith(value))]
        if not rows:
            kind = f"value of {property_name}"
            raise unknown(kind, value, table)
        for name in rows:
            for span in table[name].split():
                first, _, last = span.partition("..")
                spans.append((int(first, 16), int(last or first, 16)))
    return _joined(spans)


@cache
def character_class(property_name: str, *values: str, first: int = 0, last: int = LAST) -> str:
    r"""The inside of a `re` character class: `[...]` matches a character of `first` to `last` that has one of the values.

    `re` looks up a character below U+10000 at once, but walks through the ranges above it one by one for every
    character that is not in the class: where that shows, compile a pattern with `last=0xFFFF` for text with none above.

    >>> character_class("White_Space", "Yes", first=0x1000, last=0x2028)
    '\\u1680\\u2000-\\u200a\\u2028'
    >>> import re
    >>> bool(re.fullmatch(f"[{character_class('General_Category', 'L', 'M')}]+", "हिन्दी"))
    True
    """
    clipped = ((max(low, first), min(high, last)) for low, high in ranges(property_name, *values))
    return "".join(
        _escaped(low) if low == high else f"{_escaped(low)}-{_escaped(high)}" for low, high in clipped if low <= high
    )


@cache
def _table(property_name: str) -> dict[str, str]:
    tables = {row["property"]: row["table"] for row in load("ucd_properties")}
    if property_name not in tables:
        kind = "Unicode property"
        raise unknown(kind, property_name, tables)
    return {row["value"]: row["ranges"] for row in load(tables[property_name])}


def _joined(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Sorted, and those that touch made one."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return tuple(joined)


def _escaped(code: int) -> str:
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
