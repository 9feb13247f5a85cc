"""Replies that were recorded in a cache: verdicts without a model."""

from __future__ import annotations

from indicmatch.errors import BadInput
from indicmatch.judge.backend import BACKENDS, AskError, Backend, Completion, Messages, Schema, Settings, needed
from indicmatch.judge.cache import Cache, fingerprint

__all__ = ["Replay"]


@BACKENDS.register("replay")
def open_replay(settings: Settings) -> Backend:
    """Recorded replies, replay:CACHE (or --cache): scores again without a model; --model picks one of several recorded."""
    return Replay(needed(settings.argument or settings.cache, "--cache", "the backend replay needs a cache file"), settings.model)


class Replay:
    """The replies of a cache to the same messages; a question that is not recorded is an `AskError`."""

    workers: int | None = 1
    recorded = True

    def __init__(self, path: str, model: str | None = None) -> None:
        self._cache = Cache(path, existing=True)
        recorded = self._cache.models()
        if model is None and len(recorded) > 1:
            message = f"{path} holds replies of {len(recorded)} models: name one with --model ({', '.join(recorded)})"
            raise BadInput(message)
        if model is not None and model not in recorded:
            message = f"{path} holds no reply of the model {model!r}, only of {', '.join(recorded) or 'none'}"
            raise BadInput(message)
        self.model = model or next(iter(recorded), "")
        self.endpoint = "replay"

    def complete(
        self, messages: Messages, schema: Schema | None = None, *, temperature: float = 0.0, max_tokens: int = 512, seed: int | None = 0
    ) -> Completion:
        """The newest recorded reply to these messages."""
        found = self._cache.recorded(fingerprint(messages), self.model)
        if found is None:
            message = "the question is not recorded in the cache"
            raise AskError(message)
        return found
