"""The counts of a file: results by domain, as alike ones are counted together."""

from __future__ import annotations

from collections.abc import Sequence

from indicmatch.score.clusters import ClusterSums
from indicmatch.score.result import Result
from indicmatch.score.tally import Outcome, Tally
from indicmatch.score.units import PLAIN, Unit

__all__ = ["Counts"]

WAITING = 4096  # distinct results of a domain that wait to be added up


class Counts:
    """Counts results under their domains, in order of first appearance, and what rows lack."""

    def __init__(self, ladders: Sequence[Sequence[str]], graded: Sequence[bool], clusters: ClusterSums | None = None) -> None:
        """`ladders` as in `Tally`; `graded` says of each metric whether it only has a number."""
        self._ladders, self._graded, self._clusters = ladders, graded, clusters
        self._domains: dict[str, Tally] = {}
        self._waiting: dict[str, dict[Result, int]] = {}
        self._lacks = [0, 0, 0, 0]

    def add(self, result: Result, domain: str, unit: Unit = PLAIN, times: int = 1) -> None:
        """Count a row, or several that came to the same."""
        waiting = self._waiting.get(domain)
        if waiting is None:
            waiting = self._waiting[domain] = {}
            self._domains[domain] = self.new_tally()
        if result in waiting:
            waiting[result] += times
        else:
            waiting[result] = times
            if len(waiting) > WAITING:
                self._settle()
        if self._clusters is not None:
            sums = self._domains[domain].clusters
            assert sums is not None
            sums.add(unit.cluster, unit.item, result.scores)

    def new_tally(self) -> Tally:
        """Empty counts of this run's shape."""
        return Tally(len(self._graded), self._ladders, None if self._clusters is None else self._clusters.new())

    @property
    def domains(self) -> dict[str, Tally]:
        """The counts so far, by domain."""
        self._settle()
        return self._domains

    @property
    def lacks(self) -> tuple[int, int, int, int]:
        """How many rows had a blank response, an empty answer, an answer without words, an answer that a level emptied."""
        self._settle()
        blank, empty, wordless, emptied = self._lacks
        return blank, empty, wordless, emptied

    def combined(self) -> Tally:
        """The counts of all domains together."""
        total = self.new_tally()
        for tally in self.domains.values():
            total.merge(tally)
        return total

    def _settle(self) -> None:
        for domain, waiting in self._waiting.items():
            for result, times in waiting.items():
                self._add(self._domains[domain], result, times)
            waiting.clear()

    def _add(self, tally: Tally, result: Result, times: int) -> None:
        lacks = result.blank_response, result.empty_answer, result.no_words, result.emptied
        self._lacks = [count + lack * times for count, lack in zip(self._lacks, lacks, strict=True)]
        tally.n += times
        for graded, marks, steps, cells, deltas in zip(
            self._graded, result.marks, result.steps, tally.cells, tally.deltas, strict=True
        ):
            for (passed, value, _, _), cell in zip(marks, cells, strict=True):  # a metric that only has a number calls no row wrong
                cell.add(Outcome(None if graded else passed, value), times)
            raw = None if graded else marks[0][0]
            for (passed, _, _, _), step, delta in zip(marks[1:], steps, deltas, strict=True):
                if raw is not None and passed is not None:
                    delta.add(raw, passed, step, times)
        for position, bucket in enumerate(result.buckets):
            tally.buckets[position][bucket] += times
