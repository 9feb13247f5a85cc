"""Looking for a word gives the answer that cutting the whole text into words gives."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from indicmatch import RAW, Analyzer
from indicmatch.analyze import Text
from indicmatch.tokenize.finding import FINDERS

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
