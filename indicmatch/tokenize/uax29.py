"""The tokenizer `uax29`: Unicode's default word segmentation."""

from __future__ import annotations

from unicodedata import category

from indicmatch.tokenize.tokens import register
from indicmatch.unicode import word_spans
from indicmatch.unicode.properties import value_of

__all__ = ["uax29"]


@register("uax29")
def uax29(text: str) -> list[tuple[int, int]]:
    """UAX #29 word segmentation, by our tables of one Unicode version; segments without a letter, digit or emoji are no words.

    >>> text = "it's 10:30, इन्दिय-अमरीकी"
    >>> [text[start:end] for start, end in uax29(text)]
    ["it's", '10', '30', 'इन्दिय', 'अमरीकी']
    """
    return [(start, end) for start, end in word_spans(text) if _is_word(text, start, end)]


def _is_word(text: str, start: int, end: int) -> bool:
    if text[start].isalnum():
        return True
    return any(category(c)[0] in "LN" or value_of("Extended_Pictographic", c) == "Yes" for c in text[start:end])
