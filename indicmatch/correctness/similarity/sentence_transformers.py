"""Embeddings of a model on this machine, through the `sentence-transformers` package."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from indicmatch.correctness.similarity._base import SIMILARITIES, Embedder, Opening
from indicmatch.errors import BadInput, MissingExtra
from indicmatch.judge.backend import needed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["SentenceTransformers"]


@SIMILARITIES.register("sentence-transformers")
def open_sentence_transformers(opening: Opening) -> Embedder:
    """A sentence encoder on this machine: --similarity-model PATH (a folder, or a name that the package knows)."""
    why = "the similarity backend sentence-transformers needs a model"
    return SentenceTransformers(needed(opening.settings.model, "--similarity-model", why))


class SentenceTransformers:
    """A sentence encoder; one thread at a time uses it."""

    def __init__(self, model: str) -> None:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError:
            package = "sentence-transformers"
            raise MissingExtra("the similarity backend sentence-transformers", package=package, extra=package) from None
        try:
            self._model: Any = SentenceTransformer(model)
        except (OSError, ValueError) as error:
            message = f"sentence-transformers cannot load the model {model!r} ({error})"
            raise BadInput(message) from error
        self._lock = threading.Lock()
        self.name = f"sentence-transformers {model}"

    def embed(self, texts: list[str]) -> npt.NDArray[np.float64]:
        """A row for each text."""
        import numpy as np

        with self._lock:
            return np.asarray(self._model.encode(texts, show_progress_bar=False), dtype=float)
