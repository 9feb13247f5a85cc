"""`indicmatch exact-substring` and `word-overlap`: the protocol's own scripts, with their flags, columns and summary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

import click

from indicmatch.cli._options import REPLACE_OPTION, refuse_one_name
from indicmatch.metrics import Verdict
from indicmatch.records import Appender, Table, atomic_writer, output_place
from indicmatch.report.protocol import summary
from indicmatch.score import Plan, Run

__all__ = ["exact_substring", "word_overlap"]

COLUMNS: dict[str, tuple[tuple[str, ...], Callable[[Verdict], Sequence[object]]]] = {
    "exact_substring": (("is_correct",), lambda verdict: [bool(verdict)]),
    "word_overlap": (
        ("is_correct", "matching_words", "total_golden_words"),
        lambda verdict: [bool(verdict), verdict.matched, verdict.total],
    ),
}


def _command(metric: str, title: str) -> click.Command:
    @click.command(metric.replace("_", "-"), help=f"{title} under the published protocol, as its script {metric}.py has it.")
    @click.option("--responses", required=True, metavar="FILE", help="A language file with a response column.")
    @click.option("--out", metavar="FILE", help="Write every row with its verdict.")
    @click.option("--limit", type=click.IntRange(min=0), metavar="N", help="Score the first N rows only.")
    @REPLACE_OPTION
    def command(responses: str, out: str | None, limit: int | None, replace: bool) -> None:
        refuse_one_name(out=out)
        run = Run(Plan(("raw",), (metric,)), limit=limit)
        names, values = COLUMNS[metric]
        with ExitStack() as stack:
            append: Appender | None = None
            stream: TextIO | None = None

            def begin(table: Table) -> None:
                nonlocal append, stream
                if out is not None:
                    append = Appender(table, names, replace=replace)
                    stream = stack.enter_context(atomic_writer(output_place(Path(out), table), append.encoding, inputs=[responses]))
                    stream.write(append.header)

            for row, _, scored in run.rows(responses, begin):
                if append and stream:
                    stream.write(append.line(row, values(scored.verdicts[0][0])))
        click.echo(summary(run.report().to_dict(), metric, title), nl=False, err=out == "-")

    return command


exact_substring = _command("exact_substring", "Exact substring")
word_overlap = _command("word_overlap", "Word overlap")
