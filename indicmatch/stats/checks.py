"""Arguments of the statistics, checked: each function gives the value back as a plain number or raises `BadInput`."""

from __future__ import annotations

import math
import operator
from typing import NoReturn

from indicmatch.errors import BadInput

__all__ = ["number", "refuse", "share", "whole"]


def refuse(name: str, value: object, allowed: str) -> NoReturn:
    """Raise the error for an argument: which one, what was given, what is allowed.

    >>> refuse("power", 1, "a number above 0 and below 1")
    Traceback (most recent call last):
    ...
    indicmatch.errors.BadInput: power is 1; give a number above 0 and below 1
    """
    message = f"{name} is {value!r}; give {allowed}"
    raise BadInput(message)


def number(name: str, value: object, allowed: str = "a finite number") -> float:
    """`value` as a finite float; a truth value, a text, NaN and an infinite value are none."""
    if not isinstance(value, bool | str | bytes):
        try:
            result = float(value)  # type: ignore[arg-type]  # whatever float() takes: numbers of numpy, too
        except (TypeError, ValueError, OverflowError):
            pass
        else:
            if math.isfinite(result):
                return result
    refuse(name, value, allowed)


def share(name: str, value: object) -> float:
    """`value` as a number strictly between 0 and 1: a confidence level, a power."""
    allowed = "a number above 0 and below 1, such as 0.95"
    result = number(name, value, allowed)
    return result if 0 < result < 1 else refuse(name, value, allowed)


def whole(name: str, value: object, least: int = 0) -> int:
    """`value` as a whole number of at least `least`; 3.0 (a sum of pandas) is one, 2.5, NaN and "3" are not."""
    allowed = f"a whole number, {least} or more"
    try:
        result = operator.index(value)  # type: ignore[arg-type]  # exact also beyond 2**53
    except TypeError:
        given = number(name, value, allowed)
        result = int(given)
        if result != given:
            refuse(name, value, allowed)
    return result if result >= least else refuse(name, value, allowed)
