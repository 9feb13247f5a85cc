"""The summary that the protocol's scripts print: accuracy per domain and combined."""

from __future__ import annotations

from typing import Any

from indicmatch.report.grids import Grid
from indicmatch.report.text import as_plain

__all__ = ["summary"]


def summary(report: dict[str, Any], metric: str, title: str) -> str:
    """Per-domain and combined accuracy, and the blank responses, which are wrong and counted apart."""
    file = report["files"][0]
    groups = [*file["domains"], file["combined"]]
    rows = tuple(_row(group, metric) for group in groups)
    grid = Grid(f"{title}: {file['file']}", ("Domain", "Correct", "Total", "Accuracy"), rows, totals=1)
    lines = [as_plain([grid]).rstrip()]
    if file["blank_responses"]:
        lines.append(f"Blank responses, counted as incorrect: {file['blank_responses']}")
    return "\n".join(lines) + "\n"


def _row(group: dict[str, Any], metric: str) -> tuple[str, ...]:
    cell = group["metrics"][metric]["raw"]
    accuracy = "-" if cell["accuracy"] is None else f"{100 * cell['accuracy']:.2f}%"
    return group["domain"] or "Combined", str(cell["correct"] or 0), str(group["n"]), accuracy
