"""The table of equivalents, its loader, and rewriting by it."""

import re
from collections import Counter
from unicodedata import normalize as form

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch import BadFile, normalize
from indicmatch.normalize.equivalents import donotemit, legacy_forms, rules, rules_of
from indicmatch.normalize.marks import collapse_repeats, order_marks
from indicmatch.normalize.rewriting import alternation, rewriter, settle
from indicmatch.tables import code_points, load
from tests.strategies import BRAHMIC, text_in

ROWS = load("equivalents")
INDIC_TYPES = {
    "indic_vowel_letter",
    "indic_atomic_consonant",
    "indic_consonant_conjunct",
    "malayalam_chillu",
    "bengali_khanda_ta",
    "tamil_shrii",
}


def official(row) -> bool:
    return row["source"].startswith("Unicode 17.0 DoNotEmit.txt")


def test_the_official_rows_are_all_there():
    indic = [row for row in ROWS if official(row) and row["rule"] in INDIC_TYPES]
    assert sum(row["script"] in BRAHMIC for row in indic) == 161
    assert Counter(row["script"] for row in indic if row["script"] not in BRAHMIC) == {
        "Brah": 3, "Shrd": 1, "Takr": 4, "Khoj": 8, "Sind": 5, "Tirh": 5, "Modi": 4,
    }  # fmt: skip
    assert sum(row["script"] == "Arab" for row in ROWS if official(row)) == 8


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["from"])
def test_every_row_gives_its_right_side_in_every_canonical_form(row):
    carrier = "\u0915" if row["from"] == "U+0310" else ""
    texts = {form(name, carrier + code_points(row[side])) for name in ("NFC", "NFD") for side in ("from", "to")}
    assert len({normalize(text, "encoding") for text in texts}) == 1
    if official(row):
        assert normalize(code_points(row["from"]), "encoding") == form("NFC", code_points(row["to"]))


def row_of(source: str, target: str, script: str = "Deva") -> dict[str, str]:
    return {"script": script, "from": source, "to": target, "rule": "test", "source": "a test"}


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([row_of("U+0958", "U+0915 U+093C")], "canonically equal"),
        ([row_of("U+0915", "U+0916"), row_of("U+0916", "U+0915")], "circle"),
        ([row_of("U+0915", "U+0915 U+0915")], "circle"),
        ([row_of("U+0915 U+0916", "U+0917"), row_of("U+0917", "U+0915 U+0916")], "circle"),
        ([row_of("U+0915", "U+0916"), row_of("U+0915", "U+0917")], "something else in another row"),
    ],
)
def test_the_loader_refuses(rows, says):
    with pytest.raises(BadFile, match=says):
        rules_of(rows, "equivalents.tsv")


def test_a_growing_circle_is_refused_too():
    with pytest.raises(BadFile, match="circle"):
        rules_of([row_of("U+0915", "U+0915 U+0916")], "equivalents.tsv")


def test_a_row_may_say_the_same_as_another():
    assert rules_of([row_of("U+0915", "U+0916")] * 2, "equivalents.tsv") == {"\u0915": "\u0916"}


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        ("\u0915\u0902\u0947", "\u0915\u0947\u0902", "bindu before a vowel sign"),
        ("\u0915\u093f\u093c", "\u0915\u093c\u093f", "vowel sign before a nukta"),
        ("\u0995\u0981\u09be", "\u0995\u09be\u0981", "candrabindu before a vowel sign, Bengali"),
        ("\u0a38\u0a71\u0a3f\u0a16", "\u0a38\u0a3f\u0a71\u0a16", "addak before a vowel sign"),
        ("\u0915\u0947\u0947", "\u0915\u0947", "a vowel sign twice"),
        ("\u0915\u0902\u0902\u0902", "\u0915\u0902", "anusvara three times"),
        ("\u0dc3\u0dd9\u0dd9", "\u0dc3\u0ddb", "Sinhala e sign twice is ai"),
        ("\u0d15\u0d46\u0d46", "\u0d15\u0d48", "Malayalam e sign twice is ai"),
        ("\u0914\u0947\u0930", "\u0914\u0930", "a sign typed once more on letter au"),
        ("\u092e\u093e\u0945\u0930\u093f\u0936\u0938", "\u092e\u0949\u0930\u093f\u0936\u0938", "candra o typed in two signs"),
        ("\u0915\u0310", "\u0915\u0901", "the candrabindu of no script on a Devanagari letter"),
        ("m\u0310", "m\u0310", "the same on a Latin letter"),
        ("\u09ac\u09bc", "\u09b0", "ba with a dot is ra"),
        ("\u0915\u0903\u0947", "\u0915\u0903\u0947", "a visarga keeps its place"),
        ("\u0915\u0903\u0903", "\u0915\u0903\u0903", "a visarga twice shows"),
        ("\u0915\u0902\u0901", "\u0915\u0902\u0901", "two bindus"),
    ],
)
def test_marks(text, expected, why):
    assert normalize(text, "encoding") == form("NFC", expected), why


RULES = st.dictionaries(st.text("abc", min_size=2, max_size=4), st.text("abc", max_size=1), min_size=1, max_size=6)  # they shrink: no circle


@given(RULES, st.text("abc", max_size=30))
def test_rewriting_ends_where_no_rule_applies(made, text):
    for rewritten in (rewriter(made)(text), settle(text, made)):
        assert not any(source in rewritten for source in made)


@given(st.lists(st.text("abc", min_size=1, max_size=4), min_size=1), st.text("abc", max_size=20))
def test_the_trie_finds_what_the_longest_of_a_list_finds(words, text):
    listed = re.compile("|".join(sorted(words, key=len, reverse=True)))
    assert re.findall(alternation(words), text) == listed.findall(text)


EVERYWHERE = rewriter(rules())


def plain(text: str) -> str:
    """`donotemit` without looking first whether and where it may act."""
    before = ""
    kept = "".join({source[0] for source in rules() if source == source[0] * 2})
    while text != before:
        before, text = text, collapse_repeats(EVERYWHERE(order_marks(text)), kept)
    return text


@pytest.mark.parametrize("script", [*BRAHMIC, "Arab", "Khoj"])
@given(data=st.data())
def test_looking_first_changes_nothing(script, data):
    text = form("NFC", data.draw(text_in(script)))
    assert donotemit(text) == plain(text)


def test_only_the_letters_once_spelled_with_a_joiner_are_legacy_forms():
    assert legacy_forms()("\u0d28\u0d4d\u200d \u09a4\u09cd\u200d \u0905\u093e") == "\u0d7b \u09ce \u0905\u093e"


@pytest.mark.parametrize("unit", ["\u0902\u0947", "\u0947\u0948", "\u0947\u0946", "\u093e", "\u0dd9", "\u0930\u094d\u0907", "\u0915\u094d\u200d\u093e"])
def test_a_hundred_thousand_times_the_same(unit):
    once, often = (normalize("\u0914" + unit * times, "encoding") for times in (50, 100_000))
    assert often[:20] == once[:20]
    assert len(often) <= 2 * len(unit) * 100_000
