"""A server for tests: uvicorn in the test's own process, on a free port of this machine, with its own folder."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener
from uuid import uuid4

import pytest
from litestar import Litestar
from litestar.datastructures import State
from websockets.asyncio.client import ClientConnection, connect

from ludex.client.client import Client
from ludex.client.http import Answer, ask
from ludex.server import limits
from ludex.server.http import simulating
from ludex.server.http.asking import House, Settings
from ludex.server.run.app import create_app
from ludex.server.run.serve import address_of, database_in, listening, server_of
from ludex.server.watch.metrics import Metrics
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.records.seat import Seat
from tests.table.desks import DICE
from tests.table.tables import SCENES

T = TypeVar("T")
FREE: list[Litestar] = []  # it takes longer to make one than most tests do with it
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40
LONG = 180.0  # seconds that a test may take
limits.HEADERS = limits.GREETING = LONG  # on a busy machine nobody is sent away who is slow
simulating.POLITE = 0  # who lets all others go first never comes to an end while tests run on every core


def run(test: Coroutine[Any, Any, T]) -> T:
    async def in_time() -> T:
        async with asyncio.timeout(LONG):
            return await test

    return asyncio.run(in_time())


class Reached:
    """A running server, wherever it runs."""

    def __init__(self, address: str) -> None:
        self.address = address

    @property
    def socket(self) -> str:
        return self.address.replace("http", "ws", 1)

    async def ask(self, method: str, path: str, token: str = "", data: Any = None) -> Any:
        return await asyncio.to_thread(ask, method, self.address + path, token, data)

    async def found(self, game: str = "bluebox", **more: Any) -> dict[str, str]:
        """A table with a scene that is ready to be opened; gives the game master's link."""
        data = {"game": game, "title": "A table", "name": "Mara", "scenes": [{"ready": SCENES[game]}], **more}
        found: dict[str, str] = await self.ask("POST", "/api/tables", data=data)
        return found

    async def seat(self, master: dict[str, str], name: str, *beings: str, role: str = "player") -> dict[str, str]:
        data = {"role": role, "name": name, "beings": list(beings)}
        path = f"/api/tables/{master['table']}/seats"
        found: dict[str, str] = await self.ask("POST", path, master["token"], data)
        return found

    @asynccontextmanager
    async def at(self, link: dict[str, str]) -> AsyncIterator[Client]:
        async with Client.at(self.address, link["table"], link["token"]) as client:
            yield client

    @asynccontextmanager
    async def raw(self, table: str, **first: Any) -> AsyncIterator[ClientConnection]:
        """A socket on which nothing is done by itself, but for the first message if one is given."""
        address = f"{self.socket}/api/tables/{table}/socket"
        async with connect(address, proxy=None, max_size=None, open_timeout=LONG) as socket:
            if first:
                await socket.send(json.dumps(first))
            yield socket


class Serving(Reached):
    """A server in this process, and what a test wants of it."""

    def __init__(self, address: str, house: House) -> None:
        super().__init__(address)
        self.house = house

    async def truth(self, link: dict[str, str]) -> Campaign:
        """The table in the memory of the server; to be looked at only."""
        found: list[Campaign] = []

        def look(campaign: Campaign, seat: Seat) -> None:
            found.append(campaign)

        from ludex.server.keys import hashed

        await self.house.desk.read(link["table"], hashed(link["token"]), look)
        return found[0]


@contextmanager
def folder() -> Iterator[Path]:
    with TemporaryDirectory() as name:
        yield Path(name)


@asynccontextmanager
async def served(
    database: str = "", outside: Outside | None = None, line_stays: int = 5, by_rate: bool = False,
    assistants: bool = False, **more: Any,
) -> AsyncIterator[Serving]:  # fmt: skip
    """`line_stays`: seconds for which a line over which nothing is said is left open for the next question. `by_rate`:
    an address may ask no more often than elsewhere; what a test asks is otherwise answered, however quick the machine
    is."""
    with folder() as path:
        certain = outside or Outside(seed=lambda: DICE)
        listener = listening("127.0.0.1", 0)
        own = address_of(listener) if assistants else ""
        settings = Settings(database=database or database_in(path), outside=certain, assistants=own, **more)
        running = server_of(free_app(settings), settings)
        running.config.ws_ping_timeout = LONG
        running.config.timeout_keep_alive = line_stays
        task = asyncio.create_task(running.serve(sockets=[listener]))
        while not running.started:
            if task.done():
                task.result()
            await asyncio.sleep(0.01)
        try:
            app: Any = running.config.app
            house: House = app.app.state.house
            if not by_rate:
                house.requests = limits.Buckets(1e9, 1e9, lambda: 0.0)
            yield Serving(address_of(listener), house)
        finally:
            running.should_exit = True
            await task
            listener.close()
            FREE.append(app.app)


def free_app(settings: Settings) -> Litestar:
    """An application that no server runs any more, with nothing left of what it ran with; else a new one."""
    if not FREE:
        return create_app(settings)
    found = FREE.pop()
    found.state = State({"settings": settings, "metrics": Metrics()})
    return found


async def said(socket: ClientConnection) -> dict[str, Any]:
    """The next message of the server."""
    found: dict[str, Any] = json.loads(await socket.recv())
    return found


async def until(client: Client, what: Any) -> None:
    """Until this is so for somebody at a table."""
    while not what():
        await client.news(0.2)


async def upload(
    serving: Reached, path: str, token: str, data: bytes, kind: str = "image/png", **fields: str
) -> dict[str, str]:
    """A form with a file, by hand."""
    mark = uuid4().hex
    parts = [
        f'--{mark}\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n'.encode() for n, v in fields.items()
    ]
    head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="../../etc/x"\r\nContent-Type: {kind}'
    body = b"".join([*parts, head.encode(), b"\r\n\r\n", data, f"\r\n--{mark}--\r\n".encode()])
    headers = {"Content-Type": f"multipart/form-data; boundary={mark}", "Authorization": f"Bearer {token}"}

    def sent() -> Any:
        try:
            with build_opener(ProxyHandler({})).open(Request(serving.address + path, body, headers)) as answer:
                return json.loads(answer.read())
        except HTTPError as fault:
            raise Answer(fault.code, json.loads(fault.read())["reason"]) from None

    found: dict[str, str] = await asyncio.to_thread(sent)
    return found


async def status(asked: Coroutine[Any, Any, Any]) -> int:
    """With which status something is refused."""
    with pytest.raises(Answer) as fault:
        await asked
    assert fault.value.reason
    return fault.value.status


def is_there(pid: int) -> bool:
    """Does this process run?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
