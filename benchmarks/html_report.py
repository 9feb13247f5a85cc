"""The HTML report with many rows: how long until it is open, and how long a search takes, beside a bare page with the same data.

    python -m benchmarks.html_report [--rows 20000] [--rounds 5]

Needs Debian's chromium and Playwright for Python. The file is made of the shipped examples, repeated with a number in each row. A ratio is
the time of the report over that of a page that holds the same bytes and does nothing with them; times are medians over rounds in which
both take turns. The audit's own cost is given as a ratio to scoring the same file under raw and the highest level, in process CPU time.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import tempfile
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indicmatch import score_files
from indicmatch.audit import audit_files
from indicmatch.errors import IndicMatchWarning
from indicmatch.report.html import write_html

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"]
OPEN = "() => { const [its] = performance.getEntriesByType('navigation'); return its.loadEventEnd - its.startTime; }"
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
SEARCH = """query => {
  const box = document.getElementById("query"), start = performance.now();
  box.value = query;
  filter();
  document.querySelector("#rows").getBoundingClientRect();
  return performance.now() - start;
}"""


def many_rows(folder: Path, count: int) -> Path:
    """A file of `count` rows, in Hindi."""
    with (EXAMPLES / "hindi.csv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    path = folder / "hindi.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        for number in range(count):
            question, answer, domain, response = rows[number % len(rows)]
            writer.writerow([f"{question} {number}", answer, domain, f"{response} " * 4])
    return path


def cpu(function: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    found = function()
    return time.process_time() - start, found


def in_browser(pages: dict[str, Path], rounds: int) -> dict[str, list[float]]:
    """Milliseconds to open each page, and to search the report: first (which reads all rows) and again."""
    from playwright.sync_api import sync_playwright

    times: dict[str, list[float]] = {name: [] for name in (*pages, "paint", "first search", "next search")}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        for _ in range(rounds):
            for name, path in pages.items():
                page = browser.new_page()
                page.goto(path.as_uri(), wait_until="load")
                page.wait_for_timeout(50)
                times[name].append(page.evaluate(OPEN))
                if name == "report":
                    times["paint"].append(page.evaluate(PAINT))
                    times["first search"].append(page.evaluate(SEARCH, "\u0917\u0902\u0917\u093e 77"))
                    times["next search"].append(page.evaluate(SEARCH, "\u0926\u093f\u0932\u094d\u0932\u0940 99"))
                page.close()
        browser.close()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    warnings.simplefilter("ignore", IndicMatchWarning)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = many_rows(folder, options.rows)
        scoring, _ = cpu(lambda: score_files(path, levels=("raw", "layout")))
        auditing, report = cpu(lambda: audit_files(path))
        writing, _ = cpu(lambda: write_html(report, folder / "report.html"))
        page = (folder / "report.html").read_text(encoding="utf-8")
        data = page[page.index('<script type="application/json"') : page.index('<script type="application/json" id=')]
        (folder / "bare.html").write_text(f"<!doctype html><meta charset=utf-8><title>bare</title>{data}", encoding="utf-8")
        times = in_browser({"bare": folder / "bare.html", "report": folder / "report.html"}, options.rounds)
    size, middle = len(page.encode()) / 1e6, {name: statistics.median(found) for name, found in times.items()}
    bare = middle["bare"]
    print(f"{options.rows} rows, a page of {size:.1f} MB, without its rows {size - len(data.encode()) / 1e6:.2f} MB")
    print(f"audit / score (raw, layout): {auditing / scoring:.2f} CPU; writing the page / audit: {writing / auditing:.2f} CPU")
    print(f"first paint: {middle['paint']:.0f} ms, {middle['paint'] / bare:.2f} of opening a bare page with the same data ({bare:.0f} ms)")
    for name in ("report", "first search", "next search"):
        print(f"{'open' if name == 'report' else name}: {middle[name]:.0f} ms, {middle[name] / bare:.2f} of it")


if __name__ == "__main__":
    main()
