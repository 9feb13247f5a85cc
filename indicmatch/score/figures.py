"""From counts to the figures of the report: shares, intervals, differences; None where a figure cannot be computed."""

from __future__ import annotations

from typing import Any

from indicmatch.metrics import Metric
from indicmatch.score.plan import Plan
from indicmatch.score.tally import BUCKETS, Cell, Delta, Tally
from indicmatch.stats import mcnemar_exact, newcombe_paired, wilson

__all__ = ["group", "interval"]

Figures = dict[str, Any]


def group(domain: str | None, tally: Tally, plan: Plan, metrics: list[Metric], confidence: float) -> Figures:
    """A group of rows as design and schema have it: `domain`, `n`, `metrics`, `buckets`."""
    figures: Figures = {}
    for metric, cells, deltas in zip(metrics, tally.cells, tally.deltas, strict=True):
        names = plan.names_of(metric)
        entry: Figures = {name: _cell(cell, metric, confidence) for name, cell in zip(names, cells, strict=False)}
        entry["delta"] = {name: _delta(delta, confidence) for name, delta in zip(names[1:], deltas, strict=False)}
        figures[metric.name] = entry
    buckets = None
    if plan.buckets is not None:
        buckets = {name: dict(zip(BUCKETS, counts, strict=True)) for name, counts in zip(plan.levels, tally.buckets, strict=False)}
    return {"domain": domain, "n": tally.n, "metrics": figures, "buckets": buckets}


def _cell(cell: Cell, metric: Metric, confidence: float) -> Figures:
    figures: Figures = {
        "correct": cell.correct if cell.scored else None,
        "scored": cell.scored,
        "accuracy": cell.correct / cell.scored if cell.scored else None,
        "ci": interval(wilson(cell.correct, cell.scored, confidence)),
    }
    if metric.share:
        figures[metric.share] = cell.mean
    return figures


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


def interval(limits: tuple[float, float] | None) -> list[float] | None:
    """An interval as JSON has it."""
    return None if limits is None else list(limits)
