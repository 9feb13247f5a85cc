"""`indicmatch judge` and `llm-judge` as people run them: a real process, a real socket, killed and stopped."""

from __future__ import annotations

import csv
import json
import os
import runpy
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from indicmatch.cli import main
from indicmatch.cli.llm_judge import llm_judge

scripted = runpy.run_path(str(Path(__file__).with_name("openai_server.py")))
Server, Reply, by_substring = scripted["Server"], scripted["Reply"], scripted["by_substring"]
needs_openai = pytest.mark.skipif(
    not os.environ.get("INDICMATCH_REQUIRE") and not __import__("importlib.util").util.find_spec("openai"), reason="openai is not installed"
)
KEY = "sk-test-0a1b2c3d4e5f"


HEED_CTRL_C = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""  # a process started in the background ignores it, and so would what it starts


def write(path, count=30):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["question", "answer", "Domain", "response"])
        for number in range(count):
            writer.writerow([f"प्रश्न {number}", f"उत्तर{number}।", f"D{number % 3}", f"यह उत्तर{number if number % 2 else 'x'}। है"])
    return path


def start(*arguments, cwd, **environment):
    command = [sys.executable, "-m", "indicmatch", *map(str, arguments)]
    settings = {**os.environ, "OPENAI_API_KEY": KEY, "PYTHONPATH": str(Path(__file__).parents[1]), **environment}
    return subprocess.Popen(
        [sys.executable, "-c", HEED_CTRL_C, *command], cwd=cwd, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def run(*arguments, cwd, **environment):
    child = start(*arguments, cwd=cwd, **environment)
    out, error = child.communicate(timeout=120)
    return child.returncode, out, error


def judge(server, file, *more, cwd, command="judge"):
    files = ["--responses", file] if command == "llm-judge" else [file]
    return start(command, *files, "--backend", "openai", "--model", "judge-1", "--base-url", server.base_url, *more, cwd=cwd)


def ended(child):
    out, error = child.communicate(timeout=120)
    return child.returncode, out, error


WAYS = ("--backend openai", "--backend transformers", "--backend callable:")


@pytest.mark.parametrize("arguments", [("judge", "hindi.csv"), ("llm-judge", "--responses", "hindi.csv", "--limit", "50"), ("correctness", "hindi.csv")])
def test_without_a_backend_the_three_ways_are_shown_and_nothing_is_written(tmp_path, arguments):
    write(tmp_path / "hindi.csv")
    status, out, error = run(*arguments, "--out", "out.csv", cwd=tmp_path)
    assert (status, out) == (2, "")
    assert all(way in error for way in WAYS)
    assert [path.name for path in tmp_path.iterdir()] == ["hindi.csv"]


@needs_openai
@pytest.mark.slow
def test_judge_end_to_end(tmp_path):
    write(tmp_path / "hindi.csv")
    with Server(lambda request, before: Reply(by_substring(request, before).text, delay=0.1)) as server:
        status, out, error = ended(judge(server, "hindi.csv", "--out", "out.csv", "--format", "json", "--cache", "c.sqlite", cwd=tmp_path))
        assert status == 0, error
        assert len(server.requests) == 30
        assert 1 < server.most <= 4
    report = json.loads(out)
    assert report["combined"]["judge"]["correct"] == 15
    assert [group["domain"] for group in report["files"][0]["domains"]] == ["D0", "D1", "D2"]
    assert "30 asked, 0 cached, 0 failed, 360 tokens" in error
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        verdicts = [row["judge"] for row in csv.DictReader(file)]
    assert verdicts == ["incorrect", "correct"] * 15
    everything = out + error + "".join(path.read_bytes().decode("latin-1") for path in tmp_path.iterdir())
    assert KEY not in everything


@needs_openai
@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_killed_at_any_moment_a_run_goes_on_with_nothing_asked_twice(tmp_path):
    """Counted at the server: every conversation that it answered, across three kills, is answered once.

    A request whose reply had not arrived when its asker died has to be sent again: there is nobody who could know the reply.
    """
    write(tmp_path / "hindi.csv", 60)
    with Server(lambda request, before: Reply(by_substring(request, before).text, delay=0.03)) as server:
        for enough in (8, 25, 45):
            child = judge(server, "hindi.csv", "--out", "out.csv", "--cache", "c.sqlite", cwd=tmp_path)
            while len(server.requests) < enough:
                assert child.poll() is None
                time.sleep(0.005)
            child.kill()
            child.wait()
            child.stdout.close()
            child.stderr.close()
            assert not (tmp_path / "out.csv").exists()
            time.sleep(0.1)  # the server ends what it was doing
        status, _, error = ended(judge(server, "hindi.csv", "--out", "out.csv", "--cache", "c.sqlite", cwd=tmp_path))
        assert status == 0, error
        kept = sqlite3.connect(tmp_path / "c.sqlite")
        assert kept.execute("SELECT count(*) FROM reply").fetchone() == (60,)
        assert kept.execute("SELECT count(*) FROM claim").fetchone() == (0,)
        kept.close()
        assert len(server.seen) == 60
        again = [key for key, count in server.seen.items() if count > 1]
        assert len(again) <= 3 * 4  # at most those under way at each kill
        before = len(server.requests)
        ended(judge(server, "hindi.csv", "--cache", "c.sqlite", cwd=tmp_path))
        assert len(server.requests) == before
    assert len((tmp_path / "out.csv").read_text(encoding="utf-8").splitlines()) == 61


@needs_openai
@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill -9")
def test_killed_between_questions_nothing_at_all_is_asked_twice(tmp_path):
    """With one question at a time, and the kill while the server still waits with its reply, each reply is given once."""
    write(tmp_path / "hindi.csv", 12)
    stuck = {"at": 5}

    def script(request, before):
        return Reply(by_substring(request, before).text, delay=30 if len(server.requests) == stuck["at"] else 0)

    with Server(script) as server:
        child = judge(server, "hindi.csv", "--concurrency", "1", "--cache", "c.sqlite", cwd=tmp_path)
        while len(server.requests) < 5:
            assert child.poll() is None
            time.sleep(0.01)
        child.kill()
        child.communicate()
        stuck["at"] = -1
        status, _, error = ended(judge(server, "hindi.csv", "--concurrency", "1", "--cache", "c.sqlite", cwd=tmp_path))
        assert status == 0
        assert "8 asked, 4 cached" in error
        assert max(server.answered.values()) == 1
        assert len(server.answered) == 12


@needs_openai
@pytest.mark.slow
def test_two_commands_at_once_share_the_cache(tmp_path):
    write(tmp_path / "hindi.csv", 40)
    with Server(lambda request, before: Reply(by_substring(request, before).text, delay=0.02)) as server:
        children = [judge(server, "hindi.csv", "--cache", "c.sqlite", "--format", "json", cwd=tmp_path) for _ in range(2)]
        results = [ended(child) for child in children]
        assert [status for status, *_ in results] == [0, 0]
        assert max(server.seen.values()) == 1
        assert len(server.seen) == 40
    figures = [json.loads(out)["combined"]["judge"] for _, out, _ in results]
    assert figures[0] == figures[1]


@needs_openai
@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c_ends_cleanly_and_keeps_what_was_under_way(tmp_path):
    write(tmp_path / "hindi.csv", 60)
    with Server(lambda request, before: Reply(by_substring(request, before).text, delay=0.3)) as server:
        child = judge(server, "hindi.csv", "--out", "out.csv", "--cache", "c.sqlite", cwd=tmp_path)
        while len(server.requests) < 6:
            assert child.poll() is None
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        status, out, error = ended(child)
        assert (status, out) == (130, "")
        assert "c.sqlite: the same command goes on from there" in error
        assert "Traceback" not in error
        kept = sqlite3.connect(tmp_path / "c.sqlite")
        assert kept.execute("SELECT count(*) FROM reply").fetchone()[0] == len(server.requests)
        kept.close()
        server.script = by_substring
        status, _, error = ended(judge(server, "hindi.csv", "--cache", "c.sqlite", cwd=tmp_path))
        assert status == 0
        assert max(server.seen.values()) == 1
    assert not (tmp_path / "out.csv").exists()


@needs_openai
@pytest.mark.slow
def test_a_refused_key_ends_the_run_at_once(tmp_path):
    write(tmp_path / "hindi.csv")
    with Server(lambda *_: Reply(f"Incorrect API key provided: {KEY}", status=401)) as server:
        status, out, error = ended(judge(server, "hindi.csv", "--out", "out.csv", "--cache", "c.sqlite", cwd=tmp_path))
        assert len(server.requests) <= 4
    assert (status, out) == (2, "")
    assert "OPENAI_API_KEY" in error
    assert KEY not in error
    assert not (tmp_path / "out.csv").exists()


def test_a_cache_that_is_not_ours_is_refused(tmp_path, capsys):
    file = write(tmp_path / "hindi.csv")
    before = file.read_bytes()
    status = main(["judge", str(file), "--backend", "callable:textwrap.dedent", "--cache", str(file)])
    assert status == 2
    assert "left alone" in capsys.readouterr().err
    assert file.read_bytes() == before


FUNCTION = '''
import json


def call_model(prompt):
    data = json.loads(next(line for line in prompt.split("\\n") if line.startswith('{"question"')))
    right = any(answer in data["response"] for answer in data["reference_answers"])
    return json.dumps({"reason": "x", "verdict": "CORRECT" if right else "INCORRECT"})


def odd(prompt):
    return "CORRECT" if "\\u0968" in prompt or '1"' in prompt else "hmm"
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "my_judge_of_tests.py").write_text(FUNCTION, encoding="utf-8")
    write(tmp_path / "hindi.csv", 12)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_drop_in_with_a_function_of_ones_own(folder, capsys):
    arguments = ["llm-judge", "--responses", "hindi.csv", "--limit", "8", "--out", "out.csv", "--backend", "callable:my_judge_of_tests.call_model"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    lines = [line.split() for line in out.splitlines() if line and "-" not in line[:2]]
    assert lines[0][:2] == ["LLM", "judge:"]
    assert lines[1] == ["Domain", "Correct", "Total", "Accuracy"]
    assert lines[2:] == [["D0", "1", "3", "33.33%"], ["D1", "2", "3", "66.67%"], ["D2", "1", "2", "50.00%"], ["Combined", "4", "8", "50.00%"]]
    with (folder / "out.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["is_correct"] for row in rows] == ["False", "True"] * 4
    assert list(rows[0]) == ["question", "answer", "Domain", "response", "is_correct", "judge", "judge_reason"]
    assert (folder / "indicmatch-judge.sqlite").exists()
    again = ["--responses", "out.csv", "--out", "again.csv", *arguments[-2:]]
    assert main(["llm-judge", *again]) == 2
    assert "--replace" in capsys.readouterr().err
    assert main(["llm-judge", *again, "--replace"]) == 0
    assert (folder / "again.csv").read_bytes() == (folder / "out.csv").read_bytes()


def test_replies_without_a_verdict_are_counted_apart(folder, capsys):
    assert main(["llm-judge", "--responses", "hindi.csv", "--backend", "callable:my_judge_of_tests.odd"]) == 0
    captured = capsys.readouterr()
    assert "Replies without a verdict, not counted:" in captured.out
    assert "warning:" in captured.err


@pytest.mark.parametrize("form", ["table", "json", "markdown", "latex"])
def test_every_format(folder, capsys, form):
    arguments = ["judge", "hindi.csv", "--backend", "callable:my_judge_of_tests.call_model", "--only", "disagreements", "--format", form]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert "judge" in out
    if form == "json":
        assert json.loads(out)["combined"]["judge"]["correct"] == 6


def test_scored_rows_on_stdout_leave_the_report_to_stderr(folder, capfd):
    assert main(["judge", "hindi.csv", "--backend", "callable:my_judge_of_tests.call_model", "--out", "-"]) == 0
    captured = capfd.readouterr()
    assert captured.out.splitlines()[0] == "question,answer,Domain,response,judge,judge_reason,judge_correct"
    assert "judge and string metrics" in captured.err


def test_several_files_go_to_a_folder(folder):
    write(folder / "tamil.csv", 4)
    arguments = ["judge", "hindi.csv", "tamil.csv", "--backend", "callable:my_judge_of_tests.call_model", "--out", "scored"]
    assert main(arguments) == 0
    assert sorted(path.name for path in (folder / "scored").iterdir()) == ["hindi.csv", "tamil.csv"]


def test_a_recorded_run_is_replayed(folder, capsys):
    backend = "callable:my_judge_of_tests.call_model"
    assert main(["judge", "hindi.csv", "--backend", backend, "--cache", "c.sqlite", "--format", "json"]) == 0
    first = json.loads(capsys.readouterr().out)["combined"]
    assert main(["judge", "hindi.csv", "--backend", "replay", "--cache", "c.sqlite", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["combined"] == first


def test_help_names_every_option():
    result = CliRunner().invoke(llm_judge, ["--help"])
    assert result.exit_code == 0
    for option in ("--responses", "--limit", "--backend", "--max-calls", "--rpm", "--tries", "--max-backoff", "--cache", "--key-env"):
        assert option in result.output
