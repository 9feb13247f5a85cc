"""Questions that stand in several files or were put to several models: their rows are no independent samples of anything."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from indicmatch.score.clusters import ClusterSums, Score

__all__ = ["Questions"]

MOST = 100_000  # distinct questions that are told apart, so that memory stays bounded


class Questions:
    """Sums by question over several blocks of rows (a file, or a model in a file); `recurring` counts questions of more than one."""

    def __init__(self) -> None:
        self.sums = ClusterSums()
        self.names: set[str] = set()
        self.recurring = self.beyond = 0
        self._home: dict[str, Hashable] = {}

    def add(self, block: Hashable, question: str | None, scores: Sequence[Score], times: int = 1) -> None:
        """Count a row of a block; a row without a question id, or of a question beyond the first `MOST`, stands for itself.

        Several rows without an id that came to the same are counted at once by `times`.
        """
        if question is None or (question not in self._home and len(self._home) >= MOST):
            self.beyond += question is not None
            self.sums.add_single(scores, times)
            return
        home = self._home.setdefault(question, block)
        if home != block and home is not None:
            self._home[question] = None  # known to recur
            self.recurring += 1
        self.sums.add(question, None, scores)
