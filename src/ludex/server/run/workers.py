"""Several processes that serve one store at one address, and one that does nothing but look after them: whoever dies is
started again, and their tables go on there."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import time
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from types import FrameType

from ludex.server.http.asking import Settings
from ludex.server.run.serve import run
from ludex.server.sharing import Share, new_way

AGAIN = 1.0  # seconds between one start of a process and the next

logger = logging.getLogger(__name__)


def run_all(settings: Settings, listener: socket.socket, how_many: int) -> None:
    """Until this process is asked to end. All wait for whoever comes, and whoever comes first is let in by any."""
    Workers(settings, listener, how_many).look_after()


class Workers:
    def __init__(self, settings: Settings, listener: socket.socket, how_many: int) -> None:
        self._settings, self._listener = settings, listener
        self._ways = [new_way() for _ in range(how_many)]
        self._alive, self._here = os.pipe()  # whoever reads there hears that this process is gone
        self._running: dict[int, ForkProcess] = {}
        self._began: dict[int, float] = {}
        self._ending: int | None = None  # the signal

    def look_after(self) -> None:
        for asked in (signal.SIGTERM, signal.SIGINT):
            signal.signal(asked, self._end)
        for number in range(len(self._ways)):
            self._start(number)
        while self._running:
            wait([worker.sentinel for worker in self._running.values()])
            for number, worker in list(self._running.items()):
                if not worker.is_alive():
                    del self._running[number]
                    self._died(number, worker)
        if self._ending == signal.SIGINT:
            raise KeyboardInterrupt

    def _died(self, number: int, worker: ForkProcess) -> None:
        worker.join()
        if self._ending is not None:
            return
        logger.error("process %s of the server has died (%s); it is started again", number + 1, worker.exitcode)
        time.sleep(max(0.0, self._began[number] + AGAIN - time.monotonic()))
        self._start(number)

    def _start(self, number: int) -> None:
        worker = multiprocessing.get_context("fork").Process(target=self._work, args=(number,))
        self._began[number] = time.monotonic()
        worker.start()
        self._running[number] = worker
        if self._ending is not None:  # it was asked meanwhile
            os.kill(worker.ident or 0, self._ending)

    def _work(self, number: int) -> None:
        """One of the processes. It is not of the group that a terminal interrupts: it hears from this one."""
        os.setpgid(0, 0)
        for asked in (signal.SIGTERM, signal.SIGINT):
            signal.signal(asked, signal.SIG_DFL)
        os.close(self._here)
        run(self._settings._replace(share=Share(number, self._ways)), self._listener, self._alive)

    def _end(self, asked: int, _: FrameType | None) -> None:
        self._ending = asked
        for worker in self._running.values():
            if worker.is_alive():
                os.kill(worker.ident or 0, asked)
