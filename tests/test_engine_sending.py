"""What crosses between processes comes out as it went in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch.engine.sending import pack, unpack
from indicmatch.score.batch import Sides

ANY_CHARACTER = st.characters(codec=None)
TEXTS = st.lists(st.tuples(st.text(ANY_CHARACTER, max_size=8), st.none() | st.text(ANY_CHARACTER, max_size=8)), max_size=6)


@given(TEXTS, st.booleans())
def test_sides_come_out_as_they_went_in(pairs, several):
    answers, responses = [answer for answer, _ in pairs], [response for _, response in pairs]
    references = [(answer, "x") for answer in answers] if several else None
    sides = Sides(list(range(2, len(pairs) + 2)), answers, references, responses)
    assert unpack(pack(sides)) == sides


@pytest.mark.parametrize(
    ("label", "answers", "responses", "packed"),
    [
        ("texts", ["\u0915", ""], ["a", "\U0001f600"], True), ("surrogates", ["\ud83d\ude00"], ["\udc00"], False), ("no rows", [], [], True),
        ("a missing response", ["a"], [None], False), ("a NUL", ["a\0"], ["b"], False), ("one empty text", [""], [""], True),
    ],
)  # fmt: skip
def test_texts_are_packed_where_nothing_else_is_among_them(label, answers, responses, packed):
    sides = Sides(range(2, len(answers) + 2), answers, None, responses)
    assert (pack(sides) is not sides) == packed
    assert unpack(pack(sides)) == sides
