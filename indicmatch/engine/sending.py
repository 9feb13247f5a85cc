"""Texts on their way to a process and results on their way back: texts as one, a result once, and as a number from then on."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import cast

from indicmatch.score.batch import Judged, Sides
from indicmatch.score.result import KNOWN, Result, Results

__all__ = ["Packed", "Receiver", "Sender", "Sent", "pack", "unpack"]


_CODE, _BETWEEN = "utf-16-le", "\0"  # to code units as they are in memory: a fraction of what UTF-8 costs on both ends

Packed = tuple[Sequence[int], bytes]


def pack(sides: Sides) -> Sides | Packed:
    """Sides of a batch in the form in which they cross for least: all texts in one, where there are only texts, of Unicode and without NUL.

    >>> unpack(pack(Sides([2], ["Delhi"], None, ["It is Delhi."])))
    Sides(lines=[2], answers=['Delhi'], references=None, responses=['It is Delhi.'])
    """
    texts = [*sides.answers, *sides.responses]
    if sides.references is not None or not all(isinstance(text, str) and _BETWEEN not in text for text in texts):
        return sides
    try:
        return sides.lines, _BETWEEN.join(cast("list[str]", texts)).encode(_CODE)
    except UnicodeEncodeError:  # a lone surrogate, as JSON can have
        return sides


def unpack(packed: Sides | Packed) -> Sides:
    """The sides that `pack` was given."""
    if isinstance(packed, Sides):
        return packed
    lines, data = packed
    texts = data.decode(_CODE).split(_BETWEEN)
    return Sides(lines, texts[: len(lines)], None, texts[len(lines) : 2 * len(lines)])


@dataclass(frozen=True, slots=True)
class Sent:
    """What was found about a batch: `numbers` of results, those from `first` on are `new`, in this order; a first of 0 forgets all others.

    `judged` is the rest, without results. `sender` tells processes apart.
    """

    sender: int
    first: int
    new: list[Result]
    numbers: list[int]
    judged: Judged


class Sender:
    """Numbers the results of one file in the process that finds them.

    >>> from indicmatch.records import Checks
    >>> send, receive = Sender(), Receiver()
    >>> result = Result((), (), (), (), False, False, False, False)
    >>> one, two = (send(Judged([result, result], None, Checks("a.csv"))) for _ in range(2))
    >>> one.numbers, len(one.new), len(two.new)
    ([0, 0], 1, 0)
    >>> receive(one).results == receive(two).results
    True
    """

    def __init__(self) -> None:
        self._numbers: dict[Result, int] = {}

    def __call__(self, judged: Judged) -> Sent:
        if len(self._numbers) > KNOWN:
            self._numbers.clear()
        first, numbers = len(self._numbers), self._numbers
        found = [numbers.setdefault(result, len(numbers)) for result in judged.results]
        new = list(islice(numbers, first, None))
        return Sent(os.getpid(), first, new, found, Judged([], judged.flags, judged.checks, judged.unfound))


class Receiver:
    """Gives the results of batches, each process's in the order in which they were sent; equal ones are one object."""

    def __init__(self) -> None:
        self._results = Results()
        self._known: dict[int, list[Result]] = {}

    def __call__(self, sent: Sent) -> Judged:
        known = self._known.setdefault(sent.sender, [])
        del known[sent.first :]
        known += map(self._results.shared, sent.new)
        rest = sent.judged
        return Judged([known[number] for number in sent.numbers], rest.flags, rest.checks, rest.unfound)
