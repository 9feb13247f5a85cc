"""Repeated draws: what more responses to each item would buy (`ev_resample`)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from indicmatch.errors import BadInput
from indicmatch.stats.checks import number, refuse, share
from indicmatch.stats.evaluation import Evaluation, Floats, Items, as_eval, pick
from indicmatch.stats.mean import mean_of
from indicmatch.stats.result import Result, decimal, interval, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

__all__ = ["Resample", "ev_resample"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Resample(Result):
    """A score's variance, split into what differs between items and what differs between draws of one item.

    `projection` has a row for each number of draws `k` an item: the error to expect and the responses it costs.
    """

    term: ClassVar[str] = "score"

    estimate: float
    se: float
    se_floor: float
    conf_low: float
    conf_high: float
    var_between: float
    var_between_raw: float
    var_within: float
    share_within: float | None
    n_items: int
    n_responses: int
    k_mean: float
    projection: pd.DataFrame
    df: int
    level: float
    model: str

    def title(self) -> str:
        return f"Repeated draws, variance by source: {self.model}"

    def facts(self) -> list[tuple[str, str]]:
        noise = "" if self.share_within is None else f" ({self.share_within:.0%} of the spread of item means)"
        costs = [
            f"{k:>4g}  {decimal(se)}  " + (f"{responses:.0f} responses" if math.isfinite(k) else "the floor")
            for k, se, responses in self.projection.itertuples(index=False)
        ]
        return [
            ("Estimate", decimal(self.estimate)),
            ("Std. error", decimal(self.se)),
            (f"{percent(self.level)} interval", interval(self.conf_low, self.conf_high)),
            ("Items", f"{self.n_items} ({self.n_responses} responses, {decimal(self.k_mean, 1)} an item)"),
            ("Between items", decimal(self.var_between)),
            ("Within items", decimal(self.var_within) + noise),
            ("Std. error by k", "\n".join(costs)),
        ]


def ev_resample(
    data: Any,
    model: str | None = None,
    level: float = 0.95,
    k_grid: Sequence[float] = (1, 2, 4, 8, 16, math.inf),
    **columns: Any,
) -> Resample:
    """The variance of a score split into items and draws, and the error to expect with `k` draws an item.

    var(item means) = between + mean(within / k); no number of draws brings the error below sqrt(between / n).
    An item with a single draw tells nothing of the variance within. Clusters are not used here (see `ev_score`).
    Raises `BadInput` when every item has a single response, and for `k_grid` values below 1.
    Source: Miller (2024), arXiv:2411.00640, section on resampling.

    >>> columns = {"q": [1, 1, 2, 2, 3, 3, 4, 4], "ok": [1, 1, 0, 1, 0, 0, 1, 0]}
    >>> result = ev_resample(columns, score="ok", item="q", k_grid=[1, 4])
    >>> result.projection.round(4).to_dict("list")
    {'k': [1.0, 4.0], 'se': [0.27, 0.1614], 'responses': [4.0, 16.0]}
    """
    level = share("level", level)
    grid = _grid(k_grid)
    evaluation = as_eval(data, **columns)
    name = pick(evaluation, model)
    items = evaluation.of(name)
    if len(items.score) < 2:
        message = f"data hold {len(items.score)} item; variance between items needs at least 2"
        raise BadInput(message)
    within = _variance_within(evaluation, name)
    if np.isnan(within).all():
        message = "every item has a single response, so there is no variance within items; use ev_score"
        raise BadInput(message)
    return Resample(**_figures(items, within, level, grid), model=name)


def _figures(items: Items, within: Floats, level: float, grid: list[float]) -> dict[str, Any]:
    mean = mean_of(items.score)
    n, observed = mean.n, (mean.variance or 0.0) * mean.n
    noise, spread = float(np.nanmean(within / items.draws)), float(np.nanmean(within))
    between = max(observed - noise, 0.0)
    figures = mean.figures(level)
    del figures["n_clusters"]
    return figures | {
        "se_floor": math.sqrt(between / n),
        "var_between": between,
        "var_between_raw": observed - noise,
        "var_within": spread,
        "share_within": min(noise / observed, 1.0) if observed > 0 else None,
        "n_responses": int(items.draws.sum()),
        "k_mean": float(items.draws.mean()),
        "projection": _projection(grid, between, spread, n),
        "reasons": {} if observed > 0 else {"share_within": "all item means are equal"},
        "advice": _advice(observed - noise, math.sqrt(between / n), items.cluster is not None),
    }


def _grid(values: Sequence[float]) -> list[float]:
    allowed = "numbers of draws an item, each 1 or more; math.inf for the floor"
    if isinstance(values, str) or not hasattr(values, "__len__") or not len(values):
        refuse("k_grid", values, allowed)
    grid = [k if k == math.inf else number("k_grid", k, allowed) for k in values]
    return grid if min(grid) >= 1 else refuse("k_grid", values, allowed)


def _variance_within(evaluation: Evaluation, model: str) -> Any:
    """The variance (n - 1) of the responses to each item, in the order of `Evaluation.of`; NaN for a single one."""
    rows = np.flatnonzero(evaluation.model == evaluation.models.index(model))
    score, item = evaluation.score[rows], evaluation.item[rows]
    _, first, inverse, draws = np.unique(item, return_index=True, return_inverse=True, return_counts=True)
    means = np.bincount(inverse, weights=score) / draws
    squares = np.bincount(inverse, weights=(score - means[inverse]) ** 2)
    variance = np.divide(squares, draws - 1, out=np.full(len(draws), np.nan), where=draws > 1)
    return variance[np.argsort(first)]


def _projection(grid: list[float], between: float, within: float, n: int) -> pd.DataFrame:
    import pandas as pd

    k = np.array(grid)
    responses = np.where(np.isfinite(k), n * k, np.nan)
    return pd.DataFrame({"k": k, "se": np.sqrt((between + within / k) / n), "responses": responses})


def _advice(raw: float, floor: float, clusters: bool) -> tuple[str, ...]:
    advice = [f"More responses an item cannot bring the standard error below {decimal(floor)}; more items can."]
    if raw < 0:
        advice.append("The variance between items came out below 0 and is put at 0: the draws explain the spread.")
    if clusters:
        advice.append("Clusters are not used here; ev_score gives the cluster-robust error.")
    return tuple(advice)
