"""Stemmers of the Snowball project (Porter 2001, https://snowballstem.org), an optional package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from indicmatch.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["snowball"]

MOST_PASSES = 8  # the algorithms are not idempotent; every pass shortens, and two or three are the most seen


def snowball(algorithm: str) -> Callable[[str], str]:
    """The Snowball stemmer of a name, run until it changes nothing, so that a stem is its own stem.

    Raises `MissingExtra` where the package `snowballstemmer` is not installed.
    """
    try:
        import snowballstemmer
    except ImportError:
        purpose = f"the Snowball stemmer {algorithm!r}"
        raise MissingExtra(purpose, package="snowballstemmer", extra="stem") from None
    once = snowballstemmer.stemmer(algorithm).stemWord

    def key(word: str) -> str:
        word = word.lower()
        for _ in range(MOST_PASSES):
            after = once(word)
            if after in (word, ""):
                break
            word = after
        return word

    return key
