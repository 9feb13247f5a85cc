"""A value out of JSON, a spreadsheet or a function, as text."""

from __future__ import annotations

import datetime
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from indicmatch.errors import BadInput

if TYPE_CHECKING:
    from indicmatch.records.table import Cell

__all__ = ["cell_of", "number_text", "text_of"]

_KINDS: Final[dict[type, str]] = {list: "a list", tuple: "a list", dict: "an object"}
_EXACT: Final = 2**53  # beyond it a floating-point number is no exact whole number


def text_of(value: Any) -> str | None:
    """The text of a single value; None for a null or a NaN, which are blank; `BadInput` for a list or another
    structure.

    >>> text_of("007"), text_of(True), text_of(1947), text_of(float("nan"))
    ('007', 'true', '1947', None)
    >>> text_of(1947.0), text_of(0.5)
    ('1947', '0.5')
    """
    if isinstance(value, str):
        return value
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, int):
        return str(value)
    kind = _KINDS.get(type(value), f"a {type(value).__name__}")
    message = f"{kind} where one text is needed"
    raise BadInput(message)


def number_text(value: float) -> str | None:
    """A floating-point number as people write it: a whole one without `.0`; None for a NaN, which stands for a
    blank.
    """
    if math.isnan(value):
        return None
    return str(int(value)) if value.is_integer() and abs(value) < _EXACT else repr(value)


def cell_of(value: Any) -> Cell:
    """A value of a frame, a Parquet file or a mapping as a cell: text where it is a single value, a list or dict where
    it is not.
    """
    if value is None or isinstance(value, str | list | dict):
        return value
    if isinstance(value, bool | int | float):
        return text_of(value)
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError as error:
            message = f"binary data that is not UTF-8 text (byte 0x{value[error.start]:02X})"
            raise BadInput(message) from None
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return dict(value)
    if type(value).__name__ == "float32":  # its own digits, 2.1, not those of the double next to it, 2.0999999046325684
        return cell_of(float(str(value)))
    if hasattr(value, "tolist"):  # NumPy: an array or a single number
        return cell_of(value.tolist())
    return list(value) if isinstance(value, tuple | set) else str(value)
