"""Laws that hold for every stemmer, on words of the language, on words with its endings, and on any text."""

import importlib.util
import os
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch.stem import STEMMERS
from indicmatch.stem.letters import letters
from indicmatch.stem.spelling import normalised
from indicmatch.tables import code_points, load

ROWS = {row["language"]: row for row in load("stem_languages")}
NAMES = list(STEMMERS)


EXCEPTION_GROWS = 3  # an irregular form can be shorter than its stem: Gujarati લે, stem લેવું


def tag_of(name):
    return name.rpartition(":")[2]


def stemmer(name):
    if name.startswith("snowball") or ROWS.get(name, {}).get("best") == "snowball":
        missing = importlib.util.find_spec("snowballstemmer") is None
        if missing and not os.environ.get("INDICMATCH_REQUIRE"):
            pytest.skip("snowballstemmer is not installed")
    return STEMMERS[name]()


def endings(tag):
    if ROWS[tag]["best"] != "table":
        return ["s", "ing", "ed", "ness", "'s"]
    rows = [row for row in load(f"stem_{tag}") if not row["group"].startswith("list:") and "C" not in row["suffix"]]
    return sorted({suffix for row in rows for suffix in row["suffix"].split() if not suffix.startswith("U+")})


def words(name):
    tag = tag_of(name)
    base = st.text(st.sampled_from(sorted(letters(ROWS[tag]["script"]))), min_size=1, max_size=6)
    with_endings = st.tuples(base, st.lists(st.sampled_from(endings(tag)), max_size=3)).map(lambda pair: pair[0] + "".join(pair[1]))
    return with_endings | st.text(min_size=1, max_size=8)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_laws(name, data):
    stem, word = stemmer(name), data.draw(words(name))
    found, normal = stem(word), normalised(word, ROWS[tag_of(name)]["normalize"], tag_of(name))
    assert stem(found) == found, "a key is its own key"
    assert found == stem(word), "the same word, the same key"
    assert found == stem(normalize("NFD", word)) == stem(normalize("NFC", word)), "canonically equal words have one key"
    assert bool(found) is bool(normal), "a word never becomes nothing"
    assert len(found) <= len(normal) + EXCEPTION_GROWS, "no key is longer than its word, but for an exception's"


def test_no_exception_gives_a_stem_that_is_much_longer_than_its_word():
    for tag in (tag for tag, row in ROWS.items() if row["best"] == "table"):
        for row in load(f"stem_{tag}"):
            if row["group"] == "exception":
                assert all(len(row["replacement"]) <= len(word) + EXCEPTION_GROWS for word in row["suffix"].split()), row


def test_code_points_of_a_table_are_code_points():
    for tag in (tag for tag, row in ROWS.items() if row["best"] == "table"):
        for row in load(f"stem_{tag}"):
            for cell in (row["suffix"], row["replacement"]):
                assert all(code_points(part) for part in cell.split() if part.startswith("U+") and len(part) == 6), row
