"""Names of characters, for people."""

from __future__ import annotations

import unicodedata

from indicmatch.unicode.properties import general_category

__all__ = ["name_of"]


def name_of(character: str) -> str:
    """The Unicode name of a character, or what it is where it has none.

    >>> name_of("क"), name_of("\\n"), name_of("\\udc80")
    ('DEVANAGARI LETTER KA', 'LINE FEED', 'lone surrogate')
    """
    name = unicodedata.name(character, "")
    if name:
        return name
    if character in _CONTROLS:
        return _CONTROLS[character]
    kinds = {"Cc": "control character", "Cs": "lone surrogate", "Co": "private use", "Cn": "not assigned"}
    return kinds.get(general_category(character), "a character newer than this Python")


_CONTROLS = {
    "\t": "TABULATION",
    "\n": "LINE FEED",
    "\r": "CARRIAGE RETURN",
    "\x0b": "LINE TABULATION",
    "\x0c": "FORM FEED",
    "\x85": "NEXT LINE",
}
