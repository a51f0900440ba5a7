"""The simulations that run on a server, each in a process of its own: one of a table, and not too many in all."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator

import msgspec

from ludex.lab.apart import LabLine
from ludex.table.records.seat import refuse

MOST_AT_ONCE = 2
STARTS = 10.0  # seconds in which somebody must come for what they wanted simulated
LONGEST = 900.0  # seconds
LONGEST_LINE = 4 * 1024 * 1024


class Place:
    """A place in the lab. It is taken before the process runs, and free again where nobody comes to hear it."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.process: Process | None = None
        self.expiry: asyncio.TimerHandle


class Labs:
    """The simulations that run: one of a table, and not too many in all."""

    def __init__(self) -> None:
        self.running: dict[str, Place] = {}
        self.begun = 0  # since the start

    def begin(self, who: str) -> Place:
        """Take a place, for `run`."""
        if who in self.running:
            raise refuse("a simulation is running already: wait for it, or stop it first")
        if len(self.running) >= MOST_AT_ONCE:
            raise refuse("the lab of this server is busy: try again in a minute")
        self.running[who] = place = Place(who)
        self.begun += 1
        place.expiry = asyncio.get_running_loop().call_later(STARTS, self._end, place)
        return place

    async def run(self, place: Place, job: bytes) -> AsyncIterator[bytes]:
        """What the process says; it ends when nobody listens any more, or after its time."""
        if self.running.get(place.who) is not place:
            yield _fault("the place in the lab was given away: try again")
            return
        place.expiry.cancel()
        place.expiry = asyncio.get_running_loop().call_later(LONGEST, self._end, place)
        try:
            place.process = process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "ludex.lab.apart", stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(job)
            await process.stdin.drain()
            process.stdin.close()
            async for line in process.stdout:
                yield line
            if await process.wait():
                yield _fault("the simulation was ended before its time")
        finally:
            self._end(place)

    def _end(self, place: Place) -> None:
        place.expiry.cancel()
        if place.process is not None and place.process.returncode is None:
            place.process.kill()
        if self.running.get(place.who) is place:
            del self.running[place.who]

    def close(self) -> None:
        for place in list(self.running.values()):
            self._end(place)


def _fault(words: str) -> bytes:
    return msgspec.json.encode(LabLine(done=True, fault=words)) + b"\n"
