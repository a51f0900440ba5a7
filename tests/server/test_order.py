"""Twenty clients send at once: there is one order, the same for all."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from ludex.client.client import Client
from ludex.server.keys import hashed
from tests.server.serving import run, served, until

CLIENTS = 20
EACH = 3


def test_all_who_send_at_once_see_one_order() -> None:
    async def test() -> None:
        async with served() as serving, AsyncExitStack() as lines:
            master = await serving.found()
            links = [await serving.seat(master, f"Player {number}") for number in range(1, CLIENTS)]
            gm = await lines.enter_async_context(serving.at(master))
            await gm.do("open_scene", scene=next(iter(gm.document["master"]["scenes"])))
            clients = [gm, *[await lines.enter_async_context(serving.at(link)) for link in links]]

            async def speak(client: Client, name: int) -> None:
                for number in range(EACH):
                    await client.do("chat", words=f"{name}: {number}")
                    if client is gm:
                        await client.do("gm", name="tell", args={"words": f"The wind turns {number}."})
                    else:
                        await client.do("note", title=f"{name}: {number}", text="", whose="shared")

            async with asyncio.TaskGroup() as group:
                for name, client in enumerate(clients):
                    _ = group.create_task(speak(client, name))
            whole = CLIENTS * EACH
            for client in clients:
                await until(client, lambda client=client: len(client.chat) == whole)
                await until(client, lambda client=client: len(client.document["notes"]) == whole - EACH)
                await until(client, lambda client=client: f"The wind turns {EACH - 1}." in str(client.lines[-1:]))
            order = [line["words"] for line in gm.chat]
            assert {words: [line["words"] for line in client.chat] for client in clients for words in ("chat",)} == {
                "chat": order
            }
            for name in range(CLIENTS):
                own = [words for words in order if words.startswith(f"{name}: ")]
                assert own == [f"{name}: {number}" for number in range(EACH)]
            one = clients[1]
            for client in clients[2:]:
                assert client.document["notes"] == one.document["notes"]
                assert list(client.document["notes"]) == list(one.document["notes"])
                assert client.lines == one.lines
            entries = serving.house.desk.store.entries(master["table"])
            assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
            assert [entry.body["words"] for entry in entries if entry.kind == "chat"] == order
            assert len([entry for entry in entries if entry.kind == "note"]) == whole - EACH
            assert (await serving.truth(master)).seat_of(hashed(master["token"])) is not None

    run(test())
