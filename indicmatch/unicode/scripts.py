"""The script of a character and of a text, letters, white space, and the characters that no reader sees."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache

from indicmatch.unicode.properties import CACHED, general_category, ranges, value_of

__all__ = ["default_ignorable", "dominant_script", "is_letter", "script", "white_space"]


@lru_cache(CACHED)
def script(character: str) -> str:
    """The ISO 15924 code of a character's script: `Deva`, `Beng`, `Latn`, ...

    `Zyyy` is common to scripts (ASCII digits, dandas, punctuation), `Zinh` is inherited from the letter before (marks,
    joiners), `Zzzz` is unknown (unassigned, private use, surrogates). `BadInput` for anything but one character.
    Source: Scripts.txt.

    >>> [script(character) for character in "कকaک१।"]
    ['Deva', 'Beng', 'Latn', 'Arab', 'Deva', 'Zyyy']
    """
    return value_of("Script", character)


def dominant_script(text: str) -> str | None:
    """The script of most letters of a text, None where it has no letters; of two with equally many, the first in it.

    Letters are those of General_Category L: marks, digits and punctuation have no say, nor have letters that scripts
    share (Zyyy, Zinh).

    >>> dominant_script("AIIMS नई दिल्ली में है"), dominant_script("१९४७ - 47")
    ('Deva', None)
    """
    letters: Counter[str] = Counter()
    for character, times in Counter(text).items():
        if is_letter(character) and (code := script(character)) not in ("Zyyy", "Zinh"):
            letters[code] += times
    return max(letters, key=letters.__getitem__, default=None)


def is_letter(character: str) -> bool:
    """Whether General_Category is L (Lu, Ll, Lt, Lm, Lo); unlike `str.isalpha` the same in every Python.

    >>> is_letter("क"), is_letter("\\N{DEVANAGARI SIGN VIRAMA}"), is_letter("१")
    (True, False, False)
    """
    return general_category(character)[0] == "L"


@cache
def white_space() -> frozenset[str]:
    """The 25 White_Space characters; `str.isspace` has four more (U+001C to U+001F). Source: PropList.txt.

    >>> "\\N{NO-BREAK SPACE}" in white_space(), "\\N{ZERO WIDTH SPACE}" in white_space()
    (True, False)
    """
    return _set_of("White_Space")


@cache
def default_ignorable() -> frozenset[str]:
    """The assigned Default_Ignorable_Code_Points, which show nothing: joiners, variation selectors, bidi controls, ...

    >>> "\\N{ZERO WIDTH JOINER}" in default_ignorable(), " " in default_ignorable()
    (True, False)
    """
    return frozenset(c for c in _set_of("Default_Ignorable_Code_Point") if general_category(c) != "Cn")


def _set_of(property_name: str) -> frozenset[str]:
    return frozenset(chr(code) for first, last in ranges(property_name, "Yes") for code in range(first, last + 1))
