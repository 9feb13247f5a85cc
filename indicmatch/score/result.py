"""All of a row that counts or is shown in our columns, without its texts: rows that are alike share one object."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from indicmatch.score.clusters import Score

__all__ = ["KNOWN", "Mark", "Result", "Results", "Steps"]

Mark = tuple[bool | None, float | None, int | None, int | None]
"""Of a verdict: passed, value, matched, total."""

Steps = tuple[str | None, ...]
"""Of a metric, for each variant after raw: what first made its verdict differ from raw's; None where it does not."""

KNOWN = 10_000  # results that are kept to be shared; there are many only where metrics give numbers of many digits


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What was found about a row: `marks[metric][variant]`, `steps[metric][variant - 1]`;
    the bucket and the scores (see `clusters.row_scores`) that follow from the marks; what the row lacks.
    """

    marks: tuple[tuple[Mark, ...], ...]
    steps: tuple[Steps, ...]
    buckets: tuple[int, ...]
    scores: tuple[Score, ...]
    blank_response: bool
    empty_answer: bool
    no_words: bool
    emptied: bool


class Results:
    """The results seen so far by what they hold, so that equal ones are one object, to be counted and written as one."""

    def __init__(self) -> None:
        self.known: dict[Hashable, Result] = {}

    def add(self, key: Hashable, result: Result) -> Result:
        """Keep a result; all others are forgotten when there are too many."""
        if len(self.known) >= KNOWN:
            self.known.clear()
        self.known[key] = result
        return result

    def shared(self, result: Result) -> Result:
        """The known result that holds the same."""
        key = (result.marks, result.steps, result.blank_response, result.empty_answer, result.no_words, result.emptied)
        return self.known.get(key) or self.add(key, result)
