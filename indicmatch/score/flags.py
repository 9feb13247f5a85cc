"""Flags: what a reader of a verdict should look at. They are columns on request and never change a verdict."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from unicodedata import category, normalize

from indicmatch.metrics._boundary import in_word, whole_words
from indicmatch.registry import Registry
from indicmatch.tables import load
from indicmatch.unicode import dominant_script, graphemes, is_grapheme_boundary

__all__ = ["FLAGS", "Match", "flags_of"]

SHORT = 4  # graphemes of an answer that may stand inside a word by chance
NEAR = 5  # words on either side of a match that are searched for a negation
LONG = 100  # words of a response that may hold any short answer
CUT = 200  # characters from which a response without an end looks cut off

FLAGS: Registry[Callable[[Match], bool]] = Registry("flag")


@dataclass(frozen=True, slots=True)
class Match:
    """A response in lower case and NFC, the answer it was compared with, and every place where that stands in it."""

    response: str
    answer: str
    places: tuple[int, ...]

    @classmethod
    def of(cls, references: Sequence[str], response: str | None) -> Match:
        """The first reference that stands in the response, else the first."""
        text = normalize("NFC", response or "").lower()
        answers = [normalize("NFC", reference).strip().lower() for reference in references]
        answer = next((answer for answer in answers if answer and answer in text), answers[0])
        return cls(text, answer, tuple(_places(text, answer)) if answer else ())


def _places(text: str, answer: str) -> list[int]:
    places: list[int] = []
    start = text.find(answer)
    while start >= 0 and len(places) < 1000:
        places.append(start)
        start = text.find(answer, start + len(answer))
    return places


def flags_of(references: Sequence[str], response: str | None) -> dict[str, bool]:
    """Every flag for a row, by name.

    >>> [name for name, raised in flags_of(["No"], "There is nothing of the kind.").items() if raised]
    ['short_answer_in_word']
    """
    match = Match.of(references, response)
    return {name: flag(match) for name, flag in FLAGS.items()}


@FLAGS.register("short_answer_in_word")
def short_answer_in_word(match: Match) -> bool:
    """A short answer stands only inside longer words."""
    if not match.places or len(graphemes(match.answer)) > SHORT:
        return False
    return next(whole_words(match.response, match.answer), None) is None


@FLAGS.register("number_in_number")
def number_in_number(match: Match) -> bool:
    """A number stands only inside longer numbers, as 27 in 327."""
    text, size = match.response, len(match.answer)

    def inside(start: int) -> bool:
        end = start + size
        before = match.answer[:1].isdecimal() and start > 0 and text[start - 1].isdecimal()
        return before or (match.answer[-1:].isdecimal() and end < len(text) and text[end].isdecimal())

    return bool(match.places) and all(map(inside, match.places))


@FLAGS.register("negation_near")
def negation_near(match: Match) -> bool:
    """A negation stands near the only or every match."""
    return bool(match.places) and all(_negated(match, start) for start in match.places)


def _negated(match: Match, start: int) -> bool:
    end = start + len(match.answer)
    before = " ".join(match.response[max(0, start - 100) : start].split()[-NEAR:])
    after = " ".join(match.response[end : end + 100].split()[:NEAR])
    sentence = re.split("[.!?\u0964\u06d4\n]", before)[-1], re.split("[.!?\u0964\u06d4\n]", after)[0]
    return any(next(whole_words(part, cue), None) is not None for part in sentence for cue in _cues("negation"))


@FLAGS.register("other_script_only")
def other_script_only(match: Match) -> bool:
    """The response has letters, and none of the answer's script."""
    answer, response = dominant_script(match.answer), dominant_script(match.response)
    if answer is None or response is None or answer == response:
        return False
    return not any(dominant_script(word) == answer for word in match.response.split())


@FLAGS.register("cut_off")
def cut_off(match: Match) -> bool:
    """A long response that ends in the middle of a sentence, or of a code block."""
    text = match.response.rstrip()
    return len(text) >= CUT and (in_word(text[-1]) or text[-1] in ",:;-(\u060c" or text.count("```") % 2 == 1)


@FLAGS.register("refusal")
def refusal(match: Match) -> bool:
    """The response opens by declining to answer."""
    opening = match.response[:200]
    return any(next(whole_words(opening, cue), None) is not None for cue in _cues("refusal"))


@FLAGS.register("long_response")
def long_response(match: Match) -> bool:
    """A response of more than 100 words: with length grows the chance that it holds any short answer."""
    return len(match.response.split()) > LONG


@FLAGS.register("splits_grapheme")
def splits_grapheme(match: Match) -> bool:
    """Every match begins or ends inside a letter as a reader counts them."""
    text, size = match.response, len(match.answer)

    def split(start: int) -> bool:
        ends = start, start + size
        return any(0 < at < len(text) and _mark_or_joiner(text[at]) and not is_grapheme_boundary(text, at) for at in ends)

    return bool(match.places) and all(map(split, match.places))


def _mark_or_joiner(character: str) -> bool:
    return category(character)[0] == "M" or character in "\u200c\u200d"


@cache
def _cues(kind: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row["text"].lower() for row in load("cues") if row["kind"] == kind))
