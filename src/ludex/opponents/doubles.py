"""More cores for one decision: this process is doubled as it is now, each double looks ahead as it is asked, and all of
them end with the decision."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from types import TracebackType
from typing import Any, Generic, NoReturn

from ludex.opponents.comparing import I, Outlook

MOST = 8  # cores for a decision

Look = Callable[[Any, int], Outlook]  # at an idea, for the n-th time


def free_cores() -> int:
    """How many have nothing to do, with the one on which this runs. A process that does more than one thing at a time
    cannot be doubled."""
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError):
        cores -= round(os.getloadavg()[0])
    return max(1, min(MOST, cores))


class Doubles(Generic[I]):
    """They know what this process knows at the beginning, and nothing that it finds out later."""

    def __init__(self, look: Look, cores: int) -> None:
        self.look = look
        self._lines: dict[int, Connection] = {}  # by process
        for _ in range(cores - 1):
            here, there = Pipe()
            process = os.fork()
            if not process:
                for line in (here, *self._lines.values()):  # that of each double is held by this process alone
                    line.close()
                _serve(there, look)
            there.close()
            self._lines[process] = here

    @property
    def cores(self) -> int:
        return 1 + len(self._lines)

    def looked(self, tasks: Sequence[tuple[I, int]]) -> list[Outlook]:
        """At all of these at the same time; no more than there are cores."""
        (first, *others), lines = tasks, dict(self._lines)
        for task, line in zip(others, lines.values(), strict=False):
            with suppress(OSError):  # one that is gone is found out when it does not answer
                line.send(task)
        found = [self.look(*first)]
        for task, (process, line) in zip(others, lines.items(), strict=False):
            try:
                found.append(line.recv())
            except (EOFError, OSError):  # it broke down, or somebody has ended it
                self._end(process)
                found.append(self.look(*task))
        return found

    def __enter__(self) -> Doubles[I]:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        for process in list(self._lines):
            self._end(process)

    def _end(self, process: int) -> None:
        self._lines.pop(process).close()
        os.waitpid(process, 0)


def _serve(line: Connection, look: Look) -> NoReturn:
    """The double. It ends when nobody is there any more to ask it, or where it breaks down."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            line.send(look(*line.recv()))
    finally:
        os._exit(0)
