"""Work in several threads, results in the order of the work."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import TypeVar

__all__ = ["ordered"]

Item = TypeVar("Item")
Result = TypeVar("Result")
_AHEAD = 8  # items taken from the source for each worker: a slow one at the front does not let the others idle


def ordered(
    function: Callable[[Item], Result], items: Iterable[Item], workers: int, stop: threading.Event
) -> Iterator[tuple[Item, Result]]:
    """Each item with the function's result, in order, from at most `workers` threads; memory does not grow with the items.

    When the reader goes away, or an error or Ctrl-C comes up, `stop` is set, which a function that takes long must heed; work that has
    begun is then waited for, and a second Ctrl-C does not wait.

    >>> [result for _, result in ordered(str.upper, "abc", 2, threading.Event())]
    ['A', 'B', 'C']
    """
    tasks: queue.SimpleQueue[tuple[Item, Future[Result]] | None] = queue.SimpleQueue()
    threads = [threading.Thread(target=_work, args=(function, tasks), daemon=True) for _ in range(workers)]
    for thread in threads:
        thread.start()
    pending: deque[tuple[Item, Future[Result]]] = deque()
    try:
        for item in items:
            pending.append((item, Future()))
            tasks.put(pending[-1])
            while pending and (len(pending) >= _AHEAD * workers or pending[0][1].done()):
                first, future = pending.popleft()
                yield first, future.result()
        while pending:
            first, future = pending.popleft()
            yield first, future.result()
    except BaseException:
        stop.set()
        raise
    finally:
        for _ in threads:
            tasks.put(None)
        for thread in threads:
            thread.join()


def _work(function: Callable[[Item], Result], tasks: queue.SimpleQueue[tuple[Item, Future[Result]] | None]) -> None:
    while (task := tasks.get()) is not None:
        item, future = task
        try:
            future.set_result(function(item))
        except BaseException as error:
            future.set_exception(error)
