"""Where in the original response a verdict was found: the run of characters, or the words."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

from indicmatch.analyze import Text
from indicmatch.metrics import Metric, Verdict
from indicmatch.normalize import align
from indicmatch.tokenize import parts, tokenizer

__all__ = ["places_of"]

Span = tuple[int, int]

LONGEST = 200_000  # characters of a response in which places are looked for
MOST = 50  # words that are shown
_WORD = re.compile(r"\S+")


def places_of(metric: Metric, verdict: Verdict, response: Text, references: list[Text]) -> list[Span]:
    """The (start, end) in the original response of what made a verdict right; none where that is not to be said."""
    reference = next((text for text in references if text.source == verdict.reference), None)
    if reference is None or len(response.source) > LONGEST:
        return []
    if metric.words:
        return _words(response, reference)
    span = metric.locate(response, reference) if metric.locate else None
    return [span] if span else []


def _words(response: Text, reference: Text) -> list[Span]:
    """The words of the response that are words of the reference."""
    offset = response.source.rfind(response.part)
    found = [span for span in _spans(response) if _is_golden(response, reference, *span)][:MOST]
    if offset < 0 or not found:
        return []
    normalised, origin = align(response.part, response.analyzer.pipeline)
    lower = [span for character, span in zip(normalised, origin, strict=True) for _ in character.lower()]
    covered = [lower[start:end] for start, end in found]
    return [(offset + min(first for first, _ in spans), offset + max(last for _, last in spans)) for spans in covered if spans]


def _spans(text: Text) -> Iterator[Span]:
    """The places of the words in `text.lower`."""
    if text.analyzer.tokenizer != "raw":
        yield from tokenizer(text.analyzer.tokenizer, text.analyzer.lang)(text.lower)
        return
    for match in _WORD.finditer(text.lower):
        start = match.end() - len(match[0].lstrip(string.punctuation))
        end = match.start() + len(match[0].rstrip(string.punctuation))
        if start < end:
            yield start, end


def _is_golden(response: Text, reference: Text, start: int, end: int) -> bool:
    word = response.lower[start:end]
    pieces = (word,) if response.analyzer.tokenizer == "raw" else (word, *parts(word))
    stem = response.analyzer.stem
    return any((stem(piece) if stem else piece) in reference.words for piece in pieces)
