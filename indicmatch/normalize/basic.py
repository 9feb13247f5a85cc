"""The steps of the levels `nfc` and `clean`: canonical form, white space, what no reader can see."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from indicmatch.normalize.steps import step
from indicmatch.unicode.properties import character_class
from indicmatch.unicode.scripts import script

__all__ = ["WHITE_SPACE", "invisible", "nfc", "space"]

WHITE_SPACE = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"  # Unicode White_Space, as a class of `re`

_RUN = re.compile(f"[{WHITE_SPACE}]+")
_ANY_BUT_SINGLE_SPACES = re.compile(f"[{WHITE_SPACE.replace(' ', '')}]|  ")


@step("nfc")
def nfc(text: str) -> str:
    """Canonical composition (NFC), by the Unicode version of this Python.

    >>> nfc("\\u0958") == "\\u0915\\u093c"
    True
    """
    if len(text) > LONG:
        text = _long_marks().sub(_in_order, text)
    return unicodedata.normalize("NFC", text)


LONG = 4096  # characters from which a run of marks could take noticeably long: Python puts them in order one by one


@cache
def _long_marks() -> re.Pattern[str]:
    return re.compile(f"[{character_class('General_Category', 'M', last=0xFFFF)}]{{64,}}")


def _in_order(run: re.Match[str]) -> str:
    """A run of marks in canonical order, which canonical equivalence allows: so that NFC stays linear on hostile text."""
    marks = "".join(unicodedata.normalize("NFD", mark) for mark in run[0])
    ordered: list[str] = []
    start = 0
    for place, mark in enumerate(marks):
        if not unicodedata.combining(mark):
            ordered += sorted(marks[start:place], key=unicodedata.combining)
            ordered.append(mark)
            start = place + 1
    return "".join(ordered + sorted(marks[start:], key=unicodedata.combining))


@step("space")
def space(text: str) -> str:
    """Every run of white space becomes one space; none is left at either end.

    >>> space("\\u00a0Ruru \\n Jataka ")
    'Ruru Jataka'
    """
    if _ANY_BUT_SINGLE_SPACES.search(text):
        text = _RUN.sub(" ", text)
    return text.strip(" ")


# Soft hyphen, CGJ, Arabic letter mark, variation selectors, word joiner and invisible operators, bidi marks, embeddings and isolates, BOM.
_UNSEEN = "\u00ad\u034f\u061c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef"
_INVISIBLE = re.compile(f"[{_UNSEEN}\u180e\u200b]")
_DROPPED = re.compile(f"[{_UNSEEN}]|(?<![\u1800-\u18aa])\u180e")  # U+180E shapes a Mongolian letter before it
_ZERO_WIDTH_SPACES = re.compile("\u200b+")
_JOINERS = "\u200c\u200d"
_SPACED = frozenset(  # Brahmic and neighbouring scripts of South Asia, whose words are written with spaces between them
    "Ahom Beng Bhks Brah Cakm Deva Diak Dogr Gong Gonm Gran Gujr Guru Khoj Knda Kthi Lepc Limb Mahj Mlym Modi Mtei Mult Nand Newa Olck "
    "Orya Saur Shrd Sidd Sind Sinh Sora Sylo Takr Taml Telu Tirh Tutg".split()
)


@step("invisible")
def invisible(text: str) -> str:
    """What no reader can see goes: BOM, soft hyphen, bidi controls, variation selectors; a ZWSP inside an Indic word, others are spaces.

    >>> invisible("\\ufeffन\\u200bदी")
    'नदी'
    >>> invisible("new\\u200bdelhi")
    'new delhi'
    """
    if not _INVISIBLE.search(text):
        return text
    return _ZERO_WIDTH_SPACES.sub(_zero_width_space, _DROPPED.sub("", text))


def _zero_width_space(match: re.Match[str]) -> str:
    text, before, after = match.string, match.start() - 1, match.end()
    while before >= 0 and text[before] in _JOINERS:
        before -= 1
    while after < len(text) and text[after] in _JOINERS:
        after += 1
    if before < 0 or after == len(text):
        return " "
    sides = {_word_script(text, before, -1), _word_script(text, after, 1)}
    return "" if len(sides) == 1 and sides <= _SPACED else " "


def _word_script(text: str, at: int, step: int) -> str:
    """The script of the letter or mark here; a mark that several scripts share takes that of the next letter."""
    while 0 <= at < len(text) and unicodedata.category(text[at])[0] == "M" and script(text[at]) == "Zinh":
        at += step
    if not 0 <= at < len(text) or unicodedata.category(text[at])[0] not in "LM":
        return "Zyyy"
    return script(text[at])
