"""`indicmatch score`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import click

from indicmatch.cli._options import COLUMN_OPTIONS, columns_of, with_options
from indicmatch.errors import BadInput
from indicmatch.report import FORMATS, grids_of, render
from indicmatch.report.terminal import show
from indicmatch.score import Plan, Run
from indicmatch.score.gates import Gate
from indicmatch.score.scored_copy import scored_copies

__all__ = ["score"]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--normalize",
    "levels",
    default="nfc",
    show_default=True,
    metavar="LEVELS",
    help="Level expressions beside raw, separated by commas (nfc,encoding+digits), or none.",
)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    metavar="M",
    help="Metric expression, as token_f1>=0.8; repeatable. Default: both of the protocol.",
)
@click.option("--stem", is_flag=True, help="A further variant: the last level with stemmed words, for the metrics of words.")
@click.option(
    "--stem-missing",
    type=click.Choice(["error", "skip"]),
    default="error",
    show_default=True,
    help="A file in a language without a stemmer: refuse it, or leave its words unstemmed and say so.",
)
@click.option(
    "--tokenizer", default="words", show_default=True, metavar="T", help="For the normalised variants: words, uax29, indicnlp, raw."
)
@click.option(
    "--extract",
    default="none",
    show_default=True,
    metavar="E",
    help="Part of a response that the normalised variants look at: none, after-think, answer-tag, last-line, boxed, json:PATH.",
)
@click.option("--lang", metavar="L", help="Language of all files; else each file's own is recognised by its name or script.")
@click.option(
    "--references",
    default="cell",
    show_default=True,
    metavar="R",
    help="Acceptable answers of a row: cell, sep:/, paren, json, columns:a,b.",
)
@with_options(COLUMN_OPTIONS)
@click.option("--out", metavar="FILE", help="Write every input column and our verdicts; - is stdout; with several inputs a directory.")
@click.option("--flags", is_flag=True, help="In --out, columns of what to look at; they never change a verdict.")
@click.option("--replace", is_flag=True, help="Replace input columns that bear our names.")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="table", show_default=True)
@click.option("--limit", type=click.IntRange(min=0), metavar="N", help="Score the first N rows of each file only.")
@click.option("--confidence", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.95, show_default=True)
@click.option(
    "--fail-under", "gates", multiple=True, metavar="EXPR", help="Exit with 1 unless METRIC@LEVEL>=X holds over all rows; repeatable."
)
def score(files: tuple[str, ...], levels: str, metrics: tuple[str, ...], stem: bool, stem_missing: Literal["error", "skip"], tokenizer: str, extract: str, lang: str | None, references: str,
          out: str | None, flags: bool, replace: bool, format_: str, limit: int | None, confidence: float, gates: tuple[str, ...],
          **reading: Any) -> int:  # fmt: skip
    """Score language files: exact substring and word overlap under the published protocol (raw), and normalised beside it."""
    wanted = [] if levels == "none" else [level.strip() for level in levels.split(",")]
    plan = Plan(("raw", *wanted), metrics or Plan.metrics, tokenizer, extract, references, stem_missing if stem else "")
    if flags and out is None:
        message = "--flags adds columns to the file of --out, and no --out was given"
        raise BadInput(message)
    checked = [Gate.parse(gate, plan) for gate in gates]
    run = Run(
        plan, lang=lang, columns=columns_of(reading), encoding=reading["encoding"], na=reading["na"], limit=limit, confidence=confidence
    )
    for _ in _counted(scored_copies(run, files, out, replace=replace, flags=flags)):
        pass
    report = run.report().to_dict()
    _print(report, format_, sys.stderr if out == "-" else sys.stdout)
    failed = [gate for gate in checked if not gate.holds(report)]
    for gate in failed:
        click.echo(gate.failure(report), err=True)
    return 1 if failed else 0


def _print(report: dict[str, Any], format_: str, stream: Any) -> None:
    if format_ == "table" and stream.isatty():
        show(grids_of(report), stream)
        for level, text in report["signature"].items():
            click.echo(f"signature {level}: {text}", file=stream)
    else:
        click.echo(render(report, format_), nl=False, file=stream)


def _counted(rows: Iterator[str]) -> Iterator[str]:
    """The rows' file names, with a line of progress on a terminal that is only watched by people."""
    if not sys.stderr.isatty():
        yield from rows
        return
    count, last = 0, ""
    for name in rows:
        count = count + 1 if name == last else 1
        last = name
        if count % 1000 == 0:
            click.echo(f"\r{Path(name).name}: {count:,} rows", err=True, nl=False)
        yield name
    click.echo("\r\x1b[K", err=True, nl=False)
