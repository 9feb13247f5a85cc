"""The tokenizer of the published protocol."""

from __future__ import annotations

import re
import string

from indicmatch.tokenize.tokens import register

__all__ = ["raw"]

_WORD = re.compile(r"\S+")  # the white space of `re` is that of str.split()


@register("raw")
def raw(text: str) -> list[tuple[int, int]]:
    """The protocol: `text.split()`, each word stripped of ASCII punctuation, empty ones dropped.

    >>> [(start, end) for start, end in raw("(Delhi) --")]
    [(1, 6)]
    """
    spans = []
    for match in _WORD.finditer(text):
        word = match.group()
        start = match.start() + len(word) - len(word.lstrip(string.punctuation))
        end = match.start() + len(word.rstrip(string.punctuation))
        if start < end:
            spans.append((start, end))
    return spans
