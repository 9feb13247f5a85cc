"""Arabic script: presentation forms, and letters that a language reads as its own."""

from unicodedata import category
from unicodedata import normalize as form

import pytest
from hypothesis import given

from indicmatch import explain, normalize
from indicmatch.normalize.arabic import letters_read_otherwise, positional, presentation
from indicmatch.tables import code_points, load
from tests.strategies import text_in

LETTERS = {  # CLDR, exemplar characters
    "ur": "آأؤئابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہۂھءیےۓ",
    "pnb": "آأؤئابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںݨوہۂھءیےۓ",
    "pa": "آأؤئابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںݨوہۂھءیےۓ",
    "sd": "آأؤئابٻپڀتٿٽٺثجڄڃچڇحخدڌڏڊڍذرڙزسشصضطظعغفڦقڪکگڳڱلمنڻوهھءي",
    "ks": "آٲابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوۄۆۇہھءیؠێےئ",
}


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        ("\ufeb3\ufefc\ufee1", "\u0633\u0644\u0627\u0645", "contextual shapes and a lam-alef ligature"),
        ("\ufb90\ufede", "\u06a9\u0644", "Urdu keheh"),
        ("\ufdf2", "\u0627\u0644\u0644\u0647", "a ligature of a word"),
        ("\ufdfc", "\u0631\u06cc\u0627\u0644", "the rial sign is its word"),
        ("\ufdfa", "\ufdfa", "a sign for a sentence stays"),
        ("\ufdfb", "\ufdfb", "and so does this"),
        ("\ufdfd", "\ufdfd", "and this"),
        ("\ufc5e", "\u064c\u0651", "a spacing mark is the mark, without a space"),
        ("\ufe76", "\u064e", "the same"),
        ("\ufe77", "\u0640\u064e", "on a tatweel it keeps it"),
        ("\ufe80", "\u0621", "hamza"),
        ("\ufeff", "\ufeff", "the BOM is no presentation form"),
        ("ﬁ", "ﬁ", "nor is a Latin ligature"),
    ],
)
def test_presentation(text, expected, why):
    assert presentation(text) == expected, why


def test_presentation_forms_are_at_most_four_letters_and_never_bring_a_space():
    for code in (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFEFD)):
        letters = presentation(chr(code))
        assert len(letters) <= 4
        assert " " not in letters
        assert presentation(letters) == letters


@pytest.mark.parametrize(
    ("language", "text", "expected", "why"),
    [
        ("ur", "\u0643\u062a\u0627\u0628", "\u06a9\u062a\u0627\u0628", "Arabic kaf before a letter"),
        ("ur", "\u0634\u0643", "\u0634\u0643", "at the end its picture is another"),
        ("ur", "\u064a\u0627", "\u06cc\u0627", "Arabic yeh before a letter"),
        ("ur", "\u0628\u064a", "\u0628\u064a", "at the end its dots show"),
        ("ur", "\u0645\u0648\u0633\u0649", "\u0645\u0648\u0633\u06cc", "alef maksura at the end"),
        ("ur", "\u0645\u0649\u0646", "\u0645\u0649\u0646", "not before a letter"),
        ("ur", "\u0648\u0647", "\u0648\u06c1", "heh that nothing joins"),
        ("ur", "\u0628\u0647", "\u0628\u0647", "a joined final heh is drawn otherwise in Naskh"),
        ("pnb", "\u0628\u0647", "\u0628\u06c1", "in Punjabi it can only be the heh of the alphabet"),
        ("ur", "\u06cc\u06c1\u0627\u06ba", "\u06cc\u06c1\u0627\u06ba", "noon ghunna at the end"),
        ("ur", "\u0644\u06ba\u0688", "\u0644\u0646\u0688", "noon ghunna inside a word"),
        ("ur", "\u064a\u064e\u0627", "\u06cc\u064e\u0627", "a mark between the letters"),
        ("ur", "\u06cc\u0654", "\u0626", "yeh with a combining hamza"),
        ("ur", "\u0631\u06db", "\u0698", "three dots as a mark"),
        ("ur", "\u06c0", "\u06c2", "heh with yeh above"),
        ("sd", "\u06cc\u0627", "\u064a\u0627", "Sindhi has the yeh with dots"),
        ("sd", "\u06aa\u0631\u06a9", "\u06aa\u0631\u06a9", "its two kafs stay two"),
        ("ks", "\u0623", "\u0672", "Kashmiri alef with wavy hamza"),
        ("Urdu", "\u0643\u062a", "\u06a9\u062a", "a language by its name"),
        ("pa-Arab", "\u0643\u062a", "\u06a9\u062a", "by a tag with a script"),
        ("fa", "\u0643\u062a", "\u0643\u062a", "a language without rows"),
        ("hi", "\u0643\u062a", "\u0643\u062a", "a language of another script"),
        (None, "\u0643\u062a", "\u0643\u062a", "no language"),
    ],
)
def test_positional(language, text, expected, why):
    assert positional(language)(text) == expected, why
    assert normalize(text, "encoding", lang=language) == form("NFC", expected), why


@pytest.mark.parametrize(
    ("language", "a", "b"),
    [
        ("ur", "\u06a9\u06c1\u0627", "\u06a9\u06be\u0627"),
        ("ur", "\u06a9\u06d2", "\u06a9\u06cc"),
        ("sd", "\u06aa", "\u06a9"),
        ("ur", "\u0627\u064f\u0633", "\u0627\u0650\u0633"),
    ],
)
def test_letters_of_a_language_stay_apart(language, a, b):
    assert normalize(a, "encoding", lang=language) != normalize(b, "encoding", lang=language)


@pytest.mark.parametrize("row", load("positional"), ids=lambda row: f"{row['from']} {row['position']}")
def test_what_is_read_otherwise_is_foreign_to_the_language(row):
    source, target = code_points(row["from"]), code_points(row["to"])
    for language in row["languages"].split():
        if row["rule"] == "not_in_alphabet":
            assert source not in LETTERS[language]
        if row["rule"] == "ijam":
            assert category(source[1]) == "Mn"
            assert len(target) == 1


@pytest.mark.parametrize("language", ["ur", "sd", "ks", "pa", "pnb"])
@given(text=text_in("Arab"))
def test_a_change_is_one_that_the_guard_asks_about(language, text):
    needed = letters_read_otherwise(language)
    if positional(language)(text) != text:
        assert any(first in text for first, _ in needed)


def test_explain_names_the_step():
    changes = explain("\u0643\u062a\u0627\u0628", "encoding", lang="ur")
    assert [change.step for change in changes] == ["positional"]


@pytest.mark.parametrize("text", ["\u0647\u0654" * 100_000, "\u0628" + "\u064b" * 200_000 + "\u0647", ("\u0648" + "\u064b" * 10 + "\u0629") * 20_000])
def test_long_texts(text):
    assert len(positional("ur")(text)) <= len(text)
