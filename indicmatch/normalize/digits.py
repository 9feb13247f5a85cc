"""`digits` and `separators`: one number, one spelling."""

from __future__ import annotations

import re
from functools import cache
from unicodedata import decimal

from indicmatch.normalize.steps import step
from indicmatch.unicode import character_class

__all__ = ["digits", "separators"]

_NATIVE = re.compile(r"[^\D0-9]")


@cache
def _abbreviation() -> re.Pattern[str]:
    """A zero right after a letter or mark, with no digit beside it, abbreviates a word (डॉ०, पं०, ई०पू०)."""
    word = character_class("General_Category", "L", "M", first=0x80, last=0xFFFF)
    return re.compile(rf"(?<=[{word}])[^\D0-9](?!\d)")


@step("digits")
def digits(text: str) -> str:
    """Decimal digits of every script become those of ASCII, by value; a zero that abbreviates a word stays.

    Only General_Category Nd: the Tamil, Malayalam and Bengali signs for ten, hundred and fractions are no decimal digits.

    >>> digits("१९४७ ۱۹۴۷ ১৯৪৭")
    '1947 1947 1947'
    >>> digits("डॉ० १०")
    'डॉ० 10'
    """
    return _NATIVE.sub(_digit, text)


def _digit(match: re.Match[str]) -> str:
    value = decimal(match[0], -1)
    if value < 0 or (value == 0 and _abbreviation().match(match.string, match.start())):
        return match[0]
    return str(value)


_GROUPED = re.compile(
    r"(?<!\d)(?<!\d[,.\u066b\u066c])"
    r"(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:\u066c\d{3})+|\d{1,2}(?:\u066c\d{2})*\u066c\d{3})"
    r"(?!\d|[,\u066c]\d)"
)
_SEPARATOR = re.compile("[,\u066c]")
_ARABIC_POINT = re.compile("(?<=\\d)\u066b(?=\\d)")


@step("separators")
def separators(text: str) -> str:
    """Grouping commas inside a number go, the Arabic decimal separator becomes a point: 1,00,000 and 100,000 are 100000.

    A comma counts only between digits and where the groups are all Western (3, 3) or all Indian (2, 2, 3); the Urdu comma separates
    lists and stays. What it loses: a list such as `5,10,100` is a well-formed Indian number.

    >>> separators("1,00,000 और 100,000 और 1,2,3")
    '100000 और 100000 और 1,2,3'
    """
    if "," in text or "\u066c" in text:
        text = _GROUPED.sub(lambda match: _SEPARATOR.sub("", match[0]), text)
    return _ARABIC_POINT.sub(".", text) if "\u066b" in text else text
