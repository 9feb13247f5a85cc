"""A sharper score by a reference model whose mean on the whole bank is known: `ev_variance_reduction`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from indicmatch.errors import BadInput
from indicmatch.stats.checks import number, share
from indicmatch.stats.distributions import critical
from indicmatch.stats.evaluation import Evaluation, Floats, Items, as_eval, pick
from indicmatch.stats.mean import correlation, mean_of, understatement
from indicmatch.stats.paired import common_items
from indicmatch.stats.result import Result, decimal, interval, percent

__all__ = ["VarianceReduction", "ev_variance_reduction"]

_KNOWN_MEAN = "the reference model's mean on the full bank of questions; its mean on these items would correct nothing"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class VarianceReduction(Result):
    """A model's mean, corrected for how hard the drawn items were for the reference model."""

    term: ClassVar[str] = "score (adjusted)"

    estimate: float
    se: float
    conf_low: float
    conf_high: float
    estimate_raw: float
    se_raw: float
    theta: float
    theta_estimated: bool
    correlation: float | None
    mu_reference: float
    mean_reference: float
    variance_reduction: float | None
    effective_n: float | None
    n_items: int
    df: int
    level: float
    model: str
    reference: str

    def title(self) -> str:
        return f"Score adjusted by a reference model: {self.model}"

    def facts(self) -> list[tuple[str, str]]:
        how = "estimated" if self.theta_estimated else "fixed"
        return [
            ("Adjusted", decimal(self.estimate)),
            ("Std. error", decimal(self.se)),
            (f"{percent(self.level)} interval", interval(self.conf_low, self.conf_high)),
            ("Unadjusted", f"{decimal(self.estimate_raw)} (std. error {decimal(self.se_raw)})"),
            ("Reference", f"{self.reference}: {decimal(self.mu_reference)} known, {decimal(self.mean_reference)} here"),
            ("Theta", f"{decimal(self.theta, 3)} ({how})"),
            ("Correlation", decimal(self.correlation, 3)),
            ("Items", str(self.n_items)),
        ]


def ev_variance_reduction(
    data: Any,
    model: str | None = None,
    reference: str | None = None,
    mu_reference: float | None = None,
    theta: float | None = None,
    level: float = 0.95,
    **columns: Any,
) -> VarianceReduction:
    """The mean of `model` less theta * (mean of `reference` here - `mu_reference`), with t on n - 1 degrees of freedom.

    `mu_reference` is the reference model's mean on the full bank of questions, known from elsewhere: the mean on these
    items would correct nothing. `theta` defaults to the value of least variance, cov / var. `effective_n` is the number
    of items that would be as precise without the correction. Clusters are not used.
    Raises `BadInput` for fewer than three common items and a reference whose scores do not vary.
    Source: control variates, e.g. Owen (2013), Monte Carlo theory, methods and examples, chapter 8.

    >>> columns = {"q": [1, 2, 3, 4] * 2, "m": ["new"] * 4 + ["ref"] * 4, "ok": [1, 1, 0, 1, 1, 1, 0, 0]}
    >>> both = as_eval(columns, score="ok", item="q", model="m")
    >>> ev_variance_reduction(both, reference="ref", mu_reference=0.6)
    Score adjusted by a reference model: new
      Adjusted      0.8000
      Std. error    0.2041
      95% interval  [0.1504, 1.4496]
      Unadjusted    0.7500 (std. error 0.2500)
      Reference     ref: 0.6000 known, 0.5000 here
      Theta         0.500 (estimated)
      Correlation   0.577
      Items         4
    4 items now have the precision of 6.
    """
    level = share("level", level)
    evaluation = as_eval(data, **columns)
    name, control = _models(evaluation, model, reference)
    mu = number("mu_reference", mu_reference, _KNOWN_MEAN)
    y, z = common_items(evaluation, [name, control], least=3)
    if not mean_of(z.score).variance:
        message = f"the reference model {control!r} scores the same on every item; a constant tells nothing of them"
        raise BadInput(message)
    slope = _least_variance(y.score, z.score) if theta is None else number("theta", theta)
    return VarianceReduction(
        **_figures(y, z, slope, mu, level),
        theta_estimated=theta is None,
        mu_reference=mu,
        level=level,
        model=name,
        reference=control,
    )


def _figures(y: Items, z: Items, slope: float, mu: float, level: float) -> dict[str, Any]:
    raw, adjusted = mean_of(y.score), mean_of(y.score - slope * z.score)
    estimate, se = adjusted.estimate + slope * mu, adjusted.se or 0.0
    half = critical(level, adjusted.df) * se
    gain = (raw.variance or 0.0) / adjusted.variance if adjusted.variance else None
    reasons = {} if gain is not None else dict.fromkeys(("variance_reduction", "effective_n"), "no variance is left")
    rho = correlation(y.score, z.score)
    worth = [f"{raw.n} items now have the precision of {raw.n * gain:.0f}."] if gain is not None else []
    return {
        "estimate": estimate,
        "se": se,
        "conf_low": estimate - half,
        "conf_high": estimate + half,
        "estimate_raw": raw.estimate,
        "se_raw": raw.se,
        "theta": slope,
        "correlation": rho,
        "mean_reference": float(z.score.mean()),
        "variance_reduction": gain,
        "effective_n": None if gain is None else raw.n * gain,
        "n_items": raw.n,
        "df": raw.df,
        "reasons": reasons | ({"correlation": "the scores of the model do not vary"} if rho is None else {}),
        "advice": (*worth, *understatement(y.score - slope * z.score, y.cluster)),
    }


def _models(evaluation: Evaluation, model: object, reference: object) -> tuple[str, str]:
    if reference is None:
        message = f"reference is not given; name the reference model. Models present: {', '.join(evaluation.models)}."
        raise BadInput(message)
    control = pick(evaluation, reference, "reference")
    others = [name for name in evaluation.models if name != control]
    name = others[0] if model is None and len(others) == 1 else pick(evaluation, model)
    if name == control:
        message = f"model and reference are both {name!r}; name two different models"
        raise BadInput(message)
    return name, control


def _least_variance(y: Floats, z: Floats) -> float:
    covariance = np.cov(y, z, ddof=1)
    return float(covariance[0, 1] / covariance[1, 1])
