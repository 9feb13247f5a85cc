"""From a place in the text that a metric looked at to the place in the original response."""

from __future__ import annotations

from typing import Literal

from indicmatch.analyze import Text
from indicmatch.extract import extract
from indicmatch.normalize import align

__all__ = ["original_span", "stripped_span"]

Span = tuple[int, int]

TRIES = 50  # places of the extracted part in the response that are tried
STAND_IN = "\ue000"  # private use: in no response that matters, and in no tag or cue


def original_span(response: Text, start: int, end: int, *, fold: bool = True) -> Span | None:
    """The (start, end) in `response.source` of the characters `start:end` of `response.cased(fold)`; None where they cannot be placed."""
    offset = _place_of_part(response)
    if offset is None or start == end:
        return None
    normalised, spans = align(response.part, response.analyzer.pipeline)
    if fold:
        spans = [span for character, span in zip(normalised, spans, strict=True) for _ in character.lower()]
    covered = spans[start:end]
    return offset + min(first for first, _ in covered), offset + max(last for _, last in covered)


def stripped_span(response: Text, reference: Text, *, fold: bool, at: Literal["start", "end"] = "start") -> Span | None:
    """The place of a reference at the start or the end of a response, white space aside."""
    text, size = response.cased(fold), len(reference.cased(fold).strip())
    start = len(text) - len(text.lstrip()) if at == "start" else len(text.rstrip()) - size
    return original_span(response, start, start + size, fold=fold)


def _place_of_part(response: Text) -> int | None:
    """Where the extracted part stands in the response; None where it is no single run of it.

    Of several places with the same text it is the one without which something else is extracted.
    """
    source, part, how = response.source, response.part, response.analyzer.extract
    if how == "none" or part == source:
        return 0
    start = source.find(part) if part else -1
    for _ in range(TRIES):
        if start < 0:
            return None
        hidden = source[:start] + STAND_IN * len(part) + source[start + len(part) :]
        if extract(hidden, how) == STAND_IN * len(part):
            return start
        start = source.find(part, start + 1)
    return None
