"""`indicmatch llm-judge`: the protocol's third script, with its flags and its summary."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from indicmatch.cli._judging import CACHE, JUDGE_OPTIONS, asker_of, finished, reported
from indicmatch.cli._options import REPLACE_OPTION, refuse_one_name, with_options
from indicmatch.judging import Judged, JudgeRun, Shown
from indicmatch.judging.copies import judged_copy
from indicmatch.report.judged import judge_summary
from indicmatch.score import Plan, Run

__all__ = ["llm_judge"]


@click.command("llm-judge")
@click.option("--responses", required=True, metavar="FILE", help="A language file with a response column.")
@click.option("--out", metavar="FILE", help="Write every row with its verdict.")
@click.option("--limit", type=click.IntRange(min=0), metavar="N", help="Judge the first N rows only.")
@REPLACE_OPTION
@with_options(JUDGE_OPTIONS)
def llm_judge(responses: str, out: str | None, limit: int | None, replace: bool, **options: Any) -> None:
    """LLM judge, as the protocol's script llm_judge.py has it: a judge model decides semantic equivalence."""
    refuse_one_name(out=out, cache=options["cache"] or CACHE)
    asker = asker_of(options, f"indicmatch llm-judge --responses {responses}")
    judging = JudgeRun(Run(Plan(("raw",)), limit=limit), asker, Shown(), workers=options["concurrency"])
    place = None if out is None else Path(out)
    names = ("is_correct", "judge", "judge_reason")
    with finished(asker):
        for _ in reported(judged_copy(judging, responses, place, [responses], replace=replace, names=names, values=_values), asker):
            pass
    click.echo(judge_summary(judging.report()), nl=False, err=out == "-")


def _values(judged: Judged) -> list[object]:
    """`is_correct` is blank where the judge gave no verdict: that is not wrong."""
    outcome = judged.outcome
    return [outcome.correct, outcome.judge, outcome.reason or None]
