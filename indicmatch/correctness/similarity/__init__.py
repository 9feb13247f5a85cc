"""Similarity backends, one file each: texts to vectors. Their cosine is a number beside a verdict and never one by itself: two sentences
that name different cities can have a cosine above 0.9.
"""

from __future__ import annotations

from indicmatch.correctness.similarity._base import SIMILARITIES, Embedder, Opening, cosine
from indicmatch.correctness.similarity.lexical import Lexical
from indicmatch.registry import import_all

__all__ = ["SIMILARITIES", "Embedder", "Opening", "cosine", "similarity"]

import_all(__name__, __path__)


def similarity(one: str, other: str, embedder: Embedder | None = None) -> float | None:
    """The cosine of two texts from 0 to 1, of their spelling unless an `embedder` is given; None where one of them has no words.

    >>> similarity("नई दिल्ली", "दिल्ली"), similarity("Delhi", "...")
    (0.707106781187, None)
    """
    if not (one.strip() and other.strip()):
        return None
    return cosine((embedder or Lexical()).embed([one, other]))
