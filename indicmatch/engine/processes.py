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
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext, SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from indicmatch.errors import IndicMatchError

if sys.platform == "win32":
    fcntl = None
else:
    import fcntl

__all__ = ["Processes", "WorkerLost"]

Work = Callable[[Any], Any]

STOPS = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}


class WorkerLost(Exception):
    """A process ended by itself. `unborn`: a spawned one, before any had done a thing."""

    def __init__(self, *, unborn: bool) -> None:
        super().__init__(unborn)
        self.unborn = unborn


class Processes:
    """`count` processes that apply `work` (a function of a module) to what is put in; results come out in any order, with their token.

    `method` is how they start, `fork` or `spawn`; None forks where that is safe.
    """

    def __init__(self, work: Work, count: int, method: str | None = None) -> None:
        context: BaseContext = multiprocessing.get_context(method or _method())
        self._unborn = isinstance(context, SpawnContext)
        self._processes: list[BaseProcess] = []
        self._workers: dict[Connection, tuple[Connection, deque[object]]] = {}  # by what each says: what it is told by, what it owes
        if isinstance(context, SpawnContext) and sys.platform != "win32":
            resource_tracker.ensure_running()  # a process that is spawned starts it, and lets signals through thereby
        try:
            with _uninterrupted():
                for _ in range(count):
                    self._start(work, context)
        except OSError as error:
            self.close(at_once=True)
            message = f"{count} processes cannot be started ({error.strerror or error}): take fewer jobs"
            raise IndicMatchError(message) from None

    def _start(self, work: Work, context: BaseContext) -> None:
        """Start one more. Its ends of the pipes are dropped on return: Ctrl-C while a thing is deleted would be lost."""
        (told, telling), (hearing, said) = _pipe(context), _pipe(context)
        ours = [telling, hearing, *self._workers, *(tells for tells, _ in self._workers.values())]
        inherited = [] if isinstance(context, SpawnContext) else ours  # closed in the child, or none would see that the parent has ended
        process: Any = context.Process(target=_serve, args=(work, told, said, inherited), daemon=True)  # type: ignore[attr-defined]
        process.start()
        told.close()
        said.close()
        self._processes.append(process)
        self._workers[hearing] = telling, deque()

    def put(self, token: object, thing: Any) -> None:
        """Hand something to the process with the least to do."""
        telling, owed = min(self._workers.values(), key=lambda worker: len(worker[1]))
        owed.append(token)
        try:
            telling.send(thing)
        except OSError:
            raise WorkerLost(unborn=self._unborn) from None

    def take(self) -> list[tuple[object, BaseException | None, Any]]:
        """The (token, error, result) of those that are done, waiting for one if none is. Raises `WorkerLost`."""
        found = []
        sentinels = [process.sentinel for process in self._processes]
        ready = wait([*self._workers, *sentinels])
        for hearing in [hearing for hearing in self._workers if hearing in ready]:
            try:
                error, result = hearing.recv()
            except (EOFError, OSError):
                raise WorkerLost(unborn=self._unborn) from None
            found.append((self._workers[hearing][1].popleft(), error, result))
        if not found:
            raise WorkerLost(unborn=self._unborn)
        self._unborn = False
        return found

    def close(self, *, at_once: bool) -> None:
        """End the processes: when they are done, or at once."""
        with _uninterrupted():  # a second Ctrl-C would leave some behind
            for hearing, (telling, _) in self._workers.items():
                telling.close()  # the end of its work to a process
                hearing.close()
            for process in self._processes:
                if at_once:
                    process.terminate()
                process.join(5)
                if process.is_alive():
                    process.kill()
                    process.join()
                process.close()


def _pipe(context: BaseContext) -> tuple[Connection, Connection]:
    """The ends of a pipe: to read from, to write to. A large one, where the system has it, so that who writes seldom has to wait."""
    reader, writer = context.Pipe(duplex=False)
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        with suppress(OSError):  # all pipes of a user together may be limited
            fcntl.fcntl(writer.fileno(), fcntl.F_SETPIPE_SZ, 1 << 20)
    return reader, writer


def _method() -> str:
    """Forking is quick and needs nothing of the main program; with threads in this process it is not safe."""
    tasks = Path("/proc/self/task")
    return "fork" if sys.platform == "linux" and tasks.is_dir() and len(list(tasks.iterdir())) == 1 else "spawn"


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """What would end this process waits until the others are started, or ended: while one forks, it would be lost.

    In one that starts, it waits until `_serve`: before that, the handlers are this process's, and Ctrl-C and `close` would make a noise.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(work: Work, told: Connection, said: Connection, inherited: list[Connection]) -> None:
    """In a process: apply the work to what comes until nothing more does. Ctrl-C and a closed terminal are for the parent to answer."""
    for stop in STOPS:  # a forked process has the handlers of its parent
        signal.signal(stop, signal.SIG_DFL if stop == signal.SIGTERM else signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    for other in inherited:
        other.close()
    things: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(told, things), daemon=True).start()
    try:
        while (thing := things.get()) is not None:
            said.send(_answer(work, thing))
    except (OSError, MemoryError):  # the parent is gone, or will be told by the end of this process
        os._exit(1)


def _receive(pipe: Connection, things: queue.SimpleQueue[Any]) -> None:
    """Take in what comes as it comes, so that the parent never waits for a process that waits for the parent."""
    try:
        while True:
            things.put(pipe.recv())
    except (EOFError, OSError):
        things.put(None)
    except BaseException as error:  # nothing would come any more, and the parent would wait for ever
        if not isinstance(error, MemoryError):  # which the parent says itself
            sys.excepthook(*sys.exc_info())
        os._exit(1)


def _answer(work: Work, thing: Any) -> tuple[BaseException | None, Any]:
    try:
        return None, work(thing)
    except MemoryError:
        raise
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:  # it cannot cross; what it says can
            return IndicMatchError(f"{type(error).__name__}: {error}"), None
        return error, None
