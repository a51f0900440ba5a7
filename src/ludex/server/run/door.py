"""The door: how long a line may be silent before it has said what it wants, how small the pieces may be in which it
says so, when what it wants is begun, how much of it may be there, and how slowly it may read what it is answered.
uvicorn waits for ever for the rest of a request and until an answer is read, and begins a request before its body is
there; it has a time only for lines that were answered and are kept."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import h11
from litestar.types import Receive, ReceiveMessage, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from ludex.server import limits
from ludex.server.run.beginning import Beginning
from ludex.server.sharing import Share
from ludex.server.silent import Silent, is_here, network_of
from ludex.server.unread import AllUnread

END_OF_LINE = b"\r\n"
COUNTED = 64 * 1024  # bytes of a body after which it is counted again
END_OF_HEAD = re.compile(rb"\n\r?\n")


class Door(H11Protocol):
    """A line on which requests come. From its first moment, and from the first byte of each later request, until all of
    the request is there it is among the silent ones. While more of an answer waits than the system takes, it is among
    those that do not read."""

    def __init__(
        self, *args: Any, silent: Silent, unread: AllUnread, coming: AllUnread, beginning: Beginning, proxy: bool,
        share: Share | None = None, **more: Any,
    ) -> None:  # fmt: skip
        """`coming`: bodies, until what they were sent for is answered. `proxy`: lines from this machine are those of
        many, and are not counted as those of one."""
        super().__init__(*args, **more)
        self._silent, self._unread, self._proxy, self._share = silent, unread, proxy, share
        self._beginning = beginning
        self._coming, self._came = coming, 0  # bytes of the body that comes along
        self.handed = b""  # what was said before another process has handed the line over
        self._first = b""  # of a request of which it is not clear yet whose it is
        self._tail = b""  # the last of a head that has not ended yet
        self._later = b""  # what was said before the request before it was answered
        self._within, self.app = self.app, self._begin
        self._begun = True  # what was asked last
        self._began = 0.0
        self._until: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None  # until when more must have been read
        self._pieces = self._brought = 0  # ends of lines in the body that comes along, and its bytes

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn's own way
        super().connection_made(transport)
        take_little(transport)
        self._wait()
        if self.handed:
            self._read(self.handed)

    def connection_lost(self, exc: Exception | None) -> None:
        self._said()
        self._was_read()
        self._coming.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._share is None or self.conn.their_state is not h11.IDLE or self.conn.trailing_data[0]:
            self._read(data)  # there is one process, or this is the rest of a request
            return
        first = self._first + data
        if b"\n" not in first and len(first) < limits.HEAD:
            self._first = first
            if self._until is None:
                self._wait()
            return
        self._first = b""
        line = self.transport.get_extra_info("socket")
        if not self.transport.get_write_buffer_size() and self._share.hand_over(first, line.fileno()):
            self._leave()  # here; it goes on there
        else:
            self._read(first)

    def on_response_complete(self) -> None:
        self._coming.remove(self)
        self._came = 0
        super().on_response_complete()
        if self._later and not self.transport.is_closing():
            later, self._later = self._later, b""
            self.data_received(later)

    def _read(self, data: bytes) -> None:
        """Head and body one after the other: the head says how the body comes."""
        while data and self._is_open():
            if self.conn.their_state is h11.DONE:
                self._later += data
                self.flow.pause_reading()
                return
            part, data = self._parted(data)
            if self._crumbles(part):
                self._leave()
                return
            if not self._has_room(part):
                return
            try:
                super().data_received(part)
            except h11.LocalProtocolError:  # uvicorn would answer twice: what comes cannot be read, and all was said
                self._leave()
                return
            self._go_on_waiting()

    def _parted(self, data: bytes) -> tuple[bytes, bytes]:
        """What comes up to the end of a head, and what comes after it."""
        if self.conn.their_state is not h11.IDLE:
            return data, b""
        before, self._tail = self._tail, (self._tail + data)[-2:]
        end = END_OF_HEAD.search(before + data)
        if end is None:
            return data, b""
        self._tail = b""
        own = end.end() - len(before)
        return data[:own], data[own:]

    def _go_on_waiting(self) -> None:
        """For the rest of a request, or no longer."""
        if self._has_said_all():
            self._said()
        elif self._until is None:
            self._wait()
        elif self.conn.their_state is h11.SEND_BODY:
            self._wait_until(min(self.loop.time() + limits.BODY_STILL, self._began + limits.BODY_WHOLE))

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._said()
        super().handle_websocket_upgrade(event)

    def shutdown(self) -> None:
        if self._begun:
            super().shutdown()
        else:
            self._leave()

    async def _begin(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What is small is begun when all of it is there: to send a first byte costs nothing, and to begin costs more
        than all that the door does. What is large is begun at once, since it may be refused unread."""
        body, more = bytearray(), True
        self._begun = False
        while more and max(length_of(scope), len(body)) <= limits.SMALL:
            part: Any = await receive()
            if part["type"] == "http.disconnect":
                return
            body += part["body"]
            more = part["more_body"]
        await self._beginning.turn(self._address())
        if self.cycle.disconnected:
            return
        self._begun = True
        first: list[ReceiveMessage] = [{"type": "http.request", "body": bytes(body), "more_body": more}]

        async def heard() -> ReceiveMessage:
            return first.pop() if first else await receive()

        await self._within(scope, heard, send)

    def _has_room(self, data: bytes) -> bool:
        """Of bodies that are sent to us only so much is in memory or on the disk; where more comes, whoever has been
        sending longest goes, and that may be this one."""
        if self.conn.their_state is h11.SEND_BODY:
            before, self._came = self._came, self._came + len(data)
            if before // COUNTED != self._came // COUNTED:
                self._coming.add(self, self._address(), self._came, self._leave)
        return self._is_open()

    def _crumbles(self, data: bytes) -> bool:
        """Does a body come in ever so many tiny pieces? To put them together takes long, and others wait meanwhile."""
        if self.conn.their_state is not h11.SEND_BODY or not any(
            name == b"transfer-encoding" for name, _ in self.headers
        ):
            self._pieces = self._brought = 0
            return False
        self._pieces += data.count(END_OF_LINE)
        self._brought += len(data)
        most, least = limits.CRUMBS
        return self._pieces > most and self._brought < self._pieces * least

    # -- not reading ------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        size = self.transport.get_write_buffer_size()
        self._unread.add(self, self._address(), size, self._leave)
        self._look_again(size)

    def resume_writing(self) -> None:
        self._was_read()
        super().resume_writing()

    def _was_read(self) -> None:
        self._unread.remove(self)
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _look_again(self, size: int) -> None:
        self._reading = self.loop.call_later(limits.READING[0], self._looked, size)

    def _looked(self, before: int) -> None:
        """Has more been read since so much was left? An answer that is sent piece by piece may have grown again."""
        left = self.transport.get_write_buffer_size()
        if before - left < min(limits.READING[1], before):
            self._leave()
        else:
            self._look_again(left)

    # -- being silent -----------------------------------------------------------------------------------------

    def _wait(self) -> None:
        self._began = self.loop.time()
        self._silent.add(self, self._address(), self._leave)
        self._wait_until(self._began + limits.HEADERS)

    def _wait_until(self, when: float) -> None:
        if self._until is not None:
            self._until.cancel()
        self._until = self.loop.call_at(when, self._too_long)

    def _is_open(self) -> bool:
        return not self.transport.is_closing() and self.transport.get_protocol() is self  # else it has become a socket

    def _has_said_all(self) -> bool:
        return not self._is_open() or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)

    def _said(self) -> None:
        if self._until is not None:
            self._until.cancel()
            self._until = None
            self._silent.remove(self)

    def _too_long(self) -> None:
        if self.flow.read_paused:  # it is we who do not read
            self._wait_until(self.loop.time() + limits.BODY_STILL)
        else:
            self._leave()

    def _leave(self) -> None:
        self._said()
        self._was_read()
        self.transport.abort()

    def _address(self) -> str:
        host = self.client[0] if self.client is not None else ""
        return "" if self._proxy and is_here(host) else network_of(host)


def take_little(transport: asyncio.Transport) -> None:
    """Of what lies ready on a line only so much is taken at a time: however long it takes to make something of it, all
    others have their turn in between."""
    if hasattr(transport, "max_size"):
        transport.max_size = limits.AT_ONCE


def length_of(scope: Scope) -> int:
    """How long a request says that its body is."""
    return next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)
