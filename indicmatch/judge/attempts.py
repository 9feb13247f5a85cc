"""How often, how fast and how long one asks: tries, waiting, a rate, and a number of requests in all."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from indicmatch.errors import BadInput
from indicmatch.judge.backend import AskError
from indicmatch.judge.pacing import Pace

__all__ = ["Attempts", "Counts", "Limits", "NotAsked"]

Result = TypeVar("Result")


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


class NotAsked(Exception):
    """A request that was not sent, and why."""


class Attempts:
    """Makes requests for several threads within `limits`; when `stop` is set, nothing more is sent."""

    def __init__(self, limits: Limits, stop: threading.Event, counts: Counts, *, free: bool = False) -> None:
        self.limits, self.stop, self.counts = limits, stop, counts
        self._free = free
        self._pace = Pace(limits.rpm, stop)
        self._lock = threading.Lock()

    def run(self, request: Callable[[], Result]) -> Result:
        """The result of a request, after as many tries and as much waiting as are allowed; `AskError` when it fails for good."""
        spent = 0.0
        for attempt in range(1, self.limits.tries + 1):
            self._take_turn()
            try:
                return request()
            except AskError as error:
                if error.fatal or not error.retry or attempt == self.limits.tries:
                    raise
                delay = _delay(attempt) if error.wait is None else error.wait
                if spent + delay > self.limits.backoff:
                    allowed = f"the {self.limits.backoff:g} seconds allowed for it"
                    message = f"{error}; trying again in {delay:.3g} seconds would exceed {allowed}"
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
                raise NotAsked(reason)
            if self.limits.calls is not None and self.counts.asked >= self.limits.calls:
                reason = f"the {self.limits.calls} calls allowed are used up"
                raise NotAsked(reason)
            self.counts.asked += not self._free


def _delay(attempt: int) -> float:
    """Half a second, then twice as long each time, spread so that threads do not come back together."""
    return float(0.5 * 2 ** (attempt - 1) * random.uniform(0.75, 1.25))
