"""The F1 of response words against reference words."""

from __future__ import annotations

from collections import Counter
from functools import partial

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.metrics._base import METRICS, Metric, References, Verdict

__all__ = ["token_f1"]

ARTICLES = frozenset(("a", "an", "the"))


def _words(text: Text, drop_articles: bool) -> Counter[str]:
    return Counter(word for word in text.word_list() if not (drop_articles and word in ARTICLES))


def _compare(response: Text, reference: Text, *, drop_articles: bool) -> Verdict:
    golden, found = _words(reference, drop_articles), _words(response, drop_articles)
    matched, total = (golden & found).total(), golden.total()
    value = 2 * matched / (total + found.total()) if total else None
    return Verdict(None, value, matched, total, reference.source)


TOKEN_F1 = METRICS.add("token_f1", Metric("token_f1", partial(_compare, drop_articles=False), words=True, share="mean"))
WITHOUT_ARTICLES = Metric("token_f1", partial(_compare, drop_articles=True), words=True, share="mean")


def token_f1(response: str | None, references: References, analyzer: Analyzer = RAW, *, drop_articles: bool = False) -> Verdict:
    """How well the words of the response and a reference agree, counted with repetitions: `value` in [0, 1].

    The harmonic mean of precision and recall over words (Rajpurkar et al. 2016, SQuAD); unlike there no English article is dropped
    unless asked, since `a` and `an` are words of other languages. It passes nothing by itself (`passed` is None): in a metric expression
    a threshold does (`token_f1>=0.8`). `value` is None for a reference without words. Several references: the highest.

    >>> round(token_f1("the Narmada river valley", "Narmada valley").value, 4)
    0.6667
    """
    return (WITHOUT_ARTICLES if drop_articles else TOKEN_F1)(response, references, analyzer)
