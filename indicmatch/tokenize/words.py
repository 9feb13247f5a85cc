"""The tokenizer `words`: what a reader of any shipped language takes for a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from indicmatch.tokenize.tokens import JOINERS, register
from indicmatch.unicode.properties import character_class, general_category
from indicmatch.unicode.scripts import script

__all__ = ["DIVIDES", "chunk_at", "core_class", "words", "words_of_chunk"]


def _span(first: str, last: str) -> str:
    return "".join(map(chr, range(ord(first), ord(last) + 1)))


DIVIDES = frozenset(
    _span("\t", "\r") + " \x85\xa0\u1680" + _span("\u2000", "\u200a") + "\u2028\u2029\u202f\u205f\u3000"  # White_Space
    "\u0964\u0965\u06d4\u1c7e\u1c7f\uabeb\u0df4\u104a\u104b" + _span("\u0f0d", "\u0f12") +  # dandas and full stops of the scripts
    "\u060c\u061b\u061f\u3001\u3002\uff0c\uff1b\uff1f\uff01"  # commas, semicolons and question marks that no number holds
    "!?;()[]{}<>\"\u2018" + _span("\u201a", "\u201f") + "\u00ab\u00bb\u2039\u203a\u00bf\u00a1" + _span("\u3008", "\u3011") +
    "\u2014\u2015\u2026\u200b|"  # em dash, ellipsis, zero width space, the bar of a table
)  # fmt: skip
"""White space, and punctuation that never stands inside a word."""

_CLASS = "".join(map(re.escape, sorted(DIVIDES)))
_DIVIDER, _CHUNK = re.compile(f"[{_CLASS}]"), re.compile(f"[^{_CLASS}]+")
_DOUBTFUL = re.compile("[,'\u2019\u02bc]")  # inside a word in some places, between words in others
_APOSTROPHE = re.compile("['\u2019\u02bc]")  # what one is depends on what stands before it in the text
_NEEDS_CARE = re.compile("[,'\u2019\u02bc\U00010000-\U0010ffff]")
_QUOTE = re.compile("[\n'\u2018\u2019\u02bc]")


@register("words")
def words(text: str) -> list[tuple[int, int]]:
    """White space and punctuation that never stands inside a word divide; marks, joiners and a number's suffix belong to the word.

    >>> text = "‘गंगा’में it’s १,००,०००, 2014-ൽ।"
    >>> [text[start:end] for start, end in words(text)]
    ['गंगा', 'में', 'it’s', '१,००,०००', '2014-ൽ']
    """
    if not _NEEDS_CARE.search(text):
        return [match.span() for match in _plain_word().finditer(text)]
    return _words_with_care(text)


def _words_with_care(text: str) -> list[tuple[int, int]]:
    """The words of any text, chunk by chunk: the definition, and what commas, apostrophes and rare scripts need."""
    closing = _closing_quotes(text) if _APOSTROPHE.search(text) else set()
    return [span for match in _CHUNK.finditer(text) for span in _words_of(text, *match.span(), closing)]


def _words_of(text: str, start: int, end: int, closing: set[int]) -> Iterator[tuple[int, int]]:
    """The words of a chunk, which lies between dividers."""
    pieces = _divided(text, start, end, closing) if _DOUBTFUL.search(text, start, end) else ((start, end),)
    for first, last in pieces:
        while first < last and _is_edge(text[first]):
            first += 1
        while first < last and _is_edge(text[last - 1]):
            last -= 1
        if first < last:
            yield first, last


def chunk_at(text: str, start: int, end: int) -> tuple[int, int]:
    """The place between two dividers that `start:end`, which holds none, lies in."""
    while start and text[start - 1] not in DIVIDES:
        start -= 1
    after = _DIVIDER.search(text, end)
    return start, after.start() if after else len(text)


def words_of_chunk(text: str, start: int, end: int) -> list[str]:
    """The words of a text that stand in a chunk of it."""
    if not _APOSTROPHE.search(text, start, end):
        chunk = text[start:end]
        return [chunk[first:last] for first, last in words(chunk)]
    return [text[first:last] for first, last in _words_of(text, start, end, _closing_quotes(text))]


@lru_cache(maxsize=4096)
def _is_edge(character: str) -> bool:
    """Whether a word never begins or ends with this: punctuation, symbols, and what no reader can see."""
    general = general_category(character)
    return general[0] in "PS" or (general in ("Cf", "Cc") and character not in JOINERS) or "\ufe00" <= character <= "\ufe0f"


@cache
def core_class() -> str:
    """The inside of a class of `re`: the characters up to U+FFFF that divide words or are never at the end of one."""
    edges = "".join(character_class("General_Category", value, last=0xFFFF) for value in ("P", "S", "Cc")) + "\ufe00-\ufe0f"
    unseen = character_class("General_Category", "Cf", last=0xFFFF).replace("\u200b-\u200f", "\u200b\u200e\u200f")
    return f"{edges}{unseen}{_CLASS}"


@cache
def _plain_word() -> re.Pattern[str]:
    """A word of a text without doubtful characters, none of them above U+FFFF: from its first to its last character that is no edge."""
    core = f"[^{core_class()}]"
    return re.compile(f"{core}(?:[^{_CLASS}]*{core})?")


def _divided(text: str, start: int, end: int, closing: set[int]) -> Iterator[tuple[int, int]]:
    """The pieces of a chunk that holds commas or apostrophes."""
    first = start
    for match in _DOUBTFUL.finditer(text, start, end):
        at = match.start()
        inside = _between_digits(text, at) if text[at] == "," else at not in closing and _between_letters(text, at)
        if not inside:
            yield first, at
            first = at + 1
    yield first, end


def _between_digits(text: str, at: int) -> bool:
    return 0 < at < len(text) - 1 and text[at - 1].isdecimal() and text[at + 1].isdecimal()


def _between_letters(text: str, at: int) -> bool:
    return 0 < at < len(text) - 1 and _in_word(text[at - 1]) and _in_word(text[at + 1])


def _in_word(character: str) -> bool:
    return general_category(character)[0] in "LMN" or character in JOINERS


@lru_cache(maxsize=1)  # a text is asked about chunk by chunk
def _closing_quotes(text: str) -> set[int]:
    """Places of the apostrophes between letters that close a quotation, as after ‘गंगा’में.

    One that is still to be closed by a quotation mark before a space or punctuation closes there: ‘I don’t know’. The typewriter's
    apostrophe closes a word only before a letter that is not Latin: its contractions are far more frequent.
    """
    closing: set[int] = set()
    opened, candidate = "", -1
    for match in _QUOTE.finditer(text):
        at, mark = match.start(), match.group()
        between = mark not in "\n\u2018" and _between_letters(text, at)
        if between:
            same = (mark == "'") == (opened == "'")
            if opened and same and candidate < 0 and (mark != "'" or script(text[at + 1]) != "Latn"):
                candidate = at
            continue
        if mark in "\n\u2018" or opens(text, at, mark):
            if candidate >= 0:
                closing.add(candidate)
            opened, candidate = ("" if mark == "\n" else mark), -1
        else:  # closes what was opened; the apostrophes before it were inside
            opened, candidate = "", -1
    if candidate >= 0:
        closing.add(candidate)
    return closing


def opens(text: str, at: int, mark: str) -> bool:
    """Whether a typewriter's apostrophe opens a quotation: a letter follows and none stands before."""
    return mark == "'" and at + 1 < len(text) and _in_word(text[at + 1]) and (at == 0 or not _in_word(text[at - 1]))
