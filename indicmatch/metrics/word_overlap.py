"""Word overlap: the second metric of the published protocol."""

from __future__ import annotations

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, References, Verdict

__all__ = ["word_overlap"]


def _compare(response: Text, reference: Text) -> Verdict:
    golden = reference.words
    matched, total = response.count_words(golden), len(golden)
    return Verdict(matched == total, matched / total if total else None, matched, total, reference.source)


WORD_OVERLAP = METRICS.add("word_overlap", Metric("word_overlap", _compare, words=True, share="word_recall"))


def word_overlap(response: str | None, references: References, analyzer: Analyzer = RAW) -> Verdict:
    """Right when every word of a reference is a word of the response, in any order, repetitions aside.

    With `RAW` (the default) this is the published protocol: both sides `.lower().split()`, ASCII punctuation stripped from each word,
    compared as sets. With the tokenizer `words` a reference word may also be a part of a response word (`1788` in `1788-ൽ`).
    `matched` of `total` reference words were found; `value` is their share, None for a reference without words, which is right.

    >>> word_overlap("the Narmada river valley in India", "Narmada valley")
    Verdict(passed=True, value=1.0, matched=2, total=2, reference='Narmada valley', span=None)
    >>> bool(word_overlap("यह गंगा है।", "है")), bool(word_overlap("यह गंगा है।", "है", Analyzer("nfc")))
    (False, True)
    """
    return WORD_OVERLAP(response, references, analyzer)
