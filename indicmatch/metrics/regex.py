"""The reference is a pattern that the response must match."""

from __future__ import annotations

import warnings
from functools import lru_cache
from typing import Any

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.errors import BadInput, IndicMatchWarning
from indicmatch.metrics._base import METRICS, Metric, References, Verdict
from indicmatch.metrics._span import original_span

__all__ = ["regex"]

SECONDS = 1.0


@lru_cache(maxsize=1024)
def _pattern(pattern: str) -> Any:
    import regex as engine

    try:
        return engine.compile(pattern, engine.V1 | engine.IGNORECASE)
    except engine.error as error:
        place = "" if error.pos is None else f" at position {error.pos}"
        message = f"the pattern {pattern!r} is no regular expression{place}: {error.msg}"
        raise BadInput(message) from None


def _compare(response: Text, reference: Text) -> Verdict:
    pattern = _pattern(reference.source)
    try:
        match = pattern.search(response.text, timeout=SECONDS)
    except TimeoutError:
        message = f"the pattern {reference.source!r} ran for {SECONDS:g} s on a response of {len(response.text)} characters: not scored"
        warnings.warn(message, IndicMatchWarning, stacklevel=2)
        return Verdict(None, None, reference=reference.source)
    return Verdict(match is not None, float(match is not None), reference=reference.source)


def _locate(response: Text, reference: Text) -> tuple[int, int] | None:
    match = _pattern(reference.source).search(response.text, timeout=SECONDS)
    return original_span(response, *match.span(), fold=False) if match else None


REGEX = METRICS.add("regex", Metric("regex", _compare, locate=_locate, package="regex"))


def regex(response: str | None, references: References, analyzer: Analyzer = RAW) -> Verdict:
    r"""Right when the response matches a reference as a pattern, anywhere and in any case.

    Patterns are those of the package `regex`, whose `\w` and `\b` know vowel signs; they are taken as written, only the response is
    normalised. An invalid one is `BadInput` with the position; one that runs for a second is given up with a warning, and the row is not
    scored (`passed` is None).

    >>> bool(regex("यह १९४७ में हुआ", r"\b(1947|१९४७)\b"))
    True
    """
    return REGEX(response, references, analyzer)
