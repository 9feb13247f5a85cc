"""The result of an audit: its figures, and its rows on disk."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from indicmatch.score.spill import Spill

__all__ = ["AuditReport"]


@dataclass(frozen=True)
class AuditReport:
    """The figures of an audit; `to_dict()` gives them as plain lists and dicts, `flips()` and `rows()` what stands behind them.

    Rows are on disk: they can be gone through as often as needed, for as long as the report is there.
    """

    figures: dict[str, Any]
    spill: Spill

    def to_dict(self) -> dict[str, Any]:
        """The report as `indicmatch.audit/1`: all that a score report has, and the ladder, collisions, columns and what else was found."""
        return self.figures

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows, as mappings: `file, line, domain, question, answer, response`, `verdicts` (signs at every rung), `flips`."""
        return iter(self.spill)

    def flips(self) -> Iterator[dict[str, Any]]:
        """Every flip, with the row that it is of."""
        for row in self.spill:
            for flip in row["flips"]:
                yield {key: row[key] for key in ("file", "line", "domain", "question", "answer", "response")} | flip

    def __repr__(self) -> str:
        files = ", ".join(f"{file['file']} ({file['rows']} rows, {file['flips']} flips)" for file in self.figures["files"])
        return f"<AuditReport {' '.join(self.figures['levels'])}: {files}>"

    def _repr_html_(self) -> str:
        levels = self.figures["levels"]
        head = "".join(f"<th>{html.escape(name)}</th>" for name in ("file", "metric", *levels, "rescued", "broken"))
        body = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in _summary(self.figures))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _summary(figures: dict[str, Any]) -> Iterator[list[str]]:
    levels = figures["levels"]
    for file in figures["files"]:
        for name in figures["metrics"]:
            its = file["combined"]["metrics"][name]
            known = [level for level in levels if level in its]
            cells = [_share(its[level]) if level in its else "" for level in levels]
            delta = its["delta"][known[-1]]
            yield [file["file"], name, *cells, str(delta["rescued"]), str(delta["broken"])]


def _share(cell: dict[str, Any]) -> str:
    if cell["accuracy"] is None:
        return "-"
    interval = f" [{100 * cell['ci'][0]:.1f}, {100 * cell['ci'][1]:.1f}]" if cell["ci"] else ""
    return f"{100 * cell['accuracy']:.1f}{interval}"
