"""JSONL, and any other run of mappings: objects to rows under a header that grows with them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any, TypeAlias

from indicmatch.errors import BadFile, BadInput
from indicmatch.records.table import LOOK_AHEAD, Cell, Notes, Row, Table
from indicmatch.records.text import Source, split_lines, whole_lines

__all__ = ["Item", "jsonl_table", "mapping_rows"]

Item: TypeAlias = tuple[int, Mapping[str, Any], str]
"""A line number, the object that stands there and its text."""


def jsonl_table(source: Source) -> Table:
    """The table of a JSONL source. Its header has the keys of the first hundred records, in order of appearance; a key
    that a later record brings is appended to it then. Numbers are as written, booleans `true` and `false`, null and an
    absent key None.
    """
    notes = Notes(source.file)
    header, rows = mapping_rows(_objects(source, notes), notes)
    if not header:
        problem = "the file holds no record"
        raise BadFile(problem, file=source.file, line=1, remedy="write one JSON object per line")
    return Table(
        notes,
        "jsonl",
        header,
        rows,
        encoding=source.encoding,
        bom=source.bom,
        terminator=source.line_end_after(""),
        close=source.close,
    )


def mapping_rows(items: Iterable[Item], notes: Notes) -> tuple[list[str], Iterator[Row]]:
    """The header of a run of mappings and their rows, each row as long as the header was when it was read."""
    header: list[str] = []
    rows = _rows(items, header, notes)
    first: list[Row] = []
    fault: BadFile | None = None
    try:
        first.extend(islice(rows, LOOK_AHEAD))
    except BadFile as error:  # the records before the fault are given before it is raised
        if not header:
            raise
        fault = error
    width = len(header)
    padded = [(line, [*cells, *[None] * (width - len(cells))], raw) for line, cells, raw in first]
    return header, chain(padded, rows, _end(notes, fault))


def _end(notes: Notes, fault: BadFile | None) -> Iterator[Row]:
    """No rows, and what must wait until all have been given."""
    if fault:
        raise fault
    notes.finish()
    yield from ()


def _rows(items: Iterable[Item], header: list[str], notes: Notes) -> Iterator[Row]:
    known: set[str] = set()
    for line, item, raw in items:
        if not known.issuperset(item):
            header += [key for key in item if key not in known]
            known.update(item)
            notes.grown(line)
        yield line, [value if value.__class__ is str else _cell(value) for value in map(item.get, header)], raw


def _cell(value: Any) -> Cell:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value  # type: ignore[no-any-return]  # numbers are texts already


def _objects(source: Source, notes: Notes) -> Iterator[Item]:
    decode = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=_distinct).decode
    line = 0
    pieces = whole_lines(source, lambda: line)
    for text in pieces:
        for raw in split_lines(text):
            line += 1
            if not raw.strip():
                notes.blank(line)
                continue
            try:
                item = decode(raw)
            except (ValueError, RecursionError) as error:
                raise _not_json(error, source.file, line, raw) from None
            if not isinstance(item, dict):
                column = len(raw) - len(raw.lstrip()) + 1
                problem = f"a {_kind(item, raw)} in column {column} where a JSON object is expected"
                remedy = "write one object per line" + ", without the list around them" * isinstance(item, list)
                raise BadFile(problem, file=source.file, line=line, remedy=remedy)
            notes.record_follows()
            yield line, item, raw


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        double = next(key for key in keys if keys.count(key) > 1)
        message = f"the key {double!r} stands twice in one object"
        raise BadInput(message)
    return found


def _kind(value: Any, raw: str) -> str:
    if isinstance(value, str):  # numbers are read as texts
        return "text" if raw.lstrip().startswith('"') else "number"
    return {list: "list", bool: "boolean"}.get(type(value), "null")


def _not_json(error: Exception, file: str, line: int, raw: str) -> BadFile:
    if isinstance(error, json.JSONDecodeError):
        problem = f"not a JSON object: {error.msg} in column {error.colno}"
    else:
        problem = f"not a usable JSON object: {error}"
    remedy = "write one JSON object per line"
    if raw.strip() in {"{", "["}:
        remedy += "; this file spreads one over several lines (jq -c . or json.dumps without indent writes it on one)"
    elif isinstance(error, json.JSONDecodeError) and raw.lstrip().startswith("{'"):
        remedy += " with double quotes, as json.dumps does"
    return BadFile(problem, file=file, line=line, remedy=remedy)
