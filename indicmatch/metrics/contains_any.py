"""At least one of a list stands in the response."""

from __future__ import annotations

from collections.abc import Sequence

from indicmatch.analyze import RAW, Analyzer
from indicmatch.metrics._base import METRICS, Verdict, as_list
from indicmatch.metrics.contains import CONTAINS, contains

__all__ = ["contains_any"]

METRICS.add("contains_any", CONTAINS.renamed("contains_any"))


def contains_any(response: str | None, references: Sequence[str], analyzer: Analyzer = RAW, *, case_insensitive: bool = True) -> Verdict:
    """Right when any of a list of references stands in the response; an empty list is wrong (any of nothing).

    A plain string is `BadInput`: it would be walked letter by letter.

    >>> bool(contains_any("नदी यमुना है", ["गंगा", "यमुना"])), bool(contains_any("anything", []))
    (True, False)
    """
    wanted = as_list(references, "contains_any")
    if not wanted:
        return Verdict(False, 0.0, 0, 0)
    return contains(response, wanted, analyzer, case_insensitive=case_insensitive)
