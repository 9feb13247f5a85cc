"""From a place in the text that a metric looked at to the place in the original response."""

from __future__ import annotations

from indicmatch.analyze import Text
from indicmatch.normalize import align

__all__ = ["original_span"]


def original_span(response: Text, start: int, end: int, *, fold: bool = True) -> tuple[int, int] | None:
    """The (start, end) in `response.source` of the characters `start:end` of `response.cased(fold)`; None where they cannot be placed."""
    offset = response.source.rfind(response.part)
    if offset < 0 or start == end:
        return None
    normalised, spans = align(response.part, response.analyzer.pipeline)
    if fold:
        spans = [span for character, span in zip(normalised, spans, strict=True) for _ in character.lower()]
    covered = spans[start:end]
    return offset + min(first for first, _ in covered), offset + max(last for _, last in covered)
