"""Cluster-robust intervals from one number pair a cluster, for programs that stream rows and keep none of them."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import ClassVar

from indicmatch.errors import BadInput
from indicmatch.stats.checks import number, refuse, share, whole
from indicmatch.stats.proportions import effective_rows, score_interval
from indicmatch.stats.result import Result, decimal, interval, p_text, percent

__all__ = ["ClusteredDifference", "ClusteredProportion", "cluster_sums", "clustered_difference", "clustered_proportion"]

Sums = Iterable[tuple[int, float]]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class ClusteredProportion(Result):
    """A share of right rows with its CR1 interval, which can leave 0 to 1, and the Wilson one, which cannot."""

    term: ClassVar[str] = "proportion (clustered)"

    estimate: float | None
    se: float | None
    conf_low: float | None
    conf_high: float | None
    wilson_low: float | None
    wilson_high: float | None
    n: int
    n_clusters: int
    df: int | None
    level: float

    @property
    def ci(self) -> tuple[float, float] | None:
        """The interval to quote: CR1 with t, or the Wilson one where CR1 leaves 0 to 1 or has no width."""
        if self.conf_low is None or self.conf_high is None or self.wilson_low is None or self.wilson_high is None:
            return None
        inside = 0 <= self.conf_low < self.conf_high <= 1
        return (self.conf_low, self.conf_high) if inside else (self.wilson_low, self.wilson_high)

    def facts(self) -> list[tuple[str, str]]:
        return [*_facts(self), ("Wilson", interval(self.wilson_low, self.wilson_high))]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class ClusteredDifference(Result):
    """A paired difference of shares, second minus first, with its CR1 interval and p by t."""

    term: ClassVar[str] = "difference (clustered, paired)"

    estimate: float | None
    se: float | None
    conf_low: float | None
    conf_high: float | None
    statistic: float | None
    p_value: float | None
    n: int
    n_clusters: int
    df: int | None
    level: float

    @property
    def ci(self) -> tuple[float, float] | None:
        """The CR1 interval; None where it cannot be computed or has no width."""
        if self.conf_low is None or self.conf_high is None or self.conf_low == self.conf_high:
            return None
        return self.conf_low, self.conf_high

    def facts(self) -> list[tuple[str, str]]:
        return [*_facts(self), ("p value", p_text(self.p_value))]


def clustered_proportion(sums: Sums, level: float = 0.95) -> ClusteredProportion:
    """The share of right rows with its cluster-robust interval, from (rows, right rows) of each cluster.

    `conf_low` and `conf_high` are the CR1 interval, t on G - 1 degrees of freedom; `wilson_low` and `wilson_high` stay
    within 0 and 1: the Wilson interval with n / design effect rows (at most n; G where all rows agree) and that t.
    `ci` is the one to quote. Clusters without rows are left out; figures are None, with the reason, for fewer than two.
    Raises `BadInput` for counts that are not whole or sums outside 0 to rows.
    Source: CR1 after MacKinnon and White (1985); Wilson after Korn and Graubard (1998), Dean and Pavlou (2015).

    >>> result = clustered_proportion([(3, 3), (3, 0), (3, 2), (3, 1), (3, 2), (3, 3)])
    >>> low, high = result.ci
    >>> print(f"{result.estimate:.4f} {low:.4f} {high:.4f}")
    0.6111 0.2555 0.8780
    """
    level, pairs = share("level", level), _pairs(sums, lowest=0.0)
    n, total = sum(count for count, _ in pairs), math.fsum(value for _, value in pairs)
    estimate, variance = _mean(pairs, n, total)
    low, high, reasons = _t_interval(estimate, variance, len(pairs), level)
    wilson: tuple[float | None, float | None] = (None, None)
    if estimate is None or variance is None:
        reasons |= dict.fromkeys(("wilson_low", "wilson_high"), reasons["conf_low"])
    else:
        from indicmatch.stats.distributions import critical

        rows = effective_rows(estimate, variance, n, units=len(pairs), most=n)
        wilson = score_interval(estimate, rows, critical(level, len(pairs) - 1))
    return ClusteredProportion(
        estimate=estimate,
        se=None if variance is None else math.sqrt(variance),
        conf_low=low,
        conf_high=high,
        wilson_low=wilson[0],
        wilson_high=wilson[1],
        n=n,
        n_clusters=len(pairs),
        df=len(pairs) - 1 if pairs else None,
        level=level,
        reasons=reasons,
    )


def clustered_difference(sums: Sums, level: float = 0.95) -> ClusteredDifference:
    """The paired difference of two shares, second minus first, with its cluster-robust interval and p.

    `sums` gives (pairs, right in the second - right in the first) of each cluster. The CR1 interval and the p value use
    t on G - 1 degrees of freedom. Clusters without pairs are left out; figures are None, with the reason, for fewer
    than two clusters, and p also where every cluster shows the same difference.
    Raises `BadInput` for counts that are not whole or sums beyond plus or minus pairs.

    >>> result = clustered_difference([(4, 1), (4, 0), (4, 2), (4, 0), (4, 1), (4, -1)])
    >>> print(f"{result.estimate:.4f} {result.p_value:.4f}")
    0.1250 0.2956
    """
    level, pairs = share("level", level), _pairs(sums, lowest=-1.0)
    n, total = sum(count for count, _ in pairs), math.fsum(value for _, value in pairs)
    estimate, variance = _mean(pairs, n, total)
    low, high, reasons = _t_interval(estimate, variance, len(pairs), level)
    statistic = p = None
    if estimate is not None and variance:
        from indicmatch.stats.distributions import two_sided_p

        statistic = estimate / math.sqrt(variance)
        p = two_sided_p(statistic, len(pairs) - 1)
    else:
        why = reasons.get("conf_low", "every cluster shows the same difference")
        reasons |= dict.fromkeys(("statistic", "p_value"), why)
    return ClusteredDifference(
        estimate=estimate,
        se=None if variance is None else math.sqrt(variance),
        conf_low=low,
        conf_high=high,
        statistic=statistic,
        p_value=p,
        n=n,
        n_clusters=len(pairs),
        df=len(pairs) - 1 if pairs else None,
        level=level,
        reasons=reasons,
    )


def cluster_sums(clusters: Iterable[Hashable], values: Iterable[float]) -> list[tuple[int, float]]:
    """(rows, sum of values) of each cluster in order of first appearance, from one cluster id and one value a row.

    >>> cluster_sums(["a", "b", "a"], [1, 0, 1])
    [(2, 2), (1, 0)]
    """
    sums: dict[Hashable, tuple[int, float]] = {}
    try:
        for cluster, value in zip(clusters, values, strict=True):
            rows, total = sums.get(cluster, (0, 0))
            sums[cluster] = (rows + 1, total + value)
    except ValueError:
        message = "clusters and values differ in length; give one cluster id for each value"
        raise BadInput(message) from None
    return list(sums.values())


def _pairs(sums: Sums, lowest: float) -> list[tuple[int, float]]:
    pairs = []
    for rows, value in sums:
        count, total = whole("rows of a cluster", rows), number("sum of a cluster", value)
        if not lowest * count <= total <= count:
            refuse("sum of a cluster", value, f"a sum between {lowest * count:g} and its {count} rows")
        if count:
            pairs.append((count, total))
    return pairs


def _mean(pairs: list[tuple[int, float]], n: int, total: float) -> tuple[float | None, float | None]:
    """The mean and its CR1 variance; rounding alone is no variance."""
    if not n:
        return None, None
    estimate, clusters = total / n, len(pairs)
    if clusters < 2:
        return estimate, None
    squares = math.fsum((value - rows * estimate) ** 2 for rows, value in pairs)
    variance = squares / n**2 * clusters / (clusters - 1)
    return estimate, variance if variance > 1e-24 else 0.0


def _t_interval(
    estimate: float | None, variance: float | None, clusters: int, level: float
) -> tuple[float | None, float | None, dict[str, str]]:
    if estimate is None or variance is None:
        why = "there are no rows" if estimate is None else "a single cluster cannot show how clusters differ"
        missing = ["se", "conf_low", "conf_high", *(["estimate", "df"] if estimate is None else [])]
        return None, None, dict.fromkeys(missing, why)
    from indicmatch.stats.distributions import critical

    half = critical(level, clusters - 1) * math.sqrt(variance)
    return estimate - half, estimate + half, {}


def _facts(result: ClusteredProportion | ClusteredDifference) -> list[tuple[str, str]]:
    return [
        ("Estimate", decimal(result.estimate)),
        ("Std. error", decimal(result.se)),
        (f"{percent(result.level)} interval", interval(result.conf_low, result.conf_high)),
        ("Rows", f"{result.n} in {result.n_clusters} clusters"),
    ]
