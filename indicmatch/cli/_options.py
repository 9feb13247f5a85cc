"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

__all__ = ["COLUMN_OPTIONS", "columns_of", "with_options"]

PARTS = ("question", "answer", "response", "domain")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

COLUMN_OPTIONS: tuple[Decorator, ...] = (
    *(
        click.option(f"--{part}-col", metavar="C", help=f"Column of the {part}: a name, or a path such as choices[0].message.content.")
        for part in PARTS
    ),
    click.option("--encoding", metavar="E", help="Encoding of the files; else UTF-8, or UTF-16 with a byte order mark."),
    click.option("--na", type=click.Choice(["text", "pandas"]), default="text", show_default=True,
                 help="text: every cell as written; pandas: as pandas.read_csv reads it."),
)  # fmt: skip


def with_options(options: tuple[Decorator, ...]) -> Decorator:
    """One decorator for several."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def columns_of(values: dict[str, Any]) -> dict[str, str]:
    """The columns that the options name."""
    return {part: values[f"{part}_col"] for part in PARTS if values[f"{part}_col"] is not None}
