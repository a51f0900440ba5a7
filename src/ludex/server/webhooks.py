"""Sending the record of tables to chat rooms: each line as a POST of JSON, to hosts that the operator has named and to
no others. A table waits for none of it, and its chat room keeps no other waiting: each table has an outbox of its own,
which is bounded, and rests for a while where nobody answers."""

from __future__ import annotations

import asyncio
import logging
import re
import ssl
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from ludex.core.kernel.ruling import BadInput
from ludex.table.desk.webhook import RecordLine

MOST_WAITING = 200  # lines of a table; more, and the oldest are lost
MOST_TEXT = 1_500  # characters of a line
MOST_AT_ONCE = 32  # tables for which something is being sent
TRIES = 3
SECONDS = 4.0  # for one try
PAUSES = 1.0, 4.0  # seconds before the next try
REST = 60.0  # seconds after all tries were in vain; what waits is lost
MOST_ANSWER = 4_096  # bytes of it that are ever read
PORTS = {"http": 80, "https": 443}
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")

logger = logging.getLogger(__name__)


class NotSent(Exception):
    """Why a line did not arrive, in words for a game master."""


class Address(NamedTuple):
    scheme: str
    host: str
    port: int
    path: str


def allowed_hosts(given: Sequence[str]) -> frozenset[str]:
    """Hosts by name, with a port where it is not the usual one."""
    for each in given:
        if not re.fullmatch(r"[A-Za-z0-9.-]+(:\d{1,5})?", each):
            raise BadInput(f"--webhooks-to {each}: expected a host such as chat.example.org, or chat.example.org:8080")
    return frozenset(each.lower() for each in given)


def address_of(given: str, allowed: frozenset[str]) -> Address:
    """Where a record may be sent; `BadInput` where it may not."""
    try:
        parts = urlsplit(given)
        host, port = (parts.hostname or "").rstrip("."), parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise BadInput("address: expected one that begins with https:// or http://") from None
    if "@" in parts.netloc or not host:
        raise BadInput("address: expected a host, without a name or a password before it")
    if not allowed:
        raise BadInput("This server sends no records to chat rooms: whoever runs it can allow it.")
    if f"{host}:{port}" not in allowed and not (host in allowed and port == PORTS[parts.scheme]):
        raise BadInput(f"This server may not send anything to {host}: it may to {', '.join(sorted(allowed))}.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Address(parts.scheme, host, port, path)


class Outbox:
    """The lines of a table that wait, and what has become of the last ones."""

    def __init__(self) -> None:
        self.address = ""
        self.waiting: deque[RecordLine] = deque(maxlen=MOST_WAITING)
        self.task: asyncio.Task[None] | None = None
        self.sent = 0
        self.fault = ""  # why the last one was not sent


class Webhooks:
    def __init__(self, allowed: frozenset[str]) -> None:
        self.allowed = allowed
        self._outboxes: dict[str, Outbox] = {}  # by table
        self._at_once = asyncio.Semaphore(MOST_AT_ONCE)
        self._loop = asyncio.get_running_loop()
        self._closing = False

    def of(self, table: str) -> Outbox:
        """An empty one where nothing was ever sent: who only asks leaves nothing behind."""
        return self._outboxes.get(table) or Outbox()

    def put(self, table: str, address: str, lines: list[RecordLine]) -> None:
        """From any thread."""
        if not self._closing:
            self._loop.call_soon_threadsafe(self._put, table, address, lines)

    def _put(self, table: str, address: str, lines: list[RecordLine]) -> None:
        box = self._outboxes.setdefault(table, Outbox())
        if address != box.address:
            box.address, box.fault = address, ""
            box.waiting.clear()
        box.waiting += lines
        if box.task is None or box.task.done():
            box.task = asyncio.create_task(self._send_all(table, box))

    async def _send_all(self, table: str, box: Outbox) -> None:
        while box.waiting and not self._closing:
            address, line = box.address, box.waiting.popleft()
            try:
                await self._send(address, line)
                box.sent, box.fault = box.sent + 1, ""
            except NotSent as fault:
                box.fault = str(fault)
                box.waiting.clear()
                logger.info("table %s: its record cannot be sent: %s", table, fault)
                await asyncio.sleep(REST)

    async def _send(self, address: str, line: RecordLine) -> None:
        for pause in (*PAUSES, None)[-TRIES:]:
            try:
                async with self._at_once:
                    await self.post(address, line)
                return
            except NotSent:
                if pause is None:
                    raise
            await asyncio.sleep(pause)

    async def post(self, given: str, line: RecordLine) -> None:
        """One line, once. Nothing is followed elsewhere, and of the answer no more is read than how it begins."""
        try:
            address = address_of(given, self.allowed)
            async with asyncio.timeout(SECONDS):
                status = await _posted(address, body_of(line))
        except BadInput as fault:
            raise NotSent(str(fault)) from None
        except TimeoutError:
            raise NotSent(f"{host_of(given)} did not answer in time.") from None
        except (OSError, ssl.SSLError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise NotSent(f"{host_of(given)} cannot be reached.") from None
        if 300 <= status < 400:
            raise NotSent(f"{host_of(given)} sends on to another address, which is not followed.")
        if not 200 <= status < 300:
            raise NotSent(f"{host_of(given)} does not take it: it answered {status}.")

    async def close(self) -> None:
        self._closing = True
        tasks = [box.task for box in self._outboxes.values() if box.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def host_of(given: str) -> str:
    return urlsplit(given).hostname or "The address"


def body_of(line: RecordLine) -> bytes:
    return msgspec.json.encode({"text": line.text[:MOST_TEXT], "table": line.table, "kind": line.kind})


async def _posted(address: Address, body: bytes) -> int:
    """Sends it on a line of its own; gives the status of the answer."""
    secure = ssl.create_default_context() if address.scheme == "https" else None
    reader, writer = await asyncio.open_connection(address.host, address.port, ssl=secure, limit=MOST_ANSWER)
    try:
        named = address.host if address.port == PORTS[address.scheme] else f"{address.host}:{address.port}"
        head = (
            f"POST {address.path} HTTP/1.1\r\nHost: {named}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nUser-Agent: Ludex\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode("ascii") + body)
        await writer.drain()
        found = STATUS.match(await reader.readuntil(b"\n"))
        if found is None:
            raise ValueError("no answer of HTTP")
        return int(found[1])
    finally:
        writer.close()
