r"""The tutorials' word match by `\b`, which is wrong for Indic scripts: here to show the difference."""

from __future__ import annotations

import re
from functools import lru_cache

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, References, Verdict
from indicmatch.metrics._span import original_span

__all__ = ["contains_word_re"]


@lru_cache(maxsize=1024)
def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)


def _compare(response: Text, reference: Text) -> Verdict:
    passed = _pattern(reference.text).search(response.text) is not None
    return Verdict(passed, float(passed), reference=reference.source)


def _locate(response: Text, reference: Text) -> tuple[int, int] | None:
    match = _pattern(reference.text).search(response.text)
    return original_span(response, *match.span(), fold=False) if match else None


CONTAINS_WORD_RE = METRICS.add("contains_word_re", Metric("contains_word_re", _compare, locate=_locate))


def contains_word_re(response: str | None, references: References, analyzer: Analyzer = RAW) -> Verdict:
    r"""Right by `re.search(rf"\b{word}\b", ..., re.IGNORECASE)`, as published graders have it.

    Python's `\b` takes vowel signs for no part of a word, so it finds `दिल` in `दिल्ली` and no `दिल्ली` before a space. Use `contains_word`.

    >>> bool(contains_word_re("दिल्ली बड़ी है", "दिल")), bool(contains_word_re("दिल्ली बड़ी है", "दिल्ली"))
    (True, False)
    """
    return CONTAINS_WORD_RE(response, references, analyzer)
