"""`--out`: a copy of each input with our verdict columns behind its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from indicmatch.errors import BadFile, BadInput
from indicmatch.metrics import Metric
from indicmatch.records import Appender, Table, atomic_writer, format_of, output_name, output_place
from indicmatch.score.batch import Map, here
from indicmatch.score.flags import FLAGS
from indicmatch.score.plan import Plan
from indicmatch.score.result import KNOWN, Mark, Result
from indicmatch.score.run import Run
from indicmatch.score.tally import BUCKETS

Key = Result | tuple[Result, tuple[bool, ...]]
"""What decides the text of our columns in a row: its result, and its flags where they are written."""

__all__ = ["column_names", "output_folder", "refuse_twice", "result_values", "scored_copies"]


def scored_copies(
    run: Run, files: Sequence[str], out: str | None, *, replace: bool = False, alone: bool = False, flags: bool = False, judged: Map = here
) -> Iterator[tuple[str, int]]:
    """Score files one after the other, batch by batch, yielding each batch's file name and rows; with `out`, write them with our columns.

    `out` is a file (`-` is stdout) for one input, and a folder that gets a file of the same name each for several. A run that knows the
    model's name writes it as a column `model`. `alone` leaves the input's columns out: see `Appender`.
    """
    refuse_twice(files)
    folder = output_folder(files, out)
    for file in files:
        if out is None:
            for batch, _ in run.batches(file, judged=judged):
                yield file, len(batch.rows)
        else:
            yield from _copied(run, file, folder or Path(out), files, judged, replace=replace, alone=alone, flags=flags)


def refuse_twice(files: Sequence[str]) -> None:
    """A file that is named twice would be counted twice."""
    seen: dict[object, str] = {}
    for file in files:
        try:
            status = Path(file).stat()
            key: object = (status.st_dev, status.st_ino) if file != "-" else "-"
        except (OSError, TypeError, ValueError):  # a data frame, stdin, or a file that its reader will say more about
            key = file if isinstance(file, str) else id(file)
        if key in seen:
            problem = f"the same file is named twice, also as {seen[key]}, and its rows would count twice"
            raise BadFile(problem, file=file, remedy="name it once")
        seen[key] = str(file)


def output_folder(files: Sequence[str], out: str | None) -> Path | None:
    """The folder that several outputs go to; None for a single one, or none."""
    if out == "":
        message = "the name of the output is empty: name a file or a folder"
        raise BadInput(message)
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


def _copied(
    run: Run, file: str, place: Path, inputs: Sequence[str], judged: Map, *, replace: bool, alone: bool, flags: bool
) -> Iterator[tuple[str, int]]:
    model = [] if run.model_name is None else [run.model_name]
    names = ["model"] * len(model) + column_names(run.plan) + (list(FLAGS) if flags else [])
    with ExitStack() as stack:
        append: Appender | None = None
        out: TextIO | None = None

        def begin(table: Table) -> None:
            nonlocal append, out
            append = Appender(table, names, replace=replace, alone=alone)
            out = stack.enter_context(atomic_writer(output_place(place, table), append.encoding, inputs=inputs))
            out.write(append.header)

        known: dict[Key, str] = {}
        for batch, found in run.batches(file, begin, judged=judged, flags=flags):
            assert append is not None
            assert out is not None
            keys: Sequence[Key] = list(zip(found.results, found.flags, strict=True)) if found.flags else found.results
            if len(known) > KNOWN:
                known.clear()
            for key in set(keys).difference(known):
                result, looks = key if isinstance(key, tuple) else (key, ())
                known[key] = append.ours([*model, *result_values(result, run.plan, run.metrics), *map(int, looks)])
            out.write(append.lines(batch.rows, [known[key] for key in keys]))
            yield file, len(batch.rows)


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


def result_values(result: Result, plan: Plan, metrics: Sequence[Metric]) -> list[object]:
    """The values of `column_names` for a row; None is a blank cell."""
    values: list[object] = []
    for position, variant in enumerate(plan.names):
        for metric, marks in zip(metrics, result.marks, strict=True):
            if metric.words or variant in plan.levels:
                values += _values_of(metric.name, marks[position])
    values += [int(result.blank_response), int(result.empty_answer)]
    return values + [BUCKETS[bucket] for bucket in result.buckets[: len(plan.levels)]]


def _values_of(metric: str, mark: Mark) -> list[object]:
    passed, value, matched, total = mark
    shown: object = None
    if passed is not None:
        shown = int(passed)
    elif value is not None:
        shown = round(value, 6)
    return [shown, matched, total] if metric == "word_overlap" else [shown]
