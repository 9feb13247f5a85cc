"""How far a judge agrees with people: `ev_judge_agreement`, overall and for each language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from indicmatch.errors import BadInput
from indicmatch.stats.agreement_table import by_group, kappa_figures, mcnemar_figures
from indicmatch.stats.checks import refuse, share
from indicmatch.stats.columns import number_vector
from indicmatch.stats.distributions import critical
from indicmatch.stats.mean import correlation, mean_of
from indicmatch.stats.result import Result, Row, count, decimal, interval, p_text, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from indicmatch.stats.evaluation import Floats

__all__ = ["Agreement", "ev_judge_agreement", "judge_and_gold"]

BLAND_ALTMAN = 1.96
"""The factor of the 95% limits of agreement as published (Bland and Altman 1986); the quantile at other levels."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Agreement(Result):
    """A judge's scores against people's: agreement, kappa, bias. What its type of scores does not have is None.

    `by_group` has a row of figures for each group (a language, say); None when no groups were given.
    """

    term: ClassVar[str] = "agreement"

    n: int
    n_dropped: int
    type: str
    mean_judge: float
    mean_gold: float
    bias: float
    bias_se: float
    bias_conf_low: float
    bias_conf_high: float
    bias_p_value: float | None
    correlation: float | None
    level: float
    accuracy: float | None = None
    accuracy_conf_low: float | None = None
    accuracy_conf_high: float | None = None
    kappa: float | None = None
    kappa_se: float | None = None
    kappa_conf_low: float | None = None
    kappa_conf_high: float | None = None
    sensitivity: float | None = None
    specificity: float | None = None
    mcnemar_statistic: float | None = None
    mcnemar_p_value: float | None = None
    mcnemar_exact_p_value: float | None = None
    discordant: dict[str, int] | None = None
    spearman: float | None = None
    loa_low: float | None = None
    loa_high: float | None = None
    by_group: pd.DataFrame | None = None

    def title(self) -> str:
        return f"Judge agreement ({self.type} scores, {count(self.n, 'item')})"

    def facts(self) -> list[tuple[str, str]]:
        bias = f"{decimal(self.bias)} {interval(self.bias_conf_low, self.bias_conf_high)} {p_text(self.bias_p_value)}"
        lines = [
            ("Level", percent(self.level)),
            ("Mean judge", decimal(self.mean_judge)),
            ("Mean human", decimal(self.mean_gold)),
            ("Bias", bias),
            ("Correlation", decimal(self.correlation, 3)),
        ]
        if self.type == "continuous":
            limits = ("Limits of agreement", interval(self.loa_low, self.loa_high))
            return [*lines, ("Spearman", decimal(self.spearman, 3)), limits, *_group_facts(self.by_group)]
        wilson = interval(self.accuracy_conf_low, self.accuracy_conf_high, 3)
        kappa = interval(self.kappa_conf_low, self.kappa_conf_high, 3) if self.kappa_conf_low is not None else ""
        lines.append(("Agreement", f"{decimal(self.accuracy, 3)} {wilson}"))
        lines.append(("Kappa", f"{decimal(self.kappa, 3)} {kappa}"))
        if self.discordant is not None:
            higher, lower = self.discordant["judge_high"], self.discordant["judge_low"]
            exact = f"McNemar {p_text(self.mcnemar_exact_p_value)} (exact)"
            lines += [
                ("Sensitivity", decimal(self.sensitivity, 3)),
                ("Specificity", decimal(self.specificity, 3)),
                ("Judge higher", f"on {higher}, lower on {lower}, {exact}"),
            ]
        return lines + _group_facts(self.by_group)

    def table_rows(self, label: str) -> list[Row]:
        """Kappa, the figure to read; the correlation where scores are continuous."""
        if self.type == "continuous":
            return [{"label": label, "term": "agreement (correlation)", "estimate": self.correlation, "n": self.n}]
        figures = {"estimate": self.kappa, "se": self.kappa_se}
        ends = {"conf_low": self.kappa_conf_low, "conf_high": self.kappa_conf_high}
        return [{"label": label, "term": "agreement (kappa)"} | figures | ends | {"n": self.n}]


def ev_judge_agreement(
    judge: Sequence[float], gold: Sequence[float], level: float = 0.95, *, group: Sequence[Any] | None = None
) -> Agreement:
    """A judge's scores against human ones on the same items: agreement, kappa and bias, as an `Agreement`.

    Scores of two values are binary, of at most ten whole values categorical, else continuous. Kappa corrects agreement
    for chance (Cohen 1960; error by Fleiss, Cohen and Everitt 1969) and is the figure to read; the agreement has a
    Wilson interval, the bias (judge - gold) a t interval. Binary scores add sensitivity, specificity and McNemar's
    test; continuous ones Spearman's correlation and the limits of agreement (1.96 standard deviations at 95%).
    `group` names each item's stratum, such as its language: `by_group` then holds the figures of each.
    Items where one side is missing (None, NaN) are left out and counted in `n_dropped`.
    Raises `BadInput` for texts, infinite scores, lengths that differ and fewer than three common items.

    >>> ev_judge_agreement([1, 1, 0, 1, 0, 1, 1, 0], [1, 0, 0, 1, 0, 1, 1, 1])
    Judge agreement (binary scores, 8 items)
      Level         95%
      Mean judge    0.6250
      Mean human    0.6250
      Bias          0.0000 [-0.4469, 0.4469] p = 1.000
      Correlation   0.467
      Agreement     0.750 [0.409, 0.929]
      Kappa         0.467 [-0.166, 1.099]
      Sensitivity   0.800
      Specificity   0.667
      Judge higher  on 1, lower on 1, McNemar p = 1.000 (exact)
    """
    level = share("level", level)
    judged, golden = judge_and_gold(judge, gold)
    known = np.isfinite(judged) & np.isfinite(golden)
    j, g = judged[known], golden[known]
    if len(j) < 3:
        message = f"judge and gold both score {count(len(j), 'item')}; at least 3 are needed"
        raise BadInput(message)
    kind, difference = _type(j, g), mean_of(j - g)
    bias, test, rho = difference.figures(level), difference.test(), correlation(j, g)
    figures, reasons = _by_type(kind, j, g, level)
    reasons |= {"bias_p_value": "every item shows the same difference"} if test["p_value"] is None else {}
    reasons |= {"correlation": "the scores of one side do not vary"} if rho is None else {}
    reasons |= {"by_group": "no groups were given"} if group is None else {}
    return Agreement(
        n=len(j),
        n_dropped=len(judged) - len(j),
        type=kind,
        mean_judge=float(j.mean()),
        mean_gold=float(g.mean()),
        bias=bias["estimate"],
        bias_se=bias["se"],
        bias_conf_low=bias["conf_low"],
        bias_conf_high=bias["conf_high"],
        bias_p_value=test["p_value"],
        correlation=rho,
        level=level,
        by_group=None if group is None else by_group(group, known, j, g, level, kind != "continuous"),
        reasons=reasons,
        advice=_advice(bias["estimate"], test["p_value"], level),
        **figures,
    )


def judge_and_gold(judge: Any, gold: Any) -> tuple[Floats, Floats]:
    """Both vectors as floats with NaN where a score is missing."""
    judged, golden = number_vector("judge", judge), number_vector("gold", gold)
    if len(judged) != len(golden):
        message = f"judge has {len(judged)} scores and gold {len(golden)}; give one of each for every item"
        raise BadInput(message)
    for name, scores in (("judge", judged), ("gold", golden)):
        if np.isinf(scores).any():
            refuse(name, scores[np.isinf(scores)][0], "finite scores; None or NaN where there is none")
    return judged, golden


def _type(j: Floats, g: Floats) -> str:
    values = np.unique(np.concatenate([j, g]))
    if len(values) == 2:
        return "binary"
    return "categorical" if len(values) <= 10 and (values == np.round(values)).all() else "continuous"


def _by_type(kind: str, j: Floats, g: Floats, level: float) -> tuple[dict[str, Any], dict[str, str]]:
    """The figures that scores of this type have, and why the others are None."""
    agreement = ("accuracy", "accuracy_conf_low", "accuracy_conf_high", "kappa", "kappa_se")
    ends = ("kappa_conf_low", "kappa_conf_high")
    mcnemar = ("mcnemar_statistic", "mcnemar_p_value", "mcnemar_exact_p_value")
    binary = ("sensitivity", "specificity", *mcnemar, "discordant")
    continuous = ("spearman", "loa_low", "loa_high")
    if kind == "continuous":
        return _continuous(j, g, level), dict.fromkeys((*agreement, *ends, *binary), "the scores are continuous")
    reasons = dict.fromkeys(continuous, f"the scores are {kind}")
    figures, why = kappa_figures(j, g, level)
    reasons |= why
    if kind != "binary":
        return figures, reasons | dict.fromkeys(binary, f"the scores are {kind}")
    found, why = mcnemar_figures(j, g)
    return figures | found, reasons | why


def _continuous(j: Floats, g: Floats, level: float) -> dict[str, Any]:
    from scipy.stats import rankdata

    spread = float((j - g).std(ddof=1)) * (BLAND_ALTMAN if level == 0.95 else critical(level))
    bias = float((j - g).mean())
    return {
        "spearman": correlation(rankdata(j), rankdata(g)),
        "loa_low": bias - spread,
        "loa_high": bias + spread,
    }


def _advice(bias: float, p: float | None, level: float) -> tuple[str, ...]:
    if p is None or p >= 1 - level:
        return ()
    kind = "generous" if bias > 0 else "harsh"
    return (f"The judge is {kind} throughout, and so is every score it gives; correct it with ev_judge_debias.",)


def _group_facts(groups: pd.DataFrame | None) -> list[tuple[str, str]]:
    if groups is None:
        return []
    facts = []
    for row in groups.to_dict("records"):
        figures = f"agreement {decimal(row['accuracy'], 3)}, kappa {decimal(row['kappa'], 3)}"
        facts.append((f"  {row['group']}", f"{row['n']} items, {figures}"))
    return facts
