"""When the server ends, everybody on a socket hears the documented last word, and what was under way is done."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from ludex.client.http import ask
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.notes import Say
from tests.server.serving import run, said, served
from tests.server.test_serve_command import serving
from tests.table.desks import until

BYE = {"is": "bye", "reason": "the server is closing", "then": "again"}
STUBBORN = """
import asyncio, sys
from ludex.server.run.ending import Server
import uvicorn

async def app(scope, receive, send):
    while (await receive())["type"] != "lifespan.shutdown":
        await send({"type": "lifespan.startup.complete"})
    await send({"type": "lifespan.shutdown.complete"})

async def for_ever():
    print("closing", flush=True)
    await asyncio.Event().wait()

class Told(Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        print("started", flush=True)

asyncio.run(Told(uvicorn.Config(app, port=0, log_level="critical"), for_ever).serve())
"""


async def last_word(socket: ClientConnection) -> dict[str, Any]:
    while True:
        found = await said(socket)
        if found["is"] == "bye":
            return found


def test_all_who_are_there_are_told_wherever_they_are() -> None:
    async def test() -> None:
        async with AsyncExitStack() as sockets, AsyncExitStack() as house:
            serving = await house.enter_async_context(served())
            master = await serving.found()
            path = f"/api/tables/{master['table']}/door"
            code = (await serving.ask("POST", path, master["token"], {}))["code"]
            ticket = await serving.ask("POST", "/api/knock", data={"code": code, "name": "Ben"})
            first = {"do": "hello", "token": master["token"]}
            seated = await sockets.enter_async_context(serving.raw(master["table"], **first))
            waiting = await sockets.enter_async_context(serving.raw(master["table"], do="hello", token=ticket["token"]))
            silent = await sockets.enter_async_context(serving.raw(master["table"]))
            assert (await said(seated))["is"] == "welcome"
            assert (await said(waiting))["is"] == "waiting"
            ending = asyncio.create_task(house.aclose())
            assert [await last_word(each) for each in (seated, waiting, silent)] == [BYE] * 3
            await ending

    run(test())


def test_what_is_under_way_is_done_and_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = Event(), Event()
    do = Campaign.do

    def slow(campaign: Campaign, seat: str, what: Any) -> Any:
        if isinstance(what, Say):
            begun.set()
            go_on.wait(60)
        return do(campaign, seat, what)

    async def test() -> None:
        async with AsyncExitStack() as sockets, AsyncExitStack() as house:
            serving = await house.enter_async_context(served())
            master = await serving.found()
            first = {"do": "hello", "token": master["token"]}
            socket = await sockets.enter_async_context(serving.raw(master["table"], **first))
            await said(socket)
            monkeypatch.setattr(Campaign, "do", slow)
            await socket.send(json.dumps({"n": 1, "do": "chat", "words": "One more thing"}))
            await asyncio.to_thread(begun.wait, 60)
            ending = asyncio.create_task(house.aclose())
            await until(lambda: serving.house.closing)
            go_on.set()
            heard = [await said(socket) for _ in range(3)]
            assert [each["is"] for each in heard] == ["change", "reply", "bye"]
            assert heard[1]["ok"]
            await ending

    run(test())


def test_a_process_that_is_asked_to_end_says_so_and_ends(tmp_path: Path) -> None:
    async def heard(address: str, link: dict[str, str], end: Any) -> dict[str, Any]:
        where = f"{address.replace('http', 'ws', 1)}/api/tables/{link['table']}/socket"
        async with connect(where, proxy=None) as socket:
            await socket.send(json.dumps({"do": "hello", "token": link["token"]}))
            assert (await said(socket))["is"] == "welcome"
            end()
            return await last_word(socket)

    for sent in (signal.SIGTERM, signal.SIGINT):
        with serving(tmp_path, "--open") as (child, address, _):
            data = {"game": "navyblue", "title": "A table", "name": "Mara"}
            link = ask("POST", f"{address}/api/tables", "", data)
            told = run(heard(address, link, lambda child=child, sent=sent: child.send_signal(sent)))
            assert told == BYE
            assert child.wait(60) in (0, 130, -sent)
            assert child.stderr is not None
            assert "Traceback" not in child.stderr.read()


@pytest.mark.parametrize("second", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_ends_it_at_once(second: signal.Signals) -> None:
    child = subprocess.Popen([sys.executable, "-c", STUBBORN], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    try:
        assert child.stdout.readline() == "started\n"
        child.send_signal(signal.SIGTERM)
        assert child.stdout.readline() == "closing\n"
        child.send_signal(second)
        assert child.wait(60) == -second
    finally:
        child.kill()
        child.communicate()
