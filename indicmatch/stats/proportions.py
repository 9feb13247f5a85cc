"""Intervals and a test for counts of right and wrong, from `math` alone: the scorer needs no scipy for them."""

from __future__ import annotations

import math
from statistics import NormalDist

from indicmatch.stats.checks import refuse, share, whole

__all__ = ["mcnemar_exact", "newcombe_paired", "wilson"]

_EXACT_UP_TO = 2000  # discordant pairs that are summed as whole numbers; above, a few milliseconds would become seconds


def wilson(correct: int, n: int, level: float = 0.95) -> tuple[float, float] | None:
    """The Wilson score interval of `correct` out of `n`, as (low, high) within 0 and 1; None when n is 0.

    It stays inside 0 and 1 and keeps its coverage near them, where the usual p +- z * se is (0, 0) or (1, 1).
    Raises `BadInput` unless 0 <= correct <= n are whole numbers and 0 < level < 1.
    Source: Wilson, J. Am. Stat. Assoc. 22 (1927) 209-212.

    >>> low, high = wilson(59, 233)
    >>> print(f"{low:.4f} {high:.4f}")
    0.2017 0.3127
    >>> wilson(0, 0) is None
    True
    """
    correct, n, z = whole("correct", correct), whole("n", n), normal_quantile(level)
    if correct > n:
        refuse("correct", correct, f"the number of right answers among the n = {n}")
    return score_interval(correct / n, n, z) if n else None


def newcombe_paired(
    both: int, first_only: int, second_only: int, neither: int, level: float = 0.95
) -> tuple[float, float] | None:
    """The interval of (share right in the second) - (share right in the first) on the same rows; None for no rows.

    The four counts are the rows right in both, in the first only, in the second only and in neither. The Wilson
    intervals of the two shares are combined with their correlation phi, which is corrected for continuity.
    Raises `BadInput` for counts that are not whole numbers from 0 up, and unless 0 < level < 1.
    Source: method 10 of Newcombe, Stat. Med. 17 (1998) 2635-2650.

    >>> low, high = newcombe_paired(both=14, first_only=0, second_only=5, neither=22)
    >>> print(f"{low:.4f} {high:.4f}")
    0.0115 0.2265
    """
    names = ("both", "first_only", "second_only", "neither")
    e, f, g, h = (whole(*pair) for pair in zip(names, (both, first_only, second_only, neither), strict=True))
    n, z = e + f + g + h, normal_quantile(level)
    if not n:
        return None
    first, second = (e + f) / n, (e + g) / n
    (low1, high1), (low2, high2) = score_interval(first, n, z), score_interval(second, n, z)
    phi, difference = _corrected_phi(e, f, g, h), (g - f) / n
    down = _combined(second - low2, high1 - first, phi)
    up = _combined(high2 - second, first - low1, phi)
    return max(-1.0, difference - down), min(1.0, difference + up)


def mcnemar_exact(first_only: int, second_only: int) -> float:
    """The two-sided p of McNemar's exact test: how often chance alone splits the discordant rows this unevenly.

    `first_only` rows are right only in the first of two paired runs, `second_only` only in the second. Under the null
    hypothesis each falls on either side with probability 1/2, and p is twice the smaller tail, at most 1. Without a
    discordant row there is one possible outcome, which is certain, so p is 1.0. Counts of many millions work; a p
    below the smallest float is 0.0. Raises `BadInput` for counts that are not whole numbers from 0 up.
    Source: McNemar, Psychometrika 12 (1947) 153-157; large counts by the saddle-point form of the binomial
    probability of Loader (2000), "Fast and accurate computation of binomial probabilities".

    >>> mcnemar_exact(1, 8)
    0.0390625
    >>> mcnemar_exact(0, 0)
    1.0
    >>> print(f"{mcnemar_exact(1_000_000, 1_003_000):.6f}")
    0.034088
    """
    b, c = whole("first_only", first_only), whole("second_only", second_only)
    n, k = b + c, min(b, c)
    return min(1.0, 2 * (_tail_of_integers(k, n) if n <= _EXACT_UP_TO else _tail_of_floats(k, n)))


def score_interval(p: float, n: float, z: float) -> tuple[float, float]:
    """The Wilson interval of a share `p` of `n` rows; `n` need not be whole (an effective number of rows).

    >>> score_interval(1.0, 10, 1.0)
    (0.9090909090909091, 1.0)
    """
    shrink = 1 + z * z / n
    centre = (p + z * z / (2 * n)) / shrink
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / shrink
    return (0.0 if p <= 0 else max(0.0, centre - half)), (1.0 if p >= 1 else min(1.0, centre + half))


def effective_rows(share_right: float, variance: float, n: int, *, units: int, most: int) -> float:
    """How many independent rows a share with this variance is worth: n / design effect, at most `most`.

    Where all rows agree the variance says nothing, and every sampled unit counts as one row.
    """
    spread = share_right * (1 - share_right)
    if spread <= 0:
        return units
    return most if variance <= 0 else min(most, spread / (n - 1) / variance * n)


def normal_quantile(level: float) -> float:
    """The z with a share `level` of the normal distribution between -z and z.

    >>> round(normal_quantile(0.95), 6)
    1.959964
    """
    return NormalDist().inv_cdf(0.5 + share("level", level) / 2)


def _corrected_phi(e: int, f: int, g: int, h: int) -> float:
    """The correlation of two paired verdicts, its positive values pulled towards 0 by n/2 in the numerator."""
    margins = (e + f) * (g + h) * (e + g) * (f + h)
    numerator: float = e * h - f * g
    if numerator > 0:
        numerator = max(numerator - (e + f + g + h) / 2, 0.0)
    return numerator / math.sqrt(margins) if margins else 0.0


def _combined(own: float, other: float, phi: float) -> float:
    return math.sqrt(max(0.0, own * own - 2 * phi * own * other + other * other))


def _tail_of_integers(k: int, n: int) -> float:
    """P(X <= k) of a binomial with n fair throws, exact but for one rounding."""
    total = term = 1
    for i in range(1, k + 1):
        term = term * (n - i + 1) // i
        total += term
    return total / (1 << n)


def _tail_of_floats(k: int, n: int) -> float:
    """P(X <= k) for more than 2000 throws: the probability of k, then its neighbours by their ratios."""
    if k < 16:
        return 0.0  # below 1e-560
    d = (n - 2 * k) / n
    deviance = n / 2 * ((1 - d) * math.log1p(-d) + (1 + d) * math.log1p(d))
    corrections = _stirling(n) - _stirling(k) - _stirling(n - k)
    term = math.exp(corrections - deviance) * math.sqrt(n / (2 * math.pi * k * (n - k)))
    total = 0.0
    while term > total * 1e-17:
        total += term
        term *= k / (n - k + 1)
        k -= 1
    return total


def _stirling(n: int) -> float:
    """log(n!) less Stirling's approximation of it; for n from 16 up the next term is below 1e-15."""
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / n**2) / n**2) / n**2) / n**2) / n
