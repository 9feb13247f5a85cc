"""Suffix tables: how their rows are read, which rule wins, what is refused; and the register of stemmers."""

import importlib.util
import os
import sys

import pytest

from indicmatch import UnknownName, stem
from indicmatch.errors import BadInput, MissingExtra
from indicmatch.stem import STEMMERS
from indicmatch.stem.letters import consonants, letters, size, vowels
from indicmatch.stem.table import compile_table
from indicmatch.tables import load

COLUMNS = ("suffix", "replacement", "minimum", "group", "condition")


def key(rows: str, word: str, script: str = "Deva") -> str:
    """The key of a word by rows written `suffix | replacement | minimum | group | condition`."""
    cells = [[cell.strip() for cell in row.split("|")] for row in rows.strip().splitlines()]
    return compile_table([dict(zip(COLUMNS, row, strict=True)) for row in cells], script).key(word)


def need_snowball() -> None:
    """Skips without the package, and fails where INDICMATCH_REQUIRE asks for every test."""
    if importlib.util.find_spec("snowballstemmer") is None and not os.environ.get("INDICMATCH_REQUIRE"):
        pytest.skip("snowballstemmer is not installed")


RULES = [  # label, rows, word, key, why
    ("longest", "ों||1|a|\nियों|ी|1|a|", "लड़कियों", "लड़की", "the longest suffix wins"),
    ("minimum", "ना||2|a|", "दाना", "दाना", "one grapheme would be left"),
    ("minimum-counts-replacement", "ियों|ी|2|a|", "बोलियों", "बोली", "two graphemes with the replacement"),
    ("blocked", "ना||2|a|\nा||1|a|", "दाना", "दाना", "the longest suffix decides alone, also when it is blocked"),
    ("never-empty", "में||1|a|", "में", "में", "something must be left"),
    ("keep", "शाला|शाला|1|a|\nला||1|a|", "पाठशाला", "पाठशाला", "a replacement equal to its suffix keeps the word"),
    ("order", "त||1|case|\nे||1|plural|", "शाळेत", "शाळ", "groups in the order of the table"),
    ("to-the-end", "े||1|plural|\nत||1|case|", "शाळेत", "शाळ", "passes go on until nothing changes"),
    ("repeat", "ही च||2|a*|", "घरहीच", "घर", "a group with a star runs on"),
    ("vowel", "त||1|a|vowel", "गीत", "गी", "a vowel sign is a vowel"),
    ("not-vowel", "त||1|a|!vowel", "गीत", "गीत", "negated"),
    ("consonant", "त||1|a|consonant", "भारत", "भार", "the inherent vowel is no sign"),
    ("characters", "त||1|a|[ाी]", "गीत", "गी", "one of the characters"),
    ("not-characters", "त||1|a|![ाी]", "गीत", "गीत", "none of the characters"),
    ("code-points", "U+0924||1|a|[U+0940]", "गीत", "गी", "code points in place of letters"),
    ("two-conditions", "त||1|a|vowel ![ी]", "गीत", "गीत", "both must hold"),
    ("list", "चल|||list:verb|\nता||1|a|verb", "चलता", "चल", "what is left is in the list"),
    ("not-in-list", "चल|||list:verb|\nता||1|a|verb", "कविता", "कविता", "what is left is not"),
    ("result-in-list", "घोड़ा|||list:noun|\nे|ा|1|a|=noun", "घोड़े", "घोड़ा", "with the replacement it is in the list"),
    ("context-first", "े||1|a|\nघोड़ा|||list:noun|\nे|ा|1|a|=noun", "घोड़े", "घोड़ा", "a rule with a condition goes before one without"),
    ("consonant-class", "াCা|াC|1|a|", "কাটা", "কাট", "C is any consonant"),
    ("nukta-in-class", "াCা|াC|1|a|", "ছাড\u09bcা", "ছাড\u09bc", "a consonant with a nukta too"),
    ("fold", "U+093C||1|fold|", "ज\u093cरा", "जरा", "a fold acts anywhere in the word"),
    ("fold-of-cells", "ी|ि||fold|\nीत||1|a|", "भिंतीत", "भिंत", "the suffixes are folded too"),
    ("fold-of-everything", "अ|||fold|", "अ", "अ", "a fold never empties a word"),
    ("exception", "गया|जा||exception|\nा||1|a|", "गया", "जा", "a whole word"),
    ("exception-is-final", "बेटियां|बेटी||exception|\nी||1|a|", "बेटियां", "बेटी", "its stem is not cut"),
    ("exception-after-a-cut", "मुझ|मैं||exception|\nको||1|a|", "मुझको", "मैं", "words are looked up after every group"),
    ("protect", "नाना|||protect|\nा||1|a|", "नाना", "नाना", "kept as it is"),
    ("circle", "क|ख|1|a|\nख|क|1|a|", "मक", "मक", "words of a circle have one key"),
    ("circle-again", "क|ख|1|a|\nख|क|1|a|", "मख", "मक", "words of a circle have one key"),
]


@pytest.mark.parametrize(("label", "rows", "word", "expected", "why"), RULES, ids=[row[0] for row in RULES])
def test_rules(label, rows, word, expected, why):
    assert key(rows, word, "Beng" if "C" in rows else "Deva") == expected, why


REFUSED = [
    ("longer", "त|तक|1|a|", BadInput, "never longer than its word"),
    ("condition", "त||1|a|verbs", UnknownName, "vowel, consonant"),
    ("near-condition", "चल|||list:verb|\nत||1|a|verbs", UnknownName, "Did you mean 'verb'"),
]


@pytest.mark.parametrize(("label", "rows", "error", "message"), REFUSED, ids=[row[0] for row in REFUSED])
def test_a_row_that_cannot_be_used_is_refused(label, rows, error, message):
    with pytest.raises(error, match=message):
        key(rows, "त")


SIZES = [  # word, script, graphemes
    ("दिल्ली", "Deva", 2),
    ("कर्ज", "Deva", 2),
    ("ক্ষমা", "Beng", 2),
    ("சென்னை", "Taml", 3),
    ("ಕನ್ನಡ", "Knda", 3),
    ("کتاب", "Arab", 4),
    ("\u06a9\u0650\u062a\u0627\u0628", "Arab", 4),
    ("", "Deva", 0),
]


@pytest.mark.parametrize(("word", "script", "expected"), SIZES)
def test_size_counts_graphemes(word, script, expected):
    assert size(word, script) == expected


def test_letter_classes_do_not_overlap():
    for row in load("stem_languages"):
        if row["script"] == "Latn":
            continue
        classes = vowels(row["script"]), frozenset(letter[-1] for letter in consonants(row["script"]))
        assert not classes[0] & classes[1], row["script"]
        assert all(known <= letters(row["script"]) for known in classes), row["script"]


OTHER_WORDS = [  # label, word, lang, key, why
    ("digits", "1947ല്", "ml", "1947ല്", "a number with a suffix"),
    ("own-digits", "१९४७मध्ये", "mr", "१९४७मध्ये", "a number with a suffix"),
    ("latin", "Delhi", "hi", "Delhi", "another script"),
    ("mixed", "AIIMSमें", "hi", "AIIMSमें", "two scripts"),
    ("other-script", "சென்னையில்", "hi", "சென்னையில்", "another script"),
    ("hyphen", "२०-एर", "hi", "२०-एर", "no word of letters"),
    ("empty", "", "hi", "", "nothing"),
    ("decomposed", "\u095b\u0930\u093e", "hi", stem("\u091c\u093c\u0930\u093e", "hi"), "canonically equal"),
    ("joiner", "प\u094dरत\u093f\u200d", "hi", stem("प\u094dरत\u093f", "hi"), "a joiner that shows nothing"),
    ("apostrophe", "O'Brien", "en", "o'brien", "a word of Latin letters"),
]


@pytest.mark.parametrize(("label", "word", "lang", "expected", "why"), OTHER_WORDS, ids=[row[0] for row in OTHER_WORDS])
def test_what_is_no_word_of_the_language_is_left_alone(label, word, lang, expected, why):
    if lang == "en":
        need_snowball()
    assert stem(word, lang) == expected, why


def test_names():
    assert stem("दिल्लीत", "mr-IN") == stem("दिल्लीत", "Marathi") == stem("दिल्लीत", "table:mr") == "दिल्लि"
    assert stem("गोंयचें", "gom") == stem("गोंयचें", "kok")
    with pytest.raises(UnknownName, match=r"unknown stemmer 'brx'.* Known: hi, table:hi, .*en"):
        stem("x", "brx")
    with pytest.raises(UnknownName, match="Did you mean 'table:hi'"):
        STEMMERS["tabel:hi"]


def test_snowball():
    need_snowball()
    assert stem("Running", "en") == stem("runs", "en") == "run"
    assert stem("agreement", "en") == stem(stem("agreement", "en"), "en")
    assert stem("लड़कियों", "snowball:hi") == stem("लड़कियां", "snowball:hi")


def test_snowball_names_the_package_it_needs(monkeypatch):
    monkeypatch.setitem(sys.modules, "snowballstemmer", None)
    from indicmatch.stem.snowball import snowball

    with pytest.raises(MissingExtra, match=r"indicmatch\[stem\]"):
        snowball("hindi")


def test_every_language_has_one_row_and_a_way_to_stem():
    languages = [row["language"] for row in load("stem_languages")]
    assert len(languages) == len(set(languages))
    for row in load("stem_languages"):
        assert row["best"] in ("table", "snowball")
        assert row["snowball"] or row["best"] == "table"


NAMES_AND_NUMERALS = [  # language, two different words that look like forms of one
    ("hi", "सोना", "सो"), ("hi", "पटना", "पट"), ("hi", "हर", "हरि"), ("hi", "हरा", "हर"),
    ("mr", "बारा", "बार"), ("mr", "अमित", "अमि"), ("mr", "मीरा", "मीर"),
    ("bn", "আজমের", "আজম"), ("ta", "சுனில்", "சுன"), ("te", "రాములు", "రాము"), ("ur", "سونا", "سو"), ("ne", "मेक्सिको", "मेक्सि"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "one", "other"), NAMES_AND_NUMERALS)
def test_names_and_numerals_that_only_look_inflected_stay_apart(lang, one, other):
    assert stem(one, lang) != stem(other, lang)
