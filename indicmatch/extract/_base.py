"""The registry of extractors, and the two functions that callers need.

An extractor takes a response and gives the part looked for, or None where it is not there. Then the response stays
whole, and `found` says so: a score over responses of which half were cut and half were not is a score of two things. A
new one is one function under `@EXTRACTORS.register("name")`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeAlias

from indicmatch.registry import Registry

__all__ = ["EXTRACTORS", "Extractor", "extract", "extractor", "found", "one_of", "stages"]

Extractor: TypeAlias = Callable[[str], "str | None"]

EXTRACTORS = Registry[Callable[..., "str | None"]]("extractor", entry_points="indicmatch.extractors")
"""By name. One whose name ends in `:PATH` is called with what stands after the colon as its second argument."""


def extract(response: str, how: str = "none") -> str:
    """The part of a response that is to be scored; the whole response where that part is not there.

    `how` is a name of `EXTRACTORS`, or several joined by `+` and applied from left to right. No text makes it raise; an
    unknown name is an `UnknownName`, a path that cannot be read a `BadInput`.

    >>> extract("<think>Mumbai? No.</think> The capital is Delhi.", "after-think")
    'The capital is Delhi.'
    >>> extract("It was long disputed.\\n\\n**Answer:** Delhi", "answer-tag")
    'Delhi'
    >>> extract("<think>Answer: Mumbai?</think> Delhi", "after-think+answer-tag")
    'Delhi'
    >>> extract('```json\\n{"answer": 1947.0}\\n```', "json:answer")
    '1947.0'
    """
    for stage in stages(how):
        part = stage(response)
        response = response if part is None else part
    return response


def found(response: str, how: str) -> bool:
    """Whether a response holds what `extract` looks for; of several stages the last one decides.

    >>> found("Answer: Delhi", "answer-tag"), found("Delhi", "answer-tag"), found("Delhi", "none")
    (True, False, True)
    """
    *first, last = stages(how)
    for stage in first:
        part = stage(response)
        response = response if part is None else part
    return last(response) is not None


def extractor(how: str) -> Extractor:
    """The function of one name, its path bound; it gives None where it finds nothing.

    >>> extractor("last-line")("Mumbai?\\nNo, Delhi.\\n")
    'No, Delhi.'
    >>> extractor("last-lin")
    Traceback (most recent call last):
    ...
    indicmatch.errors.UnknownName: unknown extractor 'last-lin'. Did you mean 'last-line'? Known: none, answer-tag,
    json:PATH, last-line, boxed, after-think.
    """
    name, colon, path = how.partition(":")
    if not colon or f"{name}:PATH" not in EXTRACTORS:
        return EXTRACTORS[how.removesuffix(":PATH")]
    function = EXTRACTORS[f"{name}:PATH"]
    function("", path)  # so that a path that cannot be read is an error before the first response
    return lambda response: function(response, path)


@lru_cache(maxsize=64)
def stages(how: str) -> tuple[Extractor, ...]:
    """The functions that an expression such as `after-think+answer-tag` names, in order; it is how to check one.

    A `+` behind a colon belongs to the path. Raises `UnknownName` and `BadInput` as `extract` does.

    >>> len(stages("after-think+json:a+b"))
    2
    """
    head, colon, path = how.partition(":")
    *first, last = head.split("+")
    return tuple(map(extractor, [*first, last + colon + path]))


@EXTRACTORS.register("none")
def whole(response: str) -> str:
    """The response as it is."""
    return response


def one_of(texts: Iterable[str]) -> re.Pattern[str]:
    """A pattern for any of the texts, in any case, the longest first, with any white space where they have a space.

    `re` skips quickly to the next place where a branch can begin only if each begins with a literal: so the first
    character stands there in both cases, and only the rest ignores case.
    """
    branches: dict[str, list[str]] = {}
    for text in sorted(texts, key=len, reverse=True):
        rest = re.escape(text[1:]).replace(r"\ ", "[ \t\xa0]{1,4}")
        for first in dict.fromkeys((text[0], text[0].upper(), text[0].lower())):
            branches.setdefault(first, []).append(rest)
    return re.compile("|".join(f"{re.escape(first)}(?i:{'|'.join(rests)})" for first, rests in branches.items()))
