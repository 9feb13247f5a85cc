"""Looking for a word gives the answer that cutting the whole text into words gives."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from indicmatch import RAW, Analyzer
from indicmatch.analyze import Text
from indicmatch.tokenize.finding import FINDERS, without_case

LETTERS = "ab\u0915\u0916\u093f\u094d\u200d1\u0967 \u00a0\n.,'\u2019\u2018-:_|*\u0964;\u200b\ufe0f\u00ad9G"
TEXT = st.text(st.sampled_from(LETTERS), max_size=30)
ANALYZERS = {"raw": RAW, "words": Analyzer("nfc")}


def cut(text: str, analyzer: Analyzer) -> frozenset[str]:
    return Text(text, text, analyzer, text).found_words


@pytest.mark.parametrize("name", FINDERS)
@given(text=TEXT, word=TEXT, pick=st.integers(0, 20))
@example(text="\u2018\u0915\u2019\u0916 a", word="\u0916", pick=0)
@settings(max_examples=600, deadline=None)
def test_the_answer_is_that_of_the_sets(name, text, word, pick):
    """For words of any other text, and for every kind of piece of the text itself."""
    analyzer = ANALYZERS[name]
    candidates = cut(word, analyzer) | cut(text, analyzer) | cut(text[pick:], analyzer) | cut(text[:pick], analyzer)
    golden = {w for w in candidates if w in Text(w, w, analyzer, w).words}
    found = cut(text, analyzer)
    for candidate in golden:
        answer = FINDERS[name](text.lower(), [candidate])
        assert answer is None or answer == (candidate in found), (text, candidate)
    answer = FINDERS[name](text.lower(), golden)
    assert answer is None or answer == len(golden & found)


@pytest.mark.parametrize("name", FINDERS)
@pytest.mark.parametrize("text", ["a" * 1_000_000, "aa " * 300_000, "a." * 300_000, "xa, " * 200_000])
def test_adversarial_texts_are_answered(name, text):
    analyzer = ANALYZERS[name]
    assert Text(text, text, analyzer, text).count_words(frozenset("a")) == ("a" in cut(text, analyzer))


def test_a_text_without_case_holds_nothing_that_another_character_comes_to():
    """All of Unicode: what is changed by lower case, and what it is changed to, is in no such text."""
    for character in map(chr, range(0x110000)):
        low = character.lower()
        if low != character:
            assert not any(map(without_case, [character, *low])), ascii(character)


@pytest.mark.parametrize("text", ["", " ", "12-3", "\u0915\u093e\u0964", "\u0628 \u06d4", "\u1c5a", "\uabc3", "\u0d15\u0d4d\u200d\u0d15", "\u2019", "\u4e2d"])
def test_texts_without_case(text):
    assert without_case(text)


@pytest.mark.parametrize("text", ["a", "\u0915a", "\u00e9", "i\u0307", "\u0307", "\u03c2", "\u10d0", "\u13a0", "\U0001e922"])
def test_texts_with_case(text):
    assert not without_case(text)
