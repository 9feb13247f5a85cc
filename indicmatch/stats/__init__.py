"""Error bars, comparisons and rankings for scored answers."""

from __future__ import annotations

from indicmatch.stats.proportions import mcnemar_exact, newcombe_paired, wilson

__all__ = ["mcnemar_exact", "newcombe_paired", "wilson"]
