"""A field of the JSON in a response."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from indicmatch.errors import BadInput
from indicmatch.extract._base import EXTRACTORS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["json_path"]

_MISSING = object()
_OPENING = re.compile(r"""\{(?=\s{0,99}["}])|\[(?=\s{0,99}["\[{\]0-9tfnNI-])""")
_PASSES, _CHEAPER = 8, 100


class _Number(str):
    """A number as it is written, so that `1947.0` stays `1947.0`."""

    __slots__ = ()


_DECODER = json.JSONDecoder(parse_int=_Number, parse_float=_Number, parse_constant=_Number, strict=False)


@EXTRACTORS.register("json:PATH")
def json_path(response: str, path: str) -> str | None:
    """The value at a path (`answer`, `choices[0].text`, `["any key"]`) of the last JSON in the response that has it.

    The JSON may be the whole response, stand in a code fence or between sentences. Numbers are as written, `null` is
    blank, a list or an object is its JSON text. JSON that breaks off is not read, nor is anything inside it.

    >>> json_path('Here you are: {"choices": [{"text": "Delhi"}, 7.0]}. Anything else?', "choices[0].text")
    'Delhi'
    >>> json_path('{"answer": 007}', "answer") is None
    True
    """
    steps = _steps(path)
    value: Any = _MISSING
    for document in _documents(response):
        there = document.get(path, _MISSING) if isinstance(document, dict) else _MISSING
        there = _at(document, steps) if there is _MISSING else there
        value = there if there is not _MISSING else value
    if value is _MISSING:
        return None
    try:
        return value if isinstance(value, str) else "" if value is None else _written(value)
    except RecursionError:
        return None


@lru_cache(maxsize=64)
def _steps(path: str) -> Sequence[str | int]:
    from indicmatch.records.paths import parse_steps

    if not path.strip():
        message = "json: needs the path of a value; write json:answer or json:choices[0].text"
        raise BadInput(message)
    return parse_steps(path if path.startswith("[") else f".{path}")


def _documents(response: str) -> Iterator[Any]:
    """Every JSON object and list of the response that is not part of another one.

    Text that only looks like JSON costs what was read of it, and its error the counting of all lines before it; a
    response may cost a few passes, not one for each brace.
    """
    at, left, end = 0, _PASSES * len(response), len(response.rstrip())
    for opening in _OPENING.finditer(response):
        start = opening.start()
        if start < at:
            continue
        try:
            document, at = _DECODER.raw_decode(response, start)
        except json.JSONDecodeError as error:
            left -= error.pos - start + 1 + error.pos // _CHEAPER
            if left < 0 or error.pos >= end or error.msg.startswith("Unterminated"):
                return
        except RecursionError:
            return
        else:
            yield document


def _at(value: Any, steps: Sequence[str | int]) -> Any:
    for step in steps:
        if isinstance(step, int):
            inside = isinstance(value, list) and -len(value) <= step < len(value)
        else:
            inside = isinstance(value, dict) and step in value
        if not inside:
            return _MISSING
        value = value[step]
    return value


def _written(value: Any) -> str:
    if isinstance(value, _Number):
        return value
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_written(key)}: {_written(item)}" for key, item in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)
