"""Joiners that never show, and the eyelash ra."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch import normalize
from indicmatch.normalize.joiners import JOINERS, eyelash, joiners
from tests.strategies import any_text, text_in

ZWNJ, ZWJ = JOINERS
CASES = [
    (f"\u0915{ZWNJ}\u092e", "\u0915\u092e", "between two consonants"),
    (f"\u0915\u093e{ZWJ}\u092e", "\u0915\u093e\u092e", "after a vowel sign"),
    (f"\u0906{ZWJ}\u092e", "\u0906\u092e", "after a vowel letter"),
    (f"\u0915\u0902{ZWNJ}\u092e", "\u0915\u0902\u092e", "after a bindu"),
    (f"\u092e{ZWNJ}", "\u092e", "at the end, after a consonant"),
    (f"{ZWNJ}\u092e", "\u092e", "at the start"),
    (f"({ZWJ}\u092e{ZWNJ})", "(\u092e)", "inside parentheses"),
    (f"\u0928\u094d{ZWNJ}", "\u0928\u094d", "ZWNJ after a final virama"),
    (f"\u0928\u094d{ZWNJ} \u0906", "\u0928\u094d \u0906", "the same before a space"),
    (f"\u0928\u094d{ZWNJ}\u0964", "\u0928\u094d\u0964", "the same before a danda"),
    (f"\u0928\u094d{ZWNJ}A", "\u0928\u094dA", "the same before a Latin letter"),
    (f"\u0928\u094d{ZWJ}", f"\u0928\u094d{ZWJ}", "ZWJ after a final virama shows the half form"),
    (f"\u0b95\u0bcd{ZWJ}", "\u0b95\u0bcd", "but not in Tamil"),
    (f"\u0915\u094d{ZWNJ}{ZWNJ}\u0937", f"\u0915\u094d{ZWNJ}\u0937", "one of two that are the same"),
    (f"\u0915\u094d{ZWNJ}{ZWJ}\u0937", f"\u0915\u094d{ZWNJ}\u0937", "after a ZWNJ another does nothing"),
    (f"\u0915\u094d{ZWJ}{ZWNJ}\u0937", f"\u0915\u094d{ZWJ}{ZWNJ}\u0937", "after a ZWJ it does in some fonts"),
    (f"\u0c15{ZWNJ}\u0c3e", f"\u0c15{ZWNJ}\u0c3e", "before a vowel sign it shows in Telugu"),
    (f"\u0c95{ZWNJ}\u0cbe", f"\u0c95{ZWNJ}\u0cbe", "and in Kannada"),
    (f"\u0985{ZWJ}\u09cd\u09af\u09be", "\u0985\u09cd\u09af\u09be", "before ya-phala after letter a"),
    (f"\u0995{ZWNJ}\u09cd\u09af", "\u0995\u09cd\u09af", "before ya-phala after a consonant"),
    (f"\u09b0{ZWJ}\u09cd\u09af", f"\u09b0{ZWJ}\u09cd\u09af", "but not after ra"),
    (f"\u09f0{ZWJ}\u09cd\u09af", f"\u09f0{ZWJ}\u09cd\u09af", "nor after Assamese ra"),
    (f"\u0cb0{ZWJ}\u0ccd\u0caf", f"\u0cb0{ZWJ}\u0ccd\u0caf", "Kannada ra with ya below"),
    (f"\u0d9a\u0dca{ZWNJ}\u0dc2", "\u0d9a\u0dca\u0dc2", "Sinhala: ZWNJ after al-lakuna"),
    (f"\u0d9a\u0dca{ZWJ}\u0dbb", f"\u0d9a\u0dca{ZWJ}\u0dbb", "Sinhala: rakaransaya"),
    (f"\u0b95\u0bcd{ZWNJ}\u0bb7", f"\u0b95\u0bcd{ZWNJ}\u0bb7", "Tamil: ka and ssa would join"),
    (f"\u0bb8\u0bcd{ZWNJ}\u0bb0\u0bc0", f"\u0bb8\u0bcd{ZWNJ}\u0bb0\u0bc0", "Tamil: sa and rii would join"),
    (f"\u0b85\u0bae\u0bcd{ZWNJ}\u0bae\u0bbe", "\u0b85\u0bae\u0bcd\u0bae\u0bbe", "Tamil: others do not"),
    (f"\u0d28\u0d4d{ZWNJ}\u0d31", f"\u0d28\u0d4d{ZWNJ}\u0d31", "Malayalam: a visible virama"),
    (f"\u0628{ZWNJ}\u0635", f"\u0628{ZWNJ}\u0635", "Arabic script"),
    (f"\u0647{ZWJ}", f"\u0647{ZWJ}", "Arabic script, at the end"),
    (f"\u0915{ZWJ}\u0628", f"\u0915{ZWJ}\u0628", "a ZWJ shapes the Arabic letter after it"),
    (f"\U0001f468{ZWJ}\U0001f469", f"\U0001f468{ZWJ}\U0001f469", "an emoji"),
    (f"\U0001f468{ZWJ}\u0915", f"\U0001f468{ZWJ}\u0915", "an emoji and a letter"),
    (f"{ZWJ}{ZWNJ}", f"{ZWJ}{ZWNJ}", "nothing but joiners"),
]


@pytest.mark.parametrize(("text", "expected", "why"), CASES, ids=[why for _, _, why in CASES])
def test_joiners(text, expected, why):
    assert joiners(text) == expected
    assert joiners(expected) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"\u0935\u093e\u0930\u094d{ZWJ}\u092f\u093e", "\u0935\u093e\u0931\u094d\u092f\u093e"),
        (f"\u0930\u094d{ZWJ}", f"\u0930\u094d{ZWJ}"),
        (f"\u0930\u094d{ZWJ} \u092f", f"\u0930\u094d{ZWJ} \u092f"),
        (f"\u0930\u094d{ZWJ}\u0930", f"\u0930\u094d{ZWJ}\u0930"),
        (f"\u0931\u094d{ZWJ}\u092f", "\u0931\u094d\u092f"),
        ("\u0930\u094d\u092f", "\u0930\u094d\u092f"),
    ],
)
def test_eyelash(text, expected):
    assert eyelash(text) == expected


@given(st.one_of(any_text(), *map(text_in, ["Deva", "Beng", "Taml", "Sinh", "Mlym"])))
def test_only_joiners_go(text):
    left = joiners(text)
    assert [c for c in left if c not in JOINERS] == [c for c in text if c not in JOINERS]


def test_a_legacy_chillu_is_converted_before_joiners_go():
    word = f"\u0d05\u0d35\u0d28\u0d4d{ZWJ}"
    assert normalize(word, "encoding") == "\u0d05\u0d35\u0d7b"


@pytest.mark.parametrize("unit", [ZWJ, ZWJ + ZWNJ, f"\u0915{ZWNJ}", f"\u0930\u094d{ZWJ}", f"\u0628{ZWJ}{ZWJ}"])
def test_a_million_joiners(unit):
    text = "\u0915" + unit * (1_000_000 // len(unit))
    assert len(joiners(eyelash(text))) <= len(text)
