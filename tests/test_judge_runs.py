"""Judge runs over files: who is asked, what becomes of each kind of reply, and what the report says."""

from __future__ import annotations

import csv
import json
import warnings

import pytest

from indicmatch.errors import BadFile, BadInput, IndicMatchWarning, JudgeError, UnknownName
from indicmatch.judge import AskError, Completion, Limits, Usage
from indicmatch.judging import JudgeRun, Shown, judge_files
from indicmatch.judging.agreement import Pairs
from indicmatch.judging.human import human_label

pytestmark = pytest.mark.filterwarnings("ignore::indicmatch.errors.IndicMatchWarning")

ROWS = [  # question, answer, Domain, response, what the judge says
    ("q1", "दिल्ली", "Geo", "यह दिल्ली है", "CORRECT"),
    ("q2", "मुंबई", "Geo", "कोलकाता", "INCORRECT"),
    ("q3", "गंगा", "Geo", "गंगा।", "CORRECT"),  # exact substring, and no word overlap under raw
    ("q4", "नर्मदा घाटी", "Art", "घाटी में नर्मदा", "CORRECT"),  # overlap only
    ("q5", "आम", "Art", "पता नहीं", "NOT_ATTEMPTED"),
    ("q6", "केला", "Art", "", "never asked"),
    ("q7", "", "", "कुछ", "never asked"),
    ("q8", "नीला", "", "रंग नीला", "mumble"),
]


def write(path, rows=ROWS, header=("question", "answer", "Domain", "response"), extra=()):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*header, *[name for name, _ in extra]])
        for number, row in enumerate(rows):
            writer.writerow([*row[:4], *[values[number] for _, values in extra]])
    return path


def data(prompt):
    return json.loads(next(line for line in prompt.split("\n") if line.startswith('{"question"')))


class Scripted:
    """A judge that replies by question; `replies` maps a question to a reply, a finish reason or an error."""

    model, endpoint, workers, recorded = "scripted", "here", None, False

    def __init__(self, replies):
        self.replies, self.asked = replies, []

    def complete(self, messages, schema=None, *, temperature=0.0, max_tokens=512, seed=0):
        question = data(messages[1]["content"])["question"]
        self.asked.append(question)
        reply = self.replies[question]
        if isinstance(reply, Exception):
            raise reply
        text, finish = reply if isinstance(reply, tuple) else (reply, "stop")
        return Completion(text, Usage(7, 3), finish, "scripted")


def judge(rows=ROWS, **replies):
    return Scripted({row[0]: row[4] for row in rows} | replies)


def test_every_row_is_asked_about_but_those_that_need_no_judge(tmp_path):
    scripted = judge()
    report = judge_files(write(tmp_path / "hindi.csv"), scripted, out=tmp_path / "out.csv", workers=3)
    assert sorted(scripted.asked) == ["q1", "q2", "q3", "q4", "q5", "q8"]
    figures = report["combined"]["judge"]
    assert figures["outcomes"] == {"correct": 3, "incorrect": 3, "unparsed": 1, "error": 0}
    assert (figures["correct"], figures["scored"], figures["asked"]) == (3, 6, 6)
    assert figures["accuracy"] == 0.5
    assert figures["bounds"] == [3 / 8, 5 / 8]
    assert {name: count for name, count in figures["reasons"].items() if count} == {
        "not_attempted": 1, "blank_response": 1, "empty_answer": 1, "no_verdict": 1,
    }  # fmt: skip
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        out = [(row["question"], row["judge"], row["judge_reason"], row["judge_correct"]) for row in csv.DictReader(file)]
    assert out == [
        ("q1", "correct", "", "1"),
        ("q2", "incorrect", "", "0"),
        ("q3", "correct", "", "1"),
        ("q4", "correct", "", "1"),
        ("q5", "incorrect", "not_attempted", "0"),
        ("q6", "incorrect", "blank_response", "0"),
        ("q7", "", "empty_answer", ""),
        ("q8", "unparsed", "no_verdict", ""),
    ]


def test_groups_and_string_metrics_are_those_of_score(tmp_path):
    from indicmatch import score_files

    path = write(tmp_path / "hindi.csv")
    report, scored = judge_files(path, judge()), score_files(path).to_dict()
    file = report["files"][0]
    assert [group["domain"] for group in file["domains"]] == ["Geo", "Art", "(blank)"]
    assert [group["judge"]["scored"] for group in file["domains"]] == [3, 3, 0]
    assert file["domains"][2]["judge"]["accuracy"] is None
    assert file["combined"]["metrics"] == scored["files"][0]["combined"]["metrics"]
    assert report["macro"]["judge"] == 0.5
    assert report["schema"] == "indicmatch.judge/1"
    assert report["signature"]["judge"].startswith("judge:scripted|model:scripted|endpoint:here|prompt:verdict-1.en:")
    assert report["usage"]["prompt_tokens"] == 42


def test_only_disagreements_are_asked_about(tmp_path):
    scripted = judge()
    report = judge_files(write(tmp_path / "hindi.csv"), scripted, only="disagreements")
    assert sorted(scripted.asked) == ["q3", "q4"]
    figures = report["combined"]["judge"]
    assert figures["reasons"]["strings_agree"] == 4
    # q1, q8 (both), q3 and q4 (judge) are right; q2, q5 (neither) and the blank q6 wrong; the empty answer is not scored
    assert (figures["correct"], figures["scored"], figures["asked"]) == (4, 7, 2)


def test_only_disagreements_is_the_four_buckets(tmp_path):
    """A row is open when one bucket says exact only or overlap only, or raw and a level fall in different ones."""
    from indicmatch.score import Plan
    from indicmatch.score.scorer import FileScorer

    path, scripted = write(tmp_path / "hindi.csv"), judge()
    judge_files(path, scripted, only="disagreements", levels=("raw", "nfc", "layout"))
    scorer = FileScorer(Plan(("raw", "nfc", "layout")), "hi")
    opened = []
    for question, answer, _, response, _ in ROWS:
        buckets = scorer.verdicts([answer], response).buckets
        if answer and response and (len(set(buckets)) > 1 or buckets[0] in (1, 2)):
            opened.append(question)
    assert sorted(scripted.asked) == opened


@pytest.mark.parametrize(("reply", "outcome", "reason"), [
    (("CORRECT", "length"), "unparsed", "truncated"),
    (('{"reason": "x", "verdict": "CORRECT"}', "content_filter"), "unparsed", "refused"),
    (("CORRECT", "refusal"), "unparsed", "refused"),
    (("CORRECT", "tool_calls"), "unparsed", "no_verdict"),
    ("", "unparsed", "no_verdict"),
    (AskError("broken line"), "error", "broken line"),
    ("INCORRECT", "incorrect", ""),
    ("The response is not correct.", "incorrect", ""),
])  # fmt: skip
def test_what_becomes_of_a_reply(tmp_path, reply, outcome, reason):
    rows = ROWS[:2]
    scripted = judge(rows, q2=reply)
    with pytest.warns(IndicMatchWarning) if outcome in ("unparsed", "error") else warnings.catch_warnings():
        report = judge_files(write(tmp_path / "hindi.csv", rows), scripted, out=tmp_path / "o.csv", limits=Limits(tries=1))
    with (tmp_path / "o.csv").open(encoding="utf-8", newline="") as file:
        row = list(csv.DictReader(file))[1]
    assert (row["judge"], row["judge_reason"]) == (outcome, reason)
    assert row["judge_correct"] == ("0" if outcome == "incorrect" else "")
    assert report["combined"]["judge"]["scored"] == (2 if outcome == "incorrect" else 1)


def test_an_end_before_its_time_leaves_no_file(tmp_path):
    scripted = judge(q2=AskError("no such model", fatal=True))
    with pytest.raises(JudgeError, match="no such model"):
        judge_files(write(tmp_path / "hindi.csv"), scripted, out=tmp_path / "o.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hindi.csv"]


def test_max_calls_ends_the_run_and_says_so(tmp_path):
    with pytest.warns(IndicMatchWarning, match="4 rows were not asked"):
        report = judge_files(write(tmp_path / "hindi.csv"), judge(), limits=Limits(calls=2), workers=1, out=tmp_path / "o.csv")
    assert report["combined"]["judge"]["reasons"]["not_asked"] == 4
    assert report["usage"]["asked"] == 2
    assert len((tmp_path / "o.csv").read_text(encoding="utf-8").splitlines()) == 9


def test_a_cache_makes_the_second_run_free_and_a_wider_one_cheap(tmp_path):
    path, cache = write(tmp_path / "hindi.csv"), tmp_path / "c.sqlite"
    first, second, third = judge(), judge(), judge()
    narrow = judge_files(path, first, only="disagreements", cache=cache)
    wide = judge_files(path, second, cache=cache)
    again = judge_files(path, third, cache=cache)
    assert len(first.asked) == 2
    assert len(second.asked) == 4
    assert third.asked == []
    assert wide["combined"]["judge"] == again["combined"]["judge"]
    assert again["usage"] == {"asked": 0, "cached": 6, "failed": 0, "prompt_tokens": 0, "completion_tokens": 0}
    assert narrow["usage"]["asked"] == 2


def test_recorded_replies_score_again_without_a_model(tmp_path):
    path, cache = write(tmp_path / "hindi.csv"), tmp_path / "c.sqlite"
    first = judge_files(path, judge(), cache=cache)
    replayed = judge_files(path, f"replay:{cache}")
    assert replayed["combined"]["judge"] == first["combined"]["judge"]
    assert replayed["usage"]["asked"] == 0
    other = write(tmp_path / "other.csv", [("q9", "x", "Geo", "y", "")])
    with pytest.warns(IndicMatchWarning, match="got no reply"):
        assert judge_files(other, f"replay:{cache}")["combined"]["judge"]["outcomes"]["error"] == 1


HUMAN = ["1", "0", "", "wrong", "0", "", "", "correct"]


@pytest.mark.parametrize(("header", "options"), [
    ("human", {}), ("Human", {}), ("human", {"columns": {"domain": "human"}}), ("HUMAN", {"human": "human"}),
])  # fmt: skip
def test_the_column_of_labels_is_found_as_any_other_is(tmp_path, header, options):
    """In another case, and where it is the Domain too."""
    labels = ["1", "0", "1", "1", "0", "0", "1", "0"]
    report = judge_files(write(tmp_path / "hindi.csv", extra=[(header, labels)]), judge(), **options)
    assert report["agreement"]["judge_and_human"]["n"] == 5


def test_a_part_that_is_not_there_is_told_by_judge_and_audit_too(tmp_path):
    path = write(tmp_path / "english.csv", [("q", "a", "", "b"), ("q", "a", "", "a\nb")])
    report = judge_files(path, lambda prompt: "CORRECT", shown=Shown(extract="answer-tag"))
    assert any("2 of 2 responses hold nothing that --extract answer-tag looks for" in text for text in report["warnings"])


def test_human_labels_give_kappa_and_a_debiased_accuracy(tmp_path):
    path = write(tmp_path / "hindi.csv", extra=[("human", HUMAN)])
    report = judge_files(path, judge())
    judged = report["agreement"]["judge_and_human"]
    assert judged["n"] == 4  # q8 has no verdict
    assert judged["agreement"] == 0.75
    assert judged["by_language"][0]["language"] == "hi"
    assert report["agreement"]["strings_and_human"]["exact_substring"]["nfc"]["n"] == 5
    assert report["agreement"]["judge_and_strings"]["word_overlap"]["raw"]["n"] == 5
    found = report["debiased"]
    assert (found["n_labelled"], found["n_total"], found["unscored_rows"]) == (4, 6, 2)
    assert 0 <= found["estimate"] <= 1
    from indicmatch.stats import ev_judge_debias

    direct = ev_judge_debias([1, 0, 1, 1, 0, 0], [1, 0, None, 0, 0, None])
    assert found["estimate"] == pytest.approx(direct.estimate)


def test_kappa_is_given_for_each_language(tmp_path):
    paths = [write(tmp_path / f"{name}.csv") for name in ("hindi", "marathi")]
    report = judge_files(paths, judge())
    found = report["agreement"]["judge_and_strings"]["exact_substring"]["nfc"]
    assert [group["language"] for group in found["by_language"]] == ["hi", "mr"]
    assert found["n"] == 10
    from indicmatch.stats import ev_judge_agreement

    direct = ev_judge_agreement([1, 0, 1, 1, 0], [1, 0, 1, 0, 0])
    assert found["by_language"][0]["kappa"] == pytest.approx(direct.kappa)


def test_too_few_labels_say_why(tmp_path):
    path = write(tmp_path / "hindi.csv", extra=[("human", ["1", *[""] * 7])])
    found = judge_files(path, judge())["debiased"]
    assert found["estimate"] is None
    assert "at least 3" in found["reason"]


def test_no_labels_no_debiased_figure(tmp_path):
    report = judge_files(write(tmp_path / "hindi.csv"), judge())
    assert report["debiased"] is None
    assert report["agreement"]["judge_and_human"] is None


def test_a_label_that_is_none_and_a_column_that_is_not_there(tmp_path):
    path = write(tmp_path / "hindi.csv", extra=[("human", ["maybe", *[""] * 7])])
    with pytest.raises(BadFile, match=r"line 2: 'maybe' is no label"):
        judge_files(path, judge())
    with pytest.raises(BadFile, match="gold_label"):
        judge_files(write(tmp_path / "h2.csv"), judge(), human="gold_label")


@pytest.mark.parametrize(("cell", "said"), [
    ("1", True), ("0", False), ("TRUE", True), ("no", False), ("Correct", True), ("right", True), ("wrong", False), ("सही", True), ("ভুল", False),
    ("not attempted", False), ("", None), (None, None), ("  ", None), ("1.0", True),
])  # fmt: skip
def test_human_labels(cell, said):
    assert human_label(cell) is said


def test_a_row_is_asked_about_in_the_language_of_its_file(tmp_path):
    seen = []

    def function(prompt):
        seen.append(prompt.split("\n")[0])
        return "CORRECT"

    paths = [write(tmp_path / name, ROWS[:1]) for name in ("hindi.csv", "tamil.csv", "brx_x.csv")]
    judge_files(paths, function, shown=Shown(own_language=True))
    hindi, tamil, bodo = seen
    assert len({hindi, tamil, bodo}) == 3
    assert bodo.startswith("You grade")


def test_choices_that_do_not_exist(tmp_path):
    path = write(tmp_path / "hindi.csv")
    with pytest.raises(UnknownName, match="disagreements"):
        judge_files(path, judge(), only="disagreement")
    from indicmatch.score import Plan, Run

    with pytest.raises(BadInput, match="both metrics"):
        JudgeRun(Run(Plan(metrics=("token_f1",))), None, Shown(), only="disagreements")


def test_pairs_without_anything():
    pairs = Pairs()
    assert pairs.figures(0.95) == {"judge_and_strings": {}, "judge_and_human": None, "strings_and_human": {}}
    assert pairs.debiased(0.95) is None


def test_a_file_of_no_rows(tmp_path):
    report = judge_files(write(tmp_path / "hindi.csv", []), judge())
    assert report["combined"]["judge"]["accuracy"] is None
    assert report["combined"]["judge"]["bounds"] is None


SAMPLED = {  # how rows were sampled: the columns that say so, how many files there are, what rows then share
    "rows by themselves": ({}, 1, None),
    "clusters": ({"cluster": "passage"}, 1, "passage"),
    "draws": ({"sample": "draw"}, 1, "question"),
    "draws in clusters": ({"sample": "draw", "cluster": "passage"}, 2, "passage"),
    "models asked the same": ({"model": "model"}, 1, "id"),
    "files asked the same": ({}, 2, "id"),
}


def sampled_files(folder, case):
    """Files of rows that are sampled so; every other row has a human label."""
    columns, count, _ = SAMPLED[case]
    for nth in range(count):
        rows = []
        for number in range(120):
            question = number // 2 if "model" in columns or "sample" in columns else number
            said = "घाटी" if (number * 7 + nth) % 3 and (question // 2) % 4 else "नदी"
            label = "" if number % 2 else str(int(number % 5 > 0))
            rows.append((f"q{question}", f"p{question % 9}", number % 2, f"m{number % 2}", f"प्रश्न {question}", "घाटी", f"d{question % 3}", f"यह {said}", label))
        path = folder / f"m{nth}_hindi.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("id", "passage", "draw", "model", "question", "answer", "Domain", "response", "human"), *rows])
    return sorted(folder.glob("*.csv"))


def as_substring(prompt):
    """A judge that says what the exact substring says."""
    texts = data(prompt)
    return "CORRECT" if texts["reference_answers"][0] in texts["response"] else "INCORRECT"


@pytest.mark.parametrize("case", SAMPLED)
def test_a_judge_that_says_what_a_metric_says_has_its_figures(tmp_path, case):
    """By file, model, domain and over all, with intervals that heed how rows were sampled."""
    columns, count, shared = SAMPLED[case]
    report = judge_files(sampled_files(tmp_path, case), as_substring, columns=columns)
    assert len(report["files"]) == (2 if "model" in columns else count)
    for group in [report["combined"], *(group for file in report["files"] for group in (file["combined"], *file["domains"]))]:
        cell = group["metrics"]["exact_substring"]["raw"]
        assert {key: group["judge"][key] for key in cell} == cell
        assert group["judge"]["bounds"] == [cell["accuracy"]] * 2
    assert ("clusters" in report["combined"]["judge"]) == (case not in ("rows by themselves", "draws"))
    assert report.get("clustered_by") == shared


@pytest.mark.parametrize("case", SAMPLED)
def test_an_interval_that_supposes_independent_rows_is_not_given_for_others(tmp_path, case):
    report = judge_files(sampled_files(tmp_path, case), as_substring, columns=SAMPLED[case][0])
    kappa, debiased = report["agreement"]["judge_and_human"], report["debiased"]
    assert kappa["kappa"] is not None
    assert debiased["estimate"] is not None
    if SAMPLED[case][2] is None:
        assert kappa["kappa_ci"] is not None
        assert debiased["ci"] is not None
        return
    for found in (kappa, *kappa["by_language"]):
        assert found["kappa_ci"] is found["agreement_ci"] is None
        assert f"share {SAMPLED[case][2]}" in found["reason"]
    assert debiased["ci"] is debiased["se"] is debiased["conf_low"] is debiased["effective_n"] is None
    assert "no independent samples" in debiased["reason"]
    assert "advice" not in debiased


def test_draws_without_a_verdict_bound_the_mean_of_questions(tmp_path):
    """Three draws of one question, and one of another: each question counts once."""
    rows = [("q1", "a", "", "r1"), ("q1", "a", "", "r2"), ("q1", "a", "", "r3"), ("q2", "a", "", "r4")]
    path = write(tmp_path / "english.csv", rows, extra=[("draw", [1, 2, 3, 1])])
    says = {"r1": "CORRECT", "r2": "mumble", "r3": "INCORRECT", "r4": "CORRECT"}
    judge = judge_files(path, lambda prompt: says[data(prompt)["response"]], columns={"sample": "draw"})["combined"]["judge"]
    assert judge["accuracy"] == pytest.approx((0.5 + 1) / 2)
    assert judge["bounds"] == pytest.approx([(1 / 3 + 1) / 2, (2 / 3 + 1) / 2])
    assert judge["items"] == 2


@pytest.mark.parametrize(("options", "says"), [
    ({"workers": 0}, "workers must be a whole number from 1 up"), ({"limit": -1}, "limit must be a whole number from 0 up"),
    ({"confidence": float("nan")}, "confidence"), ({"levels": "nfcc"}, "nfcc"),
])  # fmt: skip
def test_arguments_that_make_no_sense_are_refused_before_anything_is_asked(tmp_path, options, says):
    asked = judge()
    with pytest.raises((BadInput, UnknownName), match=says):
        judge_files(write(tmp_path / "hindi.csv"), asked, **options)
    assert asked.asked == []


def test_the_cache_is_not_written_over(tmp_path):
    path, cache = write(tmp_path / "hindi.csv"), tmp_path / "cache"
    judge_files(path, judge(), cache=cache)
    before = cache.read_bytes()
    with pytest.raises(BadFile):
        judge_files(path, judge(), cache=cache, out=cache)
    assert cache.read_bytes() == before
