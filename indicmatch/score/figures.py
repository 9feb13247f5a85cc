"""From counts to the figures of the report: shares, intervals, differences; None where a figure cannot be computed."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any

from indicmatch.metrics import Metric
from indicmatch.score.clusters import ClusterSums, design_effect, difference_of, is_graded, proportion_of
from indicmatch.score.plan import Plan
from indicmatch.score.tally import BUCKETS, SCALE, Cell, Delta, Tally
from indicmatch.stats import mcnemar_exact, newcombe_paired, wilson

__all__ = ["cell_figures", "clustered", "group", "interval", "kept"]

Figures = dict[str, Any]


def group(domain: str | None, tally: Tally, plan: Plan, metrics: list[Metric], confidence: float) -> Figures:
    """A group of rows as design and schema have it: `domain`, `n`, `metrics`, `buckets`.

    Where the tally holds clusters, every interval and p value is cluster-robust, and a cell says what the clusters cost.
    """
    figures: Figures = {}
    variants = len(plan.names)
    for place, (metric, cells, deltas) in enumerate(zip(metrics, tally.cells, tally.deltas, strict=True)):
        names = plan.names_of(metric)
        entry: Figures = {name: cell_figures(cell, metric, confidence) for name, cell in zip(names, cells, strict=False)}
        entry["delta"] = {name: _delta(delta, confidence) for name, delta in zip(names[1:], deltas, strict=False)}
        if tally.clusters is not None:
            for nth, name in enumerate(names):
                entry[name] |= clustered(cells[nth], tally.clusters, place * variants + nth, metric, confidence)
            first = len(metrics) * variants + place * (variants - 1)
            for nth, name in enumerate(names[1:]):
                entry["delta"][name] |= _clustered_change(tally.clusters, first + nth, metric, confidence)
        figures[metric.name] = entry
    buckets = None
    if plan.buckets is not None:
        buckets = {name: dict(zip(BUCKETS, counts, strict=True)) for name, counts in zip(plan.levels, tally.buckets, strict=False)}
    return {"domain": domain, "n": tally.n, "metrics": figures, "buckets": buckets}


def cell_figures(cell: Cell, metric: Metric | None, confidence: float) -> Figures:
    """What the counts of a metric under one variant come to; None: of verdicts that are no metric's."""
    figures: Figures = {
        "correct": cell.correct if cell.scored else None,
        "scored": cell.scored,
        "accuracy": cell.correct / cell.scored if cell.scored else None,
        "ci": interval(wilson(cell.correct, cell.scored, confidence)),
    }
    if metric and metric.share:
        figures[metric.share] = cell.mean
    if is_graded(metric):
        figures["mean_ci"] = _of_mean(cell, confidence)
    return figures


def _of_mean(cell: Cell, confidence: float) -> list[float] | None:
    """The normal interval of the mean of independent numbers from 0 to 1."""
    mean, n = cell.mean, cell.values
    if mean is None or n < 2:
        return None
    variance = (cell.squares / SCALE - n * mean * mean) / (n - 1) / n
    half = NormalDist().inv_cdf(0.5 + confidence / 2) * math.sqrt(variance) if variance > 1e-15 else 0.0
    return kept(mean - half, mean + half)


def _delta(delta: Delta, confidence: float) -> Figures:
    pairs = delta.both + delta.neither + delta.rescued + delta.broken
    return {
        "pairs": pairs,
        "difference": (delta.rescued - delta.broken) / pairs if pairs else None,
        "ci": interval(newcombe_paired(delta.both, delta.broken, delta.rescued, delta.neither, confidence)),
        "rescued": delta.rescued,
        "broken": delta.broken,
        "p_value": mcnemar_exact(delta.broken, delta.rescued) if pairs else None,
        "by_step": {name: {"rescued": rescued, "broken": broken} for name, (rescued, broken) in delta.steps.items()},
    }


def clustered(cell: Cell, sums: ClusterSums, figure: int, metric: Metric | None, confidence: float) -> Figures:
    """What takes the place of a cell's figures, and `items`, `clusters` and `design_effect`, which only clustered cells have."""
    found = proportion_of(sums, figure, metric, confidence)
    graded = metric.share if metric and is_graded(metric) else None
    figures: Figures = {"mean_ci": kept(found.conf_low, found.conf_high)} if graded else {"ci": interval(found.ci)}
    if sums.averaged:
        figures |= {graded or "accuracy": found.estimate, "items": found.n}
    if sums.named:
        figures |= {"clusters": found.n_clusters, "design_effect": design_effect(found, cell, sums, figure, metric)}
    return figures


def _clustered_change(sums: ClusterSums, figure: int, metric: Metric, confidence: float) -> Figures:
    if is_graded(metric):
        return {}
    found = difference_of(sums, figure, metric, confidence)
    return {"difference": found.estimate, "ci": interval(found.ci), "p_value": found.p_value}


def kept(low: float | None, high: float | None) -> list[float] | None:
    """The interval of a mean of numbers from 0 to 1, kept there; None where it has no width."""
    return [max(0.0, low), min(1.0, high)] if low is not None and high is not None and low < high else None


def interval(limits: tuple[float, float] | None) -> list[float] | None:
    """An interval as JSON has it."""
    return None if limits is None else list(limits)
