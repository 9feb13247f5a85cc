"""Reports as one self-contained HTML page: a score report, an audit, a sample of rows to label."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indicmatch.records import atomic_writer

if TYPE_CHECKING:
    from indicmatch.audit import AuditReport
    from indicmatch.score.spill import Spill

__all__ = ["check_writable", "write_html", "write_label_page"]


class _Tried(Exception):
    """Ends a trial of writing; no error."""


def check_writable(path: str | Path, *, inputs: Iterable[str] = ()) -> None:
    """Raise the `BadFile` that writing here would raise, before hours of work have been done for it; nothing is written."""
    if str(path) != "-":
        with suppress(_Tried), atomic_writer(path, inputs=inputs):
            raise _Tried


def write_html(
    report: AuditReport | dict[str, Any],
    path: str | Path,
    rows: Spill | None = None,
    *,
    confidence: float = 0.95,
    inputs: Iterable[str] = (),
) -> None:
    """Write a report as one HTML file that needs nothing else: no network, no server.

    `report` is what `audit_files` gives, or the figures of a score report with the `rows` that were kept of its run and its `confidence`.
    `inputs` are files that must not be overwritten. Raises `BadFile` where the file cannot be written.
    """
    from indicmatch.report.html.page import report_page

    figures = report if isinstance(report, dict) else report.to_dict()
    kept = rows if isinstance(report, dict) else report.spill
    with atomic_writer(path, inputs=inputs) as out:
        for piece in report_page({"confidence": confidence} | figures, kept if kept is not None else (), kept.dropped if kept else 0):
            out.write(piece)


def write_label_page(
    report: AuditReport, path: str | Path, size: int, *, seed: int = 0, safe: bool = False, inputs: Iterable[str] = ()
) -> int:
    """Write an offline page on which a reader labels a sample of `size` rows whose verdicts differ; how many rows there are on it.

    The page saves a CSV that `audit_files(..., labels=...)` and `ev_judge_debias` read. `seed` decides the sample; `safe` makes the CSV
    safe for spreadsheets.
    """
    from indicmatch.report.html.label_page import label_page

    pieces, count = label_page(report, size, seed, safe=safe)
    with atomic_writer(path, inputs=inputs) as out:
        for piece in pieces:
            out.write(piece)
    return count
