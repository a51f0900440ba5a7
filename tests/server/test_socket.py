"""The socket of a seat: each message is checked, answered once, and changes nothing where it is refused."""

from __future__ import annotations

import asyncio
import json
from threading import current_thread, main_thread
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludex.client.client import Client, Gone, NotUnderstood, Refused
from ludex.server import limits
from ludex.server.socket import socket as socket_of_seat
from ludex.server.socket.messages import read_number
from tests.server.serving import Serving, run, said, served, until


async def opened(serving: Serving, client: Client) -> None:
    """The first scene of the table is opened by its game master."""
    await client.do("open_scene", scene=next(iter(client.document["master"]["scenes"])))


async def why_gone(client: Client) -> str:
    """Why somebody was sent away, when that has happened."""
    try:
        while True:
            await client.news()
    except Gone as fault:
        return str(fault)


async def bye_of(serving: Serving, table: str, then: str = "never", **first: Any) -> str:
    """What is said to somebody who may not sit down."""
    async with serving.raw(table, **first) as socket:
        message = await said(socket)
        assert (message["is"], message["then"]) == ("bye", then)
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4000
        return str(message["reason"])


def test_who_sits_down_is_told_the_whole_table() -> None:
    async def test() -> None:
        async with served() as serving:
            link = await serving.found()
            async with serving.raw(link["table"], do="hello", token=link["token"]) as socket:
                welcome = await said(socket)
        assert (welcome["is"], welcome["version"], welcome["seq"]) == ("welcome", 1, 0)
        assert welcome["seat"] == link["seat"] == welcome["document"]["you"]["seat"]
        assert welcome["document"]["table"]["title"] == "A table"

    run(test())


def test_what_one_does_is_told_to_all_before_it_is_answered() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann", "tahra")
            async with serving.at(master) as mara, serving.at(player) as ann:
                await opened(serving, mara)
                assert mara.document["scene"]["title"] == "The Broken Causeway: patrol"
                await until(ann, lambda: ann.document["scene"] is not None)
                assert ann.document["beings"]["tahra"]["name"] == "Tahra"
                assert ann.document["master"] is None
                await ann.do("chat", words="Here I am")
                assert [line["words"] for line in ann.chat] == ["Here I am"]
                await until(mara, lambda: mara.chat)
                assert mara.chat == ann.chat

    run(test())


def test_a_token_opens_its_own_seat_of_its_own_table() -> None:
    async def test() -> None:
        async with served() as serving:
            one, other = await serving.found(), await serving.found()
            assert await bye_of(serving, other["table"], do="hello", token=one["token"]) == (
                "this link opens no seat at the table"
            )
            assert await bye_of(serving, one["table"], do="hello", token="") == "this link opens no seat at the table"
            assert "there is no table" in await bye_of(serving, "nowhere", "later", do="hello", token=one["token"])

    run(test())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected hello or resume"),
        ("{", "expected hello or resume"),
        ("[1]", "expected hello or resume"),
        ('{"do": "chat", "words": "Hello"}', "expected hello or resume"),
        ('{"do": "hello"}', "expected hello or resume"),
        ('{"do": "hello", "token": 5}', "expected hello or resume"),
        ("[" * 100_000, "expected hello or resume"),
        ('{"do": "hello", "token": "' + "x" * 1_000 + '"}', "in at most 1000 characters"),
    ],
)
def test_who_does_not_say_who_comes_is_sent_away(text: str, reason: str) -> None:
    async def test() -> None:
        async with served() as serving:
            link = await serving.found()
            async with serving.raw(link["table"]) as socket:
                await socket.send(text)
                message = await said(socket)
        assert (message["is"], message["then"]) == ("bye", "later")
        assert reason in message["reason"]

    run(test())


def test_who_is_slow_to_say_who_comes_may_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GREETING", 0.1)

    async def test() -> None:
        async with served() as serving:
            link = await serving.found()
            assert await bye_of(serving, link["table"], "again") == "nobody said who comes"

    run(test())


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ({"do": "fly"}, "do: expected one of admit, adventure, ahead, answer"),
        ({"do": 5}, "do: expected one of"),
        ({}, "do: expected one of"),
        ({"do": "chat"}, "chat: Object missing required field `words`"),
        ({"do": "chat", "words": 5}, "chat: Expected `str`, got `int` - at `$.words`"),
        ({"do": "chat", "words": "Hello", "to": "all"}, "chat: Object contains unknown field `to`"),
        ({"do": "chat", "words": ""}, "words: expected 1 to 4000 characters"),
        ({"do": "add_seat", "role": "gm", "name": "Eve", "token_hash": "x"}, "do: expected one of"),
        ({"do": "reseat", "seat": "x", "token_hash": "x"}, "reseat: a new token is made by HTTP"),
        ({"do": "command", "actor": "nobody", "name": "move", "args": []}, "command: Expected `object`"),
    ],
)
def test_what_cannot_be_understood_says_what_was_expected(message: dict[str, Any], fault: str) -> None:
    async def test() -> None:
        async with served() as serving:
            link = await serving.found()
            async with serving.at(link) as client:
                before = (await serving.truth(link)).number
                reply = await client.send(message)
                assert not reply["ok"]
                assert fault in reply["fault"]
                assert (await serving.truth(link)).number == before
                assert await client.do("chat", words="Still here") is None

    run(test())


DEEP = f'{{"n": 1, "do": "command", "being": "vhor", "name": "move", "args": {{"to": {"[" * 600}{"]" * 600}}}}}'


@pytest.mark.parametrize("text", ["", "{", "[]", "5", '{"do": "chat"}', '{"n": 0, "do": "chat"}', '{"n": "1"}', DEEP])
def test_a_message_without_a_number_ends_the_session(text: str) -> None:
    async def test() -> None:
        async with served() as serving:
            link = await serving.found()
            async with serving.raw(link["table"], do="hello", token=link["token"]) as socket:
                assert (await said(socket))["is"] == "welcome"
                await socket.send(text)
                bye = await said(socket)
                assert (bye["is"], bye["then"]) == ("bye", "later")
                assert "expected" in bye["reason"]

    run(test())


def test_a_long_message_is_read_where_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    read_in: list[bool] = []

    def read(data: str) -> tuple[int, dict[str, Any]]:
        read_in.append(current_thread() is main_thread())
        return read_number(data)

    monkeypatch.setattr(socket_of_seat, "read_number", read)

    async def test() -> None:
        async with served() as serving, serving.at(await serving.found()) as mara:
            await mara.do("note", title="A short one", text="x")
            await mara.do("note", title="A long one", text="x" * limits.HEAVY)
        assert read_in == [True, False]

    run(test())


def test_a_message_that_comes_twice_is_done_once() -> None:
    async def test() -> None:
        async with served() as serving:
            link = await serving.found()
            async with serving.raw(link["table"], do="hello", token=link["token"]) as socket:
                for number in (1, 1, 2):
                    await socket.send(json.dumps({"n": number, "do": "chat", "words": f"number {number}"}))
                found = [await said(socket) for _ in range(5)]
                assert [message["n"] for message in found if message["is"] == "reply"] == [1, 2]
            assert [line.words for line in (await serving.truth(link)).chat] == ["number 1", "number 2"]

    run(test())


def test_each_role_has_its_rights_and_no_refusal_moves_another_seat() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann", "tahra")
            guest = await serving.seat(master, "Eve", role="spectator")
            async with serving.at(master) as mara, serving.at(player) as ann, serving.at(guest) as eve:
                await opened(serving, mara)
                await until(ann, lambda: ann.document["scene"] is not None and ann.document["seats"][eve.seat]["here"])
                await until(eve, lambda: eve.document["scene"] is not None)
                before = (await serving.truth(master)).number, eve.seq
                for refused in (
                    {"do": "undo"}, {"do": "gm", "name": "tell", "args": {"words": "I win"}},
                    {"do": "reseat", "seat": mara.seat, "removed": True}, {"do": "settings", "settings": {}},
                    {"do": "command", "actor": "kailani", "name": "end_turn"},
                    {"do": "command", "actor": "tahra", "name": "end_turn", "force": True},
                    {"do": "answer", "key": "no such question", "value": 1}, {"do": "see_as", "seat": mara.seat},
                ):  # fmt: skip
                    reply = await ann.send(refused)
                    assert not reply["ok"], refused
                    assert reply["refused"]["rule"] == "table", refused
                for refused in ({"do": "hold"}, {"do": "command", "actor": "tahra", "name": "end_turn"}):
                    with pytest.raises(Refused):
                        await eve.do(refused.pop("do"), **refused)
                assert ((await serving.truth(master)).number, eve.seq - 2) == before

    run(test())


def test_who_is_removed_is_told_so_and_cannot_come_back() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann")
            async with serving.at(master) as mara, serving.at(player) as ann:
                await mara.do("reseat", seat=ann.seat, removed=True)
                assert await why_gone(ann) == "this seat has been taken away"
            gone = await bye_of(serving, player["table"], do="hello", token=player["token"])
            assert gone == "this link opens no seat at the table"

    run(test())


def test_a_lost_link_is_void_when_another_is_made() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann")
            path = f"/api/tables/{master['table']}/seats/{player['seat']}/token"
            async with serving.at(player) as ann:
                new = await serving.ask("POST", path, master["token"])
                assert await why_gone(ann) == "this link is void"
            async with serving.at(new) as ann:
                assert ann.seat == player["seat"]
            assert "no seat" in await bye_of(serving, player["table"], do="hello", token=player["token"])

    run(test())


def test_what_is_too_large_closes_the_line_and_nobody_else_is_touched() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann")
            async with serving.at(master) as mara:
                async with serving.raw(player["table"], do="hello", token=player["token"]) as socket:
                    await said(socket)
                    await socket.send(json.dumps({"n": 1, "do": "chat", "words": "x" * (limits.MESSAGE + 1)}))
                    await socket.wait_closed()
                    assert socket.close_code == 1009
                assert await mara.do("chat", words="I am still here") is None

    run(test())


def test_who_sends_too_often_is_refused_and_at_last_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES", (60.0, 0.0))  # however long it takes

    async def test() -> None:
        async with served() as serving:
            link = await serving.found()
            async with serving.at(link) as client:
                async with asyncio.TaskGroup() as group:
                    sent = [group.create_task(client.send({"do": "release"})) for _ in range(90)]
                reasons = {task.result().get("refused", {}).get("reason") for task in sent}
                assert limits.TOO_OFTEN in reasons
                assert client.document["you"]["name"] == "Mara"
                more = [asyncio.create_task(client.send({"do": "release"})) for _ in range(200)]
                assert await why_gone(client) == limits.TOO_OFTEN
                await asyncio.gather(*more, return_exceptions=True)

    run(test())


def test_a_long_message_counts_as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES", (60.0, 0.0))

    async def test() -> None:
        async with served() as serving:
            link = await serving.found()
            async with serving.at(link) as client:
                long = {"do": "note", "title": "Long", "text": "x" * 99_000}
                replies = [await client.send(long) for _ in range(10)]
                assert [reply["ok"] for reply in replies] == [True] * 8 + [False] * 2
                assert (await client.send({"do": "chat", "words": "Short"}))["ok"]

    run(test())


def test_sockets_are_opened_only_so_often() -> None:
    async def test() -> None:
        async with served() as serving:
            link = await serving.found()
            now = 0.0
            serving.house.requests = limits.Buckets(2.0, 5.0, lambda: now)
            for _ in range(2):
                assert await bye_of(serving, link["table"], do="hello", token="nobody's")
            with pytest.raises(InvalidStatus):
                await bye_of(serving, link["table"], do="hello", token="nobody's")
            now = 0.25
            async with serving.at(link) as client:
                assert client.seat == link["seat"]

    run(test())


def test_what_takes_long_can_be_asked_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MESSAGES", (60.0, 0.0))  # however long one waits

    async def test() -> None:
        async with served() as serving:
            link = await serving.found()
            async with serving.at(link) as client:
                await opened(serving, client)
                replies = [await client.send({"do": "reach", "being": "tahra"}) for _ in range(25)]
                assert replies[0]["ok"]
                assert replies[-1]["refused"]["reason"] == limits.TOO_OFTEN

    run(test())


def test_a_muted_seat_says_nothing() -> None:
    async def test() -> None:
        async with served() as serving:
            master = await serving.found()
            player = await serving.seat(master, "Ann")
            async with serving.at(master) as mara, serving.at(player) as ann:
                await mara.do("reseat", seat=ann.seat, muted=True)
                with pytest.raises(Refused, match="this seat is muted"):
                    await ann.do("chat", words="But I")
                with pytest.raises(NotUnderstood):
                    await mara.do("chat", words="x" * 5000)

    run(test())
