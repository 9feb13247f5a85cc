"""Sentences of a text in any shipped language."""

from __future__ import annotations

import re
from functools import cache
from unicodedata import category, normalize

from indicmatch.tables import load

__all__ = ["sentences"]

_ALWAYS = "\u0964\u0965\u06d4\u061f\u1c7e\u1c7f\uabeb\uaaf0\u0df4\u104a\u104b\u3002\uff01\uff1f"  # end a sentence whatever follows
_CLOSING = "\"'\u2019\u201d\u00bb\u203a)\\]}*_"
_END = re.compile(f"\n|[{_ALWAYS}!?.\u2026]+[{_CLOSING}]*")
_LIST_MARK = re.compile(r"\s*\(?(?:\d+|[A-Za-z])[.)]?$")


def sentences(text: str) -> list[str]:
    """The sentences of a text, left to right, without the white space around them.

    One ends at a danda, double danda, Urdu full stop, the marks of Ol Chiki, Meetei Mayek and others, `! ?`, a line end, and at a full
    stop that is none of an abbreviation (`data/abbreviations.tsv`), an initial, a decimal, a list mark or the inside of a word.

    >>> sentences("डॉ. शर्मा १९४७ में आए। उन्होंने 3.14 लिखा. क्या यह सही है?")
    ['डॉ. शर्मा १९४७ में आए।', 'उन्होंने 3.14 लिखा.', 'क्या यह सही है?']
    """
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        if _ends(text, start, match):
            found.append(text[start : match.end()])
            start = match.end()
    found.append(text[start:])
    return [stripped for piece in found if (stripped := piece.strip())]


def _ends(text: str, start: int, match: re.Match[str]) -> bool:
    mark, after = match.group(), match.end()
    if mark == "\n" or any(character in _ALWAYS for character in mark):
        return True
    if after < len(text) and not text[after].isspace():
        return False
    if not mark.startswith(".") or len(mark.rstrip("\"'\u2019\u201d)]}*_")) > 1:
        return True
    line = max(start, match.start() - 40)
    before = text[line : match.start()]
    if line == start and _LIST_MARK.fullmatch(before):
        return False
    word = re.split(r"[\s(\"'\u2018\u201c\u2013-]", before)[-1]
    return not (_stopped(word) or _is_initial(word))


def _stopped(word: str) -> bool:
    return normalize("NFC", word).lower() in _words()


def _is_initial(word: str) -> bool:
    """A single letter, or letters with stops between them (J.R.R): the name goes on."""
    last = word.rpartition(".")[2]
    return len(last) == 1 and category(last)[0] == "L" and (last.isupper() or "." in word)


@cache
def _words() -> frozenset[str]:
    return frozenset(row["word"] for row in load("abbreviations"))
