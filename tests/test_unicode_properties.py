"""The property tables against their sources, and the functions that read them."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import unicodedata
from pathlib import Path

import pytest

from indicmatch.errors import BadInput, UnknownName
from indicmatch.tables import load
from indicmatch.unicode import (
    UNICODE_VERSION,
    character_class,
    default_ignorable,
    dominant_script,
    general_category,
    is_letter,
    ranges,
    script,
    value_of,
    white_space,
)

ROOT = Path(__file__).resolve().parents[1]
OFFICIAL = ROOT.parent / "shared" / "unicode" / UNICODE_VERSION
EVERYTHING = [chr(code) for code in range(sys.maxunicode + 1)]
PROPERTIES = [row["property"] for row in load("ucd_properties")]
NEWER_REGEX_MAY_DIFFER_BY = 20  # code points: a later Unicode version corrects a few properties of older characters


def require(module: str):
    """The module; without it the test is skipped, or fails where INDICMATCH_REQUIRE asks for every test."""
    if importlib.util.find_spec(module) is None and os.environ.get("INDICMATCH_REQUIRE"):
        pytest.fail(f"{module} is not installed")
    return pytest.importorskip(module)


def codes_of(field: str) -> set[int]:
    """The code points of a field such as `0964..0965 0970`."""
    ends = (span.partition("..") for span in field.split())
    return {code for first, _, last in ends for code in range(int(first, 16), int(last or first, 16) + 1)}


@pytest.fixture(scope="module")
def generator():
    require("regex")
    spec = importlib.util.spec_from_file_location("unicode_tables", ROOT / "tools" / "unicode_tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_are_what_their_generator_writes(generator):
    import regex

    if regex.__version__ != generator.REGEX_VERSION:
        pytest.skip(f"the tables come from regex {generator.REGEX_VERSION}, found {regex.__version__}")
    written = {path.name: path.read_text(encoding="utf-8") for path in generator.DATA.glob("ucd_*.tsv")}
    assert written == dict(generator.tables())


def test_the_generator_refuses_another_release_of_regex(generator, monkeypatch):
    monkeypatch.setattr(generator, "REGEX_VERSION", "0.0.0")
    with pytest.raises(SystemExit, match=r"expected 0\.0\.0"):
        generator.refuse_other_versions()


@pytest.mark.parametrize("name", PROPERTIES)
def test_the_tables_agree_with_any_recent_regex_on_the_characters_of_their_version(generator, name):
    import regex

    if not generator.has("General_Category", "Lo", generator.NEW_IN_VERSION):
        pytest.skip(f"regex {regex.__version__} knows only an older Unicode version")
    _, _, values = generator.PROPERTIES[name]
    table = {row["value"]: row["ranges"] for row in load(f"ucd_{name.lower()}")}
    differ: set[int] = set()
    for value in values.split() if values else generator.script_codes():
        theirs = generator.ranges(name, value)
        if value in table and theirs != table[value]:  # a newer regex may know newer scripts
            differ |= codes_of(theirs) ^ codes_of(table[value])
    assert len({code for code in differ if general_category(chr(code)) != "Cn"}) <= NEWER_REGEX_MAY_DIFFER_BY


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Grapheme_Cluster_Break", "GraphemeBreakProperty.txt"),
        ("Script", "Scripts.txt"),
        ("Word_Break", "WordBreakProperty.txt"),
    ],
)
def test_the_tables_agree_with_the_official_file(name, file):
    if not OFFICIAL.exists():
        pytest.skip("the official Unicode files are not at hand")
    lines = (line.partition("#")[0].split(";") for line in (OFFICIAL / file).read_text(encoding="utf-8").split("\n"))
    official: dict[str, set[int]] = {}
    for code_points, value in (line for line in lines if len(line) == 2):
        official.setdefault(value.strip(), set()).update(codes_of(code_points))
    ours = {row["value"]: codes_of(row["ranges"]) for row in load(f"ucd_{name.lower()}")}
    if name == "Script":  # the file has long names, the table has codes
        code_of = {value: script(chr(min(codes))) for value, codes in official.items()}
        official = {code_of[value]: codes for value, codes in official.items()}
    assert ours == official


@pytest.mark.parametrize("name", PROPERTIES)
def test_every_way_to_ask_for_a_property_gives_the_same(name):
    values = [row["value"] for row in load(f"ucd_{name.lower()}")]
    edges = {edge for value in values for first, last in ranges(name, value) for edge in (first, last)}
    sample = "".join(chr(code) for edge in edges for code in range(max(edge - 1, 0), min(edge + 2, len(EVERYTHING))))
    seen: dict[str, str] = {}
    for value in values:
        matches = set(re.findall(f"[{character_class(name, value)}]", sample))
        assert matches, value
        assert not seen.keys() & matches, f"{value} shares characters with another value"
        seen.update(dict.fromkeys(matches, value))
    default = next(row["default"] for row in load("ucd_properties") if row["property"] == name)
    assert {character: value_of(name, character) for character in sample} == {c: seen.get(c, default) for c in sample}


def test_every_table_is_of_the_one_version():
    assert {row["version"] for row in load("ucd_properties")} == {UNICODE_VERSION}
    for row in load("ucd_properties"):
        assert {table_row["source"] for table_row in load(row["table"])} == {row["source"]}
        assert UNICODE_VERSION in row["source"]


def test_general_category_agrees_with_this_python_on_the_characters_it_knows():
    differ = [c for c in EVERYTHING if unicodedata.category(c) not in ("Cn", general_category(c))]
    assert set(differ) <= {"\N{LATIN LETTER PHARYNGEAL VOICED FRICATIVE}", "\N{AHOM CONSONANT SIGN MEDIAL RA}"}


@pytest.mark.parametrize(
    ("character", "expected", "why"),
    [
        ("\N{DEVANAGARI LETTER KA}", "Deva", "a letter"),
        ("\N{BENGALI VOWEL SIGN I}", "Beng", "a mark of one script"),
        ("\N{TAMIL DIGIT ONE}", "Taml", "a digit of one script"),
        ("\N{ARABIC LETTER FARSI YEH}", "Arab", "Urdu"),
        ("\N{MEETEI MAYEK LETTER KOK}", "Mtei", "Manipuri"),
        ("\N{OL CHIKI LETTER LA}", "Olck", "Santali"),
        ("\N{CHAKMA LETTER KAA}", "Cakm", "above U+FFFF"),
        ("\N{DEVANAGARI DANDA}", "Zyyy", "shared by the scripts of India"),
        ("7", "Zyyy", "an ASCII digit"),
        ("\0", "Zyyy", "the first code point"),
        ("\N{ZERO WIDTH NON-JOINER}", "Zinh", "a joiner"),
        ("\N{DEVANAGARI STRESS SIGN UDATTA}", "Zinh", "a Vedic mark used in many scripts"),
        ("\U00010940", "Sidt", "new in Unicode 17, and in no Python before 3.15"),
        ("\u0378", "Zzzz", "unassigned"),
        ("\ud800", "Zzzz", "a lone surrogate"),
        ("\ue000", "Zzzz", "private use"),
        ("\U0010ffff", "Zzzz", "the last code point"),
    ],
)
def test_script_of_a_character(character, expected, why):
    assert script(character) == expected, why


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        ("नई दिल्ली", "Deva", "one script"),
        ("दिल्ली (Delhi)", "Latn", "five Latin letters, three Devanagari: marks have no say"),
        ("दिल्ली नगर (Delhi)", "Deva", "six against five"),
        ("क a", "Deva", "of two with equally many, the first"),
        ("a क", "Latn", "of two with equally many, the first"),
        ("\U00011107\U00011108", "Cakm", "letters above U+FFFF"),
        ("\U00010940", "Sidt", "a letter newer than this Python"),
        ("१९४७", None, "digits are no letters"),
        ("\N{DEVANAGARI VOWEL SIGN AA}", None, "marks are no letters"),
        ("۔ ، ؟", None, "punctuation"),
        ("", None, "nothing"),
        ("\ud800\ue000", None, "no letters, and no script"),
    ],
)
def test_dominant_script(text, expected, why):
    assert dominant_script(text) == expected, why


def test_white_space_is_what_unicode_says_and_not_what_str_says():
    assert {c for c in EVERYTHING if c.isspace()} - white_space() == set("\x1c\x1d\x1e\x1f")
    assert len(white_space()) == 25
    assert white_space() == {c for c in EVERYTHING if c.isspace()} - set("\x1c\x1d\x1e\x1f")


def test_default_ignorable_holds_what_no_reader_sees():
    seen = "\N{NO-BREAK SPACE}क\N{DEVANAGARI SIGN VIRAMA}"
    unseen = "\N{ZERO WIDTH SPACE}\N{ZERO WIDTH JOINER}\N{WORD JOINER}\N{SOFT HYPHEN}\N{VARIATION SELECTOR-16}\ufeff"
    assert set(unseen) < default_ignorable()
    assert not set(seen) & default_ignorable()


def test_letters_do_not_depend_on_the_python_version():
    assert is_letter("\U00010940"), "new in Unicode 17"
    assert not is_letter("\N{ROMAN NUMERAL ONE}"), "a number, though str.isalpha is true of it in some versions"


@pytest.mark.parametrize("wrong", ["", "कि", "ab"])
@pytest.mark.parametrize("function", [script, general_category, is_letter])
def test_anything_but_one_character_is_refused(function, wrong):
    with pytest.raises(BadInput, match="expected one character"):
        function(wrong)


def test_unknown_names_are_refused_with_the_nearest_known():
    with pytest.raises(UnknownName, match="Did you mean 'Script'"):
        ranges("Skript", "Deva")
    with pytest.raises(UnknownName, match="Did you mean 'Deva'"):
        ranges("Script", "Devaa")
    with pytest.raises(UnknownName, match="Word_Brake"):
        value_of("Word_Brake", "a")


def test_a_class_can_be_clipped_and_combined():
    assert ranges("General_Category", "P") == ranges("General_Category", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps")
    assert character_class("General_Category", "L", first=0x10000, last=0x10001) == "\U00010000-\U00010001"
    special = character_class("General_Category", "P", "S", last=0x7F)
    assert re.findall(f"[^{special}]", "".join(map(chr, range(0x21, 0x7F)))) == re.findall(
        "[0-9A-Za-z]", "".join(map(chr, range(0x21, 0x7F)))
    )
