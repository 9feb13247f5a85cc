"""Grids and rows in the formats that every report has: a table, JSON, CSV, Markdown, LaTeX; and the lines of a plot."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from indicmatch.errors import BadInput, unknown
from indicmatch.report.grids import Grid
from indicmatch.report.text import as_latex, as_markdown, as_plain

__all__ = ["FORMATS", "Line", "as_csv", "plot", "render_grids"]

FORMATS = ("table", "json", "csv", "markdown", "latex")
Line = tuple[str, float, float | None, float | None]


def render_grids(report: dict[str, Any], grids: Iterable[Grid], rows: Sequence[dict[str, Any]], format: str = "table") -> str:
    """A report in one of `FORMATS`: `report` itself as JSON, `rows` as CSV, `grids` otherwise, with its signatures below.

    Raises `UnknownName` for another format.
    """
    if format not in FORMATS:
        raise unknown("report format", format, FORMATS)
    if format == "json":
        return json.dumps(report, ensure_ascii=False, indent=1) + "\n"
    if format == "csv":
        return as_csv(rows)
    body = {"table": as_plain, "markdown": as_markdown, "latex": as_latex}[format](grids)
    before, around, after = {"table": ("", "", ""), "markdown": ("", "`", "  "), "latex": ("% ", "", "")}[format]
    lines = [f"\n{before}signature {name}: {around}{text}{around}{after}" for name, text in report.get("signature", {}).items()]
    return body + "".join(lines) + "\n" * bool(lines)


def as_csv(rows: Sequence[dict[str, Any]]) -> str:
    """Rows as CSV; the columns are those of all rows, in order of first appearance."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def plot(lines: Sequence[Line], path: str | Path, *, title: str, axis: str, reference: float | None = None) -> None:
    """Draw labelled points with their intervals to a .png, .svg or .pdf file.

    Raises `MissingExtra` without matplotlib and `BadInput` where there is nothing to draw.
    """
    if not lines:
        message = "there is nothing to plot: no figure can be computed"
        raise BadInput(message)
    import pandas as pd

    from indicmatch.stats import ev_plot

    frame = pd.DataFrame(lines, columns=["label", "estimate", "conf_low", "conf_high"])
    frame[["conf_low", "conf_high"]] = frame[["conf_low", "conf_high"]].astype("float64")
    ev_plot(frame, reference=reference, xlab=axis, main=title, path=path)
