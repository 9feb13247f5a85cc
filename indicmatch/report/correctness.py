"""A correctness report as grids of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from indicmatch.errors import unknown
from indicmatch.report.grids import Grid
from indicmatch.report.text import as_latex, as_markdown, as_plain

__all__ = ["FORMATS", "correctness_grids", "render_correctness"]

FORMATS = ("table", "json", "markdown", "latex")
Figures = dict[str, Any]


def render_correctness(report: Figures, format: str = "table") -> str:
    """A correctness report as a table, in Markdown or in LaTeX, with its signature."""
    writers = {"table": as_plain, "markdown": as_markdown, "latex": as_latex}
    if format not in writers:
        raise unknown("report format", format, writers)
    quote, comment = ("`" if format == "markdown" else ""), ("% " if format == "latex" else "")
    return f"{writers[format](correctness_grids(report))}\n{comment}signature: {quote}{report['signature']}{quote}\n"


def correctness_grids(report: Figures) -> Iterator[Grid]:
    """For each file its domains, and with several files their sum."""
    for file in report["files"]:
        groups = [*file["domains"], file["combined"]] if len(file["domains"]) != 1 else [file["combined"]]
        rows = tuple(_row(group["domain"] or "combined", group) for group in groups)
        yield _grid(f"{file['file']}: {_name(report)}", rows, _notes(file["combined"], report))
    if len(report["files"]) > 1:
        rows = tuple(_row(file["file"], file["combined"]) for file in report["files"])
        combined = report["combined"]
        yield _grid(f"All files: {_name(report)}", (*rows, _row("combined (all rows)", combined)), _notes(combined, report))


def _grid(title: str, rows: tuple[tuple[str, ...], ...], notes: tuple[str, ...]) -> Grid:
    header = ("domain", "rows", "scored", "mean", "median", "min", "max", "std", "unparsed", "error", "not asked")
    return Grid(title, header, rows, notes, totals=1)


def _name(report: Figures) -> str:
    return str(report["metric"]).replace("_", " ")


def _row(name: str, group: Figures) -> tuple[str, ...]:
    mean = _number(group["mean"])
    if group["ci"] is not None:
        mean += f" [{group['ci'][0]:.3f}, {group['ci'][1]:.3f}]"
    figures = (_number(group[key]) for key in ("median", "min", "max", "std"))
    counts = (str(group["outcomes"][key]) for key in ("unparsed", "error", "not_asked"))
    return name, str(group["rows"]), str(group["count"]), mean, *figures, *counts


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _notes(group: Figures, report: Figures) -> tuple[str, ...]:
    notes = []
    if report["similarity"] is not None:
        what = "spelling alone" if report["similarity"] == "lexical" else "embeddings"
        notes.append(f"Similarity: {report['similarity']} ({what}); it is a number beside the facts, not a verdict.")
    if group["reasons"]["blank_response"]:
        notes.append(f"{group['reasons']['blank_response']} blank responses, which score 0.")
    if report["threshold"] is not None and group["rows"] == report["combined"]["rows"]:
        notes.append(f"{report['passed']} rows reach the threshold {report['threshold']:g}.")
    return tuple(notes)
