"""Whoever comes back misses nothing, and whoever does not keep up is dropped with a reason."""

from __future__ import annotations

import asyncio
import json
import socket as net
from typing import Any

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from websockets.exceptions import ConnectionClosed

from ludex.server import limits
from ludex.server.socket import sessions, socket
from ludex.server.socket.messages import Reply
from ludex.table.campaign.campaign import Outside
from ludex.table.desk.telling import News
from tests.server.serving import Serving, run, said, served, until


async def resumed(serving: Serving, link: dict[str, str], session: str, seq: int) -> list[dict[str, Any]]:
    """All that is said to somebody who comes back, up to the reply to one more message."""
    first = {"do": "resume", "token": link["token"], "session": session, "seq": seq}
    async with serving.raw(link["table"], **first) as socket:
        await socket.send(json.dumps({"n": 1000, "do": "chat", "words": "I am back"}))
        found = [await said(socket)]
        while not (found[-1]["is"] == "reply" and found[-1]["n"] == 1000):
            found.append(await said(socket))
        return found


async def left(serving: Serving, link: dict[str, str]) -> tuple[str, int]:
    """Somebody says hello, asks something and loses the line before reading anything; gives session and number."""
    async with serving.raw(link["table"], do="hello", token=link["token"]) as socket:
        welcome = await said(socket)
        await socket.send(json.dumps({"n": 1, "do": "chat", "words": "First"}))
        while (await said(socket))["is"] != "reply":
            pass
        await socket.send(json.dumps({"n": 2, "do": "chat", "words": "Second"}))
        return str(welcome["session"]), 2


def test_who_comes_back_is_told_what_was_missed_and_nothing_twice() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann")
            session, seq = await left(serving, player)
            async with serving.at(master) as mara:
                await mara.do("chat", words="Meanwhile")
            found = await resumed(serving, player, session, seq)
            assert found[0] == {"is": "resumed", "seq": seq}
            assert [message["seq"] for message in found[1:]] == list(range(seq + 1, seq + len(found)))
            words = [line["words"] for message in found for line in message.get("chat", ())]
            assert words == ["Second", "Meanwhile", "I am back"]
            assert [message["n"] for message in found if message["is"] == "reply"] == [2, 1000]

    run(test())


def test_a_message_that_is_sent_again_after_coming_back_is_not_done_again() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            session, seq = await left(serving, master)
            first = {"do": "resume", "token": master["token"], "session": session, "seq": seq}
            async with serving.raw(master["table"], **first) as socket:
                await socket.send(json.dumps({"n": 2, "do": "chat", "words": "Second"}))
                await socket.send(json.dumps({"n": 3, "do": "chat", "words": "Third"}))
                found = [await said(socket)]
                while found[-1].get("n") != 3:
                    found.append(await said(socket))
            assert [message["n"] for message in found if message["is"] == "reply"] == [2, 3]
            assert [said.words for said in (await serving.truth(master)).chat] == ["First", "Second", "Third"]

    run(test())


@pytest.mark.parametrize(("session", "seq"), [("", 0), ("no such session", 0), (None, 99), (None, -1)])
def test_who_cannot_come_back_is_welcomed_anew(session: str | None, seq: int) -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            own, _ = await left(serving, master)
            found = await resumed(serving, master, own if session is None else session, seq)
            assert found[0]["is"] == "welcome"
            assert found[0]["seq"] == 0
            assert [line["words"] for line in found[0]["chat"]] == ["First", "Second"]

    run(test())


def test_the_session_of_another_seat_cannot_be_taken_up() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann")
            session, seq = await left(serving, master)
            found = await resumed(serving, player, session, seq)
            assert found[0]["is"] == "welcome"
            assert found[0]["seat"] == player["seat"]

    run(test())


def test_the_old_line_of_a_session_gives_way_to_the_new_one() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            async with serving.raw(master["table"], do="hello", token=master["token"]) as old:
                welcome = await said(old)
                found = await resumed(serving, master, welcome["session"], 0)
                assert found[0]["is"] == "resumed"
                message = await said(old)
                assert message == {"is": "bye", "reason": "taken up elsewhere", "then": "later"}

    run(test())


def test_who_does_not_come_back_in_time_is_no_longer_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GRACE", 0.2)

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann")
            async with serving.at(master) as mara:
                async with serving.raw(player["table"], do="hello", token=player["token"]):
                    await until(mara, lambda: mara.document["seats"][player["seat"]]["here"])
                await until(mara, lambda: not mara.document["seats"][player["seat"]]["here"])

    run(test())


def test_a_seat_is_open_only_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SESSIONS", 2)

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            raw = serving.raw(master["table"], do="hello", token=master["token"])
            async with serving.at(master), serving.at(master), raw as socket:
                assert (await said(socket))["reason"] == "this seat is open 2 times already"
            async with serving.at(master) as client:  # those who have left make room
                await client.do("chat", words="Here")

    run(test())


def vanishing(monkeypatch: pytest.MonkeyPatch, kind: str) -> list[bytes]:
    """Whoever is to be told this first has just gone; gives what could not be said."""
    lost: list[bytes] = []

    async def say(to: Any, data: bytes) -> None:
        if f'"is":"{kind}"'.encode() in data and not lost:
            lost.append(data)
            raise ClientDisconnected
        await spoken(to, data)

    spoken = socket.say
    monkeypatch.setattr(socket, "say", say)
    return lost


def test_who_vanishes_before_the_welcome_takes_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SESSIONS", 1)
    lost = vanishing(monkeypatch, "welcome")

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann")
            async with serving.raw(player["table"], do="hello", token=player["token"]) as line:
                with pytest.raises(ConnectionClosed):
                    await line.recv()
            assert lost
            async with serving.at(master) as mara:
                assert not mara.document["seats"][player["seat"]]["here"]
            async with serving.at(player) as ann:
                await ann.do("chat", words="Here")

    run(test())


def test_who_vanishes_while_coming_back_is_kept_for_a_while_and_not_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann")
            session, seq = await left(serving, player)
            first = {"do": "resume", "token": player["token"], "session": session, "seq": seq}
            for _ in range(2):
                lost = vanishing(monkeypatch, "resumed")
                async with serving.raw(player["table"], **first) as line:
                    with pytest.raises(ConnectionClosed):
                        await line.recv()
                assert lost
            found = await resumed(serving, player, session, seq)
            assert found[0] == {"is": "resumed", "seq": seq}
            async with serving.at(master) as mara:
                assert mara.document["seats"][player["seat"]]["here"]
                vanishing(monkeypatch, "resumed")
                monkeypatch.setattr(limits, "GRACE", 0.2)
                async with serving.raw(player["table"], **first) as line:
                    with pytest.raises(ConnectionClosed):
                        await line.recv()
                await until(mara, lambda: not mara.document["seats"][player["seat"]]["here"])

    run(test())


def test_many_who_come_at_once_get_no_more_places_than_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SESSIONS", 2)

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            desk = serving.house.desk
            sit = desk.sit

            async def slowly(*args: Any) -> Any:
                await asyncio.sleep(0.2)
                return await sit(*args)

            monkeypatch.setattr(desk, "sit", slowly)
            all_heard = asyncio.Barrier(5)

            async def came() -> str:
                async with serving.raw(master["table"], do="hello", token=master["token"]) as line:
                    first = await said(line)
                    await all_heard.wait()
                    return str(first["is"])

            assert sorted(await asyncio.gather(*[came() for _ in range(5)])) == ["bye"] * 3 + ["welcome"] * 2

    run(test())


def test_the_clock_on_the_wall_does_not_count_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES", (2.0, 100.0))

    async def test() -> None:
        async with served(outside=Outside(clock=lambda: 1000.0)) as serving:
            master = await serving.found()
            async with serving.at(master) as mara:
                for number in range(6):
                    await asyncio.sleep(0.05)
                    await mara.do("chat", words=f"number {number}")

    run(test())


# ---------------------------------------------------------------- slow ones


def test_who_reads_too_slowly_is_dropped_and_nobody_waits_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNSENT", (400, 200_000))
    monkeypatch.setattr(limits, "MESSAGES", (1e9, 1e9))

    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann")
            reader, writer = await slow_line(serving, player)
            async with serving.at(master) as mara:
                while mara.document["seats"][player["seat"]]["here"]:  # much lies on the way to who does not read
                    await mara.do("note", title="Long", text="x" * 99_000, whose="shared")
                    await asyncio.sleep(0.02)
                heard = b""
                while b"too slow" not in heard:
                    data = await reader.read(1 << 20)
                    assert data, "the line was closed without a reason"
                    heard = heard[-100:] + data
            writer.close()

    run(test())


async def slow_line(serving: Serving, link: dict[str, str]) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket by hand, whose small buffers nobody empties."""
    raw = net.socket()
    raw.setsockopt(net.SOL_SOCKET, net.SO_RCVBUF, 4096)
    host, port = serving.address.removeprefix("http://").split(":")
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, (host, int(port)))
    reader, writer = await asyncio.open_connection(sock=raw, limit=1024)
    lines = (
        f"GET /api/tables/{link['table']}/socket HTTP/1.1", f"Host: {host}", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "", "",
    )  # fmt: skip
    writer.write("\r\n".join(lines).encode())
    await reader.readuntil(b"\r\n\r\n")
    text = json.dumps({"do": "hello", "token": link["token"]}).encode()
    assert len(text) < 126
    writer.write(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
    return reader, writer


def session() -> sessions.Session:
    return sessions.Session("a session", "a table", "a key")


def news(words: str) -> News:
    return News([], [], [{"at": 0.0, "by": "", "words": words}])


def test_what_waits_to_be_sent_has_an_end() -> None:
    async def test() -> None:
        one = session()
        for _ in range(limits.UNSENT[0]):
            one.told(news("Hello"))
        assert not one.over
        one.told(news("One more"))
        assert one.over == sessions.TOO_SLOW
        assert one.cut.is_set()
        last = one.seq
        one.told(news("Nobody hears this"))
        one.reply(lambda seq: Reply(seq=seq, n=1, ok=True))
        assert one.seq == last

    run(test())


def test_what_was_sent_is_kept_for_a_while_and_not_longer() -> None:
    async def test() -> None:
        one = session()
        for number in range(300):
            one.told(news(f"number {number}"))
            data = one.next()
            assert data is not None
            one.was_sent(data)
        assert one.next() is None
        assert not one.back_to(300 - limits.KEPT[0] - 1)
        assert one.back_to(300 - limits.KEPT[0])
        found = one.next()
        assert found is not None
        assert json.loads(found)["chat"][0]["words"] == f"number {300 - limits.KEPT[0]}"

    run(test())
