"""Similarity of spelling: character n-grams on graphemes. It needs nothing, and knows nothing of meaning."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from indicmatch.correctness.similarity._base import SIMILARITIES, Embedder, Opening
from indicmatch.normalize import normalize
from indicmatch.tokenize import tokenize
from indicmatch.unicode import graphemes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Lexical"]

LEVEL = "layout"
SIZES = (2, 3)


@SIMILARITIES.register("lexical")
def open_lexical(_: Opening) -> Embedder:
    """Spelling only: runs of 2 and 3 letters within words, after normalisation. The default; needs nothing."""
    return Lexical()


class Lexical:
    """Counts of the runs of two and three graphemes within words, their edges included, at the level `layout`.

    The columns are the runs that occur in the texts of the call. Source of the method: character n-grams within word boundaries, as
    scikit-learn's `char_wb` analyzer has them, on graphemes so that no letter is cut from its vowel sign.

    >>> Lexical().embed(["दिल्ली", "दिल्ली।"]).tolist()
    [[1.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0]]
    """

    name = "lexical"

    def embed(self, texts: list[str]) -> npt.NDArray[np.float64]:
        """A row of counts for each text; all zeros for one without words."""
        import numpy as np

        counts = [Counter(_runs(text)) for text in texts]
        columns = {run: place for place, run in enumerate(dict.fromkeys(run for count in counts for run in count))}
        vectors = np.zeros((len(texts), len(columns)))
        for row, count in enumerate(counts):
            for run, number in count.items():
                vectors[row, columns[run]] = number
        return vectors


def _runs(text: str) -> list[str]:
    runs = []
    for token in tokenize(normalize(text, LEVEL).lower(), "words"):
        letters = [" ", *graphemes(token.text), " "]
        runs += ["".join(letters[at : at + size]) for size in SIZES for at in range(len(letters) - size + 1)]
    return runs
