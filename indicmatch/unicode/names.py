"""Names of characters, for people."""

from __future__ import annotations

import unicodedata

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
    return {"Cc": "control character", "Cs": "lone surrogate", "Co": "private use"}.get(unicodedata.category(character), "not assigned")


_CONTROLS = {"\t": "TABULATION", "\n": "LINE FEED", "\r": "CARRIAGE RETURN", "\x0b": "LINE TABULATION", "\x0c": "FORM FEED", "\x85": "NEXT LINE"}
