"""Asking a backend: from the cache where the reply is there, with retries where it is not, every reply kept at once."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from indicmatch.errors import JudgeError
from indicmatch.judge.attempts import Attempts, Counts, Limits, NotAsked
from indicmatch.judge.backend import AskError, Backend, Completion, Messages, Schema
from indicmatch.judge.cache import Cache, fingerprint

__all__ = ["Answer", "Asker", "Parameters", "Question"]

_WHOLE = (None, "stop", "eos")
_WAIT = 0.05


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is asked for beside the messages."""

    temperature: float = 0.0
    max_tokens: int = 512
    seed: int | None = 0


@dataclass(frozen=True, slots=True)
class Question:
    """One request: the messages, the schema of the reply, and what of the prompt and of the texts in it must be part of the key."""

    messages: Messages
    schema: Schema | None
    prompt: str
    about: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply, or why there is none: `error` where asking failed, `skipped` where it was not asked."""

    completion: Completion | None = None
    error: str | None = None
    skipped: str | None = None

    @property
    def whole(self) -> bool:
        """Whether the reply is complete; one that was cut off, filtered or refused (`finish_reason`) says nothing."""
        return self.completion is not None and self.completion.finish_reason in _WHOLE


class Asker:
    """Asks one backend for many threads. `stop` ends it: nothing more is sent, and what is under way is kept."""

    def __init__(
        self, backend: Backend, name: str, cache: Cache, *, parameters: Parameters | None = None, limits: Limits | None = None
    ) -> None:
        self.backend, self.name, self.cache = backend, name.partition(":")[0], cache
        self.parameters, self.limits = parameters or Parameters(), limits or Limits()
        self.stop, self.counts = threading.Event(), Counts()
        self.attempts = Attempts(self.limits, self.stop, self.counts, free=backend.recorded)
        self._fatal: JudgeError | None = None
        self._in_a_row = 0
        self._lock = threading.Lock()

    def check(self) -> None:
        """Raise what ended the run, if something did."""
        if self._fatal is not None:
            raise self._fatal

    def key(self, question: Question) -> str:
        """The digest of everything that decides a reply."""
        return fingerprint({
            "backend": self.name, "model": self.backend.model, "endpoint": self.backend.endpoint, "parameters": self._parameters(),
            "prompt": question.prompt, "messages": list(map(dict, question.messages)), "schema": question.schema,
            "about": dict(question.about),
        })  # fmt: skip

    def ask(self, question: Question) -> Answer:
        """The answer to a question; one that several threads or processes ask together is sent once."""
        key = self.key(question)
        life = self.limits.backoff + self.limits.tries * 600 + 60
        while (known := self.cache.get(key)) is None:
            if self.stop.is_set():
                return Answer(skipped="stopped")
            if self.backend.recorded or self.cache.claim(key, life):
                break
            self.stop.wait(_WAIT)
        if known is not None:
            with self._lock:
                self.counts.cached += 1
            return Answer(known)
        try:
            return Answer(self._asked(question, key))
        except NotAsked as reason:
            return Answer(skipped=str(reason))
        except AskError as error:
            self._failed(error)
            return Answer(error=str(error))

    def _asked(self, question: Question, key: str) -> Completion:
        wanted = self.parameters
        try:
            completion = self.attempts.run(
                lambda: self.backend.complete(
                    question.messages, question.schema, temperature=wanted.temperature, max_tokens=wanted.max_tokens, seed=wanted.seed
                )
            )
        except BaseException:
            if not self.backend.recorded:
                self.cache.release(key)
            raise
        if not self.backend.recorded:
            source = (self.name, self.backend.model, self.backend.endpoint)
            self.cache.put(
                key, completion, messages=question.messages, source=source, prompt=question.prompt, parameters=self._parameters()
            )
        self._succeeded(completion)
        return completion

    def _succeeded(self, completion: Completion) -> None:
        with self._lock:
            self._in_a_row = 0
            if self.backend.recorded:  # paid for long ago
                self.counts.cached += 1
                return
            self.counts.prompt_tokens += completion.usage.prompt or 0
            self.counts.completion_tokens += completion.usage.completion or 0

    def _failed(self, error: AskError) -> None:
        with self._lock:
            self.counts.failed += 1
            self._in_a_row += not self.backend.recorded
            if self._fatal is None and error.fatal:
                self._fatal = JudgeError(f"the judge cannot be asked: {error}")
            elif self._fatal is None and self._in_a_row >= self.limits.failures:
                self._fatal = JudgeError(f"{self._in_a_row} questions in a row got no reply, so the run ends here. The last error: {error}")
            if self._fatal is not None:
                self.stop.set()

    def _parameters(self) -> dict[str, Any]:
        return {name: getattr(self.parameters, name) for name in ("temperature", "max_tokens", "seed")}
