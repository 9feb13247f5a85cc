"""Scoring by several processes: the same bytes and figures as by one, errors with file and line, and a clean end whatever happens."""

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
import warnings
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path

import pytest

from indicmatch import BadFile, BadInput, score_files
from indicmatch.engine import Workers
from indicmatch.engine.processes import Processes, WorkerLost
from indicmatch.engine.workers import AHEAD
from indicmatch.errors import IndicMatchError, IndicMatchWarning
from indicmatch.score import Plan, Run
from indicmatch.score.batch import Batch, Sides, Task
from indicmatch.score.scored_copy import scored_copies

HEADER = ("id", "question", "answer", "Domain", "response", "model", "passage")
ANSWERS = ["\u0926\u093f\u0932\u094d\u0932\u0940", "\u0958\u0932\u092e", "\u0917\u0902\u0917\u093e", "", "?!", "Delhi (India)", "1947"]


STARTED = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.{hang_up})
os.execv(sys.argv[1], sys.argv[1:])
"""  # a process started in the background ignores Ctrl-C, and so would what it starts


def write(path: Path, rows: int, *, bad_line: bool = False, width: int = 1) -> Path:
    generator = random.Random(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        for number in range(rows):
            answer = generator.choice(ANSWERS)
            said = generator.choice([f"\u092f\u0939 {answer}\u0964\n", f"'{answer}'", "", "\u0915\u0941\u091b \u0928\u0939\u0940\u0902 ", answer]) * width
            writer.writerow([f"i{number // 2}", f"q{number}", answer, generator.choice("ab "), said, f"m{number % 2}", f"p{number % 90}"])
        if bad_line:
            file.write("one,cell,too,few\n")
    return path


@contextmanager
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IndicMatchWarning)
        yield


def scored(path: Path, out: Path, method: str | None, jobs: int, **options):
    plan, reading = Plan(options.pop("levels", ("nfc", "encoding")), **options.pop("plan", {})), options.pop("reading", {})
    run = Run(plan, **reading)
    with quiet(), Workers(jobs, method) as workers:
        count = sum(rows for _, rows in scored_copies(run, [str(path)], str(out), judged=workers.judged, **options))
    return count, out.read_bytes(), run.report().to_dict()


CASES = {  # what differs between batches and rows: options of a run
    "protocol": {},
    "flags": {"flags": True},
    "models and clusters": {"reading": {"columns": {"model": "model", "cluster": "passage"}}},
    "draws": {"reading": {"columns": {"sample": "question"}}},
    "other metrics": {"plan": {"metrics": ("token_f1", "word_overlap", "edit_similarity>=0.5"), "stem": "error"}},
    "references": {"plan": {"references": "paren", "extract": "last-line"}},
    "limit": {"reading": {"limit": 333}},
}


@pytest.mark.parametrize(("case", "method"), [*((case, "fork") for case in CASES), ("protocol", "spawn"), ("flags", "spawn")])
@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_two_workers_give_the_bytes_and_figures_of_one_process(tmp_path, case, method):
    if "edit_similarity" in str(CASES[case]):
        pytest.importorskip("rapidfuzz")
    path = write(tmp_path / "hindi.csv", 1500)
    one, two = (scored(path, tmp_path / f"{jobs}.csv", method, jobs, **CASES[case]) for jobs in (1, 2))
    assert one == two
    assert one[0] == CASES[case].get("reading", {}).get("limit", 1500)


def test_the_public_function_takes_jobs(tmp_path):
    path = write(tmp_path / "hindi.csv", 300)
    with quiet():
        assert score_files(path, jobs=2).to_dict() == score_files(path).to_dict()


def test_a_faulty_row_is_named_by_file_and_line_and_leaves_no_output(tmp_path):
    path = write(tmp_path / "hindi.csv", 600, bad_line=True)
    with quiet(), pytest.raises(BadFile, match="ragged row") as caught:
        score_files(path, jobs=2, out=tmp_path / "out.csv")
    assert caught.value.file == str(path)
    assert caught.value.line is not None
    assert caught.value.line > 600
    assert [found.name for found in tmp_path.iterdir()] == ["hindi.csv"]


FAULTY = {  # answers, which are patterns, by their lines, whether a ragged row comes last, and the line to be told
    "of scoring, then of reading": ({50: "("}, True, 50),
    "of scoring, twice, the first behind a slow row": ({20: "(a+)+$", 23: "(", 424: "["}, False, 23),
    "of reading alone": ({}, True, 3002),
}


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("case", FAULTY)
def test_the_first_fault_of_a_file_is_told_whatever_the_number_of_jobs(tmp_path, case, jobs):
    patterns, ragged, line = FAULTY[case]
    path = tmp_path / "english.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["answer", "response"])
        writer.writerows([patterns.get(number, "a"), "a" * 24 + "b"] for number in range(2, 3002))
        if ragged:
            file.write("one,too,many\n")
    with quiet(), pytest.raises(BadInput, match=f"line {line}\\b"):
        score_files(path, metrics="regex", jobs=jobs)


@pytest.mark.parametrize("jobs", [0, -1, None, 2.5, "2"])
def test_a_number_of_jobs_that_is_none_is_refused(tmp_path, jobs):
    with pytest.raises(BadInput, match="jobs must be a whole number from 1 up"):
        score_files(write(tmp_path / "hindi.csv", 3), jobs=jobs)


def test_a_script_that_cannot_be_spawned_is_told_why(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(f"""
import threading, time, indicmatch
threading.Thread(target=time.sleep, args=(3,), daemon=True).start()  # with a thread, processes are spawned
indicmatch.score_files({str(write(tmp_path / "hindi.csv", 3))!r}, jobs=2)
""")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert 'put the call under `if __name__ == "__main__":`' in done.stderr


def test_batches_are_read_only_as_fast_as_they_are_scored(tmp_path):
    """No more than the batches in flight are held, however long the file is."""
    run, path = Run(Plan()), write(tmp_path / "hindi.csv", 12_000)
    read = 0

    with Workers(2) as workers:

        def watched(task, batches):
            def counting():
                nonlocal read
                for batch in batches:
                    read += 1
                    yield batch

            return workers.judged(task, counting())

        with quiet():
            for done, _ in enumerate(run.batches(path, judged=watched), 1):
                assert read - done <= 2 * AHEAD
    assert read > 4 * AHEAD


def started(path: Path, out: Path, *more: str, program: tuple[str, ...] = ("-m", "indicmatch"), hang_up: str = "SIG_DFL") -> subprocess.Popen:
    command = [sys.executable, *program, "score", str(path), "--normalize", "encoding", "--out", str(out), "--jobs", "2", *more]
    first = [sys.executable, "-c", STARTED.format(hang_up=hang_up)]
    return subprocess.Popen([*first, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def children(pid: int) -> list[int]:
    return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]


def when_working(process: subprocess.Popen, folder: Path) -> list[int]:
    """The workers of a run that has begun to write."""
    for _ in range(600):
        if list(folder.glob(".*.part")) and len(children(process.pid)) >= 2:
            return children(process.pid)
        time.sleep(0.05)
    raise AssertionError(process.communicate())


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks for child processes in /proc")


def running(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):  # it may end between the opening and the reading
        return False


def ended(pids: list[int]) -> bool:
    for _ in range(200):
        if not any(running(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(scope="module")
def long_file(tmp_path_factory):
    return write(tmp_path_factory.mktemp("long") / "hindi.csv", 60_000, width=20)


@needs_proc
@pytest.mark.parametrize("which", [0, 1])
def test_a_killed_worker_ends_the_run_with_a_message_and_no_output(tmp_path, long_file, which):
    process = started(long_file, tmp_path / "out.csv")
    workers = when_working(process, tmp_path)
    os.kill(workers[which], signal.SIGKILL)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2, said
    assert "worker process" in said
    assert "hindi.csv" in said
    assert "Traceback" not in said
    assert list(tmp_path.iterdir()) == []
    assert ended(workers)


@needs_proc
@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_ends_everything_at_once(tmp_path, long_file, times):
    process = started(long_file, tmp_path / "out.csv")
    workers = when_working(process, tmp_path)
    for _ in range(times):
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the parent and its workers
        time.sleep(0.005)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "Traceback" not in said
    assert list(tmp_path.iterdir()) == []
    assert ended(workers)


SLOW_TO_START = """
import os, sys, time
from indicmatch.cli import main
from indicmatch.engine import processes

if __name__ == "__main__":
    method = sys.argv.pop(1)
    processes._method = lambda: method
    os.register_at_fork(after_in_child=lambda: time.sleep(0.5))
    sys.exit(main(sys.argv[1:]))
time.sleep(0.5)  # a process that is spawned comes by here
"""


@needs_proc
@pytest.mark.parametrize("stop", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_stop_while_workers_start_ends_everything(tmp_path, long_file, method, stop):
    script, folder = tmp_path / "slow.py", tmp_path / "out"
    script.write_text(SLOW_TO_START)
    folder.mkdir()
    process = started(long_file, folder / "out.csv", program=(str(script), method))
    workers = when_working(process, folder)
    os.killpg(process.pid, getattr(signal, stop))
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130, said
    assert "Traceback" not in said
    assert list(folder.iterdir()) == []
    assert ended(workers)


@needs_proc
def test_a_run_under_nohup_outlives_its_terminal(tmp_path, long_file):
    process = started(long_file, tmp_path / "out.csv", "--limit", "30000", hang_up="SIG_IGN")
    when_working(process, tmp_path)
    os.killpg(process.pid, signal.SIGHUP)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 0, said
    assert len((tmp_path / "out.csv").read_text("utf-8").splitlines()) > 30_000


@needs_proc
def test_workers_do_not_outlive_a_killed_parent(tmp_path, long_file):
    process = started(long_file, tmp_path / "out.csv")
    workers = when_working(process, tmp_path)
    process.kill()
    process.communicate(timeout=60)
    assert ended(workers)


def test_one_job_starts_no_process():
    with Workers(1) as workers:
        assert workers.processes is None


def test_a_lost_worker_is_an_error_of_ours(tmp_path):
    path = write(tmp_path / "hindi.csv", 3000)
    with quiet(), Workers(2) as workers:
        batches = Run(Plan()).batches(path, judged=workers.judged)
        next(batches)
        for process in workers.processes._processes:
            process.kill()
        with pytest.raises(IndicMatchError, match="worker process"):
            list(batches)


def _raise(error: BaseException):
    raise error


class Unloadable:
    """What cannot be taken in: for want of memory, or for any other reason."""

    def __init__(self, error: type[BaseException]) -> None:
        self.error = error

    def __reduce__(self):
        return _raise, (self.error(),)


def _work(thing):
    return _raise(thing) if isinstance(thing, MemoryError) else thing


@pytest.mark.parametrize("thing", [Unloadable(MemoryError), Unloadable(ValueError), MemoryError()], ids=["memory", "unpickling", "work"])
@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_a_worker_that_takes_nothing_in_any_more_is_lost_and_not_waited_for(thing):
    processes = Processes(_work, 1, "fork")
    try:
        processes.put(1, "thing")
        assert processes.take() == [(1, None, "thing")]
        processes.put(2, thing)
        with alarm(30), pytest.raises(WorkerLost):
            processes.take()
    finally:
        processes.close(at_once=True)


@contextmanager
def alarm(seconds: int):
    """An error where a test would hang."""
    before = signal.signal(signal.SIGALRM, lambda *_: _raise(TimeoutError()))
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
def test_too_many_jobs_for_the_system_are_told_and_leave_no_process(tmp_path, method):
    resource = pytest.importorskip("resource", reason="limits are those of Unix")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    known = {process.pid for process in active_children()}
    descriptor = os.dup(0)
    os.close(descriptor)
    resource.setrlimit(resource.RLIMIT_NOFILE, (descriptor + 20, before[1]))
    try:
        with pytest.raises(IndicMatchError, match=r"40 processes cannot be started.*fewer jobs"):
            Processes(_work, 40, method)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert {process.pid for process in active_children()} <= known


def test_long_rows_are_not_piled_up(tmp_path):
    """A batch of a long row is a row, and a number of batches says nothing of their size."""
    long = [Batch([], Sides([line], ["a"], None, ["b" * 900_000]), [None], None) for line in range(30)]
    taken = 0

    def counting():
        nonlocal taken
        for batch in long:
            taken += 1
            yield batch

    with Workers(2) as workers:
        for done, _ in enumerate(workers.judged(Task(Plan(), "hi", "hindi.csv"), counting())):
            assert taken - done <= 5
    assert taken == 30


def test_workers_serve_one_file_after_the_other_and_a_file_given_up_leaves_nothing_behind(tmp_path):
    path = write(tmp_path / "hindi.csv", 3000)
    with quiet(), Workers(2) as workers:
        given_up = Run(Plan()).batches(path, judged=workers.judged)
        next(given_up)
        given_up.close()
        for _ in range(2):
            run = Run(Plan())
            assert sum(len(batch.rows) for batch, _ in run.batches(path, judged=workers.judged)) == 3000
            assert run.report().to_dict()["combined"]["n"] == 3000


def test_what_a_worker_raises_is_raised_here():
    with Workers(2) as workers, pytest.raises(AttributeError, match="int"):
        list(workers.judged(Task(Plan(), "hi", "hindi.csv"), [Batch([], Sides([2], ["a"], [[3]], ["a"]), [None], None)]))


def test_the_report_is_json_all_the_same(tmp_path):
    path = write(tmp_path / "hindi.csv", 400)
    process = started(path, tmp_path / "out.csv", "--format", "json")
    said, _ = process.communicate(timeout=60)
    assert json.loads(said)["files"][0]["rows"] == 400
