"""The simulations that run on a server, each in a process of its own: one of a table, and not too many in all."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator

import msgspec

from ludex.lab.apart import LabLine
from ludex.table.doing import refuse

MOST_AT_ONCE = 2
LONGEST = 900.0  # seconds
LONGEST_LINE = 4 * 1024 * 1024


class Labs:
    """The simulations that run: one of a table, and not too many in all."""

    def __init__(self) -> None:
        self.running: dict[str, Process | None] = {}

    def begin(self, who: str) -> None:
        if who in self.running:
            raise refuse("a simulation is running already: wait for it, or stop it first")
        if len(self.running) >= MOST_AT_ONCE:
            raise refuse("the lab of this server is busy: try again in a minute")
        self.running[who] = None

    async def run(self, who: str, job: bytes) -> AsyncIterator[bytes]:
        """What the process says; it ends when nobody listens any more, or after its time."""
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "ludex.lab.apart", stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
        except BaseException:
            self._end(who)
            raise
        self.running[who] = process
        late = asyncio.get_running_loop().call_later(LONGEST, process.kill)
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(job)
            await process.stdin.drain()
            process.stdin.close()
            async for line in process.stdout:
                yield line
            if await process.wait():
                yield msgspec.json.encode(LabLine(done=True, fault="the simulation was ended before its time")) + b"\n"
        finally:
            late.cancel()
            self._end(who)

    def _end(self, who: str) -> None:
        process = self.running.pop(who, None)
        if process is not None and process.returncode is None:
            process.kill()

    def close(self) -> None:
        for who in list(self.running):
            self._end(who)
