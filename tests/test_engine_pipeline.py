"""A pipeline that proves texts clean, and puts white space first, gives what its steps give one after the other."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indicmatch.normalize import Pipeline, pipeline
from indicmatch.normalize.guards import first_doubt
from indicmatch.normalize.steps import STEPS
from tests.strategies import LANGUAGES
from tests.test_normalize_guards import random_texts

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


SPACES = [*[" "] * 12, "\n", "\n\n", "  ", " \n ", "\t", "\r\n", "\u00a0", "\u2003", "\x1d", "\u2029"]
ODD = ["\u09df", "\u0958\u093c", "\u0b5c", "\u0a33", "\u200d", "\u200b", "\ufeff", "\u0130", "\u03ba\u03c4", "\u70ba", "e\u0301", "\u0653", "-", "1,2"]


@pytest.mark.parametrize(("script", "lang"), LANGUAGES.items())
def test_clean_texts_with_a_doubt_here_and_there(script, lang):
    """Long enough that what is proven, what is doubted and what is left when there are too many doubts all meet."""
    run, draw = pipeline("encoding", lang), random.Random(f"doubts {script}")
    drawn = list(random_texts(script, 600))
    clean = [word for word in drawn if run(word) == word and " " not in word]
    doubts = 0
    for _ in range(250):
        pools = draw.choices([clean, drawn, ODD], weights=[draw.choice([20, 4]), 1, 1], k=draw.randint(2, 30))
        text = "".join(f"{draw.choice(pool)}{draw.choice(SPACES)}" for pool in pools)
        assert run(text) == slow(run, text), ascii(text)
        doubts += first_doubt(text.strip(), lang) > 0
    assert doubts > 20
