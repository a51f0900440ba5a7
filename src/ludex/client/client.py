"""A seat at a table, from Python: what it sees, what is new, what it does. Needs `websockets` alone.

async with Client.at("http://127.0.0.1:8765", table, token) as seat:
    print(seat.document["waiting"])
    await seat.do("chat", words="Hello")
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ludex.client.adding import Adding
from ludex.table.document.changes import apply

Message = dict[str, Any]
PATIENCE = 30.0  # seconds in which a line that broke is tried again
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 4.0  # seconds between tries, twice as long each time
PINGS = 20  # that are kept
LOST = "the line broke before the answer came: it may have been done or not"


class Refused(Exception):
    """The table or a rule refuses: `rule` says which."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} [{rule}]" if rule else reason)
        self.reason, self.rule = reason, rule


class NotUnderstood(Exception):
    """The server could not make anything of it."""


class Gone(Exception):
    """The line is closed, and why."""


class NotNow(Gone):
    """The line is closed for a while: come again."""


class Pending:
    """A message that has not been answered."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.sent = False
        self.reply: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

    def fail(self, why: str) -> None:
        if not self.reply.done():
            self.reply.set_exception(Gone(why))


class Client:
    """When the line breaks it comes back by itself, and what was not answered is sent again: it is done once. Where the
    server has forgotten the session meanwhile, what was sent is `Gone`, and all is told anew."""

    def __init__(
        self, address: str, table: str, token: str, patience: float = PATIENCE, adds_to_dice: bool = False,
        headers: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """One that `adds_to_dice` answers by itself when dice of others wait for it. Its line is opened with these
        `headers`, each time."""
        self.address = address.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
        self.token = token
        self.headers = dict(headers or {})
        self.patience = patience
        self.session = ""
        self.seq = 0
        self.seat = ""
        self.document: Message = {}
        self.lines: list[Message] = []  # of the log, as far as this seat has read it
        self.chat: list[Message] = []
        self.pings: deque[Message] = deque(maxlen=PINGS)  # where somebody pointed last
        self.waiting_room = False
        self.why = ""  # there is no line any more
        self._number = 0
        self._pending: dict[int, Pending] = {}
        self._here = False  # what is sent goes out at once
        self._news = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._staying: asyncio.Task[None] | None = None
        self._adding = Adding() if adds_to_dice else None
        self._added: set[asyncio.Task[Message]] = set()  # to be answered

    @classmethod
    @asynccontextmanager
    async def at(
        cls, address: str, table: str, token: str, patience: float = PATIENCE, adds_to_dice: bool = False
    ) -> AsyncIterator[Client]:
        client = cls(address, table, token, patience, adds_to_dice)
        await client.open()
        try:
            yield client
        finally:
            await client.close()

    # -- coming and going -------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Sit down, or come back to where the line broke. Comes back when the table is there to see, or when one has to
        wait to be admitted."""
        self.why = ""
        socket = await self._connect()
        self._staying = asyncio.create_task(self._stay(socket))

    async def close(self) -> None:
        if self._staying is not None:
            self._staying.cancel()
            await asyncio.gather(self._staying, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()
        await self._gone(self.why or "closed")

    async def _connect(self) -> ClientConnection:
        """Say who comes, and hear what is said to that."""
        socket = await connect(
            self.address, additional_headers=self.headers, max_size=None, compression=None, proxy=None,
            open_timeout=PATIENCE,
        )  # fmt: skip
        self._socket = socket
        first: Message = {"do": "hello", "token": self.token}
        if self.session:
            first = {"do": "resume", "token": self.token, "session": self.session, "seq": self.seq}
        async with asyncio.timeout(PATIENCE):
            with suppress(ConnectionClosed):  # who may not come at all is told so before they have said anything
                await socket.send(json.dumps(first))
            message = json.loads(await socket.recv())
        if message["is"] == "bye":
            await socket.close()
            if message["then"] == "again":
                self.session = ""
                raise NotNow(message["reason"])
            self.why = message["reason"]
            raise Gone(self.why)
        await self._take(message)
        return socket

    async def _stay(self, socket: ClientConnection) -> None:
        """Hear what is said, and come back when the line breaks, until that is of no use."""
        while True:
            bye = await self._read(socket)
            self._here = False
            if bye is not None:
                if bye["then"] != "again":
                    self.why = bye["reason"]
                    break
                self.session = ""
            again = await self._come_back()
            if again is None:
                break
            socket = again
        await self._gone(self.why or socket.close_reason or f"closed with {socket.close_code}")

    async def _come_back(self) -> ClientConnection | None:
        clock, pause = asyncio.get_running_loop().time, FIRST_PAUSE
        end = clock() + self.patience
        while clock() < end:
            try:
                return await self._connect()
            except (NotNow, OSError, WebSocketException):  # a time-out among them
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, pause * 2)
            except Gone:
                return None
        return None

    async def _gone(self, why: str) -> None:
        self.why, self._here = why, False
        for pending in self._pending.values():
            pending.fail(why)
        self._pending.clear()
        async with self._news:
            self._news.notify_all()

    # -- doing and asking -------------------------------------------------------------------------------------

    async def do(self, kind: str, **what: Any) -> Any:
        """Do or ask something; gives what comes of it. What it has changed is in `document` by then."""
        return answer_of(await self.send({"do": kind, **what}))

    async def send(self, message: Message) -> Message:
        """Send a message; gives the whole reply."""
        if self._socket is None or self.why:
            raise Gone(self.why or "not open")
        self._number += 1
        pending = self._pending[self._number] = Pending(json.dumps({"n": self._number, **message}))
        if self._here:
            await self._dispatch(pending)
        return await pending.reply

    async def _dispatch(self, pending: Pending) -> None:
        assert self._socket is not None
        pending.sent = True
        try:
            await self._socket.send(pending.text)
        except ConnectionClosed:
            pass  # it is sent again when the line is mended

    async def _sat_down(self) -> None:
        """Send all that waits, in its order; what comes meanwhile waits for its turn."""
        while waiting := [pending for pending in self._pending.values() if not pending.sent]:
            await self._dispatch(waiting[0])
        self._here = True

    # -- what is new ------------------------------------------------------------------------------------------

    async def news(self, seconds: float | None = None) -> bool:
        """Wait until something is new; tells whether anything was before so many seconds have passed."""
        seen = self.session, self.seq
        try:
            async with asyncio.timeout(seconds), self._news:
                await self._news.wait_for(lambda: (self.session, self.seq) != seen or bool(self.why))
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

    async def _read(self, socket: ClientConnection) -> Message | None:
        """Until the line ends; gives the last word, where there was one."""
        try:
            async for data in socket:
                message = json.loads(data)
                if message["is"] == "bye":
                    return dict(message)
                await self._take(message)
        except ConnectionClosed:
            pass
        return None

    async def _take(self, message: Message) -> None:
        kind = message["is"]
        self.seq = message.get("seq", self.seq)
        if kind == "welcome":
            self.session, self.seat = message["session"], message["seat"]
            self.document, self.lines, self.chat = message["document"], message["lines"], message["chat"]
            self.waiting_room = False
            for number, pending in list(self._pending.items()):
                if pending.sent:  # to another session: nobody knows what has become of it
                    self._pending.pop(number).fail(LOST)
            await self._sat_down()
        elif kind == "resumed":
            for pending in self._pending.values():
                pending.sent = False
            await self._sat_down()
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
            answered = self._pending.pop(message["n"], None)
            if answered is not None and not answered.reply.done():
                answered.reply.set_result(message)
        elif kind == "ping":
            self.pings.append(message)
        if kind in ("welcome", "change"):
            self._add_to_dice()
        async with self._news:
            self._news.notify_all()

    def _add_to_dice(self) -> None:
        wanted = self._adding.next(self.document["dice"]) if self._adding is not None else None
        if wanted is not None:
            task = asyncio.create_task(self.send(wanted))
            self._added.add(task)
            task.add_done_callback(self._was_added)

    def _was_added(self, task: asyncio.Task[Message]) -> None:
        self._added.discard(task)
        if not task.cancelled():
            task.exception()  # who is gone adds nothing, and the dice do not wait for long


def answer_of(reply: Message) -> Any:
    if reply["ok"]:
        return reply.get("result")
    if "refused" in reply:
        raise Refused(**reply["refused"])
    raise NotUnderstood(reply["fault"])
