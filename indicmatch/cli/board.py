"""`indicmatch board`."""

from __future__ import annotations

from typing import Any

import click

from indicmatch.cli._options import RANK_OPTIONS, plan_of, run_of, with_options
from indicmatch.cli._printing import FORMAT_OPTION, PLOT_OPTION, draw, print_report
from indicmatch.comparison import board as board_of
from indicmatch.report.board import board_grids, board_lines, board_rows

__all__ = ["board"]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@with_options(RANK_OPTIONS)
@FORMAT_OPTION
@PLOT_OPTION
def board(
    files: tuple[str, ...], model_name: tuple[str, ...], resamples: int, seed: int, format_: str, plot_file: str | None, **values: Any
) -> None:
    """Set out models by languages, with micro and macro means over languages and intervals of their ranks.

    Each file holds one model's responses in one language, both taken from its name (gpt4_hindi.csv, gpt4/hindi.csv), the model also from
    --model-name or --model-col. Models are ranked on the questions that all of them answered, matched by id or by text.
    """
    run = run_of(plan_of(values), values | {"model_name": model_name})
    report = board_of(run, files, names=model_name, resamples=resamples, seed=seed).to_dict()
    print_report(report, board_grids(report), lambda: board_rows(report), format_)
    draw(board_lines(report), plot_file, "Models over languages", "macro mean, percent")
