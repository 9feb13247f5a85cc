"""Intervals that heed how rows were sampled: clusters, repeated draws, several models, questions that several files share."""

import csv
import json
import random
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
import statsmodels.api as sm
from hypothesis import given, settings
from hypothesis import strategies as st

from indicmatch import BadFile, BadInput, score_files
from indicmatch.errors import IndicMatchWarning
from indicmatch.metrics import METRICS, Verdict
from indicmatch.score import questions
from indicmatch.score.clusters import ClusterSums, is_graded, row_scores
from indicmatch.score.questions import Questions
from indicmatch.score.units import id_column

QA = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "qa"
RIGHT, WRONG, RESCUED = "It is Delhi", "no", "It is \u0958"  # with the answers below: right, wrong, right from nfc on
ANSWERS = {RIGHT: "Delhi", WRONG: "Delhi", RESCUED: "\u0915\u093c"}
HEADER = ("id", "question", "passage", "draw", "model", "Domain", "answer", "response")


def rows_of(outcomes, **columns):
    """A row for each (passage, response); ids count up unless given."""
    found = []
    for number, (passage, response) in enumerate(outcomes):
        row = {"id": f"i{number}", "question": f"q{number}", "passage": passage, "draw": "1", "model": "a", "Domain": "d"}
        row |= {name: value(number) if callable(value) else value for name, value in columns.items()}
        found.append(row | {"answer": ANSWERS[response], "response": response})
    return found


def write(path, rows, header=HEADER):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, header, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    return path


def score(*paths, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        return score_files(paths, **options).to_dict()


def drawn(seed, passages=20, each=6):
    """Rows whose outcomes are alike within a passage."""
    generator = random.Random(seed)
    outcomes = []
    for passage in range(passages):
        ease = generator.random()
        outcomes += [
            (f"p{passage}", RIGHT if generator.random() < ease else generator.choice([WRONG, RESCUED])) for _ in range(each + passage % 3)
        ]
    return rows_of(outcomes, Domain=lambda number: "ab"[number % 2])


def robust(values, groups):
    """The mean with its CR1 interval, by statsmodels."""
    fit = sm.OLS(values, [1.0] * len(values)).fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
    return fit.params[0], list(fit.conf_int()[0]), fit.pvalues[0], fit.bse[0]


@pytest.mark.parametrize("group", ["combined", "a", "b"])
def test_clustered_figures_are_those_of_statsmodels(tmp_path, group):
    rows = drawn(1)
    report = score(write(tmp_path / "hindi.csv", rows), columns={"cluster": "passage"}, metrics=["exact_substring"])
    file = report["files"][0]
    found = file["combined"] if group == "combined" else next(domain for domain in file["domains"] if domain["domain"] == group)
    kept = [row for row in rows if group in ("combined", row["Domain"])]
    names = {name: number for number, name in enumerate(dict.fromkeys(row["passage"] for row in kept))}
    groups = [names[row["passage"]] for row in kept]
    raw = [float(row["response"] == RIGHT) for row in kept]
    now = [float(row["response"] != WRONG) for row in kept]
    for level, values in (("raw", raw), ("nfc", now)):
        cell = found["metrics"]["exact_substring"][level]
        mean, ci, _, se = robust(values, groups)
        assert cell["accuracy"] == pytest.approx(mean)
        assert cell["ci"] == pytest.approx(ci)
        assert cell["clusters"] == len(names)
        assert cell["design_effect"] == pytest.approx(se**2 / (mean * (1 - mean) / (len(values) - 1)))
    delta = found["metrics"]["exact_substring"]["delta"]["nfc"]
    mean, ci, p, _ = robust([b - a for a, b in zip(raw, now, strict=True)], groups)
    assert (delta["difference"], delta["p_value"]) == (pytest.approx(mean), pytest.approx(p))
    assert delta["ci"] == pytest.approx(ci)


def test_clusters_by_hand(tmp_path):
    """Sums 2 of 2 and 0 of 2: mean 1/2, deviations +-1, CR1 variance 2/1 * (1 + 1) / 16 = 1/4; the interval leaves 0 to 1."""
    rows = rows_of([("p", RIGHT), ("p", RIGHT), ("q", WRONG), ("q", WRONG)])
    cell = score(write(tmp_path / "x.csv", rows), columns={"cluster": "passage"})["combined"]["metrics"]["exact_substring"]["raw"]
    assert (cell["accuracy"], cell["clusters"]) == (0.5, 2)
    assert cell["design_effect"] == pytest.approx((1 / 4) / (1 / 4 / 3))
    assert 0 < cell["ci"][0] < 0.05  # the Wilson interval, since 0.5 +- 12.7 * 0.5 is none


def test_without_clusters_no_cell_has_their_keys(tmp_path):
    cell = score(write(tmp_path / "x.csv", drawn(2)))["combined"]["metrics"]["exact_substring"]["raw"]
    assert list(cell) == ["correct", "scored", "accuracy", "ci"]


def test_one_cluster_has_no_interval_and_says_none(tmp_path):
    rows = rows_of([("p", RIGHT), ("p", WRONG)])
    report = score(write(tmp_path / "x.csv", rows), columns={"cluster": "passage"})
    figures = report["combined"]["metrics"]["exact_substring"]
    assert (figures["raw"]["accuracy"], figures["raw"]["ci"], figures["raw"]["design_effect"]) == (0.5, None, None)
    assert (figures["delta"]["nfc"]["ci"], figures["delta"]["nfc"]["p_value"]) == (None, None)


def test_clusters_of_one_row_give_what_independent_rows_give(tmp_path):
    rows = drawn(3)
    by_row = score(write(tmp_path / "x.csv", rows), columns={"cluster": "id"})["combined"]["metrics"]["exact_substring"]["raw"]
    assert by_row["design_effect"] == pytest.approx(1)
    assert by_row["ci"] == pytest.approx(robust([float(row["response"] == RIGHT) for row in rows], list(range(len(rows))))[1])


def test_more_draws_of_the_same_never_narrow_the_interval(tmp_path):
    rows = drawn(4)
    once = score(write(tmp_path / "once.csv", rows), columns={"sample": "draw"})["combined"]["metrics"]["exact_substring"]
    often = [row | {"draw": str(draw)} for row in rows for draw in range(5)]
    five = score(write(tmp_path / "five.csv", often), columns={"sample": "draw"})["combined"]["metrics"]["exact_substring"]
    for level in ("raw", "nfc"):
        assert five[level]["scored"] == 5 * once[level]["scored"]
        assert {key: five[level][key] for key in ("accuracy", "items")} == {key: once[level][key] for key in ("accuracy", "items")}
        assert five[level]["ci"] == pytest.approx(once[level]["ci"])
    assert five["delta"]["nfc"]["p_value"] == pytest.approx(once["delta"]["nfc"]["p_value"])
    assert "clusters" not in five["raw"]


def test_draws_are_averaged_within_their_question_first(tmp_path):
    """Question 0: right in 3 of 4 draws; question 1: wrong in its only one; question 2: right. Means 3/4, 0, 1."""
    rows = rows_of([("p", RIGHT)] * 3 + [("p", WRONG), ("p", WRONG), ("q", RIGHT)], id=lambda number: f"i{max(0, number - 3)}",
                   draw=lambda number: str(number))  # fmt: skip
    path = write(tmp_path / "x.csv", rows)
    cell = score(path, columns={"sample": "draw"})["combined"]["metrics"]["exact_substring"]["raw"]
    assert (cell["correct"], cell["scored"], cell["items"]) == (4, 6, 3)
    assert cell["accuracy"] == pytest.approx((0.75 + 0 + 1) / 3)
    both = score(path, columns={"sample": "draw", "cluster": "passage"})["combined"]["metrics"]["exact_substring"]["raw"]
    assert (both["items"], both["clusters"]) == (3, 2)
    assert both["accuracy"] == cell["accuracy"]


def test_draws_of_a_question_without_an_id_are_known_by_its_text(tmp_path):
    rows = rows_of([("p", RIGHT), ("p", WRONG), ("p", RIGHT)], question=lambda number: f"q{number // 2}", draw=lambda number: str(number))
    path = write(tmp_path / "x.csv", rows, header=HEADER[1:])
    assert score(path, columns={"sample": "draw"})["combined"]["metrics"]["exact_substring"]["raw"]["accuracy"] == 0.75


def test_each_model_of_a_file_is_scored_by_itself(tmp_path):
    rows = [row | {"model": "ab"[number % 3 == 0]} for number, row in enumerate(drawn(5))]
    whole = score(write(tmp_path / "hindi.csv", rows), columns={"model": "model"})
    assert [(file["file"], file["model"]) for file in whole["files"]] == [(str(tmp_path / "hindi.csv"), model) for model in "ba"]
    for file in whole["files"]:
        mine = [row for row in rows if row["model"] == file["model"]]
        alone = score(write(tmp_path / "hindi_alone.csv", mine))["files"][0]
        assert {key: file[key] for key in ("rows", "language", "combined", "domains")} == {
            key: alone[key] for key in ("rows", "language", "combined", "domains")
        }
    assert whole["combined"]["n"] == len(rows)
    assert "clustered_by" not in whole  # no question was put to both


def test_questions_put_to_two_models_cluster_the_combined_figures(tmp_path):
    rows = [row | {"model": model} for model in "ab" for row in rows_of([("p", RIGHT), ("q", WRONG), ("r", RIGHT)])]
    report = score(write(tmp_path / "x.csv", rows), columns={"model": "model"})
    cell = report["combined"]["metrics"]["exact_substring"]["raw"]
    assert (report["clustered_by"], cell["clusters"]) == ("id", 3)
    assert cell["design_effect"] == pytest.approx((3 / 2 * 4 * (1 / 9 + 4 / 9 + 1 / 9) / 36) / (2 / 9 / 5))  # 2.5


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_without_ids_counts_beside_files_that_share_theirs(tmp_path, jobs):
    """Its rows stand for themselves: left out of the sums, the interval would be one of other rows than the accuracy."""
    right, wrong = rows_of([("p", RIGHT)] * 20), rows_of([("p", WRONG)] * 60)
    for name in ("a_hindi.csv", "b_hindi.csv"):
        write(tmp_path / name, right)
    write(tmp_path / "c_hindi.csv", wrong, [name for name in HEADER if name != "id"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        report = score_files(sorted(tmp_path.glob("*.csv")), jobs=jobs).to_dict()
    cell = report["combined"]["metrics"]["exact_substring"]["raw"]
    assert (report["clustered_by"], cell["clusters"], cell["accuracy"]) == ("id", 80, 0.4)
    assert cell["ci"][0] < 0.4 < cell["ci"][1]


def test_files_that_share_question_ids_are_clustered_by_question(tmp_path):
    one, two = drawn(6), drawn(7)
    report = score(write(tmp_path / "hindi.csv", one), write(tmp_path / "tamil.csv", two), metrics=["exact_substring"])
    assert report["clustered_by"] == "id"
    assert all("clusters" not in file["combined"]["metrics"]["exact_substring"]["raw"] for file in report["files"])
    groups = [int(row["id"][1:]) for row in one + two]
    mean, ci, _, _ = robust([float(row["response"] == RIGHT) for row in one + two], groups)
    cell = report["combined"]["metrics"]["exact_substring"]["raw"]
    assert (cell["accuracy"], cell["clusters"]) == (pytest.approx(mean), len(one))
    assert cell["ci"] == pytest.approx(ci)


@pytest.mark.parametrize("case", ["one file", "other ids", "no column"])
def test_nothing_is_clustered_where_no_id_recurs_in_another_file(tmp_path, case):
    one, two = drawn(6), drawn(7)
    if case == "other ids":
        two = [row | {"id": f"other {row['id']}"} for row in two]
    header = HEADER[1:] if case == "no column" else HEADER
    files = [write(tmp_path / "hindi.csv", one, header), write(tmp_path / "tamil.csv", two, header)]
    report = score(*files[: 1 if case == "one file" else 2])
    assert "clustered_by" not in report
    assert "clusters" not in report["combined"]["metrics"]["exact_substring"]["raw"]


def test_rows_without_an_id_stand_for_themselves(tmp_path):
    one, two = drawn(6), [row | {"id": "" if number % 2 else row["id"]} for number, row in enumerate(drawn(7))]
    cell = score(write(tmp_path / "hindi.csv", one), write(tmp_path / "tamil.csv", two))["combined"]["metrics"]["exact_substring"]["raw"]
    groups = [row["id"] or f"row {number}" for number, row in enumerate(one + two)]
    names = {name: number for number, name in enumerate(dict.fromkeys(groups))}
    assert cell["clusters"] == len(names)
    assert cell["ci"] == pytest.approx(robust([float(row["response"] == RIGHT) for row in one + two], [names[name] for name in groups])[1])


def test_memory_for_questions_is_bounded(monkeypatch):
    monkeypatch.setattr(questions, "MOST", 2)
    found = Questions()
    for block in "xy":
        for question in ("a", "b", "c", None):
            found.add(block, question, [1])
    assert (found.recurring, found.beyond) == (2, 2)
    assert sorted(found.sums.pairs(0)) == [(1, 1)] * 4 + [(2, 2)] * 2


def test_a_named_cluster_holds_across_files(tmp_path):
    one, two = drawn(6), drawn(7)
    both = score(write(tmp_path / "one_hindi.csv", one), write(tmp_path / "two_hindi.csv", two), columns={"cluster": "passage"})
    whole = score(write(tmp_path / "all_hindi.csv", one + two), columns={"cluster": "passage"})
    assert both["clustered_by"] == "passage"
    assert both["combined"]["metrics"] == whole["combined"]["metrics"]


def test_the_xquad_files_share_their_questions():
    paths = sorted(QA.glob("*_xquadin.csv"))
    if not paths:
        pytest.skip("the shared data are not here")
    report = score(*paths)
    cell = report["combined"]["metrics"]["exact_substring"]["raw"]
    assert report["clustered_by"] == "id"
    assert (cell["scored"], cell["clusters"]) == (30 * len(paths), 30)
    assert cell["design_effect"] > 2  # a question that is hard in one language is hard in the others


def test_a_metric_that_only_has_a_number_has_an_interval_of_its_mean(tmp_path):
    rows = [*rows_of([("p", RIGHT), ("p", WRONG), ("q", RIGHT), ("q", WRONG)]), rows_of([("r", RIGHT)])[0] | {"response": ""}]
    cell = score(write(tmp_path / "x.csv", rows), metrics=["token_f1"])["combined"]["metrics"]["token_f1"]["raw"]
    assert (cell["accuracy"], cell["scored"], cell["mean"]) == (None, 0, pytest.approx(0.2))  # a blank response is 0, and no verdict
    assert cell["mean_ci"] == pytest.approx([0.0, 0.2 + 1.959964 * 0.12247449])  # kept within 0 and 1
    clustered = score(write(tmp_path / "x.csv", rows), metrics=["token_f1"], columns={"cluster": "passage"})
    cell = clustered["combined"]["metrics"]["token_f1"]["raw"]
    assert (cell["mean"], cell["clusters"]) == (pytest.approx(0.2), 3)
    assert cell["mean_ci"] is not None
    assert clustered["macro"]["token_f1"]["raw"] == pytest.approx(0.2)


def test_every_registered_metric_says_whether_it_only_has_a_number():
    assert {name for name, metric in METRICS.items() if is_graded(metric)} >= {"token_f1"}
    assert not any(is_graded(METRICS[name]) for name in ("exact_substring", "word_overlap", "number_match"))
    assert row_scores([METRICS["token_f1"]], [[Verdict(False, 0.0), Verdict(None, 0.5)]]) == [0, 1 << 59, 1 << 59]


WARNED = [  # label, rows, columns, what the warning says
    ("Domain", drawn(8), {"cluster": "Domain"}, "stratum"),
    ("few values", [row | {"passage": f"p{number % 3}"} for number, row in enumerate(drawn(8))], {"cluster": "passage"}, "strata"),
    ("no repeated draw", drawn(8), {"sample": "draw"}, "drawn more than once"),
    ("the same draw twice", drawn(8) * 2, {"sample": "draw"}, "repeat a draw"),
    ("ids that repeat", [row | {"id": f"i{number // 2}"} for number, row in enumerate(drawn(8))], {}, "--cluster id"),
]


@pytest.mark.parametrize(("label", "rows", "columns", "says"), WARNED, ids=[row[0] for row in WARNED])
def test_what_a_reader_of_the_intervals_should_know(tmp_path, label, rows, columns, says):
    with pytest.warns(IndicMatchWarning, match=says):
        report = score_files(write(tmp_path / "english.csv", rows), columns=columns).to_dict()
    assert sum(says in text for text in report["warnings"]) == 1


def test_passages_are_no_strata(tmp_path):
    assert not score_files(write(tmp_path / "english.csv", drawn(9)), columns={"cluster": "passage"}).to_dict()["warnings"]


REFUSED = [  # label, change of a row, columns, what the message says
    ("blank cluster", {"passage": " "}, {"cluster": "passage"}, r"line 4: the cluster of this row is blank \(column 'passage'\)"),
    ("blank model", {"model": ""}, {"model": "model"}, "line 4: the model of this row is blank"),
    ("blank draw", {"draw": ""}, {"sample": "draw"}, "line 4: the sample of this row is blank"),
    ("no such column", {}, {"cluster": "pasage"}, "--cluster 'passage'"),
    ("draws of no question", {"id": ""}, {"sample": "draw"}, "line 4: the id of this row is blank"),
    ("two clusters", {"id": "i0"}, {"sample": "draw", "cluster": "passage"}, "line 4: a question of the cluster 'p0'"),
]


@pytest.mark.parametrize(("label", "change", "columns", "says"), REFUSED, ids=[row[0] for row in REFUSED])
def test_rows_that_cannot_be_placed_are_refused_with_their_line(tmp_path, label, change, columns, says):
    rows = rows_of([("p0", RIGHT), ("p1", RIGHT), ("p2", RIGHT)])
    rows[2] |= change
    with pytest.raises(BadFile, match=says):
        score(write(tmp_path / "x.csv", rows), columns=columns)


def test_draws_need_a_question(tmp_path):
    with pytest.raises(BadFile, match="neither an id column nor 'question'"):
        score(write(tmp_path / "x.csv", drawn(1), header=HEADER[2:]), columns={"sample": "draw"})


def test_a_model_has_one_name(tmp_path):
    with pytest.raises(BadInput, match="give the one or the other"):
        score(write(tmp_path / "x.csv", drawn(1)), columns={"model": "model"}, model_name="b")


@pytest.mark.parametrize(("header", "at"), [(["ID"], 0), (["id", "Question ID"], 1), (["idx", "answer"], None), (["\ufeffqid"], 0)])
def test_the_column_of_question_ids(header, at):
    assert id_column(header) == at


OUTCOMES = st.lists(st.tuples(st.sampled_from("pqr"), st.sampled_from([RIGHT, WRONG, RESCUED])), min_size=1, max_size=12)


@settings(max_examples=25, deadline=None)
@given(outcomes=OUTCOMES, cut=st.integers(0, 12), data=st.data())
def test_neither_order_nor_splitting_changes_a_clustered_figure(tmp_path_factory, outcomes, cut, data):
    folder, rows = tmp_path_factory.mktemp("laws"), rows_of(outcomes)
    options = {"columns": {"cluster": "passage"}, "metrics": ["exact_substring", "token_f1"]}
    whole = score(write(folder / "x_hindi.csv", rows), **options)["combined"]["metrics"]
    assert score(write(folder / "y_hindi.csv", data.draw(st.permutations(rows))), **options)["combined"]["metrics"] == whole
    parts = write(folder / "a_hindi.csv", rows[:cut]), write(folder / "b_hindi.csv", rows[cut:])
    assert score(*parts, **options)["combined"]["metrics"] == whole


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xyz"), st.sampled_from([None, 0, 1])), max_size=20))
def test_sums_are_those_of_the_slow_way(rows):
    plain, averaged = ClusterSums(), ClusterSums(averaged=True)
    for cluster, item, value in rows:
        plain.add(cluster, None, [value])
        averaged.add(cluster, item, [value])
    known = [(cluster, item, value) for cluster, item, value in rows if value is not None]
    assert sorted(plain.pairs(0)) == sorted(
        (len(values), sum(values)) for values in ([v for c, _, v in known if c == cluster] for cluster in {c for c, _, _ in known})
    )
    means = {key: [v for c, i, v in known if (c, i) == key] for key in {(c, i) for c, i, _ in known}}
    expected = {}
    for (cluster, _), values in means.items():
        count, total = expected.get(cluster, (0, 0.0))
        expected[cluster] = (count + 1, total + sum(values) / len(values))
    assert sorted(averaged.pairs(0)) == [pytest.approx(pair) for pair in sorted(expected.values())]


def test_a_scored_file_goes_into_an_evaluation(tmp_path):
    import pandas as pd

    from indicmatch.stats import as_eval, ev_score

    rows = drawn(10)
    report = score(write(tmp_path / "x.csv", rows, [name for name in HEADER if name != "model"]), columns={"cluster": "passage"},
                   model_name="m1", out=tmp_path / "scored.csv")  # fmt: skip
    scored = pd.read_csv(tmp_path / "scored.csv")
    evaluation = as_eval(scored, score="exact_substring_nfc", item="question", model="model", cluster="passage")
    assert evaluation.models == ("m1",)
    found, cell = ev_score(evaluation), report["combined"]["metrics"]["exact_substring"]["nfc"]
    assert (found.estimate, found.n_clusters, found.design_effect) == (
        cell["accuracy"], cell["clusters"], pytest.approx(cell["design_effect"]))  # fmt: skip
    assert cell["ci"] == pytest.approx([found.conf_low, found.conf_high])


def run(*arguments):
    done = subprocess.run([sys.executable, "-m", "indicmatch", *map(str, arguments)], capture_output=True, check=False)
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def test_the_command_line_says_what_the_intervals_heed(tmp_path):
    path = write(tmp_path / "english.csv", drawn(11))
    status, out, err = run("score", path, "--cluster", "passage", "--model-name", "m1", "--format", "table")
    assert (status, err) == (0, "")
    assert "intervals are cluster-robust over 20 clusters of passage, design effect " in out
    assert "english.csv (m1): exact_substring" in out
    rows = list(csv.DictReader(run("score", path, "--cluster", "passage", "--format", "csv")[1].splitlines()))
    assert {row["clusters"] for row in rows if row["domain"] == ""} == {"20"}
    assert json.loads(run("score", path, "--cluster", "passage", "--format", "json")[1])["clustered_by"] == "passage"


def test_the_command_line_prints_a_block_for_each_model(tmp_path):
    rows = [row | {"model": "ab"[number % 2]} for number, row in enumerate(drawn(12))]
    status, out, _ = run("score", write(tmp_path / "hindi.csv", rows), "--model-col", "model")
    assert status == 0
    assert "hindi.csv (a): word_overlap" in out
    assert "hindi.csv (b): word_overlap" in out


def test_scores_can_be_drawn(tmp_path):
    pytest.importorskip("matplotlib", minversion="3.11")
    path = write(tmp_path / "english.csv", drawn(13))
    assert run("score", path, "--metric", "token_f1", "--metric", "exact_substring", "--plot", tmp_path / "scores.svg")[0] == 0
    assert "<svg" in (tmp_path / "scores.svg").read_text(encoding="utf-8")
    status, _, err = run("score", path, "--plot", tmp_path / "scores.doc")
    assert (status, "ends in .png, .svg, .pdf" in err) == (2, True)


def test_scoring_without_clusters_loads_no_scipy(tmp_path):
    """Neither one file does nor several whose ids do not recur; where they do, the t distribution is needed."""
    one, two, again = (
        write(tmp_path / f"{name}_english.csv", rows) for name, rows in (
            ("one", drawn(1)), ("two", [row | {"id": f"other {row['id']}"} for row in drawn(2)]), ("again", drawn(3)))
    )  # fmt: skip
    code = "import sys; from indicmatch.cli import main; main(['score', *sys.argv[1:]]); print({'scipy', 'pandas', 'numpy'} & set(sys.modules))"
    for files, loaded in (([one], False), ([one, two], False), ([one, again], True)):
        done = subprocess.run([sys.executable, "-c", code, *map(str, files)], capture_output=True, text=True, check=True)
        assert ("scipy" in done.stdout.rsplit("\n", 2)[1]) is loaded
