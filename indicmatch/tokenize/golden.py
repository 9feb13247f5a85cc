"""The words of an answer to the published protocol and to another tokenizer, sorted by how they may be looked for in a text."""

from __future__ import annotations

import re
import string
from functools import cache, lru_cache
from typing import NamedTuple

from indicmatch.tokenize.tokens import tokenizer
from indicmatch.tokenize.words import core_class

__all__ = ["LONG", "Golden", "golden_of"]

LONG = 64  # characters of a word that is not worth being remembered
_NO_WORDS: frozenset[str] = frozenset()
# What an apostrophe is depends on the text before it; the four separators are white space to `str.split` alone.
_DOUBTFUL = re.compile("['\u2019\u02bc\x1c-\x1f]")


class Golden(NamedTuple):
    """The words of an answer: those of the protocol's tokenizer, those of another, those that are words to both and so plain that a
    text has each as a word of both or of neither when white space stands around it; and the rest of the two. `local` says that the
    answer has the same words wherever it stands between white space, whatever is around.
    """

    raw: frozenset[str]
    words: frozenset[str]
    plain: frozenset[str]
    raw_alone: frozenset[str]
    words_alone: frozenset[str]
    local: bool = True


def golden_of(text: str, name: str) -> Golden:
    """The words of an answer in lower case to the protocol, and to the tokenizer `name`.

    >>> sorted(golden_of("new-delhi, india", "words").words)
    ['india', 'new-delhi']
    """
    plain_text = _plain().fullmatch
    if plain_text(text):
        words = frozenset(text.split())
        return Golden(words, words, words, _NO_WORDS, _NO_WORDS)
    raw = frozenset([word for word in [word.strip(string.punctuation) for word in text.split()] if word])
    if name == "raw":
        return Golden(raw, raw, raw, _NO_WORDS, _NO_WORDS)
    if _DOUBTFUL.search(text):
        words = frozenset([text[start:end] for start, end in tokenizer(name)(text)])
        plain = frozenset(filter(plain_text, raw & words))
        return Golden(raw, words, plain, raw - plain, words - plain, local=False)
    if plain_text(" ".join(raw)):
        return Golden(raw, raw, raw, _NO_WORDS, _NO_WORDS)
    odd = [word for word in raw if not plain_text(word)]
    plain = raw.difference(odd)
    divided = [piece for word in odd for piece in (_known if len(word) < LONG else _words_in)(word, name)]
    return Golden(raw, plain.union(divided), plain, frozenset(odd), frozenset(divided) - plain)


def _words_in(word: str, name: str) -> tuple[str, ...]:
    """The words in a word of the protocol."""
    return tuple(word[start:end] for start, end in tokenizer(name)(word))


_known = lru_cache(maxsize=4096)(_words_in)


@cache
def _plain() -> re.Pattern[str]:
    """Words so plain, with no punctuation in them, that they are words to every tokenizer, with spaces between them."""
    return re.compile(f"[^{core_class().replace(re.escape(' '), '')},'\u2019\u02bc\U00010000-\U0010ffff]+")
