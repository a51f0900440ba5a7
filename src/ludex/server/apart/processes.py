"""How other processes are started: forked of one that does nothing else. It has no threads, no tables and no sockets,
and knows all modules already, so that a new process is there at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import forkserver, resource_tracker
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Any

PRELOADED = ["ludex.server.run.app", "ludex.server.apart.known"]

_starting = Lock()


def started(target: Callable[..., None], *args: Any) -> BaseProcess:
    """A process that does this. It ends with the server, which need not wait for it."""
    with _starting, without_interrupts():
        made = _made(target, args)
        made.start()
    return made


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Ctrl-C comes to all processes of a terminal, and is for the server: whatever is started meanwhile hears of it in
    no moment, not even while it reads modules."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # where it is started later, Python lets interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def give_up() -> None:
    """Whoever waits for a process that is being started waits no longer: the one that it is forked of may still be
    reading modules, and hears of nothing meanwhile. Another takes its place when one is wanted."""
    pid: int | None = getattr(forkserver._forkserver, "_forkserver_pid", None)  # Python tells it in no other way
    if pid is not None:
        os.kill(pid, signal.SIGKILL)


def _made(target: Callable[..., None], args: tuple[Any, ...]) -> BaseProcess:
    if "forkserver" not in multiprocessing.get_all_start_methods():  # it begins from nothing
        return multiprocessing.get_context("spawn").Process(target=target, args=args, daemon=True)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    return context.Process(target=target, args=args, daemon=True)


def end(process: BaseProcess) -> None:
    """Whatever it does; it is gone when this comes back."""
    process.kill()
    process.join()
    process.close()
