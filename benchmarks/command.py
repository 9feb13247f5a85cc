"""The whole command: its CPU time against the baseline and a plain copy, its memory, its growth, its workers, its start.

    python -m benchmarks.command [--rows 100000] [--rounds 5] [--memory 1000000]

Every figure is a ratio within one run: all commands take turns, and a ratio is the median over rounds, with the smallest and largest.
Time is CPU time of the whole process, from the system's account of it; for workers it is the time on the wall.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import corpus
from benchmarks.baseline import FORMS

PYTHON = sys.executable

@dataclass(frozen=True, slots=True)
class Used:
    """What a command used: seconds of CPU, seconds on the wall, megabytes at its peak."""

    cpu: float
    wall: float
    memory: float


# A process begins with the memory of the one that started it, and its peak counts that: so a small one starts what is measured.
LAUNCHER = """
import os, subprocess, sys, time
start = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, time.perf_counter() - start, usage.ru_maxrss / 1024)
"""


def used(command: Sequence[str]) -> Used:
    """Run a command and say what it used; a command that fails is an error."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # people keep compiled modules
    done = subprocess.run(
        [PYTHON, "-c", LAUNCHER, *command], cwd=corpus.ROOT, env=environment, capture_output=True, text=True, check=True
    )
    status, cpu, wall, memory = done.stdout.split()
    if status != "0":
        raise subprocess.CalledProcessError(int(status), list(command))
    return Used(float(cpu), float(wall), float(memory))


def score(path: Path, levels: str, *more: str) -> list[str]:
    """The command that scores a file into another."""
    out = path.with_name(f"scored-{path.name}")
    return [PYTHON, "-m", "indicmatch", "score", str(path), "--normalize", levels, "--out", str(out), "--format", "json", *more]


def baseline(which: str, path: Path) -> list[str]:
    return [PYTHON, "-m", "benchmarks.baseline", which, str(path), str(path.with_name(f"{which}-{path.name}"))]


def spread(values: Sequence[float], digits: int = 2) -> str:
    """The median, with the smallest and the largest."""
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def whole(folder: Path, rows: int, rounds: int) -> list[str]:
    """The table of the whole command."""
    one, two = corpus.write(folder / "one.csv", rows), corpus.write(folder / "two.csv", 2 * rows)
    distinct = corpus.write(folder / "distinct.csv", rows, distinct=True)
    commands = {f"B, {form}": baseline(form, one) for form in FORMS} | {
        "a plain csv copy": baseline("copy", one),
        "raw only": score(one, "none"),
        "raw and nfc": score(one, "nfc"),
        "raw and encoding": score(one, "encoding"),
        "raw and encoding, verdicts only": score(one, "encoding", "--verdicts-only"),
        "raw and encoding, no text twice": score(distinct, "encoding"),
        "twice the rows": score(two, "encoding"),
        "one job": score(two, "encoding", "--jobs", "1"),
        "two jobs": score(two, "encoding", "--jobs", "2"),
    }
    taken: dict[str, list[Used]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            taken[name].append(used(command))
    columns = ["command", "microseconds a row", *(f"share of B, {form}" for form in FORMS)]
    lines = [f"{rows:,} rows, {rounds} rounds; CPU time", "", f"| {' | '.join(columns)} |", f"{'|---' * len(columns)}|"]
    for name in list(commands)[:-3]:
        cpu = [run.cpu for run in taken[name]]
        shares = (spread(ratios(cpu, [run.cpu for run in taken[f"B, {form}"]])) for form in FORMS)
        lines.append(f"| {name} | {statistics.median(cpu) / rows * 1e6:.0f} | {' | '.join(shares)} |")
    growth = ratios([run.cpu for run in taken["twice the rows"]], [run.cpu for run in taken["raw and encoding"]])
    workers = ratios([run.wall for run in taken["two jobs"]], [run.wall for run in taken["one job"]])
    return [*lines, "", f"- time of 2n rows over time of n rows: {spread(growth)}", f"- wall time of two jobs over one: {spread(workers)}"]


def ratios(mine: Sequence[float], its: Sequence[float]) -> list[float]:
    """Round by round."""
    return [one / other for one, other in zip(mine, its, strict=True)]


def memory(folder: Path, most: int) -> list[str]:
    """The table of peak memory, up to so many rows."""
    lines = ["| rows | raw and encoding, MB | two jobs, the largest process, MB |", "|---|---|---|"]
    for rows in (10_000, 100_000, 1_000_000):
        if rows <= most:
            path = corpus.write(folder / "memory.csv", rows, distinct=True)
            one, two = (used(score(path, "encoding", "--jobs", jobs)).memory for jobs in ("1", "2"))
            lines.append(f"| {rows:,} | {one:.0f} | {two:.0f} |")
    return lines


def start(rounds: int) -> list[str]:
    """The table of start-up, in milliseconds of CPU."""
    commands = {
        "python": [PYTHON, "-c", "pass"],
        "import indicmatch": [PYTHON, "-c", "import indicmatch"],
        "indicmatch --help": [PYTHON, "-m", "indicmatch", "--help"],
        "score three rows": score(corpus.write(Path(tempfile.mkdtemp()) / "few.csv", 3), "encoding"),
    }
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(max(rounds, 5)):
        for name, command in commands.items():
            taken[name].append(used(command).cpu * 1000)
    return ["| command | ms of CPU |", "|---|---|", *(f"| {name} | {spread(times, 0)} |" for name, times in taken.items())]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--memory", type=int, default=1_000_000, help="rows of the largest file that memory is measured on")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, lines in {
            "Whole command": whole(folder, options.rows, options.rounds),
            "Peak memory": memory(folder, options.memory),
            "Start": start(options.rounds),
        }.items():
            print(f"### {title}", "", *lines, "", sep="\n")


if __name__ == "__main__":
    main()
