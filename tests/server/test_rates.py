"""How often somebody may ask: counted by seat and not by socket, by address, and by what it takes to answer."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from litestar.utils.sync import AsyncCallable
from websockets.exceptions import ConnectionClosed

from ludex.client.client import Client
from ludex.client.http import Answer
from ludex.server import limits
from ludex.server.http.asking import Settings
from ludex.server.limits import Buckets
from ludex.server.run.app import create_app
from ludex.table.desk.quota import Quota
from tests.server.serving import run, said, served, status


async def said_until_refused(*clients: Client) -> int:
    """How much is said by one after another before it is too often."""
    for n in range(1_000):
        reply = await clients[n % len(clients)].send({"do": "chat", "words": "Hello"})
        if not reply["ok"]:
            assert reply["refused"]["reason"] == limits.TOO_OFTEN
            return n
    raise AssertionError("it is never too often")


@pytest.fixture(autouse=True)
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES", (40.0, 0.0))


def test_all_sockets_of_a_seat_share_what_it_may_say() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            ann, ben = await serving.seat(master, "Ann"), await serving.seat(master, "Ben")
            async with serving.at(ann) as one, serving.at(ann) as two, serving.at(ann) as three:
                assert await said_until_refused(one, two, three) == 39
            async with serving.at(ann) as again, serving.at(ben) as other:
                assert await said_until_refused(again) == 0
                assert await said_until_refused(other) == 39

    run(test())


def test_no_guard_waits_for_a_thread() -> None:
    """Litestar runs those in threads that are not `async`: where all threads are busy, nobody would be answered."""
    handlers = [handler for route in create_app(Settings(database="")).routes for handler in handlers_of(route)]
    guards = {guard for handler in handlers for guard in handler.resolve_guards()}
    assert {"asked_of_us", "not_asked_too_often", "by_host"} <= {getattr(guard, "__name__", "") for guard in guards}
    assert not [guard.func for guard in guards if isinstance(guard, AsyncCallable)]


def test_a_large_table_is_not_told_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody is told who comes counts among the requests of their address, by its length."""
    monkeypatch.setattr(limits, "REQUESTS", (100.0, 0.0))

    async def test() -> None:
        async with served(by_rate=True) as serving:
            master = await serving.found()
            left = partial(serving.house.requests.left, "127.0.0.1")
            before = left()
            async with serving.at(master) as mara:
                small = before - left()
                await mara.do("note", title="Long", text="x" * 99_000)
            before = left()
            async with serving.at(master):
                large = before - left()
            assert small < 2
            assert large - small > 99_000 / limits.TELLING - 0.1

    run(test())


def handlers_of(route: Any) -> list[Any]:
    return list(getattr(route, "route_handlers", ())) or [route.route_handler]


@pytest.mark.parametrize("text", ["x", "x" * limits.HEAVY])
def test_what_is_said_again_and_again_by_one_number_counts_too(text: str) -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            async with serving.raw(master["table"], do="hello", token=master["token"]) as socket:
                told = []
                with suppress(ConnectionClosed):
                    for _ in range(100):
                        await socket.send(json.dumps({"n": 1, "do": "chat", "words": text}))
                with suppress(ConnectionClosed):
                    while True:
                        told.append(await said(socket))
            assert [message["is"] for message in told].count("reply") == 1
            assert told[-1]["reason"] == limits.TOO_OFTEN

    run(test())


def test_what_is_asked_by_http_counts_for_the_seat() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            ann = await serving.seat(master, "Ann")
            for _ in range(10):
                await serving.ask("GET", f"/api/tables/{ann['table']}", ann["token"])
            async with serving.at(ann) as client:
                assert await said_until_refused(client) == 29
            assert await status(serving.ask("GET", f"/api/tables/{ann['table']}", ann["token"])) == 429

    run(test())


def test_spectators_say_less() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            async with serving.at(await serving.seat(master, "Eve", role="spectator")) as eve:
                assert await said_until_refused(eve) == 19

    run(test())


def test_what_takes_long_to_answer_counts_for_more() -> None:
    async def test() -> None:
        async with served() as serving:
            for path, weight in (("/api/games/bluebox", 1.0), ("/api/games/bluebox/search?words=shove", limits.DEAR)):
                serving.house.requests = Buckets(2 * weight, 0.0, lambda: 0.0)
                for _ in range(2):
                    await serving.ask("GET", path)
                assert await status(serving.ask("GET", path)) == 429

    run(test())


@pytest.mark.parametrize(("method", "path"), [("BREW", "/api/house"), ("DELETE", "/api/house"), ("BREW", "/")])
def test_what_cannot_be_done_there_counts_too(method: str, path: str) -> None:
    async def test() -> None:
        async with served() as serving:
            serving.house.requests = Buckets(2.0, 0.0, lambda: 0.0)
            assert [await status(serving.ask(method, path)) for _ in range(3)] == [405, 405, 429]

    run(test())


def test_the_game_master_sees_what_everybody_uses_and_nobody_else_does() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            ann = await serving.seat(master, "Ann")
            async with serving.at(ann) as client:
                await client.do("note", title="Mine", text="x" * 50_000)
            path = f"/api/tables/{master['table']}/usage"
            used = await serving.ask("GET", path, master["token"])
            assert [seat["name"] for seat in used["seats"]] == ["Ann", "Mara"]
            assert 50_000 < used["seats"][0]["bytes"] < used["bytes"] < used["most_bytes"] == 200_000_000
            assert await status(serving.ask("GET", path, ann["token"])) == 403

    run(test())


def test_no_table_is_founded_where_the_store_is_full() -> None:
    async def test() -> None:
        async with served(quota=Quota(store=1)) as serving:
            with pytest.raises(Answer, match="the server is full: all its tables may have 1 bytes"):
                await serving.found()

    run(test())
