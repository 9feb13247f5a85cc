"""`joiners` and `eyelash`: a ZWJ or ZWNJ that never shows goes; the eyelash ra has one spelling.

What shows was measured with HarfBuzz on every consonant pair of the ten Brahmic scripts, in the Noto and SMC fonts: a joiner shows beside
a virama and before a mark, hardly anywhere else. In Arabic script and in emoji it shows, so it stays there.
"""

from __future__ import annotations

import re
from functools import cache

from indicmatch.normalize.marks import BRAHMIC, characters
from indicmatch.normalize.steps import step
from indicmatch.unicode import character_class

__all__ = ["JOINERS", "eyelash", "joiners"]

JOINERS = "\u200c\u200d"  # ZERO WIDTH NON-JOINER, ZERO WIDTH JOINER

_RUN = re.compile(f"[{JOINERS}]+")
_BRAHMIC = re.compile(f"[{BRAHMIC}]")
_QUIET = re.compile(f"[{BRAHMIC}\t-\u024f\u0964\u0965\u2010-\u2027\u2030-\u205e]")  # a joiner beside these changes nothing in them
_GUJARATI_BINDU = "\u0a81\u0a82"  # a ZWNJ behind one moves it in a font
_ZWJ_NEVER_FINAL = ("Guru", "Orya", "Taml", "Knda")  # scripts in which a ZWJ after a final virama never shows


@cache
def _mark() -> re.Pattern[str]:
    brahmic = character_class("General_Category", "M", first=0x900, last=0xDFF)
    return re.compile(f"[{brahmic}\u0300-\u036f\u1cd0-\u1cff\u20d0-\u20f0\ua8e0-\ua8f1\ua8ff]")


@cache
def _viramas() -> str:
    return characters("virama") + "\u0d3b\u0d3c"


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
    return _RUN.sub(_that_shows, text)


def _that_shows(match: re.Match[str]) -> str:
    """What is left of a run of joiners."""
    run, text = match[0], match.string
    before = text[match.start() - 1] if match.start() else ""
    after = text[match.end()] if match.end() < len(text) else ""
    if not (_BRAHMIC.match(before) or _BRAHMIC.match(after)):
        return run
    if before and before in _viramas():
        return _after_virama(run, before, after, text[match.start() - 2 : match.start() - 1])
    if before and text.startswith("\u09cd\u09af", match.end()) and "\u0980" <= before <= "\u09ff" and before not in "\u09b0\u09f0":
        return ""  # Bengali and Assamese ya-phala: only after ra does a joiner choose between it and a reph
    if before and before in _GUJARATI_BINDU:
        return _once(run)
    beside = (not before or _QUIET.match(before)) and (not after or _QUIET.match(after))
    return "" if beside and not _mark().match(after) else _once(run)


def _after_virama(run: str, virama: str, after: str, consonant: str) -> str:
    """The first joiner decides; at the end of a word, in Sinhala and in Tamil some never show."""
    first = run[0] if run[0] == "\u200c" else _once(run)
    if not after or not (_BRAHMIC.match(after) or _mark().match(after)):
        never = first[0] == "\u200c" or virama in (characters("virama", script) for script in _ZWJ_NEVER_FINAL)
        return "" if never and (first[0] == "\u200c" or not after or _QUIET.match(after)) else first
    if virama == "\u0dca" and first == "\u200c" and "\u0d85" <= after <= "\u0dc6":
        return ""
    if virama == "\u0bcd" and "\u0b95" <= after <= "\u0bb9":  # but ka + ssa, and sha or sa + ra (shri), would join
        return first if (consonant, after) in _TAMIL_LIGATURES else ""
    return first


_TAMIL_LIGATURES = frozenset({("\u0b95", "\u0bb7"), ("\u0bb6", "\u0bb0"), ("\u0bb8", "\u0bb0")})


def _once(run: str) -> str:
    """The run with repetitions of a joiner dropped."""
    return re.sub(r"(.)\1+", r"\1", run)


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
