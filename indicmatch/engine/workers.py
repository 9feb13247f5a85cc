"""Local workers: processes that score batches, while this one alone reads and writes files."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import TracebackType
from typing import TYPE_CHECKING

from indicmatch.engine.sending import Packed, Receiver, Sender, Sent, pack, unpack
from indicmatch.errors import BadInput, IndicMatchError
from indicmatch.score.batch import Batch, BatchScorer, Judged, Sides, Task, here

if TYPE_CHECKING:
    from indicmatch.engine.processes import Processes

__all__ = ["Workers"]

AHEAD, CHARACTERS = 8, 1_500_000  # batches in flight for each worker, or their characters: enough that none waits, and memory stays bounded


class _Waiting:
    """A batch on its way, and what was found about it, or went wrong with it."""

    __slots__ = ("batch", "done", "error", "found", "size")

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.size = sum(map(len, filter(None, batch.sides.responses)))
        self.done = False
        self.error: BaseException | None = None
        self.found: Sent | None = None


class Workers:
    """`jobs` processes that find the results of batches; one job is this process itself.

    `judged` is what `Run.batches` takes. Results come back in the order of the rows, whatever order they were found in, and so do
    errors: the first of the file is raised. Leave the block to end the processes. `method` is how they start: `fork` or `spawn`; None
    forks where that is safe. Raises `BadInput` for less than one job, `IndicMatchError` when a process ends by itself, as one does that
    the system kills for want of memory.

    >>> from indicmatch.score.batch import Batch, Sides, Task
    >>> from indicmatch.score import Plan
    >>> batch = Batch([], Sides([2], ["Delhi"], None, ["It is Delhi."]), [None], None)
    >>> with Workers(1) as workers:
    ...     [(_, judged)] = workers.judged(Task(Plan(), "en", "english.csv"), [batch])
    >>> judged.results[0].marks[0]
    ((True, 1.0, None, None), (True, 1.0, None, None))
    """

    def __init__(self, jobs: int, method: str | None = None) -> None:
        if not isinstance(jobs, int) or jobs < 1:
            message = f"jobs must be a whole number from 1 up; found {jobs!r}"
            raise BadInput(message)
        self.jobs, self._method = jobs, method
        self.processes: Processes | None = None
        self._receive = Receiver()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._close(at_once=kind is not None)

    def _close(self, *, at_once: bool) -> None:
        processes, self.processes = self.processes, None
        if processes:
            processes.close(at_once=at_once)

    def judged(self, task: Task, batches: Iterable[Batch]) -> Iterator[tuple[Batch, Judged]]:
        """The results of batches, in their order."""
        if self.jobs == 1:
            yield from here(task, batches)
            return
        from indicmatch.engine.processes import Processes, WorkerLost  # a tenth of the start-up of a run that needs none

        if self.processes is None:
            self.processes = Processes(_score, self.jobs, self._method)
        whole = False
        try:
            yield from self._ordered(self.processes, task, batches)
            whole = True
        except WorkerLost as lost:
            raise IndicMatchError(f"{task.file}: {_of_lost(self.jobs, unborn=lost.unborn)}") from None
        finally:
            if not whole:  # what is still on its way would be taken for the next file's
                self._close(at_once=True)

    def _ordered(self, processes: Processes, task: Task, batches: Iterable[Batch]) -> Iterator[tuple[Batch, Judged]]:
        waiting: deque[_Waiting] = deque()
        reading = iter(batches)
        fault: Exception | None = None
        while True:
            try:
                batch = next(reading, None)
            except Exception as error:  # rows before it may be faulty too, and come first
                fault = error
                break
            if batch is None:
                break
            waiting.append(_Waiting(batch))
            processes.put(waiting[-1], (task, pack(batch.sides)))
            while waiting and (self._enough(waiting) or waiting[0].done):
                yield _first(processes, waiting, self._receive)
        while waiting:
            yield _first(processes, waiting, self._receive)
        if fault is not None:
            raise fault

    def _enough(self, waiting: deque[_Waiting]) -> bool:
        """Whether what waits keeps all processes at work."""
        if len(waiting) >= AHEAD * self.jobs:
            return True
        return len(waiting) >= 2 * self.jobs and sum(entry.size for entry in waiting) >= CHARACTERS * self.jobs


def _of_lost(jobs: int, *, unborn: bool) -> str:
    if unborn:
        return (
            "a worker process ended as it started, and what it printed says why. Where a script of your own calls this, put the call"
            ' under `if __name__ == "__main__":`, since each process runs the script\'s other lines anew'
        )
    again = f"Run it again, with fewer than {jobs} jobs if memory is short"
    return f"a worker process ended before its rows were scored; it was killed, perhaps for want of memory. {again}"


def _first(processes: Processes, waiting: deque[_Waiting], receive: Receiver) -> tuple[Batch, Judged]:
    """The first that waits, once it is found; raises what went wrong with it."""
    while not waiting[0].done:
        for entry, error, found in processes.take():
            assert isinstance(entry, _Waiting)
            entry.done, entry.error, entry.found = True, error, found
    first = waiting.popleft()
    if first.error is not None:
        raise first.error
    assert first.found is not None
    return first.batch, receive(first.found)


@lru_cache(maxsize=1)
def _scorer(task: Task) -> tuple[BatchScorer, Sender]:
    return BatchScorer(task), Sender()


def _score(work: tuple[Task, Sides | Packed]) -> Sent:
    task, sides = work
    score, send = _scorer(task)
    return send(score(unpack(sides)))
