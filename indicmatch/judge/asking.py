"""Asking a backend: from the cache where the reply is there, with retries where it is not, every reply kept at once."""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from indicmatch.errors import BadInput, JudgeError
from indicmatch.judge.backend import AskError, Backend, Completion, Messages, Schema
from indicmatch.judge.cache import Cache, fingerprint
from indicmatch.judge.pacing import Pace

__all__ = ["Answer", "Asker", "Counts", "Limits", "Parameters", "Question"]

WHOLE = (None, "stop", "eos")
"""Finish reasons of a reply that is whole; with any other one (`length`, `content_filter`, `refusal`, `tool_calls`) it says nothing."""
_WAIT = 0.05


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is asked for beside the messages."""

    temperature: float = 0.0
    max_tokens: int = 512
    seed: int | None = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may be asked: `tries` of one question, with at most `backoff` seconds of waiting between them; `rpm` requests a minute;
    `calls` requests in all; after `failures` questions in a row without a reply the run stops.
    """

    tries: int = 3
    backoff: float = 10.0
    rpm: float | None = None
    calls: int | None = None
    failures: int = 20

    def __post_init__(self) -> None:
        for name, least in (("tries", 1), ("backoff", 0), ("failures", 1), ("calls", 0)):
            value = getattr(self, name)
            if value is not None and value < least:
                message = f"{name} must be at least {least}, not {value}"
                raise BadInput(message)
        if self.rpm is not None and self.rpm <= 0:
            message = f"rpm must be above 0, not {self.rpm}"
            raise BadInput(message)


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
        return self.completion is not None and self.completion.finish_reason in WHOLE


@dataclass(slots=True)
class Counts:
    """What a run has done: `asked` requests sent, `cached` replies that were there, `failed` questions, tokens as the server counts."""

    asked: int = 0
    cached: int = 0
    failed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def to_dict(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in self.__slots__}


class _NotAsked(Exception):
    """The run was stopped, or has used up its calls."""


class Asker:
    """Asks one backend for many threads. `stop` ends it: nothing more is sent, and what is under way is kept."""

    def __init__(
        self, backend: Backend, name: str, cache: Cache, *, parameters: Parameters | None = None, limits: Limits | None = None
    ) -> None:
        self.backend, self.name, self.cache = backend, name.partition(":")[0], cache
        self.parameters, self.limits = parameters or Parameters(), limits or Limits()
        self.stop, self.counts = threading.Event(), Counts()
        self._fatal: JudgeError | None = None
        self._in_a_row = 0
        self._pace = Pace(self.limits.rpm, self.stop)
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
            self._count(cached=1)
            return Answer(known)
        try:
            return Answer(self._asked(question, key))
        except _NotAsked as reason:
            return Answer(skipped=str(reason))
        except AskError as error:
            self._failed(error)
            return Answer(error=str(error))

    def _asked(self, question: Question, key: str) -> Completion:
        try:
            completion = self._tried(question)
        except BaseException:
            if not self.backend.recorded:
                self.cache.release(key)
            raise
        if self.backend.recorded:
            self._count(cached=1)
        else:
            source = (self.name, self.backend.model, self.backend.endpoint)
            self.cache.put(
                key, completion, messages=question.messages, source=source, prompt=question.prompt, parameters=self._parameters()
            )
        with self._lock:
            self._in_a_row = 0
            if self.backend.recorded:  # paid for long ago
                return completion
            self.counts.prompt_tokens += completion.usage.prompt or 0
            self.counts.completion_tokens += completion.usage.completion or 0
        return completion

    def _tried(self, question: Question) -> Completion:
        """The completion, after as many tries and as much waiting as are allowed."""
        spent, tries = 0.0, self.limits.tries
        for attempt in range(1, tries + 1):
            self._take_turn()
            try:
                return self.backend.complete(
                    question.messages, question.schema, temperature=self.parameters.temperature,
                    max_tokens=self.parameters.max_tokens, seed=self.parameters.seed,
                )  # fmt: skip
            except AskError as error:
                if error.fatal or not error.retry or attempt == tries:
                    raise
                delay = _delay(attempt) if error.wait is None else error.wait
                if spent + delay > self.limits.backoff:
                    message = f"{error}; trying again in {delay:g} seconds would exceed the {self.limits.backoff:g} seconds allowed for it"
                    raise AskError(message) from error
                if error.wait:
                    self._pace.hold(delay)
                spent += delay
                self.stop.wait(delay)
        raise AssertionError

    def _take_turn(self) -> None:
        self._pace.wait()
        with self._lock:
            if self.stop.is_set():
                reason = "stopped"
                raise _NotAsked(reason)
            if self.limits.calls is not None and self.counts.asked >= self.limits.calls:
                reason = f"--max-calls {self.limits.calls} is used up"
                raise _NotAsked(reason)
            self.counts.asked += not self.backend.recorded

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

    def _count(self, cached: int) -> None:
        with self._lock:
            self.counts.cached += cached

    def _parameters(self) -> dict[str, Any]:
        return {name: getattr(self.parameters, name) for name in ("temperature", "max_tokens", "seed")}


def _delay(attempt: int) -> float:
    """Half a second, then twice as long each time, spread so that threads do not come back together."""
    return float(0.5 * 2 ** (attempt - 1) * random.uniform(0.75, 1.25))
