"""Exact substring: the first metric of the published protocol."""

from __future__ import annotations

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, References, Verdict
from indicmatch.metrics._span import original_span

__all__ = ["exact_substring"]


def _compare(response: Text, reference: Text) -> Verdict:
    passed = reference.lower in response.lower
    return Verdict(passed, 1.0 if passed else 0.0, reference=reference.source)


def _locate(response: Text, reference: Text) -> tuple[int, int] | None:
    start = response.lower.find(reference.lower)
    return original_span(response, start, start + len(reference.lower)) if start >= 0 else None


EXACT_SUBSTRING = METRICS.add("exact_substring", Metric("exact_substring", _compare, locate=_locate))


def exact_substring(response: str | None, references: References, analyzer: Analyzer = RAW) -> Verdict:
    """Right when a reference stands in the response as one run of characters, in any case.

    With `RAW` (the default) this is the published protocol: `reference.lower() in response.lower()`, nothing stripped, no word boundary.
    `references` is one text or a list of acceptable ones. A blank response is wrong; an empty reference is right, with a warning.

    >>> exact_substring("The answer is the Ruru Jataka.", "ruru jataka")
    Verdict(passed=True, value=1.0, matched=None, total=None, reference='ruru jataka', span=(18, 29))
    >>> bool(exact_substring("\\u0915\\u093cलम", "\\u0958लम")), bool(exact_substring("\\u0915\\u093cलम", "\\u0958लम", Analyzer("nfc")))
    (False, True)
    """
    return EXACT_SUBSTRING(response, references, analyzer)
