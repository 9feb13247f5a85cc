"""One cell, several acceptable answers: the modes of `--references`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from indicmatch.errors import BadInput, unknown
from indicmatch.records.paths import plain_json
from indicmatch.records.values import text_of

__all__ = ["Splitter", "columns_named", "listed", "split_references", "splitter", "without_empty"]

Splitter: TypeAlias = Callable[[str], tuple[str, ...]]
_MODES: Final = ("cell", "sep:TEXT", "paren", "json", "columns:A,B")
_BRACKET: Final = re.compile("[()\uff08\uff09]")  # the last two are the fullwidth ones
_CLOSING: Final = ")\uff09"


def split_references(cell: str, mode: str = "cell") -> tuple[str, ...]:
    """The acceptable answers of a cell, at least one. Empty ones are dropped unless there is no other.

    `cell`: the whole cell, as written. `sep:/`: the parts between separators, without the spaces around them. `paren`:
    the text outside parentheses and each text inside. `json`: a list in JSON. Raises `UnknownName` for another mode,
    `BadInput` for a cell that is no JSON list. (`columns:a,b` takes its answers from several cells and so has nothing
    to split here.)

    >>> split_references("Delhi / New Delhi", "sep:/")
    ('Delhi', 'New Delhi')
    >>> split_references("दिल्ली (Delhi)", "paren")
    ('दिल्ली', 'Delhi')
    >>> split_references('["Delhi", 1911]', "json")
    ('Delhi', '1911')
    """
    return splitter(mode)(cell)


def splitter(mode: str) -> Splitter:
    """The function for a mode, found once and not for every row."""
    if mode == "cell" or mode.startswith("columns:"):
        return _whole
    if mode == "paren":
        return _by_parentheses
    if mode == "json":
        return _by_json
    if not mode.startswith("sep:"):
        kind = "references mode"
        raise unknown(kind, mode, _MODES)
    separator = mode.removeprefix("sep:")
    if not separator:
        message = "the references mode 'sep:' names no separator; write for example sep:/"
        raise BadInput(message)
    return lambda cell: without_empty(part.strip() for part in cell.split(separator))


def columns_named(mode: str) -> tuple[str, ...]:
    """The columns of the mode `columns:a,b`; none for every other mode.

    >>> columns_named("columns:answer, alias")
    ('answer', 'alias')
    """
    if not mode.startswith("columns:"):
        return ()
    names = tuple(name.strip() for name in mode.removeprefix("columns:").split(","))
    if not all(names):
        message = f"the references mode {mode!r} has an empty column name; write for example columns:answer,alias"
        raise BadInput(message)
    return names


def listed(values: Iterable[Any]) -> tuple[str, ...]:
    """The texts of a list of answers, where a null is no answer; an empty list is `BadInput`."""
    texts = [text for value in values if (text := text_of(value)) is not None]
    if not texts:
        message = "the list of answers is empty"
        raise BadInput(message)
    return without_empty(texts)


def without_empty(parts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for part in parts if part)) or ("",)


def _whole(cell: str) -> tuple[str, ...]:
    return (cell,)


def _by_parentheses(cell: str) -> tuple[str, ...]:
    outside, inside = [""], []
    start = depth = 0
    for bracket in _BRACKET.finditer(cell):
        closing = bracket[0] in _CLOSING
        if closing and not depth:
            return (cell,)  # not balanced: no list of answers, an ordinary text
        if not closing:
            if not depth:
                outside.append(cell[start : bracket.start()].strip())
                start = bracket.end()
            depth += 1
        else:
            depth -= 1
            if not depth:
                inside.append(cell[start : bracket.start()].strip())
                start = bracket.end()
    if depth or not inside:
        return (cell,)
    outside.append(cell[start:].strip())
    return without_empty([" ".join(filter(None, outside)), *inside])


def _by_json(cell: str) -> tuple[str, ...]:
    if not cell.strip():
        return ("",)
    try:
        value = plain_json(cell)
    except (ValueError, RecursionError):
        message = f"the references mode json needs a JSON list in the cell and found {cell[:40]!r}"
        raise BadInput(message) from None
    return listed(value if isinstance(value, list) else [value])
