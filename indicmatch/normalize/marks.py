"""The marks of a Brahmic syllable, from `data/brahmic_marks.tsv`: their kinds, and the one order in which they are written."""

from __future__ import annotations

import re
from functools import cache

from indicmatch.tables import load

__all__ = ["BRAHMIC", "characters", "class_of", "collapse_repeats", "order_marks", "span"]

BRAHMIC = "\u0900-\u0963\u0966-\u0dff\ua8e0-\ua8ff"  # the ten scripts without the dandas that they share, as a class of `re`

_RANK = {"nukta": 0, "sign": 1, "bindu": 2}  # a consonant takes a nukta, then a vowel sign, then a bindu


def span(field: str) -> str:
    """The characters of a field such as `U+0915 U+0920..U+0923`.

    >>> span("U+0041 U+0061..U+0063")
    'Aabc'
    """
    found = []
    for part in field.split():
        first, _, last = part.replace("U+", "").partition("..")
        found += [chr(code) for code in range(int(first, 16), int(last or first, 16) + 1)]
    return "".join(found)


@cache
def characters(kind: str, script: str = "") -> str:
    """The marks of a kind (`nukta`, `sign`, `bindu`, `virama`) in a script, or in all ten.

    >>> characters("virama", "Taml") == "\\u0bcd"
    True
    """
    rows = load("brahmic_marks")
    return "".join(span(row["characters"]) for row in rows if row["kind"] == kind and script in ("", row["script"]))


def class_of(text: str) -> str:
    """The inside of a `re` character class that matches any of the characters.

    >>> class_of("cab-")
    '\\\\-a-c'
    """
    runs: list[list[int]] = []
    for code in sorted(set(map(ord, text))):
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    pieces = ((re.escape(chr(low)), re.escape(chr(high))) for low, high in runs)
    return "".join(low if low == high else f"{low}-{high}" for low, high in pieces)


@cache
def _ranks() -> dict[str, int]:
    return {mark: rank for kind, rank in _RANK.items() for mark in characters(kind)}


@cache
def _out_of_order() -> tuple[re.Pattern[str], re.Pattern[str]]:
    nukta, sign, bindu = (class_of(characters(kind)) for kind in _RANK)
    return re.compile(f"[{sign}{bindu}](?:[{nukta}]|(?<=[{bindu}])[{sign}])"), re.compile(f"[{nukta}{sign}{bindu}]{{2,}}")


def order_marks(text: str) -> str:
    """Nukta, vowel sign, bindu: marks typed in another order are put into that one.

    NFC leaves them, because vowel signs have no combining class. A virama, a visarga or a joiner between two marks keeps them apart.

    >>> order_marks("\\u0915\\u0902\\u0947") == "\\u0915\\u0947\\u0902"
    True
    """
    inversion, run = _out_of_order()
    if not inversion.search(text):
        return text
    rank = _ranks()
    return run.sub(lambda match: "".join(sorted(match[0], key=rank.__getitem__)), text)


@cache
def _repeats(kept: str) -> re.Pattern[str]:
    marks = "".join(characters(kind) for kind in (*_RANK, "virama"))
    repeatable = class_of("".join(mark for mark in marks if mark not in kept))
    return re.compile(f"([{repeatable}])\\1+")


def collapse_repeats(text: str, kept: str = "") -> str:
    """One mark where the same one is typed several times over; those in `kept` may stand twice.

    >>> collapse_repeats("\\u0915\\u0947\\u0947") == "\\u0915\\u0947"
    True
    """
    return _repeats(kept).sub(r"\1", text)
