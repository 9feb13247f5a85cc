"""Every one of a list stands in the response."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, Verdict, as_list, as_response
from indicmatch.metrics.contains import CASED, CONTAINS

__all__ = ["contains_all"]


def _all_of(one: Metric, response: Text, references: Sequence[Text]) -> Verdict:
    verdicts = [one.judge(response, [reference]) for reference in references]
    matched, total = sum(map(bool, verdicts)), len(verdicts)
    passed = matched == total and not response.blank
    missing = next((verdict.reference for verdict in verdicts if not verdict), None)
    return Verdict(passed, matched / total if total else float(passed), matched, total, missing)


def _metric(one: Metric) -> Metric:
    return Metric("contains_all", one.compare, combine=partial(_all_of, one))


CONTAINS_ALL = METRICS.add("contains_all", _metric(CONTAINS))
CONTAINS_ALL_CASED = _metric(CASED)


def contains_all(response: str | None, references: Sequence[str], analyzer: Analyzer = RAW, *, case_insensitive: bool = True) -> Verdict:
    """Right when every one of a list of references stands in the response, in any order; an empty list is right (all of nothing).

    `matched` of `total` were found; `reference` is the first that is missing. A plain string is `BadInput`.

    >>> contains_all("Citizens of Tokyo", ["Tokyo", "Osaka"])
    Verdict(passed=False, value=0.5, matched=1, total=2, reference='Osaka', span=None)
    """
    metric = CONTAINS_ALL if case_insensitive else CONTAINS_ALL_CASED
    texts = [analyzer.text(reference) for reference in as_list(references, "contains_all")]
    return metric.judge(analyzer.response(as_response(response)), texts)
