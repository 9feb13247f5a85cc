"""What a word gets before its ending is looked at."""

from __future__ import annotations

import unicodedata

__all__ = ["normalised"]

JOINERS = {0x200C: None, 0x200D: None}
CHILLUS = {"\u0d23": "\u0d7a", "\u0d28": "\u0d7b", "\u0d30": "\u0d7c", "\u0d32": "\u0d7d", "\u0d33": "\u0d7e"}


def normalised(word: str, expression: str, lang: str) -> str:
    """A word as the tables write words: one encoding of each letter, and no joiners."""
    for base, chillu in CHILLUS.items():  # Unicode 17.0 DoNotEmit.txt
        word = word.replace(f"{base}\u0d4d\u200d", chillu)
    return unicodedata.normalize("NFC", word.translate(JOINERS))
