"""A line of progress, on a terminal that is only watched by people."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

__all__ = ["counted"]


def counted(rows: Iterator[str]) -> Iterator[str]:
    """The rows' file names, with a count on stderr where that is a terminal."""
    if not sys.stderr.isatty():
        yield from rows
        return
    count, last = 0, ""
    for name in rows:
        count = count + 1 if name == last else 1
        last = name
        if count % 1000 == 0:
            click.echo(f"\r{Path(name).name}: {count:,} rows", err=True, nl=False)
        yield name
    click.echo("\r\x1b[K", err=True, nl=False)
