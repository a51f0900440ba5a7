"""A socket, once its line has asked for one: how many frames may come on it that bring no message. uvicorn answers as
many as come, and others wait meanwhile."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from ludex.server import limits
from ludex.table.desk.bucket import Bucket


class Line(WebSocketsSansIOProtocol):
    """Whoever sends more pings, pongs and crumbs of messages than anybody needs is cut off."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._frames = Bucket(*limits.FRAMES, self.loop.time)

    def handle_ping(self) -> None:
        if self._may():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if len(event.data) >= limits.PIECE or event.fin or self._may():
            super().handle_cont(event)

    def _may(self) -> bool:
        may = self._frames.take()
        if not may:
            self.transport.abort()
        return may
