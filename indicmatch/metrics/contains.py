"""The reference stands somewhere in the response."""

from __future__ import annotations

from functools import partial

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, References, Verdict
from indicmatch.metrics._span import original_span

__all__ = ["contains"]


def compare(response: Text, reference: Text, *, fold: bool) -> Verdict:
    passed = reference.cased(fold) in response.cased(fold)
    return Verdict(passed, float(passed), reference=reference.source)


def _locate(response: Text, reference: Text, *, fold: bool) -> tuple[int, int] | None:
    start, length = response.cased(fold).find(reference.cased(fold)), len(reference.cased(fold))
    return original_span(response, start, start + length, fold=fold) if start >= 0 else None


def _metric(fold: bool) -> Metric:
    return Metric("contains", partial(compare, fold=fold), locate=partial(_locate, fold=fold))


CONTAINS = METRICS.add("contains", _metric(fold=True))
CASED = _metric(fold=False)


def contains(response: str | None, references: References, analyzer: Analyzer = RAW, *, case_insensitive: bool = True) -> Verdict:
    """Right when a reference stands anywhere in the response, inside a word too; in any case unless asked otherwise.

    >>> contains("The capital is Paris", "paris").span
    (15, 20)
    >>> bool(contains("The capital is Paris", "paris", case_insensitive=False))
    False
    """
    return (CONTAINS if case_insensitive else CASED)(response, references, analyzer)
