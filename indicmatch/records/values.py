"""A value out of JSON, a spreadsheet or a function, as text."""

from __future__ import annotations

from typing import Any

from indicmatch.errors import BadInput

__all__ = ["text_of"]


def text_of(value: Any) -> str | None:
    """The text of a single value; None for a null or a NaN, which are blank; `BadInput` for a list or another structure.

    >>> text_of("007"), text_of(True), text_of(1947), text_of(float("nan"))
    ('007', 'true', '1947', None)
    """
    if isinstance(value, str):
        return value
    if value is None or value != value:  # noqa: PLR0124 - NaN, of any kind of number, is what differs from itself
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    kind = {list: "a list", tuple: "a list", dict: "an object"}.get(type(value), f"a {type(value).__name__}")
    message = f"{kind} where one text is needed"
    raise BadInput(message)
