"""What the columns of a table come to, where the rows of one file are read in several places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indicmatch.records.paths import Path

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from indicmatch.records.columns import Bound

__all__ = ["PathCounts", "columns_read", "path_counts", "take_path_counts"]

PathCounts = dict[str, tuple[int, int, int]]
"""By part of a record that is read by a path: how many rows were blank, the line of the first, how many held something."""


def columns_read(bound: Bound, part: str) -> frozenset[int]:
    """The columns that a part of a record is read from; all of them where a function reads it, none where there is no such part."""
    field = bound.fields.get(part)
    if field is None:
        return frozenset()
    if field.index is not None:
        return frozenset({field.index})
    return frozenset({field.get._index}) if isinstance(field.get, Path) else frozenset(range(len(bound.table.header)))


def path_counts(bound: Bound) -> PathCounts:
    """What the paths of a table's columns found so far."""
    paths = {part: field.get for part, field in bound.fields.items() if isinstance(field.get, Path)}
    return {part: (path._blank, path._first_blank, path._found) for part, path in paths.items()}


def take_path_counts(bound: Bound, counts: Iterable[Mapping[str, tuple[int, int, int]]]) -> None:
    """Have the paths of a table's columns say at the end what was found elsewhere, and nothing else."""
    known = list(counts)
    for part, field in bound.fields.items():
        path = field.get
        if isinstance(path, Path):
            found = [one[part] for one in known if part in one]
            path._blank = sum(blank for blank, _, _ in found)
            path._first_blank = min((first for blank, first, _ in found if blank), default=0)
            path._found = sum(count for _, _, count in found)
