"""Records x metrics x levels -> verdicts, totals, intervals; raw first, every level beside it."""

from indicmatch.score.plan import Plan
from indicmatch.score.run import Run, ScoreReport

__all__ = ["Plan", "Run", "ScoreReport"]
