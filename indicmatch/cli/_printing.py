"""Reports on stdout: grids in colour on a terminal, else as text in the format asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click

from indicmatch.report.formats import FORMATS, Line, plot, render_grids
from indicmatch.report.grids import Grid
from indicmatch.report.terminal import show

__all__ = ["FORMAT_OPTION", "PLOT_OPTION", "draw", "print_report"]

FORMAT_OPTION = click.option("--format", "format_", type=click.Choice(FORMATS), default="table", show_default=True)
PLOT_OPTION = click.option("--plot", "plot_file", metavar="FILE", help="Draw the intervals to a .png, .svg or .pdf file.")


def print_report(report: dict[str, Any], grids: Iterable[Grid], rows: Callable[[], Sequence[dict[str, Any]]], format_: str) -> None:
    """Print a report; `rows` are asked for only where CSV needs them."""
    if format_ == "table" and sys.stdout.isatty():
        show(grids, sys.stdout)
        for level, text in report.get("signature", {}).items():
            click.echo(f"signature {level}: {text}")
        return
    click.echo(render_grids(report, grids, rows() if format_ == "csv" else (), format_), nl=False)


def draw(lines: Sequence[Line], plot_file: str | None, title: str, axis: str, reference: float | None = None) -> None:
    """Draw lines where a file was named for them."""
    if plot_file is not None:
        plot(lines, plot_file, title=title, axis=axis, reference=reference)
