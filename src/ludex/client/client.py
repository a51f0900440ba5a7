"""A seat at a table, from Python: what it sees, what is new, what it does. Needs `websockets` alone.

async with Client.at("http://127.0.0.1:8765", table, token) as seat:
    print(seat.document["waiting"])
    await seat.do("chat", words="Hello")
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from ludex.table.changes import apply

Message = dict[str, Any]
PROTOCOL = 1


class Refused(Exception):
    """The table or a rule refuses: `rule` says which."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} [{rule}]" if rule else reason)
        self.reason, self.rule = reason, rule


class NotUnderstood(Exception):
    """The server could not make anything of it."""


class Gone(Exception):
    """The line is closed, and why."""


class Client:
    def __init__(self, address: str, table: str, token: str) -> None:
        self.address = address.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
        self.token = token
        self.session = ""
        self.seq = 0
        self.seat = ""
        self.document: Message = {}
        self.lines: list[Message] = []  # of the log, as far as this seat has read it
        self.chat: list[Message] = []
        self.waiting_room = False
        self.why = ""  # the line was closed
        self._number = 0
        self._replies: dict[int, asyncio.Future[Message]] = {}
        self._news = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    @classmethod
    @asynccontextmanager
    async def at(cls, address: str, table: str, token: str) -> AsyncIterator[Client]:
        client = cls(address, table, token)
        await client.open()
        try:
            yield client
        finally:
            await client.close()

    # -- coming and going -------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Sit down, or come back to where the line broke. Comes back when the table is there to see, or when one has to
        wait to be admitted."""
        self._socket = await connect(self.address, max_size=None, compression=None, proxy=None)
        first: Message = {"do": "hello", "token": self.token}
        if self.session:
            first = {"do": "resume", "token": self.token, "session": self.session, "seq": self.seq}
        self.why = ""
        await self._socket.send(json.dumps(first))
        self._take(json.loads(await self._socket.recv()))
        if self.why:
            raise Gone(self.why)
        self._reading = asyncio.create_task(self._read(self._socket))

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reading is not None:
            await asyncio.gather(self._reading, return_exceptions=True)

    # -- doing and asking -------------------------------------------------------------------------------------

    async def do(self, kind: str, **what: Any) -> Any:
        """Do or ask something; gives what comes of it. What it has changed is in `document` by then."""
        return answer_of(await self.send({"do": kind, **what}))

    async def send(self, message: Message) -> Message:
        """Send a message; gives the whole reply."""
        self._number += 1
        number = self._number
        self._replies[number] = asyncio.get_running_loop().create_future()
        await self.send_raw(json.dumps({"n": number, **message}))
        return await self._replies[number]

    async def send_raw(self, text: str) -> None:
        if self._socket is None or self.why:
            raise Gone(self.why or "not open")
        try:
            await self._socket.send(text)
        except ConnectionClosed as fault:
            raise Gone(str(fault)) from None

    # -- what is new ------------------------------------------------------------------------------------------

    async def news(self, seconds: float | None = None) -> bool:
        """Wait until something is new; tells whether anything was before so many seconds have passed."""
        seen = self.seq
        try:
            async with asyncio.timeout(seconds), self._news:
                await self._news.wait_for(lambda: self.seq != seen or bool(self.why))
        except TimeoutError:
            return False
        if self.why:
            raise Gone(self.why)
        return True

    async def admitted(self) -> None:
        """Wait until one is let in."""
        async with self._news:
            await self._news.wait_for(lambda: not self.waiting_room or bool(self.why))
        if self.why:
            raise Gone(self.why)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for data in socket:
                self._take(json.loads(data))
                async with self._news:
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        self.why = self.why or (socket.close_reason or f"closed with {socket.close_code}")
        for waiting in self._replies.values():
            if not waiting.done():
                waiting.set_exception(Gone(self.why))
        self._replies.clear()
        async with self._news:
            self._news.notify_all()

    def _take(self, message: Message) -> None:
        kind = message["is"]
        if kind == "welcome":
            self.session, self.seat = message["session"], message["seat"]
            self.document, self.lines, self.chat = message["document"], message["lines"], message["chat"]
            self.waiting_room = False
        elif kind == "waiting":
            self.waiting_room = True
        elif kind == "change":
            self.document = apply(self.document, message.get("changes", []))
            for line in message.get("lines", ()):
                if line["told"] == 0:
                    self.lines = []
                self.lines.append(line)
            self.chat += message.get("chat", ())
        elif kind == "reply":
            waiting = self._replies.pop(message["n"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif kind == "bye":
            self.why = message["reason"]
        self.seq = message.get("seq", self.seq)


def answer_of(reply: Message) -> Any:
    if reply["ok"]:
        return reply.get("result")
    if "refused" in reply:
        raise Refused(**reply["refused"])
    raise NotUnderstood(reply["fault"])
