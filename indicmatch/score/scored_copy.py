"""`--out`: a copy of each input with our verdict columns behind its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from indicmatch.errors import BadFile, BadInput
from indicmatch.metrics import Metric, Verdict
from indicmatch.records import Appender, Table, atomic_writer, format_of, output_name
from indicmatch.score.flags import FLAGS, flags_of
from indicmatch.score.plan import Plan
from indicmatch.score.run import Run
from indicmatch.score.scorer import Scored
from indicmatch.score.tally import BUCKETS

__all__ = ["column_names", "column_values", "scored_copies"]


def scored_copies(run: Run, files: Sequence[str], out: str | None, *, replace: bool = False, flags: bool = False) -> Iterator[str]:
    """Score files one after the other, yielding each row's file name; with `out`, write each row with our columns.

    `out` is a file (`-` is stdout) for one input, and a folder that gets a file of the same name each for several. A run that knows the
    model's name writes it as a column `model`.
    """
    folder = _folder(files, out)
    for file in files:
        if out is None:
            for _ in run.rows(file):
                yield file
        else:
            yield from _copied(run, file, folder or Path(out), files, replace=replace, flags=flags)


def _folder(files: Sequence[str], out: str | None) -> Path | None:
    """The folder that several outputs go to; None for a single one, or none."""
    if out is None or (len(files) == 1 and not Path(out).is_dir()):
        return None
    if out == "-":
        message = "--out - takes one input: several scored files cannot share stdout"
        raise BadInput(message)
    folder = Path(out)
    if folder.exists() and not folder.is_dir():
        raise BadFile("several files are to be written, and this is no folder", file=out, remedy="name a folder with --out")
    names = [Path(output_name(file, format_of(file) or "csv")).name for file in files]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise BadFile(f"two inputs would be written to one file, {twice}", file=out, remedy="score them in two runs")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _copied(run: Run, file: str, place: Path, inputs: Sequence[str], *, replace: bool, flags: bool) -> Iterator[str]:
    model = [] if run.model_name is None else [run.model_name]
    names = ["model"] * len(model) + column_names(run.plan) + (list(FLAGS) if flags else [])
    with ExitStack() as stack:
        append: Appender | None = None
        out: TextIO | None = None

        def begin(table: Table) -> None:
            nonlocal append, out
            append = Appender(table, names, replace=replace)
            target = place / output_name(file, table.format) if place.is_dir() else place
            out = stack.enter_context(atomic_writer(target, append.encoding, inputs=inputs))
            out.write(append.header)

        for row, record, scored in run.rows(file, begin):
            assert append is not None
            assert out is not None
            values: list[object] = [*model, *column_values(scored, run.plan, run.metrics)]
            if flags:
                values += [int(raised) for raised in flags_of(record.references, record.response).values()]
            out.write(append.line(row, values))
            yield file


def column_names(plan: Plan) -> list[str]:
    """Our columns: for raw and then for each level the verdicts and word counts, what the row lacks, and the buckets."""
    metrics = plan.parsed()
    names = [
        f"{name}{_suffix(variant)}"
        for variant in plan.names
        for metric in metrics
        if variant in plan.names_of(metric)
        for name in _columns_of(metric.name)
    ]
    names += ["blank_response", "empty_answer"]
    return names + ([f"bucket{_suffix(level)}" for level in plan.levels] if plan.buckets is not None else [])


def _suffix(variant: str) -> str:
    return "" if variant == "raw" else f"_{variant}"


def _columns_of(metric: str) -> list[str]:
    return [metric, "matching_words", "total_golden_words"] if metric == "word_overlap" else [metric]


def column_values(scored: Scored, plan: Plan, metrics: Sequence[Metric]) -> list[object]:
    """The values of `column_names` for a row; None is a blank cell."""
    values: list[object] = []
    for position, variant in enumerate(plan.names):
        for metric, verdicts in zip(metrics, scored.verdicts, strict=True):
            if metric.words or variant in plan.levels:
                values += _values_of(metric.name, verdicts[position])
    values += [int(scored.blank_response), int(scored.empty_answer)]
    return values + [BUCKETS[bucket] for bucket in scored.buckets[: len(plan.levels)]]


def _values_of(metric: str, verdict: Verdict) -> list[object]:
    shown: object = None
    if verdict.passed is not None:
        shown = int(verdict.passed)
    elif verdict.value is not None:
        shown = round(verdict.value, 6)
    return [shown, verdict.matched, verdict.total] if metric == "word_overlap" else [shown]
