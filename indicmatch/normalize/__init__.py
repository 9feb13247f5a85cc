"""Normalisation: named steps, levels that are lists of steps, and what a level changed.

>>> from indicmatch import explain, meet, normalize
>>> normalize("\\u0958\\u0938\\u092e ") == "\\u0915\\u093c\\u0938\\u092e"
True
"""

from __future__ import annotations

from indicmatch.errors import BadInput
from indicmatch.normalize.explaining import Change, align, edits, explain
from indicmatch.normalize.pipeline import Pipeline, levels, parse, pipeline
from indicmatch.normalize.steps import STEPS
from indicmatch.registry import import_all

__all__ = ["STEPS", "Change", "Pipeline", "align", "edits", "explain", "levels", "meet", "normalize", "parse", "pipeline"]

import_all(__name__, __path__)


def normalize(text: str, level: str = "nfc", *, lang: str | None = None) -> str:
    """The text at a normalisation level; at `raw`, the text itself.

    `level` is an expression: `LEVEL`, `LEVEL+step-step` or `step+step`; `indicmatch list levels` and `list steps` name them. `lang` is
    a language tag, for the few steps that need one. Every level's output is NFC and a fixed point, and canonically equal texts give one
    output. Raises `UnknownName` for a level or step that does not exist.

    >>> normalize("नई\\u00a0दिल्ली ", "nfc")
    'नई दिल्ली'
    """
    return pipeline(level, lang)(_text(text))


def _text(text: object) -> str:
    if not isinstance(text, str):
        message = f"the text must be str, not {type(text).__name__}: {text!r:.60}"
        raise BadInput(message)
    return text


def meet(a: str, b: str, *, lang: str | None = None) -> str | None:
    """The lowest level at which two texts are equal (`raw`: they are identical), or None where no level makes them so.

    >>> meet("caf\\u00e9", "cafe\\u0301")
    'nfc'
    >>> meet("Delhi", "Mumbai") is None
    True
    """
    a, b = _text(a), _text(b)
    return next((level for level in levels() if pipeline(level, lang)(a) == pipeline(level, lang)(b)), None)
