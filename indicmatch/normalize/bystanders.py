"""What may be done to a text before it is proven clean, so that more texts are."""

from __future__ import annotations

import re
from functools import cache
from unicodedata import category, normalize

__all__ = ["spelt_apart", "without_bystanders"]

_BLOCKS = (
    range(0xA1, 0x250), range(0x370, 0x530), range(0x1E00, 0x1F00), range(0x2010, 0x2028), range(0x2070, 0x2400),
    range(0x25A0, 0x2700), range(0x3041, 0x3100),
)  # fmt: skip
_IDEOGRAPHS = "\u4e00-\u9fa5"  # all alike, and in Unicode since 1.1


def spelt_apart(text: str) -> str:
    """The text with every letter that NFC always spells as two written so: canonically equal, and mostly all that NFC would do.

    >>> spelt_apart("\u0958\u0932\u092e") == "\u0915\u093c\u0932\u092e"
    True
    """
    pattern, spelling = _excluded()
    return pattern.sub(lambda match: spelling[match[0]], text)


@cache
def _excluded() -> tuple[re.Pattern[str], dict[str, str]]:
    letters = [chr(code) for code in range(0x900, 0xE00) if normalize("NFC", chr(code)) != chr(code)]
    return re.compile(f"[{''.join(letters)}]"), {letter: normalize("NFC", letter) for letter in letters}


def without_bystanders(text: str) -> str:
    """The text, for a proof, with an x for each letter and sign on which no step of `encoding` acts: Latin, Greek, Cyrillic, Japanese,
    Chinese, mathematics, print.

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
