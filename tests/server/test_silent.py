"""Lines on which nothing is said: they make room for others, and are not waited for."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from ludex.server import limits
from ludex.server.run.door import Door
from ludex.server.run.ending import AT_ONCE
from ludex.server.silent import Silent, is_here, network_of
from ludex.server.watch.access import Watched
from tests.server.attacks import lines
from tests.server.serving import Reached, run, said, served
from tests.table.desks import until

HEAD = b"POST /api/knock HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n"


def test_the_oldest_of_an_address_makes_room_and_then_the_oldest_of_all() -> None:
    silent, left = Silent(of_one=2, in_all=4), []
    for who, address in enumerate(["a", "b", "b", "b", "a", "c"]):
        silent.add(who, address, lambda who=who: left.append(who))  # type: ignore[misc]  # each has its own
    assert left == [1, 0]
    silent.remove(2)
    silent.remove(2)
    silent.add(6, "c", lambda: left.append(6))
    assert left == [1, 0]
    assert len(silent) == 4


def test_whoever_comes_without_an_address_counts_for_nobody_alone() -> None:
    silent, left = Silent(of_one=1, in_all=3), []
    for who in range(4):
        silent.add(who, "", lambda who=who: left.append(who))  # type: ignore[misc]  # each has its own
    assert left == [0]


def test_a_house_has_one_network() -> None:
    assert network_of("192.0.2.7") == network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1%eth0") == "2001:db8::/64"
    assert network_of("somebody") == "somebody"


def test_this_machine_is_known_however_its_address_is_told() -> None:
    assert all(is_here(host) for host in ("127.0.0.1", "::1", "::ffff:127.0.0.1"))
    assert not any(is_here(host) for host in ("192.0.2.7", "::ffff:192.0.2.7", "somebody", ""))


async def closed(serving: Reached, said: bytes) -> bytes:
    """What is answered on a line before it is closed."""
    host, _, port = serving.address.removeprefix("http://").rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(said)
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


def test_who_does_not_say_all_in_time_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEADERS", 0.05)
    monkeypatch.setattr(limits, "BODY_STILL", 0.05)

    async def test() -> None:
        async with served() as serving:
            assert await closed(serving, b"") == b""
            assert await closed(serving, b"GET /api/games HTTP/1.1\r\nHo") == b""
            assert await closed(serving, HEAD + b'{"code"') == b""
            monkeypatch.setattr(limits, "HEADERS", 0.5)  # the first request is heard in time on a busy machine, too
            later = await closed(serving, b"GET /api/house HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/hou")
            assert later.count(b"HTTP/1.1 200") == 1

    run(test())


def test_a_request_is_begun_when_its_body_is_there(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun: list[str] = []
    answer = Watched.__call__

    async def counted(watched: Watched, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            begun.append(scope["path"])
        await answer(watched, scope, receive, send)

    monkeypatch.setattr(Watched, "__call__", counted)

    async def test() -> None:
        async with served() as serving:
            there = await lines(serving, 10, HEAD + b'{"code": "x",')
            await serving.ask("GET", "/api/house")
            assert begun == ["/api/house"]
            reader, writer = there[0]
            writer.write(b' "name": "Eve"  }')
            assert b"403" in await reader.readline()
            assert begun == ["/api/house", "/api/knock"]
            monkeypatch.setattr(limits, "SMALL", 5)
            ((_, writer),) = await lines(serving, 1, HEAD + b'{"code"')
            await until(lambda: len(begun) == 3)
            writer.close()
        assert not caplog.records, "who has not said all is not waited for when the server ends"

    run(test())


def test_few_lines_are_let_in_at_once_and_many_can_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    came = 0
    come = Door.connection_made

    def counted(door: Door, transport: asyncio.Transport) -> None:
        nonlocal came
        came += 1
        come(door, transport)

    monkeypatch.setattr(Door, "connection_made", counted)

    async def test() -> None:
        async with served() as serving:
            host, _, port = serving.address.removeprefix("http://").rpartition(":")
            waiting = [
                socket.create_connection((host, int(port))) for _ in range(5 * AT_ONCE)
            ]  # the server stands still
            assert came == 0
            while came < len(waiting):
                before = came
                await asyncio.sleep(0)
                assert came - before <= AT_ONCE
            for line in waiting:
                line.close()

    run(test())


def test_many_silent_lines_lock_nobody_out() -> None:
    async def test() -> None:
        async with served() as serving:
            there = await lines(serving, limits.SILENT[0] * 3, b"GET /api/games HTTP/1.1\r\n")
            assert await serving.ask("GET", "/api/house")
            await until(lambda: sum(reader.at_eof() for reader, _ in there) >= limits.SILENT[0] * 2)
            for _, writer in there:
                writer.close()

    run(test())


def test_whoever_sits_at_a_table_is_not_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SILENT", (2, 4))

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            async with serving.raw(master["table"], do="hello", token=master["token"]) as mara:
                assert (await said(mara))["is"] == "welcome"
                there = await lines(serving, 5, b"")
                await until(lambda: sum(reader.at_eof() for reader, _ in there) >= 3)
                await mara.send('{"do": "log", "n": 1}')
                assert (await said(mara))["is"] == "reply"
                for _, writer in there:
                    writer.close()

    run(test())


def test_sockets_on_which_nobody_says_hello_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNGREETED", (2, 4))
    monkeypatch.setattr(limits, "GREETING", 3600.0)

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            async with (
                serving.raw(master["table"]) as first,
                serving.raw(master["table"]),
                serving.raw(master["table"]),
                serving.raw(master["table"]),
            ):
                assert (await said(first))["reason"] == "nobody said who comes"
                async with serving.at(master) as mara:
                    await mara.do("chat", words="Hello")

    run(test())


def test_an_address_has_so_many_sockets_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many seats it has: there would be no line left for others."""
    monkeypatch.setattr(limits, "SOCKETS", 2)

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            hello = {"do": "hello", "token": master["token"]}
            async with serving.raw(master["table"], **hello) as one, serving.raw(master["table"]):
                assert (await said(one))["is"] == "welcome"
                async with serving.raw(master["table"]) as three:
                    assert (await said(three))["reason"] == "there are too many sockets of this address already"
            while True:  # until they are gone
                async with serving.raw(master["table"], **hello) as again:
                    if (await said(again))["is"] == "welcome":
                        break

    run(test())


def test_a_ticket_waits_in_so_many_places_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SESSIONS", 2)

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            code = await serving.ask("POST", f"/api/tables/{master['table']}/door", master["token"], {})
            ticket = await serving.ask("POST", "/api/knock", data={"code": code["code"], "name": "Eve"})
            hello = {"do": "hello", "token": ticket["token"]}
            async with serving.raw(ticket["table"], **hello) as one, serving.raw(ticket["table"], **hello) as two:
                assert [(await said(each))["is"] for each in (one, two)] == ["waiting"] * 2
                async with serving.raw(ticket["table"], **hello) as three:
                    assert (await said(three))["reason"] == "2 others wait with this link already"
            told = "bye"
            while told == "bye":  # until the server has heard that they are gone
                async with serving.raw(ticket["table"], **hello) as again:
                    told = (await said(again))["is"]
            assert told == "waiting"

    run(test())
