"""Sockets of those who play in measurements: what they send is written down beforehand, and what they are told is not
looked into, so that measuring takes as little of the machine as can be."""

from __future__ import annotations

import asyncio
import base64
import os
import time

NO_MASK = bytes(4)  # frames have to be masked, and a mask of nothing leaves them as they are
TEXT, PING, PONG = 1, 9, 10
REPLY, REFUSED = b'"is":"reply"', b'"ok":false'
LEAST_16, LEAST_64 = 126, 127  # lengths that say that the length follows


def frame(message: bytes, kind: int = TEXT) -> bytes:
    """A message as it goes over the line."""
    size = len(message)
    if size < LEAST_16:
        head = bytes([0x80 | kind, 0x80 | size])
    else:
        head = bytes([0x80 | kind, 0x80 | LEAST_16]) + size.to_bytes(2, "big")
    return head + NO_MASK + message


class Line(asyncio.Protocol):
    """One socket of a seat. It answers pings, and knows when something came last, and how many messages and replies
    have come."""

    def __init__(self) -> None:
        self.heard = 0.0
        self.messages = 0
        self.replies = self.refused = 0
        self.bytes = 0
        self.open = False
        self._transport: asyncio.Transport
        self._head = self._tail = b""
        self._left = 0  # bytes of the frame that is under way
        self._ping, self._echo = False, b""  # is it a ping, and what came with it
        self._news = asyncio.Event()

    @classmethod
    async def to(cls, host: str, port: int, path: str) -> Line:
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(cls, host, port)
        key = base64.b64encode(os.urandom(16)).decode()
        line.send(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await line.until()
        return line

    async def until(self, messages: int = 0, replies: int = 0) -> None:
        """Until so many messages or replies have come; with neither, until the line is open."""
        while not self.open or self.messages < messages or self.replies < replies:
            assert not self._transport.is_closing(), "the server has closed a line"
            self._news.clear()
            await self._news.wait()

    def send(self, data: bytes) -> None:
        self._transport.write(data)

    def close(self) -> None:
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._news.set()

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self._news.set()
        if not self.open:
            said, _, data = (self._head + data).partition(b"\r\n\r\n")
            if not _:
                self._head = said
                return
            assert b" 101 " in said[:20], said
            self.open, self._head = True, b""
        self.replies += (self._tail + data).count(REPLY)  # it may come in two pieces
        self.refused += data.count(REFUSED)
        self._tail = (self._tail + data)[1 - len(REPLY) :]
        self._count(data)

    def _count(self, data: bytes) -> None:
        """Frames are passed over by what their heads say of their lengths."""
        while data:
            if self._left:
                passed, data = data[: self._left], data[self._left :]
                self._left -= len(passed)
                if self._ping:
                    self._echo += passed
            else:
                data, self._head = self._head + data, b""
                length = data[1] & 0x7F if len(data) > 1 else 0
                more = {LEAST_16: 2, LEAST_64: 8}.get(length, 0)
                if len(data) < 2 + more:
                    self._head = data
                    return
                self._ping = data[0] & 0x0F == PING
                self._left = int.from_bytes(data[2 : 2 + more], "big") if more else length
                data = data[2 + more :]
            if not self._left and self._ping:
                self.send(frame(self._echo, PONG))  # whoever does not say again what came with it is taken for gone
                self._echo = b""
            elif not self._left:
                self.messages += 1
                self.heard = time.perf_counter()
