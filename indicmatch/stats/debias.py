"""A judge's scores put right by a few human ones: `ev_judge_debias`."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from indicmatch.errors import BadInput, IndicMatchWarning
from indicmatch.stats.agreement import judge_and_gold
from indicmatch.stats.checks import number, share
from indicmatch.stats.distributions import critical, two_sided_p
from indicmatch.stats.mean import correlation, mean_of
from indicmatch.stats.result import Result, count, decimal, interval, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from indicmatch.stats.evaluation import Floats

__all__ = ["Debias", "ev_judge_debias"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Debias(Result):
    """The score that people would have given, from a judge's scores of all items and human scores of some."""

    term: ClassVar[str] = "score (debiased)"

    estimate: float
    se: float | None
    conf_low: float | None
    conf_high: float | None
    lambda_: float
    lambda_estimated: bool
    estimate_classical: float
    se_classical: float
    estimate_judge: float
    judge_bias: float
    effective_n: float | None
    precision_gain: float | None
    n_total: int
    n_labelled: int
    n_unlabelled: int
    correlation: float | None
    sd_gold: float
    sd_judge: float
    level: float

    def title(self) -> str:
        return "Score by a judge and people (prediction-powered)"

    def facts(self) -> list[tuple[str, str]]:
        how = "tuned" if self.lambda_estimated else "fixed"
        return [
            ("Estimate", decimal(self.estimate)),
            ("Std. error", decimal(self.se)),
            (f"{percent(self.level)} interval", interval(self.conf_low, self.conf_high)),
            ("People only", f"{decimal(self.estimate_classical)} (std. error {decimal(self.se_classical)})"),
            ("Judge only", f"{decimal(self.estimate_judge)} (biased by {decimal(self.judge_bias)})"),
            ("Items", f"{self.n_total} judged, {self.n_labelled} labelled by people"),
            ("Lambda", f"{decimal(self.lambda_, 3)} ({how})"),
            ("Correlation", decimal(self.correlation, 3)),
        ]


def ev_judge_debias(
    judge: Sequence[float], gold: Sequence[float], lambda_: float | None = None, level: float = 0.95
) -> Debias:
    """The mean human score of all items, from the judge's scores of all and human scores of some, as a `Debias`.

    lambda_ * mean(judge, unlabelled) + mean(gold - lambda_ * judge, labelled), with a normal interval. `judge` scores
    every item; `gold` is missing (None, NaN) where no person did. The labelled items must be a random sample of all:
    labels of hard cases only make it wrong. `lambda_` defaults to the value of least variance, kept within 0 and 1;
    1 is the original estimator and 0 the human mean. `effective_n` is the number of labels that would be as precise
    without the judge. With every item labelled the human mean comes back, with a warning.
    Raises `BadInput` for a missing judge score and fewer than three labels.
    Source: Angelopoulos, Bates and Zrnic (2023), Science 382, 669-674; PPI++, arXiv:2311.01453.

    >>> judge = [1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1]
    >>> gold = [1, 0, 0, 1, 1, 0] + [None] * 6
    >>> ev_judge_debias(judge, gold)
    Score by a judge and people (prediction-powered)
      Estimate      0.5625
      Std. error    0.1875
      95% interval  [0.1950, 0.9300]
      People only   0.5000 (std. error 0.2236)
      Judge only    0.7500 (biased by 0.1667)
      Items         12 judged, 6 labelled by people
      Lambda        0.375 (tuned)
      Correlation   0.707
    6 human labels have the precision of 9.
    """
    level = share("level", level)
    fixed = None if lambda_ is None else number("lambda_", lambda_)
    judged, golden = judge_and_gold(judge, gold)
    if np.isnan(judged).any():
        missing = int(np.argmax(np.isnan(judged)))
        message = f"judge has no score for item {missing}; the judge must score every item"
        raise BadInput(message)
    labelled = ~np.isnan(golden)
    y, fl, fu = golden[labelled], judged[labelled], judged[~labelled]
    if len(y) < 3:
        message = f"gold labels {count(len(y), 'item')}, and at least 3 are needed; None or NaN: not labelled"
        raise BadInput(message)
    if not len(fu):
        message = "every item is labelled by a person, so the judge adds nothing; this is the human mean"
        warnings.warn(message, IndicMatchWarning, stacklevel=2)
    lam = 0.0 if not len(fu) else _tuned(y, fl, len(fu)) if fixed is None else fixed
    figures = _debiased(y, fl, fu, lam, level)
    return Debias(**figures, lambda_estimated=fixed is None, estimate_judge=float(judged.mean()))


def _tuned(y: Floats, fl: Floats, unlabelled: int) -> float:
    """The lambda of least variance, kept within 0 and 1."""
    covariance = np.cov(y, fl, ddof=1)
    if not mean_of(fl).variance:
        return 0.0
    best = covariance[0, 1] * unlabelled / (covariance[1, 1] * (len(y) + unlabelled))
    return min(max(float(best), 0.0), 1.0)


def _debiased(y: Floats, fl: Floats, fu: Floats, lam: float, level: float) -> dict[str, Any]:
    human, rectified = mean_of(y), mean_of(y - lam * fl)
    estimate = rectified.estimate + (lam * float(fu.mean()) if len(fu) else 0.0)
    of_judge = lam**2 * float(fu.var(ddof=1)) / len(fu) if len(fu) > 1 else 0.0
    known = len(fu) != 1 or lam == 0
    variance = (rectified.variance or 0.0) + of_judge if known else None
    half = None if variance is None else critical(level) * math.sqrt(variance)
    gain = (human.variance or 0.0) / variance if variance else None
    reasons = {} if known else dict.fromkeys(("se", "conf_low", "conf_high"), "one unlabelled item shows no spread")
    if gain is None:
        reasons |= dict.fromkeys(("precision_gain", "effective_n"), "the standard error is 0 or not known")
    rho = correlation(y, fl)
    reasons |= {"correlation": "the scores of one side do not vary"} if rho is None else {}
    worth = [f"{len(y)} human labels have the precision of {len(y) * gain:.0f}."] if gain is not None else []
    return {
        "estimate": estimate,
        "se": None if variance is None else math.sqrt(variance),
        "conf_low": None if half is None else estimate - half,
        "conf_high": None if half is None else estimate + half,
        "lambda_": lam,
        "estimate_classical": human.estimate,
        "se_classical": human.se,
        "judge_bias": float(fl.mean()) - human.estimate,
        "effective_n": None if gain is None else len(y) * gain,
        "precision_gain": gain,
        "n_total": len(y) + len(fu),
        "n_labelled": len(y),
        "n_unlabelled": len(fu),
        "correlation": rho,
        "sd_gold": float(y.std(ddof=1)),
        "sd_judge": float(fl.std(ddof=1)),
        "level": level,
        "reasons": reasons,
        "advice": (*worth, *_not_random(fl, fu)),
    }


def _not_random(fl: Floats, fu: Floats) -> list[str]:
    """Says so when the judge scores the labelled items otherwise than the rest, by far more than chance allows."""
    if len(fu) < 2:
        return []
    labelled, rest = mean_of(fl), mean_of(fu)
    variance = (labelled.variance or 0.0) + (rest.variance or 0.0)
    gap = labelled.estimate - rest.estimate
    if not variance or two_sided_p(gap / math.sqrt(variance)) >= 0.001:
        return []
    means = f"{decimal(labelled.estimate, 3)} on the labelled items and {decimal(rest.estimate, 3)} on the rest"
    return [f"The judge's mean is {means}: these labels are hardly a random sample, and the estimate needs one."]
