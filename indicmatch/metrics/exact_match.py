"""The response is the reference."""

from __future__ import annotations

from functools import partial

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, References, Verdict
from indicmatch.metrics._span import stripped_span

__all__ = ["exact_match"]


def _compare(response: Text, reference: Text, *, fold: bool) -> Verdict:
    passed = response.cased(fold).strip() == reference.cased(fold).strip()
    return Verdict(passed, float(passed), reference=reference.source)


def _metric(fold: bool) -> Metric:
    return Metric("exact_match", partial(_compare, fold=fold), locate=partial(stripped_span, fold=fold))


EXACT_MATCH = METRICS.add("exact_match", _metric(fold=False))
FOLDED = _metric(fold=True)


def exact_match(response: str | None, references: References, analyzer: Analyzer = RAW, *, case_insensitive: bool = False) -> Verdict:
    """Right when the whole response is a reference, white space at both ends aside; case counts unless asked otherwise.

    >>> bool(exact_match(" Paris\\n", "Paris")), bool(exact_match("paris", "Paris"))
    (True, False)
    """
    return (FOLDED if case_insensitive else EXACT_MATCH)(response, references, analyzer)
