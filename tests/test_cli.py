"""The command line as a person runs it: exit statuses, what goes to stdout and to stderr, files written."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from indicmatch.cli import COMMANDS
from indicmatch.score.gates import Gate

ROWS = "question,answer,Domain,response\nq1,Ruru Jataka,Art,It is the Ruru Jataka.\nq2,Narmada valley,Art,Narmada river valley\nq3,\u0915\u093c\u0932\u092e,Music,\u0958\u0932\u092e\u0964\nq4,Delhi,,\n"


def run(*arguments, stdin="", env=None):
    done = subprocess.run(
        [sys.executable, "-m", "indicmatch", *map(str, arguments)],
        input=stdin.encode("utf-8", "surrogateescape"), capture_output=True, check=False, env=env,
    )  # fmt: skip
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


@pytest.fixture
def english(tmp_path) -> Path:
    path = tmp_path / "english.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def test_score_prints_a_table_with_raw_beside_nfc(english):
    status, out, err = run("score", english)
    assert (status, err) == (0, "")
    for words in ("exact_substring", "word_overlap", "Art", "(blank)", "combined", "nfc +1", "signature nfc: metric:", "1 blank response"):
        assert words in out, words


def test_columns_line_up(english):
    from indicmatch.report.text import width

    _, out, _ = run("score", english)
    header, rule, *rows = out.split("\n")[2:8]
    assert set(rule) == {"-"}
    assert width(header) <= width(rule) == max(map(width, [header, *rows]))


def test_json_is_the_report(english):
    status, out, _ = run("score", english, "--format", "json", "--normalize", "nfc,clean")
    assert status == 0
    assert json.loads(out)["levels"] == ["raw", "nfc", "clean"]


@pytest.mark.parametrize(("format_", "says"), [("csv", "file,language,domain"), ("markdown", "| ---"), ("latex", r"\toprule")])
def test_other_formats(english, format_, says):
    status, out, _ = run("score", english, "--format", format_)
    assert status == 0
    assert says in out


def test_other_peoples_domains_break_no_table(tmp_path):
    path = tmp_path / "english.csv"
    path.write_text('answer,response,Domain\na,a,"[x]\ny"\nb,b,*star|_\x1b[31m\n', encoding="utf-8")
    plain = run("score", path)[1]
    assert "[x] y" in plain
    assert "\x1b" not in plain
    assert "{}[x] y" in run("score", path, "--format", "latex")[1]
    assert "*star\\|_" in run("score", path, "--format", "markdown")[1]


def test_no_figure_is_cut_on_a_narrow_terminal(english):
    pty = pytest.importorskip("pty")
    parent, child = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "indicmatch", "score", str(english), "--normalize", "nfc,layout"],
        stdout=child, stderr=subprocess.DEVNULL, check=True, env={**os.environ, "COLUMNS": "60", "TERM": "xterm"},
    )  # fmt: skip
    os.close(child)
    shown = b""
    while chunk := _read(parent):
        shown += chunk
    assert done.returncode == 0
    assert "\u2026".encode() not in shown
    assert b"+25.0 [" in shown


def _read(handle):
    try:
        return os.read(handle, 65536)
    except OSError:  # how Linux says that the other end is closed
        return b""


def test_csv_has_a_line_for_each_group_metric_and_level(english):
    _, out, _ = run("score", english, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == (3 + 1 + 1) * 2 * 2
    assert {row["level"] for row in rows} == {"raw", "nfc"}
    assert all(row["signature"].startswith("metric:") for row in rows)


def test_raw_alone_and_a_limit(english):
    _, out, _ = run("score", english, "--normalize", "none", "--limit", "1", "--format", "json")
    report = json.loads(out)
    assert (report["levels"], report["combined"]["n"]) == (["raw"], 1)


def test_out_to_stdout_keeps_the_report_off_it(english):
    status, out, err = run("score", english, "--out", "-", "--flags")
    assert status == 0
    assert out.splitlines()[0].startswith("question,answer,Domain,response,exact_substring,")
    assert out.splitlines()[0].endswith(",splits_grapheme")
    assert "combined" in err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_verdicts_alone_are_those_of_the_whole_rows(english, jobs):
    _, alone, _ = run("score", english, "--out", "-", "--verdicts-only", "--jobs", jobs)
    _, whole, _ = run("score", english, "--out", "-")
    verdicts = [[row[name] for name in row if name not in ("question", "answer", "Domain", "response")] for row in csv.DictReader(io.StringIO(whole))]
    rows = list(csv.DictReader(io.StringIO(alone)))
    assert [list(row.values())[1:] for row in rows] == verdicts
    assert [row["line"] for row in rows] == ["2", "3", "4", "5"]


def test_stdin(english):
    status, out, _ = run("score", "-", "--lang", "hi", "--format", "json", stdin=ROWS)
    assert status == 0
    assert json.loads(out)["files"][0]["rows"] == 4


def test_a_gate_that_fails_exits_with_1(english):
    assert run("score", english, "--fail-under", "exact_substring@nfc>=0.1")[0] == 0
    status, _, err = run("score", english, "--fail-under", "exact_substring@nfc>=0.9")
    assert status == 1
    assert "gate failed: exact_substring@nfc is 0.5000, below 0.9" in err


def test_a_gate_that_fails_by_a_hair_says_by_how_much():
    report = {"combined": {"metrics": {"m": {"raw": {"accuracy": 2 / 3}}}}}
    assert Gate("m", "raw", 0.6667).failure(report) == "gate failed: m@raw is 0.6666666666666666, below 0.6667"


def test_latex_has_no_sign_that_its_default_encoding_prints_as_another(tmp_path):
    path = tmp_path / "english.csv"
    path.write_text("answer,response,Domain\nx,x,A|b<c>\nx,x,B\n", encoding="utf-8")
    _, out, _ = run("score", path, "--metric", "token_f1>=0.8", "--format", "latex")
    assert r"A\textbar{}b\textless{}c\textgreater{}" in out
    assert r"token\_f1\textgreater{}=0.8" in out


@pytest.mark.parametrize(("text", "status", "says"), [
    ("answer\tresponse\nx\tNA\n", 0, "changed 1 cells"), ('{"answer": "x", "response": "x"}\n', 2, "works on CSV and TSV only"),
])  # fmt: skip
def test_stdin_is_recognised_for_pandas_too(text, status, says):
    found, _, err = run("score", "-", "--na", "pandas", stdin=text)
    assert (found, says in err) == (status, True)


REFUSED = [  # arguments, what the message says
    (["score", "no_such.csv"], "no_such.csv"),
    (["score"], "Missing argument"),
    (["scor", "x"], "Did you mean 'score'"),
    (["score", "{english}", "--normalize", "nfd"], "Did you mean"),
    (["score", "{english}", "--metric", "overlap"], "unknown metric"),
    (["score", "{english}", "--answer-col", "golden"], "golden"),
    (["score", "{english}", "--flags"], "--out"),
    (["score", "{english}", "--verdicts-only"], "--out"),
    (["score", "{english}", "--verdicts-only", "--replace", "--out", "-"], "leave one of them out"),
    (["score", "{english}", "--lang", "xx-nope"], "unknown language"),
    (["score", "{english}", "--replace"], "--out"),
    (["score", "{english}", "--stem-missing", "skip"], "--stem"),
    (["score", "x.xlsx", "--encoding", "utf-16"], "leave it out"),
    (["score", "{english}", "--out", "{english}"], "overwrite"),
    (["score", "{english}", "--fail-under", "nonsense"], "METRIC@LEVEL>=X"),
    (["score", "{english}", "--confidence", "1.5"], "--confidence"),
    (["score", "{english}", "--no-such-option"], "No such option"),
    (["list", "nothing"], "nothing"),
    (["normalize", "--lang", "klingon"], "unknown language"),
    (["tokenize", "--lang", "klingon"], "unknown language"),
    (["score", "{english}", "--normalize", "none", "--extract", "boxed"], "name a level"),
    (["score", "{english}", "--out", "{english}/x.csv"], "x.csv"),
    (["normalize", "--level", "nope"], "unknown level"),
    (["exact-substring", "--responses", "no_such.csv"], "no_such.csv"),
]


@pytest.mark.parametrize(("arguments", "says"), REFUSED, ids=[" ".join(row[0]) for row in REFUSED])
def test_what_cannot_be_used_exits_with_2_a_message_and_nothing_on_stdout(english, arguments, says):
    before = english.read_bytes()
    status, out, err = run(*[argument.format(english=english) for argument in arguments])
    assert (status, out) == (2, "")
    assert says in err
    assert "Traceback" not in err
    assert english.read_bytes() == before


def test_every_command_has_help():
    for command in COMMANDS:
        status, out, err = run(command, "--help")
        assert (status, err) == (0, ""), command
        assert "Usage: indicmatch" in out


def test_version_names_what_decides_scores():
    status, out, _ = run("--version")
    assert status == 0
    assert "indicmatch 0.1.0" in out
    assert "Unicode data of Python" in out


def test_filters_work_line_by_line():
    text = "\u0958\u0932\u092e\u00a0 x\n\nlast"
    assert run("normalize", stdin=text)[1] == "\u0915\u093c\u0932\u092e x\n\nlast\n"
    assert run("tokenize", stdin="\u0917\u0902\u0917\u093e\u0964 a-b\n")[1] == "\u0917\u0902\u0917\u093e a-b\n"
    tokens = json.loads(run("tokenize", "--json", stdin="2014-\u0d7d\n")[1])
    assert tokens == [{"text": "2014-\u0d7d", "start": 0, "end": 6, "script": "Mlym", "kind": "mixed", "parts": ["2014", "\u0d7d"]}]


def test_stems_line_by_line():
    assert run("stem", "--lang", "gu", stdin="\u0aad\u0abe\u0ab0\u0aa4\u0aae\u0abe\u0a82 x\n")[1] == "\u0aad\u0abe\u0ab0\u0aa4 x\n"
    status, _, err = run("stem", "--lang", "sat", stdin="x\n")
    assert status == 2
    assert "sat" in err


def test_a_filter_passes_every_character_through():
    assert run("normalize", "--level", "raw", stdin="a\x1b[31m\u0915\u00a0\n")[1] == "a\x1b[31m\u0915\u00a0\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_a_message_and_not_a_failed_gate(english):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([sys.executable, "-m", "indicmatch", "score", str(english)], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"No space left" in done.stderr


def test_a_filter_names_the_byte_that_is_no_utf8():
    status, _, err = run("normalize", stdin="ok\n\udcff\n")
    assert status == 2
    assert "(stdin), line 2" in err
    assert "0xFF" in err


@pytest.mark.parametrize("kind", ["levels", "steps", "tokenizers", "stemmers", "metrics", "languages", "backends"])
def test_lists(kind):
    status, out, _ = run("list", kind)
    assert status == 0
    assert len(out.splitlines()) >= 3


def test_explain_says_which_level_makes_a_metric_pass():
    status, out, _ = run("explain", "--answer", "\u0958\u0932\u092e", "--response", "\u092f\u0939 \u0915\u093c\u0932\u092e\u0964", "--lang", "hi")
    assert status == 0
    assert "U+0958 DEVANAGARI LETTER QA" in out
    line = next(line for line in out.splitlines() if line.startswith("word_overlap "))
    assert line.split()[-1] == "nfc"


def test_explain_shows_both_stems():
    _, out, _ = run("explain", "--answer", "\u0aad\u0abe\u0ab0\u0aa4", "--response", "\u0aad\u0abe\u0ab0\u0aa4\u0aae\u0abe\u0a82.", "--lang", "gu", "--stem")
    line = next(line for line in out.splitlines() if line.startswith("layout+stem "))
    assert line.split()[1] == line.split()[2] == "\u0aad\u0abe\u0ab0\u0aa4"


def test_the_drop_in_commands_write_the_originals_columns(english, tmp_path):
    out = tmp_path / "scored.csv"
    status, text, _ = run("word-overlap", "--responses", english, "--out", out)
    assert status == 0
    assert "Combined" in text
    rows = list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8"))))
    assert list(rows[0])[-3:] == ["is_correct", "matching_words", "total_golden_words"]
    assert [row["is_correct"] for row in rows] == ["True", "True", "False", "False"]
    assert run("exact-substring", "--responses", english, "--limit", "1")[1].count("100.00%") == 2


@pytest.mark.parametrize("command", ["exact-substring", "word-overlap"])
def test_the_drop_in_commands_score_what_they_wrote_when_told_to_replace_its_columns(english, tmp_path, command):
    once, twice = tmp_path / "once.csv", tmp_path / "twice.csv"
    assert run(command, "--responses", english, "--out", once)[0] == 0
    status, _, said = run(command, "--responses", once, "--out", twice)
    assert status == 2
    assert "--replace" in said
    assert not twice.exists()
    assert run(command, "--responses", once, "--out", twice, "--replace")[0] == 0
    assert twice.read_bytes() == once.read_bytes()


def test_a_reader_that_goes_away_is_no_error(english):
    done = subprocess.run(
        f"{sys.executable} -m indicmatch list languages | head -n 1", shell=True, capture_output=True, check=False, text=True)
    assert done.stderr == ""
    assert done.stdout


def test_ascii_terminals_get_the_text_all_the_same(english):
    status, out, _ = run("list", "languages", env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert status == 0
    assert "\u0939\u093f\u0928\u094d\u0926\u0940" in out or "\u0939\u093f\u0902\u0926\u0940" in out
