"""Grids on a terminal, by rich."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from indicmatch.report.grids import Grid

__all__ = ["show"]


def show(grids: Iterable[Grid], stream: TextIO) -> None:
    """Print grids to a terminal in colour; a column that has no room wraps."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(file=stream)
    for grid in grids:
        console.print(Text(grid.title, style="bold"))
        for note in grid.notes:
            console.print(Text(note, style="dim"))
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for place, name in enumerate(grid.header):
            table.add_column(Text(name), justify="left" if place in grid.left else "right")
        for place, row in enumerate(grid.rows):
            cut = len(grid.rows) - place == grid.totals + 1
            style = "bold" if len(grid.rows) - place <= grid.totals else None
            cells = [Text(cell, style="bold" if (place, at) in grid.best else "") for at, cell in enumerate(row)]
            table.add_row(*cells, style=style, end_section=cut)
        console.print(table)
