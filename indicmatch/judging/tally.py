"""Counts of a group of judged rows, and their figures."""

from __future__ import annotations

from collections import Counter
from typing import Any

from indicmatch.judging.outcomes import OUTCOMES, REASONS, Outcome
from indicmatch.score.figures import interval
from indicmatch.stats import wilson

__all__ = ["JudgeTally"]


class JudgeTally:
    """What became of a group of rows."""

    __slots__ = ("asked", "correct", "n", "outcomes", "reasons", "scored")

    def __init__(self) -> None:
        self.n = self.asked = self.scored = self.correct = 0
        self.outcomes: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()

    def add(self, outcome: Outcome) -> None:
        self.n += 1
        self.asked += outcome.judge is not None and outcome.reason != "blank_response"
        if outcome.judge:
            self.outcomes[outcome.judge] += 1
        if outcome.reason in REASONS:
            self.reasons[outcome.reason] += 1
        if outcome.correct is not None:
            self.scored += 1
            self.correct += outcome.correct

    def merge(self, other: JudgeTally) -> None:
        for name in ("n", "asked", "scored", "correct"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.outcomes += other.outcomes
        self.reasons += other.reasons

    def figures(self, confidence: float) -> dict[str, Any]:
        """The accuracy of the rows that have a verdict, in the shape of a metric's cell; `bounds` are what it would be if every row
        without one were wrong, or right.
        """
        missing = self.n - self.scored
        return {
            "correct": self.correct if self.scored else None,
            "scored": self.scored,
            "accuracy": self.correct / self.scored if self.scored else None,
            "ci": interval(wilson(self.correct, self.scored, confidence)),
            "bounds": [self.correct / self.n, (self.correct + missing) / self.n] if self.n else None,
            "asked": self.asked,
            "outcomes": {name: self.outcomes[name] for name in OUTCOMES},
            "reasons": {name: self.reasons[name] for name in REASONS},
        }
