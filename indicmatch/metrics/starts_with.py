"""The response begins with the reference."""

from __future__ import annotations

from functools import partial

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, References, Verdict
from indicmatch.metrics._span import stripped_span

__all__ = ["starts_with"]


def _compare(response: Text, reference: Text, *, fold: bool) -> Verdict:
    passed = response.cased(fold).strip().startswith(reference.cased(fold).strip())
    return Verdict(passed, float(passed), reference=reference.source)


def _metric(fold: bool) -> Metric:
    return Metric("starts_with", partial(_compare, fold=fold), locate=partial(stripped_span, fold=fold, at="start"))


STARTS_WITH = METRICS.add("starts_with", _metric(fold=True))
CASED = _metric(fold=False)


def starts_with(response: str | None, references: References, analyzer: Analyzer = RAW, *, case_insensitive: bool = True) -> Verdict:
    """Right when the response begins with a reference, white space at both ends aside; in any case unless asked otherwise.

    >>> bool(starts_with("Yes, it is.", "yes")), bool(starts_with("Oh yes", "yes"))
    (True, False)
    """
    return (STARTS_WITH if case_insensitive else CASED)(response, references, analyzer)
