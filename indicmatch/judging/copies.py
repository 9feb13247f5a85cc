"""`--out`: a copy of each input with the judge's columns behind its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from indicmatch.judging.run import Judged, JudgeRun
from indicmatch.records import Appender, Table, atomic_writer, output_place

__all__ = ["COLUMNS", "judged_copy"]

COLUMNS = ("judge", "judge_reason", "judge_correct")


def judged_copy(
    run: JudgeRun,
    file: str,
    place: Path | None,
    inputs: Sequence[str],
    *,
    replace: bool = False,
    names: Sequence[str] = COLUMNS,
    values: Callable[[Judged], Sequence[object]] | None = None,
) -> Iterator[Judged]:
    """Judge a file, yielding its rows; write each with our columns to the file `place`, or into the folder. The output is there
    whole, or not at all.
    """
    with ExitStack() as stack:
        append: Appender | None = None
        out: TextIO | None = None

        def begin(table: Table) -> None:
            nonlocal append, out
            if place is not None:
                target = output_place(place, table)
                append = Appender(table, list(names), replace=replace)
                out = stack.enter_context(atomic_writer(target, append.encoding, inputs=inputs))
                out.write(append.header)

        for judged in run.rows(file, begin):
            if append and out:
                out.write(append.line(judged.row, list((values or _values)(judged))))
            yield judged


def _values(judged: Judged) -> Sequence[object]:
    outcome = judged.outcome
    return [outcome.judge, outcome.reason or None, None if outcome.correct is None else int(outcome.correct)]
