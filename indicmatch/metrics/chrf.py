"""The F-score of character n-grams."""

from __future__ import annotations

from functools import cache
from typing import Any

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.errors import MissingExtra
from indicmatch.metrics._base import METRICS, Metric, References, Verdict

__all__ = ["chrf"]


@cache
def _scorer() -> Any:
    try:
        from sacrebleu.metrics.chrf import CHRF
    except ImportError:
        raise MissingExtra("chrf", package="sacrebleu", extra="chrf") from None
    return CHRF()


def _compare(response: Text, reference: Text) -> Verdict:
    value = float(_scorer().sentence_score(response.text, [reference.text]).score) / 100
    return Verdict(None, value, reference=reference.source)


CHRF_METRIC = METRICS.add("chrf", Metric("chrf", _compare, share="mean", package="sacrebleu"))


def chrf(response: str | None, references: References, analyzer: Analyzer = RAW) -> Verdict:
    """chrF2 of the response against a reference, by sacreBLEU with its defaults: `value` in [0, 1].

    Popović 2015. Case counts. It passes nothing by itself; a threshold does (`chrf>=0.6`). Raises `MissingExtra` without sacrebleu.

    >>> chrf("Ruru Jataka", "Ruru Jataka").value
    1.0
    """
    return CHRF_METRIC(response, references, analyzer)
