"""Embeddings of any endpoint that has /v1/embeddings, through the `openai` package."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

from indicmatch.correctness.similarity._base import SIMILARITIES, Embedder, Opening
from indicmatch.errors import MissingExtra
from indicmatch.judge.backend import AskError, needed, public_url, secrets_of
from indicmatch.judge.backends.openai import client_of, failure
from indicmatch.judge.cache import fingerprint

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["OpenAIEmbeddings"]


@SIMILARITIES.register("openai")
def open_openai(opening: Opening) -> Embedder:
    """Embeddings of an OpenAI-compatible endpoint: --similarity-model M [--base-url U]; kept in the cache."""
    return OpenAIEmbeddings(opening)


class OpenAIEmbeddings:
    """An embedding model behind an endpoint; each text is sent once, under the same limits as the judge's questions."""

    def __init__(self, opening: Opening) -> None:
        try:
            import openai
        except ImportError:
            raise MissingExtra("the similarity backend openai", package="openai", extra="judge") from None
        settings = opening.settings
        self._openai, self._settings, self._cache, self._attempts = openai, settings, opening.cache, opening.attempts
        self.model = needed(settings.model, "--similarity-model", "the similarity backend openai needs an embedding model")
        self._secrets = secrets_of(settings)
        self._client = client_of(openai, settings)
        weakref.finalize(self, self._client.close)
        self.endpoint = public_url(str(self._client.base_url))
        self.name = f"openai {self.model}"

    def embed(self, texts: list[str]) -> npt.NDArray[np.float64]:
        """A row for each text, from the cache where it is known."""
        import numpy as np

        keys = [fingerprint({"text": text, "model": self.model, "endpoint": self.endpoint}) for text in texts]
        known = {key: value for key in keys if (value := self._cache.vector(key)) is not None}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing:
            vectors = self._attempts.run(lambda: self._asked(list(missing.values())))
            fresh = {key: np.asarray(vector, dtype=np.float32).tobytes() for key, vector in zip(missing, vectors, strict=True)}
            self._cache.put_vectors(self.model, self.endpoint, fresh)
            known |= fresh
        return np.array([np.frombuffer(known[key], dtype=np.float32) for key in keys], dtype=float)

    def _asked(self, texts: list[str]) -> list[list[float]]:
        sent = [text.encode("utf-8", "backslashreplace").decode() for text in texts]
        try:
            reply: Any = self._client.embeddings.create(model=self.model, input=sent, encoding_format="float")
            rows = sorted(reply.data, key=lambda row: int(row.index))
            vectors = [[float(number) for number in row.embedding] for row in rows]
        except self._openai.OpenAIError as error:
            raise failure(self._openai, error, self._settings, self._secrets) from None
        except (ValueError, TypeError, AttributeError) as error:
            message = f"the server's reply holds no embeddings ({type(error).__name__})"
            raise AskError(message, retry=True) from None
        if len(vectors) != len(texts) or len({len(vector) for vector in vectors}) != 1:
            message = f"the server's reply holds {len(vectors)} embeddings for {len(texts)} texts"
            raise AskError(message, retry=True)
        return vectors
