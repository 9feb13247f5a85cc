"""What a word gets before its ending is looked at."""

from __future__ import annotations

from indicmatch.normalize import pipeline

__all__ = ["normalised"]

ZWNJ, ZWJ = "\u200c", "\u200d"


def normalised(word: str, expression: str, lang: str) -> str:
    """A word as the tables write words: one encoding of each letter, and no joiners, which tell no two stems apart."""
    normal = pipeline(expression, lang)
    word = normal(word)
    return normal(word.replace(ZWJ, "").replace(ZWNJ, "")) if ZWJ in word or ZWNJ in word else word
