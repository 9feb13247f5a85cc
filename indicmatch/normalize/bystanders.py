"""Letters and signs of other scripts, which no step of `encoding` acts on: for a proof that a text is clean they are as good as an x."""

from __future__ import annotations

import re
from functools import cache
from unicodedata import category, normalize

__all__ = ["without_bystanders"]

_BLOCKS = (range(0x100, 0x250), range(0x370, 0x530), range(0x2070, 0x2400), range(0x25A0, 0x2700), range(0x3041, 0x3100))
_IDEOGRAPHS = "\u4e00-\u9fa5"  # all alike, and in Unicode since 1.1


def without_bystanders(text: str) -> str:
    """The text with an x for each letter and sign of Latin, Greek, Cyrillic, Japanese, Chinese and mathematics beyond Latin-1.

    None of them is a mark or a format character, and each is NFC by itself; what could join it to its neighbours (a combining mark) stays.

    >>> without_bystanders("κ का ∞")
    'x का x'
    """
    return _pattern().sub("x", text)


@cache
def _pattern() -> re.Pattern[str]:
    known = (chr(code) for block in _BLOCKS for code in block)
    inert = [c for c in known if category(c)[0] in "LNPS" and normalize("NFC", c) == c]
    return re.compile(f"[{''.join(map(re.escape, inert))}{_IDEOGRAPHS}]")
