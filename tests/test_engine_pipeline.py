"""A pipeline that proves texts clean, and puts white space first, gives what its steps give one after the other."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indicmatch.normalize import Pipeline, pipeline
from indicmatch.normalize.steps import STEPS

PIECES = [
    *"aé\u0301 \n\u00a0\u2000\u2001\u200b\u200c\u200d\ufeff.,*|-", "\u0915", "\u0930", "\u093c", "\u094d", "\u093e", "\u0958", "\u0964", "\u0951", "\u09c7", "\u09be",
    "\u0995", "\u09cb", "\u0b95", "\u0bc6", "\u0bbe", "\u0d28", "\u0d7b", "\u0d4d", "\u0647", "\u06c1", "\u064e", "\u0651", "\u0cc6", "\u0cc2", "\u0dca",
]  # fmt: skip
TEXT = st.lists(st.sampled_from(PIECES), max_size=14).map("".join) | st.text(max_size=20)


def slow(run: Pipeline, text: str) -> str:
    """Every step in the fixed order, again and again, until nothing changes."""
    while True:
        before = text
        for name in run.names:
            text = STEPS[name](run.lang)(text)
        if text == before:
            return text


@pytest.mark.parametrize("lang", [None, "hi", "bn", "ur", "ml"])
@pytest.mark.parametrize("level", ["nfc", "clean", "encoding", "encoding-joiners", "layout", "encoding+anusvara", "space", "nfc-space"])
@given(text=TEXT)
@settings(max_examples=150, deadline=None)
def test_the_quick_way_gives_what_the_steps_give(level, lang, text):
    run = pipeline(level, lang)
    assert run(text) == slow(run, text)


def test_a_proven_text_stays_the_same_object():
    text = "\u0939\u093f\u0928\u094d\u0926\u0940 is written in Devanagari"
    assert pipeline("encoding", "hi")(text) is text
