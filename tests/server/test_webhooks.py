"""The record of a table goes to a chat room: as a spectator may know it, where the operator allows it, and at nobody
else's cost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from ludex.core.kernel.ruling import BadInput
from ludex.server import webhooks
from ludex.server.webhooks import MOST_TEXT, MOST_WAITING, NotSent, Webhooks, address_of, allowed_hosts, body_of
from ludex.table.desk.webhook import RecordLine
from tests.server.serving import Serving, run, served, status
from tests.server.test_labs import begun
from tests.table.desks import until

OK = b"HTTP/1.1 204 No Content\r\n\r\n"
LINE = RecordLine("Tahra attacks", "A table", "deed")


class Room:
    """A chat room on this machine, which answers so and keeps what it was told."""

    def __init__(self, answer: bytes = OK) -> None:
        self.answer = answer
        self.heard: list[dict[str, Any]] = []
        self.asked = 0
        self.silent = asyncio.Event()  # set: it answers
        self.silent.set()
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?key=1"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        size = int(next(line.split(":")[1] for line in head.splitlines() if line.lower().startswith("content-length")))
        self.asked += 1
        self.heard.append({"head": head, **json.loads(await reader.readexactly(size))})
        await self.silent.wait()
        writer.write(self.answer)
        writer.close()

    @property
    def words(self) -> list[str]:
        return [one["text"] for one in self.heard]


@asynccontextmanager
async def chat_room(answer: bytes = OK) -> AsyncIterator[Room]:
    room = Room(answer)
    server = await asyncio.start_server(room.serve, "127.0.0.1", 0)
    room.port = server.sockets[0].getsockname()[1]
    try:
        yield room
    finally:
        room.silent.set()
        server.close()


async def say(serving: Serving, master: dict[str, str], *every: str) -> None:
    async with serving.at(master) as seat:
        for words in every:
            await seat.do("gm", name="tell", args={"words": words})


def test_each_line_of_the_record_is_posted_as_a_spectator_may_know_it() -> None:
    async def test() -> None:
        async with chat_room() as room, served(webhooks=frozenset({room.host})) as serving:
            master = await serving.found()
            path = f"/api/tables/{master['table']}/webhook"
            told = await serving.ask("PUT", path, master["token"], {"address": room.address})
            assert told["address"] == room.address
            assert room.heard[0]["kind"] == "begin"
            assert "POST /hook?key=1 HTTP/1.1" in room.heard[0]["head"]
            await begun(serving, master)
            await say(serving, master, "The tide comes in.")
            async with serving.at(master) as seat:
                await seat.do("gm", name="roll", args={"dice": "d6", "secret": True})
                await seat.do("chat", words="Did you see that?")
            await say(serving, master, "The tide goes out.")
            await until(lambda: room.words[-1] == "The tide goes out.")
            wren = await serving.seat(master, "Wren", role="spectator")
            async with serving.at(wren) as seat:
                read = [line["words"] for one in seat.lines for line in one["lines"]]
            assert room.words[1:] == read, "each once, in their order, and nothing that was rolled in secret"
            assert {one["table"] for one in room.heard} == {"A table"}
            assert {set(one) == {"head", "text", "table", "kind"} for one in room.heard} == {True}
            told = await serving.ask("GET", path, master["token"])
            assert (told["sent"], told["fault"]) == (len(read), "")
            await serving.ask("PUT", path, master["token"], {"address": ""})
            before = room.asked
            await say(serving, master, "Nobody hears this.")
            assert not serving.house.webhooks.of(master["table"]).waiting
            assert room.asked == before

    run(test())


def test_only_the_game_master_sets_it_and_only_to_hosts_that_are_allowed() -> None:
    async def test() -> None:
        async with chat_room() as room, chat_room() as other, served(webhooks=frozenset({room.host})) as serving:
            master = await serving.found()
            ann = await serving.seat(master, "Ann")
            path = f"/api/tables/{master['table']}/webhook"
            assert await status(serving.ask("PUT", path, ann["token"], {"address": room.address})) == 403
            assert await status(serving.ask("GET", path, ann["token"])) == 403
            wrong = [other.address, "http://169.254.169.254/latest", "file:///etc/passwd", "x" * 600]
            for address in wrong:
                assert await status(serving.ask("PUT", path, master["token"], {"address": address})) == 400, address
            assert not other.asked
            assert (await serving.ask("GET", path, master["token"]))["address"] == ""

    run(test())


def test_nothing_is_sent_unless_the_operator_allows_it() -> None:
    async def test() -> None:
        async with chat_room() as room, served() as serving:
            master = await serving.found()
            path = f"/api/tables/{master['table']}/webhook"
            assert await status(serving.ask("PUT", path, master["token"], {"address": room.address})) == 400
            assert (await serving.ask("GET", path, master["token"]))["hosts"] == []
            assert not room.asked

    run(test())


@pytest.mark.parametrize(
    "given",
    [
        "http://chat.example.org@evil.example/x", "http://evil.example/?chat.example.org", "//chat.example.org/x",
        "http://chat.example.org:22/", "http://chat.example.org.evil.example/", "https://chat.example.org:99999/",
    ],
)  # fmt: skip
def test_no_other_host_is_taken_for_one_that_is_allowed(given: str) -> None:
    with pytest.raises(BadInput):
        address_of(given, frozenset({"chat.example.org"}))


def test_a_host_stands_for_its_usual_port_and_another_is_named() -> None:
    allowed = allowed_hosts(["Chat.example.org", "10.0.0.7:8080"])
    assert address_of("https://chat.example.org/a?b=c", allowed) == ("https", "chat.example.org", 443, "/a?b=c")
    assert address_of("http://10.0.0.7:8080", allowed).path == "/"
    with pytest.raises(BadInput, match="--webhooks-to"):
        allowed_hosts(["http://chat.example.org"])


async def fault_of(answer: bytes) -> str:
    async with chat_room(answer) as room:
        sender = Webhooks(frozenset({room.host}))
        with pytest.raises(NotSent) as fault:
            await sender.post(room.address, LINE)
        return str(fault.value)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n", "not followed"),
        (b"HTTP/1.1 404 Not Found\r\n\r\n", "it answered 404"),
        (b"nonsense\r\n", "cannot be reached"),
        (b"x" * 100_000, "cannot be reached"),  # no more of it is read than a little
        (b"", "cannot be reached"),
    ],
)
def test_what_goes_wrong_is_told_in_plain_words(answer: bytes, words: str) -> None:
    assert words in run(fault_of(answer))


def test_a_room_that_does_not_answer_is_tried_a_few_times_then_rests_and_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(webhooks, "PAUSES", (0.0, 0.0))

    async def test() -> None:
        async with chat_room(b"HTTP/1.1 500 No\r\n\r\n") as bad, chat_room() as good:
            sender = Webhooks(frozenset({bad.host, good.host}))
            sender.put("one", bad.address, [LINE] * (MOST_WAITING + 50))
            sender.put("other", good.address, [LINE] * 3)
            await until(lambda: len(good.heard) == 3 and sender.of("one").fault != "")
            assert bad.asked == webhooks.TRIES
            assert "it answered 500" in sender.of("one").fault
            assert not sender.of("one").waiting, "what waits is lost"
            await sender.close()

    run(test())


def test_a_table_goes_on_while_its_room_is_silent() -> None:
    async def test() -> None:
        async with chat_room() as room, served(webhooks=frozenset({room.host})) as serving:
            master = await serving.found()
            path = f"/api/tables/{master['table']}/webhook"
            await serving.ask("PUT", path, master["token"], {"address": room.address})
            await begun(serving, master)
            box = serving.house.webhooks.of(master["table"])
            await until(lambda: box.task is not None and box.task.done())
            room.silent.clear()
            await say(serving, master, *[f"Line {number}" for number in range(5)])  # each is done before the next
            assert len([words for words in room.words if words.startswith("Line")]) <= 1
            room.silent.set()

    run(test())


def test_lines_and_outboxes_are_bounded() -> None:
    async def test() -> None:
        assert len(json.loads(body_of(LINE._replace(text="x" * 10_000)))["text"]) == MOST_TEXT
        async with chat_room() as room:
            room.silent.clear()
            sender = Webhooks(frozenset({room.host}))
            sender.put("one", room.address, [LINE] * 1_000)
            await until(lambda: room.asked == 1)
            assert len(sender.of("one").waiting) <= MOST_WAITING
            await sender.close()

    run(test())
