"""`indicmatch judge`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from indicmatch.cli._judging import CACHE, JUDGE_OPTIONS, asker_of, finished, reported
from indicmatch.cli._options import (
    COLUMN_OPTIONS,
    READING_OPTIONS,
    REPLACE_OPTION,
    SAMPLING_OPTIONS,
    refuse_one_name,
    run_of,
    with_options,
)
from indicmatch.judging import ONLY, JudgeRun, Shown
from indicmatch.judging.copies import judged_copy
from indicmatch.report.judged import FORMATS, render_judged
from indicmatch.score import Plan
from indicmatch.score.scored_copy import output_folder

__all__ = ["judge"]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@with_options(JUDGE_OPTIONS)
@click.option("--only", type=click.Choice(ONLY), default="all", show_default=True,
              help="disagreements: ask only where raw and normalised, or exact substring and word overlap, disagree.")  # fmt: skip
@click.option("--normalize", "levels", default="nfc", show_default=True, metavar="LEVELS",
              help="Levels of the string checks beside raw, or none.")  # fmt: skip
@click.option("--shown", default="nfc", show_default=True, metavar="LEVEL", help="Level at which the judge is shown the texts.")
@click.option("--extract", default="none", show_default=True, metavar="E",
              help="Part of a response that judge and normalised checks look at.")  # fmt: skip
@click.option("--prompt-lang", type=click.Choice(["en", "own"]), default="en", show_default=True,
              help="Ask in English, or in the language of each file where the prompt is written in it.")  # fmt: skip
@click.option("--lang", metavar="L", help="Language of all files; else each file's own is recognised by its name or script.")
@click.option("--references", default="cell", show_default=True, metavar="R",
              help="Acceptable answers of a row: cell, sep:/, paren, json, columns:a,b.")  # fmt: skip
@click.option("--human-col", metavar="C", help="Column of human labels (1, 0, or blank).  [default: human, if there is one]")
@with_options((*COLUMN_OPTIONS, *READING_OPTIONS))
@click.option("--out", metavar="FILE", help="Write every input column and the judge's; - is stdout; with several inputs a directory.")
@REPLACE_OPTION
@click.option("--format", "format_", type=click.Choice(FORMATS), default="table", show_default=True)
@with_options(SAMPLING_OPTIONS)
def judge(files: tuple[str, ...], only: str, levels: str, shown: str, extract: str, prompt_lang: str, lang: str | None, references: str,
          human_col: str | None, out: str | None, replace: bool, format_: str, **options: Any) -> None:  # fmt: skip
    """Ask a model whether responses are right, beside the string checks; every reply is kept, and a stopped run goes on where it was."""
    wanted = [] if levels == "none" else [level.strip() for level in levels.split(",")]
    plan = Plan(("raw", *wanted), extract=extract, references=references)
    refuse_one_name(out=out, cache=options["cache"] or CACHE)
    asker = asker_of(options, "indicmatch judge FILE")
    run = run_of(plan, options | {"lang": lang}, compare_ids=len(files) > 1)
    look = Shown(shown, extract, own_language=prompt_lang == "own")
    judging = JudgeRun(run, asker, look, only=only, human=human_col, workers=options["concurrency"])
    place = None if out is None else output_folder(files, out) or Path(out)
    with finished(asker):
        for file in files:
            for _ in reported(judged_copy(judging, file, place, files, replace=replace), asker):
                pass
    report = judging.report()
    stream = sys.stderr if out == "-" else sys.stdout
    text = json.dumps(report, ensure_ascii=False, indent=1) + "\n" if format_ == "json" else render_judged(report, format_)
    click.echo(text, nl=False, file=stream)
