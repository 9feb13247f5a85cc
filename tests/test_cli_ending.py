"""How commands end when they are stopped, when nobody reads them, and when two outputs would be one."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

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
