"""The paired difference of two models over the questions that both answered, as plain figures."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from indicmatch.errors import IndicMatchWarning

if TYPE_CHECKING:
    from indicmatch.stats import Evaluation, Paired

__all__ = ["Item", "evaluation", "holm", "paired_figures"]

Figures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Item:
    """A question: its key, what was sampled with it (None: nothing), and each model's scores on it."""

    key: str
    cluster: str | None
    scores: tuple[tuple[float, ...], ...]


def evaluation(items: Sequence[Item], models: Sequence[str]) -> Evaluation:
    """The scores as the statistics take them; repeated scores of a question are averaged there."""
    from indicmatch.stats import as_eval

    rows = [
        (number, model, score, item.cluster)
        for number, item in enumerate(items)
        for model, scores in zip(models, item.scores, strict=True)
        for score in scores
    ]
    columns: dict[str, list[Any]] = dict(zip(("item", "model", "score", "cluster"), map(list, zip(*rows, strict=True)), strict=True))
    clustered = bool(items) and items[0].cluster is not None
    return as_eval(columns, score="score", item="item", model="model", cluster="cluster" if clustered else None)


def paired_figures(items: Sequence[Item], confidence: float) -> Figures:
    """First model minus second: means, difference, interval, p, McNemar's counts, the correlation, and what pairing saved.

    Single verdicts without clusters have Newcombe's interval and McNemar's exact p; anything else the t interval and test, which are
    cluster-robust (CR1) where there are clusters. `test` says which. Figures that cannot be computed are None.
    """
    figures: Figures = dict.fromkeys(("score_a", "score_b", "difference", "ci", "p_value", "test", "a_only", "b_only"))
    figures = {"questions": len(items)} | figures | dict.fromkeys(("se", "se_unpaired", "correlation", "variance_reduction", "mde"))
    if not items:
        return figures
    means = [sum(sum(item.scores[k]) / len(item.scores[k]) for item in items) / len(items) for k in (0, 1)]
    figures |= {"score_a": means[0], "score_b": means[1], "difference": means[0] - means[1]}
    if all(score in (0, 1) and len(scores) == 1 for item in items for scores in item.scores for score in scores):
        figures["a_only"] = sum(item.scores[0] > item.scores[1] for item in items)
        figures["b_only"] = sum(item.scores[0] < item.scores[1] for item in items)
    clusters = {item.cluster for item in items if item.cluster is not None}
    if clusters:
        figures["clusters"] = len(clusters)
    if len(items) < 2 or len(clusters) == 1:
        return figures
    return figures | _tested(_paired(items, confidence), confidence)


def _paired(items: Sequence[Item], confidence: float) -> Paired:
    from indicmatch.stats import ev_paired

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)  # what is worth saying is said of all figures at once
        return ev_paired(evaluation(items, ("a", "b")), "a", "b", level=confidence)


def _tested(found: Paired, confidence: float) -> Figures:
    low, high, p = found.conf_low, found.conf_high, found.p_value
    test = "cluster-robust t" if found.clustered else "t"
    if found.newcombe_low is not None:
        low, high, p, test = found.newcombe_low, found.newcombe_high, found.mcnemar_p_value, "McNemar"
    wide = low is not None and high is not None and low < high
    return {
        "ci": [low, high] if wide else None,
        "p_value": p,
        "test": None if p is None else test,
        "se": found.se,
        "se_unpaired": found.se_unpaired,
        "correlation": found.correlation,
        "variance_reduction": found.variance_reduction,
        "mde": _mde(found, confidence),
    }


def _mde(found: Paired, confidence: float) -> float | None:
    """The smallest true difference that these questions show in 4 of 5 such comparisons."""
    from indicmatch.stats import ev_mde

    return ev_mde(found.n_items, pilot=found, alpha=1 - confidence).mde if found.se else None


def holm(figures: Sequence[Figures]) -> None:
    """Add `p_adjusted` to each: p adjusted for their number by Holm's method, None where there is no p."""
    known = [entry for entry in figures if entry["p_value"] is not None]
    for entry in figures:
        entry["p_adjusted"] = entry["p_value"]
    if len(known) > 1:
        from statsmodels.stats.multitest import multipletests

        for entry, p in zip(known, multipletests([entry["p_value"] for entry in known], method="holm")[1], strict=True):
            entry["p_adjusted"] = float(p)
