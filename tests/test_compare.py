"""Models on the same questions: how questions are matched, the paired figures, families of tests, ranks, and what is refused."""

import csv
import io
import json
import random
import warnings
from pathlib import Path

import pytest
import statsmodels.api as sm

from indicmatch import BadFile, BadInput
from indicmatch.cli import main
from indicmatch.comparison import compare
from indicmatch.comparison.naming import model_names
from indicmatch.errors import IndicMatchWarning
from indicmatch.score import Plan, Run
from indicmatch.stats import as_eval, ev_paired, ev_rank, mcnemar_exact, newcombe_paired

QA = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "qa"
EXACT = Plan(("raw", "nfc"), ("exact_substring",))


def write(path, rows, header=("id", "question", "passage", "Domain", "answer", "response")):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, header, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


def rows_of(verdicts, **columns):
    """A row for each verdict (True: right), with its own id and question unless columns say otherwise."""
    return [
        {"id": f"i{number}", "question": f"What is {number}?", "passage": f"p{number // 3}", "Domain": "d", "answer": "Delhi"}
        | {name: value(number) if callable(value) else value for name, value in columns.items()}
        | {"response": "It is Delhi" if verdict else "no"}
        for number, verdict in enumerate(verdicts)
    ]


def drawn(seed, n=30, ease=0.6):
    generator = random.Random(seed)
    return [generator.random() < ease for _ in range(n)]


def compared(*files, plan=EXACT, names=(), columns=None, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        return compare(Run(plan, columns=columns, **options), files, names=names).to_dict()


def figures(report, level="raw", pair=0, metric="exact_substring"):
    return report["pairs"][pair]["combined"]["metrics"][metric][level]


def test_the_paired_figures_by_hand(tmp_path):
    """10 questions: 4 right in both, 3 only in a, 1 only in b, 2 in neither."""
    a, b = [1, 1, 1, 1, 1, 1, 1, 0, 0, 0], [1, 1, 1, 1, 0, 0, 0, 1, 0, 0]
    report = compared(write(tmp_path / "a.csv", rows_of(a)), write(tmp_path / "b.csv", rows_of(b)))
    found = figures(report)
    assert (found["questions"], found["score_a"], found["score_b"]) == (10, 0.7, 0.5)
    assert (found["difference"], found["a_only"], found["b_only"]) == (pytest.approx(0.2), 3, 1)
    assert (found["test"], found["p_value"]) == ("McNemar", mcnemar_exact(1, 3))
    assert found["ci"] == pytest.approx(newcombe_paired(4, 1, 3, 2))
    paired = ev_paired(as_eval({"q": [*range(10)] * 2, "m": ["a"] * 10 + ["b"] * 10, "ok": a + b}, score="ok", item="q", model="m"))
    for name in ("se", "se_unpaired", "correlation", "variance_reduction"):
        assert found[name] == pytest.approx(getattr(paired, name))
    pair = report["pairs"][0]
    assert [pair[name] for name in ("model_a", "model_b", "matched_by", "only_a", "only_b", "domains")] == ["a", "b", "id", 0, 0, []]
    assert report["ranks"] is None
    assert json.loads(json.dumps(report)) == report


def test_the_order_of_the_rows_is_of_no_account(tmp_path):
    a, b = rows_of(drawn(1)), rows_of(drawn(2))
    one = compared(write(tmp_path / "a.csv", a), write(tmp_path / "b.csv", b))
    random.Random(3).shuffle(b)
    other = compared(write(tmp_path / "a.csv", a), write(tmp_path / "b.csv", b))
    assert figures(one) == figures(other)


def test_swapping_the_models_swaps_the_figures(tmp_path):
    a, b = write(tmp_path / "a.csv", rows_of(drawn(1))), write(tmp_path / "b.csv", rows_of(drawn(2)))
    one, other = figures(compared(a, b)), figures(compared(b, a))
    assert one["difference"] == pytest.approx(-other["difference"])
    assert one["ci"] == pytest.approx([-other["ci"][1], -other["ci"][0]])
    assert (one["p_value"], one["a_only"]) == (other["p_value"], other["b_only"])


def test_clustered_figures_are_those_of_statsmodels(tmp_path):
    a, b = drawn(4), drawn(5)
    report = compared(write(tmp_path / "a.csv", rows_of(a)), write(tmp_path / "b.csv", rows_of(b)), columns={"cluster": "passage"})
    groups = [number // 3 for number in range(30)]
    fit = sm.OLS([x - y for x, y in zip(a, b, strict=True)], [1.0] * 30).fit(
        cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)  # fmt: skip
    found = figures(report)
    assert (found["clusters"], found["test"]) == (10, "cluster-robust t")
    assert found["ci"] == pytest.approx(list(fit.conf_int()[0]))
    assert found["p_value"] == pytest.approx(fit.pvalues[0])
    assert report["clustered_by"] == "passage"


def test_holm_over_domains(tmp_path):
    """Three domains with p 0.03125, 1 and 0.25: Holm gives 3 * 0.03125, then 2 * 0.25, then 1."""
    a = [True] * 6 + [True, False] * 2 + [True] * 3
    b = [False] * 6 + [True, False] * 2 + [False] * 3
    domains = ["x"] * 6 + ["y"] * 4 + ["z"] * 3
    rows = [rows_of(verdicts, Domain=lambda number: domains[number]) for verdicts in (a, b)]
    report = compared(write(tmp_path / "a.csv", rows[0]), write(tmp_path / "b.csv", rows[1]))
    found = {group["domain"]: group["metrics"]["exact_substring"]["raw"] for group in report["pairs"][0]["domains"]}
    assert {name: found[name]["p_value"] for name in found} == {"x": 0.03125, "y": 1.0, "z": 0.25}
    assert {name: found[name]["p_adjusted"] for name in found} == {"x": pytest.approx(0.09375), "y": 1.0, "z": pytest.approx(0.5)}


def test_rows_that_one_model_lacks_are_counted_and_left_out(tmp_path):
    a, b = rows_of([True] * 6), rows_of([True] * 8)[2:]
    report = compared(write(tmp_path / "a.csv", a), write(tmp_path / "b.csv", b))
    assert [report["pairs"][0][name] for name in ("questions", "only_a", "only_b")] == [4, 2, 2]


def test_questions_are_matched_by_their_text_where_there_are_no_ids(tmp_path):
    header = ("question", "answer", "response")
    asked = ["\u0915\u094d\u092f\u093e \u0958\u0932\u092e?", "Where  is it?", "How many, 1,00,000?"]
    again = ["How many, 100000?", "\u0915\u094d\u092f\u093e \u0915\u093c\u0932\u092e?", "where is it?\u200b"]
    a = write(tmp_path / "a.csv", rows_of([True, True, False], question=lambda number: asked[number]), header)
    b = write(tmp_path / "b.csv", rows_of([False, True, False], question=lambda number: again[number]), header)
    report = compared(a, b)
    assert (report["pairs"][0]["matched_by"], report["pairs"][0]["questions"]) == ("question", 3)
    assert (figures(report)["a_only"], figures(report)["b_only"]) == (1, 0)


NOTED = [  # label, change of the second model's rows, how questions are matched, what is said
    ("ids that are row numbers", {"id": lambda n: f"i{(n + 1) % 12}"}, "question", "ids belong to different questions"),
    ("ids of another kind", {"id": lambda n: f"j{n}"}, "question", "no id stands in two files"),
    ("one question reworded", {"question": lambda n: "Another?" if n == 1 else f"What is {n}?"}, "id", "1 of 12 questions"),
    ("another domain", {"Domain": lambda n: "e" if n < 2 else "d"}, "id", "2 questions have another domain"),
    ("an id twice", {"id": lambda n: f"i{max(n, 1)}", "question": lambda n: f"What is {max(n, 1)}?"}, "id", "1 question stands more than once"),
    ("another golden answer", {"answer": lambda n: "Agra" if 1 < n < 4 else "Delhi"}, "id", "2 questions have golden answers that are not the"),
    ("a golden answer that is blank", {"answer": lambda n: "" if n == 5 else "Delhi"}, "id", "(the first: 'i5')"),
    ("a blank id", {"id": lambda n: f"i{n}" if n else " "}, "id", "1 row is without a question"),
]


@pytest.mark.parametrize(("label", "change", "by", "says"), NOTED, ids=[row[0] for row in NOTED])
def test_how_questions_were_matched_is_said(tmp_path, label, change, by, says):
    verdicts = drawn(6, 12)
    run = Run(EXACT)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        files = write(tmp_path / "a.csv", rows_of(verdicts)), write(tmp_path / "b.csv", rows_of(drawn(7, 12), **change))
        report = compare(run, files).to_dict()
    assert report["pairs"][0]["matched_by"] == by
    assert any(says in text for text in report["warnings"]), report["warnings"]
    assert sorted(str(warning.message) for warning in caught) == sorted(report["warnings"])


def test_golden_answers_that_differ_in_their_encoding_alone_are_no_news(tmp_path):
    header = ("id", "answer", "response")
    a = write(tmp_path / "a.csv", rows_of(drawn(6, 12), answer="\u0958\u0932\u092e"), header)
    b = write(tmp_path / "b.csv", rows_of(drawn(7, 12), answer=" \u0915\u093c\u0932\u092e\u200b"), header)
    assert not [text for text in compared(a, b)["warnings"] if "golden" in text and "the same" in text]


def test_repeated_draws_are_averaged_within_their_question(tmp_path):
    a = rows_of([True, True, False, True], id=lambda n: f"i{n // 2}", question=lambda n: f"q{n // 2}", passage=lambda n: f"draw {n % 2}")
    b = rows_of([False, True], question=lambda n: f"q{n}", passage="draw 0")
    report = compared(write(tmp_path / "a.csv", a), write(tmp_path / "b.csv", b), columns={"sample": "passage"})
    found = figures(report)
    assert (found["questions"], found["score_a"], found["score_b"], found["test"]) == (2, 0.75, 0.5, "t")
    assert (found["a_only"], found["b_only"]) == (None, None)
    assert not [text for text in report["warnings"] if "stands more than once" in text]


def test_three_models_have_ranks_and_every_pair(tmp_path):
    verdicts = {"a": drawn(8, ease=0.9), "b": drawn(9, ease=0.5), "c": drawn(10, ease=0.2)}
    report = compared(*(write(tmp_path / f"{name}.csv", rows_of(each)) for name, each in verdicts.items()))
    assert [(pair["model_a"], pair["model_b"]) for pair in report["pairs"]] == [("a", "b"), ("a", "c"), ("b", "c")]
    rows = report["ranks"]["exact_substring"]["raw"]
    columns = {"q": [*range(30)] * 3, "m": [m for m in "abc" for _ in range(30)], "ok": [ok for each in verdicts.values() for ok in each]}
    expected = ev_rank(columns, R=2000, seed=0, score="ok", item="q", model="m").models
    assert [row["model"] for row in rows] == expected["model"].tolist() == ["a", "b", "c"]
    assert [row["score"] for row in rows] == pytest.approx(expected["estimate"].tolist())
    assert [row["rank_interval"] for row in rows] == expected[["rank_best", "rank_worst"]].to_numpy().tolist()
    p = [figures(report, pair=pair)["p_value"] for pair in range(3)]
    adjusted = [figures(report, pair=pair)["p_adjusted"] for pair in range(3)]
    assert min(adjusted) == pytest.approx(3 * min(p))  # Holm over the three pairs


def test_models_in_several_languages_are_compared_in_each_and_over_all(tmp_path):
    files = {}
    for number, (model, language) in enumerate([("m1", "hindi"), ("m2", "hindi"), ("m1", "tamil"), ("m2", "tamil")]):
        files[model, language] = drawn(20 + number, 12)
    paths = [write(tmp_path / f"{model}_{language}.csv", rows_of(each)) for (model, language), each in files.items()]
    report = compared(*paths)
    pairs = {pair["language"]: pair for pair in report["pairs"]}
    assert list(pairs) == ["hi", "ta", None]
    differences = [x - y for tag in ("hindi", "tamil") for x, y in zip(files["m1", tag], files["m2", tag], strict=True)]
    fit = sm.OLS(differences, [1.0] * 24).fit(cov_type="cluster", cov_kwds={"groups": [*range(12)] * 2}, use_t=True)
    found = pairs[None]["combined"]["metrics"]["exact_substring"]["raw"]
    assert (found["questions"], found["clusters"]) == (24, 12)  # both languages ask the same twelve questions
    assert found["ci"] == pytest.approx(list(fit.conf_int()[0]))
    assert "clusters" not in pairs["hi"]["combined"]["metrics"]["exact_substring"]["raw"]


def test_a_language_of_one_model_is_left_out_with_a_word(tmp_path):
    files = [write(tmp_path / f"{name}.csv", rows_of(drawn(1, 5))) for name in ("m1_hindi", "m2_hindi", "m1_tamil")]
    report = compared(*files)
    assert [pair["language"] for pair in report["pairs"]] == [None]
    assert any("only m1 answered in the language ta" in text for text in report["warnings"])


def test_a_column_may_say_the_models(tmp_path):
    rows = [row | {"passage": model} for model, seed in (("x", 1), ("y", 2)) for row in rows_of(drawn(seed, 10))]
    report = compared(write(tmp_path / "hindi.csv", rows), columns={"model": "passage"})
    apart = compared(*(write(tmp_path / f"{model}.csv", [row for row in rows if row["passage"] == model]) for model in "xy"))
    assert report["models"] == ["x", "y"]
    assert figures(report) == figures(apart)


def test_rows_that_were_not_scored_are_left_out_and_counted(tmp_path):
    a, b = rows_of([True] * 5, answer=lambda n: "7" if n else "seven"), rows_of([True] * 5, answer=lambda n: "7" if n else "seven")
    report = compared(write(tmp_path / "a.csv", a), write(tmp_path / "b.csv", b), plan=Plan(("raw",), ("number_match",)))
    found = figures(report, metric="number_match")
    assert (found["questions"], found["unscored"], found["score_a"]) == (4, 1, 0.0)


def test_a_metric_of_numbers_is_compared_by_t(tmp_path):
    files = write(tmp_path / "a.csv", rows_of(drawn(1))), write(tmp_path / "b.csv", rows_of(drawn(2)))
    found = figures(compared(*files, plan=Plan(("raw",), ("token_f1",))), metric="token_f1")
    assert found["test"] == "t"
    assert found["ci"][0] < found["difference"] < found["ci"][1]


@pytest.mark.parametrize("n", [1, 2])
def test_what_cannot_be_computed_is_none(tmp_path, n):
    columns = {"cluster": "Domain"} if n == 2 else None
    files = write(tmp_path / "a.csv", rows_of([True] * n)), write(tmp_path / "b.csv", rows_of([False] * n))
    found = figures(compared(*files, columns=columns))
    assert (found["difference"], found["ci"], found["p_value"], found["p_adjusted"], found["mde"]) == (1.0, None, None, None, None)


NAMES = [  # files, names of their models
    (["a.csv", "b.csv"], ["a", "b"]),
    (["gpt4_hindi.csv", "llama-3_hindi.csv.gz"], ["gpt4", "llama-3"]),
    (["hi_gpt4.jsonl", "hi_gpt4.1.jsonl"], ["gpt4", "gpt4.1"]),
    (["gpt4/hindi.csv", "llama/hindi.csv"], ["gpt4", "llama"]),
    (["hi_quiz.csv", "ta_quiz.csv"], ["hi_quiz", "ta_quiz"]),
    (["one/run.csv", "two/run.csv"], ["one/run", "two/run"]),
    (["x/one/run.csv", "y/one/run.csv"], ["x/one/run.csv", "y/one/run.csv"]),
    (["new.csv", "old.csv"], ["new", "old"]),  # `new` is the code of a language, too
    (["m_western_punjabi.csv", "n_western_punjabi.csv"], ["m", "n"]),
]


@pytest.mark.parametrize(("files", "names"), NAMES, ids=[" ".join(row[0]) for row in NAMES])
def test_models_are_called_after_what_their_files_differ_in(files, names):
    assert model_names(files, at_least=2) == names


def test_refusals(tmp_path):
    a = write(tmp_path / "a.csv", rows_of([True] * 3))
    b = write(tmp_path / "b.csv", rows_of([True] * 3))
    with pytest.raises(BadInput, match="one model only, 'a'"):
        compared(a)
    with pytest.raises(BadInput, match="given 3 times for 2 files"):
        compared(a, b, names=("x", "y", "z"))
    bare = write(tmp_path / "c.csv", rows_of([True] * 3), header=("answer", "response"))
    with pytest.raises(BadFile, match=r"c\.csv, line 1: nothing says which question a row answers"):
        compared(a, bare)
    one, two = tmp_path / "x.csv", tmp_path / "y.csv"
    for path in (one, two):
        path.write_text(f"id,answer,response\n{path.name}1,a,a\n{path.name}2,a,b\n", encoding="utf-8")
    with pytest.raises(BadFile, match=r"the ids of the questions do not match in .*x\.csv and .*y\.csv, and there is no 'question'"):
        compared(one, two)
    empty = write(tmp_path / "d.csv", [])
    with pytest.raises(BadFile, match=r"d\.csv: there are no rows to compare"):
        compared(a, empty)
    others = write(tmp_path / "e.csv", rows_of([True] * 3, id=lambda n: f"x{n}", question=lambda n: f"x{n}"))
    with pytest.raises(BadFile, match="neither by its id nor by its text"):
        compared(a, others)
    moved = write(tmp_path / "f.csv", rows_of([True] * 3, passage=lambda n: f"q{n}"))
    with pytest.raises(BadFile, match=r"f\.csv, line 2: the question 'i0' is in the cluster 'q0' here and in 'p0'"):
        compared(a, moved, columns={"cluster": "passage"})
    with pytest.raises(BadInput, match="no two models answered in one language"):
        compared(*(write(tmp_path / f"{name}.csv", rows_of([True] * 3)) for name in ("m1_hindi", "m1_tamil", "m2_telugu")))


@pytest.fixture
def run(capsys):
    """The command line in this process: exit status, stdout, stderr."""

    def call(*arguments):
        status = main([str(argument) for argument in arguments])
        return status, *capsys.readouterr()

    return call


@pytest.fixture
def files(tmp_path):
    domains = {"Domain": lambda number: "xy"[number % 2]}
    return [write(tmp_path / f"{name}_english.csv", rows_of(drawn(seed), **domains)) for name, seed in (("new", 1), ("old", 2), ("base", 3))]


def test_the_command_prints_a_table_for_every_pair_and_the_ranks(run, files):
    status, out, err = run("compare", *files)
    assert (status, err) == (0, "")
    for words in ("new and old: exact_substring", "30 questions matched by id", "only new", "p (Holm)", "Ranks: word_overlap, nfc", "signature raw:"):
        assert words in out, words


def test_the_other_formats(run, files):
    report = json.loads(run("compare", *files[:2], "--format", "json", "--cluster", "passage")[1])
    assert (report["schema"], report["clustered_by"]) == ("indicmatch.comparison/1", "passage")
    rows = list(csv.DictReader(io.StringIO(run("compare", *files[:2], "--format", "csv")[1])))
    assert len(rows) == (2 + 1) * 2 * 2
    assert {"model_a", "domain", "difference", "ci_low", "p_value", "p_adjusted", "signature"} <= set(rows[0])
    assert r"\toprule" in run("compare", *files[:2], "--format", "latex")[1]
    assert "**new and old: exact" in run("compare", *files[:2], "--format", "markdown")[1]
    status, out, _ = run("compare", *files[:2], "--model-name", "A", "--model-name", "B", "--normalize", "none", "--metric", "token_f1")
    assert status == 0
    assert "A and B: token_f1" in out


def test_the_command_draws_a_plot(run, files, tmp_path):
    pytest.importorskip("matplotlib", minversion="3.11")
    assert run("compare", *files[:2], "--plot", tmp_path / "difference.svg")[0] == 0
    assert "<svg" in (tmp_path / "difference.svg").read_text(encoding="utf-8")


def test_the_command_refuses_with_2(run, files):
    refused = [
        (files[:1], "one model only"),
        ([*files[:2], "--cluster", "nope"], "nope"),
        ([*files[:2], "--model-name", "x"], "one for each file"),
        ([*files[:2], "--model-name", "x", "--model-col", "id"], "the one or the other"),
    ]
    for arguments, says in refused:
        status, out, err = run("compare", *arguments)
        assert (status, out) == (2, ""), arguments
        assert says in err


def test_languages_of_one_data_set_can_be_compared():
    paths = [QA / f"{tag}_xquadin.csv" for tag in ("hi", "ta")]
    if not paths[0].exists():
        pytest.skip("the shared data are not here")
    report = compared(*map(str, paths))
    assert report["models"] == ["hi_xquadin", "ta_xquadin"]
    assert (report["pairs"][0]["questions"], report["pairs"][0]["matched_by"]) == (30, "id")
