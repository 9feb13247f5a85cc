"""Two models on different items: `ev_unpaired`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from indicmatch.errors import BadInput
from indicmatch.stats.checks import share
from indicmatch.stats.distributions import critical, two_sided_p
from indicmatch.stats.evaluation import Items, as_eval, two_models
from indicmatch.stats.mean import mean_of
from indicmatch.stats.result import Result, decimal, interval, p_text, percent

__all__ = ["Unpaired", "ev_unpaired"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Unpaired(Result):
    """The difference of two models' means over items that need not be the same."""

    term: ClassVar[str] = "difference (unpaired)"

    estimate: float
    se: float
    conf_low: float
    conf_high: float
    statistic: float | None
    p_value: float | None
    mean_a: float
    mean_b: float
    model_a: str
    model_b: str
    n_a: int
    n_b: int
    df: float | None
    level: float

    def title(self) -> str:
        return f"Unpaired comparison: {self.model_a} vs {self.model_b}"

    def facts(self) -> list[tuple[str, str]]:
        return [
            (self.model_a, f"{decimal(self.mean_a)} ({self.n_a} items)"),
            (self.model_b, f"{decimal(self.mean_b)} ({self.n_b} items)"),
            ("Difference", decimal(self.estimate)),
            ("Std. error", decimal(self.se)),
            (f"{percent(self.level)} interval", interval(self.conf_low, self.conf_high)),
            ("Test", f"t = {decimal(self.statistic, 3)} on {decimal(self.df, 1)} df (Welch), {p_text(self.p_value)}"),
        ]


def ev_unpaired(
    data: Any, model_a: str | None = None, model_b: str | None = None, level: float = 0.95, **columns: Any
) -> Unpaired:
    """The difference of the means of model_a and model_b by Welch's t, as an `Unpaired`; for different questions.

    Clusters are not used. Where neither model's scores vary the interval has no width and there is no test (None).
    Arguments and errors as in `ev_paired`, which is the better comparison where both answered the same items.
    Source: Welch, Biometrika 34 (1947) 28-35.

    >>> columns = {"m": ["a"] * 4 + ["b"] * 5, "ok": [1, 1, 0, 1, 0, 0, 1, 0, 1]}
    >>> ev_unpaired(columns, score="ok", model="m")
    Unpaired comparison: a vs b
      a             0.7500 (4 items)
      b             0.4000 (5 items)
      Difference    0.3500
      Std. error    0.3500
      95% interval  [-0.4822, 1.1822]
      Test          t = 1.000 on 6.8 df (Welch), p = 0.351
    """
    level = share("level", level)
    evaluation = as_eval(data, **columns)
    name_a, name_b = two_models(evaluation, model_a, model_b)
    a, b = evaluation.of(name_a), evaluation.of(name_b)
    for name, items in ((name_a, a), (name_b, b)):
        if len(items.score) < 2:
            message = f"the model {name!r} has {len(items.score)} item; each model needs at least 2"
            raise BadInput(message)
    mean_a, mean_b = mean_of(a.score), mean_of(b.score)
    va, vb = mean_a.variance or 0.0, mean_b.variance or 0.0
    estimate, se = mean_a.estimate - mean_b.estimate, math.sqrt(va + vb)
    df = (va + vb) ** 2 / (va**2 / mean_a.df + vb**2 / mean_b.df) if se else None
    statistic, half = estimate / se if se else None, critical(level, df) * se
    reasons = {} if se else dict.fromkeys(("statistic", "p_value", "df"), "neither model's scores vary")
    return Unpaired(
        estimate=estimate,
        se=se,
        conf_low=estimate - half,
        conf_high=estimate + half,
        statistic=statistic,
        p_value=None if statistic is None else two_sided_p(statistic, df),
        mean_a=mean_a.estimate,
        mean_b=mean_b.estimate,
        model_a=name_a,
        model_b=name_b,
        n_a=mean_a.n,
        n_b=mean_b.n,
        df=df,
        level=level,
        reasons=reasons,
        advice=_advice(a, b),
    )


def _advice(a: Items, b: Items) -> tuple[str, ...]:
    shared = len(np.intersect1d(a.item, b.item))
    pair = [f"Both models answered {shared} of the items; compare them there with ev_paired."] if shared > 1 else []
    clusters = ["Clusters are not used here, so the standard error may be too small."] if a.cluster is not None else []
    return tuple(pair + clusters)
