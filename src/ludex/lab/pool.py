"""Where the work is done: here, in other processes, or on a cluster. The results come in the order of the jobs."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from types import FrameType
from typing import Any, TypeVar

from ludex.lab.trial import LabError

J = TypeVar("J")
R = TypeVar("R")

Lost = tuple[type[BaseException], ...]  # what is raised when somebody who works is gone

AHEAD = 2  # jobs for each worker that are under way or wait
CONNECTS = 10.0  # seconds within which a cluster answers
LOOK_AROUND = 5.0  # seconds after which one looks whether the workers of a cluster are still there


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def workers(count: int = 0, cluster: str = "") -> Iterator[Pool]:
    """Somebody to give jobs to: as many processes as there are cores, or `count`; one works right here. With a
    `cluster`, the workers of the Dask scheduler at that address."""
    if cluster:
        with _dask(cluster) as pool:
            yield pool
        return
    count = count or cores()
    if count == 1:
        yield Pool(None, 1)
        return
    # A process that is forked knows the games already, and asks nothing of the script that wants the result
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    executor = ProcessPoolExecutor(count, multiprocessing.get_context(method), initializer=_heed_no_interrupt)
    try:
        yield Pool(executor, count)
    finally:
        _end(executor)


def _end(executor: ProcessPoolExecutor) -> None:
    """Nobody waits for what is still under way, and the processes hold nothing that could be lost."""
    there = list((executor._processes or {}).values())  # Python has no other way to them before 3.14
    executor.shutdown(wait=False, cancel_futures=True)
    for process in there:
        process.kill()


class Pool:
    """The one seam between the lab and whoever works for it."""

    def __init__(
        self,
        executor: Executor | None,
        count: int,
        cluster: str = "",
        lost: Lost = (),
        there: Callable[[], int] | None = None,
    ) -> None:
        self.executor = executor
        self.count = count
        self.cluster = cluster
        self.lost: Lost = (BrokenProcessPool, *lost)
        self.there = there  # how many can work now, where they come and go

    def ordered(self, work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        """What `work` makes of each job, in the order of the jobs; a few are under way ahead of what is asked for."""
        if self.executor is None:
            yield from map(work, jobs)
            return
        waiting: deque[Future[R]] = deque()
        try:
            for job in jobs:
                with no_interrupt():
                    waiting.append(self.executor.submit(work, job))
                if len(waiting) >= AHEAD * self.count:
                    yield self._result(waiting.popleft())
            while waiting:
                yield self._result(waiting.popleft())
        except self.lost:
            raise LabError("a worker process died: it was killed, or there was not enough memory for it") from None
        except LabError:
            raise
        except Exception as fault:
            if not self.cluster:
                raise
            why = f"{type(fault).__name__}: {str(fault).partition(chr(10))[0]}"
            needed = "its scheduler and its workers need the same Ludex as here"
            raise LabError(f"the cluster at {self.cluster} cannot do it: {why} ({needed})") from fault
        finally:
            for future in waiting:
                future.cancel()

    def _result(self, future: Future[R]) -> R:
        """It is waited for as long as somebody is there who can work."""
        while self.there is not None and not wait([future], LOOK_AROUND).done:
            if not self.there():
                raise LabError(f"the cluster at {self.cluster} cannot do it: all its workers are gone")
        return future.result()


@contextmanager
def no_interrupt() -> Iterator[None]:
    """Ctrl-C comes through when this is done: a process that is just being started would be lost sight of, a fight that
    is just being counted would count by half."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[int, FrameType | None]] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came and callable(before):
        before(*came[0])


def _heed_no_interrupt() -> None:
    """Ctrl-C is for who asked for the result, not for the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _dask(address: str) -> Iterator[Pool]:
    try:
        distributed: Any = import_module("distributed")  # an extra
    except ImportError:
        raise LabError("a cluster needs Dask: pip install 'ludex[cluster]'") from None
    try:
        client = distributed.Client(address, timeout=CONNECTS)
    except (OSError, ValueError) as fault:
        raise LabError(f"there is no cluster at {address}: {fault}; expected an address as tcp://HOST:8786") from None
    try:

        def there() -> int:
            return sum(client.nthreads().values())

        if not there():
            raise LabError(f"the cluster at {address} has no workers")
        lost = distributed.KilledWorker, CancelledError
        yield Pool(client.get_executor(pure=False), there(), address, lost, there)
    finally:
        client.close()
