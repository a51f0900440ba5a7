"""How the server listens and how it ends. Only so many are let in at once, and those whom other processes hand over.
When it ends, what is under way is done, all on a socket are told, and a second signal ends it at once."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from threading import Timer
from types import FrameType
from typing import Any

import uvicorn

from ludex.server.run.door import Door

logger = logging.getLogger(__name__)

AT_ONCE = 8  # lines that are let in before others are answered again
WAITING = 512  # lines that the machine keeps until they are let in
LONGEST = 25.0  # seconds in which it ends, whatever is under way; what was confirmed is in the store

LetIn = Callable[[socket.socket, bytes], Awaitable[None]]
Sharing = Callable[[LetIn], Callable[[], object]] | None


class Server(uvicorn.Server):
    """uvicorn closes sockets before the application hears of it; here the application has the last word first."""

    def __init__(self, config: uvicorn.Config, farewell: Callable[[], Awaitable[None]], share: Sharing = None) -> None:
        """`share`: begins to take lines that other processes hand over, and gives how to end that."""
        super().__init__(config)
        self._farewell, self._share = farewell, share
        self._stop_taking: Callable[[], object] = lambda: None
        self.listening: Callable[[], object] = lambda: None  # to be called as soon as people are let in

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(WAITING)  # asyncio has one number for those who wait and those who are let in at once
        if self._share is not None:
            self._stop_taking = self._share(self._let_in)
        self.listening()

    async def _let_in(self, line: socket.socket, said: bytes) -> None:
        """A line that another process has handed over, with what was said on it."""

        def door() -> asyncio.Protocol:
            made: Any = self.config.http_protocol_class
            found: Door = made(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
            found.handed = said
            return found

        with suppress(OSError):  # it is gone
            await asyncio.get_running_loop().connect_accepted_socket(door, line)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # nobody new comes
        self._stop_taking()
        logger.info("it was asked to end: nobody new is let in, and what is under way is done")
        await self._farewell()
        await super().shutdown(sockets)
        logger.info("it has ended")

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit:
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
        late = Timer(LONGEST, os._exit, (1,))
        late.daemon = True
        late.start()
        super().handle_exit(sig, frame)
