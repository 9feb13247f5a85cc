"""The words of a judge's reply (`data/verdict_words.tsv`), by what they do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from indicmatch.tables import load

__all__ = ["MEANINGS", "fold", "in_word", "lone", "meaning_of", "meanings", "one_of", "words"]

MEANINGS = ("correct", "incorrect", "true", "false", "yes", "no", "not_attempted")


@lru_cache(maxsize=4096)
def in_word(character: str) -> bool:
    """Whether a character belongs to the word beside it: letters, marks, numbers and connectors do."""
    general = unicodedata.category(character)
    return general[0] in "LMN" or general == "Pc"


def fold(text: str) -> str:
    """What two spellings of one label have in common: NFC, no case, one space where a space, `_` or `-` is.

    >>> fold("Not_Attempted") == fold("NOT ATTEMPTED")
    True
    """
    return " ".join(re.split(r"[\s_-]+", unicodedata.normalize("NFC", text).casefold().strip()))


@cache
def words(kind: str) -> frozenset[str]:
    """The words of a kind in every language, folded."""
    return frozenset(fold(row["text"]) for row in load("verdict_words") if row["kind"] == kind)


@cache
def meanings(meaning: str) -> tuple[tuple[str, str], ...]:
    """The (language, folded word) pairs that say a meaning."""
    return tuple((row["lang"], fold(row["text"])) for row in load("verdict_words") if row["kind"] == meaning)


def meaning_of(label: str) -> str | None:
    """What a label says where it is a word of the table, else None.

    >>> meaning_of("CORRECT"), meaning_of("Yes"), meaning_of("A")
    ('correct', 'yes', None)
    """
    folded = fold(label)
    return next((meaning for meaning in MEANINGS if any(word == folded for _, word in meanings(meaning))), None)


def one_of(phrases: Iterable[str]) -> re.Pattern[str]:
    """A pattern for any of the folded phrases, longest first, in any case, with space, `_` or `-` between their words."""
    ordered = sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase))
    branches = (r"[\s_-]{1,3}".join(map(re.escape, phrase.split(" "))) for phrase in ordered)
    return re.compile("|".join(branches) or "(?!)", re.IGNORECASE)


def lone(text: str, start: int, end: int) -> bool:
    """Whether a stretch of text is no part of a longer word."""
    return not (start and in_word(text[start - 1])) and not (end < len(text) and in_word(text[end]))
