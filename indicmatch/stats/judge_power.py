"""How many items people must label beside a judge: `ev_judge_power`."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import ClassVar

from indicmatch.errors import BadInput
from indicmatch.stats.checks import number, refuse, whole
from indicmatch.stats.debias import Debias
from indicmatch.stats.power import quantile_sum
from indicmatch.stats.result import Result, decimal

__all__ = ["JudgePower", "ev_judge_power"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class JudgePower(Result):
    """How many items people must label for a score with the error asked for."""

    term: ClassVar[str] = "judge power"

    n_labels: int | None
    n_labels_without_judge: int
    saving: float | None
    achieved_se: float
    best_possible_se: float
    target_se: float
    correlation: float
    lambda_: float
    sd_gold: float
    sd_judge: float
    n_total: int

    def title(self) -> str:
        return "Human labels needed"

    def facts(self) -> list[tuple[str, str]]:
        labels = "out of reach" if self.n_labels is None else str(self.n_labels)
        return [
            ("Human labels", labels),
            ("Without a judge", str(self.n_labels_without_judge)),
            ("Saving", "not computed" if self.saving is None else f"{self.saving:.0%}"),
            ("Std. error", f"{decimal(self.achieved_se)} (target {decimal(self.target_se)})"),
            ("Judged items", str(self.n_total)),
            ("Correlation", decimal(self.correlation, 2)),
            ("Lambda", decimal(self.lambda_, 3)),
        ]


def ev_judge_power(
    n_total: int,
    correlation: float | None = None,
    target_se: float | None = None,
    target_mde: float | None = None,
    sd_gold: float | str = 0.5,
    sd_judge: float | str | None = None,
    pilot: Debias | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
) -> JudgePower:
    """The number of human labels at which `ev_judge_debias` reaches a standard error, as a `JudgePower`.

    `n_total` items are judged; the judge's scores have this `correlation` with people's, also from a `pilot` (a result
    of `ev_judge_debias`). The aim is `target_se`, or `target_mde` at this `power` and `alpha`. `sd_gold` defaults to
    0.5, the largest for 0/1 scores, and `sd_judge` to `sd_gold`; "pilot" takes either from the pilot. An aim that even
    labels for all items miss gives None. Raises `BadInput` for values outside their range.
    Source: the variance of PPI++, arXiv:2311.01453, at its best lambda within 0 and 1, which falls with every label.

    >>> ev_judge_power(20_000, correlation=0.8, target_se=0.01)
    Human labels needed
      Human labels     979
      Without a judge  2500
      Saving           61%
      Std. error       0.0100 (target 0.0100)
      Judged items     20000
      Correlation      0.80
      Lambda           0.761
    """
    n = whole("n_total", n_total, least=10)
    if pilot is not None and not isinstance(pilot, Debias):
        refuse("pilot", pilot, "a result of ev_judge_debias")
    rho = pilot.correlation if correlation is None and pilot is not None else correlation
    allowed = "a number from -1 to 1, or a pilot whose scores vary"
    if not -1 <= number("correlation", rho, allowed) <= 1:
        refuse("correlation", rho, allowed)
    sy = _sd("sd_gold", sd_gold, pilot)
    sf = sy if sd_judge is None else _sd("sd_judge", sd_judge, pilot)
    aim = _target(target_se, target_mde, power, alpha)
    plan = _Plan(n, sy * sy, sf * sf, float(rho or 0.0) * sy * sf)
    labels = bisect_left(range(1, n + 1), -aim, key=lambda k: -plan.se(k)) + 1
    reached = labels if labels <= n else None
    plain = math.ceil(sy * sy / (aim * aim))
    return JudgePower(
        n_labels=reached,
        n_labels_without_judge=plain,
        saving=None if reached is None else 1 - reached / plain,
        achieved_se=plan.se(reached or n),
        best_possible_se=plan.se(n),
        target_se=aim,
        correlation=float(rho or 0.0),
        lambda_=plan.best_lambda(reached or n),
        sd_gold=sy,
        sd_judge=sf,
        n_total=n,
        reasons={} if reached else dict.fromkeys(("n_labels", "saving"), "labels for all items miss the target"),
        advice=_plan_advice(pilot, sd_gold, sd_judge, sy, sf),
    )


@dataclass(frozen=True, slots=True)
class _Plan:
    """The variance of the tuned estimate with k labels among n items."""

    n: int
    gold: float
    judge: float
    covariance: float

    def best_lambda(self, k: int) -> float:
        rest = self.n - k
        best = self.covariance * rest / (self.judge * self.n) if self.judge > 0 and rest > 0 else 0.0
        return min(max(best, 0.0), 1.0)

    def se(self, k: int) -> float:
        rest, lam = self.n - k, self.best_lambda(k)
        of_judge = lam**2 * self.judge / rest if rest > 0 else 0.0
        return math.sqrt(of_judge + (self.gold - 2 * lam * self.covariance + lam**2 * self.judge) / k)


def _sd(name: str, value: float | str, pilot: Debias | None) -> float:
    if isinstance(value, str) and value == "pilot" and pilot is not None:
        value = pilot.sd_gold if name == "sd_gold" else pilot.sd_judge
    found = number(name, value, "a number above 0, or 'pilot' together with a pilot")
    return found if found > 0 else refuse(name, value, "a number above 0, or 'pilot' together with a pilot")


def _target(target_se: float | None, target_mde: float | None, power: float, alpha: float) -> float:
    if target_se is None and target_mde is None:
        message = "neither target_se nor target_mde is given; give one of them, above 0"
        raise BadInput(message)
    name, value = ("target_mde", target_mde) if target_se is None else ("target_se", target_se)
    found = number(name, value, "a number above 0")
    if found <= 0:
        refuse(name, value, "a number above 0")
    return found / quantile_sum(power, alpha) if target_se is None else found


def _plan_advice(pilot: Debias | None, sd_gold: object, sd_judge: object, sy: float, sf: float) -> tuple[str, ...]:
    if pilot is None or "pilot" in (sd_gold, sd_judge):
        return ()
    own, used = (f"{decimal(a, 3)} and {decimal(b, 3)}" for a, b in ((pilot.sd_gold, pilot.sd_judge), (sy, sf)))
    return (f"The pilot's standard deviations are {own}, and {used} were used; sd_gold='pilot' takes the pilot's.",)
