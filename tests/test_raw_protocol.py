"""The raw protocol is frozen: its published examples, and its two one-line definitions on any text."""

import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from indicmatch import RAW, exact_substring, tokenize, word_overlap

TEXT = st.text(st.characters() | st.sampled_from(" .,'\"\n\u00a0\u200b\u0130\u03a3\u1e9e\u0964"), max_size=40)


def words(text: str) -> set[str]:
    return {word for word in (word.strip(string.punctuation) for word in text.lower().split()) if word}


@given(TEXT, TEXT)
@example("\u0130", "i")
@example("", "")
@example("a", " \u00a0")
def test_raw_is_the_two_one_liners(golden, response):
    blank = not response.strip()
    exact, overlap = golden.lower() in response.lower(), words(golden) <= words(response)
    with pytest.warns() if not golden else Nothing():
        assert bool(exact_substring(response, golden)) == (exact and not blank)
        verdict = word_overlap(response, golden)
    assert bool(verdict) == (overlap and not blank)
    assert verdict.total == len(words(golden))
    assert verdict.matched == (0 if blank else len(words(golden) & words(response)))


class Nothing:
    def __enter__(self): ...
    def __exit__(self, *_): ...


@given(TEXT)
def test_the_tokenizer_raw_gives_the_protocols_words(text):
    assert {token.text.lower() for token in tokenize(text, "raw")} == words(text)


EXACT = [  # golden, response, right, why: the dataset's published examples
    ("Ruru Jataka", "The answer is the Ruru Jataka, depicted at Bharhut.", True, "surrounding prose"),
    ("ruru jataka", "RURU JATAKA", True, "any case"),
    ("\u0917\u0902\u0917\u093e", "\u0917\u0902\u0917\u093e \u0928\u0926\u0940", True, "Devanagari"),
    ("Ruru Jataka", "Jataka Ruru", False, "order"),
    ("Narmada valley", "the Narmada river valley", False, "not contiguous"),
    ("Delhi ", "Delhi", False, "the answer is not stripped"),
    ("amalak", "Amalaka", True, "inside a word"),
    ("No", "There is **no** such temple", True, "no word boundary"),
    ("Delhi", "Delhi is not the answer; it's Mumbai", True, "mention is not assertion"),
]
OVERLAP = [  # golden, response, right, matched, total
    ("Narmada valley", "valley Narmada", True, 2, 2),
    ("Narmada valley", "the Narmada river valley in India", True, 2, 2),
    ("Narmada valley", "Narmada", False, 1, 2),
    ("1947 to 1947", "it was 1947", False, 1, 2),
    ("Amalaka", "amalak", False, 0, 1),
    ("Chola ideals", "Chola and Hoysala ideals", True, 2, 2),
]
DISAGREEMENTS = [  # golden, response, exact, overlap
    ("amalak", "Amalaka", True, False),
    ("deul", "Deula", True, False),
    ("mithun", "Mithuna", True, False),
    ("Dipankar", "Dipankara Buddha", True, False),
    ("scroll painting", "Scroll paintings", True, False),
    ("Narmada valley", "Narmada River valley", False, True),
    ("Chola ideals", "Chola and Hoysala ideals", False, True),
]


@pytest.mark.parametrize(("golden", "response", "right", "why"), EXACT)
def test_exact_substring(golden, response, right, why):
    assert bool(exact_substring(response, golden, RAW)) is right, why


@pytest.mark.parametrize(("golden", "response", "right", "matched", "total"), OVERLAP)
def test_word_overlap(golden, response, right, matched, total):
    verdict = word_overlap(response, golden, RAW)
    assert (bool(verdict), verdict.matched, verdict.total) == (right, matched, total)


@pytest.mark.parametrize(("golden", "response", "exact", "overlap"), DISAGREEMENTS)
def test_real_disagreements(golden, response, exact, overlap):
    assert (bool(exact_substring(response, golden)), bool(word_overlap(response, golden))) == (exact, overlap)


@pytest.mark.parametrize("response", [None, "", " ", "\n\u00a0\t", "\u3000"])
@pytest.mark.parametrize("golden", ["Delhi", " ", "?!", ""])
@pytest.mark.filterwarnings("ignore:an empty reference")
def test_a_blank_response_is_wrong_whatever_the_answer(response, golden):
    assert exact_substring(response, golden).passed is False
    assert word_overlap(response, golden).passed is False
