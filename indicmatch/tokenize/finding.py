"""How many of some words are among the words of a long text, without cutting the whole text into words.

Each word is looked for as a substring, and each hit is judged by the few characters around it. The answers are those of the sets that the
tokenizers give; a text that keeps disappointing (many hits, none of them a word) has to be cut into its words after all.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable

from indicmatch.tokenize.tokens import parts
from indicmatch.tokenize.words import DIVIDES, chunk_at, words_of_chunk

__all__ = ["FINDERS", "Finder"]

PATIENCE = 32  # hits that are no words, after which cutting the text is cheaper

Finder = Callable[[str, Iterable[str]], int | None]  # (text, words) -> how many are found, None where the text has to be cut into words

_SPACE = re.compile(r"\s")  # the white space of `re` is that of str.split()


def in_raw_words(text: str, words: Iterable[str]) -> int | None:
    """How many are words of the published protocol's tokenizer in `text`."""
    found, left, find, size = 0, PATIENCE, text.find, len(text)
    for word in words:
        start = find(word)
        while start >= 0:
            end = start + len(word)
            if (not start or text[start - 1].isspace()) and (end == size or text[end].isspace()):
                found += 1
                break
            after = _SPACE.search(text, end)
            stop = after.start() if after else size
            while start and not text[start - 1].isspace():
                start -= 1
            if text[start:stop].strip(string.punctuation) == word:
                found += 1
                break
            left -= 1
            if not left:
                return None
            start = find(word, stop)
    return found


def in_words(text: str, words: Iterable[str]) -> int | None:
    """How many are words, or parts of words, of the tokenizer `words` in `text`."""
    found, left, find, size = 0, PATIENCE, text.find, len(text)
    for word in words:
        start = find(word)
        while start >= 0:
            end = start + len(word)
            if (not start or text[start - 1] in DIVIDES) and (end == size or text[end] in DIVIDES):
                if words_of_chunk(word) is None:
                    return None
                found += 1
                break
            start, stop = chunk_at(text, start, end)
            pieces = words_of_chunk(text[start:stop])
            if pieces is None:
                return None
            if word in pieces or any(word in parts(longer) for longer in pieces if word in longer):
                found += 1
                break
            left -= 1
            if not left:
                return None
            start = find(word, stop)
    return found


FINDERS: dict[str, Finder] = {"raw": in_raw_words, "words": in_words}
