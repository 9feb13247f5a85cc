"""The byte audit of each column, and the repairs that lose nothing."""

import json
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from indicmatch import normalize
from indicmatch.audit.findings import FINDINGS, Cell, explained
from indicmatch.audit.repair import repaired
from tests.auditing import audit, run, write
from tests.strategies import text_in

HI, ML, UR, EN = (frozenset(scripts) for scripts in (["Deva"], ["Mlym"], ["Arab"], ["Latn"]))
FOUND = [  # finding, cell, part, scripts of the language, kinds
    ("not_nfc", "\u0958\u0932\u092e\u095b", "answer", HI, ["U+0958 > U+0915 U+093C", "U+095B > U+091C U+093C"]),
    ("not_nfc", "\u09af\u09bc", "answer", HI, []),
    ("legacy_letters", "\u0d05\u0d35\u0d28\u0d4d\u200d", "answer", ML, ["U+0D28 U+0D4D U+200D > U+0D7B"]),
    ("do_not_emit", "\u0905\u093e\u092e", "answer", HI, ["U+0905 U+093E > U+0906"]),
    ("do_not_emit", "\u0906\u092e", "answer", HI, []),
    ("hidden_joiners", "\u0915\u200c\u092e", "answer", HI, ["U+200C ZERO WIDTH NON-JOINER"]),
    ("hidden_joiners", "\u0d28\u0d4d\u200d", "answer", ML, []),  # it makes a chillu
    ("shown_joiners", "\u0915\u094d\u200d\u0937", "answer", HI, ["U+200D ZERO WIDTH JOINER"]),
    ("special_spaces", "a\u00a0b\u2009c", "answer", EN, ["U+00A0 NO-BREAK SPACE", "U+2009 THIN SPACE"]),
    ("zero_width_space", "\u0928\u200b\u0926\u0940", "answer", HI, ["U+200B ZERO WIDTH SPACE"]),
    ("byte_order_mark", "x\ufeff", "answer", EN, ["U+FEFF ZERO WIDTH NO-BREAK SPACE"]),
    ("bidi_marks", "\u202b\u0627\u202c", "answer", UR, ["U+202B RIGHT-TO-LEFT EMBEDDING", "U+202C POP DIRECTIONAL FORMATTING"]),
    ("other_invisible", "del\u00adhi", "answer", EN, ["U+00AD SOFT HYPHEN"]),
    ("control_characters", "a\x07", "answer", EN, ["U+0007 control character"]),
    ("control_characters", "a\tb\r\n", "answer", EN, []),
    ("no_characters", "\ud83d\ue000", "answer", EN, ["U+D83D lone surrogate", "U+E000 private use"]),
    ("presentation_forms", "\ufeb3", "answer", UR, ["U+FEB3 ARABIC LETTER SEEN INITIAL FORM"]),
    ("mixed_digits", "\u0967\u096f47", "answer", HI, ["ASCII+Deva"]),
    ("mixed_digits", "1947", "answer", HI, []),
    ("pipe_for_danda", "\u0935\u0939 \u0917\u092f\u093e|", "response", HI, ["U+007C VERTICAL LINE"]),
    ("pipe_for_danda", "\u0935\u0939 \u0917\u092f\u093e | \u0914\u0930", "response", HI, []),  # a separator
    ("pipe_for_danda", "| \u0915 | \u0916 |", "response", HI, []),  # a table
    ("other_script", "\u0995\u09b2\u09ae", "answer", HI, ["Beng"]),
    ("other_script", "\u0995\u09b2\u09ae", "id", HI, []),
    ("latin_letters", "AIIMS \u0926\u093f\u0932\u094d\u0932\u0940", "answer", HI, ["Latn"]),
    ("latin_letters", "Delhi", "answer", EN, []),
    ("mixed_script_words", "AIIMS\u092e\u0947\u0902", "response", HI, ["Deva+Latn"]),
    ("mixed_script_words", "AIIMS \u092e\u0947\u0902", "response", HI, []),
    ("outer_spaces", " Delhi\n", "answer", EN, ["before", "behind"]),
    ("mojibake", "caf\u00c3\u00a9", "answer", EN, ["caf\u00c3\u00a9 for caf\u00e9"]),
    ("mojibake", "caf\u00e9", "answer", EN, []),
    ("lost_letters", "???", "answer", HI, ["only question marks"]),
    ("lost_letters", "really?", "answer", EN, []),
    ("lost_letters", "a\ufffd", "answer", EN, ["U+FFFD REPLACEMENT CHARACTER"]),
    ("several_answers", "Delhi / New Delhi", "answer", EN, ["/"]),
    ("several_answers", "Delhi / New Delhi", "response", EN, []),
    ("several_answers", "1/2", "answer", EN, []),
]


@pytest.mark.parametrize(("name", "text", "part", "scripts", "kinds"), FOUND)
def test_findings(name, text, part, scripts, kinds):
    assert list(FINDINGS[name].look(Cell(text, part, scripts))) == kinds


def test_every_finding_is_explained_and_tried():
    assert set(explained()) == {*FINDINGS, "repeated_question"}
    assert {name for name, _, _, _, kinds in FOUND if kinds} == set(FINDINGS)


@given(text_in("Deva"), st.sampled_from(sorted(FINDINGS)))
@settings(max_examples=200, deadline=None)
def test_findings_take_any_text(text, name):
    if text and not text.isspace():
        list(FINDINGS[name].look(Cell(text, "answer", HI)))


def test_the_audit_counts_by_column_with_lines_and_advice(tmp_path):
    rows = [("q1", "\u0958", "d", "x "), ("q2", "\u0958\u0959", "d", ""), ("Q1 ", "\u0915", "d", "y"), ("q1", "\u0958", "d", "1/2 \u0967")]
    columns = {found["column"]: found for found in audit(write(tmp_path / "hindi.csv", rows)).to_dict()["inputs"][0]["columns"]}
    answer = {found["finding"]: found for found in columns["answer"]["findings"]}
    assert (answer["not_nfc"]["count"], answer["not_nfc"]["share"], answer["not_nfc"]["lines"]) == (3, 0.75, [2, 3, 5])
    assert answer["not_nfc"]["kinds"] == {"U+0958 > U+0915 U+093C": 3, "U+0959 > U+0916 U+093C": 1}
    assert answer["not_nfc"]["repaired_by_fix_bytes"] is True
    assert (columns["response"]["cells"], columns["response"]["blank"]) == (4, 1)
    assert columns["response"]["digits"] == {"ASCII": 1, "Deva": 1}
    repeated = next(found for found in columns["question"]["findings"] if found["finding"] == "repeated_question")
    assert (repeated["lines"], repeated["kinds"]) == ([4, 5], {"with another answer": 1, "with the same answer": 1})


def test_parts_of_records_are_columns_too(tmp_path):
    path = tmp_path / "hindi.jsonl"
    path.write_text(json.dumps({"answer": "\u0958", "out": {"text": "\u0958"}}) + "\n", encoding="utf-8")
    columns = {found["column"]: found for found in audit(path, columns={"response": "out.text"}).to_dict()["inputs"][0]["columns"]}
    assert [found["finding"] for found in columns["response"]["findings"]] == ["not_nfc"]


REPAIRED = [
    ("\ufeff\u0958 ", "\u0915\u093c ", ["byte_order_mark", "not_nfc"]),
    ("\u0d28\u0d4d\u200d", "\u0d7b", ["legacy_letters"]),
    ("\u09a4\u09cd\u200d", "\u09ce", ["legacy_letters"]),
    ("\u0915\u200c\u092e", "\u0915\u092e", ["hidden_joiners"]),
    ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937", []),  # it shows
    ("\u0905\u093e", "\u0905\u093e", []),  # another spelling: for the level, not for the file
    ("a\u00a0b  \u0967\u0964\u200b\u202e\u2018x\u2019", "a\u00a0b  \u0967\u0964\u200b\u202e\u2018x\u2019", []),
]


@pytest.mark.parametrize(("text", "right", "made"), REPAIRED)
def test_only_what_loses_nothing_is_repaired(text, right, made):
    assert repaired(text) == (right, made)


@given(st.sampled_from(["Deva", "Mlym", "Beng", "Arab", "Latn"]).flatmap(text_in))
@example("\u0904\u200c\u00ad\u0900")  # without the soft hyphen the joiner shows
@settings(max_examples=200, deadline=None)
def test_a_repair_changes_nothing_from_the_level_encoding_on(text):
    right, made = repaired(text)
    assert normalize(right, "encoding") == normalize(text, "encoding")
    assert repaired(right) == (right, [])
    assert unicodedata.is_normalized("NFC", right)
    assert bool(made) == (right != text)
    assert right.count(" ") == text.count(" ")


def test_the_copy_is_the_file_but_for_its_repairs(tmp_path):
    text = '\ufeffid,answer,response\r\n007,"\u0958, x",\u0915\u200c\u092e\r\n"8",plain,"say ""hi"" \u202e"\r\n'
    path = tmp_path / "hindi.csv"
    path.write_bytes(text.encode())
    status, _, err = run(path, "--fix-bytes", tmp_path / "out.csv", "--format", "json")
    assert status == 0, err
    right = 'id,answer,response\r\n007,"\u0915\u093c, x",\u0915\u092e\r\n"8",plain,"say ""hi"" \u202e"\r\n'
    assert (tmp_path / "out.csv").read_bytes().decode() == right


def test_repairs_of_json_lines_touch_strings_alone(tmp_path):
    line = '{"answer": "\u0958", "response": "\\u0958 \\/ \\n", "n": 1.50, "deep": [{"x": "\u0915\u200c\u092e"}]}'
    path = tmp_path / "hindi.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    status, out, _ = run(path, "--fix-bytes", tmp_path / "out.jsonl", "--format", "json")
    assert status == 0
    fixed = (tmp_path / "out.jsonl").read_text(encoding="utf-8")
    assert fixed == '{"answer": "\u0915\u093c", "response": "\u0915\u093c / \\n", "n": 1.50, "deep": [{"x": "\u0915\u092e"}]}\n'
    assert {repair["repair"]: repair["cells"] for repair in json.loads(out)["inputs"][0]["repairs"]} == {"not_nfc": 2, "hidden_joiners": 1}


def test_keys_of_json_lines_stay_as_they_are(tmp_path):
    """Two of them could become one, and a value would be lost."""
    line = '{"answer": "\u0958", "response" : "a", "\u0958": 1, "\u0915\u093c": {"\u0958": "\u0958"}, "\ufeffDomain": 2}'
    path = tmp_path / "hindi.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    assert run(path, "--fix-bytes", tmp_path / "fixed.jsonl")[0] == 0
    copy = (tmp_path / "fixed.jsonl").read_text(encoding="utf-8")
    assert copy == line.replace('"answer": "\u0958"', '"answer": "\u0915\u093c"').replace('{"\u0958": "\u0958"}', '{"\u0958": "\u0915\u093c"}') + "\n"


def test_several_copies_go_to_a_folder_and_no_input_is_overwritten(tmp_path):
    one, two = (write(tmp_path / name, [("q", "\u0958", "d", "x")]) for name in ("hindi.csv", "marathi.csv"))
    assert run(one, two, "--fix-bytes", tmp_path / "out")[0] == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["hindi.csv", "marathi.csv"]
    status, _, err = run(one, "--fix-bytes", one)
    assert (status, "overwrite" in err) == (2, True)
    status, _, err = run(one, two, "--fix-bytes", one)
    assert (status, "folder" in err) == (2, True)
