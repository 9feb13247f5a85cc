"""The graders of tutorials by name and argument order, `(output, reference)`, for people who paste from them.

They give plain bools. `contains_word` is right for Indic scripts where the tutorials' word boundary by `re` is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from indicmatch.metrics.contains import contains as _contains
from indicmatch.metrics.contains_all import contains_all as _contains_all
from indicmatch.metrics.contains_any import contains_any as _contains_any
from indicmatch.metrics.contains_word import contains_word as _contains_word
from indicmatch.metrics.exact_match import exact_match

__all__ = ["contains", "contains_all", "contains_any", "contains_word", "exact"]


def exact(output: str, reference: str) -> bool:
    """Whether the output is the reference, white space at both ends aside.

    >>> exact(" Paris\\n", "Paris"), exact("paris", "Paris")
    (True, False)
    """
    return bool(exact_match(output, reference))


def contains(output: str, reference: str, case_insensitive: bool = True) -> bool:
    """Whether the reference stands anywhere in the output.

    >>> contains("Paris is the capital of France", "paris")
    True
    """
    return bool(_contains(output, reference, case_insensitive=case_insensitive))


def contains_any(output: str, references: Sequence[str], case_insensitive: bool = True) -> bool:
    """Whether any of a list of references stands in the output; a plain string is `BadInput`.

    >>> contains_any("The capital is Juba", ["juba", "jouba"])
    True
    """
    return bool(_contains_any(output, references, case_insensitive=case_insensitive))


def contains_all(output: str, references: Sequence[str], case_insensitive: bool = True) -> bool:
    """Whether all of a list of references stand in the output; a plain string is `BadInput`.

    >>> contains_all("Citizens of Tokyo", ["Tokyo", "Osaka"])
    False
    """
    return bool(_contains_all(output, references, case_insensitive=case_insensitive))


def contains_word(output: str, word: str, case_insensitive: bool = True) -> bool:
    """Whether the word stands in the output as a word of its own.

    >>> contains_word("concatenate things", "cat"), contains_word("दिल्ली बड़ी है", "दिल")
    (False, False)
    """
    return bool(_contains_word(output, word, case_insensitive=case_insensitive))
