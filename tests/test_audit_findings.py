"""Collisions, the byte audit, its repairs, the wrong script, languages compared, labels, and the command line."""

import csv
import json
import os
import subprocess
import sys
import unicodedata
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indicmatch import BadFile, normalize
from indicmatch.audit import audit_files
from indicmatch.audit.collisions import Collisions, _Distinct
from indicmatch.audit.findings import FINDINGS, Cell, explained
from indicmatch.audit.labels import sample, stratum_of, worth_a_look
from indicmatch.audit.ladder import plan_up_to, rungs_of
from indicmatch.audit.repair import repaired
from indicmatch.audit.wrong_script import WrongScript
from indicmatch.errors import IndicMatchWarning
from indicmatch.normalize import levels
from indicmatch.tables import load
from indicmatch.unicode import dominant_script
from tests.shaping import FAMILIES, drawn_alike, fonts_for
from tests.strategies import text_in

SHARED = Path(__file__).resolve().parents[1].parent / "shared"


def write(path: Path, rows, header=("question", "answer", "Domain", "response")) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def audit(*paths, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        return audit_files(paths, **options)


# Collisions


def collisions(answers, level="layout", lang="hi"):
    found = Collisions(rungs_of(plan_up_to(level), lang), "words", lang)
    for answer in answers:
        found.add([answer], None)
    return found.figures()


def test_each_step_says_which_answers_it_makes_equal():
    answers = ["\u0958\u0932\u092e", "\u0915\u093c\u0932\u092e", "new delhi", "new  delhi", "1947", "\u0967\u096f\u096a\u096d", "100000", "1,00,000", "other"]
    figures = collisions(answers)["answers"]
    assert {step: its["examples"] for step, its in figures["steps"].items()} == {
        "nfc": [["\u0958\u0932\u092e", "\u0915\u093c\u0932\u092e"]],
        "space": [["new  delhi", "new delhi"]],
        "digits": [["\u0967\u096f\u096a\u096d", "1947"]],
        "separators": [["1,00,000", "100000"]],
    }
    assert (figures["distinct"], figures["complete"]) == (9, True)
    assert [its["alike"] for its in figures["steps"].values()] == [True, True, False, False]


def test_three_texts_that_meet_at_two_steps_are_two_collisions():
    steps = collisions(["\u0958 1", "\u0915\u093c 1", "\u0958 \u0967"])["answers"]["steps"]
    assert {step: (its["groups"], its["texts"]) for step, its in steps.items()} == {"nfc": (1, 2), "digits": (1, 2)}


def test_case_alone_is_no_difference():
    assert collisions(["Delhi", "delhi", "DELHI"])["answers"]["distinct"] == 1


def test_stems_collide_at_the_last_rung():
    rungs = rungs_of(plan_up_to("nfc", stem="error"), "mr")
    found = Collisions(rungs, "words", "mr")
    found.add(["\u0926\u093f\u0932\u094d\u0932\u0940"], "\u0926\u093f\u0932\u094d\u0932\u0940\u0924")
    assert list(found.figures()["words"]["steps"]) == ["stem"]


def test_the_bound_is_said():
    distinct = _Distinct(2)
    for text in ("a", "b", "A"):
        distinct.add(text)
    assert (len(distinct.texts), distinct.missed) == (2, False)
    distinct.add("c")
    assert (len(distinct.texts), distinct.missed) == (2, True)


CONTRASTS = [  # pairs that a reader can tell apart, and that no step up to `encoding` may merge
    ("\u0926\u0930\u094d\u200d\u092f\u093e", "\u0926\u0930\u094d\u092f\u093e"),  # valleys, ocean
    ("\u0972\u092a", "\u090f\u092a"),
    ("\u09b0\u200d\u09cd\u09af\u09be\u09ac", "\u09b0\u09cd\u09af\u09be\u09ac"),
    ("\u09f0", "\u09b0"),
    ("\u0d05\u0d35\u0d7b", "\u0d05\u0d35\u0d28\u0d4d"),
    ("\u0db8\u0dca\u200d\u0dbb", "\u0db8\u0dca\u0dbb"),
    ("\u0b2c", "\u0b35"),
    ("\u0a38\u0a3c", "\u0a38"),
    ("\u0915|\u0916", "\u0915\u0964\u0916"),
    ("\u0909\u0924\u094d\u0924\u0930:", "\u0909\u0924\u094d\u0924\u0930\u0903"),
]


def test_up_to_encoding_nothing_collides_that_a_reader_can_tell_apart():
    answers = [text for pair in CONTRASTS for text in pair]
    for lang in ("hi", "bn", "ml", "pa", "or", "si"):
        assert collisions(answers, "encoding", lang)["answers"]["steps"] == {}


@pytest.mark.skipif(not (SHARED / "data" / "qa").is_dir(), reason="the shared data are not there")
@pytest.mark.slow
def test_in_real_files_what_collides_up_to_encoding_is_drawn_alike():
    """HarfBuzz is the witness. What `donotemit` rewrites is official and not always visual: there the table is."""
    seen = 0
    for path in sorted((SHARED / "data" / "qa").glob("*_x*.csv")):
        (found,) = audit(path, level="encoding").to_dict()["inputs"]
        for merged in (its for kind in found["collisions"].values() for step, its in kind["steps"].items() if step != "donotemit"):
            for first, *others in merged["examples"]:
                script = dominant_script(first)
                for other in others if script in FAMILIES else ():
                    seen += 1
                    assert all(drawn_alike(first, other, fonts_for(script)).values()), (path.name, ascii(first), ascii(other))
    assert seen > 20


# The byte audit

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


# Repairs

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
@settings(max_examples=200, deadline=None)
def test_a_repair_changes_nothing_from_the_level_encoding_on(text):
    right, made = repaired(text)
    assert normalize(right, "encoding") == normalize(text, "encoding")
    assert repaired(right) == (right, [])
    assert unicodedata.is_normalized("NFC", right)
    assert bool(made) == (right != text)
    assert right.count(" ") == text.count(" ")


def run(*arguments, cwd=None):
    done = subprocess.run([sys.executable, "-m", "indicmatch", "audit", *map(str, arguments)], capture_output=True, check=False, cwd=cwd,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})  # fmt: skip
    return done.returncode, done.stdout.decode(), done.stderr.decode()


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


def test_several_copies_go_to_a_folder_and_no_input_is_overwritten(tmp_path):
    one, two = (write(tmp_path / name, [("q", "\u0958", "d", "x")]) for name in ("hindi.csv", "marathi.csv"))
    assert run(one, two, "--fix-bytes", tmp_path / "out")[0] == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["hindi.csv", "marathi.csv"]
    status, _, err = run(one, "--fix-bytes", one)
    assert (status, "overwrite" in err) == (2, True)
    status, _, err = run(one, two, "--fix-bytes", one)
    assert (status, "folder" in err) == (2, True)


# Right answer, wrong script


@pytest.mark.parametrize(
    ("answer", "response", "script"),
    [
        ("\u0917\u0902\u0917\u093e", "\u0997\u0999\u09cd\u0997\u09be \u09a8\u09a6\u09c0", "Beng"),
        ("\u0926\u093f\u0932\u094d\u0932\u0940", "\u09a6\u09bf\u09b2\u09cd\u09b2\u09bf\u0964", "Beng"),  # the length of a vowel does not matter
        ("\u0926\u093f\u0932\u094d\u0932\u0940", "\u0c26\u0c3f\u0c32\u0c4d\u0c32\u0c40", "Telu"),
        ("\u0935\u093e\u0930\u093e\u0923\u0938\u0940", "\u09ac\u09be\u09b0\u09be\u09a3\u09b8\u09c0", "Beng"),
        ("\u09ad\u09be\u09b0\u09a4", "\u092d\u093e\u0930\u0924 \u0939\u0948", "Deva"),
        ("\u0930\u093e\u092e", "\u09b0\u09be\u09ae\u09be\u09af\u09bc\u09a3", None),  # only inside a longer word
        ("\u0917\u0902\u0917\u093e", "\u0917\u0919\u094d\u0917\u093e", None),  # in its own script it is a question of spelling
        ("\u0917\u0902\u0917\u093e", "Ganga", None),
        ("Delhi", "\u0926\u093f\u0932\u094d\u0932\u0940", None),
        ("1947", "\u09e7\u09ef\u09ea\u09ed", None),
    ],
)
def test_the_answer_in_another_script(answer, response, script):
    assert WrongScript().add(2, [answer], response) == script


def test_the_wrong_script_is_a_bucket_and_no_verdict(tmp_path):
    rows = [("q", "\u0917\u0902\u0917\u093e", "d", "\u0997\u0999\u09cd\u0997\u09be"), ("q", "x", "d", "x")]
    file = audit(write(tmp_path / "hindi.csv", rows)).to_dict()["files"][0]
    assert (file["wrong_script"]["rows"], file["wrong_script"]["scripts"]) == (1, {"Beng": 1})
    assert file["combined"]["metrics"]["exact_substring"]["layout"]["correct"] == 1


# Languages compared


def test_the_gap_between_languages_and_how_much_of_it_closes(tmp_path):
    header = ("id", "question", "answer", "Domain", "response")
    english = [(f"q{k}", "q", "x", "d", "x" if k < 8 else "no") for k in range(10)]
    hindi = [(f"q{k}", "q", "\u0958", "d", "\u0958" if k < 2 else "\u0915\u093c" if k < 6 else "no") for k in range(10)]
    report = audit(write(tmp_path / "english.csv", english, header), write(tmp_path / "hindi.csv", hindi, header)).to_dict()
    (pair,) = report["across"]
    assert (pair["languages"], pair["questions"]) == (["en", "hi"], 10)
    exact = pair["metrics"]["exact_substring"]
    assert exact["raw"]["gap"] == pytest.approx(0.6)
    assert exact["layout"]["gap"] == pytest.approx(0.2)
    assert exact["layout"]["closed"] == pytest.approx(0.4)
    # ten differences, six of them 1: sd = sqrt(.24 * 10 / 9), t(9) = 2.2622
    half = 2.2622 * (0.24 * 10 / 9 / 10) ** 0.5
    assert exact["raw"]["ci"] == pytest.approx([0.6 - half, 0.6 + half], abs=1e-4)
    assert exact["layout"]["closed_ci"] == pytest.approx([0.4 - half, 0.4 + half], abs=1e-4)


def test_files_of_one_language_and_files_without_ids_are_not_compared(tmp_path):
    rows = [("q1", "q", "x", "d", "x"), ("q2", "q", "x", "d", "y")]
    header = ("id", "question", "answer", "Domain", "response")
    one, two = write(tmp_path / "hindi_a.csv", rows, header), write(tmp_path / "hindi_b.csv", rows, header)
    assert audit(one, two).to_dict()["across"] is None
    other = write(tmp_path / "tamil.csv", [row[1:] for row in rows])
    assert audit(one, other).to_dict()["across"] is None


# Labels


def row(signs, flips=(), line=2):
    return {"line": line, "flips": [dict(zip(("metric", "flip", "step", "first"), (*flip, True), strict=True)) for flip in flips],
            "verdicts": dict(zip(("exact_substring", "word_overlap"), signs, strict=True))}  # fmt: skip


@pytest.mark.parametrize(
    ("found", "worth", "stratum"),
    [
        (row(("01", "01"), [("exact_substring", "rescued", "nfc")]), True, "rescued by nfc"),
        (row(("01", "10"), [("exact_substring", "rescued", "nfc"), ("word_overlap", "broken", "space")]), True, "broken by space"),
        (row(("11", "00")), True, "exact only"),
        (row(("00", "11")), True, "overlap only"),
        (row(("11", "11")), False, "metrics disagree"),
        (row(("00", "--")), False, "metrics disagree"),
    ],
)
def test_what_a_row_is_a_case_of(found, worth, stratum):
    assert (worth_a_look(found["verdicts"].values()), stratum_of(found)) == (worth, stratum)


def test_the_sample_is_in_proportion_and_holds_every_case():
    rows = [row(("11", "00"), line=k) for k in range(900)] + [row(("00", "11"), line=k) for k in range(900, 999)]
    rows += [row(("01", "01"), [("exact_substring", "rescued", "nfc")], line=999)] + [row(("11", "11"), line=2000)] * 500
    chosen, strata = sample(rows, 100)
    assert strata == {"exact only": 900, "overlap only": 99, "rescued by nfc": 1}
    counts = {name: sum(stratum_of(found) == name for found in chosen) for name in strata}
    assert counts == {"exact only": 90, "overlap only": 9, "rescued by nfc": 1}
    assert [found["line"] for found in sample(rows, 100)[0]] == [found["line"] for found in chosen]
    assert [found["line"] for found in sample(rows, 100, seed=1)[0]] != [found["line"] for found in chosen]
    assert len(sample(rows, 5000)[0]) == 1000


def test_labels_say_how_many_rescues_were_right(tmp_path):
    rows = [(f"q{k}", "\u0958", "d", "\u0915\u093c") for k in range(4)] + [("b", "cafe", "d", "cafe\u0301")]
    path = write(tmp_path / "hindi.csv", rows)
    checks = {found["line"]: found["check"] for found in audit(path).rows()}
    labels = write(tmp_path / "labels.csv", [("hindi.csv", 2, checks[2], 1), ("hindi.csv", 3, checks[3], 1), ("hindi.csv", 4, checks[4], 0),
                                             ("hindi.csv", 5, "stale", 1), ("hindi.csv", 6, checks[6], 0), ("tamil.csv", 2, "x", 1)],
                   ("file", "line", "check", "label"))  # fmt: skip
    found = audit(path, labels=labels).to_dict()["labels"]
    assert (found["labels"], found["used"], found["changed_rows"]) == (6, 4, 1)
    exact = found["metrics"]["exact_substring"]
    assert (exact["rescued"]["labelled"], exact["rescued"]["as_people_say"], exact["rescued"]["share"]) == (3, 2, pytest.approx(2 / 3))
    assert (exact["broken"]["labelled"], exact["broken"]["as_people_say"]) == (1, 1)
    assert list(exact["rescued"]["by_step"]) == ["nfc"]


@pytest.mark.parametrize(
    ("header", "cells", "problem"),
    [(("file", "line", "label"), ("a", "1", "1"), "check"), (("file", "line", "check", "label"), ("a", "1", "c", "yes"), "yes")],
)
def test_a_file_of_labels_that_cannot_be_used_is_refused(tmp_path, header, cells, problem):
    labels = write(tmp_path / "labels.csv", [cells], header)
    with pytest.raises(BadFile, match=problem):
        audit(write(tmp_path / "hindi.csv", []), labels=labels)


# The command


@pytest.fixture
def hindi(tmp_path) -> Path:
    return write(tmp_path / "hindi.csv", [("=q", "\u0958", "d", "\u0915\u093c\u0964"), ("q", "x", "e", "x")])


def test_the_command_prints_the_ladder(hindi):
    status, out, err = run(hindi)
    assert (status, err) == (0, "")
    for words in ("the ladder from raw", "nfc           nfc", "moves between the buckets", "what is in its characters", "signature layout: metric:"):
        assert words in out, words


@pytest.mark.parametrize(("format_", "says"), [("csv", "file,model,language,domain,metric,step"), ("markdown", "| ---"), ("latex", r"\toprule")])
def test_other_formats(hindi, format_, says):
    status, out, _ = run(hindi, "--format", format_)
    assert (status, says in out) == (0, True)


def test_json_is_the_report(hindi):
    status, out, _ = run(hindi, "--format", "json", "--normalize", "nfc+digits", "--metric", "word_overlap", "--stem")
    report = json.loads(out)
    assert (status, report["schema"], report["levels"]) == (0, "indicmatch.audit/1", ["raw", "nfc", "nfc+digits", "nfc+digits+stem"])
    assert [rung["step"] for rung in report["ladder"]] == ["raw", "words", "nfc", "space", "digits", "stem"]


def test_flips_and_pages_are_written(hindi, tmp_path):
    status, _, err = run(hindi, "--flips", tmp_path / "flips.csv", "--html", tmp_path / "report.html", "--excel-safe")
    assert (status, err) == (0, "")
    rows = list(csv.DictReader((tmp_path / "flips.csv").read_text(encoding="utf-8").splitlines()))
    assert {(row["step"], row["flip"], row["metric"]) for row in rows} == {("nfc", "rescued", "exact_substring"), ("nfc", "rescued", "word_overlap")}
    assert {row["question"] for row in rows} == {"'=q"}
    assert "Audit of hindi.csv" in (tmp_path / "report.html").read_text(encoding="utf-8")
    status, _, err = run(hindi, "--label", "5", "--html", tmp_path / "label.html")
    assert (status, "label.html: 1 rows to label" in err) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [(["--label", "5"], "--html"), (["--normalize", "nfcc"], "Did you mean 'nfc'"), (["--normalize", "raw"], "nothing to audit"),
     (["--labels", "none.csv"], "no such file"), (["--stem", "--normalize", "nfc", "--lang", "sat"], "stem")],
)  # fmt: skip
def test_what_cannot_be_done_is_said(hindi, arguments, says):
    status, out, err = run(hindi, *arguments)
    assert (status, out) == (2, "")
    assert says in err


def test_levels_and_steps_are_looped_over_not_listed():
    ladder = [rung.name for rung in rungs_of(plan_up_to(), "hi")]
    assert ladder[2:] == [step for row in load("levels") for step in sorted(row["steps"].split(), key=list(levels()["layout"]).index)]


def test_what_is_written_to_stdout_stands_alone_there(hindi):
    status, out, err = run(hindi, "--flips", "-")
    assert (status, out.startswith("file,line,question"), "the ladder from raw" in err) == (0, True, True)
    assert "ladder" not in out


@pytest.mark.parametrize("option", ["--html", "--flips"])
@pytest.mark.parametrize(("place", "says"), [("no/such/folder.x", "folder"), ("hindi.csv", "overwrite")])
def test_where_nothing_can_be_written_is_said_before_the_work(hindi, option, place, says):
    status, out, err = run(hindi, option, hindi.parent / place)
    assert (status, out, says in err) == (2, "", True)
    assert sorted(path.name for path in hindi.parent.iterdir()) == ["hindi.csv"]
