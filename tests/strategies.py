"""Hypothesis strategies for text that is hard on normalisation: marks on anything, joiners anywhere, what rewriting tables read."""

from functools import cache
from unicodedata import category

from hypothesis import strategies as st

from indicmatch.normalize.equivalents import rules
from indicmatch.unicode import ranges

__all__ = ["BRAHMIC", "LANGUAGES", "any_text", "members", "text_in"]


BRAHMIC = ["Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh"]
LANGUAGES = dict(zip(BRAHMIC, ["hi", "bn", "pa", "gu", "or", "ta", "te", "kn", "ml", "si"], strict=True)) | {"Arab": "ur", "Latn": "en"}

JOINERS = ["\N{ZERO WIDTH NON-JOINER}", "\N{ZERO WIDTH JOINER}"]
AROUND = [*" \u00a0\u200b\ufeff\u00ad\u034f\ufe0f\u0951\u0310\u0301\u0964\u0965:|.,-'\"*_`#19\u0967\n", "1,00,000", "**", "\n- "]


@cache
def members(script: str) -> tuple[str, ...]:
    """The characters of a script that this Python knows."""
    spans = (range(first, last + 1) for first, last in ranges("Script", script))
    return tuple(chr(code) for span in spans for code in span if category(chr(code)) != "Cn")


def text_in(script: str, *, max_size: int = 12, around: bool = True) -> st.SearchStrategy[str]:
    """Short texts of a script: letters, twice as many marks, whole sequences of the rewriting table, joiners, and what surrounds words."""
    letters = [character for character in members(script) if category(character)[0] != "M"]
    marks = [character for character in members(script) if category(character)[0] == "M"] or ["\u0301", "\u0323", "\u0308"]
    sequences = sorted(source for source in rules() if source[0] in members(script)) or marks
    pools = [letters, marks, marks, sequences, JOINERS, *([AROUND] if around else [])]
    return st.lists(st.one_of(*map(st.sampled_from, pools)), max_size=max_size).map("".join)


def any_text(*, max_size: int = 20) -> st.SearchStrategy[str]:
    """Any string, lone surrogates and unassigned characters too."""
    return st.text(st.characters(exclude_categories=()), max_size=max_size)
