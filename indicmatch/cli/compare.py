"""`indicmatch compare`."""

from __future__ import annotations

from typing import Any

import click

from indicmatch.cli._options import RANK_OPTIONS, plan_of, run_of, with_options
from indicmatch.cli._printing import FORMAT_OPTION, PLOT_OPTION, draw, print_report
from indicmatch.comparison import compare as compare_models
from indicmatch.report.comparison import comparison_grids, comparison_lines, comparison_rows

__all__ = ["compare"]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="A.csv B.csv [C.csv ...]")
@with_options(RANK_OPTIONS)
@FORMAT_OPTION
@PLOT_OPTION
def compare(
    files: tuple[str, ...], model_name: tuple[str, ...], resamples: int, seed: int, format_: str, plot_file: str | None, **values: Any
) -> None:
    """Compare models on the same questions: paired differences with intervals, by domain, and ranks of more than two.

    Each file holds one model's responses (its name is taken from the file's, or from --model-name), or --model-col says whose they are.
    Questions are matched by a column of ids (id, qid, question_id ...), else by the text of the question.
    """
    run = run_of(plan_of(values), values | {"model_name": model_name})
    report = compare_models(run, files, names=model_name, resamples=resamples, seed=seed).to_dict()
    print_report(report, comparison_grids(report), lambda: comparison_rows(report), format_)
    draw(comparison_lines(report), plot_file, "Paired differences", "difference in points", 0.0)
