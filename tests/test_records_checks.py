"""The warnings about texts: what they say, and that they are silent on honest text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indicmatch.errors import IndicMatchWarning
from indicmatch.records import Checks, read_records
from indicmatch.records.mojibake import mojibake

CODE_PAGES = ["cp1252", "latin-1", "mac-roman", "cp437", "cp850"]
INDIC = ["दिल्ली", "বাংলা ভাষা", "தமிழ்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "ગુજરાતી", "ଓଡ଼ିଆ", "ਪੰਜਾਬੀ", "اردو زبان", "ᱥᱟᱱᱛᱟᱲᱤ", "ꯃꯤꯇꯩ"]
OTHERS = ["caf\u00e9", "it\u2019s so", "1947\u20131950", "\u20b9500", "good \U0001f44d", "\u00a35"]
HONEST = [
    "caf\u00e9 d\u00e9j\u00e0 vu, \u00ab \u00e0 la carte \u00bb, voil\u00e0\u00a0\u00bb",
    "\u201eSpa\u00df\u201c und Gr\u00fc\u00dfe \u2013 gro\u00df\u2026 \u00dcber",
    "\u0130stanbul'da \u0131\u015f\u0131k \u015e\u0130\u015eL\u0130 \u011e",
    "Vi\u1ec7t Nam l\u00e0 m\u1ed9t qu\u1ed1c gia \u0110\u00c0 N\u1eb4NG",
    "S\u00c3O PAULO AMANH\u00c3\u2026 \u201cAMANH\u00c3\u201d",
    "\u00abBogot\u00e1\u00bb\u2026 \u00a1S\u00ed! \u00bfQu\u00e9? \u00d1AND\u00da\u201d",
    "l\u2019\u00e9t\u00e9\u2014\u00e0\u2014l\u00e0",
    "\u00c5se \u00d8\u2026 \u00d8\u2013",
    "\u00c9\u2026\u00c8\u2026\u00c0\u2026",
    "5\u00b0 \u00b1 2, x \u2265 \u221a2, \u03b1\u2192\u03b2",
    "\u251c\u2500\u2500\u2524 tree \u2514\u2500\u2500",
    "\U0001f642 \U0001f468\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f",
    "\u0420\u043e\u0441\u0441\u0438\u044f \u0395\u03bb\u03bb\u03ac\u03b4\u03b1 \u4e2d\u6587 \u65e5\u672c\u8a9e",
    "\u201a\u00c4pfel\u2018 \u00a35 \u20ac10 \u00a92020 \u00ae \u2122",
    *INDIC,
    *OTHERS,
]


def misread(text, encoding):
    return "".join(bytes([byte]).decode(encoding, "ignore") or chr(byte) for byte in text.encode())


@pytest.mark.parametrize("encoding", CODE_PAGES)
@pytest.mark.parametrize("text", [*INDIC, *OTHERS])
def test_misread_text_is_found_and_put_right(text, encoding):
    right = mojibake(misread(text, encoding))
    assert right is not None
    if encoding in {
        "cp1252",
        "latin-1",
        "mac-roman",
    }:  # the console code pages share signs, so that either may be named
        assert right == text


@pytest.mark.parametrize("text", HONEST)
def test_honest_text_is_none(text):
    assert mojibake(text) is None


@given(
    st.text(
        st.characters(min_codepoint=0x900, max_codepoint=0xDFF) | st.sampled_from(" .,-'\u2019\u2013\u0964"),
        max_size=60,
    )
)
def test_indic_text_is_none(text):
    assert mojibake(text) is None


@given(st.text(max_size=60))
def test_any_text_goes_through(text):
    right = mojibake(text)
    assert right is None or (right != text and len(right) < len(text))


def test_other_alphabets_read_as_windows_text():
    for text in ("c\u0153ur", "\u0130stanbul \u0131\u015f\u0131k", "\u0420\u043e\u0441\u0441\u0438\u044f", "\u4e2d\u6587"):
        assert mojibake(misread(text, "cp1252")) == text


def test_a_part_of_a_text():
    assert mojibake("दिल्ली \u00e2\u20ac\u201c भारत") == "दिल्ली \u2013 भारत"
    assert mojibake("the capital isn" + "\u00e2\u20ac\u2122" + "t it") == "the capital isn\u2019t it"


def checked(*rows, references="cell"):
    checks = Checks("hindi.csv", references)
    for line, (answer, response) in enumerate(rows, 2):
        checks.add(line, answer, (answer,), response)
    return list(checks.warnings())


GOOD = ("Delhi", "It is Delhi.")
FOUND = [
    ("header only", [], ["0 rows", "no figure"]),
    ("blank responses", [("a", ""), ("a", None), ("a", " \n")], ["every one of the 3 responses is blank"]),
    ("empty answers", [GOOD, ("", "r"), ("", "r")], ["2 of 3 answers are empty (lines 3, 4)"]),
    ("white answer", [GOOD, (" ", "r")], ["1 of 2 answers is only white space (line 3)"]),
    ("spaces around", [GOOD, ("a ", "r")], ["1 of 2 answers is written with spaces at an end (line 3)", "nfc"]),
    ("quotes after a space", [GOOD, (' "a"', "r")], ["1 of 2 answers is in quotes that belong to the text", "spaces after"]),
    ("lost answer", [GOOD, ("?????? ???", "r")], ["1 of 2 answers is only question marks '?' (line 3)", "UTF-8"]),
    ("lost response", [GOOD, ("a", "???? - ????")], ["1 of 2 responses is only question marks"]),
    ("replaced", [GOOD, ("a", "x\ufffdy")], ["1 of 2 responses is damaged: U+FFFD"]),
    ("mojibake", [GOOD, (misread("दिल्ली", "cp1252"), "r")], ["1 of 2 answers is mojibake (line 3)", "'दिल्ली'"]),
    ("many lines", [("", "r")] * 5, ["5 of 5 answers are empty (lines 2, 3, 4 ...)"]),
    (
        "slashes",
        [GOOD, ("a / b", "r"), ("c/d", "r")],
        ["2 of 3 answers hold", "'a / b' on line 3", "--references sep:/"],
    ),
    ("parentheses", [("a (b)", "r"), ("c (d)", "r"), ("e/f", "r")], ["3 of 3 answers hold", "--references paren"]),
    ("bars", [("a|b", "r"), ("c|d", "r")], ["--references 'sep:|'"]),
    (
        "long",
        [GOOD, ("one two three four five six seven eight nine ten eleven", "r")],
        ["longer than ten words (line 3)"],
    ),
]


@pytest.mark.parametrize(("label", "rows", "words"), FOUND, ids=[row[0] for row in FOUND])
def test_each_finding_names_file_count_and_line(label, rows, words):
    (text,) = checked(*rows)
    assert text.startswith("hindi.csv: ")
    assert [word for word in words if word not in text] == []


SILENT = [
    ("a good row", [GOOD], "nothing to say"),
    ("one slash among many", [("a/b", "r"), *[GOOD] * 50], "not many"),
    ("a date and a fraction", [("12/05/2020", "r"), ("1/2", "r")], "no alternatives"),
    ("a question", [("Who?", "What?"), ("?a", "r ?")], "letters are there"),
    ("ten words", [("a b c d e f g h i j", "r")], "not more than ten"),
    ("one blank response", [GOOD, ("a", "")], "counted in the figures, no warning"),
]


@pytest.mark.parametrize(("label", "rows", "why"), SILENT, ids=[row[0] for row in SILENT])
def test_silent_where_there_is_nothing(label, rows, why):
    assert checked(*rows) == [], why


def test_several_answers_are_no_finding_when_they_are_split():
    assert checked(("a/b", "r"), ("c/d", "r"), references="sep:/") == []


def test_parts_of_a_file_are_merged():
    rows = [
        GOOD,
        ("", "r"),
        ("a/b", "???"),
        ("", ""),
        ("c/d", "\ufffd"),
        ("", "r"),
        ("", "x"),
        (misread("தமிழ்", "cp1252"), "r"),
    ]
    whole = Checks("a.csv")
    early, late = Checks("a.csv"), Checks("a.csv")
    for line, (answer, response) in enumerate(rows, 2):
        whole.add(line, answer, (answer,), response)
        (early if line < 5 else late).add(line, answer, (answer,), response)
    late.merge(early)
    assert sorted(late.warnings()) == sorted(whole.warnings())
    assert (late.rows, late.blank_responses) == (len(rows), 1)


@pytest.mark.parametrize("mode", ["cell", "sep:/", "columns:a,b"])
def test_what_is_known_of_answers_changes_no_finding(mode, monkeypatch):
    """Each answer again and again, in batches that share what they know, which is not much."""
    monkeypatch.setattr("indicmatch.records.checks._KNOWN", 2)
    answers = ["Delhi", " x", "a/b", "", "?", "\ufffd\u0915", "one two three four five six seven eight nine ten eleven", "\u0915", "y" * 300]
    drawn = enumerate(random.Random(1).choices(answers, k=400), 2)
    rows = [(line, answer, (answer,) if mode == "cell" or line % 3 else ("", ""), "r") for line, answer in drawn]
    one_by_one, together, known = Checks("a.csv", mode), Checks("a.csv", mode), set()
    for row in rows:
        one_by_one.add(*row)
    for start in range(0, len(rows), 7):
        part = Checks("a.csv", mode)
        part.add_rows(*zip(*rows[start : start + 7], strict=True), known)
        together.merge(part)
    assert list(together.warnings()) == list(one_by_one.warnings())
    assert len(list(together.warnings())) > 3


def test_read_records_gives_the_warnings(tmp_path):
    path = tmp_path / "hindi.csv"
    path.write_text("answer,response\n,r\n", encoding="utf-8")
    with pytest.warns(IndicMatchWarning, match="1 of 1 answers is empty"):
        assert len(list(read_records(path))) == 1
    assert len(list(read_records(path, check=False))) == 1


@pytest.mark.parametrize(("mode", "cell"), [("paren", "()"), ("sep:/", "/")])
def test_a_cell_of_separators_is_an_empty_answer_and_said_to_be(mode, cell):
    from indicmatch.records import split_references

    checks = Checks("hindi.csv", mode)
    checks.add(2, cell, split_references(cell, mode), "Delhi")
    assert any("empty (line 2)" in text for text in checks.warnings())
