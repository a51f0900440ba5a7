"""Assistants at `/mcp` of a server: let in where the server was started so, by the same rates, names, origins and
rights as everybody."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from ludex.client.http import FOR_WHOM, ask
from ludex.server import limits
from ludex.server.http.asking import OWN_KEY
from ludex.server.http.simulating import Labs
from ludex.server.keys import hashed
from ludex.table.records.seat import refuse
from tests.assistants.asking import link_of, refused, told
from tests.server.serving import Serving, run, served
from tests.table.tables import SCENES

HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
DRAFT = '[[weapon]]\nid = "spoon"\nname = "Spoon"\n'


@asynccontextmanager
async def at(serving: Serving, **headers: str) -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False, timeout=60) as http,
        Client(streamable_http_client(f"{serving.address}/mcp", http_client=http)) as client,
    ):
        yield client


async def posted(serving: Serving, body: bytes, method: str = "POST", **headers: str) -> tuple[int, str]:
    """With which status a request is answered, and what is said."""

    def ask() -> tuple[int, str]:
        wanted = {**HEADERS, **{name.replace("_", "-"): value for name, value in headers.items()}}
        request = Request(f"{serving.address}/mcp", body if method == "POST" else None, wanted, method=method)
        try:
            with build_opener(ProxyHandler({})).open(request, timeout=60) as response:
                return response.status, response.read().decode()
        except HTTPError as fault:
            return fault.code, fault.read().decode()

    return await asyncio.to_thread(ask)


async def called(serving: Serving, headers: dict[str, str], tool: str, **what: Any) -> dict[str, Any]:
    """What a tool says to one request, where the official client would ask about the tool first."""
    call = {**LIST, "method": "tools/call", "params": {"name": tool, "arguments": what}}
    status, said = await posted(serving, json.dumps(call).encode(), **headers)
    assert status == 200, said
    return dict(json.loads(said)["result"])


def announced(serving: Serving, size: int) -> int:
    """How a message of so many bytes is answered of which none has come."""
    line = HTTPConnection(serving.address.removeprefix("http://"), timeout=60)
    line.putrequest("POST", "/mcp")
    for name, value in {**HEADERS, "Content-Length": str(size)}.items():
        line.putheader(name, value)
    line.endheaders()
    status = line.getresponse().status
    line.close()
    return status


def test_an_assistant_asks_and_sits_down_over_http() -> None:
    async def test() -> None:
        async with served(assistants=True) as serving:
            master = await serving.found()
            elsewhere = link_of("http://203.0.113.7", master)  # whatever a link says, no other server is asked
            async with at(serving, **{"Ludex-Seat": elsewhere}) as client:
                assert (await told(client, "search_rules", game="bluebox", words="shove"))["rules"]
                assert (await told(client, "seat_view"))["you"]["role"] == "gm"
                await told(client, "seat_say", words="Good evening")
                checked = await told(client, "check_draft", game="bluebox", text=DRAFT)
                assert not checked["fits"]
                tools = {tool.name for tool in (await client.list_tools()).tools}
                assert not tools & {"odds", "compare"}
            async with at(serving) as stranger:
                assert "expected the link of a seat" in await refused(stranger, "seat_view")
            assert [said.words for said in (await serving.truth(master)).chat] == ["Good evening"]

    run(test())


def test_only_the_host_has_scenes_of_a_game_fought() -> None:
    async def test() -> None:
        async with served(assistants=True, host=hashed("the host")) as serving:
            what: dict[str, Any] = {"game": "crawl", "scene": "no_such_scene", "fights": 1}
            async with at(serving) as client:
                assert "expected the token of a seat" in await refused(client, "simulate", **what)
            async with at(serving, Authorization="Bearer wrong") as client:
                assert "expected the token of the host" in await refused(client, "simulate", **what)
            async with at(serving, Authorization="Bearer the host") as client:
                assert "there is no scene" in await refused(client, "simulate", **what)

    run(test())


def test_what_is_too_large_or_from_elsewhere_is_not_read() -> None:
    async def test() -> None:
        async with served(assistants=True) as serving:
            listed = json.dumps(LIST).encode()
            assert (await posted(serving, listed))[0] == 200
            assert await asyncio.to_thread(announced, serving, limits.MESSAGE + 1) == 413
            assert (await posted(serving, b"[" * 100_000))[0] == 400
            assert (await posted(serving, listed, Content_Type="text/plain"))[0] in (400, 415)
            assert (await posted(serving, listed, Origin="https://evil.example"))[0] == 403
            assert (await posted(serving, listed, Sec_Fetch_Site="cross-site"))[0] == 403
            assert (await posted(serving, listed, Host="evil.example"))[0] == 421
            assert (await posted(serving, b"", method="GET"))[0] == 405

    run(test())


def test_assistants_are_held_to_the_rates_of_their_address() -> None:
    async def test() -> None:
        async with served(assistants=True, by_rate=True) as serving:
            serving.house.requests = limits.Buckets(2 * limits.DEAR, 0.0, lambda: 0.0)
            listed = json.dumps(LIST).encode()
            assert [(await posted(serving, listed))[0] for _ in range(3)] == [200, 200, 429]
            serving.house.requests = limits.Buckets(60.0, 0.0, lambda: 0.0)
            not_believed = {FOR_WHOM: f"{OWN_KEY[:-1]} 203.0.113.7"}
            said = await called(serving, not_believed, "check_draft", game="bluebox", text=3 * DRAFT)
            assert not said["isError"], said
            assert serving.house.requests.left("127.0.0.1") == 60.0 - limits.DEAR - 3 * limits.DRAFTED
            assert serving.house.requests.left("203.0.113.7") == 60.0

    run(test())


def test_what_a_server_asks_itself_counts_for_who_has_asked() -> None:
    async def test() -> None:
        async with served(by_rate=True) as serving:
            serving.house.requests = limits.Buckets(60.0, 0.0, lambda: 0.0)
            headers = {FOR_WHOM: f"{OWN_KEY} 203.0.113.7"}
            await asyncio.to_thread(ask, "GET", f"{serving.address}/api/games", headers=headers)
            assert serving.house.requests.left("203.0.113.7") == 59.0
            assert serving.house.requests.left("127.0.0.1") == 60.0

    run(test())


def test_all_that_is_asked_for_an_assistant_counts_for_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its requests, its sockets and its share of the lab: none of them is one of this machine."""
    monkeypatch.setattr(limits, "SOCKETS", 1)
    simulated: list[str] = []

    def crowded(labs: Labs, who: str, size: int = 0, address: str = "") -> None:
        simulated.append(address)
        raise refuse("too many simulations wait already")

    monkeypatch.setattr(Labs, "check", crowded)

    async def test() -> None:
        async with served(assistants=True, by_rate=True) as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann")
            mara, ann = (link_of(serving.address, seat) for seat in (master, player))
            far, farther = ({FOR_WHOM: f"{OWN_KEY} {address}"} for address in ("203.0.113.7", "203.0.113.8"))
            serving.house.requests = limits.Buckets(60.0, 0.0, lambda: 0.0)
            async with serving.at(master):  # the one socket of this machine
                seen = await called(serving, far, "seat_view", link=mara, parts=["master"])
                scene = next(iter(seen["structuredContent"]["master"]["scenes"]))
                assert serving.house.requests.left("203.0.113.7") == 60.0 - limits.DEAR - 1
                said = await called(serving, far, "seat_view", link=ann)
                assert "too many sockets of this address" in said["content"][0]["text"]
                assert not (await called(serving, farther, "seat_view", link=ann))["isError"]
            left = serving.house.requests.left("203.0.113.7")
            said = await called(serving, far, "seat_simulate", link=mara, prepared=scene)
            assert "too many simulations wait already" in said["content"][0]["text"]
            assert serving.house.requests.left("203.0.113.7") == left - limits.DEAR - limits.DEAREST
            await called(serving, farther, "simulate", game="bluebox", scene=SCENES["bluebox"])
            assert simulated == ["203.0.113.7", "203.0.113.8"]
            assert serving.house.requests.left("127.0.0.1") == 60.0 - 1  # the socket

    run(test())


def test_no_assistant_comes_where_the_server_was_not_started_so() -> None:
    async def test() -> None:
        async with served() as serving:
            status, said = await posted(serving, json.dumps(LIST).encode())
            assert status == 404
            assert "--assistants" in said

    run(test())
