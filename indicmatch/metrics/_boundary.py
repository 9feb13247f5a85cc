"""Where a word ends: not where Python's `re` says, which breaks an Indic word at every vowel sign."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from unicodedata import category

__all__ = ["in_word", "whole_words"]


@lru_cache(maxsize=4096)
def in_word(character: str) -> bool:
    """Whether a character belongs to the word beside it: letters, marks, numbers, connectors and joiners do.

    >>> in_word("\\N{DEVANAGARI SIGN VIRAMA}"), in_word("\\N{ZERO WIDTH JOINER}"), in_word("\\N{DEVANAGARI DANDA}")
    (True, True, False)
    """
    general = category(character)
    return general[0] in "LMN" or general == "Pc" or character in "\u200c\u200d"


def whole_words(text: str, word: str) -> Iterator[int]:
    """The places where `word` stands in `text` with no word character outside either end, left to right.

    >>> list(whole_words("cats and a cat.", "cat"))
    [11]
    """
    start = text.find(word)
    if not word:
        yield 0  # the empty string stands everywhere
        return
    while start >= 0:
        end = start + len(word)
        if not (start and in_word(text[start - 1])) and not (end < len(text) and in_word(text[end])):
            yield start
        start = text.find(word, start + 1)
