"""Verdicts in a judge's JSON, whole or broken."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from indicmatch.judge.labels import Labels
from indicmatch.judge.words import fold, words

__all__ = ["Found", "objects", "verdict_of"]

_START = re.compile(r"(?m)^[ \t]*(?:json[ \t]*)?(?=\{|\[\s*\{)")
_PAIR = re.compile(
    r"""["']?([A-Za-z][A-Za-z _-]{0,30})["']?\s*[:=]\s*"""
    r"""("(?:[^"\\]|\\.){0,200}"|'[^'\n]{0,200}'|true|false|-?[0-9]+(?:\.[0-9]+)?(?=\s*[,}\n]))""",
    re.IGNORECASE,
)
_DECODE = json.JSONDecoder(strict=False).raw_decode
Prose = Callable[[str], "str | None"]


@dataclass(frozen=True, slots=True)
class Found:
    """A JSON value in a text; a broken one has no value and reaches to the end."""

    start: int
    end: int
    value: Any
    broken: bool


def objects(text: str) -> Iterator[Found]:
    """The JSON objects, and lists of objects, that begin a line, left to right.

    >>> [found.value for found in objects('So:\\n{"verdict": "CORRECT"}')]
    [{'verdict': 'CORRECT'}]
    """
    at = 0
    while match := _START.search(text, at):
        start = match.end()
        try:
            value, at = _DECODE(text, start)
            yield Found(start, at, value, broken=False)
        except (ValueError, RecursionError):
            yield Found(start, len(text), text[start:], broken=True)
            return


def verdict_of(found: Found, labels: Labels, prose: Prose) -> str | None:
    """The verdict that a JSON value states under a name such as `verdict`; None where there is none, or several.

    What stands under other names (a reason, a quoted response) is never read, unless it is a label and nothing else. Of a broken
    object, only complete pairs of name and value count.
    """
    pairs = _pairs_of_text(found.value) if found.broken else list(_pairs(found.value))
    final = [pair for pair in pairs if _key(pair[0]).startswith("final") and _key(pair[0]) in words("key")]
    strong = [pair for pair in pairs if _key(pair[0]) not in words("weak_key")]
    for group in (final, strong, pairs):
        said = {verdict for name, value in group if (verdict := _stated(name, value, labels, prose)) is not None}
        if said:
            return said.pop() if len(said) == 1 else None
    if found.broken:
        return None
    bare = {verdict for _, value in pairs if isinstance(value, str) and (verdict := labels.exact.get(fold(value))) is not None}
    return bare.pop() if len(bare) == 1 else None


def _pairs(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, list):
        for item in value:
            yield from _pairs(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if isinstance(item, dict | list):
                yield from _pairs(item)
            else:
                yield str(name), item


def _pairs_of_text(text: str) -> list[tuple[str, Any]]:
    known = {"true": True, "false": False}
    return [(name, known.get(value.lower(), value.strip("\"'"))) for name, value in _PAIR.findall(text)]


def _key(name: str) -> str:
    return fold(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name))


def _stated(name: str, value: Any, labels: Labels, prose: Prose) -> str | None:
    key = _key(name)
    truth, untruth = key in words("truth_key"), key in words("untruth_key")
    if not (truth or untruth or key in words("key") or key in words("weak_key")):
        return None
    if untruth:
        verdict = labels.truth(value)
        return labels.opposite(verdict) if verdict else None
    if isinstance(value, bool):
        return labels.named(str(value)) or labels.truth(value)
    if isinstance(value, int | float):
        return labels.named(f"{value:g}") or (labels.truth(value) if truth else None)
    if not isinstance(value, str):
        return None
    number = value.strip().isdecimal()
    return labels.named(value) or (labels.truth(value) if truth or not number else None) or prose(value)
