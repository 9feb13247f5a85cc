"""Reports in a notebook: a table of the figures of each file."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

__all__ = ["summary_table"]

Figures = dict[str, Any]


def summary_table(figures: Figures) -> str:
    """A score or an audit report as an HTML table: each file and metric with every level, and what the highest one rescued and broke."""
    levels = figures["levels"]
    head = _line("th", ("file", "metric", *levels, "rescued", "broken"))
    body = "".join(_line("td", row) for row in _rows(figures, levels))
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def _line(tag: str, cells: tuple[str, ...]) -> str:
    return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"


def _rows(figures: Figures, levels: list[str]) -> Iterator[tuple[str, ...]]:
    for file in figures["files"]:
        name = f"{file['file']} ({file['model']})" if "model" in file else file["file"]
        for metric, its in file["combined"]["metrics"].items():
            top = list(its["delta"].values())[-1:]
            moved = [str(top[0][key]) if top else "" for key in ("rescued", "broken")]
            yield (name, metric, *(_share(its[level]) if level in its else "" for level in levels), *moved)


def _share(cell: Figures) -> str:
    value, ci = (cell["mean"], cell["mean_ci"]) if "mean_ci" in cell else (cell["accuracy"], cell["ci"])
    if value is None:
        return "-"
    return f"{100 * value:.1f}" + (f" [{100 * ci[0]:.1f}, {100 * ci[1]:.1f}]" if ci else "")
