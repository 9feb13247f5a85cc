"""What tells one function from another that would reply otherwise: its code, and what it holds on to."""

from __future__ import annotations

import functools
import hashlib
import types
from collections.abc import Iterator
from typing import Any

__all__ = ["digest"]

DEPTH = 8  # of what a function holds on to, and that in turn
_SIMPLE = (str, bytes, int, float, complex, bool, type(None))
_NAMED = (type, types.ModuleType, types.BuiltinFunctionType)


def digest(function: Any) -> str:
    """A short text that changes with the code of a function, its defaults, what it closes over, the arguments of a `partial`, the
    attributes of a method's object, and the values and functions that its globals name. Of any object beyond (a client, say) its type alone
    is told: it may hold what is new in every run.

    >>> make = lambda reply: lambda prompt: reply
    >>> digest(make("CORRECT")) == digest(make("INCORRECT")), digest(make("CORRECT")) == digest(make("CORRECT"))
    (False, True)
    """
    text = "\n".join(_told(function, DEPTH, (), opened=True))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _told(value: Any, depth: int, outer: tuple[int, ...], *, opened: bool) -> Iterator[str]:
    """What is known of a value, in an order that is the same in every run; `opened` says that the attributes of an object count."""
    if isinstance(value, _SIMPLE):
        yield f"{type(value).__name__} {value!r}"
        return
    if isinstance(value, _NAMED):
        yield f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', value.__name__)}"
        return
    yield f"{type(value).__module__}.{type(value).__qualname__}"
    if depth == 0 or id(value) in outer:
        return
    outer += (id(value),)
    if isinstance(value, set | frozenset):
        yield from sorted(" ".join(_told(item, depth - 1, outer, opened=opened)) for item in value)
        return
    for name, part, counts in _parts(value, opened=opened):
        yield f"{name}:"
        yield from _told(part, depth - 1, outer, opened=counts)


def _parts(value: Any, *, opened: bool) -> Iterator[tuple[str, Any, bool]]:
    """The parts of a value: name, part, whether the attributes of an object among them count."""
    if isinstance(value, types.FunctionType):
        yield from _parts_of_function(value, opened=opened)
    elif isinstance(value, types.CodeType):
        yield from (("code", value.co_code, False), ("constants", value.co_consts, False), ("names", value.co_names, False))
    elif isinstance(value, types.MethodType):
        yield from (("function", value.__func__, False), ("object", value.__self__, opened))
    elif isinstance(value, functools.partial):
        yield from (("function", value.func, opened), ("arguments", value.args, opened), ("keywords", value.keywords, opened))
    elif isinstance(value, dict):
        yield from ((repr(key) if isinstance(key, _SIMPLE) else "", item, opened) for key, item in value.items())
    elif isinstance(value, list | tuple):
        yield from (("item", item, opened) for item in value)
    elif opened and hasattr(value, "__dict__"):
        if callable(value):
            yield "call", type(value).__call__, False
        yield "attributes", vars(value), False


def _parts_of_function(function: types.FunctionType, *, opened: bool) -> Iterator[tuple[str, Any, bool]]:
    yield "code", function.__code__, False
    yield "defaults", function.__defaults__, opened
    yield "keyword defaults", function.__kwdefaults__, opened
    for cell in function.__closure__ or ():
        try:
            yield "cell", cell.cell_contents, opened
        except ValueError:  # nothing is in it yet
            yield "cell", None, False
    for name in sorted(_names(function.__code__) & function.__globals__.keys()):
        yield name, function.__globals__[name], False


def _names(code: types.CodeType) -> set[str]:
    """The names that code looks up, that of the functions within it too."""
    inner = (constant for constant in code.co_consts if isinstance(constant, types.CodeType))
    return set(code.co_names).union(*map(_names, inner))
