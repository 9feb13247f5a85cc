"""What the scores of a group of rows come to."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

__all__ = ["BINS", "histogram", "quartiles", "summary"]

BINS = 10


def summary(scores: Sequence[float], confidence: float = 0.95) -> dict[str, Any]:
    """Count, mean with its standard error and t interval, median, minimum, maximum and standard deviation; None where there are too few.

    >>> summary([0.0, 0.5, 1.0])["mean"], summary([])["mean"] is None
    (0.5, True)
    """
    n = len(scores)
    figures: dict[str, Any] = {
        "count": n,
        "mean": statistics.fmean(scores) if n else None,
        "median": statistics.median(scores) if n else None,
        "min": min(scores, default=None),
        "max": max(scores, default=None),
        "std": statistics.stdev(scores) if n > 1 else None,
        "se": None,
        "ci": None,
    }
    if n > 1:
        import numpy as np

        from indicmatch.stats.mean import mean_of

        mean = mean_of(np.asarray(scores, dtype=float))
        low, high = mean.interval(confidence)
        figures |= {"se": mean.se, "ci": None if low is None or high is None else [max(0.0, low), min(1.0, high)]}
    return figures


def histogram(scores: Sequence[float]) -> list[int]:
    """How many scores fall in each tenth of the scale; 1 belongs to the last.

    >>> histogram([0.0, 0.05, 1.0])
    [2, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    """
    counts = [0] * BINS
    for score in scores:
        counts[min(int(score * BINS), BINS - 1)] += 1
    return counts


def quartiles(scores: Sequence[float]) -> tuple[float, float, float] | None:
    """The three quartiles, by linear interpolation between the scores; None for no score."""
    if not scores:
        return None
    if len(scores) == 1:
        return scores[0], scores[0], scores[0]
    low, middle, high = statistics.quantiles(scores, n=4, method="inclusive")
    return low, middle, high
