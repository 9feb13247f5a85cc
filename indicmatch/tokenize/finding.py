"""How many of some words are among the words of a long text, without cutting the whole text into words.

Each word is looked for as a substring, and each hit is judged by the few characters around it. The answers are those of the sets that the
tokenizers give; a text that keeps disappointing (many hits, none of them a word) has to be cut into its words after all.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Collection
from functools import cache, lru_cache
from unicodedata import category

from indicmatch.tokenize.golden import LONG, Golden
from indicmatch.tokenize.tokens import parts
from indicmatch.tokenize.words import DIVIDES, chunk_at, words_of_chunk

__all__ = ["FINDERS", "MANY", "WHITE_SPACE", "Finder", "ends_both", "in_both", "in_raw_words", "in_words", "without_case"]

MANY = 128  # words to look for, above which cutting the text is cheaper
PATIENCE = 32  # hits that are no words, after which cutting the text is cheaper

Finder = Callable[[str, Collection[str]], int | None]  # (text, words) -> how many are found, None where the text has to be cut into words

_CASELESS = re.compile(
    "[ -@[-`{-~\u0590-\u109f\u1c50-\u1c7f\u1cd0-\u1cff\u2000-\u206f\u3000-\u9fff\ua8e0-\ua8ff\uaae0-\uaaff\uabc0-\uabff]*"
)
_SPACE = re.compile(r"\s")  # the white space of `re` is that of str.split()
_PUNCTUATION = frozenset(string.punctuation)
WHITE_SPACE = frozenset(character for character in DIVIDES if character.isspace())  # it divides words to every tokenizer and step
_TRAILING = _PUNCTUATION - {"'"}  # before white space: at the end of a word, and no part of it


def without_case(text: str) -> bool:
    """Whether no character of a text has case, nor is what another comes to in lower case: such a text, and its words, stand in another
    text wherever they stand in that text in lower case.

    >>> without_case("\u0915 (\u0967)"), without_case("Delhi"), without_case("i\u0307")
    (True, False, False)
    """
    return _CASELESS.fullmatch(text) is not None


def in_raw_words(text: str, words: Collection[str]) -> int | None:
    """How many are words of the published protocol's tokenizer in `text`."""
    if len(words) > MANY:
        return None
    found, left, find, size = 0, PATIENCE, text.find, len(text)
    for word in words:
        start = find(word)
        while start >= 0:
            end = start + len(word)
            before, after = text[start - 1] if start else " ", text[end] if end < size else " "
            if before.isspace() and after.isspace():
                found += 1
                break
            stop = end
            if (before in _PUNCTUATION or before.isspace()) and (after in _PUNCTUATION or after.isspace()):
                space = _SPACE.search(text, end)
                stop = space.start() if space else size
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


def in_words(text: str, words: Collection[str]) -> int | None:
    """How many are words, or parts of words, of the tokenizer `words` in `text`."""
    if len(words) > MANY:
        return None
    found, left, find, size = 0, PATIENCE, text.find, len(text)
    for word in words:
        start = find(word)
        while start >= 0:
            end = start + len(word)
            if (not start or text[start - 1] in DIVIDES) and _ends_word(text, end, size) and not _has_apostrophe(word):
                found += 1
                break
            stop = end
            if not (_goes_on(text, end, size) or (start and _goes_on(text, start, size))):
                first, stop = chunk_at(text, start, end)
                pieces = words_of_chunk(text, first, stop)
                if word in pieces or any(word in (_parts if len(longer) < LONG else parts)(longer) for longer in pieces if word in longer):
                    found += 1
                    break
            left -= 1
            if not left:
                return None
            start = find(word, stop)
    return found


def _has_apostrophe(word: str) -> bool:
    return "'" in word or "\u2019" in word or "\u02bc" in word


@lru_cache(maxsize=4096)
def _parts(word: str) -> tuple[str, ...]:
    return parts(word)


def _goes_on(text: str, at: int, size: int) -> bool:
    """Whether a word, and any part of it, plainly goes on across this place: a mark follows, or a letter of the script before."""
    if at == size:
        return False
    letters, marks = _letters_and_marks()
    now = letters.get(text[at])
    if now is None:
        return text[at] in marks and (text[at - 1] in marks or text[at - 1] in letters)
    before = at - 2 if text[at - 1] in marks and at > 1 else at - 1
    return letters.get(text[before]) == now


@cache
def _letters_and_marks() -> tuple[dict[str, int], frozenset[str]]:
    """The letters of ASCII and of the Brahmic blocks, each with its block, which is of one script; and the marks."""
    known = [chr(code) for code in (*range(0x41, 0x7B), *range(0x900, 0xE00))]
    letters = {character: ord(character) >> 7 for character in known if category(character)[0] == "L"}
    return letters, frozenset(character for character in known if category(character)[0] == "M")


def _ends_word(text: str, end: int, size: int) -> bool:
    """Whether what follows is a divider, or one punctuation mark and then a divider."""
    if end == size or text[end] in DIVIDES:
        return True
    return text[end] in _TRAILING and (end + 1 == size or text[end + 1] in DIVIDES)


def in_both(text: str, golden: Golden) -> tuple[int | None, int | None]:
    """How many golden words `in_raw_words` and `in_words` find in `text`, for most of the cost of one of them."""
    if len(golden.plain) > MANY:
        return None, None
    raw: int | None = in_raw_words(text, golden.raw_alone) if golden.raw_alone else 0
    inside: int | None = in_words(text, golden.words_alone) if golden.words_alone else 0
    left, find, size = PATIENCE, text.find, len(text)
    for word in golden.plain:
        start = find(word)
        while start >= 0:
            end = start + len(word)
            if (not start or text[start - 1] in WHITE_SPACE) and ends_both(text, end, size):
                found: tuple[int | None, int | None] = (1, 1)
            else:
                left -= 1
                if not left:
                    return None, None
                if _goes_on(text, end, size) or (start and _goes_on(text, start, size)):
                    start = find(word, end)
                    continue
                found = in_raw_words(text, (word,)), in_words(text, (word,))
            raw = None if raw is None or found[0] is None else raw + found[0]
            inside = None if inside is None or found[1] is None else inside + found[1]
            break
    return raw, inside


def ends_both(text: str, end: int, size: int) -> bool:
    """Whether white space that divides to both tokenizers follows, perhaps behind one punctuation mark."""
    if end == size or text[end] in WHITE_SPACE:
        return True
    return text[end] in _TRAILING and (end + 1 == size or text[end + 1] in WHITE_SPACE)


FINDERS: dict[str, Finder] = {"raw": in_raw_words, "words": in_words}
