"""`indicmatch correctness`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Any, TextIO

import click

from indicmatch.cli._judging import CACHE, JUDGE_OPTIONS, asker_of, finished, reported, settings_of
from indicmatch.cli._options import CONFIDENCE_OPTION, READING_OPTIONS, REPLACE_OPTION, refuse_one_name, with_options
from indicmatch.correctness import METRICS, CorrectnessRun, Graded, Measure
from indicmatch.correctness.files import embedder_of, row_values, value_names
from indicmatch.errors import BadInput
from indicmatch.judge.attempts import Limits
from indicmatch.records import Appender, Table, atomic_writer, output_place
from indicmatch.report.correctness import FORMATS, render_correctness
from indicmatch.report.histogram import check_plot, save_plot
from indicmatch.score.scored_copy import output_folder

__all__ = ["correctness"]

PARTS = {"user_input_col": "question", "response_col": "response", "reference_col": "answer", "domain_col": "domain"}


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--metric", type=click.Choice(METRICS), default=METRICS[0], show_default=True, help="semantic_similarity needs no judge.")
@with_options(JUDGE_OPTIONS)
@click.option("--similarity", default="lexical", show_default=True, metavar="S",
              help="lexical (spelling only; needs nothing), openai (any /v1/embeddings endpoint), or sentence-transformers.")  # fmt: skip
@click.option("--similarity-model", metavar="M", help="Embedding model for --similarity openai or sentence-transformers.")
@click.option("--similarity-base-url", metavar="U", help="Address of the embeddings endpoint; else that of --base-url.")
@click.option("--beta", type=click.FloatRange(min=0, min_open=True), default=1.0, show_default=True,
              help="How much recall weighs against precision in the factual score.")  # fmt: skip
@click.option("--mode", type=click.Choice(["f1", "precision", "recall"]), default="f1", show_default=True, help="For factual_correctness.")
@click.option("--weights", default="0.75,0.25", show_default=True, metavar="F,S", help="Weights of facts and similarity.")
@click.option("--threshold", type=click.FloatRange(0, 1), metavar="X", help="Also give 1 where the score reaches X, else 0.")
@click.option("--user-input-col", metavar="C", help="Column of the question; a name or a path.  [default: user_input, else question]")
@click.option("--response-col", metavar="C", help="Column of the response.  [default: response]")
@click.option("--reference-col", metavar="C", help="Column of the reference.  [default: reference, answer]")
@click.option("--domain-col", metavar="C", help="Column of the group.  [default: Domain]")
@click.option("--references", default="cell", show_default=True, metavar="R",
              help="References of a row: cell, sep:/, paren, json, columns:a,b.")  # fmt: skip
@click.option("--shown", default="nfc", show_default=True, metavar="LEVEL", help="Level that the texts are normalised to.")
@with_options(READING_OPTIONS)
@click.option("--out", metavar="FILE", help="Write every row with its figures; - is stdout; with several inputs a directory.")
@REPLACE_OPTION
@click.option("--plot", metavar="FILE", help="Histogram and box plot of all scores, .svg or .png.")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="table", show_default=True)
@CONFIDENCE_OPTION
def correctness(files: tuple[str, ...], metric: str, beta: float, mode: str, weights: str, threshold: float | None, shown: str,
                references: str, out: str | None, replace: bool, plot: str | None, format_: str, **options: Any) -> None:  # fmt: skip
    """Answer correctness from 0 to 1: the facts that a response shares with its reference, weighed with their similarity."""
    measure = Measure(metric, beta, mode, _weights(weights), threshold, shown)
    refuse_one_name(out=out, plot=plot, cache=options["cache"] or CACHE)
    if plot is not None:
        check_plot(plot)
    run = _run(measure, options, references=references)
    place = None if out is None else output_folder(files, out) or Path(out)
    with finished(run.asker) if run.asker else nullcontext():
        for file in files:
            rows = _copied(run, file, place, files, replace=replace)
            for _ in reported(rows, run.asker) if run.asker else rows:
                pass
    report = run.report()
    if plot is not None:
        names = files[0] if len(files) == 1 else f"{len(files)} files"
        save_plot(plot, run.scores, title=Path(names).name, label=metric.replace("_", " "), threshold=threshold)
    text = json.dumps(report, ensure_ascii=False, indent=1) + "\n" if format_ == "json" else render_correctness(report, format_)
    click.echo(text, nl=False, file=sys.stderr if out == "-" else sys.stdout)


def _run(measure: Measure, options: dict[str, Any], **more: Any) -> CorrectnessRun:
    asker = asker_of(options, "indicmatch correctness FILE") if measure.judges else None
    settings = settings_of(options | {"base_url": options["similarity_base_url"] or options["base_url"]})
    limits = Limits(tries=options["tries"], backoff=options["max_backoff"], rpm=options["rpm"], calls=options["max_calls"])
    cache = options["cache"] or CACHE
    embedder = embedder_of(options["similarity"], settings, options["similarity_model"], asker, cache, limits)
    columns = {part: options[name] for name, part in PARTS.items() if options[name] is not None}
    reading = {name: options[name] for name in ("encoding", "na", "limit", "confidence")}
    return CorrectnessRun(measure, embedder, asker, columns=columns, workers=options["concurrency"], **reading, **more)


def _weights(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        message = f"--weights {text!r}: write two numbers, for facts and similarity, as 0.75,0.25"
        raise BadInput(message) from None


def _copied(run: CorrectnessRun, file: str, place: Path | None, inputs: tuple[str, ...], *, replace: bool) -> Iterator[Graded]:
    """Score a file, yielding its rows; with a place, write each with our columns, whole or not at all."""
    with ExitStack() as stack:
        append: Appender | None = None
        out: TextIO | None = None

        def begin(table: Table) -> None:
            nonlocal append, out
            if place is not None:
                append = Appender(table, value_names(run.measure, run.embedder.name), replace=replace)
                target = output_place(place, table)
                out = stack.enter_context(atomic_writer(target, append.encoding, inputs=inputs))
                out.write(append.header)

        for graded in run.rows(file, begin):
            if append and out:
                out.write(append.line(graded.row, row_values(graded.found, run.measure)))
            yield graded
