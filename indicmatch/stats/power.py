"""Planning a comparison: the questions it needs (`ev_power`) and the difference it can show (`ev_mde`)."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, ClassVar

from indicmatch.errors import BadInput, IndicMatchWarning
from indicmatch.stats.checks import number, refuse, share, whole
from indicmatch.stats.result import Result, decimal

__all__ = ["Mde", "Power", "ev_mde", "ev_power", "quantile_sum"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Power(Result):
    """How many questions show a difference of `delta` with the power asked for."""

    term: ClassVar[str] = "power"

    n_items: int
    n_clusters: int | None
    delta: float
    sd_diff: float
    sd_source: str
    power: float
    alpha: float
    design_effect: float
    icc: float
    cluster_size: float

    def title(self) -> str:
        return "Questions needed"

    def facts(self) -> list[tuple[str, str]]:
        clusters = "" if self.n_clusters is None else f" ({self.n_clusters} clusters of {self.cluster_size:g})"
        return [("Questions", f"{self.n_items}{clusters}"), ("To detect", decimal(self.delta)), *_plan(self)]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Mde(Result):
    """The smallest true difference that these questions will show with the power asked for."""

    term: ClassVar[str] = "mde"

    mde: float
    n_items: int
    n_effective: float
    sd_diff: float
    sd_source: str
    power: float
    alpha: float
    design_effect: float
    icc: float
    cluster_size: float

    def title(self) -> str:
        return "Minimum detectable effect"

    def facts(self) -> list[tuple[str, str]]:
        effective = "" if self.design_effect == 1 else f" (effective {decimal(self.n_effective, 0)})"
        return [("MDE", decimal(self.mde)), ("Questions", f"{self.n_items}{effective}"), *_plan(self)]


def ev_power(
    delta: float,
    sd_diff: float | None = None,
    pilot: Any = None,
    p_a: float | None = None,
    p_b: float | None = None,
    correlation: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    icc: float = 0,
    cluster_size: float = 1,
) -> Power:
    """The number of questions at which a paired comparison detects a true difference of `delta`, as a `Power`.

    n = (z of alpha / 2 + z of power)^2 sd_diff^2 / delta^2, times the design effect 1 + (cluster_size - 1) icc. The
    spread of the differences per question is `sd_diff`, or comes from a `pilot` (a result of `ev_paired`; a clustered
    one holds its design effect already), or from the shares `p_a` and `p_b` of right answers with their `correlation`
    (default 0, which is cautious). Raises `BadInput` for values outside their range and when the spread is not given.
    Source: Miller (2024), arXiv:2411.00640, section on power analysis.

    >>> ev_power(0.02, p_a=0.72, p_b=0.70, correlation=0.7, icc=0.25, cluster_size=8)
    Questions needed
      Questions      6667 (834 clusters of 8)
      To detect      0.0200
      SD of diff     0.3515 (binary scores)
      Power          80%
      Alpha          0.05, two-sided
      Design effect  2.75 (ICC 0.25, 8 a cluster)
    The clusters cost 4243 of these questions.
    """
    delta = number("delta", delta, "a number other than 0: the difference worth detecting")
    if delta == 0:
        refuse("delta", delta, "a number other than 0: the difference worth detecting")
    common = _common(power, alpha, icc, cluster_size, sd_diff, pilot, p_a, p_b, correlation)
    z, sd, effect = quantile_sum(power, alpha), common["sd_diff"], common["design_effect"]
    n = z * z * (sd * sd) / (delta * delta) * effect if delta * delta else math.inf
    if not math.isfinite(n):
        refuse("delta", delta, "a difference large enough for a finite number of questions")
    costs = math.ceil(math.ceil(n) - math.ceil(n) / effect)
    return Power(
        **common,
        n_items=math.ceil(n),
        n_clusters=math.ceil(n / cluster_size) if cluster_size > 1 else None,
        delta=delta,
        reasons={} if cluster_size > 1 else {"n_clusters": "every question is its own cluster"},
        advice=(f"The clusters cost {costs} of these questions.",) if effect > 1 else (),
    )


def ev_mde(
    n_items: int,
    sd_diff: float | None = None,
    pilot: Any = None,
    p_a: float | None = None,
    p_b: float | None = None,
    correlation: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    icc: float = 0,
    cluster_size: float = 1,
) -> Mde:
    """The smallest true difference that a paired comparison on `n_items` questions will detect, as an `Mde`.

    The mirror of `ev_power`, with the same arguments and errors. Quote it beside a difference that was not found: it
    separates "equal" from "too few questions to tell".

    >>> ev_mde(500, sd_diff=0.5)
    Minimum detectable effect
      MDE         0.0626
      Questions   500
      SD of diff  0.5000 (supplied)
      Power       80%
      Alpha       0.05, two-sided
    A true difference below 0.0626 will usually be missed.
    """
    n = whole("n_items", n_items, least=2)
    common = _common(power, alpha, icc, cluster_size, sd_diff, pilot, p_a, p_b, correlation)
    effective = n / common["design_effect"]
    mde = quantile_sum(power, alpha) * common["sd_diff"] / math.sqrt(effective)
    missed = f"A true difference below {decimal(mde)} will usually be missed."
    return Mde(**common, mde=mde, n_items=n, n_effective=effective, advice=(missed,))


def quantile_sum(power: float, alpha: float) -> float:
    """How many standard errors a difference must span: the normal quantiles of 1 - alpha / 2 and of the power."""
    return NormalDist().inv_cdf(1 - share("alpha", alpha) / 2) + NormalDist().inv_cdf(share("power", power))


def _common(
    power: float,
    alpha: float,
    icc: float,
    cluster_size: float,
    sd_diff: float | None,
    pilot: Any,
    p_a: float | None,
    p_b: float | None,
    correlation: float | None,
) -> dict[str, Any]:
    """The figures that both plans share, from checked arguments."""
    power, alpha = share("power", power), share("alpha", alpha)
    icc = _within("icc", icc, 0, 1)
    if number("cluster_size", cluster_size, "a number of questions in a cluster, 1 or more") < 1:
        refuse("cluster_size", cluster_size, "a number of questions in a cluster, 1 or more")
    sd, source = _sd_of_difference(sd_diff, pilot, p_a, p_b, correlation)
    if pilot is not None and sd_diff is None and pilot.clustered and icc > 0 and cluster_size > 1:
        message = "the pilot is clustered, so its spread holds the design effect already; icc counts it a second time"
        warnings.warn(message, IndicMatchWarning, stacklevel=3)
    plan = {"power": power, "alpha": alpha, "icc": icc, "cluster_size": cluster_size}
    return plan | {"sd_diff": sd, "sd_source": source, "design_effect": 1 + (cluster_size - 1) * icc}


def _sd_of_difference(
    sd_diff: float | None, pilot: Any, p_a: float | None, p_b: float | None, correlation: float | None
) -> tuple[float, str]:
    if sd_diff is not None:
        sd = number("sd_diff", sd_diff, "a number above 0")
        return (sd, "supplied") if sd > 0 else refuse("sd_diff", sd_diff, "a number above 0")
    if pilot is not None:
        from indicmatch.stats.paired import Paired

        if not isinstance(pilot, Paired):
            refuse("pilot", pilot, "a result of ev_paired")
        if not pilot.se:
            message = f"pilot has the standard error {pilot.se}, which tells no spread; give sd_diff"
            raise BadInput(message)
        return pilot.se * math.sqrt(pilot.n_items), "pilot comparison"
    if p_a is None or p_b is None:
        message = "the spread of the difference is not given; give sd_diff, pilot, or p_a and p_b"
        raise BadInput(message)
    return _sd_of_verdicts(_within("p_a", p_a, 0, 1), _within("p_b", p_b, 0, 1), correlation), "binary scores"


def _sd_of_verdicts(p_a: float, p_b: float, correlation: float | None) -> float:
    rho = 0.0 if correlation is None else _within("correlation", correlation, -1, 1)
    va, vb = p_a * (1 - p_a), p_b * (1 - p_b)
    variance = va + vb - 2 * rho * math.sqrt(va * vb)
    if variance <= 0:
        message = f"p_a {p_a}, p_b {p_b} and correlation {rho} leave the difference no variance; lower the correlation"
        raise BadInput(message)
    low, high = min(p_a, p_b), max(p_a, p_b)
    most = math.sqrt(low * (1 - high) / (high * (1 - low))) if low > 0 and high < 1 else 0.0
    if rho > most + 1e-9:
        message = f"0/1 scores with the means {p_a} and {p_b} correlate at {most:.3f} at most, and correlation is {rho}"
        warnings.warn(message, IndicMatchWarning, stacklevel=5)
    return math.sqrt(variance)


def _within(name: str, value: object, low: float, high: float) -> float:
    allowed = f"a number from {low} to {high}"
    found = number(name, value, allowed)
    return found if low <= found <= high else refuse(name, value, allowed)


def _plan(result: Power | Mde) -> list[tuple[str, str]]:
    facts = [
        ("SD of diff", f"{decimal(result.sd_diff)} ({result.sd_source})"),
        ("Power", f"{100 * result.power:.10g}%"),
        ("Alpha", f"{result.alpha:g}, two-sided"),
    ]
    if result.design_effect > 1:
        effect = f"{decimal(result.design_effect, 2)} (ICC {result.icc:g}, {result.cluster_size:g} a cluster)"
        facts.append(("Design effect", effect))
    return facts
