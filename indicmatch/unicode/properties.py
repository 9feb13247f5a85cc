"""Unicode character properties from our own tables: results do not depend on the Python or the `regex` installed.

The tables are `data/ucd_*.tsv`, one for a property, written by `tools/unicode_tables.py`; `data/ucd_properties.tsv`
lists them.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from indicmatch.errors import BadInput, unknown
from indicmatch.tables import load

if TYPE_CHECKING:
    from indicmatch.tables import Row

__all__ = ["CACHED", "UNICODE_VERSION", "character_class", "general_category", "ranges", "spans_by_value", "value_of"]

CACHED = 16_384  # characters that a cache keeps: more than one text has, and a small part of the memory of all Unicode

UNICODE_VERSION = load("ucd_properties")[0]["version"]
"""The Unicode version of every table: which characters exist, and what they are."""


@lru_cache(CACHED)
def general_category(character: str) -> str:
    """The General_Category of a character, `Lo`, `Mn`, ...; unlike `unicodedata.category` the same in every Python.

    >>> [general_category(character) for character in "कि१।"]
    ['Lo', 'Mc', 'Nd', 'Po']
    """
    return value_of("General_Category", character)


def value_of(property_name: str, character: str) -> str:
    """The value of a property of one character: a binary search, not cached.

    `UnknownName` for a property without a table, `BadInput` for anything but one character.

    >>> value_of("Word_Break", "क"), value_of("Word_Break", "।"), value_of("White_Space", " ")
    ('ALetter', 'Other', 'Yes')
    """
    if len(character) != 1:
        found = f"{character[:20]!r} ({len(character)} characters)"
        message = f"found {found}, expected one character: ask for each character of a text"
        raise BadInput(message)
    firsts, lasts, values = _columns(property_name)
    at = bisect_right(firsts, ord(character)) - 1
    return values[at] if at >= 0 and ord(character) <= lasts[at] else _index(property_name)["default"]


@cache
def ranges(property_name: str, *values: str) -> tuple[tuple[int, int], ...]:
    """The code points that have one of the values, as sorted (first, last) pairs, the last one included.

    Names are those of the Unicode Character Database; scripts go by their ISO 15924 code, a binary property has the
    value `Yes`, and in General_Category one letter stands for its group (`P` for Pc, Pd, ...). `UnknownName` for a
    property without a table or a value without a row; the value that is left where no row names a character has none.

    >>> [(hex(first), hex(last)) for first, last in ranges("Script", "Olck")]
    [('0x1c50', '0x1c7f')]
    """
    table = spans_by_value(property_name)
    chosen: list[tuple[int, int]] = []
    for value in values:
        group = property_name == "General_Category" and len(value) == 1
        names = [name for name in table if name == value or (group and name.startswith(value))]
        if not names:
            kind = f"value of {property_name}"
            raise unknown(kind, value, table)
        chosen.extend(span for name in names for span in table[name])
    return _joined(chosen)


@cache
def character_class(property_name: str, *values: str, first: int = 0, last: int = 0x10FFFF) -> str:
    r"""The inside of a `re` character class: `[...]` matches what is in `first` to `last` and has one of the values.

    `re` looks up a character below U+10000 at once, but walks through the ranges above it one by one for every
    character that is not in the class: where that shows, compile a pattern with `last=0xFFFF` for text with none above.

    >>> character_class("General_Category", "Nd", last=0x966)
    '0-9٠-٩۰-۹߀-߉०'
    >>> import re
    >>> bool(re.fullmatch(f"[{character_class('General_Category', 'L', 'M')}]+", "हिन्दी"))
    True
    """
    clipped = ((max(low, first), min(high, last)) for low, high in ranges(property_name, *values))
    return "".join(
        _literal(low) if low == high else f"{_literal(low)}-{_literal(high)}" for low, high in clipped if low <= high
    )


@cache
def _index(property_name: str) -> Row:
    """The row of `data/ucd_properties.tsv`: `property, table, default, version, source`."""
    rows = {row["property"]: row for row in load("ucd_properties")}
    if property_name not in rows:
        kind = "Unicode property"
        raise unknown(kind, property_name, rows)
    return rows[property_name]


@cache
def spans_by_value(property_name: str) -> dict[str, list[tuple[int, int]]]:
    """Every value of a table, with its (first, last) code points."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for row in load(_index(property_name)["table"]):
        ends = (span.partition("..") for span in row["ranges"].split())
        spans[row["value"]] = [(int(first, 16), int(last or first, 16)) for first, _, last in ends]
    return spans


@cache
def _columns(property_name: str) -> tuple[list[int], list[int], list[str]]:
    """First code point, last code point and value of every range, sorted."""
    table = spans_by_value(property_name)
    rows = sorted((first, last, value) for value, spans in table.items() for first, last in spans)
    return [first for first, _, _ in rows], [last for _, last, _ in rows], [value for _, _, value in rows]


def _joined(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Sorted, and those that touch made one."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return tuple(joined)


def _literal(code: int) -> str:
    """The character itself, which compiles twice as fast as an escape, unless it means something in a class."""
    return f"\\{code:c}" if chr(code) in r"\]^-[&~|" else chr(code)
