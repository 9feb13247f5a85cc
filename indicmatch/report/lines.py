"""A score report as the lines of a plot."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from indicmatch.report.formats import Line
from indicmatch.report.grids import headline, name_of

__all__ = ["score_lines"]


def score_lines(report: dict[str, Any]) -> list[Line]:
    """Label, score in percent and its interval, for each file (and all together where there are several), metric and level."""
    groups = [(name_of(file | {"file": PurePath(file["file"]).name}), file["combined"]) for file in report["files"]]
    if len(groups) > 1:
        groups.append(("all files", report["combined"]))
    lines = []
    for label, group in groups:
        for metric, figures in group["metrics"].items():
            for level in ["raw", *figures["delta"]]:
                cell = figures[level]
                score, ci = headline(cell)
                if score is not None:
                    low, high = (None, None) if ci is None else (100 * ci[0], 100 * ci[1])
                    lines.append((f"{label}, {metric} {level}", 100 * score, low, high))
    return lines
