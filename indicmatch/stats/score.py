"""One model's score with its error: `ev_score`, and what `ev_cluster` shares with it."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, ClassVar

from indicmatch.errors import BadInput, IndicMatchWarning
from indicmatch.stats.checks import share
from indicmatch.stats.evaluation import Items, evaluation_of, pick
from indicmatch.stats.mean import Mean, mean_of, understatement
from indicmatch.stats.result import Result, decimal, interval, percent

__all__ = ["Score", "ev_score", "figures_of", "interval_facts"]

_ONE_CLUSTER = "a single cluster cannot show how clusters differ"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Score(Result):
    """A model's mean score, its standard error and its intervals: t, and Wilson where every score is 0 or 1."""

    term: ClassVar[str] = "score"

    estimate: float
    se: float | None
    conf_low: float | None
    conf_high: float | None
    wilson_low: float | None
    wilson_high: float | None
    n_items: int
    n_responses: int
    n_clusters: int | None
    design_effect: float | None
    df: int
    level: float
    clustered: bool
    model: str

    def title(self) -> str:
        return f"Evaluation score: {self.model}"

    def facts(self) -> list[tuple[str, str]]:
        responses = f" ({self.n_responses} responses)" if self.n_responses > self.n_items else ""
        error = [("Estimate", decimal(self.estimate)), ("Std. error", decimal(self.se))]
        lines = [*error, *interval_facts(self), ("Items", f"{self.n_items}{responses}")]
        if self.clustered:
            lines += [("Clusters", str(self.n_clusters)), ("Design effect", decimal(self.design_effect, 2))]
        kind = "cluster-robust (CR1)" if self.clustered else "independent items"
        return [*lines, ("Method", f"{kind}, t on {self.df} df")]


def ev_score(
    data: Any, model: str | None = None, level: float = 0.95, cluster: bool | str = True, **columns: Any
) -> Score:
    """The mean score of a model with its standard error and interval, as a `Score`.

    Repeated responses to an item are averaged first, so n counts items. Where the data hold clusters and `cluster` is
    True, the error is cluster-robust (CR1) with t on G - 1 degrees of freedom, else sd / sqrt(n) with t on n - 1.
    `wilson_low` and `wilson_high` stay within 0 and 1; use them when scores are 0 or 1 and nearly all alike.
    `data` is an `Evaluation`, a vector of scores, or a frame whose columns the further arguments name as in `as_eval`
    (there `cluster` may be the name of a column). A single cluster gives no error (None, with a warning).
    Raises `BadInput` for fewer than two items, and for several models when none is named.
    Source: Miller (2024), arXiv:2411.00640; CR1 after MacKinnon and White (1985).

    >>> ev_score([1, 0, 1, 1, 0, 1, 1, 1])
    Evaluation score: model
      Estimate      0.7500
      Std. error    0.1637
      95% interval  [0.3630, 1.1370]
      Wilson        [0.4093, 0.9285]
      Items         8
      Method        independent items, t on 7 df
    The t interval leaves 0 to 1; quote the Wilson interval [0.4093, 0.9285].
    """
    level = share("level", level)
    evaluation, heed = evaluation_of(data, cluster, columns)
    name = pick(evaluation, model)
    items = evaluation.of(name)
    clustered = heed and items.cluster is not None
    figures = figures_of(items, clustered, level)
    if figures["se"] is None:
        warnings.warn(f"{_ONE_CLUSTER}: no standard error", IndicMatchWarning, stacklevel=2)
    n_responses = int(items.draws.sum())
    return Score(**figures, n_responses=n_responses, clustered=clustered, model=name)


def figures_of(items: Items, clustered: bool, level: float) -> dict[str, Any]:
    """What `Score` and `ClusterScore` have in common, with the advice and the reasons for what is missing."""
    if len(items.score) < 2:
        message = f"data hold {len(items.score)} item; a standard error needs at least 2"
        raise BadInput(message)
    naive = mean_of(items.score)
    mean = mean_of(items.score, items.cluster) if clustered else naive
    t = mean.interval(level)
    wilson = mean.score_interval(level, int(items.draws.sum())) if items.binary else (None, None)
    effect = mean.variance / naive.variance if clustered and naive.variance and mean.variance is not None else None
    return mean.figures(level) | {
        "wilson_low": wilson[0],
        "wilson_high": wilson[1],
        "design_effect": effect,
        "reasons": _reasons(items, clustered, mean, effect),
        "advice": (*understatement(items.score, items.cluster, ignored=not clustered), *_edge_advice(t, wilson)),
    }


def interval_facts(result: Any) -> list[tuple[str, str]]:
    facts = [(f"{percent(result.level)} interval", interval(result.conf_low, result.conf_high))]
    wilson = [("Wilson", interval(result.wilson_low, result.wilson_high))] if result.wilson_low is not None else []
    return facts + wilson


def _reasons(items: Items, clustered: bool, mean: Mean, effect: float | None) -> dict[str, str]:
    reasons = {} if clustered else dict.fromkeys(("n_clusters", "design_effect"), "the analysis is not clustered")
    if clustered and effect is None:
        reasons["design_effect"] = "the scores do not vary"
    if not items.binary:
        reasons |= dict.fromkeys(("wilson_low", "wilson_high"), "some scores are neither 0 nor 1")
    if mean.variance is None:
        names = ("se", "conf_low", "conf_high", "wilson_low", "wilson_high", "design_effect")
        reasons |= dict.fromkeys(names, _ONE_CLUSTER)
    return reasons


def _edge_advice(t: tuple[Any, Any], wilson: tuple[Any, Any]) -> list[str]:
    if wilson[0] is None:
        return []
    if t[0] < 0 or t[1] > 1:
        return [f"The t interval leaves 0 to 1; quote the Wilson interval {interval(*wilson)}."]
    if t[0] == t[1]:
        return [f"The scores show no spread, which is not certainty; quote the Wilson interval {interval(*wilson)}."]
    return []
