"""Score reports for people and programs: plain text, a terminal, JSON, CSV, Markdown, LaTeX. Only this layer formats."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from indicmatch.errors import unknown
from indicmatch.report.grids import grids_of, headline
from indicmatch.report.text import as_latex, as_markdown, as_plain

__all__ = ["FORMATS", "grids_of", "render", "signature_lines"]

FORMATS = ("table", "json", "csv", "markdown", "latex")


def render(report: dict[str, Any], format: str = "table") -> str:
    """A score report (`ScoreReport.to_dict()`) as text in one of `FORMATS`; `UnknownName` for another."""
    if format == "json":
        return json.dumps(report, ensure_ascii=False, indent=1) + "\n"
    if format == "csv":
        return _csv(report)
    if format not in FORMATS:
        raise unknown("report format", format, FORMATS)
    body = {"table": as_plain, "markdown": as_markdown, "latex": as_latex}[format](grids_of(report))
    comment = {"table": "", "markdown": "", "latex": "% "}[format]
    return body + "".join(f"\n{comment}{line}" for line in signature_lines(report, format)) + "\n"


def signature_lines(report: dict[str, Any], format: str = "table") -> list[str]:
    """A line for each variant with the signature to quote."""
    quote = "`" if format == "markdown" else ""
    signatures = report["files"][0]["signature"] if len(report["files"]) == 1 else report["signature"]
    return [f"signature {level}: {quote}{text}{quote}" + "  " * (format == "markdown") for level, text in signatures.items()]


COLUMNS = (
    "file", "language", "domain", "rows", "metric", "level", "correct", "scored", "accuracy", "ci_low", "ci_high",
    "mean", "difference", "difference_low", "difference_high", "rescued", "broken", "p_value", "signature",
)  # fmt: skip
SAMPLED = ("model", "items", "clusters", "design_effect")
"""Columns of a report whose rows are of several models, repeated draws or in clusters."""


def _csv(report: dict[str, Any]) -> str:
    """One line for each file, domain, metric and level; a blank domain cell is the whole file, a blank file cell all files."""
    out = io.StringIO()
    lines = []
    for file in report["files"]:
        whose = {name: file[name] for name in ("file", "language", "model") if name in file}
        for group in [*file["domains"], file["combined"]]:
            lines += [whose | row | {"signature": file["signature"][row["level"]]} for row in _rows(group, report)]
    lines += [row | {"signature": report["signature"][row["level"]]} for row in _rows(report["combined"], report)]
    more = [name for name in SAMPLED if any(name in line for line in lines)]
    writer = csv.DictWriter(out, [*COLUMNS[:-1], *more, COLUMNS[-1]], lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()


def _rows(group: dict[str, Any], report: dict[str, Any]) -> list[dict[str, Any]]:
    rows = []
    for metric in report["metrics"]:
        for level in ["raw", *group["metrics"][metric]["delta"]]:
            cell, delta = group["metrics"][metric][level], group["metrics"][metric]["delta"].get(level, {})
            low, high = headline(cell)[1] or (None, None)
            least, most = delta.get("ci") or (None, None)
            rows.append({
                "domain": group["domain"], "rows": group["n"], "metric": metric, "level": level, "correct": cell["correct"],
                "scored": cell["scored"], "accuracy": cell["accuracy"], "ci_low": low, "ci_high": high,
                "mean": cell.get("word_recall", cell.get("mean")), "difference": delta.get("difference"), "difference_low": least,
                "difference_high": most, "rescued": delta.get("rescued"), "broken": delta.get("broken"), "p_value": delta.get("p_value"),
            } | {name: cell[name] for name in SAMPLED if name in cell})  # fmt: skip
    return rows
