"""What a similarity backend is: something that turns texts into vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from indicmatch.judge.attempts import Attempts
from indicmatch.judge.backend import Settings
from indicmatch.judge.cache import Cache
from indicmatch.registry import Registry

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["SIMILARITIES", "Embedder", "Opening", "cosine"]


class Embedder(Protocol):
    """Texts to vectors, a row each; the rows of one call may be compared. `name` labels every figure that comes of it."""

    name: str

    def embed(self, texts: list[str]) -> npt.NDArray[np.float64]: ...


@dataclass(frozen=True, slots=True)
class Opening:
    """What a similarity backend may need to be opened."""

    settings: Settings
    cache: Cache
    attempts: Attempts


SIMILARITIES: Registry[Callable[[Opening], Embedder]] = Registry("similarity backend", entry_points="indicmatch.similarities")
"""By name; each is a function from an `Opening` to an embedder."""


def cosine(vectors: Sequence[npt.NDArray[np.float64]] | npt.NDArray[np.float64]) -> float | None:
    """The cosine of two vectors, at least 0; None where one of them is zero and has no direction."""
    import numpy as np

    one, other = (np.asarray(vector, dtype=float) for vector in vectors)
    norm = float(np.linalg.norm(one) * np.linalg.norm(other))
    return min(1.0, max(0.0, round(float(one @ other) / norm, 12))) if norm > 0 else None
