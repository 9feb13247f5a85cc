"""Metric expressions: a name, or a name with a threshold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from indicmatch.analyze import Text
from indicmatch.errors import BadInput
from indicmatch.metrics._base import METRICS, Metric, Verdict

__all__ = ["parse_metric"]

_EXPRESSION = re.compile(r"(?s)\s*([^<>=\s][^<>=]*?)\s*(?:(>=)\s*([0-9.]+)\s*)?")


def parse_metric(expression: str) -> Metric:
    """The metric that an expression names: `word_overlap`, or `token_f1>=0.8`, which is right where the number reaches the threshold.

    Raises `UnknownName` for a metric that does not exist and `BadInput` for a threshold that is no number in [0, 1].

    >>> parse_metric("word_overlap>=0.5").name
    'word_overlap>=0.5'
    """
    match = _EXPRESSION.fullmatch(expression)
    if not match:
        message = f"{expression!r} is no metric expression: write METRIC or METRIC>=NUMBER, as in token_f1>=0.8"
        raise BadInput(message)
    metric = _named(match[1])
    if not match[2]:
        return metric
    try:
        threshold = float(match[3])
    except ValueError:
        threshold = -1.0
    if not 0 <= threshold <= 1:
        message = f"the threshold of {expression!r} must be a number from 0 to 1"
        raise BadInput(message)
    combine = None if metric.combine is None else _OfCombined(metric, threshold)
    return replace(metric, name=f"{metric.name}>={match[3]}", compare=_Threshold(metric, threshold), combine=combine)


def _named(name: str) -> Metric:
    base, colon, argument = name.partition(":")
    metric = METRICS[base]
    if colon and metric.configure is None:
        message = f"the metric {base!r} takes no argument, found {argument!r}"
        raise BadInput(message)
    return metric.configure(argument) if colon and metric.configure else metric


@dataclass(frozen=True, slots=True)
class _Threshold:
    metric: Metric
    threshold: float

    def __call__(self, response: Text, reference: Text) -> Verdict:
        return _decided(self.metric.compare(response, reference), self.threshold)


@dataclass(frozen=True, slots=True)
class _OfCombined:
    metric: Metric
    threshold: float

    def __call__(self, response: Text, references: Sequence[Text]) -> Verdict:
        verdict = self.metric.judge(response, references)
        return verdict if response.blank else _decided(verdict, self.threshold)


def _decided(verdict: Verdict, threshold: float) -> Verdict:
    return verdict if verdict.value is None else replace(verdict, passed=verdict.value >= threshold)
