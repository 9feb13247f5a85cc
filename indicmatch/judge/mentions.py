"""What a text in words says of a verdict: each mention of a label, and whether it is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from indicmatch.judge.labels import Labels
from indicmatch.judge.words import fold, lone, one_of, words

__all__ = ["Mention", "mentions", "settled"]

_CLAUSE = re.compile("[.,;:!?()\n\u2013\u2014\u2026\u0964\u0965\u06d4\u060c\u061b\u061f]")
_SENTENCE = re.compile("[.!?\n\u0964\u0965\u06d4\u061f]")
_NOUN = re.compile(r"[\s\"'*_]*[^\s:]*\s?")
_TURNS = frozenset({"but", "and", "because", "so", "yet", "though", "although", "while"})
_EDGES = "\"'`*_#<>[]{}\u2018\u2019\u201c\u201d\u00ab\u00bb"
_VERBS = frozenset({"is", "was", "would", "should", "are"})


@dataclass(frozen=True, slots=True)
class Mention:
    """A label in a text: what it says there (None: it is open, supposed or only listed), and whether it is written as asked for."""

    start: int
    end: int
    verdict: str | None
    asked: bool


def mentions(text: str, labels: Labels, *, announced: bool = False) -> list[Mention]:
    """The mentions in a text that say a verdict, negations applied.

    `announced` text follows an anchor such as `Verdict:`, where every word that means a label counts, also `yes` and `right`.
    """
    found = _listed_dropped(text, list(_places(text, labels, announced)))
    said = []
    for place, mention in enumerate(found):
        following = found[place + 1].start if place + 1 < len(found) else len(text)
        verdict = _said(text, mention, following, labels)
        if verdict is not None:
            said.append(replace(mention, verdict=verdict))
    return said


def settled(text: str, said: list[Mention]) -> str | None:
    """The one verdict of the mentions: those written as asked for go before others; where they differ, the last counts only in a
    sentence that concludes.
    """
    chosen = [mention for mention in said if mention.asked] or said
    if not chosen:
        return None
    last = chosen[-1]
    if all(mention.verdict == last.verdict for mention in chosen) or _concludes(text, last):
        return last.verdict
    return None


def _places(text: str, labels: Labels, announced: bool) -> Iterator[Mention]:
    opening = len(text) - len(text.lstrip())
    for match in labels.pattern.finditer(text):
        start, end = match.span()
        word, asked = fold(match[0]), match[0] in labels.asked
        counts = announced or word in labels.loose or (word in labels.plain and (asked or start <= opening))
        if counts and lone(text, start, end):
            yield Mention(start, end, labels.strict[word], asked)


def _listed_dropped(text: str, found: list[Mention]) -> list[Mention]:
    """Without labels that are only listed, as in `CORRECT or INCORRECT`."""
    listed = set()
    for one, other in pairwise(found):
        between = text[one.end : other.start].strip(_EDGES + " \t()")
        if one.verdict != other.verdict and (between in ("/", "|", ",") or fold(between.strip("., ")) in words("or")):
            listed |= {one, other}
    return [mention for mention in found if mention not in listed]


def _said(text: str, mention: Mention, following: int, labels: Labels) -> str | None:
    if (close := _SENTENCE.search(text, mention.end, mention.end + 300)) and close[0] in "?\u061f":
        return None
    before = _clause_before(text, mention.start)
    after = _clause_after(text[mention.end : min(following, mention.end + 120)])
    if _negated_before(text, mention.start, before) or any(word in words("negation_after") for word in after[:3]):
        return labels.opposite(mention.verdict or "")
    if any(word.startswith(tuple(words("hedge"))) for word in before[-3:]):
        return None
    if _ends_with(before[-7:], "supposition", anywhere=True) or _describes(text, mention, before, after):
        return None
    return mention.verdict


def _clause_before(text: str, start: int) -> list[str]:
    begin = max((match.end() for match in _CLAUSE.finditer(text, max(0, start - 120), start)), default=max(0, start - 120))
    found = _tokens(text[begin:start])
    turn = max((place for place, word in enumerate(found) if word in _TURNS), default=-1)
    return found[turn + 1 :]


def _clause_after(text: str) -> list[str]:
    match = _CLAUSE.search(text)
    return _tokens(text[: match.start()] if match else text)


def _tokens(text: str) -> list[str]:
    return [fold(word) for piece in text.split() if (word := piece.strip(_EDGES))]


def _negated_before(text: str, start: int, before: list[str]) -> bool:
    if start > 1 and text[start - 1] in "-\u2010\u2011" and before and before[-1].strip(" -\u2010\u2011") in ("in", "non", "un", "not"):
        return True
    others = 0
    for place in range(len(before) - 1, -1, -1):
        word = before[place].replace("\u2019", "'")
        if word in words("negation_before") or word.endswith("n't") or _ends_with(before[: place + 1], "negation_before"):
            return not (place and before[place - 1] in ("or", "whether"))
        others += word not in words("filler")
        if others > 1:
            return False
    return False


def _ends_with(before: list[str], kind: str, *, anywhere: bool = False) -> bool:
    """Whether the words end with a phrase of a kind (or hold one)."""
    text = f" {' '.join(before)} "
    return any(f" {phrase} " in text if anywhere else text.endswith(f" {phrase} ") for phrase in words(kind) if anywhere or " " in phrase)


def _describes(text: str, mention: Mention, before: list[str], after: list[str]) -> bool:
    """Whether the label only describes a noun, as in `the correct answer is Delhi`."""
    if mention.asked and text[mention.start : mention.end].isupper():
        return bool(before) and before[-1] == "the" and bool(after) and after[0] in words("noun")
    if before and before[-1] == "the":
        return True
    if not after or after[0] not in words("noun"):
        return False
    if not text[mention.start].isascii():
        return True
    noun = _NOUN.match(text, mention.end)
    colon = noun is not None and text.startswith(":", noun.end())
    return colon or (len(after) > 1 and after[1] in _VERBS)


def _concludes(text: str, mention: Mention) -> bool:
    """Whether the sentence up to a mention concludes, or takes something back."""
    begin = max((match.end() for match in _SENTENCE.finditer(text, 0, mention.start)), default=0)
    return any(lone(text, *match.span()) for match in _cues().finditer(text, begin, mention.start))


def _cues() -> re.Pattern[str]:
    return one_of(words("conclusion"))
