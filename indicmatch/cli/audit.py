"""`indicmatch audit`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import click

from indicmatch.audit import AuditReport, AuditRun, plan_up_to
from indicmatch.audit.flips import write_flips
from indicmatch.audit.repair import places_of_copies
from indicmatch.cli._ending import say
from indicmatch.cli._options import RUN_OPTIONS, columns_of, refuse_one_name, with_options
from indicmatch.cli._printing import FORMAT_OPTION, print_report
from indicmatch.cli._progress import counted
from indicmatch.errors import BadInput
from indicmatch.records import atomic_writer
from indicmatch.report.audit_grids import audit_grids, audit_rows
from indicmatch.report.html import check_writable, write_html, write_label_page
from indicmatch.score import Plan
from indicmatch.score.scored_copy import refuse_twice

__all__ = ["audit"]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--normalize", "level", metavar="LEVEL", help="Level expression that the ladder leads up to.  [default: layout]")
@with_options(RUN_OPTIONS[1:])
@click.option("--model-name", metavar="N", help="Who gave every response.")
@click.option("--html", metavar="FILE", help="Write the report as one self-contained page; with --label the page to label rows on.")
@click.option("--flips", metavar="FILE", help="Write a CSV with one row for each flip: the step, and the code points that it changed.")
@click.option("--fix-bytes", metavar="OUT", help="Write a copy with the repairs that lose nothing; with several inputs a directory.")
@click.option("--label", type=click.IntRange(min=1), metavar="N", help="With --html: a page that asks a reader about N rows.")
@click.option("--labels", metavar="FILE", help="The CSV that a label page saved: how many rescues people call right.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="S", help="Seed of the sample to label.")
@click.option("--excel-safe", is_flag=True, help="Put an apostrophe before cells of CSV output that a spreadsheet would run as formulas.")
@FORMAT_OPTION
def audit(files: tuple[str, ...], level: str | None, html: str | None, flips: str | None, fix_bytes: str | None, label: int | None,
          labels: str | None, seed: int, excel_safe: bool, format_: str, **values: Any) -> None:  # fmt: skip
    """Audit what normalisation does to the scores of language files, step by step and row by row, and what is in their characters."""
    if label is not None and html is None:
        message = "--label asks a reader about rows on a page: name the page with --html FILE"
        raise BadInput(message)
    refuse_one_name(html=html, flips=flips, fix_bytes=fix_bytes)
    for place in filter(None, (html, flips)):
        check_writable(place, inputs=[file for file in files if file != "-"])
    stem: Any = values["stem_missing"] if values["stem"] else ""
    parts = {name: values[name] for name in ("tokenizer", "extract", "references")}
    plan = plan_up_to(level, metrics=values["metrics"] or Plan.metrics, stem=stem, **parts)
    reading = {name: values[name] for name in ("lang", "encoding", "na", "limit", "confidence", "model_name")}
    run = AuditRun(plan, columns=columns_of(values), labels=labels, **reading)
    for _ in counted(_rows(run, files, fix_bytes)):
        pass
    report = run.report()
    _write(report, files, html, flips, label, seed, excel_safe)
    figures = report.to_dict()
    with redirect_stdout(sys.stderr if "-" in (html, flips, fix_bytes) else sys.stdout):
        print_report(figures, audit_grids(figures), lambda: audit_rows(figures, safe=excel_safe), format_)


def _rows(run: AuditRun, files: Sequence[str], fix_bytes: str | None) -> Iterator[tuple[str, int]]:
    refuse_twice(files)
    places = [None] * len(files) if fix_bytes is None else places_of_copies(files, fix_bytes)
    for file, place in zip(files, places, strict=True):
        for _ in run.rows(file, place):
            yield file, 1


def _write(
    report: AuditReport, files: Sequence[str], html: str | None, flips: str | None, label: int | None, seed: int, safe: bool
) -> None:
    inputs = [file for file in files if file != "-"]
    if flips is not None:
        with atomic_writer(flips, inputs=inputs) as out:
            write_flips(report.rows(), out, safe=safe)
    if html is not None and label is not None:
        count = write_label_page(report, html, label, seed=seed, safe=safe, inputs=inputs)
        say(f"{Path(html).name}: {count} rows to label")
    elif html is not None:
        write_html(report, html, inputs=inputs)
