"""Grids on a terminal, by rich."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from indicmatch.report.grids import Grid

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["show"]

UNBOUNDED = 100_000  # a width at which no table is narrowed


def show(grids: Iterable[Grid], stream: TextIO) -> None:
    """Print grids to a terminal in colour; a table wider than the terminal goes on in its next line, and no figure is cut."""
    from rich.console import Console
    from rich.text import Text

    width = Console(file=stream).width
    for grid in grids:
        table = _table(grid)
        needed = Console(file=stream, width=UNBOUNDED).measure(table).maximum
        console = Console(file=stream, width=max(width, needed))
        console.print(Text(grid.title, style="bold"))
        for note in grid.notes:
            console.print(Text(note, style="dim"), soft_wrap=True)
        console.print(table)


def _table(grid: Grid) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(grid.header):
        table.add_column(Text(name), justify="left" if place in grid.left else "right", no_wrap=True)
    for place, row in enumerate(grid.rows):
        cut = len(grid.rows) - place == grid.totals + 1
        style = "bold" if len(grid.rows) - place <= grid.totals else None
        cells = [Text(cell, style="bold" if (place, at) in grid.best else "") for at, cell in enumerate(row)]
        table.add_row(*cells, style=style, end_section=cut)
    return table
