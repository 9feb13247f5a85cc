"""Agreement of two raters from their table of counts: kappa, McNemar's test, and both for each group."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from indicmatch.errors import BadInput
from indicmatch.stats.distributions import critical
from indicmatch.stats.mean import mean_of
from indicmatch.stats.proportions import mcnemar_exact, wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

__all__ = ["by_group", "kappa_figures", "mcnemar_figures"]

Floats = npt.NDArray[np.float64]
Figures = tuple[dict[str, Any], dict[str, str]]

ROUNDING = 1e-7  # a standard error that is not 0 is at least as large as 1 / n; the root of a rounded variance of 0 can be 1e-8


def kappa_figures(j: Floats, g: Floats, level: float) -> Figures:
    """Agreement with its Wilson interval and Cohen's kappa with its normal one, and why a figure is None."""
    from statsmodels.stats.inter_rater import cohens_kappa

    agree = int((j == g).sum())
    low, high = wilson(agree, len(j), level) or (None, None)
    figures: dict[str, Any] = {"accuracy": agree / len(j), "accuracy_conf_low": low, "accuracy_conf_high": high}
    table = _counts(j, g)
    if len(table) < 2:
        names = ("kappa", "kappa_se", "kappa_conf_low", "kappa_conf_high")
        return figures | dict.fromkeys(names), dict.fromkeys(names, "every score is the same, so chance agrees as well")
    with np.errstate(invalid="ignore"):  # its variance can come out a hair below 0
        found = cohens_kappa(table)
    kappa, se = float(found.kappa), math.sqrt(max(float(found.var_kappa), 0.0))
    figures |= {"kappa": kappa, "kappa_se": se if se > ROUNDING else 0.0}
    ends = ("kappa_conf_low", "kappa_conf_high")
    if se <= ROUNDING:
        return figures | dict.fromkeys(ends), dict.fromkeys(ends, "the standard error of kappa is 0")
    half = critical(level) * se
    return figures | dict(zip(ends, (kappa - half, kappa + half), strict=True)), {}


def mcnemar_figures(j: Floats, g: Floats) -> Figures:
    """Sensitivity, specificity and McNemar's test (continuity-corrected, and exact) of two binary raters."""
    from statsmodels.stats.contingency_tables import mcnemar

    low, high = np.unique(np.concatenate([j, g]))
    higher, lower = int(((j == high) & (g == low)).sum()), int(((j == low) & (g == high)).sum())
    right, wrong = int(((j == high) & (g == high)).sum()), int(((j == low) & (g == low)).sum())
    positives, negatives = right + lower, wrong + higher
    reasons = {} if positives else {"sensitivity": "no human score is the higher value"}
    reasons |= {} if negatives else {"specificity": "no human score is the lower value"}
    test = mcnemar([[wrong, higher], [lower, right]], exact=False, correction=True) if higher + lower else None
    if test is None:
        names = ("mcnemar_statistic", "mcnemar_p_value")
        reasons |= dict.fromkeys(names, "judge and gold never differ")
    return {
        "sensitivity": right / positives if positives else None,
        "specificity": wrong / negatives if negatives else None,
        "mcnemar_statistic": None if test is None else float(test.statistic),
        "mcnemar_p_value": None if test is None else float(test.pvalue),
        "mcnemar_exact_p_value": mcnemar_exact(higher, lower),
        "discordant": {"judge_high": higher, "judge_low": lower},
    }, reasons


def by_group(
    group: Sequence[Any], known: npt.NDArray[np.bool_], j: Floats, g: Floats, level: float, discrete: bool
) -> pd.DataFrame:
    """A row for each group in order of first appearance; figures that cannot be computed are NaN, `reason` says why."""
    import pandas as pd

    if isinstance(group, str) or not hasattr(group, "__len__") or len(group) != len(known):
        size = len(group) if hasattr(group, "__len__") else "no"
        message = f"group has {size} values for {len(known)} items; give the group (a language, say) of every item"
        raise BadInput(message)
    codes, labels = pd.factorize(pd.Series(list(group)))
    if (codes < 0).any():
        message = f"group is missing for item {int(np.argmin(codes))}; give the group of every item"
        raise BadInput(message)
    kept = codes[known]
    rows = [
        {"group": label} | _of_group(j[kept == code], g[kept == code], level, discrete)
        for code, label in enumerate(labels)
    ]
    return pd.DataFrame(rows)


def _of_group(j: Floats, g: Floats, level: float, discrete: bool) -> dict[str, Any]:
    names = ("accuracy", "accuracy_conf_low", "accuracy_conf_high", "kappa", "kappa_se")
    row: dict[str, Any] = {"n": len(j)} | dict.fromkeys((*names, "kappa_conf_low", "kappa_conf_high"), math.nan)
    row |= dict.fromkeys(("bias", "bias_conf_low", "bias_conf_high"), math.nan)
    if len(j) < 3:
        return row | {"reason": "fewer than 3 items scored by both"}
    bias = mean_of(j - g).figures(level)
    row |= {"bias": bias["estimate"], "bias_conf_low": bias["conf_low"], "bias_conf_high": bias["conf_high"]}
    figures, reasons = kappa_figures(j, g, level) if discrete else ({}, {"kappa": "the scores are continuous"})
    row |= {name: math.nan if value is None else value for name, value in figures.items()}
    return row | {"reason": "; ".join(dict.fromkeys(reasons.values()))}


def _counts(j: Floats, g: Floats) -> npt.NDArray[np.intp]:
    """How often each pair of scores occurs: gold in rows, judge in columns."""
    values, codes = np.unique(np.concatenate([g, j]), return_inverse=True)
    table = np.zeros((len(values), len(values)), dtype=np.intp)
    np.add.at(table, (codes[: len(g)], codes[len(g) :]), 1)
    return table
