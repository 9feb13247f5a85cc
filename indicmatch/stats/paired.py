"""Two models on the same items: `ev_paired`."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from indicmatch.errors import BadInput, IndicMatchWarning
from indicmatch.stats.checks import share
from indicmatch.stats.evaluation import Codes, Evaluation, Items, evaluation_of, two_models
from indicmatch.stats.mean import Mean, correlation, mean_of, understatement
from indicmatch.stats.proportions import mcnemar_exact, newcombe_paired
from indicmatch.stats.result import Result, count, decimal, interval, p_text, percent

__all__ = ["Paired", "common_items", "ev_paired"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Paired(Result):
    """The mean difference a - b over the items that both models were scored on."""

    term: ClassVar[str] = "difference (paired)"

    estimate: float
    se: float | None
    se_unpaired: float
    conf_low: float | None
    conf_high: float | None
    statistic: float | None
    p_value: float | None
    newcombe_low: float | None
    newcombe_high: float | None
    mcnemar_p_value: float | None
    correlation: float | None
    variance_reduction: float | None
    mean_a: float
    mean_b: float
    model_a: str
    model_b: str
    n_items: int
    n_clusters: int | None
    clustered: bool
    df: int
    level: float

    def title(self) -> str:
        return f"Paired comparison: {self.model_a} vs {self.model_b}"

    def facts(self) -> list[tuple[str, str]]:
        robust = f" (cluster-robust, {self.n_clusters} clusters)" if self.clustered else ""
        lines = [
            (self.model_a, decimal(self.mean_a)),
            (self.model_b, decimal(self.mean_b)),
            ("Difference", decimal(self.estimate)),
            ("Std. error", decimal(self.se) + robust),
            (f"{percent(self.level)} interval", interval(self.conf_low, self.conf_high)),
            ("Test", f"t = {decimal(self.statistic, 3)} on {self.df} df, {p_text(self.p_value)}"),
            ("Items", str(self.n_items)),
            ("Correlation", decimal(self.correlation, 3)),
        ]
        if self.newcombe_low is not None:
            exact = f"{interval(self.newcombe_low, self.newcombe_high)}, McNemar {p_text(self.mcnemar_p_value)}"
            lines.insert(6, ("Newcombe", exact))
        return lines


def ev_paired(
    data: Any,
    model_a: str | None = None,
    model_b: str | None = None,
    level: float = 0.95,
    cluster: bool | str = True,
    **columns: Any,
) -> Paired:
    """The mean difference model_a - model_b on the items that both answered, with its error, interval and test.

    Cluster-robust (CR1, t on G - 1 degrees of freedom) where the data hold clusters and `cluster` is True, else the
    paired t. `variance_reduction` is how much smaller the variance is than that of an unpaired comparison. For single
    0/1 responses without clusters, Newcombe's interval and the exact McNemar test stand beside it. Items that only one
    model answered are left out with a warning. Where every item shows the same difference there is no test (None).
    Raises `BadInput` for fewer than two common items, and for unnamed models unless the data hold exactly two.
    Source: Miller (2024), arXiv:2411.00640.

    >>> columns = {"q": [1, 2, 3, 4, 5] * 2, "m": ["new"] * 5 + ["old"] * 5, "ok": [1, 1, 1, 0, 1, 0, 1, 0, 0, 1]}
    >>> ev_paired(columns, score="ok", item="q", model="m")
    Paired comparison: new vs old
      new           0.8000
      old           0.4000
      Difference    0.4000
      Std. error    0.2449
      95% interval  [-0.2801, 1.0801]
      Test          t = 1.633 on 4 df, p = 0.178
      Newcombe      [-0.1626, 0.7264], McNemar p = 0.500
      Items         5
      Correlation   0.408
    Pairing cut the variance to 1/1.7 of that of an unpaired comparison (standard error 0.3162).
    """
    level = share("level", level)
    evaluation, heed = evaluation_of(data, cluster, columns)
    name_a, name_b = two_models(evaluation, model_a, model_b)
    a, b = common_items(evaluation, [name_a, name_b], least=2)
    difference = a.score - b.score
    mean = mean_of(difference, a.cluster if heed else None)
    if mean.se is None:
        message = "a single cluster cannot show how clusters differ: no standard error"
        warnings.warn(message, IndicMatchWarning, stacklevel=2)
    unpaired = (float(a.score.var(ddof=1)) + float(b.score.var(ddof=1))) / mean.n
    reduction, rho = unpaired / mean.variance if mean.variance else None, correlation(a.score, b.score)
    verdicts = _of_verdicts(a, b, mean, level)
    return Paired(
        **mean.figures(level),
        **mean.test(),
        **verdicts,
        se_unpaired=math.sqrt(unpaired),
        correlation=rho,
        variance_reduction=reduction,
        mean_a=float(a.score.mean()),
        mean_b=float(b.score.mean()),
        model_a=name_a,
        model_b=name_b,
        clustered=mean.clusters is not None,
        reasons=_reasons(mean, verdicts, rho),
        advice=_advice(mean, reduction, math.sqrt(unpaired), [] if heed else understatement(difference, a.cluster)),
    )


def common_items(evaluation: Evaluation, models: list[str], least: int) -> list[Items]:
    """The items that every one of the models was scored on, in the order of the first; warns of those left out."""
    found = [evaluation.of(model) for model in models]
    answered = np.zeros(len(evaluation.items), dtype=np.intp)
    for items in found:
        answered[items.item] += 1
    shared = found[0].item[answered[found[0].item] == len(models)]
    who = "both models" if len(models) == 2 else f"all {len(models)} models"
    if len(shared) < least:
        message = (
            f"{count(len(shared), 'item')} scored by {who}; at least {least} are needed. The comparison needs the same "
            "questions: was item= named? ev_unpaired compares different ones"
        )
        raise BadInput(message)
    dropped = int((answered > 0).sum()) - len(shared)
    if dropped:
        message = f"Dropped {count(dropped, 'item')} not scored by {who}."
        warnings.warn(message, IndicMatchWarning, stacklevel=3)
    return [items.at(_where(items.item, shared, len(evaluation.items))) for items in found]


def _where(items: Codes, wanted: Codes, known: int) -> Codes:
    position = np.empty(known, dtype=np.intp)
    position[items] = np.arange(len(items))
    return position[wanted]


def _of_verdicts(a: Items, b: Items, mean: Mean, level: float) -> dict[str, Any]:
    """Newcombe's interval of a - b and McNemar's exact p, for single verdicts without clusters."""
    if not (a.verdicts and b.verdicts and mean.clusters is None):
        return dict.fromkeys(("newcombe_low", "newcombe_high", "mcnemar_p_value"))
    right_a, right_b = a.score == 1, b.score == 1
    both, a_only, b_only = (int(kind.sum()) for kind in (right_a & right_b, right_a & ~right_b, right_b & ~right_a))
    low, high = newcombe_paired(both, b_only, a_only, mean.n - both - a_only - b_only, level) or (None, None)
    return {"newcombe_low": low, "newcombe_high": high, "mcnemar_p_value": mcnemar_exact(b_only, a_only)}


def _reasons(mean: Mean, verdicts: dict[str, Any], rho: float | None) -> dict[str, str]:
    unit = "item" if mean.clusters is None else "cluster"
    one = "a single cluster cannot show how clusters differ"
    why = f"every {unit} shows the same difference" if mean.variance is not None else one
    reasons = {} if mean.variance else dict.fromkeys(("statistic", "p_value", "variance_reduction"), why)
    if mean.variance is None:
        reasons |= dict.fromkeys(("se", "conf_low", "conf_high"), why)
    if verdicts["newcombe_low"] is None:
        reasons |= dict.fromkeys(verdicts, "needs single responses of 0 or 1, and no clusters")
    if mean.clusters is None:
        reasons["n_clusters"] = "the analysis is not clustered"
    return reasons | ({"correlation": "the scores of one model do not vary"} if rho is None else {})


def _advice(mean: Mean, reduction: float | None, unpaired: float, ignored: list[str]) -> tuple[str, ...]:
    if mean.variance == 0:
        return ("All differences agree, so the interval has no width; that is not certainty.", *ignored)
    if reduction is None:
        return ()
    cut = f"Pairing cut the variance to 1/{reduction:.1f} of that of an unpaired comparison"
    no_cut = "Pairing did not cut the variance of an unpaired comparison"
    return (f"{cut if reduction > 1 else no_cut} (standard error {decimal(unpaired)}).", *ignored)
