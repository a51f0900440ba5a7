"""How the processes that share a PostgreSQL store tell each other what they have done: by Litestar's channels."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from litestar.channels import ChannelsPlugin
from litestar.channels.backends.psycopg import PsycoPgChannelsBackend
from psycopg import AsyncConnection, Error
from psycopg.sql import SQL, Identifier

AGAIN = 2.0  # seconds until a line that broke is tried again

logger = logging.getLogger(__name__)


class Wire(PsycoPgChannelsBackend):
    """As Litestar has it, with a line for speaking that is kept open, and with lines that are mended when they break.
    What is lost meanwhile is found by the desks when they look around."""

    _speaking: AsyncConnection[Any] | None = None

    async def on_shutdown(self) -> None:
        await super().on_shutdown()
        if self._speaking is not None:
            await self._speaking.close()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        for last in (False, True):  # the line that was kept open may have broken unnoticed: then by a new one
            try:
                if self._speaking is None or self._speaking.closed:
                    self._speaking = await AsyncConnection.connect(self._pg_dsn, autocommit=True)
                for channel in channels:
                    await self._speaking.execute("SELECT pg_notify(%s, %s)", (channel, data.decode()))
                return
            except (Error, OSError):
                if last:
                    logger.warning("a notice to the other processes was lost", exc_info=True)

    async def _listen(self) -> None:
        while not self._stop_listening:
            try:
                async for notify in self._listener_conn.notifies(timeout=0.1):
                    self._event_queue.put_nowait((notify.channel, notify.payload.encode()))
            except (Error, OSError):
                logger.warning("the line to the other processes broke", exc_info=True)
                await self._listen_again()

    async def _listen_again(self) -> None:
        while not self._stop_listening:
            await asyncio.sleep(AGAIN)
            try:
                self._listener_conn = await AsyncConnection.connect(self._pg_dsn, autocommit=True)
                await self._exit_stack.enter_async_context(self._listener_conn)
                for channel in self._subscribed_channels:
                    await self._listener_conn.execute(SQL("LISTEN {}").format(Identifier(channel)))
                return
            except (Error, OSError):
                continue


def channels_to(url: str, channel: str) -> ChannelsPlugin:
    """A channel of a store; `url` is as psycopg takes it."""
    return ChannelsPlugin(Wire(url), channels=[channel])


async def hear(channels: ChannelsPlugin, channel: str, follow: Callable[[bytes], Coroutine[Any, Any, None]]) -> None:
    """Follow every notice, until cancelled. A table that is busy keeps no other waiting."""
    tasks: set[asyncio.Task[None]] = set()
    async with channels.start_subscription([channel]) as subscriber:
        async for event in subscriber.iter_events():
            task = asyncio.create_task(follow(event))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
