"""Processes that apply a function to one thing after the other, and whose end, however it comes, is noticed at once.

Unlike the standard library's pools these have no thread in the parent, so that Ctrl-C and a killed worker cannot leave it waiting.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import queue
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext, SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from indicmatch.errors import IndicMatchError

__all__ = ["Processes", "WorkerLost"]

Work = Callable[[Any], Any]


class WorkerLost(Exception):
    """A process ended by itself."""


class Processes:
    """`count` processes that apply `work` (a function of a module) to what is put in; results come out in any order, with their token.

    `method` is how they start, `fork` or `spawn`; None forks where that is safe.
    """

    def __init__(self, work: Work, count: int, method: str | None = None) -> None:
        context: BaseContext = multiprocessing.get_context(method or _method())
        self._processes: list[BaseProcess] = []
        self._pipes: dict[Connection, deque[object]] = {}
        with _uninterrupted():
            for _ in range(count):
                ours, theirs = context.Pipe()
                spawned = isinstance(context, SpawnContext)
                inherited = [] if spawned else [*self._pipes, ours]  # closed in the child, or none would see that the parent has ended
                process: Any = context.Process(target=_serve, args=(work, theirs, inherited), daemon=True)  # type: ignore[attr-defined]
                process.start()
                theirs.close()
                self._processes.append(process)
                self._pipes[ours] = deque()

    def put(self, token: object, thing: Any) -> None:
        """Hand something to the process with the least to do."""
        pipe = min(self._pipes, key=lambda known: len(self._pipes[known]))
        self._pipes[pipe].append(token)
        try:
            pipe.send(thing)
        except OSError:
            raise WorkerLost from None

    def take(self) -> list[tuple[object, Any]]:
        """The (token, result) of those that are done, waiting for one if none is; raises what the work raised, or `WorkerLost`."""
        found = []
        sentinels = [process.sentinel for process in self._processes]
        ready = wait([*self._pipes, *sentinels])
        for pipe in [pipe for pipe in self._pipes if pipe in ready]:
            try:
                error, result = pipe.recv()
            except (EOFError, OSError):
                raise WorkerLost from None
            if error is not None:
                raise error
            found.append((self._pipes[pipe].popleft(), result))
        if not found:
            raise WorkerLost
        return found

    def close(self, *, at_once: bool) -> None:
        """End the processes: when they are done, or at once."""
        for pipe in self._pipes:
            pipe.close()  # the end of its work to a process
        for process in self._processes:
            if at_once:
                process.terminate()
            process.join(5)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()


def _method() -> str:
    """Forking is quick and needs nothing of the main program; with threads in this process it is not safe."""
    tasks = Path("/proc/self/task")
    return "fork" if sys.platform == "linux" and tasks.is_dir() and len(list(tasks.iterdir())) == 1 else "spawn"


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until the processes are started: while one forks, it would be lost; in one that starts, it would make a noise."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(work: Work, pipe: Connection, inherited: list[Connection]) -> None:
    """In a process: apply the work to what comes until nothing more does. Ctrl-C is for the parent to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a forked process has the handlers of its parent
    for other in inherited:
        other.close()
    things: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, things), daemon=True).start()
    try:
        while (thing := things.get()) is not None:
            pipe.send(_answer(work, thing))
    except OSError:  # the parent is gone
        os._exit(1)


def _receive(pipe: Connection, things: queue.SimpleQueue[Any]) -> None:
    """Take in what comes as it comes, so that the parent never waits for a process that waits for the parent."""
    try:
        while True:
            things.put(pipe.recv())
    except (EOFError, OSError):
        things.put(None)


def _answer(work: Work, thing: Any) -> tuple[BaseException | None, Any]:
    try:
        return None, work(thing)
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:  # it cannot cross; what it says can
            return IndicMatchError(f"{type(error).__name__}: {error}"), None
        return error, None
