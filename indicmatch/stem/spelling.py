"""What a word gets before its ending is looked at."""

from __future__ import annotations

from indicmatch.normalize import pipeline

__all__ = ["normalised"]

ZWNJ, ZWJ = "\u200c", "\u200d"
LEGACY_CHILLUS = {
    f"{base}\u0d4d{ZWJ}": chillu
    for base, chillu in zip("\u0d23\u0d28\u0d30\u0d32\u0d33", "\u0d7a\u0d7b\u0d7c\u0d7d\u0d7e", strict=True)
}  # Unicode 17.0 DoNotEmit.txt


def normalised(word: str, expression: str, lang: str) -> str:
    """A word as the tables write words: one encoding of each letter, and no joiners, which tell no two stems apart."""
    normal = pipeline(expression, lang)
    word = normal(word)
    if ZWJ not in word and ZWNJ not in word:
        return word
    for old, new in LEGACY_CHILLUS.items():
        word = word.replace(old, new)
    return normal(word.replace(ZWJ, "").replace(ZWNJ, ""))
