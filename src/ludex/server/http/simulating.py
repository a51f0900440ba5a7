"""The simulations that run on a server, each in a process of its own. Not too many run at once, one of a table or an
address; the others wait in turn, and are told their place."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from math import ceil
from multiprocessing import Pipe
from multiprocessing.process import BaseProcess
from statistics import mean

import msgspec

from ludex.lab.apart import LabLine
from ludex.server.apart.processes import started
from ludex.server.apart.simulation import simulate, written
from ludex.server.apart.turns import Turns
from ludex.server.limits import LAB_LINE, LAB_SECONDS, WAITING_BYTES
from ludex.table.records.seat import refuse

POLITE = 15  # how far behind everything else on the machine a simulation stands
MOST_AT_ONCE = 2
MOST_WAITING = 3  # of one table or address
MOST_OF_TABLES = 12  # of all tables for which is asked from one address
MOST_IN_ALL = 100  # that wait
TOLD_AGAIN = 10.0  # seconds after which somebody who waits hears that they still do
REMEMBERED = 10  # runs, by which it is told how long one may have to wait

logger = logging.getLogger(__name__)


class Place:
    """Somebody who waits for a simulation, or whose simulation runs."""

    def __init__(self, who: str, address: str = "") -> None:
        self.who, self.address = who, address
        self.stirred = asyncio.Event()  # there is something new for them
        self.line = b""  # what the process said last, and has not been told: it says all that is known so far
        self.process: BaseProcess | None = None
        self.gone = False  # nobody listens any more
        self.late = False  # it has taken longer than it may

    def hear(self, line: bytes) -> None:
        self.line = line
        self.stirred.set()

    def end(self) -> None:
        self.gone = True
        if self.process is not None:
            self.process.kill()

    def be_late(self) -> None:
        self.late = True
        self.end()


def fight(place: Place, job: bytes, hear: Callable[[bytes], object]) -> None:
    """Have it simulated, and hear what is said, until nobody listens any more. In a thread."""
    ours, theirs = Pipe(duplex=False)
    place.process = process = started(simulate, theirs, job, POLITE)
    theirs.close()
    try:
        while not place.gone:
            hear(ours.recv_bytes(LAB_LINE))
    except (EOFError, OSError):  # it has ended
        pass
    finally:
        ours.close()
        process.kill()
        process.join()


class Labs:
    def __init__(self) -> None:
        self.running: dict[str, Place] = {}
        self.begun = 0  # since the start
        self.bytes = 0  # of what waits or runs
        self.turns: Turns[Place] = Turns()
        self._took: deque[float] = deque(maxlen=REMEMBERED)  # seconds, of the last runs
        self._threads = ThreadPoolExecutor(2 * MOST_AT_ONCE, "lab")  # one may begin before another has quite ended

    def check(self, who: str, size: int = 0, address: str = "") -> None:
        """May they wait for one more, of so many bytes?"""
        full = len(self.turns) >= MOST_IN_ALL or self.bytes + size > WAITING_BYTES
        beside = sum(place.address == address for place in self.turns)
        if full or beside >= MOST_OF_TABLES or self.turns.waiting(who, "") >= MOST_WAITING:
            raise refuse("too many simulations wait already: try again when one of them is over")

    async def run(self, who: str, job: bytes, address: str = "") -> AsyncIterator[bytes]:
        """The place of somebody while they wait, then what the process says. All of it ends when nobody listens any
        more, and the process after its time."""
        place = Place(who, address)
        self.turns.add(who, "", place)
        self.bytes += len(job)
        self._go_on()
        try:
            async for line in self._waited(place):
                yield written(line)
            async for told in self._fought(place, job):
                yield told
        finally:
            self.bytes -= len(job)
            self._leave(place)

    async def _waited(self, place: Place) -> AsyncIterator[LabLine]:
        while self.running.get(place.who) is not place:
            number = list(self.turns).index(place) + 1
            yield LabLine(place=number, wait=self._wait(number))
            place.stirred.clear()
            try:
                async with asyncio.timeout(TOLD_AGAIN):
                    await place.stirred.wait()
            except TimeoutError:
                continue

    def _wait(self, number: int) -> float:
        """About how long it takes until whoever has this place is next."""
        return round(mean(self._took) * ceil(number / MOST_AT_ONCE), 1) if self._took else 0.0

    async def _fought(self, place: Place, job: bytes) -> AsyncIterator[bytes]:
        loop = asyncio.get_running_loop()
        began, line = loop.time(), b""
        ending = loop.call_later(LAB_SECONDS, place.be_late)

        def hear(line: bytes) -> None:
            loop.call_soon_threadsafe(place.hear, line)

        fighting = loop.run_in_executor(self._threads, fight, place, job, hear)
        fighting.add_done_callback(lambda _: place.stirred.set())
        try:
            while not fighting.done() or place.line:
                await place.stirred.wait()
                place.stirred.clear()
                if place.line:
                    line, place.line = place.line, b""
                    yield line
            if fault := fighting.exception():
                logger.error("a simulation cannot be started", exc_info=fault)
            if place.late:
                yield written(LabLine(done=True, fault=f"the simulation was ended after {LAB_SECONDS:.0f} seconds"))
            elif not line or not msgspec.json.decode(line)["done"]:
                yield written(LabLine(done=True, fault="the simulation was ended before its time"))
        finally:
            ending.cancel()
            self._took.append(loop.time() - began)

    # -- whose turn it is -------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        while len(self.running) < MOST_AT_ONCE:
            place = self.turns.take(lambda who, _: who not in self.running)
            if place is None:
                break
            self.running[place.who] = place
            self.begun += 1
        for waiting in (*self.running.values(), *self.turns):
            waiting.stirred.set()

    def _leave(self, place: Place) -> None:
        place.end()
        self.turns.drop(place)
        if self.running.get(place.who) is place:
            del self.running[place.who]
        self._go_on()

    def close(self) -> None:
        for place in self.running.values():
            place.end()
        self._threads.shutdown(wait=False)
