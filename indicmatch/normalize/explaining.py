"""What a level changed in a text, step by step, with places in the original."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from indicmatch.normalize.pipeline import Pipeline, pipeline

__all__ = ["Change", "align", "edits", "explain"]

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Change:
    """One place where a step changed the text.

    `at` indexes the text that entered the step, where `before` stood and `after` came; `start:end` is the place in the original text.
    All changes of one run of a step count in the same text, so they are applied from the last to the first.
    """

    step: str
    at: int
    before: str
    after: str
    start: int
    end: int


def explain(text: str, level: str = "encoding", *, lang: str | None = None) -> list[Change]:
    """Every change that `normalize(text, level, lang=lang)` makes, in the order in which the steps make them.

    The list is empty exactly when the text stays as it is, and folding the changes gives the normalised text.

    >>> explain("की\\u00a0", "nfc")
    [Change(step='space', at=2, before='\\xa0', after='', start=2, end=3)]
    """
    changes: list[Change] = []
    spans = _identity(text)
    for name, before, after in pipeline(level, lang).trace(text):
        found = list(edits(before, after))
        for at, old, new in found:
            start, end = _origin(spans, at, len(old), len(text))
            changes.append(Change(name, at, old, new, start, end))
        spans = _carried(spans, found, len(text))
    return changes


def align(text: str, run: Pipeline) -> tuple[str, list[Span]]:
    """The normalised text, and for each of its characters the (start, end) of the original text that it comes from."""
    spans = _identity(text)
    normalised = text
    for _, before, normalised in run.trace(text):
        spans = _carried(spans, list(edits(before, normalised)), len(text))
    return normalised, spans


def _identity(text: str) -> list[Span]:
    return [(index, index + 1) for index in range(len(text))]


def _origin(spans: list[Span], at: int, length: int, total: int) -> Span:
    if length:
        covered = spans[at : at + length]
        return min(start for start, _ in covered), max(end for _, end in covered)
    place = spans[at][0] if at < len(spans) else total
    return place, place


def _carried(spans: list[Span], found: list[tuple[int, str, str]], total: int) -> list[Span]:
    carried: list[Span] = []
    done = 0
    for at, old, new in found:
        carried += spans[done:at]
        carried += [_origin(spans, at, len(old), total)] * len(new)
        done = at + len(old)
    return carried + spans[done:]


_CLUSTER = re.compile(
    "(?s).[\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0981-\u0983\u09bc-\u09cd\u0a3c-\u0a4d\u0abc-\u0acd\u0b3c-\u0b57"
    "\u0bbe-\u0bcd\u0c3c-\u0c56\u0cbc-\u0cd6\u0d3b-\u0d4d\u0dca-\u0ddf\u064b-\u065f\u0670\u200c\u200d]*"
)
_NEAR = 48  # how far, in clusters, the two texts are searched for the place where they meet again


def edits(before: str, after: str) -> Iterator[tuple[int, str, str]]:
    """(place, old, new) for each place where two texts differ, left to right; replacing them in `before` gives `after`.

    The texts are compared letter with its marks at a time, and a difference ends where the two run alike again: linear in length, since
    steps change text in small places. Not the shortest edit script, which nobody needs here.

    >>> list(edits("Ruru  Jataka", "Ruru Jatake"))
    [(5, ' ', ''), (11, 'a', 'e')]
    """
    old, new = _CLUSTER.findall(before), _CLUSTER.findall(after)
    i = j = at = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and old[i] == new[j]:
            at += len(old[i])
            i, j = i + 1, j + 1
            continue
        skip_old, skip_new = _meeting(old, new, i, j)
        gone, come = "".join(old[i : i + skip_old]), "".join(new[j : j + skip_new])
        yield _trimmed(at, gone, come)
        at += len(gone)
        i, j = i + skip_old, j + skip_new


def _meeting(old: list[str], new: list[str], i: int, j: int) -> Span:
    """How many clusters of each side to pass over until both run alike again; all of the rest where they never do."""
    ends = len(old) - i, len(new) - j
    for reach in range(1, 2 * _NEAR):
        for skip_old in range(max(0, reach - _NEAR), min(reach, ends[0]) + 1):
            skip_new = reach - skip_old
            if skip_new > ends[1]:
                continue
            if (skip_old, skip_new) == ends:
                return ends
            run_old, run_new = old[i + skip_old : i + skip_old + 2], new[j + skip_new : j + skip_new + 2]
            if run_old and run_old == run_new:
                return skip_old, skip_new
    return ends


def _trimmed(at: int, gone: str, come: str) -> tuple[int, str, str]:
    """The change without the characters that both sides share at its ends."""
    head = 0
    while head < min(len(gone), len(come)) and gone[head] == come[head]:
        head += 1
    tail = 0
    while tail < min(len(gone), len(come)) - head and gone[-1 - tail] == come[-1 - tail]:
        tail += 1
    return at + head, gone[head : len(gone) - tail], come[head : len(come) - tail]
