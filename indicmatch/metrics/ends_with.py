"""The response ends with the reference."""

from __future__ import annotations

from functools import partial

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, References, Verdict
from indicmatch.metrics._span import stripped_span

__all__ = ["ends_with"]


def _compare(response: Text, reference: Text, *, fold: bool) -> Verdict:
    passed = response.cased(fold).strip().endswith(reference.cased(fold).strip())
    return Verdict(passed, float(passed), reference=reference.source)


def _metric(fold: bool) -> Metric:
    return Metric("ends_with", partial(_compare, fold=fold), locate=partial(stripped_span, fold=fold, at="end"))


ENDS_WITH = METRICS.add("ends_with", _metric(fold=True))
CASED = _metric(fold=False)


def ends_with(response: str | None, references: References, analyzer: Analyzer = RAW, *, case_insensitive: bool = True) -> Verdict:
    """Right when the response ends with a reference, white space at both ends aside; in any case unless asked otherwise.

    >>> bool(ends_with("The answer is B", "b")), bool(ends_with("B is the answer", "b"))
    (True, False)
    """
    return (ENDS_WITH if case_insensitive else CASED)(response, references, analyzer)
