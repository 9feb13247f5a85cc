"""Grids as plain text, Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from unicodedata import category, east_asian_width

from indicmatch.report.grids import Grid

__all__ = ["as_latex", "as_markdown", "as_plain", "width"]


def width(text: str) -> int:
    """How many terminal cells a text takes: none for non-spacing marks and format characters, two for wide letters.

    >>> width("हिंदी"), width("中")
    (4, 2)
    """
    return sum(1 + (east_asian_width(c) in "WF") for c in text if category(c) not in ("Mn", "Me", "Cf"))


def _padded(cell: str, size: int, left: bool) -> str:
    gap = " " * (size - width(cell))
    return cell + gap if left else gap + cell


def as_plain(grids: Iterable[Grid]) -> str:
    """Columns lined up by spaces, for pipes and logs."""
    return "\n\n".join(map(_plain, grids)) + "\n"


def _marked(grid: Grid, mark: Callable[[str], str], rest: Callable[[str], str] = str) -> list[tuple[str, ...]]:
    """The rows with the best cells marked and the others made ready by `rest`."""
    return [
        tuple(mark(cell) if (at, place) in grid.best else rest(cell) for place, cell in enumerate(row)) for at, row in enumerate(grid.rows)
    ]


def _plain(grid: Grid) -> str:
    rows = _marked(grid, lambda cell: f"*{cell}")
    sizes = [max(map(width, column)) for column in zip(grid.header, *rows, strict=True)]

    def line(cells: tuple[str, ...]) -> str:
        return "  ".join(_padded(cell, size, k in grid.left) for k, (cell, size) in enumerate(zip(cells, sizes, strict=True))).rstrip()

    rule = "-" * (sum(sizes) + 2 * (len(sizes) - 1))
    lines = [grid.title, *grid.notes, line(grid.header), rule, *map(line, rows)]
    if grid.totals and len(grid.rows) > grid.totals:
        lines.insert(len(lines) - grid.totals, rule)
    return "\n".join(lines)


def as_markdown(grids: Iterable[Grid]) -> str:
    """GitHub's Markdown tables."""
    return "\n\n".join(map(_markdown, grids)) + "\n"


def _markdown(grid: Grid) -> str:
    def line(cells: Iterable[str]) -> str:
        return f"| {' | '.join(cells)} |"

    def escaped(cell: str) -> str:
        return cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")

    rule = line("---" if k in grid.left else "---:" for k in range(len(grid.header)))
    rows = [line(row) for row in _marked(grid, lambda cell: f"**{escaped(cell)}**", escaped)]
    return "\n".join(
        [f"**{escaped(grid.title)}**", "", *(f"{escaped(note)}\n" for note in grid.notes), line(map(escaped, grid.header)), rule, *rows]
    )


_LATEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "|": r"\textbar{}", "<": r"\textless{}", ">": r"\textgreater{}",  # in the default encoding these three print as other signs
} | {c: f"\\{c}" for c in "&%$#_{}"}  # fmt: skip


def as_latex(grids: Iterable[Grid]) -> str:
    """Tables for the package booktabs."""
    return "\n\n".join(map(_latex, grids)) + "\n"


def _latex(grid: Grid) -> str:
    def escaped(cell: str) -> str:
        return "".join(_LATEX.get(c, c) for c in cell)

    def line(cells: Iterable[str]) -> str:
        return "{}" + " & ".join(cells) + r" \\"  # or a cell that begins with [ or * would be an argument of the line break before it

    columns = "".join("l" if k in grid.left else "r" for k in range(len(grid.header)))
    cut = len(grid.rows) - grid.totals if grid.totals else len(grid.rows)
    rows = [line(row) for row in _marked(grid, lambda cell: rf"\textbf{{{escaped(cell)}}}", escaped)]
    body = rows[:cut] + [r"\midrule"] * bool(0 < cut < len(rows)) + rows[cut:]
    caption = escaped(grid.title) + "".join(f". {escaped(note)}" for note in grid.notes)
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{caption}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            line(map(escaped, grid.header)),
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    )
