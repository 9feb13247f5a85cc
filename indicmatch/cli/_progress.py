"""A line of progress, on a terminal that is only watched by people."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from indicmatch.cli._ending import say

__all__ = ["counted"]

EVERY = 1000  # rows


def counted(batches: Iterator[tuple[str, int]]) -> Iterator[None]:
    """Once for each (file, rows in it) that goes by, with a count on stderr where that is a terminal."""
    if not sys.stderr.isatty():
        for _ in batches:
            yield
        return
    count, last = 0, ""
    for name, rows in batches:
        known = count if name == last else 0
        count, last = known + rows, name
        if count // EVERY > known // EVERY:
            say(f"\r{Path(name).name}: {count:,} rows", nl=False)
        yield
    say("\r\x1b[K", nl=False)
