"""Models side by side on the same questions: paired comparisons, and boards over languages."""

from indicmatch.comparison.board import BoardReport, board
from indicmatch.comparison.compare import ComparisonReport, compare

__all__ = ["BoardReport", "ComparisonReport", "board", "compare"]
