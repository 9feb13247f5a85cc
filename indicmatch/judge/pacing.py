"""When the next request may go out: at most so many a minute, and none before a server's Retry-After is over."""

from __future__ import annotations

import threading
import time

__all__ = ["Pace"]


class Pace:
    """Spaces requests of all threads evenly at `rpm` a minute (None: no limit)."""

    def __init__(self, rpm: float | None, stop: threading.Event) -> None:
        self._gap = 60.0 / rpm if rpm else 0.0
        self._next = self._held = 0.0
        self._lock, self._stop = threading.Lock(), stop

    def wait(self) -> None:
        """Wait for one's turn; returns at once when the run is stopped."""
        with self._lock:
            now = time.monotonic()
            turn = max(now, self._next)
            self._next = turn + self._gap
        self._stop.wait(turn - now)
        while (left := self._held - time.monotonic()) > 0 and not self._stop.is_set():
            self._stop.wait(left)

    def hold(self, seconds: float) -> None:
        """Let no request go out for so long: the server asked for it."""
        with self._lock:
            self._held = max(self._held, time.monotonic() + seconds)
