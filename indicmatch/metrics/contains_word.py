"""The reference stands in the response as a word of its own."""

from __future__ import annotations

from functools import partial

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, References, Verdict
from indicmatch.metrics._boundary import whole_words
from indicmatch.metrics._span import original_span

__all__ = ["contains_word"]


def _place(response: Text, reference: Text, fold: bool) -> int:
    return next(whole_words(response.cased(fold), reference.cased(fold)), -1)


def _compare(response: Text, reference: Text, *, fold: bool) -> Verdict:
    passed = _place(response, reference, fold) >= 0
    return Verdict(passed, float(passed), reference=reference.source)


def _locate(response: Text, reference: Text, *, fold: bool) -> tuple[int, int] | None:
    start = _place(response, reference, fold)
    return original_span(response, start, start + len(reference.cased(fold)), fold=fold)


def _metric(fold: bool) -> Metric:
    return Metric("contains_word", partial(_compare, fold=fold), locate=partial(_locate, fold=fold))


CONTAINS_WORD = METRICS.add("contains_word", _metric(fold=True))
CASED = _metric(fold=False)


def contains_word(response: str | None, word: References, analyzer: Analyzer = RAW, *, case_insensitive: bool = True) -> Verdict:
    """Right when a reference stands in the response with no letter, mark, number, connector or joiner outside either end.

    The word is text, not a pattern, and may hold spaces and symbols. Vowel signs and viramas belong to their word, so `राम` is not found
    in `रामायण`, nor `தமிழ` in `தமிழ்`; a danda is a boundary.

    >>> bool(contains_word("रामायण पढ़ी", "राम")), bool(contains_word("वह राम।", "राम")), bool(contains_word("learn C++ first", "C++"))
    (False, True, True)
    """
    return (CONTAINS_WORD if case_insensitive else CASED)(response, word, analyzer)
