"""The variance of a mean, plain and cluster-robust, and the correlation within clusters."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from indicmatch.stats.distributions import critical, two_sided_p
from indicmatch.stats.proportions import effective_rows, normal_quantile, score_interval

__all__ = ["Mean", "correlation", "icc_oneway", "mean_of", "settled", "understatement"]

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its variance; `variance` is None for a single cluster, which cannot show how clusters differ."""

    estimate: float
    variance: float | None
    n: int
    clusters: int | None

    @property
    def se(self) -> float | None:
        return None if self.variance is None else math.sqrt(self.variance)

    @property
    def df(self) -> int:
        return (self.n if self.clusters is None else self.clusters) - 1

    def interval(self, level: float) -> tuple[float, float] | tuple[None, None]:
        """The t interval; its ends can lie outside the scale of the scores."""
        if self.se is None:
            return None, None
        half = critical(level, self.df) * self.se
        return self.estimate - half, self.estimate + half

    def figures(self, level: float) -> dict[str, Any]:
        """The mean under the names that the results use."""
        low, high = self.interval(level)
        mean = {"estimate": self.estimate, "se": self.se, "conf_low": low, "conf_high": high}
        return mean | {"df": self.df, "level": level, "n_items": self.n, "n_clusters": self.clusters}

    def test(self) -> dict[str, Any]:
        """The t test of a mean of 0; None where the error is 0 or unknown."""
        statistic = self.estimate / self.se if self.se else None
        return {"statistic": statistic, "p_value": None if statistic is None else two_sided_p(statistic, self.df)}

    def score_interval(self, level: float, responses: int) -> tuple[float, float] | tuple[None, None]:
        """The Wilson interval of a mean of verdicts, with as many rows as its variance is worth.

        The n of the Wilson interval becomes n / design effect, at most `responses`, and the normal quantile that of t
        (Korn and Graubard 1998; Dean and Pavlou 2015, J. Surv. Stat. Methodol. 3, 484-503). At 0 and 1 the variance
        says nothing, and a cluster counts as one row.
        """
        if self.variance is None:
            return None, None
        n = effective_rows(self.estimate, self.variance, self.n, units=self.df + 1, most=responses)
        plain = self.clusters is None and responses == self.n
        return score_interval(self.estimate, n, normal_quantile(level) if plain else critical(level, self.df))


def mean_of(scores: Floats, cluster: Codes | None = None) -> Mean:
    """The mean of scores and its variance: of independent scores, or CR1 over clusters.

    CR1 is G / (G - 1) * (sum over the G clusters of (sum of their deviations)^2) / n^2.
    """
    n, estimate = len(scores), float(scores.mean())
    deviation = scores - estimate
    if cluster is None:
        variance: float | None = float(deviation @ deviation) / (n - 1) / n
        return Mean(estimate, settled(variance, scores), n, None)
    sums = np.bincount(cluster, weights=deviation)
    clusters = len(np.unique(cluster))
    variance = float(sums @ sums) / n**2 * clusters / (clusters - 1) if clusters > 1 else None
    return Mean(estimate, settled(variance, scores), n, clusters)


def understatement(scores: Floats, cluster: Codes | None, *, ignored: bool = True) -> list[str]:
    """Says by how much ignoring the clusters understates the error (or would); empty where it does not."""
    if cluster is None:
        return []
    robust, naive = mean_of(scores, cluster).variance, mean_of(scores).variance
    if not naive or robust is None or robust <= naive:
        return []
    verb = "understates" if ignored else "would understate"
    return [f"Ignoring the clusters {verb} the standard error by a factor of {math.sqrt(robust / naive):.2f}."]


def settled(variance: float | None, scores: Floats) -> float | None:
    """0 for a variance that is nothing but rounding: equal differences such as 0.3 - 0.2 and 0.9 - 0.8."""
    if variance is None:
        return None
    return 0.0 if variance <= (1e-12 * float(np.abs(scores).max())) ** 2 else variance


def correlation(a: Floats, b: Floats) -> float | None:
    """Pearson's correlation; None when one side does not vary."""
    if not (settled(float(a.var()), a) and settled(float(b.var()), b)):
        return None
    return float(np.clip(np.corrcoef(a, b)[0, 1], -1.0, 1.0))


def icc_oneway(scores: Floats, cluster: Codes) -> float | None:
    """The one-way random-effects correlation within clusters, below 0 where chance made them more alike than that.

    (MSB - MSW) / (MSB + (m0 - 1) MSW) with m0 the mean cluster size corrected for unequal sizes. None with fewer than
    two clusters, with one item in each, and when the scores do not vary.
    """
    _, group, sizes = np.unique(cluster, return_inverse=True, return_counts=True)
    n, clusters = len(scores), len(sizes)
    if clusters < 2 or n <= clusters:
        return None
    means = np.bincount(group, weights=scores) / sizes
    between = float(sizes @ (means - scores.mean()) ** 2) / (clusters - 1)
    within = float(((scores - means[group]) ** 2).sum()) / (n - clusters)
    size = (n - float(sizes @ sizes) / n) / (clusters - 1)
    total = settled(between + (size - 1) * within, scores)
    return (between - within) / total if total and total > 0 else None
