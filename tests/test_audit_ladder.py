"""The ladder: every step is given the flips that it makes, both ways; one climb says what the slow way says, rung by rung."""

import csv
import io
import json
import warnings
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indicmatch import score_files
from indicmatch.analyze import Text
from indicmatch.audit import plan_up_to
from indicmatch.audit.climb import Climber, ascend
from indicmatch.audit.flips import COLUMNS, excel_safe, write_flips
from indicmatch.audit.ladder import rungs_of
from indicmatch.errors import BadInput, IndicMatchWarning, UnknownName
from indicmatch.normalize import levels
from indicmatch.score.scorer import FileScorer
from tests.auditing import audit, write
from tests.strategies import text_in

F1, ALIKE = "token_f1>=0.5", "edit_similarity>=0.8"
METRICS = ("exact_substring", "word_overlap", F1, "token_f1>=0.75", ALIKE)

# step, metric, flip, answer, response: this step and no other flips this row under this metric.
KNOWN = [
    ("words", "word_overlap", "rescued", "\u0917\u0902\u0917\u093e", "\u0928\u0926\u0940 \u0917\u0902\u0917\u093e\u0964"),
    ("words", F1, "broken", "p \u2014", "q \u2014"),  # a dash of its own is a word of the protocol
    ("nfc", "exact_substring", "rescued", "\u0958\u0932\u092e", "\u092f\u0939 \u0915\u093c\u0932\u092e"),
    ("nfc", "exact_substring", "broken", "cafe", "the cafe\u0301"),
    ("space", "exact_substring", "rescued", "new\u00a0delhi", "in new delhi"),
    ("space", ALIKE, "broken", "a        b", "a        c"),  # alike in nothing but spaces
    ("invisible", "exact_substring", "rescued", "\u0928\u0926\u0940", "\u0928\u200b\u0926\u0940"),
    ("invisible", ALIKE, "broken", "\u2060" * 8 + "p", "\u2060" * 8 + "q"),
    ("presentation", "exact_substring", "rescued", "\u0633\u0644\u0627\u0645", "\ufeb3\ufefc\ufee1"),
    ("presentation", ALIKE, "broken", "aaaa\ufdf2", "aaaab"),  # one letter that is four
    ("donotemit", "exact_substring", "rescued", "\u0906\u092e", "\u0905\u093e\u092e"),
    ("donotemit", "exact_substring", "broken", "\u0905", "\u0905\u093e\u092e"),
    ("eyelash", "exact_substring", "rescued", "\u0926\u0931\u094d\u092f\u093e", "\u0926\u0930\u094d\u200d\u092f\u093e"),
    ("eyelash", "exact_substring", "broken", "\u0926\u0930", "\u0926\u0930\u094d\u200d\u092f\u093e"),
    ("joiners", "exact_substring", "rescued", "\u0915\u092e", "\u0915\u200c\u092e"),
    ("joiners", "exact_substring", "broken", "\u200c", "\u0915\u200c\u092e"),
    ("positional", "exact_substring", "rescued", "\u06a9\u062a\u0627\u0628", "\u0643\u062a\u0627\u0628"),
    ("positional", "exact_substring", "broken", "\u0643", "\u0643\u062a\u0627\u0628"),  # by itself the letter looks another
    ("markdown", "exact_substring", "rescued", "new delhi", "new **delhi**"),
    ("markdown", "exact_substring", "broken", "**", "new **delhi**"),
    ("quotes", "exact_substring", "rescued", "it's", "so it\u2019s"),
    ("quotes", "token_f1>=0.75", "broken", "a\u2033b x y z w", "c\u2033d x y z w"),  # a double prime holds a word together, a quote divides
    ("dashes", "exact_substring", "rescued", "1947-48", "in 1947\u201348"),
    ("dashes", F1, "broken", "a\u2014b \u2014", "a\u2014c \u2014"),  # a dash divides, a hyphen holds together
    ("dandas", "exact_substring", "rescued", "\u0939\u0948.", "\u092f\u0939 \u0939\u0948\u0964"),
    ("dandas", "exact_substring", "broken", "\u0964", "1\u09642"),  # between digits it stays
    ("digits", "exact_substring", "rescued", "1947", "\u0967\u096f\u096a\u096d \u092e\u0947\u0902"),
    ("digits", "exact_substring", "broken", "\u0966 \u0967", "\u0921\u0949\u0966 \u0967\u0966"),  # the zero of an abbreviation stays
    ("separators", "exact_substring", "rescued", "100000", "1,00,000"),
    ("separators", "exact_substring", "broken", "0,0", "1,00,000"),
    ("casefold", "exact_substring", "rescued", "strasse", "die Stra\u00dfe"),
    ("casefold", ALIKE, "broken", "aaaa\u00df", "aaaab"),
]
BEYOND = [  # what an expression adds to a level, and the stems
    ("encoding+anusvara", "hi", "anusvara", "\u0939\u093f\u0928\u094d\u0926\u0940", "\u0939\u093f\u0902\u0926\u0940"),
    ("encoding+nukta", "hi", "nukta", "\u0916\u093c\u0926\u093e", "\u0916\u0926\u093e"),
    ("encoding+digits", "hi", "digits", "1947", "\u0967\u096f\u096a\u096d"),
    ("nfc+harakat", "ur", "harakat", "\u0627\u064f\u0633", "\u0627\u0633"),
    ("encoding+vowel_length", "hi", "vowel_length", "\u0915\u0940", "\u0915\u093f"),
    ("encoding+joiner_drop", "hi", "joiner_drop", "\u0926\u0931\u094d\u092f\u093e", "\u0926\u0930\u094d\u092f\u093e"),
    ("nfc+stem", "mr", "stem", "\u0926\u093f\u0932\u094d\u0932\u0940", "\u0926\u093f\u0932\u094d\u0932\u0940\u0924"),
]


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """One file with every known flip, and rows between them that do not flip."""
    path = tmp_path_factory.mktemp("known") / "urdu.csv"
    rows = []
    for number, (_, _, _, answer, response) in enumerate(KNOWN):
        rows += [(f"q{number}", answer, f"d{number % 3}", response), (f"still {number}", "Delhi", "d0", "It is Delhi.")]
    return audit(write(path, rows), metrics=METRICS)


def test_every_step_of_every_level_has_a_known_flip_both_ways():
    """Only rescues where a step cannot break anything is no excuse here: each has a metric that shows it."""
    flips = {(step, flip) for step, _, flip, _, _ in KNOWN}
    steps = ["words", *list(levels().values())[-1]]
    assert flips == {(step, flip) for step in steps for flip in ("rescued", "broken")}


def test_each_known_flip_is_put_down_to_its_step(known):
    found = {}
    for flip in known.flips():
        found.setdefault((flip["question"], flip["metric"]), []).append((flip["step"], flip["flip"], flip["first"]))
    for number, (step, metric, flip, answer, response) in enumerate(KNOWN):
        assert found[f"q{number}", metric] == [(step, flip, True)], (step, metric, answer, response)
    assert not [question for question, _ in found if question.startswith("still")]


def test_the_ladder_adds_up(known):
    report = known.to_dict()
    names = [rung["step"] for rung in report["ladder"]]
    for group in [*report["files"][0]["domains"], report["files"][0]["combined"], report["combined"]]:
        for metric, rungs in group["ladder"].items():
            assert [rung["step"] for rung in rungs] == names
            for below, rung in pairwise(rungs):
                assert rung["correct"] - below["correct"] == rung["rescued"] - rung["broken"]
            assert rungs[0]["correct"] == group["metrics"][metric]["raw"]["correct"]
            assert rungs[-1]["correct"] == group["metrics"][metric]["layout"]["correct"]
    per_domain = [group["ladder"]["exact_substring"] for group in report["files"][0]["domains"]]
    combined = report["files"][0]["combined"]["ladder"]["exact_substring"]
    for at, rung in enumerate(combined):
        assert rung["rescued"] == sum(rungs[at]["rescued"] for rungs in per_domain)


def test_levels_are_those_of_a_score_and_by_step_agrees(known, tmp_path):
    report = known.to_dict()
    path = report["files"][0]["file"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        scored = score_files(path, levels=report["levels"], metrics=METRICS).to_dict()
    for ours, theirs in zip([report["combined"]], [scored["combined"]], strict=True):
        assert ours["metrics"] == theirs["metrics"]
        assert ours["buckets"] == theirs["buckets"]
    top = report["combined"]["metrics"]["exact_substring"]["delta"]["layout"]["by_step"]
    for step in ("nfc", "donotemit", "eyelash", "joiners", "positional", "digits", "separators", "dandas", "markdown"):
        expected = [sum(s == step and m == "exact_substring" and f == flip for s, m, f, _, _ in KNOWN) for flip in ("rescued", "broken")]
        assert [top[step]["rescued"], top[step]["broken"]] == expected, step


@pytest.mark.parametrize(("expression", "lang", "step", "answer", "response"), BEYOND, ids=[row[2] for row in BEYOND])
def test_what_an_expression_adds_is_a_rung_of_its_own(tmp_path, expression, lang, step, answer, response):
    stem = expression.endswith("+stem")
    path = write(tmp_path / "file.csv", [("q", answer, "d", f"x {response} y")])
    report = audit(path, level=expression.removesuffix("+stem"), lang=lang, stem="error" if stem else "")
    assert [(flip["step"], flip["flip"]) for flip in report.flips() if flip["metric"] == "word_overlap"] == [(step, "rescued")]
    assert report.to_dict()["levels"][-1] == expression


def test_extract_is_the_first_rung_and_breaks_what_was_only_thought(tmp_path):
    path = write(tmp_path / "english.csv", [("q", "Delhi", "d", "<think>Delhi?</think> Mumbai"), ("q", "Pune", "d", "<think>x</think> Pune")])
    report = audit(path, extract="after-think")
    assert [rung["step"] for rung in report.to_dict()["ladder"]][:3] == ["raw", "extract", "words"]
    (flip, *_) = [flip for flip in report.flips() if flip["metric"] == "exact_substring"]
    assert (flip["step"], flip["flip"], flip["places"]) == ("extract", "broken", [[7, 12]])
    assert flip["response_changes"] == [[0, 22, "<think>Delhi?</think> ", ""]]


def test_a_flip_that_a_later_step_takes_back_is_told_twice(tmp_path):
    answer, response = "p q r\u2014s", "p q r\u2014t"  # the dash divides from `words` on, and from `dashes` on it is a hyphen
    report = audit(write(tmp_path / "english.csv", [("q", answer, "d", response)]), metrics=("token_f1>=0.7",))
    assert [(flip["step"], flip["flip"], flip["first"]) for flip in report.flips()] == [("words", "rescued", True), ("dashes", "broken", False)]
    delta = report.to_dict()["combined"]["metrics"]["token_f1>=0.7"]["delta"]
    assert (delta["encoding"]["rescued"], delta["layout"]["rescued"]) == (1, 0)


def test_the_changes_are_named_with_their_places_in_the_original(tmp_path):
    answer, response = "\u0958\u0932\u092e", "\ufeff  \u092f\u0939 \u0915\u093c\u0932\u092e\u0964"
    report = audit(write(tmp_path / "hindi.csv", [("q", answer, "d", response)]))
    flip = next(flip for flip in report.flips() if flip["metric"] == "exact_substring")
    assert (flip["step"], flip["answer_changes"], flip["response_changes"]) == ("nfc", [[0, 1, "\u0958", "\u0915\u093c"]], [])
    start, end = flip["places"][0]
    assert response[start:end] == "\u0915\u093c\u0932\u092e"
    overlap = next(flip for flip in report.flips() if flip["metric"] == "word_overlap")
    assert [response[start:end] for start, end in overlap["places"]] == ["\u0915\u093c\u0932\u092e"]
    assert overlap["missing"] == [["\u0958\u0932\u092e"], []]


def test_flips_csv_names_code_points(known):
    out = io.StringIO()
    assert write_flips(known.rows(), out) == len(list(known.flips()))
    rows = list(csv.DictReader(io.StringIO(out.getvalue())))
    assert tuple(rows[0]) == COLUMNS
    nfc = next(row for row in rows if row["step"] == "nfc" and row["metric"] == "exact_substring")
    assert nfc["answer_changes"] == "0:1 U+0958 DEVANAGARI LETTER QA > U+0915 DEVANAGARI LETTER KA U+093C DEVANAGARI SIGN NUKTA"
    assert (nfc["flip"], nfc["level"], nfc["raw"], nfc["top"], nfc["first"]) == ("rescued", "nfc", "0", "1", "1")


@pytest.mark.parametrize(
    ("cell", "safe"),
    [("=1+1", "'=1+1"), ("+91", "'+91"), ("-5", "'-5"), ("@x", "'@x"), ("\tx", "'\tx"), ("\uff1dx", "'\uff1dx"), ("x=1", "x=1"), ("", "")],
)
def test_formulas_are_only_quoted_on_request(cell, safe):
    assert excel_safe(cell) == safe


def test_flips_csv_is_unchanged_text_unless_asked(tmp_path):
    path = write(tmp_path / "english.csv", [("=q", "=\u201ca\u201d", "d", "=\"a\"")])
    plain, safe = io.StringIO(), io.StringIO()
    report = audit(path)
    write_flips(report.rows(), plain)
    write_flips(report.rows(), safe, safe=True)
    assert next(csv.DictReader(io.StringIO(plain.getvalue())))["question"] == "=q"
    assert next(csv.DictReader(io.StringIO(safe.getvalue())))["question"] == "'=q"


@given(st.sampled_from(["Deva", "Mlym", "Arab", "Latn"]).flatmap(lambda name: st.tuples(text_in(name), text_in(name))), st.booleans())
@settings(max_examples=150, deadline=None)
def test_one_climb_says_what_every_level_by_itself_says(pair, within):
    answer, response = pair
    response = f"{response} {answer} {response}" if within else response
    plan = plan_up_to(metrics=METRICS)
    climber, slow = Climber(plan, "ur"), FileScorer(plan, "ur")
    assert climber.verdicts((answer,), response) == slow.verdicts((answer,), response)
    climb = climber.climb((answer,), response)
    for at, rung in enumerate(climber.rungs):
        own = rung.analyzer
        assert climb.responses[at].text == own.response(response).text
        for metric, row in zip(climber.metrics, climb.verdicts, strict=True):
            assert row[at].passed == metric.judge(own.response(response), [own.text(answer)]).passed, (rung.name, metric.name)


@given(text_in("Deva", max_size=8))
@settings(max_examples=100, deadline=None)
def test_switches_and_loose_steps_climb_alike(text):
    for expression in ("layout+anusvara+nukta+joiner_drop", "encoding+vowel_length+visarga"):
        rungs = rungs_of(plan_up_to(expression), "hi")
        for rung, seen in zip(rungs, ascend(text, rungs), strict=True):
            assert isinstance(seen, Text)
            assert seen.text == rung.analyzer.pipeline(text)


def test_json_field_goes_back_to_the_source():
    """An escape of JSON hides a letter from every step that looks at the text; the metric reads the field itself."""
    answer, response = "\u0915\u093c", '{"a": "\\u0958"}'
    climber = Climber(plan_up_to(metrics=["json_field:a"]), "hi")
    row = climber.climb((answer,), response).verdicts[0]
    assert [verdict.passed for verdict in row[:4]] == [False, False, True, True]
    assert [verdict.passed for verdict in FileScorer(plan_up_to(metrics=["json_field:a"]), "hi").verdicts((answer,), response).verdicts[0]] == [
        False, True, True, True, True]  # fmt: skip


def test_a_file_without_rows_and_names_that_do_not_exist(tmp_path):
    report = audit(write(tmp_path / "hindi.csv", [])).to_dict()
    assert report["combined"]["ladder"]["exact_substring"][-1]["accuracy"] is None
    assert report["inputs"][0]["collisions"] is None
    assert json.loads(json.dumps(report)) == report
    with pytest.raises(UnknownName, match="nfcc"):
        audit(tmp_path / "hindi.csv", level="nfcc")
    with pytest.raises(BadInput, match="nothing to audit"):
        audit(tmp_path / "hindi.csv", level="raw")


def test_models_of_one_file_have_ladders_of_their_own(tmp_path):
    rows = [("q", "\u0958", "m1", "\u0915\u093c"), ("q", "\u0958", "m2", "x")]
    audited = audit(write(tmp_path / "hindi.csv", rows, ("question", "answer", "model", "response")), columns={"model": "model"})
    report, out = audited.to_dict(), io.StringIO()
    write_flips(audited.rows(), out)
    written = [row["model"] for row in csv.DictReader(io.StringIO(out.getvalue()))]
    assert written == [flip["model"] for flip in audited.flips()] == ["m1", "m1"]
    ladders = {file["model"]: file["combined"]["ladder"]["exact_substring"] for file in report["files"]}
    assert [(name, rungs[2]["rescued"]) for name, rungs in ladders.items()] == [("m1", 1), ("m2", 0)]
    assert len(report["inputs"]) == 1


SAMPLED = {  # how rows were sampled: the columns that say so, and how many files there are
    "rows by themselves": ({}, 1),
    "clusters": ({"cluster": "passage"}, 1),
    "draws": ({"sample": "draw"}, 1),
    "draws in clusters": ({"sample": "draw", "cluster": "passage"}, 2),
    "models asked the same": ({"model": "model"}, 1),
    "files asked the same": ({}, 2),
    "files in clusters": ({"cluster": "passage"}, 2),
}


@pytest.mark.parametrize("case", SAMPLED)
def test_a_rung_that_completes_a_level_has_the_figures_of_the_level(tmp_path, case):
    """Where rows share a cluster, every interval of the ladder heeds it."""
    columns, count = SAMPLED[case]
    header = ("id", "passage", "draw", "model", "answer", "Domain", "response")
    for nth in range(count):
        rows = []
        for number, (_, _, _, answer, response) in enumerate(KNOWN * 4):
            question = number // 2 if "model" in columns or "sample" in columns else number
            said = response if (number * 7 + nth) % 5 else answer
            passage = f"p{question % 9}"
            rows.append((f"q{question}", passage, number % 2, f"m{number % 2}", KNOWN[question % len(KNOWN)][3], f"d{question % 3}", said))
        write(tmp_path / f"m{nth}_urdu.csv", rows, header)
    report = audit(*sorted(tmp_path.glob("*.csv")), columns=columns, metrics=(*METRICS, "token_f1")).to_dict()
    groups = [*report["files"], *(domain for file in report["files"] for domain in file["domains"]), report]
    last = {rung["level"]: rung["step"] for rung in report["ladder"]}
    for group in groups:
        figures = group.get("combined", group)
        for metric in report["metrics"]:
            rungs = {rung["step"]: rung for rung in figures["ladder"][metric]}
            for level in report["levels"]:
                cell, rung = figures["metrics"][metric][level], rungs[last.get(level, "raw")]
                assert {key: rung[key] for key in cell} == cell
    clustered = "clusters" in report["combined"]["ladder"]["exact_substring"][0]
    assert clustered == (case not in ("rows by themselves", "draws"))
    assert report.get("clustered_by") == {"models asked the same": "id", "files asked the same": "id", "draws": "question"}.get(case, columns.get("cluster"))
