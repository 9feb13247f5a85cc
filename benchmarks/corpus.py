"""A corpus for the benchmarks: rows drawn from the language files at hand, so that any number of them can be made.

    python -m benchmarks.corpus ROWS FILE.csv

Rows come from `../shared/data/qa` where that is present, else from `examples/`: there an answer and a response of one file meet anew in
each row. The same number of rows is always the same file.
"""

from __future__ import annotations

import csv
import random
import sys
from pathlib import Path

from indicmatch import read_records

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data" / "qa"
HEADER = ("question", "answer", "Domain", "response")

Row = tuple[str, str, str, str]


def source() -> str:
    """What the rows are drawn from, for people."""
    return "language files with passages and model responses" if DATA.is_dir() else "the example files, answers and responses recombined"


def pool() -> list[Row]:
    """The rows that a corpus is drawn from."""
    patterns = ("*_xquadin.csv", "*_models.csv") if DATA.is_dir() else ("*.csv",)
    paths = sorted(path for pattern in patterns for path in (DATA if DATA.is_dir() else ROOT / "examples").glob(pattern))
    files = [[(r.question or "", r.answer, r.domain or "", r.response or "") for r in read_records(path, check=False)] for path in paths]
    if DATA.is_dir():
        return [row for rows in files for row in rows]
    generator = random.Random(0)
    recombined = []
    for rows in files:
        for question, answer, domain, response in rows:
            other = generator.choice(rows)[3]
            recombined += [(question, answer, domain, response), (question, answer, domain, f"{response}\n{other}")]
    return recombined


def write(path: Path, rows: int, *, distinct: bool = False) -> Path:
    """A file of so many rows; `distinct` puts the number of the row behind its answer and its response, so that no text comes twice."""
    drawn, generator = pool(), random.Random(1)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        for number in range(rows):
            question, answer, domain, response = generator.choice(drawn)
            mark = f" {number}" if distinct else ""
            writer.writerow((question, f"{answer}{mark}", domain, f"{response}{mark}"))
    return path


if __name__ == "__main__":
    write(Path(sys.argv[2]), int(sys.argv[1]))
