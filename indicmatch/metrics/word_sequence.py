"""The reference's words in order, one after the other."""

from __future__ import annotations

from collections.abc import Iterable

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, References, Verdict
from indicmatch.metrics._span import original_span

__all__ = ["word_sequence"]


def _row(words: Iterable[str]) -> str:
    """Words as one text in which a run of words is a substring: in C, and linear."""
    return "\0" + "\0".join(words) + "\0"


def _compare(response: Text, reference: Text) -> Verdict:
    golden = reference.word_list()
    passed = not golden or any(_row(golden) in _row(words) for words in (response.word_list(), response.part_list()))
    return Verdict(passed, float(passed) if golden else None, reference=reference.source)


def _locate(response: Text, reference: Text) -> tuple[int, int] | None:
    golden, words, spans = reference.word_list(), response.word_list(), response.word_spans()
    for first in range(len(words) - len(golden) + 1):
        if golden and words[first : first + len(golden)] == golden:
            return original_span(response, spans[first][0], spans[first + len(golden) - 1][1])
    return None


WORD_SEQUENCE = METRICS.add("word_sequence", Metric("word_sequence", _compare, words=True, locate=_locate))


def word_sequence(response: str | None, references: References, analyzer: Analyzer = RAW) -> Verdict:
    """Right when the words of a reference follow each other in the response, in order and with none between them.

    Exact substring without its traps: punctuation and spacing do not matter, and a word is never found inside another. With the
    tokenizer `words`, the parts of a word count as words too (`1788` in `1788-ൽ`).

    >>> bool(word_sequence("Narmada  valley, India", "narmada valley")), bool(word_sequence("Narmada River valley", "Narmada valley"))
    (True, False)
    """
    return WORD_SEQUENCE(response, references, analyzer)
