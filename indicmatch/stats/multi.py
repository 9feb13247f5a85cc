"""Many comparisons at once: `ev_multi`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from indicmatch.errors import BadInput
from indicmatch.stats.checks import refuse, share
from indicmatch.stats.columns import number_vector
from indicmatch.stats.distributions import chi_squared_p, critical, two_sided_p
from indicmatch.stats.result import Result, Row, decimal, interval, p_text, percent

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Multi", "ev_multi"]

METHODS = {
    "holm": "holm",
    "BH": "fdr_bh",
    "bonferroni": "bonferroni",
    "hochberg": "simes-hochberg",
    "BY": "fdr_by",
    "hommel": "hommel",
    "fdr": "fdr_bh",
    "none": "",
}
"""Name of an adjustment -> its name in statsmodels."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Multi(Result):
    """Comparisons on several tasks: adjusted p values, simultaneous intervals, the pooled effect and if tasks agree."""

    term: ClassVar[str] = "effect (pooled)"

    tasks: pd.DataFrame
    pooled: float
    pooled_se: float
    pooled_conf_low: float
    pooled_conf_high: float
    pooled_p_value: float
    q_statistic: float
    q_df: int
    q_p_value: float | None
    i_squared: float
    n_tasks: int
    n_significant: int
    n_nominal: int
    method: str
    level: float

    def title(self) -> str:
        return f"Comparisons on {self.n_tasks} tasks"

    def facts(self) -> list[tuple[str, str]]:
        tasks = [
            (
                str(row["task"]),
                f"{decimal(row['estimate']):>8} {interval(row['conf_low'], row['conf_high'])} "
                f"{p_text(row['p_value'])}, adjusted {p_text(row['p_adjusted'])}",
            )
            for row in self.tasks.to_dict("records")
        ]
        q = f"Q = {decimal(self.q_statistic, 2)} on {self.q_df} df, {p_text(self.q_p_value)}, I2 = {self.i_squared:.0%}"
        survive = f"{self.method}: {self.n_significant} of {self.n_tasks} survive, {self.n_nominal} nominal"
        pooled = f"{decimal(self.pooled)} {interval(self.pooled_conf_low, self.pooled_conf_high)}"
        return [
            *tasks,
            ("Level", percent(self.level)),
            ("Adjustment", survive),
            ("Pooled", f"{pooled} {p_text(self.pooled_p_value)}"),
            ("Heterogeneity", q),
        ]

    def table_rows(self, label: str) -> list[Row]:
        figures = {"estimate": self.pooled, "se": self.pooled_se, "p_value": self.pooled_p_value}
        ends = {"conf_low": self.pooled_conf_low, "conf_high": self.pooled_conf_high}
        return [{"label": label, "term": self.term} | figures | ends]


def ev_multi(results: Any, method: str = "holm", level: float = 0.95) -> Multi:
    """Several comparisons with p adjusted for their number, simultaneous intervals and a pooled effect, as a `Multi`.

    `results` is a list of results of `ev_paired` or `ev_unpaired`, a mapping from task to result, or a frame with the
    columns `estimate` and `se` and, where there are any, `task` and `df` (none: normal). `method` is holm (family-wise,
    the default), hochberg, hommel, bonferroni, BH (= fdr), BY or none. Simultaneous intervals (`sim_low`, `sim_high`)
    use 1 - (1 - level) / k. The pooled effect weights by 1 / se^2; Cochran's Q and I2 tell whether the tasks agree.
    Raises `BadInput` for an estimate that is not finite, an se that is not above 0, and anything that is no comparison.
    Source: Holm (1979), Benjamini and Hochberg (1995) and kin by statsmodels; Higgins and Thompson (2002) for I2.

    >>> effects = {"task": ["art", "food", "music"], "estimate": [0.06, -0.01, 0.12], "se": [0.02, 0.025, 0.045]}
    >>> result = ev_multi(effects)
    >>> result.tasks["p_adjusted"].round(4).tolist(), round(result.pooled, 4)
    ([0.0081, 0.6892, 0.0153], 0.0421)
    """
    level = share("level", level)
    if method not in METHODS:
        refuse("method", method, f"one of {', '.join(METHODS)}")
    tasks = _effects(results)
    estimate, se, k = tasks["estimate"].to_numpy(), tasks["se"].to_numpy(), len(tasks)
    df = [None if math.isnan(value) else float(value) for value in tasks["df"]]
    p = np.array([two_sided_p(e / s, d) for e, s, d in zip(estimate, se, df, strict=True)])
    tasks["p_value"], tasks["p_adjusted"] = p, _adjusted(p, method)
    for ends, confidence in (("conf", level), ("sim", 1 - (1 - level) / k)):
        half = np.array([critical(confidence, d) for d in df]) * se
        tasks[f"{ends}_low"], tasks[f"{ends}_high"] = estimate - half, estimate + half
    weight = 1 / se**2
    pooled, pooled_se = float(weight @ estimate / weight.sum()), math.sqrt(1 / weight.sum())
    q = float(weight @ (estimate - pooled) ** 2)
    i_squared = max(0.0, (q - (k - 1)) / q) if k > 1 and q > 0 else 0.0
    differ = "The tasks differ more than chance allows (I2 above 50%): read their rows, not the pooled effect."
    return Multi(
        tasks=tasks,
        pooled=pooled,
        pooled_se=pooled_se,
        pooled_conf_low=pooled - critical(level) * pooled_se,
        pooled_conf_high=pooled + critical(level) * pooled_se,
        pooled_p_value=two_sided_p(pooled / pooled_se),
        q_statistic=q,
        q_df=k - 1,
        q_p_value=chi_squared_p(q, k - 1) if k > 1 else None,
        i_squared=i_squared,
        n_tasks=k,
        n_significant=int((tasks["p_adjusted"] < 1 - level).sum()),
        n_nominal=int((p < 1 - level).sum()),
        method=method,
        level=level,
        reasons={} if k > 1 else {"q_p_value": "a single task cannot differ from itself"},
        advice=(differ,) if i_squared > 0.5 else (),
    )


def _adjusted(p: Any, method: str) -> Any:
    if not METHODS[method]:
        return p
    from statsmodels.stats.multitest import multipletests

    return multipletests(p, method=METHODS[method])[1]


def _effects(results: Any) -> pd.DataFrame:
    """Task, estimate, se and df (NaN for a normal one) of each comparison, checked."""
    import pandas as pd

    if isinstance(results, Mapping) and {"estimate", "se"} & results.keys():
        results = pd.DataFrame(dict(results))
    columns = _from_frame(results) if isinstance(results, pd.DataFrame) else _from_results(results)
    if not columns["task"]:
        message = "results is empty; give at least one comparison"
        raise BadInput(message)
    tasks = pd.DataFrame(columns)
    sound = np.isfinite(tasks["estimate"]) & np.isfinite(tasks["se"]) & (tasks["se"] > 0)
    if not sound.all():
        bad = tasks[~sound].iloc[0]
        message = (
            f"results: the task {bad['task']!r} has estimate {bad['estimate']:g} and se {bad['se']:g}; "
            "estimates must be finite and standard errors above 0"
        )
        raise BadInput(message)
    return tasks


def _from_frame(frame: pd.DataFrame) -> dict[str, Any]:
    missing = [name for name in ("estimate", "se") if name not in frame.columns]
    if missing:
        known = f"Columns: {', '.join(map(str, frame.columns))}."
        message = f"results has no column {' and '.join(map(repr, missing))}; estimate and se are needed. {known}"
        raise BadInput(message)
    k = len(frame)
    task = [str(name) for name in frame["task"]] if "task" in frame.columns else _numbered(k)
    df = number_vector("df", frame["df"]) if "df" in frame.columns else np.full(k, np.nan)
    numbers = {name: number_vector(name, frame[name]) for name in ("estimate", "se")}
    return {"task": task} | numbers | {"df": np.where(np.isfinite(df), df, np.nan)}


def _from_results(results: Any) -> dict[str, Any]:
    if not isinstance(results, Mapping | Sequence) or isinstance(results, str | bytes):
        refuse("results", results, "a list of comparisons, a mapping from task to comparison, or a frame")
    found = list(results.values()) if isinstance(results, Mapping) else list(results)
    strange = [str(n) for n, item in enumerate(found) if not (hasattr(item, "estimate") and hasattr(item, "se"))]
    if strange:
        message = (
            f"results holds things that are no comparison, at {', '.join(strange)} (from 0); "
            "give results of ev_paired or ev_unpaired"
        )
        raise BadInput(message)
    values = {name: [_or_nan(getattr(item, name, None)) for item in found] for name in ("estimate", "se", "df")}
    return {"task": list(map(str, results)) if isinstance(results, Mapping) else _numbered(len(found))} | values


def _numbered(k: int) -> list[str]:
    return [f"task_{n}" for n in range(1, k + 1)]


def _or_nan(value: float | None) -> float:
    return math.nan if value is None or not math.isfinite(value) else float(value)
