"""The response begins with the reference."""

from __future__ import annotations

from functools import partial

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, References, Verdict

__all__ = ["starts_with"]


def _compare(response: Text, reference: Text, *, fold: bool) -> Verdict:
    passed = response.cased(fold).strip().startswith(reference.cased(fold).strip())
    return Verdict(passed, float(passed), reference=reference.source)


STARTS_WITH = METRICS.add("starts_with", Metric("starts_with", partial(_compare, fold=True)))
CASED = Metric("starts_with", partial(_compare, fold=False))


def starts_with(response: str | None, references: References, analyzer: Analyzer = RAW, *, case_insensitive: bool = True) -> Verdict:
    """Right when the response begins with a reference, white space at both ends aside; in any case unless asked otherwise.

    >>> bool(starts_with("Yes, it is.", "yes")), bool(starts_with("Oh yes", "yes"))
    (True, False)
    """
    return (STARTS_WITH if case_insensitive else CASED)(response, references, analyzer)
