"""Quantiles and tail probabilities of the t, normal and chi-squared distributions, by scipy."""

from __future__ import annotations

import math

__all__ = ["chi_squared_p", "critical", "two_sided_p"]


def critical(level: float, df: float | None = None) -> float:
    """The value with a share `level` of the distribution between it and its negative: t with `df`, normal without.

    >>> round(critical(0.95, 5), 4), round(critical(0.95), 4)
    (2.5706, 1.96)
    """
    from scipy.special import ndtri, stdtrit

    upper = 1 - (1 - level) / 2
    return float(stdtrit(df, upper)) if _is_t(df) else float(ndtri(upper))


def two_sided_p(statistic: float, df: float | None = None) -> float:
    """How often chance alone is at least this far from 0 on either side: t with `df`, normal without.

    >>> round(two_sided_p(2.5706, 5), 3), round(two_sided_p(1.96), 3)
    (0.05, 0.05)
    """
    from scipy.special import ndtr, stdtr

    tail = stdtr(df, -abs(statistic)) if _is_t(df) else ndtr(-abs(statistic))
    return float(2 * tail)


def chi_squared_p(statistic: float, df: float) -> float:
    """How often chance alone gives a chi-squared of at least this size."""
    from scipy.special import chdtrc

    return float(chdtrc(df, statistic))


def _is_t(df: float | None) -> bool:
    return df is not None and 0 < df < math.inf
