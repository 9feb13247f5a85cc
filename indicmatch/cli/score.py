"""`indicmatch score`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from indicmatch.cli._ending import say
from indicmatch.cli._options import REPLACE_OPTION, RUN_OPTIONS, plan_of, refuse_one_name, run_of, with_options
from indicmatch.cli._printing import PLOT_OPTION, draw
from indicmatch.cli._progress import counted
from indicmatch.engine import Workers
from indicmatch.errors import BadInput
from indicmatch.report import FORMATS, grids_of, render, signature_lines
from indicmatch.report.lines import score_lines
from indicmatch.report.terminal import show
from indicmatch.score import Run
from indicmatch.score.gates import Gate
from indicmatch.score.scored_copy import scored_copies

if TYPE_CHECKING:
    import logging

    from indicmatch.report.html.score_rows import ScoreRows

__all__ = ["score"]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@with_options(RUN_OPTIONS)
@click.option("--model-name", metavar="N", help="Who gave every response; --out then has a column model.")
@click.option("--html", metavar="FILE", help="Write the report as one self-contained page, with every row.")
@click.option("--out", metavar="FILE", help="Write every input column and our verdicts; - is stdout; with several inputs a directory.")
@click.option("--flags", is_flag=True, help="In --out, columns of what to look at; they never change a verdict.")
@REPLACE_OPTION
@click.option("--verdicts-only", "alone", is_flag=True, help="In --out, the line of each record and our columns alone.")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="table", show_default=True)
@PLOT_OPTION
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Processes that score.")
@click.option("--engine", type=click.Choice(["local", "spark"]), default="local", show_default=True,
              help="spark: CSV, TSV or Parquet, or folders of them, in, Parquet out, on a cluster.")
@click.option(
    "--fail-under", "gates", multiple=True, metavar="EXPR", help="Exit with 1 unless METRIC@LEVEL>=X holds over all rows; repeatable."
)
def score(files: tuple[str, ...], model_name: str | None, html: str | None, out: str | None, flags: bool, replace: bool, alone: bool,
          format_: str, plot_file: str | None, jobs: int, engine: str, gates: tuple[str, ...], **values: Any) -> int:  # fmt: skip
    """Score language files: exact substring and word overlap under the published protocol (raw), and normalised beside it."""
    plan = plan_of(values)
    for option, said in {"--flags": flags, "--replace": replace, "--verdicts-only": alone}.items():
        if said and out is None:
            message = f"{option} is about the columns of --out, and no --out was given: add --out FILE"
            raise BadInput(message)
    if replace and alone:
        message = "--replace drops input columns, and with --verdicts-only none is written: leave one of them out"
        raise BadInput(message)
    refuse_one_name(out=out, html=html, plot=plot_file)
    checked = [Gate.parse(gate, plan) for gate in gates]
    page = _page(html, files) if html is not None else None
    run = run_of(plan, values | {"model_name": model_name}, compare_ids=len(files) > 1, model_name=model_name, observe=page)
    if engine == "spark":
        local = {"--flags": flags, "--verdicts-only": alone, "--limit": values["limit"] is not None, "--jobs": jobs > 1,
                 "--out -": out == "-", "--html": html is not None, "--na": values["na"] != "text"}  # fmt: skip
        _with_spark(run, files, out, replace=replace, local=local)
    else:
        _here(run, files, out, jobs, replace=replace, alone=alone, flags=flags)
    report = run.report().to_dict()
    _print(report, format_, sys.stderr if out == "-" else sys.stdout)
    draw(score_lines(report), plot_file, "Scores", "percent")
    if page and html is not None:
        from indicmatch.report.html import write_html

        write_html(report, html, page.spill, confidence=values["confidence"], inputs=[file for file in files if file != "-"])
    failed = [gate for gate in checked if not gate.holds(report)]
    for gate in failed:
        say(gate.failure(report))
    return 1 if failed else 0


def _page(html: str, files: tuple[str, ...]) -> ScoreRows:
    """What keeps the rows for a page; imported only where one is asked for."""
    from indicmatch.report.html import check_writable
    from indicmatch.report.html.score_rows import ScoreRows

    check_writable(html, inputs=[file for file in files if file != "-"])
    return ScoreRows()


def _here(run: Run, files: tuple[str, ...], out: str | None, jobs: int, *, replace: bool, alone: bool, flags: bool) -> None:
    with Workers(jobs) as workers:
        for _ in counted(scored_copies(run, files, out, replace=replace, alone=alone, flags=flags, judged=workers.judged)):
            pass


def _with_spark(run: Run, files: tuple[str, ...], out: str | None, *, replace: bool, local: dict[str, bool]) -> None:
    import logging

    from indicmatch.spark.files import score_with_spark

    logging.getLogger().addFilter(_is_no_stop)
    for option, said in local.items():
        if said:
            message = f"{option} is for the local engine; leave it out, or leave out --engine spark"
            raise BadInput(message)
    score_with_spark(run, files, out, replace=replace)


def _is_no_stop(record: logging.LogRecord) -> bool:
    """Drops the traceback that py4j logs where Ctrl-C breaks off what it sends; what else fails is raised, and told by us."""
    return "while sending command" not in record.getMessage()


def _print(report: dict[str, Any], format_: str, stream: Any) -> None:
    if format_ == "table" and stream.isatty():
        show(grids_of(report), stream)
        for line in signature_lines(report):
            click.echo(line, file=stream)
    else:
        click.echo(render(report, format_), nl=False, file=stream)
