"""`joiners` and `eyelash`: a ZWJ or ZWNJ that never shows goes; the eyelash ra has one spelling.

What shows was measured with HarfBuzz on every consonant pair of the ten Brahmic scripts, in the Noto and SMC fonts: a joiner shows beside
a virama and before a mark, hardly anywhere else. In Arabic script and in emoji it shows, so it stays there.
"""

from __future__ import annotations

import re
from functools import cache

from indicmatch.normalize.marks import BRAHMIC, characters, class_of
from indicmatch.normalize.steps import step
from indicmatch.unicode import character_class

__all__ = ["JOINERS", "eyelash", "joiners"]

JOINERS = "\u200c\u200d"  # ZERO WIDTH NON-JOINER, ZERO WIDTH JOINER

_ZWJ_NEVER_FINAL = ("Guru", "Orya", "Taml", "Knda")  # scripts in which a ZWJ after a final virama never shows
_QUIET = "\t-\u024f\u0964\u0965\u2010-\u2027\u2030-\u205e"  # what a joiner beside it does not change: ASCII, Latin, punctuation


@cache
def _invisible() -> re.Pattern[str]:
    """Each alternative matches joiners that show nothing where they stand."""
    marks = character_class("General_Category", "M", first=0x900, last=0xDFF) + "\u0300-\u036f\u1cd0-\u1cff\u20d0-\u20f0\ua8e0-\ua8f1\ua8ff"
    virama = class_of(characters("virama")) + "\u0d3b\u0d3c"
    quiet = f"{_QUIET}{BRAHMIC}"
    ends_here = f"(?![{BRAHMIC}{marks}{JOINERS}])"
    quiet_or_end = f"(?=[{quiet}]|\\Z)"
    zwj_final = class_of("".join(characters("virama", script) for script in _ZWJ_NEVER_FINAL))
    return re.compile(
        "|".join(
            [
                f"(?<=[{BRAHMIC}])(?<![{virama}])[{JOINERS}]+(?![{marks}{JOINERS}]){quiet_or_end}",
                f"(?<![^{quiet}])(?<![{virama}])[{JOINERS}]+(?![{marks}{JOINERS}])(?=[{BRAHMIC}])",
                f"(?<=[{virama}])\u200c+{ends_here}",
                f"(?<=[{zwj_final}])\u200d+{ends_here}{quiet_or_end}",
                "(?<=\u0dca)\u200c+(?=[\u0d85-\u0dc6])",  # Sinhala: a ZWNJ between al-lakuna and a letter
                # Tamil, except where a ligature would form: ka + ssa, and sha or sa + ra (shri)
                f"(?<=\u0bcd)(?<!\u0b95\u0bcd)(?<!\u0bb6\u0bcd)(?<!\u0bb8\u0bcd)[{JOINERS}]+(?=[\u0b95-\u0bb9])",
                f"(?<=\u0b95\u0bcd)[{JOINERS}]+(?=[\u0b95-\u0bb6\u0bb8\u0bb9])",
                f"(?<=[\u0bb6\u0bb8]\u0bcd)[{JOINERS}]+(?=[\u0b95-\u0baf\u0bb1-\u0bb9])",
                # Bengali and Assamese ya-phala: only after ra does a joiner choose between it and a reph
                f"(?<=[\u0980-\u09ff])(?<![\u09b0\u09f0\u09cd])[{JOINERS}]+(?=\u09cd\u09af)",
            ]
        )
    )


@cache
def _shadowed() -> re.Pattern[str]:
    """After a virama the first joiner decides: the same again, and whatever follows a ZWNJ, does nothing more."""
    virama = class_of(characters("virama"))
    return re.compile(f"(?<=[{virama}])(?:\u200c[{JOINERS}]+|\u200d\u200d+)|(?<=[{BRAHMIC}])(\u200c|\u200d)\\1+")


@step("joiners")
def joiners(text: str) -> str:
    """ZWJ and ZWNJ that never show go: not beside a virama, a ZWNJ after a final virama, doubled ones; in the Brahmic scripts only.

    Legacy chillus and khanda ta must have been converted before (`donotemit`). Source: measured with HarfBuzz, Noto and SMC fonts.

    >>> joiners("\\u0915\\u200c\\u092e") == "\\u0915\\u092e"  # between two consonants
    True
    >>> joiners("\\u0915\\u094d\\u200d\\u0937") == "\\u0915\\u094d\\u0937"  # after a virama it asks for the half form
    False
    """
    if "\u200c" not in text and "\u200d" not in text:
        return text
    return _invisible().sub("", _shadowed().sub(lambda match: match[0][0], text))


# Before ra itself fonts differ. The decomposed rra is U+0931 in NFC.
_EYELASH = re.compile("\u0930\u094d\u200d(?=[\u0915-\u092f\u0931-\u0939\u0978-\u097f])|\u0931\u094d\u200d+(?=[\u0915-\u0939\u0978-\u097f])")


@step("eyelash")
def eyelash(text: str) -> str:
    """Eyelash ra before a consonant is spelled U+0931 U+094D, not U+0930 U+094D U+200D: one picture, two encodings.

    Source: Unicode core specification 12.1, rules R5 and R5a; the reph form (no joiner) is another picture and often another word.

    >>> eyelash("\\u0926\\u0930\\u094d\\u200d\\u092f\\u093e") == "\\u0926\\u0931\\u094d\\u092f\\u093e"
    True
    """
    return _EYELASH.sub("\u0931\u094d", text) if "\u094d\u200d" in text else text
