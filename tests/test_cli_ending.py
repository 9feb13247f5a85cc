"""How commands end when they are stopped, when nobody reads them, and when two outputs would be one."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from indicmatch.cli import main, program
from indicmatch.cli._ending import ReaderGone, reader_told, stoppable

IM = f"{sys.executable} -m indicmatch"
needs_shell = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")


@pytest.fixture
def hindi(tmp_path) -> Path:
    rows = "".join(f"\u0915{number},\u092f\u0939 \u0915{number}\u0964\n" for number in range(9000))
    path = tmp_path / "hindi.csv"
    path.write_text(f"answer,response\n,x\n{rows}", encoding="utf-8")
    return path


def shell(command: str):
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


@needs_shell
@pytest.mark.parametrize("arguments", ["score {0} --out -", "score {0} --out - --jobs 2", "score {0} --limit 3 --format json", "normalize < {0}", "list languages", "--help"])
def test_a_reader_that_goes_away_is_no_failed_gate(hindi, arguments):
    status, out, _ = shell(f"{IM} {arguments.format(hindi)} 2>/dev/null | head -c 1; exit ${{PIPESTATUS[0]}}")
    assert status == 0
    assert len(out) == 1
    assert shell(f"{IM} {arguments.format(hindi)} 2>&1 >/dev/full | grep -c Traceback")[1] == "0\n"


def test_a_broken_pipe_is_told_apart_from_what_click_makes_of_it():
    with pytest.raises(ReaderGone), reader_told():
        raise BrokenPipeError


@needs_shell
@needs_full
@pytest.mark.parametrize("stderr", ["2>&-", "2>/dev/full"])
def test_a_report_is_given_though_nobody_hears_the_warnings(hindi, stderr):
    """The answer on line 2 is empty, and a warning says so."""
    assert "warning" in shell(f"{IM} score {hindi}")[2]
    status, out, _ = shell(f"{IM} score {hindi} {stderr}")
    assert status == 0
    assert "combined" in out
    assert shell(f"{IM} score {hindi}.no {stderr}")[0] == 2
    assert shell(f"{IM} score {stderr}")[0] == 2


@needs_shell
def test_without_a_place_for_results_there_is_one_line(hindi):
    status, _, err = shell(f"{IM} score {hindi} >&-")
    assert status == 2
    assert err.splitlines() == ["indicmatch: stdout is closed, and results go there; send it to a file, or to the null device"]


@needs_shell
@pytest.mark.parametrize("arguments", [
    ("score", "--out", "a.csv", "--html", "a.csv"),
    ("score", "--html", "a.svg", "--plot", "./a.svg"),
    ("audit", "--html", "-", "--flips", "-"),
    ("audit", "--flips", "a.csv", "--fix-bytes", "link.csv"),
    ("judge", "--backend", "replay", "--out", "a.csv", "--cache", "a.csv"),
    ("judge", "--backend", "callable:my.judge", "--out", "indicmatch-judge.sqlite"),
    ("correctness", "--out", "a.svg", "--plot", "a.svg"),
])  # fmt: skip
def test_two_outputs_of_one_name_are_refused(hindi, tmp_path, arguments):
    (tmp_path / "link.csv").symlink_to(tmp_path / "a.csv")
    command, *options = arguments
    done = subprocess.run([*IM.split(), command, hindi.name, *options], cwd=tmp_path, capture_output=True, check=False, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "both write to" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hindi.csv", "link.csv"]


@pytest.mark.parametrize("arguments", [
    ("score", "--out"), ("score", "--html"), ("audit", "--flips"), ("audit", "--fix-bytes"), ("exact-substring", "--out"),
    ("judge", "--backend", "callable:my.judge", "--out"), ("llm-judge", "--backend", "callable:my.judge", "--out"), ("correctness", "--plot"),
])  # fmt: skip
def test_an_empty_name_is_no_place(hindi, tmp_path, monkeypatch, capsys, arguments):
    """As that of a shell's variable that is not set; it stood for the folder, where the input's own name is."""
    monkeypatch.chdir(hindi.parent)
    command, *options = arguments
    before, given = hindi.read_bytes(), ["--responses", hindi.name] if command in ("exact-substring", "llm-judge") else [hindi.name]
    assert main([command, *given, *options, ""]) == 2
    assert "is empty" in capsys.readouterr().err
    assert hindi.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [hindi.name]


SHORT_OF_MEMORY = """
import resource, sys
import indicmatch.cli.score, indicmatch.engine.processes
from indicmatch.cli import main
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + 12_000_000,) * 2)
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="looks in /proc for the size of a process")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_want_of_memory_is_no_failed_gate(tmp_path, jobs):
    lines = "".join(f"a,{'b' * 4_000_000}\n" for _ in range(10))
    (tmp_path / "long.csv").write_text(f"answer,response\n{lines}", encoding="utf-8")
    arguments = ["score", "long.csv", "--out", "out.csv", "--jobs", jobs, "--fail-under", "exact_substring@raw>=0"]
    done = subprocess.run([sys.executable, "-c", SHORT_OF_MEMORY, *arguments], cwd=tmp_path, capture_output=True, check=False, text=True)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert "memory" in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["long.csv"]


def test_a_fault_of_ours_is_no_failed_gate(monkeypatch, capsys):
    monkeypatch.setattr("indicmatch.cli.main", lambda: 1 // 0)
    before = {stop: signal.getsignal(stop) for stop in STOPS}
    try:
        with pytest.raises(SystemExit) as ended:
            program()
    finally:
        for stop, handler in before.items():
            signal.signal(stop, handler)
    assert ended.value.code == 2
    assert "ZeroDivisionError" in capsys.readouterr().err


@needs_shell
def test_stdout_that_was_sent_to_the_file_itself(hindi, tmp_path):
    out = tmp_path / "out.csv"
    for name in ("/dev/stdout", out):
        status, _, said = shell(f"{IM} score {hindi} --out {name} > {out}")
        assert status == 2
        assert "stdout goes to this file" in said
    assert shell(f"{IM} score {hindi} --out - > {out}")[0] == 0


STOPS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@pytest.fixture
def handlers():
    """Those of a program that has none of its own; as they were, at the end."""
    before = {stop: signal.getsignal(stop) for stop in STOPS}
    for stop in STOPS:
        signal.signal(stop, signal.default_int_handler if stop == signal.SIGINT else signal.SIG_DFL)
    yield
    for stop, handler in before.items():
        signal.signal(stop, handler)


def stopped_often(ended):
    with stoppable():
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)
        finally:
            for stop in STOPS:
                os.kill(os.getpid(), stop)
                time.sleep(0.01)
            ended.append(True)


@needs_shell
def test_a_second_stop_does_not_break_off_the_ending(handlers):
    ended = []
    with pytest.raises(KeyboardInterrupt):
        stopped_often(ended)
    assert ended


@needs_shell
def test_handlers_of_others_are_left_alone_and_ours_are_taken_back(handlers):
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with stoppable():
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
