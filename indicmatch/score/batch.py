"""Rows by the batch: lists in, lists out, which is what a worker gets and gives, wherever it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from indicmatch.errors import BadFile, BadInput
from indicmatch.extract import found
from indicmatch.records import Checks, Record, Row
from indicmatch.score.flags import flags_of
from indicmatch.score.plan import Plan
from indicmatch.score.result import Result
from indicmatch.score.scorer import FileScorer

__all__ = ["Batch", "BatchScorer", "Judged", "Map", "Sides", "Task", "here"]


@dataclass(frozen=True, slots=True)
class Task:
    """What decides the results of a file's rows, and how they are looked at; small, and the same for all of its batches."""

    plan: Plan
    lang: str | None
    file: str
    flags: bool = False


@dataclass(frozen=True, slots=True)
class Sides:
    """What there is to compare: of each row its line, answer, response, and references (None: the answer is the only one of each row)."""

    lines: Sequence[int]
    answers: Sequence[str]
    references: Sequence[Sequence[str]] | None
    responses: Sequence[str | None]

    @classmethod
    def of(cls, records: Sequence[Record]) -> Sides:
        """What there is to compare in records."""
        return cls(
            [record.line for record in records],
            [record.answer for record in records],
            [record.references for record in records],
            [record.response for record in records],
        )


@dataclass(frozen=True, slots=True)
class Batch:
    """Some rows of a file with what is compared; `domains` as in the file, `records` where more of a row is needed."""

    rows: list[Row]
    sides: Sides
    domains: Sequence[str | None]
    records: Sequence[Record] | None


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found about a batch: the results of its rows in their order, the flags of each if they were asked for, the checks, and
    how many responses do not hold the part that was to be looked at.
    """

    results: list[Result]
    flags: list[tuple[bool, ...]] | None
    checks: Checks
    unfound: int = 0


Map = Callable[[Task, Iterable[Batch]], Iterator[tuple[Batch, Judged]]]
"""What finds the results of batches, in their order."""


class BatchScorer:
    """Finds the results of a task's batches."""

    def __init__(self, task: Task) -> None:
        self._task, self._scorer = task, FileScorer(task.plan, task.lang)
        self._answers: set[str] = set()

    def __call__(self, sides: Sides) -> Judged:
        how = self._task.plan.extract
        checks = Checks(self._task.file, self._task.plan.references)
        references = [(answer,) for answer in sides.answers] if sides.references is None else sides.references
        checks.add_rows(sides.lines, sides.answers, references, sides.responses, self._answers)
        results: list[Result] = []
        try:
            for result in self._scorer.results(references, sides.responses):
                results.append(result)  # noqa: PERF402  # how many there are says where an error arose
        except BadInput as error:
            raise BadFile(str(error), file=self._task.file, line=sides.lines[len(results)]) from error
        unfound = 0 if how == "none" else sum(1 for response in sides.responses if response and not found(response, how))
        flags = None
        if self._task.flags:
            flags = [tuple(flags_of(*row).values()) for row in zip(references, sides.responses, strict=True)]
        return Judged(results, flags, checks, unfound)


def here(task: Task, batches: Iterable[Batch]) -> Iterator[tuple[Batch, Judged]]:
    """Batches one after the other, in this process."""
    score = BatchScorer(task)
    for batch in batches:
        yield batch, score(batch.sides)
