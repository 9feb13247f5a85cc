"""Paths into nested values: `choices[0].message.content`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from indicmatch.errors import BadFile, BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from indicmatch.records.table import Cell, Notes, Row

__all__ = ["Path", "parse_steps", "plain_json", "prefixes"]

Steps: TypeAlias = tuple["str | int", ...]

_STEP: Final = re.compile(r"""\.([^.\[\]]+) | \[(-?[0-9]+)\] | \[(["'])(.*?)\3\]""", re.VERBOSE)


def parse_steps(text: str) -> Steps:
    """The steps of what follows a column's name: `.key`, `[index]` (from the end when negative), `["any key"]`.

    >>> parse_steps('[0].message["content"]')
    (0, 'message', 'content')
    """
    steps: list[str | int] = []
    at = 0
    while at < len(text):
        found = _STEP.match(text, at)
        if not found:
            message = f'{text[at:]!r} in a path is no step; write .key, [0] or ["key"]'
            raise BadInput(message)
        key, index, _, quoted = found.groups()
        steps.append(int(index) if index is not None else key if key is not None else quoted)
        at = found.end()
    return tuple(steps)


def prefixes(text: str) -> Iterator[tuple[str, str]]:
    """The ways to read a text as a column's name and a path behind it, the longest name first.

    >>> list(prefixes("gpt-3.5.answer[0]"))
    [('gpt-3.5.answer', '[0]'), ('gpt-3.5', '.answer[0]'), ('gpt-3', '.5.answer[0]')]
    """
    for at in range(len(text) - 1, 0, -1):
        if text[at] in ".[":
            yield text[:at], text[at:]


def plain_json(text: str) -> Any:
    """A JSON value with its numbers as they are written."""
    return json.loads(text, parse_float=str, parse_int=str, parse_constant=str)


class Path:
    """Reads one place in every row. A null, an absent key and an index beyond the list are a blank, counted; another
    kind of value than the path needs is an error, and so is a path that led nowhere in any row: that is a misspelt one.
    """

    __slots__ = ("_blank", "_file", "_first_blank", "_found", "_index", "_steps", "text")

    def __init__(self, text: str, file: str, index: int, steps: Steps) -> None:
        self.text, self._file, self._index, self._steps = text, file, index, steps
        self._blank = self._first_blank = self._found = 0

    def __call__(self, row: Row) -> Cell:
        line, cells, _ = row
        value: Any = cells[self._index] if self._index < len(cells) else None
        for step in self._steps:
            if isinstance(value, str):
                value = self._parsed(value, line)
            if value is None:
                break
            value = self._one_step(value, step, line)
        if value is None:
            self._blank += 1
            self._first_blank = self._first_blank or line
        else:
            self._found += 1
        return value  # type: ignore[no-any-return]

    def restart(self) -> None:
        """Forget what was counted: the rows so far will be read again."""
        self._blank = self._first_blank = self._found = 0

    def _parsed(self, text: str, line: int) -> Any:
        if not text.strip():
            return None
        try:
            value = plain_json(text)
        except (ValueError, RecursionError):
            remedy = "write the cell as JSON (json.dumps)"
            found = f"a cell that is not JSON: {text[:40]!r}"
            raise self._wrong(found, line, remedy) from None
        if isinstance(value, str):
            found = f"a text where the path goes on: {text[:40]!r}"
            raise self._wrong(found, line)
        return value

    def _one_step(self, value: Any, step: str | int, line: int) -> Any:
        if isinstance(step, int):
            if not isinstance(value, list):
                found = f"no list for the index [{step}]"
                raise self._wrong(found, line)
            return value[step] if -len(value) <= step < len(value) else None
        if not isinstance(value, dict):
            found = f"no object for the key {step!r}"
            raise self._wrong(found, line)
        return value.get(step)

    def _wrong(self, found: str, line: int, remedy: str = "correct the path") -> BadFile:
        return BadFile(f"the path {self.text!r} meets {found}", file=self._file, line=line, remedy=remedy)

    def finish(self, notes: Notes) -> None:
        if self._blank and not self._found:
            problem = f"the path {self.text!r} leads nowhere in any of the {self._blank} rows"
            remedy = "look at the keys of this record and correct the path"
            raise BadFile(problem, file=self._file, line=self._first_blank, remedy=remedy)
        if self._blank:
            notes.warn(
                f"{self._file}: the path {self.text!r} leads nowhere in {self._blank} of"
                f" {self._blank + self._found} rows, the first on line {self._first_blank}: read as blank"
            )
