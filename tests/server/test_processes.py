"""Several server processes share a PostgreSQL store: one order, and each is told of what the others do."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from ludex.client.client import Client, Gone
from ludex.client.http import ask
from tests.server.one_server import processes
from tests.server.serving import run, until
from tests.table.postgres import Server
from tests.table.tables import SCENES

pytestmark = pytest.mark.slow


def founded(address: str) -> tuple[dict[str, str], dict[str, str]]:
    """A table with its game master and a player."""
    data = {"game": "bluebox", "title": "A table", "name": "Mara", "scenes": [{"ready": SCENES["bluebox"]}]}
    master = ask("POST", f"{address}/api/tables", data=data)
    seat = {"name": "Ann", "beings": ["tahra"]}
    return master, ask("POST", f"{address}/api/tables/{master['table']}/seats", master["token"], seat)


def test_what_is_done_at_one_process_is_told_at_the_other(postgres: Server) -> None:
    async def test(one: str, other: str) -> None:
        master, player = await asyncio.to_thread(founded, one)
        async with (
            Client.at(one, master["table"], master["token"]) as mara,
            Client.at(other, player["table"], player["token"]) as ann,
        ):
            await until(mara, lambda: mara.document["seats"][ann.seat]["here"])
            await mara.do("open_scene", scene=next(iter(mara.document["master"]["scenes"])))
            await until(ann, lambda: ann.document["scene"] is not None)
            await ann.do("chat", words="Here I am")
            await until(mara, lambda: mara.chat)
            assert mara.chat == ann.chat
            place = ann.document["board"]["cells"][0]
            await ann.do("ping", at=place)
            await until(mara, lambda: mara.pings)
            assert list(mara.pings) == list(ann.pings) == [{"is": "ping", "seat": ann.seat, "at": place}]
            await mara.do("reseat", seat=ann.seat, removed=True)
            with pytest.raises(Gone, match="this seat has been taken away"):
                await until(ann, lambda: False)

    with processes(postgres.fresh(), 2) as ((one, _), (other, _)):
        run(test(one, other))


def test_who_speaks_at_both_at_once_is_heard_in_one_order(postgres: Server) -> None:
    async def test(addresses: list[str]) -> None:
        master, player = await asyncio.to_thread(founded, addresses[0])
        async with AsyncExitStack() as lines:
            clients = [
                await lines.enter_async_context(Client.at(address, link["table"], link["token"]))
                for address in addresses
                for link in (master, player)
            ]

            async def speak(client: Client, name: int) -> None:
                for number in range(10):
                    await client.do("chat", words=f"{name}: {number}")

            async with asyncio.TaskGroup() as group:
                for name, client in enumerate(clients):
                    _ = group.create_task(speak(client, name))
            for client in clients:
                await until(client, lambda client=client: len(client.chat) == 10 * len(clients))
                assert client.chat == clients[0].chat
            for name in range(len(clients)):
                own = [line["words"] for line in clients[0].chat if line["words"].startswith(f"{name}: ")]
                assert own == [f"{name}: {number}" for number in range(10)]

    with processes(postgres.fresh(), 2) as found:
        run(test([address for address, _ in found]))


def test_lines_to_the_store_that_break_are_mended(postgres: Server) -> None:
    async def test(one: str, other: str) -> None:
        master, player = await asyncio.to_thread(founded, one)
        async with (
            Client.at(one, master["table"], master["token"]) as mara,
            Client.at(other, player["table"], player["token"]) as ann,
        ):
            await ann.do("chat", words="Before")
            await until(mara, lambda: len(mara.chat) == 1)
            await asyncio.to_thread(postgres.break_lines)
            await asyncio.to_thread(postgres.wait_for_listeners, 2)
            await said_at_last(ann, "After")
            await until(mara, lambda: len(mara.chat) >= 2)

    with processes(postgres.fresh(), 2) as ((one, _), (other, _)):
        run(test(one, other))


async def said_at_last(client: Client, words: str) -> None:
    """A first try may fail, and says so."""
    reply: dict[str, Any] = await client.send({"do": "chat", "words": words})
    if not reply["ok"]:
        assert "store" in reply["fault"]
        await client.do("chat", words=words)


def test_who_comes_back_to_another_process_sees_all_that_was_acknowledged(postgres: Server) -> None:
    async def test(found: Any) -> None:
        (one, child), (other, _) = found
        master, _ = await asyncio.to_thread(founded, one)
        client = Client(one, master["table"], master["token"], patience=0)
        await client.open()
        for number in range(5):
            await client.do("chat", words=f"number {number}")
        child.kill()
        await comes_back(client, one, other)
        assert [line["words"] for line in client.chat] == [f"number {number}" for number in range(5)]
        await client.close()

    with processes(postgres.fresh(), 2) as found:
        run(test(found))


async def comes_back(client: Client, one: str, other: str) -> None:
    """To another server, when the line to theirs is broken."""
    with pytest.raises(Gone):
        await until(client, lambda: False)
    client.address = client.address.replace(one.replace("http", "ws"), other.replace("http", "ws"))
    await client.open()


def test_seats_of_a_process_that_was_killed_are_empty_until_they_are_taken_elsewhere(postgres: Server) -> None:
    async def test(found: Any) -> None:
        (one, child), (other, _) = found
        master, player = await asyncio.to_thread(founded, one)
        ann = Client(one, player["table"], player["token"], patience=0)
        async with Client.at(other, master["table"], master["token"]) as mara:
            await ann.open()
            await mara.do("open_scene", scene=next(iter(mara.document["master"]["scenes"])))
            await until(ann, lambda: ann.document["scene"] is not None)
            await until(mara, lambda: mara.document["seats"][ann.seat]["here"])
            child.kill()
            await until(mara, lambda: not mara.document["seats"][ann.seat]["here"])
            await comes_back(ann, one, other)
            await until(mara, lambda: mara.document["seats"][ann.seat]["here"])
            assert ann.document["seats"][mara.seat]["here"]
            await ann.do("chat", words="I am back")
            await until(mara, lambda: mara.chat)
            await ann.close()

    with processes(postgres.fresh(), 2, around=0.5) as found:
        run(test(found))


def test_a_server_that_is_killed_and_started_again_has_all_that_was_acknowledged(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite"

    async def before(address: str, child: Any) -> tuple[dict[str, str], dict[str, Any]]:
        master, _ = await asyncio.to_thread(founded, address)
        async with Client.at(address, master["table"], master["token"]) as mara:
            await mara.do("open_scene", scene=next(iter(mara.document["master"]["scenes"])))
            await mara.do("chat", words="Kept")
            child.kill()
            return master, mara.document

    async def after(address: str, master: dict[str, str], document: dict[str, Any]) -> None:
        async with Client.at(address, master["table"], master["token"]) as mara:
            assert [line["words"] for line in mara.chat] == ["Kept"]
            for part in ("scene", "board", "beings", "turn", "waiting", "question", "offers", "dice"):
                assert mara.document[part] == document[part], part

    with processes(url, 1) as ((address, child),):
        master, document = run(before(address, child))
    with processes(url, 1) as ((address, _),):
        run(after(address, master, document))
