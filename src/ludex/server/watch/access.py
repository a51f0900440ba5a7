"""What is asked, as a line of the log and in the figures: by which route, never by which address of it, since ids of
tables stand there."""

from __future__ import annotations

import logging
import re
from time import perf_counter
from typing import Any

from litestar import Litestar
from litestar.types import Message, Receive, Scope, Send

from ludex.server.watch.metrics import Metrics

NOWHERE = "(nowhere)"  # where there is nothing
METHODS = "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"
OTHER = "OTHER"  # any other word for what to do: whoever asks may make up as many as they like
TYPED = re.compile(r":\w+}")  # of a part of a route: {table:str}

logger = logging.getLogger("ludex.access")


def route_of(scope: Any) -> str:
    """By which route something is asked, however its address reads."""
    return TYPED.sub("}", scope.get("path_template") or NOWHERE)


class Watched:
    """The application, watched from outside; `addresses`: it is logged who asks."""

    def __init__(self, app: Litestar, metrics: Metrics, addresses: bool = False) -> None:
        self.app = app
        self._metrics = metrics
        self._addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        begun = perf_counter()
        seen = Answered(scope["type"], self._metrics)

        async def watched(message: Message) -> None:
            seen.sent(message)
            await send(message)

        if seen.socket:
            self._metrics.sockets.inc()
        try:
            await self.app(scope, receive, watched)
        finally:
            if seen.socket:
                self._metrics.sockets.dec()
            self._tell(scope, seen, perf_counter() - begun)

    def _tell(self, scope: Any, seen: Answered, seconds: float) -> None:
        route = route_of(scope)
        method = "SOCKET" if seen.socket else scope["method"] if scope["method"] in METHODS else OTHER
        self._metrics.asked(method, route, seen.status, None if seen.socket else seconds)
        if not logger.isEnabledFor(logging.INFO):
            return
        fields = {"method": method, "route": route, "status": seen.status, "ms": round(seconds * 1000, 1)}
        fields["bytes"] = seen.bytes
        if self._addresses and scope.get("client"):
            fields["address"] = scope["client"][0]
        logger.info(" ".join(f"{name}={value}" for name, value in fields.items()), extra={"fields": fields})


class Answered:
    """What was answered: with which status, and how much."""

    def __init__(self, kind: str, metrics: Metrics) -> None:
        self.socket = kind == "websocket"
        self.status = 403 if self.socket else 500  # where nothing is answered
        self.bytes = 0
        self._count = metrics.sent.labels("socket" if self.socket else "http").inc

    def sent(self, message: Any) -> None:
        match message["type"]:
            case "http.response.start" | "websocket.http.response.start":
                self.status = message["status"]
                return
            case "websocket.accept":
                self.status = 101
                return
            case "http.response.body" | "websocket.http.response.body":
                size = len(message.get("body", b""))
            case "websocket.send":
                text = message.get("text") or ""
                size = len(text) if text.isascii() else len(text.encode())
            case _:
                return
        self.bytes += size
        self._count(size)
