"""Scoring files: counts, flips and their steps, groups, intervals, the pinned shape; and laws over whole files."""

import csv
import json
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indicmatch import BadFile, BadInput, UnknownName, score_files
from indicmatch.errors import IndicMatchWarning
from indicmatch.records import Columns, open_table
from indicmatch.score import Plan
from indicmatch.score.file_pass import FilePass
from indicmatch.score.flags import FLAGS, flags_of
from indicmatch.score.gates import Gate

QA, NUKTA = "\u0958\u0932\u092e", "\u0915\u093c\u0932\u092e"  # one word, two canonically equal spellings
ROWS = [  # Domain, answer, response
    ("Art", QA, f"\u092f\u0939 {NUKTA} \u0939\u0948\u0964"),  # rescued in both metrics: by nfc
    ("Art", "\u0917\u0902\u0917\u093e", "\u0917\u0902\u0917\u093e\u0964"),  # word overlap rescued: by words
    ("", "Delhi ", "It is Delhi."),  # exact substring rescued: by space
    ("Music", "No", "There is no such temple"),
    ("Music", "", "anything"),
    ("Art", "Delhi", " "),
    ("Music", "\u0964", "x"),  # emptied by words
    ("", "?!", "what"),
]


def write(path: Path, rows=ROWS, header=("question", "answer", "Domain", "response")) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows([f"q{n}", answer, domain, response] for n, (domain, answer, response) in enumerate(rows))
    return path


def score(*paths, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        return score_files(paths, **options).to_dict()


@pytest.fixture
def report(tmp_path):
    return score(write(tmp_path / "hindi.csv"))


def test_the_pinned_shape(report):
    assert list(report) == ["schema", "signature", "levels", "metrics", "files", "combined", "macro", "warnings", "confidence"]
    assert report["schema"] == "indicmatch.score/1"
    file = report["files"][0]
    assert list(file) == ["file", "language", "script", "signature", "rows", "blank_responses", "empty_answers", "no_word_answers",
                          "emptied_answers", "domains", "combined"]  # fmt: skip
    assert [file[key] for key in ("language", "rows", "blank_responses", "empty_answers", "no_word_answers", "emptied_answers")] == [
        "hi", 8, 1, 1, 1, 1]  # fmt: skip
    exact = file["combined"]["metrics"]["exact_substring"]
    assert list(exact) == ["raw", "nfc", "delta"]
    assert list(exact["raw"]) == ["correct", "scored", "accuracy", "ci"]
    assert list(exact["delta"]["nfc"]) == ["pairs", "difference", "ci", "rescued", "broken", "p_value", "by_step"]
    assert json.loads(json.dumps(report)) == report


def test_each_flip_is_put_down_to_the_first_thing_that_makes_it(report):
    metrics = report["files"][0]["combined"]["metrics"]
    exact, overlap = (metrics[name]["delta"]["nfc"] for name in ("exact_substring", "word_overlap"))
    assert {name: flips["rescued"] for name, flips in exact["by_step"].items()} == {"words": 0, "nfc": 1, "space": 1}
    assert {name: flips["rescued"] for name, flips in overlap["by_step"].items()} == {"words": 1, "nfc": 1, "space": 0}
    assert (exact["rescued"], exact["broken"], overlap["rescued"], overlap["broken"]) == (2, 0, 2, 0)


def test_groups_stand_in_order_of_first_appearance_and_sum_up(report):
    file = report["files"][0]
    assert [(group["domain"], group["n"]) for group in file["domains"]] == [("Art", 3), ("(blank)", 2), ("Music", 3)]
    for metric in report["metrics"]:
        for level in report["levels"]:
            parts = sum(group["metrics"][metric][level]["correct"] for group in file["domains"])
            assert parts == file["combined"]["metrics"][metric][level]["correct"] == report["combined"]["metrics"][metric][level]["correct"]
    buckets = file["combined"]["buckets"]
    assert all(sum(buckets[level].values()) == 8 for level in report["levels"])


def test_mean_word_recall_leaves_out_answers_without_words(tmp_path):
    rows = [("", "a b", "a"), ("", "?!", "x"), ("", "a", "")]
    figures = score(write(tmp_path / "x.csv", rows))["combined"]["metrics"]["word_overlap"]["raw"]
    assert figures["word_recall"] == pytest.approx((0.5 + 0.0) / 2)


def test_a_file_without_domains_is_one_group(tmp_path):
    path = tmp_path / "hindi.csv"
    path.write_text("answer,response\na,a\n", encoding="utf-8")
    assert [group["domain"] for group in score(path)["files"][0]["domains"]] == ["(all)"]


def test_no_rows_means_no_figures(tmp_path):
    path = tmp_path / "hindi.csv"
    path.write_text("answer,response\n", encoding="utf-8")
    with pytest.warns(IndicMatchWarning, match="header only"):
        report = score_files(path).to_dict()
    cell = report["combined"]["metrics"]["exact_substring"]
    assert cell["raw"] == {"correct": None, "scored": 0, "accuracy": None, "ci": None}
    assert cell["delta"]["nfc"]["difference"] is None
    assert cell["delta"]["nfc"]["p_value"] is None
    assert report["macro"]["exact_substring"] == {"raw": None, "nfc": None}


def test_macro_is_the_unweighted_mean_of_the_files(tmp_path):
    one, two = write(tmp_path / "hindi.csv", [("", "a", "a")]), write(tmp_path / "tamil.csv", [("", "a", "b")] * 3)
    report = score(one, two)
    assert report["macro"]["exact_substring"]["raw"] == 0.5
    assert report["combined"]["metrics"]["exact_substring"]["raw"]["accuracy"] == 0.25


def test_extract_is_a_rung_of_its_own_and_leaves_raw_alone(tmp_path):
    path = write(tmp_path / "english.csv", [("", "Delhi", "<think>Delhi?</think> Mumbai")])
    report = score(path, extract="after-think")
    delta = report["combined"]["metrics"]["exact_substring"]["delta"]["nfc"]
    assert (delta["broken"], delta["by_step"]["extract"]) == (1, {"rescued": 0, "broken": 1})
    assert "extract:none" in report["signature"]["raw"]
    assert "extract:after-think" in report["signature"]["nfc"]


def test_signatures_say_what_decided(tmp_path):
    report = score(write(tmp_path / "hindi.csv"), levels=["nfc", "clean"])
    assert report["levels"] == ["raw", "nfc", "clean"]
    assert report["signature"]["clean"].startswith(
        "metric:exact_substring,word_overlap|norm:nfc+space+invisible|tok:words|stem:none|extract:none|refs:cell|lang:per-file|ucd:")
    assert "|lang:hi|" in report["files"][0]["signature"]["nfc"]


def test_references_of_a_cell(tmp_path):
    path = write(tmp_path / "hindi.csv", [("", "Delhi / New Delhi", "new delhi"), ("", "Mumbai (Bombay)", "Bombay")])
    assert score(path)["combined"]["metrics"]["exact_substring"]["raw"]["correct"] == 0
    assert score(path, references="sep:/")["combined"]["metrics"]["exact_substring"]["raw"]["correct"] == 1
    assert score(path, references="paren")["combined"]["metrics"]["exact_substring"]["raw"]["correct"] == 1


def test_a_metric_that_only_has_a_number_reports_its_mean(tmp_path):
    report = score(write(tmp_path / "x.csv", [("", "a b", "a b"), ("", "a b", "c")]), metrics=["token_f1", "token_f1>=0.5"])
    raw = report["combined"]["metrics"]["token_f1"]["raw"]
    assert (raw["accuracy"], raw["scored"], raw["mean"]) == (None, 0, 0.5)
    assert report["combined"]["metrics"]["token_f1>=0.5"]["raw"]["accuracy"] == 0.5
    assert report["combined"]["buckets"] is None


WARNED = [  # file name, rows, what the warning says
    ("hindi.csv", [("", "", "x")], "empty"),
    ("hindi.csv", [("", "?!", "x")], "without words"),
    ("hindi.csv", [("", "\u0964", "x")], "emptied"),
    ("hindi.csv", [("", "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd", "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd")], "not written in"),
    ("hindi.csv", [("", "\u0915\u0932\u092e", "kalam is the answer")], "Latn"),
    ("hindi.csv", [("", "\u0915", "")] * 3, "blank"),
]


@pytest.mark.parametrize(("name", "rows", "says"), WARNED, ids=[row[2] for row in WARNED])
def test_warnings_are_python_warnings_and_stand_in_the_report(tmp_path, name, rows, says):
    with pytest.warns(IndicMatchWarning) as caught:
        report = score_files(write(tmp_path / name, rows)).to_dict()
    assert any(says in str(warning.message) for warning in caught)
    assert any(says in text for text in report["warnings"])
    assert sorted(str(warning.message) for warning in caught) == sorted(report["warnings"])


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"levels": ["nfcc"]}, UnknownName, "Did you mean 'nfc'"),
        ({"metrics": ["word_overlpa"]}, UnknownName, "word_overlap"),
        ({"metrics": []}, BadInput, "no metric"),
        ({"lang": "hindii"}, UnknownName, "hindi"),
        ({"tokenizer": "word"}, UnknownName, "words"),
        ({"extract": "after-thnk"}, UnknownName, "after-think"),
        ({"references": "sepp:/"}, UnknownName, "sep"),
        ({"stem": "bogus"}, UnknownName, "skip"),
        ({"levels": [], "extract": "boxed"}, BadInput, "name a level"),
    ],
)
def test_options_that_do_not_exist_are_refused_with_the_nearest(tmp_path, options, error, says):
    with pytest.raises(error, match=says):
        score(write(tmp_path / "hindi.csv"), **options)


CELL = st.text(st.sampled_from("ab \u0915\u093c\u0958\u0964.,\n\"1\u00a0"), max_size=8)
TABLE = st.lists(st.tuples(st.sampled_from(["Art", "Music", ""]), CELL, CELL), max_size=12)


def totals(report):
    return {
        (metric, level): report["combined"]["metrics"][metric][level]
        for metric in report["metrics"]
        for level in report["levels"]
    } | {metric: report["combined"]["metrics"][metric]["delta"] for metric in report["metrics"]}


@settings(max_examples=40, deadline=None)
@given(rows=TABLE, cut=st.integers(0, 12), data=st.data())
def test_order_splitting_and_format_change_no_total(tmp_path_factory, rows, cut, data):
    folder = tmp_path_factory.mktemp("laws")
    whole = totals(score(write(folder / "x_hindi.csv", rows)))
    shuffled = data.draw(st.permutations(rows))
    assert totals(score(write(folder / "y_hindi.csv", shuffled))) == whole
    parts = write(folder / "a_hindi.csv", rows[:cut]), write(folder / "b_hindi.csv", rows[cut:])
    assert totals(score(*parts)) == whole
    lines = [json.dumps({"answer": answer, "Domain": domain, "response": response}) for domain, answer, response in rows]
    if lines:
        (folder / "z_hindi.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        assert totals(score(folder / "z_hindi.jsonl")) == whole
    assert totals(score(folder / "x_hindi.csv", limit=cut)) == totals(score(folder / "a_hindi.csv"))


def test_a_scored_copy_keeps_every_byte_and_appends_our_columns(tmp_path):
    source = tmp_path / "hindi.csv"
    source.write_bytes('\ufeffquestion,answer,Domain,response,note\r\nq," a ",Art,"x\n""a""",007\r\n'.encode())
    report = score(source, out=tmp_path / "scored.csv")
    header, rest = (tmp_path / "scored.csv").read_bytes().decode("utf-8").split("\r\n", 1)
    assert header == (
        "\ufeffquestion,answer,Domain,response,note,exact_substring,word_overlap,matching_words,total_golden_words,exact_substring_nfc,"
        "word_overlap_nfc,matching_words_nfc,total_golden_words_nfc,blank_response,empty_answer,bucket,bucket_nfc")
    assert rest == 'q," a ",Art,"x\n""a""",007,0,1,1,1,1,1,1,1,0,0,overlap_only,both\r\n'
    assert report["combined"]["n"] == 1


def test_several_scored_copies_go_to_a_folder(tmp_path):
    files = [write(tmp_path / name) for name in ("hindi.csv", "tamil.csv")]
    score(*files, out=tmp_path / "scored")
    assert sorted(path.name for path in (tmp_path / "scored").iterdir()) == ["hindi.csv", "tamil.csv"]


def test_an_input_is_never_overwritten_and_a_failed_run_leaves_nothing(tmp_path):
    good, bad = write(tmp_path / "hindi.csv"), tmp_path / "tamil.csv"
    bad.write_text("answer,response\na,a\nb\n", encoding="utf-8")
    before = good.read_bytes()
    with pytest.raises(BadFile, match="overwrite"):
        score(good, out=good)
    assert good.read_bytes() == before
    with pytest.raises(BadFile, match="line 3"):
        score(bad, out=tmp_path / "out.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hindi.csv", "tamil.csv"]


def test_our_column_names_in_the_input_need_replace(tmp_path):
    path = tmp_path / "hindi.csv"
    path.write_text("answer,exact_substring,response\na,old,a\n", encoding="utf-8")
    with pytest.raises(BadFile, match="exact_substring"):
        score(path, out=tmp_path / "out.csv")
    score(path, out=tmp_path / "out.csv", replace=True)
    assert (tmp_path / "out.csv").read_text(encoding="utf-8").startswith("answer,response,exact_substring,")


GUJARATI = [("", "\u0aad\u0abe\u0ab0\u0aa4", "\u0aad\u0abe\u0ab0\u0aa4\u0aae\u0abe\u0a82")]  # the answer, and its locative


def test_a_stemmed_variant_stands_beside_the_level_for_the_metrics_of_words(tmp_path):
    report = score(write(tmp_path / "gujarati.csv", GUJARATI), stem="error")
    assert report["levels"] == ["raw", "nfc", "nfc+stem"]
    metrics = report["combined"]["metrics"]
    assert list(metrics["exact_substring"]) == ["raw", "nfc", "delta"]
    assert [metrics["word_overlap"][level]["correct"] for level in report["levels"]] == [0, 0, 1]
    assert metrics["word_overlap"]["delta"]["nfc+stem"]["by_step"]["stem"] == {"rescued": 1, "broken": 0}
    assert "|stem:table:gu|" in report["files"][0]["signature"]["nfc+stem"]
    assert "|stem:auto|" in report["signature"]["nfc+stem"]
    assert list(report["combined"]["buckets"]) == ["raw", "nfc"]


def test_stems_that_make_two_answers_equal_are_reported_with_the_table_row(tmp_path):
    rows = [("", "\u0a86\u0aab\u0acd\u0ab0\u0abf\u0a95\u0abe", "\u0a86"), ("", "\u0a86\u0aab\u0acd\u0ab0\u0abf\u0a95\u0abe\u0aae\u0abe\u0a82", "\u0a86")]
    with pytest.warns(IndicMatchWarning, match=r"stemming makes 1 pair .*stem_gu\.tsv, .*case"):
        score_files(write(tmp_path / "gujarati.csv", rows), stem="error")


def test_a_language_without_a_stemmer_is_refused_or_left_alone_with_a_warning(tmp_path):
    path = write(tmp_path / "santali.csv", [("", "\u1c65\u1c5f", "\u1c65\u1c5f")])
    with pytest.raises(BadFile, match="--stem-missing skip"):
        score(path, stem="error")
    with pytest.warns(IndicMatchWarning, match="no stemmer for sat"):
        report = score_files(path, stem="skip").to_dict()
    assert report["combined"]["metrics"]["word_overlap"]["nfc+stem"]["correct"] == 1
    assert "|stem:none|" in report["files"][0]["signature"]["nfc+stem"]


def test_a_stemmed_copy_has_columns_for_words_only(tmp_path):
    score(write(tmp_path / "gujarati.csv", GUJARATI), stem="error", out=tmp_path / "out.csv")
    header = (tmp_path / "out.csv").read_text(encoding="utf-8").splitlines()[0].split(",")
    assert "word_overlap_nfc+stem" in header
    assert "exact_substring_nfc+stem" not in header


def test_gates():
    plan = Plan(levels=("raw", "nfc"), metrics=("token_f1>=0.8", "word_overlap"))
    assert Gate.parse("token_f1>=0.8@nfc>=0.5", plan) == Gate("token_f1>=0.8", "nfc", 0.5)
    assert Gate.parse("word_overlap>=25%", plan) == Gate("word_overlap", "raw", 0.25)
    for text, error in [("word_overlap@nfc", BadInput), ("word_overlap@clean>=0.1", UnknownName), ("x>=0.1", UnknownName), ("word_overlap>=2", BadInput)]:
        with pytest.raises(error):
            Gate.parse(text, plan)


FLAGGED = [  # answer, response, flags raised
    ("No", "There is nothing of the kind.", {"short_answer_in_word"}),
    ("27", "ANSWER: 327", {"short_answer_in_word", "number_in_number"}),
    ("Delhi", "Delhi is not the answer; it's Mumbai", {"negation_near"}),
    ("\u0926\u093f\u0932\u094d\u0932\u0940", "\u092f\u0939 \u0926\u093f\u0932\u094d\u0932\u0940 \u0928\u0939\u0940\u0902 \u0939\u0948\u0964", {"negation_near"}),
    ("\u0926\u093f\u0932\u094d\u0932\u0940", "The capital is Delhi.", {"other_script_only"}),
    ("Delhi", "I'm sorry, I don't know if it is so.", {"refusal"}),
    ("\u0915", "\u0915\u093f\u0924\u093e\u092c", {"short_answer_in_word", "splits_grapheme"}),
    ("Delhi", "word " * 101 + ".", {"long_response"}),
    ("Delhi", "The capital of India is a city that " * 6 + "Delhi and", {"cut_off"}),
    ("Delhi", "It is Delhi.", set()),
    ("Delhi", "", set()),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "response", "raised"), FLAGGED)
def test_flags(answer, response, raised):
    assert {name for name, flag in flags_of([answer], response).items() if flag} == raised
    assert set(flags_of([answer], response)) == set(FLAGS)


def test_answers_in_several_columns_need_no_answer_column(tmp_path):
    path = tmp_path / "english.csv"
    path.write_text("gold,alias,response\nDelhi,New Delhi,it is new delhi\n", encoding="utf-8")
    assert score(path, references="columns:gold,alias")["combined"]["metrics"]["exact_substring"]["raw"]["correct"] == 1


@pytest.mark.parametrize("how", ["json:answer", "after-think+answer-tag", "boxed"])
def test_every_way_to_extract_can_be_named(tmp_path, how):
    path = write(tmp_path / "english.csv", [("", "Delhi", '<think>x</think>Answer: {"answer": "Delhi"}')])
    assert f"extract:{how}" in score(path, extract=how)["signature"]["nfc"]


def test_a_signature_names_the_packages_that_decided(tmp_path):
    from importlib.metadata import version

    report = score(write(tmp_path / "english.csv"), metrics=["word_overlap", "edit_similarity"], stem="error")
    assert f"|rapidfuzz:{version('rapidfuzz')}|" in report["signature"]["nfc"]
    assert f"|snowballstemmer:{version('snowballstemmer')}|" in report["files"][0]["signature"]["nfc+stem"]
    assert "snowball" not in report["files"][0]["signature"]["nfc"]


def test_a_metric_is_named_once_however_it_is_written(tmp_path):
    report = score(write(tmp_path / "english.csv"), metrics=["token_f1 >= 0.8", "token_f1>=0.8", " word_overlap"])
    assert report["metrics"] == ["token_f1>=0.8", "word_overlap"]


def test_a_signature_can_be_split_at_its_bars():
    from indicmatch.analyze import RAW
    from indicmatch.score.plan import signature

    assert all(part.count(":") for part in signature(RAW, Plan(references="sep:|"), None).split("|"))
    raw_stemmed = Plan(("raw",), stem="error")
    assert "|tok:words|stem:auto|" in raw_stemmed.signatures(None, "per-file")["raw+stem"]


def test_frames_and_lists_of_mappings_are_inputs_too():
    rows = [{"answer": "Delhi", "response": "It is Delhi."}, {"answer": "a", "response": None}]
    report = score_files(rows, levels="nfc", metrics="word_overlap").to_dict()
    assert (report["levels"], report["combined"]["n"], report["files"][0]["blank_responses"]) == (["raw", "nfc"], 2, 1)
    pandas = pytest.importorskip("pandas")
    assert score_files(pandas.DataFrame(rows)).to_dict()["combined"] == score_files(rows).to_dict()["combined"]


def test_a_file_named_twice_is_refused(tmp_path):
    path = write(tmp_path / "hindi.csv")
    (tmp_path / "link.csv").symlink_to(path)
    with pytest.raises(BadFile, match="named twice"):
        score(path, tmp_path / "link.csv")


@pytest.mark.parametrize("options", [{"limit": -1}, {"limit": "3"}])
def test_limits_that_are_none(tmp_path, options):
    with pytest.raises(BadInput, match="limit"):
        score(write(tmp_path / "hindi.csv"), **options)
    with pytest.raises(BadInput, match="no file"):
        score_files([])


def test_no_row_asked_for_is_no_file_without_rows(tmp_path):
    assert score(write(tmp_path / "hindi.csv"), limit=0)["warnings"] == []


def test_a_pattern_that_cannot_be_used_is_named_with_its_line(tmp_path):
    with pytest.raises(BadFile, match=r"line 3: the pattern '\(' is no regular expression at position 1"):
        score(write(tmp_path / "english.csv", [("", "a", "a"), ("", "(", "a")]), metrics=["regex"])


def test_responses_without_the_part_looked_for_are_counted(tmp_path):
    rows = [("", "Delhi", "Answer: Delhi"), ("", "Delhi", "It is Delhi"), ("", "Delhi", "")]
    report = score(write(tmp_path / "english.csv", rows), extract="answer-tag")
    assert [text for text in report["warnings"] if "1 of 3 responses hold nothing that --extract answer-tag" in text]


@pytest.mark.parametrize("name", ["hindi.csv", "results.csv"])
def test_answers_and_responses_in_two_scripts_are_told_of(tmp_path, name):
    report = score(write(tmp_path / name, [("", "Delhi", "\u0926\u093f\u0932\u094d\u0932\u0940")] * 2))
    assert any("cannot meet" in text for text in report["warnings"])


def test_the_head_of_a_file_of_long_rows_is_short(tmp_path):
    """What is read ahead is bounded in characters too, and no row is lost by it."""
    path = write(tmp_path / "english.csv", [("d", f"a{number}", "b" * 700_000) for number in range(9)])
    with open_table(path) as table:
        file = FilePass(table, Columns(), {"answer", "response"}, "cell", None)
        assert file.begin(None).answers == ["a0", "a1", "a2"]
        assert [row[1][1] for row in file.rows] == [f"a{number}" for number in range(9)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_how_many_rows_a_metric_tells_nothing_of_is_said(tmp_path, jobs):
    rows = [("d", answer, "7") for answer in ("7", "none", "8", "")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        metrics = ["exact_substring", "number_match", "token_f1"]
        said = score_files(write(tmp_path / "english.csv", rows), metrics=metrics, jobs=jobs).to_dict()["warnings"]
    told = [text.partition(": ")[2].partition(",")[0] for text in said if " scores " in text]
    assert told == ["number_match scores 2 of 4 rows", "token_f1 scores 3 of 4 rows"]


def test_a_copy_is_named_as_what_it_is(tmp_path):
    path = write(tmp_path / "hindi.csv")
    with pytest.raises(BadFile, match=r"name it \.csv"):
        score(path, out=tmp_path / "scored.xlsx")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["hindi.csv"]


@pytest.mark.parametrize("rows", [50, 200, 1500])
def test_what_a_path_finds_is_counted_once_in_every_row(tmp_path, rows):
    """Rows are read ahead, and the first of them twice."""
    path = tmp_path / "english.jsonl"
    found = [{} if at % 5 == 0 else {"text": "a"} for at in range(rows)]
    path.write_text("".join(json.dumps({"answer": "a", "response": one}) + "\n" for one in found), encoding="utf-8")
    with pytest.warns(IndicMatchWarning, match=f"leads nowhere in {rows // 5} of {rows} rows, the first on line 1: read as blank"):
        report = score_files(path, columns={"response": "response.text"}).to_dict()
    assert report["combined"]["n"] == rows
    assert sum("leads nowhere" in text for text in report["warnings"]) == 1
    with pytest.raises(BadFile, match=f"leads nowhere in any of the {rows} rows"):
        score_files(path, columns={"response": "response.txt"})
