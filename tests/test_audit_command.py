"""The command `indicmatch audit` as a person runs it."""

import csv
import json
from pathlib import Path

import pytest

from indicmatch.audit.ladder import plan_up_to, rungs_of
from indicmatch.normalize import levels
from indicmatch.tables import load
from tests.auditing import run, write


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
