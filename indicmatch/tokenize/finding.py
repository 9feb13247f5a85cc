"""Whether a word is among the words of a long text, without cutting the whole text into words.

The word is looked for as a substring, and each hit is judged by the few characters around it. The answers are those of the sets that the
tokenizers give; a text that keeps disappointing (many hits, none of them a word) is cut into its words after all.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable

from indicmatch.tokenize.tokens import parts
from indicmatch.tokenize.words import DIVIDES, chunk_at, words_of_chunk

__all__ = ["FINDERS", "Finder"]

PATIENCE = 32  # hits that are no words, after which cutting the text is cheaper

Finder = Callable[[str, str], bool | None]  # (text, word) -> the answer, None where the text has to be cut into words

_SPACE = re.compile(r"\s")  # the white space of `re` is that of str.split()


def in_raw_words(text: str, word: str) -> bool | None:
    """Whether `word` is a word of the published protocol's tokenizer in `text`."""
    start = text.find(word)
    for _ in range(PATIENCE):
        if start < 0:
            return False
        end = start + len(word)
        left, right = text[start - 1 : start], text[end : end + 1]
        if (not left or left.isspace()) and (not right or right.isspace()):
            return True
        after = _SPACE.search(text, end)
        stop = after.start() if after else len(text)
        first = start
        while first and not text[first - 1].isspace():
            first -= 1
        if text[first:stop].strip(string.punctuation) == word:
            return True
        start = text.find(word, stop)
    return None


def in_words(text: str, word: str) -> bool | None:
    """Whether `word` is a word, or a part of one, of the tokenizer `words` in `text`."""
    start = text.find(word)
    for _ in range(PATIENCE):
        if start < 0:
            return False
        end = start + len(word)
        if (not start or text[start - 1] in DIVIDES) and (end == len(text) or text[end] in DIVIDES):
            if words_of_chunk(word) is not None:
                return True
            return None
        first, stop = chunk_at(text, start, end)
        found = words_of_chunk(text[first:stop])
        if found is None:
            return None
        if word in found or any(word in parts(longer) for longer in found if word in longer):
            return True
        start = text.find(word, stop)
    return None


FINDERS: dict[str, Finder] = {"raw": in_raw_words, "words": in_words}
