"""What a suffix rule asks about letters: which ones words hold, vowels and consonants, the length of a stem.

The Brahmic blocks share one layout (Unicode Standard, chapter 12: they follow ISCII), so a class is a set of offsets in
a block of 128 code points. In the Arabic script the letters that write long vowels count as vowels.
"""

from __future__ import annotations

from functools import cache

from indicmatch.unicode import general_category

__all__ = ["consonants", "letters", "size", "vowels"]

BLOCKS = {
    "Deva": 0x0900, "Beng": 0x0980, "Guru": 0x0A00, "Gujr": 0x0A80, "Orya": 0x0B00,
    "Taml": 0x0B80, "Telu": 0x0C00, "Knda": 0x0C80, "Mlym": 0x0D00,
}  # fmt: skip
NUKTA, VIRAMA = 0x3C, 0x4D
OTHER_SIGNS = (*range(0x04), NUKTA, VIRAMA, 0x70, 0x71)  # nasalisation, visarga; addak and tippi of Gurmukhi
LETTERS_OF_VOWELS = (*range(0x04, 0x15), 0x60, 0x61)
SIGNS_OF_VOWELS = (*range(0x3A, 0x3C), *range(0x3E, 0x4D), *range(0x55, 0x58), 0x62, 0x63)
DEVANAGARI_VOWELS = (0x4E, 0x4F, *range(0x72, 0x78))  # of Kashmiri and other languages; elsewhere these are no vowels
CONSONANTS = (*range(0x15, 0x3A), *range(0x58, 0x60))
CHILLUS = "\u0d54\u0d55\u0d56\u0d7a\u0d7b\u0d7c\u0d7d\u0d7e\u0d7f"
# Khanda ta, Assamese ra and wa; Odia wa.
MORE_CONSONANTS = {"Beng": "\u09ce\u09f0\u09f1", "Orya": "\u0b71", "Mlym": CHILLUS}
WITH_NUKTA = {"Deva": "कखगजडढफय", "Beng": "ডঢয", "Guru": "ਖਗਜਫਲਸ", "Orya": "ଡଢ"}
ARABIC_VOWELS = "\u0622\u0627\u0648\u06cc\u06d2\u0624\u0626\u06d3"
ARABIC_LETTERS = (*range(0x0620, 0x064B), *range(0x066E, 0x06D4), 0x06D5)
ARABIC_SIGNS = (*range(0x064B, 0x0660), 0x0670)
LATIN_LETTERS = (*range(0x41, 0x5B), *range(0x61, 0x7B), *range(0xC0, 0x250), 0x27, 0x2019)
SEPARATE_VIRAMA = "Taml"  # the pulli ends a letter of its own; elsewhere the virama joins two


@cache
def vowels(script: str) -> frozenset[str]:
    """The vowel letters and vowel signs of a script."""
    if script == "Arab":
        return frozenset(ARABIC_VOWELS)
    more = DEVANAGARI_VOWELS if script == "Deva" else ()
    return _in_block(script, (*LETTERS_OF_VOWELS, *SIGNS_OF_VOWELS, *more)) - consonants(script)


@cache
def consonants(script: str) -> frozenset[str]:
    """The consonants of a script, those with a nukta too (two code points, as NFC writes them)."""
    if script == "Arab":
        return frozenset(map(chr, ARABIC_LETTERS)) & letters(script) - vowels(script)
    plain = _in_block(script, CONSONANTS) | frozenset(MORE_CONSONANTS.get(script, ""))
    return plain | {letter + chr(BLOCKS[script] + NUKTA) for letter in WITH_NUKTA.get(script, "")}


@cache
def letters(script: str) -> frozenset[str]:
    """Every code point that a word of the script may hold: letters and marks, no digits, no punctuation."""
    if script == "Latn":
        return frozenset(chr(at) for at in LATIN_LETTERS if chr(at) not in "\u00d7\u00f7")
    if script == "Arab":
        return frozenset(chr(at) for at in (*ARABIC_LETTERS, *ARABIC_SIGNS) if general_category(chr(at))[0] in "LM")
    single = frozenset(letter for letter in consonants(script) if len(letter) == 1)
    return single | vowels(script) | _in_block(script, OTHER_SIGNS)


def _in_block(script: str, offsets: tuple[int, ...]) -> frozenset[str]:
    return frozenset(found for at in offsets if general_category(found := chr(BLOCKS[script] + at))[0] in "LM")


@cache
def _marks(script: str) -> frozenset[str]:
    return frozenset(letter for letter in letters(script) if general_category(letter)[0] == "M")


def size(word: str, script: str) -> int:
    """The length of a word in graphemes; a conjunct is one (UAX #29, GB9c, here for every Brahmic script but Tamil).

    >>> size("दिल्ली", "Deva"), size("சென்னை", "Taml"), size("تصویر", "Arab")
    (2, 3, 5)
    """
    marks = _marks(script)
    virama = chr(BLOCKS[script] + VIRAMA) if script in BLOCKS and script != SEPARATE_VIRAMA else ""
    count, before = 0, ""
    for character in word:
        if character not in marks and not (virama and before == virama):
            count += 1
        before = character
    return count
