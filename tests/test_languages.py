"""Languages: the two tables, look-up by any name, and the language of a file or a script."""

from __future__ import annotations

import unicodedata
from pathlib import Path, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch.errors import UnknownName
from indicmatch.languages import Language, fits, language, language_of_file, language_of_script, languages
from indicmatch.tables import code_points, load

# Constitution of India, Eighth Schedule
SCHEDULED = {"as", "bn", "brx", "doi", "gu", "hi", "kn", "kok", "ks", "mai", "ml"}
SCHEDULED |= {"mni", "mr", "ne", "or", "pa", "sa", "sat", "sd", "ta", "te", "ur"}
NEIGHBOURS = {
    "en",
    "si",
    "pnb",
    "bho",
    "mag",
    "raj",
    "tcy",
    "awa",
    "hne",
    "pi",
    "kha",
    "lus",
    "new",
    "dz",
    "bo",
    "my",
    "dv",
}
WORLD = {"fa", "ar", "ps", "fr", "es", "de", "pt", "ru", "zh", "ja", "ko", "th", "id", "sw", "vi", "tr"}
EVERY = [pytest.param(known, id=known.tag) for known in languages()]
SCRIPTS = [pytest.param(row, id=row["script"]) for row in load("scripts")]
SCRIPT_CODES = {row["script"] for row in load("scripts")}


def test_the_scheduled_languages_and_their_neighbours_are_there() -> None:
    tags = {known.tag for known in languages()}
    assert len(SCHEDULED) == 22
    assert tags >= SCHEDULED | NEIGHBOURS | WORLD
    assert len(tags) == len(languages())


def test_a_code_belongs_to_one_language() -> None:
    codes = [code.lower() for known in languages() for code in known.codes]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("known", EVERY)
def test_every_language_is_found_by_all_it_is_called(known: Language) -> None:
    for name in (*known.codes, *known.names, *known.own_names):
        for form in (name, name.upper(), f" {name} ", *(unicodedata.normalize(form, name) for form in ("NFC", "NFD"))):
            assert language(form) is known, (name, form)


@pytest.mark.parametrize("known", EVERY)
def test_every_language_is_complete(known: Language) -> None:
    assert known.names[0]
    assert known.own_names[0]
    assert known.scripts
    assert SCRIPT_CODES.issuperset(known.scripts)
    assert set(known.word_codes) <= set(known.codes)
    assert known.codes[0] == known.tag
    assert any(len(code) == 3 for code in known.codes)
    shortest = min(len(code) for code in known.codes)
    assert len(known.tag) == shortest or known.tag == "fil", "BCP 47: two letters where one exists; CLDR has fil for tl"
    assert known.direction == next(row["direction"] for row in load("scripts") if row["script"] == known.script)
    assert (known.name, known.own_name, known.script) == (known.names[0], known.own_names[0], known.scripts[0])
    for name in known.own_names:
        assert unicodedata.is_normalized("NFC", name)


@pytest.mark.parametrize("known", EVERY)
def test_a_file_named_after_a_language_is_in_it(known: Language) -> None:
    for name in (*known.names, *known.own_names):
        if len(name) > 2:
            assert language_of_file(f"{name.replace(' ', '_')}.csv") == known.tag
            assert language_of_file(unicodedata.normalize("NFD", f"run-1 {name} results.tsv")) == known.tag
    for code in set(known.codes) - {"pa-Arab", "new"}:
        assert language_of_file(f"{code}.csv") == known.tag
        ordinary = code not in known.word_codes
        assert (language_of_file(f"{code}_results.csv") == known.tag) is ordinary
        assert (language_of_file(f"responses-{code}.csv.gz") == known.tag) is ordinary
        if code not in map(str.lower, known.names + known.own_names):
            assert language_of_file(f"a model {code} results.csv") is None, "a code in the middle is a word"


LOOKUPS = [
    ("region", "hi-IN", "hi", "a BCP 47 tag with a region"),
    ("posix region", "ta_IN", "ta", "the same as a POSIX locale"),
    ("script", "hin_Deva", "hi", "the codes of FLORES"),
    ("script and region", "pa-Guru-IN", "pa", ""),
    ("script that decides", "pa-Arab-PK", "pnb", "Punjabi in Arabic script is a language of its own in ISO 639"),
    ("second script", "mni_Mtei", "mni", ""),
    ("old name", "Oriya", "or", ""),
    ("several words", "Western Punjabi", "pnb", ""),
    ("file-name form", "nepal_bhasa", "new", ""),
    ("member of a macrolanguage", "gom", "kok", ""),
]


@pytest.mark.parametrize(("label", "name", "expected", "why"), LOOKUPS, ids=[case[0] for case in LOOKUPS])
def test_lookup(label: str, name: str, expected: str, why: str) -> None:
    assert language(name).tag == expected, why


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("hindii", "'hindi' (hi)"),
        ("Malyalam", "'malayalam' (ml)"),
        ("xx", ""),
        ("", ""),
        ("my_model", ""),
        ("zz-IN", ""),
    ],
)
def test_an_unknown_name_says_which_is_near_and_what_is_known(name: str, hint: str) -> None:
    with pytest.raises(UnknownName) as error:
        language(name)
    assert repr(name) in str(error.value)
    assert hint in str(error.value)
    assert "as, bn, brx" in str(error.value)


HINDI_ZWJ = "\u0939\u093f\u0928\u094d\u200d\u0926\u0940"

FILES = [
    ("full name last", "my_model_english.csv", "en", "the protocol's own example; `my` is no candidate"),
    ("code first", "hi_xquadin.csv", "hi", ""),
    ("name inside", "gpt4o-hindi-v2.csv", "hi", ""),
    ("code last, gzip", "responses_ta.csv.gz", "ta", ""),
    ("code before a version", "responses_ta_v2.csv", "ta", "a single letter and digits are no parts"),
    ("a word that is a code", "as_is_results.csv", "as", "a language of India: the rule holds"),
    ("Malayalam or machine learning", "ml_run.csv", "ml", "as above"),
    ("a word of a language outside", "my_model.csv", None, "Burmese only as the whole name"),
    ("instruction-tuned", "gemma-2-9b-it.csv", None, "Italian only as the whole name"),
    ("whole name", "my.csv", "my", ""),
    ("month and person", "mar_2024_ben.csv", None, "three-letter codes that are words"),
    ("place", "san_francisco.csv", None, ""),
    ("two names", "hindi_urdu.csv", None, ""),
    ("two codes", "en_hi.csv", None, ""),
    ("two names of one language", "bengali_bangla.csv", "bn", ""),
    ("name and code of one language", "hi_hindi.csv", "hi", ""),
    ("name before code", "hi_vs_gpt_english.csv", "en", "full names first"),
    ("code in the middle", "run_hi_final.csv", None, ""),
    ("script after a code", "flores_hin_Deva_dev.csv", "hi", ""),
    ("script after a code that is a word", "ben_Beng.csv", "bn", ""),
    ("script that decides", "x_pan_Arab_dev.csv", "pnb", ""),
    ("script, first", "pa-Arab.csv", "pnb", "one candidate, not pa and pnb"),
    ("region", "run_hi-IN_final.csv", "hi", ""),
    ("no region", "my_QA.csv", None, ""),
    ("no script", "hi_Test_en.csv", None, ""),
    ("longer name wins", "western_punjabi.csv", "pnb", ""),
    ("name within a word", "bengalis_thailand.csv", None, "parts are whole words"),
    ("directory", "hindi/model.csv", None, "the file name only"),
    ("upper case", "HINDI.CSV", "hi", ""),
    ("language as suffix", "dev.hi", "hi", "parallel corpora"),
    ("dots in the name", "gpt-4.1.tamil.jsonl", "ta", ""),
    ("own name", "मॉडल-हिंदी.csv", "hi", ""),
    ("own name with a joiner", f"{HINDI_ZWJ}.csv", "hi", ""),
    ("standard input", "-", None, ""),
    ("nothing", "", None, ""),
    ("only a suffix", ".csv", None, ""),
]


@pytest.mark.parametrize(("label", "path", "expected", "why"), FILES, ids=[case[0] for case in FILES])
def test_language_of_file(label: str, path: str, expected: str | None, why: str) -> None:
    assert language_of_file(path) == expected, why
    assert language_of_file(Path("/data/tamil") / path if path else path) == expected, "the directory says nothing"


def test_language_of_file_on_a_windows_path() -> None:
    assert language_of_file(PureWindowsPath(r"C:\english\tamil.csv")) == "ta"


@given(st.text())
def test_any_file_name_has_one_language_or_none(name: str) -> None:
    tag = language_of_file(name.replace("\0", ""))
    assert tag is None or language(tag).tag == tag


DECIDES = [
    ("Taml", "ta"),
    ("Telu", "te"),
    ("Knda", "kn"),
    ("Mlym", "ml"),
    ("Gujr", "gu"),
    ("Guru", "pa"),
    ("Orya", "or"),
]
DECIDES += [("Sinh", "si"), ("Olck", "sat"), ("Mtei", "mni"), ("Thaa", "dv")]


@pytest.mark.parametrize(("script", "tag"), DECIDES)
def test_a_script_that_decides(script: str, tag: str) -> None:
    assert language_of_script(script) == tag


@pytest.mark.parametrize("script", ["Deva", "Arab", "Latn", "Beng", "Cyrl", "Zyyy", "Xxxx", ""])
def test_a_script_that_does_not_decide(script: str) -> None:
    assert language_of_script(script) is None


RA, ASSAMESE_RA, ASSAMESE_VA = "\u09b0", "\u09f0", "\u09f1"
BENGALI = [
    ("Assamese", [f"\u0985\u09b8\u09ae{ASSAMESE_RA}", f"{ASSAMESE_VA}\u09be"], "as", ""),
    ("only the va", [f"{ASSAMESE_VA}\u09be"], "as", ""),
    ("Bengali", [f"{RA}\u09ac\u09bf"], None, "Bengali and Manipuri both"),
    ("Manipuri", [f"{ASSAMESE_VA}\u09be\u09b9\u09c8", f"{RA}\u09be"], None, "it has the va and the Bengali r"),
    ("Bengali that quotes Assamese", [RA * 9, ASSAMESE_RA], None, ""),
    ("Assamese that quotes Bengali", [ASSAMESE_RA * 9, RA], "as", ""),
    ("no r at all", ["\u0995\u09a5\u09be"], None, ""),
    ("no text", [], None, ""),
]


@pytest.mark.parametrize(("label", "texts", "expected", "why"), BENGALI, ids=[case[0] for case in BENGALI])
def test_bengali_script(label: str, texts: list[str], expected: str | None, why: str) -> None:
    assert language_of_script("Beng", iter(texts)) == expected, why


@pytest.mark.parametrize("row", SCRIPTS)
def test_every_script_is_complete(row: dict[str, str]) -> None:
    assert len(row["script"]) == 4
    assert row["direction"] in {"ltr", "rtl"}
    if row["language"]:
        assert fits(row["script"], row["language"])
        assert language_of_script(row["script"]) == row["language"]
    for zero in code_points(row["zero"]):
        if unicodedata.category(zero) != "Cn":  # newer than this Python's Unicode
            assert [unicodedata.decimal(chr(ord(zero) + i)) for i in range(10)] == list(range(10))
    for mark in code_points(row["punctuation"]):
        assert unicodedata.category(mark)[0] in "PC", f"U+{ord(mark):04X}"


def test_each_indic_script_has_its_own_zero() -> None:
    zeros = {row["script"]: row["zero"] for row in load("scripts")}
    names = {"Deva": "DEVANAGARI", "Beng": "BENGALI", "Taml": "TAMIL", "Olck": "OL CHIKI", "Mtei": "MEETEI MAYEK"}
    for script, name in names.items():
        assert code_points(zeros[script]) == unicodedata.lookup(f"{name} DIGIT ZERO")


@pytest.mark.parametrize(
    ("script", "lang", "expected"),
    [("Deva", "Hindi", True), ("Latn", "hi", False), ("Arab", "ks", True), ("Deva", "ks", True), ("Beng", "mni", True),
     ("Mtei", "mni", True), ("Zyyy", "ta", True), ("Zinh", "ta", True), ("", "ta", True), ("Hani", "ja", True),
     ("Guru", "pnb", False)],
)  # fmt: skip
def test_fits(script: str, lang: str, expected: bool) -> None:
    assert fits(script, lang) is expected


def test_fits_refuses_an_unknown_language() -> None:
    with pytest.raises(UnknownName):
        fits("Deva", "klingonese")


def test_public_data_sets_are_named_after_their_language() -> None:
    files = sorted((Path(__file__).resolve().parents[1].parent / "shared" / "data" / "qa").glob("*.csv"))
    if not files:
        pytest.skip("needs the shared data")
    assert {file.name: language_of_file(file) for file in files} == {
        file.name: language(file.name.split("_")[0]).tag for file in files
    }
