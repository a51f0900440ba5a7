"""How the server listens and how it ends. Only so many are let in at once. When it ends, what is under way is done, all
on a socket are told, and a second signal ends it at once."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Awaitable, Callable
from threading import Timer
from types import FrameType

import uvicorn

AT_ONCE = 8  # lines that are let in before others are answered again
WAITING = 512  # lines that the machine keeps until they are let in
LONGEST = 25.0  # seconds in which it ends, whatever is under way; what was confirmed is in the store


class Server(uvicorn.Server):
    """uvicorn closes sockets before the application hears of it; here the application has the last word first."""

    def __init__(self, config: uvicorn.Config, farewell: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._farewell = farewell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(WAITING)  # asyncio has one number for those who wait and those who are let in at once

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # nobody new comes
        await self._farewell()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit:
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
        late = Timer(LONGEST, os._exit, (1,))
        late.daemon = True
        late.start()
        super().handle_exit(sig, frame)
