"""Models by languages: cells, micro and macro means, what intervals heed, ranks, the best in bold."""

import csv
import io
import json
import math
import random
import warnings
from pathlib import Path

import pytest
from scipy.stats import t

from indicmatch import BadFile
from indicmatch.cli import main
from indicmatch.comparison import board
from indicmatch.errors import IndicMatchWarning
from indicmatch.report.board import board_grids
from indicmatch.report.text import as_latex, as_markdown, as_plain
from indicmatch.score import Plan, Run
from indicmatch.stats import clustered_proportion, wilson

QA = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "qa"
EXACT = Plan(("raw",), ("exact_substring",))


def write(path, rows, header=("id", "question", "passage", "answer", "response")):
    path.parent.mkdir(exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, header, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


def rows_of(verdicts, prefix="", size=2):
    return [
        {"id": f"{prefix}{n}", "question": f"{prefix}{n}?", "passage": f"{prefix}p{n // size}", "answer": "Delhi",
         "response": "It is Delhi" if verdict else "no"}
        for n, verdict in enumerate(verdicts)
    ]  # fmt: skip


def drawn(seed, n, ease):
    generator = random.Random(seed)
    return [generator.random() < ease for _ in range(n)]


def boarded(*files, plan=EXACT, names=(), columns=None):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        return board(Run(plan, columns=columns), files, names=names).to_dict()


def rows_by_model(report, metric="exact_substring", level="raw"):
    return {row["model"]: row for row in report["boards"][metric][level]}


@pytest.fixture
def two_by_two(tmp_path):
    """Models a and b in Hindi (12 questions) and Tamil (8 others)."""
    verdicts = {("a", "hindi"): drawn(1, 12, 0.8), ("a", "tamil"): drawn(2, 8, 0.6), ("b", "hindi"): drawn(3, 12, 0.3), ("b", "tamil"): drawn(4, 8, 0.3)}
    files = [write(tmp_path / f"{model}_{language}.csv", rows_of(each, language)) for (model, language), each in verdicts.items()]
    return verdicts, files


def test_the_cells_and_the_means_by_hand(two_by_two):
    verdicts, files = two_by_two
    report = boarded(*files)
    assert [report[key] for key in ("schema", "models", "languages")] == ["indicmatch.board/1", ["a", "b"], ["hi", "ta"]]
    for model, row in rows_by_model(report).items():
        hindi, tamil = verdicts[model, "hindi"], verdicts[model, "tamil"]
        assert row["languages"]["hi"] == {"n": 12, "score": sum(hindi) / 12, "ci": list(wilson(sum(hindi), 12))}
        assert row["micro"] == {"n": 20, "score": sum(hindi + tamil) / 20, "ci": list(wilson(sum(hindi + tamil), 20))}
        assert row["macro"]["score"] == pytest.approx((sum(hindi) / 12 + sum(tamil) / 8) / 2)
    assert json.loads(json.dumps(report)) == report


def test_the_interval_of_the_macro_mean_by_its_formula(two_by_two):
    verdicts, files = two_by_two
    row = rows_by_model(boarded(*files))["a"]
    squares = sum(sum(((x - sum(each) / len(each)) / (2 * len(each))) ** 2 for x in each) for each in (verdicts["a", "hindi"], verdicts["a", "tamil"]))
    half = t.ppf(0.975, 19) * math.sqrt(squares * 20 / 19)
    assert row["macro"]["ci"] == pytest.approx([row["macro"]["score"] - half, min(1, row["macro"]["score"] + half)])


def test_languages_that_share_questions_are_clustered_by_question(tmp_path):
    hindi, tamil = drawn(1, 15, 0.7), drawn(2, 15, 0.5)
    files = [write(tmp_path / f"a_{language}.csv", rows_of(each)) for language, each in (("hindi", hindi), ("tamil", tamil))]
    row = rows_by_model(boarded(*files))["a"]
    expected = clustered_proportion([(2, x + y) for x, y in zip(hindi, tamil, strict=True)])
    assert row["micro"]["clusters"] == 15
    assert row["micro"]["ci"] == pytest.approx(list(expected.ci))
    assert row["macro"]["ci"] == pytest.approx(list(macro_of_pairs(hindi, tamil)))  # deviations within the languages
    assert "clusters" not in row["languages"]["hi"]


def macro_of_pairs(one, other):
    means = sum(one) / len(one), sum(other) / len(other)
    parts = [((x - means[0]) / len(one) + (y - means[1]) / len(other)) / 2 for x, y in zip(one, other, strict=True)]
    half = t.ppf(0.975, len(one) - 1) * math.sqrt(sum(part**2 for part in parts) * len(one) / (len(one) - 1))
    return sum(means) / 2 - half, sum(means) / 2 + half


def test_a_named_cluster_is_heeded_everywhere(tmp_path):
    hindi = drawn(1, 15, 0.7)
    report = boarded(write(tmp_path / "a_hindi.csv", rows_of(hindi, size=3)), columns={"cluster": "passage"})
    row = rows_by_model(report)["a"]
    expected = clustered_proportion([(3, sum(hindi[at : at + 3])) for at in range(0, 15, 3)])
    assert report["clustered_by"] == "passage"
    for cell in (row["languages"]["hi"], row["micro"]):
        assert (cell["clusters"], cell["ci"]) == (5, pytest.approx(list(expected.ci)))


def test_draws_of_a_question_are_averaged_first(tmp_path):
    rows = [*rows_of([True, True, False]), rows_of([False])[0]]
    row = rows_by_model(boarded(write(tmp_path / "a_hindi.csv", rows), columns={"sample": "passage"}))["a"]
    assert (row["micro"]["n"], row["micro"]["score"]) == (3, 0.5)  # 1/2, 1, 0


def test_models_are_ranked_on_what_all_of_them_answered(tmp_path):
    verdicts = {"a": [True] * 19 + [False], "b": drawn(3, 20, 0.5), "c": [False] * 19 + [True]}
    files = [write(tmp_path / f"{model}_hindi.csv", rows_of(each)) for model, each in verdicts.items()]
    report = boarded(files[1], files[2], files[0])
    rows = report["boards"]["exact_substring"]["raw"]
    assert [(row["model"], row["rank"], row["rank_interval"]) for row in rows] == [("a", 1, [1, 1]), ("b", 2, [2, 2]), ("c", 3, [3, 3])]
    assert rows[0]["ranked_on"] == 20
    assert report == boarded(files[1], files[2], files[0])  # the draws are repeatable


UNRANKED = [  # label, rows of the second model, what is said
    ("other questions", rows_of([True] * 5, "other"), "no ranks"),
    ("two common questions", rows_of([True] * 2), "no ranks: 2 questions"),
]


@pytest.mark.parametrize(("label", "rows", "says"), UNRANKED, ids=[row[0] for row in UNRANKED])
def test_without_common_questions_there_are_no_ranks_and_it_is_said(tmp_path, label, rows, says):
    report = boarded(write(tmp_path / "a_hindi.csv", rows_of([True, False] * 3)), write(tmp_path / "b_hindi.csv", rows))
    assert any(says in text for text in report["warnings"])
    assert {row["rank"] for row in report["boards"]["exact_substring"]["raw"]} == {None}


def test_a_model_without_a_language_is_said_to_be_so(tmp_path, two_by_two):
    _, files = two_by_two
    report = boarded(*files[:3])
    assert any("b has no file in ta" in text for text in report["warnings"])
    row = rows_by_model(report)["b"]
    assert (row["languages"]["ta"], row["macro"]["languages"]) == (None, 1)


def test_the_best_of_a_column_is_marked_in_every_format(two_by_two):
    _, files = two_by_two
    report = boarded(*files)
    grids = list(board_grids(report))
    best = max(row["languages"]["hi"]["score"] for row in report["boards"]["exact_substring"]["raw"])
    shown = f"{100 * best:.1f}"
    assert rf"\textbf{{{shown}}}" in as_latex(grids)
    assert f"**{shown}**" in as_markdown(grids)
    assert f"*{shown}" in as_plain(grids)


def test_a_mean_over_fewer_languages_is_not_called_the_best(tmp_path):
    files = [write(tmp_path / f"{name}.csv", rows_of(each)) for name, each in (
        ("a_hindi", [True, False, True, False]), ("a_tamil", [True] * 2 + [False] * 2), ("b_hindi", [True] * 4))]  # fmt: skip
    grid = next(iter(board_grids(boarded(*files))))
    assert grid.header[:5] == ("model", "hi", "ta", "micro", "macro")
    assert [grid.rows[place][0] for place, at in grid.best if at == 1] == ["b"]
    assert not [at for _, at in grid.best if at > 1]


def test_scores_that_are_all_alike_have_no_best_and_still_an_interval(tmp_path):
    files = [write(tmp_path / f"{model}_{language}.csv", rows_of([False] * 6, language)) for model in "ab" for language in ("hindi", "tamil")]
    report = boarded(*files)
    assert not next(iter(board_grids(report))).best
    row = rows_by_model(report)["a"]
    assert row["macro"]["ci"] == list(wilson(0, 12))


def test_a_metric_of_numbers_has_t_intervals_kept_within_0_and_1(two_by_two):
    row = rows_by_model(boarded(*two_by_two[1], plan=Plan(("raw",), ("token_f1",))), "token_f1")["a"]
    cell = row["languages"]["hi"]
    assert 0 <= cell["ci"][0] < cell["score"] < cell["ci"][1] <= 1


def test_a_column_may_say_the_models_and_folders_may(tmp_path, two_by_two):
    verdicts, files = two_by_two
    rows = [row | {"passage": model} for model in "ab" for row in rows_of(verdicts[model, "hindi"], "hindi")]
    by_column = boarded(write(tmp_path / "hindi.csv", rows), columns={"model": "passage"})
    in_folders = boarded(*(write(tmp_path / model / "hindi.csv", rows_of(verdicts[model, "hindi"], "hindi")) for model in "ab"))
    by_name = boarded(files[0], files[2])
    assert by_column["boards"] == by_name["boards"] == in_folders["boards"]
    assert boarded(files[0], files[2], names=("x", "y"))["models"] == ["x", "y"]


def test_an_empty_file_is_refused(tmp_path):
    with pytest.raises(BadFile, match="no rows"):
        boarded(write(tmp_path / "a_hindi.csv", []))


@pytest.fixture
def run(capsys):
    def call(*arguments):
        status = main([str(argument) for argument in arguments])
        return status, *capsys.readouterr()

    return call


def test_the_command_in_every_format(run, two_by_two):
    _, files = two_by_two
    status, out, _ = run("board", *files, "--lang", "en", "--model-name", "a", "--model-name", "b", "--model-name", "c", "--model-name", "d")
    assert status == 0
    assert "exact_substring, raw" in out
    assert "rank interval" not in out  # one language, and no common questions
    rows = list(csv.DictReader(io.StringIO(run("board", *files, "--format", "csv", "--normalize", "none")[1])))
    assert [row["language"] for row in rows[:4]] == ["hi", "ta", "micro", "macro"]
    assert {"metric", "level", "model", "n", "score", "ci_low", "rank", "rank_best", "signature"} <= set(rows[0])
    assert r"\textbf" in run("board", *files, "--format", "latex")[1]
    assert json.loads(run("board", *files, "--format", "json", "--resamples", "100", "--seed", "5")[1])["confidence"] == 0.95


def test_the_models_of_the_truthfulqa_files():
    paths = sorted(QA.glob("*_truthfulqa_models.csv"))
    if not paths:
        pytest.skip("the shared data are not here")
    report = boarded(*map(str, paths), columns={"model": "response_kind"}, plan=Plan(("raw",), ("token_f1",)))
    assert (len(report["models"]), report["languages"]) == (3, ["bn", "hi", "ml", "ta", "te"])
    assert sum(entry["rows"] for entry in report["files"]) == sum(row["micro"]["n"] for row in report["boards"]["token_f1"]["raw"])
