"""The danger meter, the answer in the wrong script, languages compared."""

from pathlib import Path

import pytest

from indicmatch.audit.collisions import Collisions, _Distinct
from indicmatch.audit.ladder import plan_up_to, rungs_of
from indicmatch.audit.wrong_script import WrongScript
from indicmatch.unicode import dominant_script
from tests.auditing import audit, write
from tests.shaping import FAMILIES, drawn_alike, fonts_for

SHARED = Path(__file__).resolve().parents[1].parent / "shared"


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


def test_the_gap_between_languages_heeds_clusters(tmp_path):
    """Two passages of five questions: the differences are those of the passages, 1 and 0.2, and t has one degree of freedom."""
    header = ("id", "question", "answer", "Domain", "response", "passage")
    english = [(f"q{k}", "q", "x", "d", "x", f"p{k // 5}") for k in range(10)]
    hindi = [(f"q{k}", "q", "x", "d", "no" if k < 6 else "x", f"p{k // 5}") for k in range(10)]
    files = [write(tmp_path / f"{name}.csv", rows, header) for name, rows in (("english", english), ("hindi", hindi))]
    half = 12.7062 * 0.4  # t(1) at 95%; the error of the mean of 1 and 0.2
    for columns, wanted in (({}, 2.2622 * (0.24 / 9) ** 0.5), ({"cluster": "passage"}, half)):
        (pair,) = audit(*files, columns=columns).to_dict()["across"]
        raw = pair["metrics"]["exact_substring"]["raw"]
        assert raw["gap"] == pytest.approx(0.6)
        assert (raw["ci"][1] - raw["ci"][0]) / 2 == pytest.approx(wanted, abs=1e-4)


def test_files_of_one_language_and_files_without_ids_are_not_compared(tmp_path):
    rows = [("q1", "q", "x", "d", "x"), ("q2", "q", "x", "d", "y")]
    header = ("id", "question", "answer", "Domain", "response")
    one, two = write(tmp_path / "hindi_a.csv", rows, header), write(tmp_path / "hindi_b.csv", rows, header)
    assert audit(one, two).to_dict()["across"] is None
    other = write(tmp_path / "tamil.csv", [row[1:] for row in rows])
    assert audit(one, other).to_dict()["across"] is None
