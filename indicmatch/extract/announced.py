"""The answer that a response announces: `Answer: ...`, `<answer>...</answer>`, and the same in other languages."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from indicmatch.extract._base import EXTRACTORS, one_of
from indicmatch.tables import load

__all__ = ["answer_tag"]

_MARKUP = r"(?:[*_`]{1,3}|</[A-Za-z][A-Za-z0-9]{0,9}>)?"
_SPACE = "[ \t\xa0\u202f]{0,8}"
_COLON = (
    rf"{_MARKUP}{_SPACE}"
    rf"(?:[:=\N{{FULLWIDTH COLON}}\N{{SMALL COLON}}\N{{RATIO}}\N{{RIGHTWARDS ARROW}}]-?|->){_MARKUP}"
)
_DASH = rf"{_MARKUP}{_SPACE}[-\N{{EN DASH}}\N{{EM DASH}}](?=[\s*_])"
_VISARGA = r"[\N{DEVANAGARI SIGN VISARGA}\N{BENGALI SIGN VISARGA}](?=[\s*_])"
_HEADING = re.compile(rf"{_MARKUP}{_SPACE}(?=[\r\n])")
_AFTER = {
    "label": re.compile(f"{_COLON}|{_DASH}|{_VISARGA}"),
    "words": re.compile(rf"{_COLON}|{_MARKUP}(?=\s)"),
    "direct": re.compile(f"(?:{_COLON})?"),
}

_MARKS = "*_`#"
_OPENERS = frozenset("*#- \t\xa0\"'([{\N{BULLET}\N{MIDDLE DOT}\N{LEFT DOUBLE QUOTATION MARK}\N{VARIATION SELECTOR-16}")
_CLAUSE_ENDS = frozenset(
    "\r\n\v\f\x85\u2028\u2029.!?:;,|\N{EN DASH}\N{EM DASH}\N{HORIZONTAL ELLIPSIS}"
    "\N{DEVANAGARI DANDA}\N{DEVANAGARI DOUBLE DANDA}\N{OL CHIKI PUNCTUATION MUCAAD}\N{MEETEI MAYEK CHEIKHEI}"
    "\N{ARABIC FULL STOP}\N{ARABIC COMMA}\N{ARABIC SEMICOLON}\N{ARABIC QUESTION MARK}"
    "\N{IDEOGRAPHIC FULL STOP}\N{IDEOGRAPHIC COMMA}\N{FULLWIDTH COMMA}\N{FULLWIDTH COLON}"
    "\N{FULLWIDTH EXCLAMATION MARK}\N{FULLWIDTH QUESTION MARK}"
)


@EXTRACTORS.register("answer-tag")
def answer_tag(response: str) -> str | None:
    """What follows the last announcement of an answer (`data/answer_tags.tsv`), up to the end of the response.

    An element (`<answer>...</answer>`, also unclosed) goes before labels and phrases, wherever they stand. A label
    (`Answer`) needs a colon or equals sign behind it, a visarga typed for a colon, a dash before white space, or to be
    a heading; a phrase (`The answer is`) needs none of them. Both count only where a line, a sentence or a clause
    begins, or right behind opening markup. One with nothing behind it yields to an earlier one; if there is none, the
    answer is empty.

    >>> answer_tag("Final answer - Delhi"), answer_tag("### Answer\\nDelhi"), answer_tag("So, the answer is **Delhi**.")
    ('Delhi', 'Delhi', '**Delhi**.')
    >>> answer_tag("They looked for the answer: none was found.") is None
    True
    """
    announced = [part for part in (_last_element(response), _last_announced(response)) if part is not None]
    return next(filter(None, announced), "" if announced else None)


def _last_element(response: str) -> str | None:
    closings, last, opened, at = _elements(), None, "", 0
    for match in _element_tags().finditer(response):
        tag = match[0].lower()
        if tag in closings:
            opened, at = closings[tag], match.end()
        elif tag == opened:
            last, opened = response[at : match.start()].strip() or last or "", ""
    return response[at:].strip() or last or "" if opened else last


@cache
def _elements() -> dict[str, str]:
    return {row["cue"].lower(): row["closing"].lower() for row in load("answer_tags") if row["after"] == "element"}


@cache
def _element_tags() -> re.Pattern[str]:
    return one_of({*_elements(), *_elements().values()})


def _last_announced(response: str) -> str | None:
    spans = _announcements(response)
    stop = len(response)
    for start, content in reversed(spans):
        if announced := response[content:stop].strip():
            return _without_unpaired(announced)
        stop = start
    return "" if spans else None


def _announcements(response: str) -> list[tuple[int, int]]:
    """Where each begins and ends; right behind another one (`The answer is: Answer: ...`) a clause begins, too."""
    spans: list[tuple[int, int]] = []
    kinds = _kinds()
    for match in _cues().finditer(response):
        start = match.start()
        kind = kinds.get(_key(match[0]))
        after = _AFTER[kind].match(response, match.end()) if kind else None
        if kind and after is None and _opens_heading(response, start):
            after = _HEADING.match(response, match.end())
        follows = bool(spans) and not response[spans[-1][1] : start].strip()
        if after and (follows or _begins_clause(response, start)):
            spans.append((start, after.end()))
    return spans


def _key(cue: str) -> str:
    return " ".join(unicodedata.normalize("NFC", cue.lower()).split())


@cache
def _kinds() -> dict[str, str]:
    return {_key(row["cue"]): row["after"] for row in load("answer_tags") if row["after"] != "element"}


@cache
def _cues() -> re.Pattern[str]:
    """Every cue in NFC, in NFD, and with the composed nukta letters, which neither of the two has."""
    cues = [row["cue"] for row in load("answer_tags") if row["after"] != "element"]
    forms = {unicodedata.normalize(form, cue) for cue in cues for form in ("NFC", "NFD")}
    return one_of(forms | {_with_composed_letters(form) for form in forms})


def _with_composed_letters(text: str) -> str:
    for decomposed, letter in _composed_letters().items():
        text = text.replace(decomposed, letter)
    return text


@cache
def _composed_letters() -> dict[str, str]:
    """Indic letters that composition never makes (Unicode CompositionExclusions), by what they decompose to."""
    letters = map(chr, range(0x0900, 0x0C00))
    pairs = ((unicodedata.normalize("NFC", letter), letter) for letter in letters)
    return {decomposed: letter for decomposed, letter in pairs if len(decomposed) == 2}


def _begins_clause(response: str, start: int) -> bool:
    """Whether a clause begins there, bullets, quotes and symbols aside, or opening markup precedes."""
    if start and response[start - 1] == ">":
        return True
    at = start
    while at and response[at - 1] in _MARKS:
        at -= 1
    if at < start and not (at and unicodedata.category(response[at - 1])[0] in "LMN"):
        return True
    while at and (response[at - 1] in _OPENERS or unicodedata.category(response[at - 1])[0] == "S"):
        at -= 1
    return not at or response[at - 1] in _CLAUSE_ENDS


def _opens_heading(response: str, start: int) -> bool:
    """Whether a heading, bold or an HTML element opens right there."""
    if start and response[start - 1] in "*_>":
        return True
    while start and response[start - 1] in " \t":
        start -= 1
    return start > 0 and response[start - 1] == "#"


def _without_unpaired(text: str) -> str:
    """Without the markup at the end that was opened before the text began (`**Answer: Delhi**`)."""
    for mark in ("**", "__", "*", "_", "`"):
        if text.endswith(mark) and text.count(mark) % 2:
            text = text.removesuffix(mark).rstrip()
    return text
