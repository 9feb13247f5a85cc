"""Mojibake: UTF-8 that was read in an old one-byte encoding and saved again, so that one letter stands as two or three
signs.

A cheap look for pairs of characters that hardly anything else brings together comes first. What it finds is proved by
undoing the misreading: the characters back to bytes, the bytes to text as UTF-8, and the text must be of a kind that
people write.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

__all__ = ["mojibake"]

# Windows (and Latin-1), the old Macintosh, two Windows consoles.
_CODE_PAGES: Final = ("cp1252", "mac-roman", "cp437", "cp850")
_NOT_ASCII: Final = re.compile("[^\x00-\x7f]")
# First bytes of UTF-8: accents, Arabic, Indic, Ol Chiki, punctuation, Meetei Mayek, presentation forms, emoji.
_FIRST: Final = bytes([0xC2, 0xC3, *range(0xD8, 0xDC), 0xE0, 0xE1, 0xE2, 0xEA, 0xEF, 0xF0])
_NEXT: Final = bytes(range(0x80, 0xC0))

# The patterns below are compiled when they are first needed, which is seldom.
# One such character out of three or four signs is proof: Indic, Ol Chiki, punctuation, U+FFFD, Arabic forms, emoji.
_PROOF: Final = (
    "[\u0900-\u0dff\u1c50-\u1c7f\u1cd0-\u1cff\u2010-\u203a\u20a0-\u20bf\u2122\ua8e0-\ua8ff\uabc0-\uabff\ufb50-\ufdff\ufe70-\uffff"
    "\U00011000-\U00011fff\U0001f300-\U0001faff]"
)
# One is enough if all signs of the text are explained, unless it has a mark that stands beside letters in honest text
# and it is not within a word.
_ACCENTED: Final = "[\u00a0-\u00ff]"
_BESIDE_LETTERS: Final = "[\u00ab\u00bb\u2013\u2014\u2018-\u201e\u2026\u2039\u203a]"
# Two are enough if all signs are explained: Latin of other alphabets, Greek, Cyrillic, Hebrew, Arabic, Chinese.
_OTHER: Final = "[\u0100-\u017f\u0370-\u052f\u05d0-\u05ea\u0600-\u06ff\u1e00-\u1eff\u3000-\u9fff]"
_ARABIC: Final = "[\u0600-\u06ff]"


class _CodePage(NamedTuple):
    name: str
    to_byte: dict[int, int]
    sequence: re.Pattern[str]
    first: str
    pair: str
    others: str


def mojibake(text: str) -> str | None:
    """What a text that is mojibake should read; None for one that is not.

    >>> mojibake("caf\\N{LATIN CAPITAL LETTER A WITH TILDE}\\N{COPYRIGHT SIGN}")
    'café'
    >>> mojibake("café"), mojibake("दिल्ली"), mojibake("Delhi")
    (None, None, None)
    """
    if text.isascii():
        return None
    # In a text that is wholly misread, the first sign that is not ASCII comes from the first byte of a sequence. Where
    # only a part is misread, that is nearly always a quote or a dash, an accent, or Devanagari.
    if "\u00e2" not in text and "\u00c3" not in text and "\u00e0" not in text:
        start = None if "\u0590" < text[0] < "\u2000" else _NOT_ASCII.search(text)
        if not start or start[0] not in _first_signs():
            return None
    if not _pairs().search(text):
        return None
    return next((undone for name in _CODE_PAGES if (undone := _undone(text, _code_page(name)))), None)


def _undone(text: str, page: _CodePage) -> str | None:
    """The text with its misread sequences put right, where they are evidence enough."""
    proofs = singles = count = explained = 0

    def put_right(found: re.Match[str]) -> str:
        nonlocal proofs, singles, count, explained
        signs = found[0]
        try:
            right = signs.translate(page.to_byte).encode("latin-1").decode()
        except UnicodeDecodeError:
            return signs
        proof, accented = re.match(_PROOF, right), re.match(_ACCENTED, right)
        if not (proof or accented or re.match(page.others, right)):
            return signs
        proofs += proof is not None
        within = text[: found.start()][-1:].isalpha() and text[found.end() :][:1].isalpha()
        singles += within or (accented is not None and not re.search(_BESIDE_LETTERS, signs))
        count += 1
        explained += len(signs)
        return right

    undone = page.sequence.sub(put_right, text)
    if proofs:
        return undone
    unexplained = sum(character > "\x7f" for character in text) - explained
    return undone if not unexplained and (singles or count > 1) else None


@cache
def _first_signs() -> frozenset[str]:
    return frozenset("".join(_code_page(name).first for name in _CODE_PAGES))


@cache
def _pairs() -> re.Pattern[str]:
    return re.compile("|".join(_code_page(name).pair for name in _CODE_PAGES))


@cache
def _code_page(name: str) -> _CodePage:
    windows = name == "cp1252"
    to_byte = {ord(bytes([byte]).decode(name, "replace")): byte for byte in range(0x80, 0x100)}
    to_byte.pop(0xFFFD, None)
    if windows:  # a byte without a character there, such as that of the virama, stays a control character, as all do in Latin-1
        to_byte |= {byte: byte for byte in range(0x80, 0xA0)}

    def signs(values: bytes) -> str:
        wanted = set(values)
        return "".join(chr(sign) for sign, byte in to_byte.items() if byte in wanted)

    def one_of(values: bytes) -> str:
        return f"[{re.escape(signs(values))}]"

    first = bytes(range(0xC2, 0xF5)) if windows else _FIRST
    after = one_of(_NEXT)
    lengths = ((2, range(0xC2, 0xE0)), (3, range(0xE0, 0xF0)), (4, range(0xF0, 0xF5)))
    sequences = (one_of(bytes(byte for byte in first if byte in firsts)) + f"{after}{{{length - 1}}}" for length, firsts in lengths)
    return _CodePage(
        name,
        to_byte,
        re.compile("|".join(sequences)),
        signs(first),
        one_of(first) + after,
        _OTHER if windows else _ARABIC,
    )
