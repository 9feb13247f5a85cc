"""One minus the normalised edit distance, in letters as a reader counts them."""

from __future__ import annotations

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.errors import MissingExtra
from indicmatch.metrics._base import METRICS, Metric, References, Verdict
from indicmatch.unicode import graphemes

__all__ = ["edit_similarity"]


def _compare(response: Text, reference: Text) -> Verdict:
    try:
        from rapidfuzz.distance import Levenshtein
    except ImportError:
        raise MissingExtra("edit_similarity", package="rapidfuzz", extra="similarity") from None
    value: float = Levenshtein.normalized_similarity(graphemes(response.lower.strip()), graphemes(reference.lower.strip()))
    return Verdict(None, value, reference=reference.source)


EDIT_SIMILARITY = METRICS.add("edit_similarity", Metric("edit_similarity", _compare, share="mean", package="rapidfuzz"))


def edit_similarity(response: str | None, references: References, analyzer: Analyzer = RAW) -> Verdict:
    """1 - edits / length of the longer text, over grapheme clusters in lower case: `value` in [0, 1], 1 for equal texts.

    Levenshtein's distance by rapidfuzz on our own graphemes: its default processor would delete vowel signs. It passes nothing by itself;
    a threshold does (`edit_similarity>=0.9`). Raises `MissingExtra` without rapidfuzz.

    >>> round(edit_similarity("हिंदी", "हिंद").value, 3)
    0.5
    """
    return EDIT_SIMILARITY(response, references, analyzer)
