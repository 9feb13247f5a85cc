"""`indicmatch stats`: every function on files as in Python, planning without files, judges with a few human labels, refusals."""

import csv
import io
import json
import math
import random
import re

import pandas as pd
import pytest

from indicmatch import stats
from indicmatch.cli import main
from indicmatch.cli._statistics import ARGUMENTS, FUNCTIONS
from indicmatch.report.statistics import ON_THE_SCALE, result_grids

HEADER = ("question", "passage", "m", "draw", "Domain", "ok", "human", "answer", "response")


def rows_of(seed=1, models="ab", questions=24, draws=1):
    generator = random.Random(seed)
    rows = []
    for model in models:
        for question in range(questions):
            for draw in range(draws):
                ok = int(generator.random() < 0.4 + 0.3 * (model == "a") + 0.02 * (question % 5))
                human = "" if generator.random() < 0.5 else str(ok if generator.random() < 0.9 else 1 - ok)
                rows.append(dict(zip(HEADER, (f"q{question}", f"p{question // 4}", model, draw, "xyz"[question % 3], ok, human, "Delhi",
                                              "Delhi" if ok else "no"), strict=True)))  # fmt: skip
    return rows


def write(path, rows, header=HEADER):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, header)
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


@pytest.fixture
def run(capsys):
    """The command line in this process: exit status, stdout, stderr."""

    def call(*arguments):
        status = main(["stats", *map(str, arguments)])
        return status, *capsys.readouterr()

    return call


@pytest.fixture
def result(run):
    """The JSON of a call that works."""

    def call(*arguments):
        status, out, err = run(*arguments, "--format", "json")
        assert status == 0, err
        return json.loads(out)

    return call


@pytest.fixture
def long(tmp_path):
    return write(tmp_path / "long.csv", rows_of())


COLUMNS = {"score": "ok", "item": "question", "model": "m"}
OPTIONS = ("--score", "ok", "--item", "question", "--model-col", "m")
SAME = [  # function, further options, arguments in Python
    ("score", ("--model", "a", "--level", "0.9", "--cluster", "passage"), {"model": "a", "level": 0.9, "cluster": "passage"}),
    ("cluster", ("--model", "b", "--cluster", "passage"), {"model": "b", "cluster": "passage"}),
    ("icc", ("--model", "b", "--cluster", "passage"), {"model": "b", "cluster": "passage"}),
    ("bootstrap", ("--model", "a", "--R", "50", "--seed", "3", "--type", "basic"), {"model": "a", "R": 50, "seed": 3, "type": "basic"}),
    ("paired", ("--cluster", "passage"), {"cluster": "passage"}),
    ("paired", ("--model-a", "b", "--model-b", "a", "--confidence", "0.8"), {"model_a": "b", "model_b": "a", "level": 0.8}),
    ("unpaired", (), {}),
    ("permutation", ("--R", "99", "--seed", "1"), {"R": 99, "seed": 1}),
    ("variance-reduction", ("--reference", "b", "--mu-reference", "0.45"), {"reference": "b", "mu_reference": 0.45}),
    ("rank", ("--resamples", "100", "--seed", "2", "--lower-better"), {"R": 100, "seed": 2, "higher_better": False}),
]


@pytest.mark.parametrize(("name", "options", "arguments"), SAME, ids=[" ".join([row[0], *row[1]]) for row in SAME])
def test_a_function_on_a_file_gives_what_it_gives_in_python(result, long, name, options, arguments):
    own = {key: value for key, value in arguments.items() if key != "cluster"}
    evaluation = stats.as_eval(pd.read_csv(long), **COLUMNS, cluster=arguments.get("cluster"))
    expected = getattr(stats, f"ev_{name.replace('-', '_')}")(evaluation, **own).to_dict()
    assert result(name, long, *OPTIONS, *options) == {"function": f"ev_{name.replace('-', '_')}"} | expected


def test_repeated_draws(result, tmp_path):
    path = write(tmp_path / "draws.csv", rows_of(draws=3))
    found = result("resample", path, *OPTIONS, "--sample", "draw", "--model", "a", "--k-grid", "1,2,inf")
    expected = stats.ev_resample(stats.as_eval(pd.read_csv(path), **COLUMNS, sample="draw"), model="a", k_grid=[1, 2, math.inf])
    assert found["projection"] == expected.to_dict()["projection"]
    assert found["n_items"] == 24


def test_judges(result, long):
    frame = pd.read_csv(long)
    debias = result("judge-debias", long, "--judge", "ok", "--lambda", "0.5")
    assert debias["estimate"] == pytest.approx(stats.ev_judge_debias(frame["ok"], frame["human"], lambda_=0.5).estimate)
    agreement = result("judge-agreement", long, "--judge", "ok", "--gold", "human", "--group", "Domain")
    expected = stats.ev_judge_agreement(frame["ok"], frame["human"], group=frame["Domain"])
    assert agreement["kappa"] == pytest.approx(expected.kappa)
    assert [row["group"] for row in agreement["by_group"]] == ["x", "y", "z"]


def test_how_many_labels_are_worth_collecting(result, long):
    frame = pd.read_csv(long)
    pilot = stats.ev_judge_debias(frame["ok"], frame["human"])
    found = result("judge-power", long, "--judge", "ok", "--target-se", "0.1")
    expected = stats.ev_judge_power(len(frame), target_se=0.1, pilot=pilot, sd_gold="pilot", sd_judge="pilot")
    assert found["n_labels"] == expected.n_labels
    assert (found["n_total"], found["correlation"]) == (48, pytest.approx(pilot.correlation))
    planned = result("judge-power", "--n-total", "20000", "--correlation", "0.8", "--target-se", "0.01")
    assert planned["n_labels"] == stats.ev_judge_power(20_000, correlation=0.8, target_se=0.01).n_labels


def test_planning_needs_no_file_and_takes_one(result, long):
    found = result("power", "--delta", "0.02", "--p-a", "0.72", "--p-b", "0.70", "--correlation", "0.7", "--icc", "0.25", "--cluster-size", "8")
    assert found["n_items"] == 6667
    assert result("mde", "--n-items", "500", "--sd-diff", "0.5")["mde"] == pytest.approx(stats.ev_mde(500, sd_diff=0.5).mde)
    pilot = stats.ev_paired(pd.read_csv(long), **COLUMNS)
    assert result("power", long, *OPTIONS, "--delta", "0.1")["n_items"] == stats.ev_power(0.1, pilot=pilot).n_items
    assert result("mde", long, *OPTIONS)["mde"] == pytest.approx(stats.ev_mde(24, pilot=pilot).mde)


def test_a_table_of_every_model_and_group(result, long):
    rows = {row["label"]: row for row in result("table", long, *OPTIONS, "--by", "Domain")["rows"]}
    assert list(rows) == ["x a", "x b", "y a", "y b", "z a", "z b"]
    frame = pd.read_csv(long)
    assert rows["y b"]["estimate"] == pytest.approx(frame[(frame["Domain"] == "y") & (frame["m"] == "b")]["ok"].mean())


def test_many_comparisons(result, long, tmp_path):
    found = result("multi", long, *OPTIONS, "--by", "Domain", "--method", "BH")
    frame = pd.read_csv(long)
    pairs = {name: stats.ev_paired(frame[frame["Domain"] == name], **COLUMNS) for name in "xyz"}
    assert found["pooled"] == pytest.approx(stats.ev_multi(pairs, method="BH").pooled)
    path = tmp_path / "effects.csv"
    path.write_text("task,estimate,se\nart,0.06,0.02\nfood,-0.01,0.025\nmusic,,\nlaw,0.12,0.045\n", encoding="utf-8")
    assert result("multi", path)["pooled"] == pytest.approx(0.0421, abs=1e-4)


def test_ratings(result, tmp_path):
    won = [1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0]
    games = {"left": ["a", "b", "a"] * 4, "right": ["b", "c", "c"] * 4, "won": won}
    expected = stats.ev_elo(games, "left", "right", "won").to_dict()["models"]
    options = ("--model-a", "left", "--model-b", "right", "--winner", "won")
    numbers = tmp_path / "numbers.csv"
    pd.DataFrame(games).to_csv(numbers, index=False)
    assert result("elo", numbers, *options)["models"] == expected
    names = tmp_path / "names.csv"
    pd.DataFrame(games | {"won": [a if w else b for a, b, w in zip(games["left"], games["right"], won, strict=True)]}).to_csv(names, index=False)
    assert result("ev_elo", names, *options)["models"] == expected


def test_a_scored_file_goes_straight_in(result, run, tmp_path, capsys):
    source, out = write(tmp_path / "english.csv", rows_of(models="a")), str(tmp_path / "scored.csv")
    assert main(["score", source, "--out", out, "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    found = result("score", out, "--score", "exact_substring_nfc", "--item", "question", "--cluster", "passage")
    assert found["estimate"] == report["combined"]["metrics"]["exact_substring"]["nfc"]["accuracy"]
    status, text, _ = run("judge-debias", out, "--judge", "exact_substring_nfc")
    assert status == 0
    assert "people only" in text


def test_texts_that_are_cut_within_a_character_are_no_obstacle(result, tmp_path):
    """Lone surrogates, in a column that is not used and in one that is."""
    path = tmp_path / "cut.jsonl"
    rows = [{"q": number, "model": "a\ud83d", "text": "x \ud83d", "score": number % 2} for number in range(6)]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert result("score", path, "--item", "q", "--model-col", "model")["estimate"] == 0.5


def test_several_files_are_models_by_their_names(result, tmp_path):
    files = [write(tmp_path / f"{name}_english.csv", rows_of(models=model)) for name, model in (("new", "a"), ("old", "b"))]
    found = result("paired", *files, "--score", "ok", "--item", "question")
    assert (found["model_a"], found["model_b"], found["n_items"]) == ("new", "old", 24)


def test_blank_scores_are_left_out_and_counted_aloud(run, tmp_path):
    rows = rows_of(models="a")
    for row, text in zip(rows, ("", " ", "NA", "nan"), strict=False):
        row["ok"] = text
    status, out, err = run("score", write(tmp_path / "x.csv", rows), "--score", "ok", "--item", "question", "--format", "json")
    assert (status, json.loads(out)["n_items"]) == (0, 20)
    assert "4 rows are left out of 24: no score in 'ok'" in err


def test_verdicts_in_words_are_scores(result, tmp_path):
    rows = rows_of(models="a")
    for row in rows:
        row["ok"] = {1: "Correct", 0: "no"}[row["ok"]]
    words = result("score", write(tmp_path / "x.csv", rows), "--score", "ok")
    assert words["estimate"] == pytest.approx(sum(row["response"] == "Delhi" for row in rows) / 24)


def test_shares_are_shown_in_percent_and_other_scores_as_they_are(run, tmp_path):
    rows = rows_of(models="a")
    path = write(tmp_path / "x.csv", rows)
    mean = sum(row["ok"] for row in rows) / 24
    _, out, _ = run("score", path, "--score", "ok")
    assert re.search(rf"estimate +{100 * mean:.1f}\n", out)
    for row in rows:
        row["ok"] = 1 + 3 * row["ok"]
    _, out, _ = run("score", write(tmp_path / "y.csv", rows), "--score", "ok")
    assert re.search(rf"estimate +{1 + 3 * mean:.10g}\n|estimate +{1 + 3 * mean:.4f}\n", out)


def test_advice_is_in_percent_as_the_figures_are():
    grid = next(iter(result_grids(stats.ev_mde(500, sd_diff=0.5), shares=True)))
    assert grid.notes == ("A true difference below 6.3 will usually be missed.",)
    plain = next(iter(result_grids(stats.ev_mde(500, sd_diff=0.5), shares=False)))
    assert plain.notes == ("A true difference below 0.0626 will usually be missed.",)


def test_what_is_not_computed_says_why(run, long):
    _, out, _ = run("score", long, *OPTIONS, "--model", "a")
    assert "n_clusters, design_effect not computed: the analysis is not clustered" in out


@pytest.mark.parametrize(("format_", "says"), [("csv", "estimate,se"), ("markdown", "| figure | value |"), ("latex", r"\toprule")])
def test_other_formats(run, long, format_, says):
    status, out, _ = run("score", long, *OPTIONS, "--model", "a", "--format", format_)
    assert status == 0
    assert says in out


def test_the_csv_of_a_ranking_has_a_row_for_each_model(run, long):
    rows = list(csv.DictReader(io.StringIO(run("rank", long, *OPTIONS, "--seed", "1", "--format", "csv")[1])))
    assert [row["model"] for row in rows] == ["a", "b"]


def test_plots(run, long, tmp_path):
    pytest.importorskip("matplotlib", minversion="3.11")
    for name in ("plot", "rank"):
        target = tmp_path / f"{name}.svg"
        assert run(name, long, *OPTIONS, "--plot", target)[0] == 0
        assert "<svg" in target.read_text(encoding="utf-8")


def test_every_function_is_a_command_with_help(run):
    public = {name.removeprefix("ev_").replace("_", "-") for name in stats.__all__ if name.startswith("ev_")}
    assert public == set(FUNCTIONS)
    for name in FUNCTIONS:
        status, out, err = run(name, "--help")
        assert (status, err) == (0, "")
        assert FUNCTIONS[name].help[:40] in out
    assert {argument for function in FUNCTIONS.values() for argument in function.arguments} == set(ARGUMENTS)


def test_figures_of_the_scale_are_fields_of_results():
    from dataclasses import fields

    known = {
        field.name.removesuffix("_low").removesuffix("_high")
        for name in stats.__all__
        if isinstance(getattr(stats, name), type) and issubclass(getattr(stats, name), stats.Result)
        for field in fields(getattr(stats, name))
    }
    assert known | {"sim"} >= ON_THE_SCALE


REFUSED = [  # arguments, what the message says
    (["nope", "{long}"], "unknown function of the statistics 'nope'"),
    (["scor", "{long}"], "Did you mean 'score'"),
    (["score"], "Missing argument"),
    (["score", "no_such.csv", "--score", "ok"], "no_such.csv"),
    (["score", "{long}"], "--score is not given; name its column. The columns are 'question'"),
    (["score", "{long}", "--score", "okk"], "long.csv, line 1: the column 'okk' is missing"),
    (["score", "{long}", "--score", "Domain"], "long.csv, line 2: the cell of 'Domain' is 'x', which is no score"),
    (["score", "{long}", "--score", "ok", "--item", "human"], "the cell of 'human' is blank, which --item names"),
    (["score", "{long}", "--score", "ok", "--item", "question", "--model-col", "m"], "name one. Models present: a, b"),
    (["score", "{long}", "--score", "ok", "--level", "95"], "0<x<1"),
    (["paired", "{long}", "--score", "ok"], "name model_a and model_b"),
    (["bootstrap", "{long}", "--score", "ok", "--statistic", "mode"], "mode"),
    (["resample", "{long}", "--score", "ok", "--k-grid", "1,x"], "no list of numbers"),
    (["multi", "{long}"], "multi needs tasks"),
    (["plot", "{long}", "--score", "ok"], "--plot FILE.svg"),
    (["power"], "power needs --delta"),
    (["power", "--delta", "0.02"], "the spread of the difference is not given"),
    (["mde", "--sd-diff", "0.5"], "mde needs --n-items"),
    (["judge-power", "--correlation", "0.5", "--target-se", "0.1"], "judge-power needs --n-total"),
    (["judge-power", "--n-total", "100", "--sd-gold", "big"], "neither a number nor 'pilot'"),
    (["judge-debias", "{long}"], "--judge is not given"),
    (["judge-debias", "{long}", "--judge", "ok", "--gold", "response"], "which is no score"),
    (["elo", "{long}"], "long.csv, line 1: the column 'model_a' is missing"),
]


@pytest.mark.parametrize(("arguments", "says"), REFUSED, ids=[" ".join(row[0]) for row in REFUSED])
def test_what_cannot_be_used_exits_with_2_a_message_and_nothing_on_stdout(run, long, arguments, says):
    status, out, err = run(*[argument.format(long=long) for argument in arguments])
    assert (status, out) == (2, "")
    assert says in err


def test_a_file_without_rows_or_scores_is_refused(run, tmp_path):
    path = write(tmp_path / "empty.csv", [])
    assert "there are no rows" in run("score", path, "--score", "ok")[2]
    blank = write(tmp_path / "blank.csv", [row | {"ok": ""} for row in rows_of()])
    assert "no row is left" in run("score", blank, "--score", "ok")[2]
