"""Word overlap that counts repetitions."""

from __future__ import annotations

from collections import Counter

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, References, Verdict

__all__ = ["word_overlap_multiset"]


def _compare(response: Text, reference: Text) -> Verdict:
    golden, found = Counter(reference.word_list()), Counter(response.word_list())
    matched, total = (golden & found).total(), golden.total()
    return Verdict(matched == total, matched / total if total else None, matched, total, reference.source)


WORD_OVERLAP_MULTISET = METRICS.add("word_overlap_multiset", Metric("word_overlap_multiset", _compare, words=True, share="word_recall"))


def word_overlap_multiset(response: str | None, references: References, analyzer: Analyzer = RAW) -> Verdict:
    """Right when every word of a reference is in the response as often as in the reference.

    The parts of a response word do not count. `value` is the share of the reference's words that were found.

    >>> word_overlap_multiset("it was 1947", "1947 to 1947")
    Verdict(passed=False, value=0.3333333333333333, matched=1, total=3, reference='1947 to 1947', span=None)
    """
    return WORD_OVERLAP_MULTISET(response, references, analyzer)
