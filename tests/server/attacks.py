"""Attacks on a server, each by a client of its own on this machine, and what must hold meanwhile: at another table
somebody is answered before the attack has ended.

An attack is a function of the server and its size; it is done small in the tests, large by
python -m tests.server.attacks --size 20, and measured by bench/attacked.py.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import sys
import zipfile
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from random import Random
from typing import Any, NamedTuple

from websockets.exceptions import WebSocketException

from ludex.client.client import Gone
from ludex.client.http import Answer
from tests.server.serving import PNG, Reached, Serving, served, upload
from tests.table.bombs import peak

Attack = Callable[[Reached, int], Coroutine[Any, Any, None]]
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
ATTACKS: dict[str, Attack] = {}
MOST_MEMORY = 300_000_000  # bytes that the process may grow by
MOST_DISK = 2_000_000  # bytes that are left of an attack in the store
DEEP = "[" * 600 + "]" * 600


def attack(run: Attack) -> Attack:
    ATTACKS[run.__name__] = run
    return run


# ---------------------------------------------------------------- lines that say nothing


async def lines(serving: Reached, how_many: int, said: bytes) -> list[Line]:
    """Lines on which this is said and nothing more."""
    host, _, port = serving.address.removeprefix("http://").rpartition(":")
    found = []
    for _ in range(how_many):
        with suppress(OSError):
            line = await asyncio.open_connection(host, int(port))
            line[1].write(said)
            found.append(line)
    return found


async def hold(serving: Reached, how_many: int, said: bytes) -> None:
    """Lines that stay for a while."""
    there = await lines(serving, how_many, said)
    await asyncio.sleep(0.5)
    for _, writer in there:
        writer.close()


@attack
async def silent_lines(serving: Reached, size: int) -> None:
    await hold(serving, 200 * size, b"")


@attack
async def half_a_header(serving: Reached, size: int) -> None:
    await hold(serving, 200 * size, b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-More: ")


@attack
async def half_a_body(serving: Reached, size: int) -> None:
    head = "POST /api/knock HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Content-Length: 1000"
    await hold(serving, 200 * size, "\r\n".join((*head, "", "{")).encode())


@attack
async def sockets_without_hello(serving: Reached, size: int) -> None:
    master = await serving.found()
    async with AsyncExitStack() as stack:
        for _ in range(60 * size):
            with suppress(WebSocketException, OSError):
                await stack.enter_async_context(serving.raw(master["table"]))


@attack
async def sockets_on_one_ticket(serving: Reached, size: int) -> None:
    master = await serving.found()
    code = await serving.ask("POST", f"/api/tables/{master['table']}/door", master["token"], {})
    ticket = await serving.ask("POST", "/api/knock", data={"code": code["code"], "name": "Eve"})
    async with AsyncExitStack() as stack:
        for _ in range(60 * size):
            with suppress(WebSocketException, OSError):
                await stack.enter_async_context(serving.raw(ticket["table"], do="hello", token=ticket["token"]))


@attack
async def long_first_messages(serving: Reached, size: int) -> None:
    """Whoever has no seat says hello with a token of lists without an end."""
    master = await serving.found()
    hello = f'{{"do":"hello","token":[{"[]," * 150_000}0]}}'
    for _ in range(20 * size):
        with suppress(WebSocketException, OSError):
            async with serving.raw(master["table"]) as socket:
                await socket.send(hello)
                await socket.recv()


@attack
async def pings_without_end(serving: Reached, size: int) -> None:
    master = await serving.found()
    for _ in range(5 * size):
        with suppress(WebSocketException, OSError):
            async with serving.raw(master["table"]) as socket:
                for _ in range(5_000):
                    _ = await socket.ping()


@attack
async def a_body_in_crumbs(serving: Reached, size: int) -> None:
    head = "POST /api/knock HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Transfer-Encoding: chunked"
    await hold(serving, 10 * size, "\r\n".join((*head, "", "")).encode() + b"1\r\nx\r\n" * 40_000)


@attack
async def answers_that_nobody_reads(serving: Reached, size: int) -> None:
    """The game master has a large picture, and asks for it without ever reading it."""
    master = await serving.found()
    path = f"/api/tables/{master['table']}/pictures"
    picture = await upload(serving, path, master["token"], PNG + b"x" * 1_500_000)
    asked = f"GET {path}/{picture['picture']} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {master['token']}"
    await hold(serving, 50 * size, "\r\n".join((*asked, "", "")).encode())
    async with serving.at(master) as mara:
        await mara.do("drop_picture", **picture)


@attack
async def a_pack_taken_home_by_many(serving: Reached, size: int) -> None:
    """A maker asks for a large pack on many lines, which have nothing to do but to wait for it."""
    maker = await serving.ask("POST", "/api/makers", "", {"name": "Eve"})
    pack = await serving.ask("POST", "/api/packs", maker["token"], {"id": "big", "title": "Big", "game": "bluebox"})
    path = f"/api/packs/{pack['pack']}"
    for number in range(2):
        picture = PNG + Random(number).randbytes(1_500_000)
        await upload(serving, f"{path}/pictures", maker["token"], picture, name=f"{number}.png")
    asked = f"GET {path}/file HTTP/1.1", "Host: localhost", f"Authorization: Bearer {maker['token']}"
    await hold(serving, 10 * size, "\r\n".join((*asked, "", "")).encode())
    await serving.ask("DELETE", path, maker["token"])


@attack
async def a_large_table_told_again_and_again(serving: Reached, size: int) -> None:
    """Somebody comes to a table with long notes, and goes, and comes again."""
    master = await serving.found()
    async with serving.at(master) as mara:
        for _ in range(5):
            await mara.do("note", title="Long", text="x" * 99_000)
    for _ in range(10 * size):
        with suppress(WebSocketException, OSError):
            async with serving.raw(master["table"], do="hello", token=master["token"]) as socket:
                await socket.recv()


# ---------------------------------------------------------------- what somebody at a table sends


@attack
async def one_message_again_and_again(serving: Reached, size: int) -> None:
    """By one number, so that it is never answered."""
    master = await serving.found()
    lists = f'{{"do":"chat","n":1,"words":[{"[]," * 150_000}0]}}'
    for _ in range(5 * size):
        with suppress(WebSocketException, OSError):
            async with serving.raw(master["table"], do="hello", token=master["token"]) as socket:
                for _ in range(20):
                    await socket.send(lists)


@attack
async def a_dear_look(serving: Reached, size: int) -> None:
    """A player asks for the dearest odds that there are in a scene of ours, as often as they are answered."""
    master = await serving.found("cloudbreaker")
    player = await serving.seat(master, "Eve", "pip")
    odds = {"do": "odds", "actor": "pip", "name": "move", "args": {"to": "far_bank"}, "provoked": True}
    async with serving.at(master) as mara, serving.at(player) as eve:
        await mara.do("open_scene", scene=next(iter(mara.document["master"]["scenes"])))
        with suppress(Gone):  # too many messages
            for _ in range(10 * size):
                await eve.send(odds)


@attack
async def machines_that_think(serving: Reached, size: int) -> None:
    """At some tables machines play against each other, and look ahead as long as they may."""
    async with AsyncExitStack() as stack:
        for _ in range(size):
            mara = await stack.enter_async_context(serving.at(await serving.found(settings={"pause": 0.0})))
            for who in ("party", "foes", "gm"):
                await mara.do("hand_over", who=who, policy="search")
            await mara.do("open_scene", scene=next(iter(mara.document["master"]["scenes"])))
        await asyncio.sleep(0.6 * size)


@attack
async def labs_again_and_again(serving: Reached, size: int) -> None:
    """A player starts one simulation after another, and listens to none of them."""
    master = await serving.found(settings={"lab": True})
    player = await serving.seat(master, "Eve", "tahra")
    async with serving.at(master) as mara:
        await mara.do("open_scene", scene=next(iter(mara.document["master"]["scenes"])))
    body = json.dumps({"fights": 10_000})
    head = (
        f"POST /api/tables/{master['table']}/lab HTTP/1.1", "Host: localhost", "Content-Type: application/json",
        f"Authorization: Bearer {player['token']}", f"Content-Length: {len(body)}",
    )  # fmt: skip
    for _ in range(3 * size):
        await hold(serving, 4, "\r\n".join((*head, "", body)).encode())


@attack
async def a_note_written_anew(serving: Reached, size: int) -> None:
    """A spectator rewrites one note, as fast as it is answered."""
    master = await serving.found()
    guest = await serving.seat(master, "Eve", role="spectator")
    async with serving.at(guest) as eve:
        note = (await eve.do("note", title="Mine", text="x"))["note"]
        with suppress(Gone):  # too many messages
            for _ in range(40 * size):
                await eve.send({"do": "note", "id": note, "title": "Mine", "text": "x" * 100_000})


@attack
async def arguments_nested_deep(serving: Reached, size: int) -> None:
    master = await serving.found()
    for _ in range(20 * size):
        with suppress(WebSocketException, OSError):  # too many sockets
            async with serving.raw(master["table"], do="hello", token=master["token"]) as socket:
                await socket.recv()
                await socket.send(f'{{"do":"command","n":1,"actor":"x","name":"move","args":{{"to":{DEEP}}}}}')
                while json.loads(await socket.recv())["is"] not in ("reply", "bye"):
                    pass


@attack
async def dear_pages(serving: Reached, size: int) -> None:
    words = "+".join(f"word{n}" for n in range(66))
    for _ in range(100 * size):
        for path in ("/api/protocol", f"/api/games/crawl/search?words={words}"):
            with suppress(Answer):
                await serving.ask("GET", path)


@attack
async def a_file_of_many_dots(serving: Reached, size: int) -> None:
    master = await serving.found()
    player = await serving.seat(master, "Ann")
    for _ in range(3 * size):
        with suppress(Answer):
            toml = "a" + ".a" * 60_000 + " = 1"
            await serving.ask("POST", f"/api/tables/{player['table']}/characters", player["token"], {"toml": toml})


# ---------------------------------------------------------------- files


def bomb(size: int) -> bytes:
    """A small file in which there is much: a table with chat without an end."""
    first = {"number": 1, "at": 0.0, "by": "", "kind": "founded", "body": {"title": "A bomb", "game": "bluebox"}}
    last = 40_000 * size
    told = {"ludex_table": 1, "game": "bluebox", "title": "A bomb", "rules": 1, "entries": last}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("table.json", json.dumps(told))
        with file.open("entries.jsonl", "w") as entries:
            entries.write(json.dumps(first).encode() + b"\n")
            for n in range(2, last + 1):
                said = {"number": n, "at": 0.0, "by": "", "kind": "chat", "body": {"words": "x" * 900}}
                entries.write(json.dumps(said).encode() + b"\n")
    return out.getvalue()


@attack
async def a_file_that_unpacks_to_much(serving: Reached, size: int) -> None:
    data = await asyncio.to_thread(bomb, min(size, 5))
    with suppress(Answer):
        await upload(serving, "/api/tables/import", "", data, "application/zip", name="Mara")


# ---------------------------------------------------------------- another table meanwhile


async def under(serving: Reached, attack: Attack, size: int, told: Callable[[float], Any] = lambda took: None) -> int:
    """Somebody at another table asks something again and again while the server is attacked; gives how often they were
    answered before the attack had ended."""
    loop = asyncio.get_running_loop()
    other = await serving.found(title="Another table")
    async with serving.at(other) as client:
        attacking = asyncio.create_task(attack(serving, size))
        answered = 0
        while not attacking.done():
            began = loop.time()
            reply = await client.send({"do": "log", "most": 1})
            if not attacking.done():
                assert reply["ok"], reply
                answered += 1
                told(loop.time() - began)
            await asyncio.sleep(0.06)
        await attacking
        assert (await client.send({"do": "chat", "words": "We are still here"}))["ok"]
    return answered


class Withstood(NamedTuple):
    """What came of an attack: how often somebody at another table was answered meanwhile, and by how many bytes memory
    and store have grown."""

    answered: int
    memory: int
    disk: int


async def withstood(serving: Serving, name: str, size: int) -> Withstood:
    memory, disk = peak(), await stored(serving)
    answered = await under(serving, ATTACKS[name], size)
    return Withstood(answered, peak() - memory, await stored(serving) - disk)


async def stored(serving: Serving) -> int:
    """Bytes of all tables."""
    store = serving.house.desk.store

    def all_of() -> int:
        return sum(sum(store.brought(head.id).values()) for head in store.tables())

    return await asyncio.to_thread(all_of)


def main(size: int) -> None:
    async def one(name: str) -> Withstood:
        async with served(by_rate=True) as serving:
            return await withstood(serving, name, size)

    for name in ATTACKS:
        found = asyncio.run(one(name))
        print(f"{name}: answered {found.answered} times, memory {found.memory:,}, disk {found.disk:,}", flush=True)
        assert found.answered, name
        assert found.memory < MOST_MEMORY, name
        assert found.disk < MOST_DISK, name


def at_a_word(address: str, name: str, size: int) -> None:
    """One attack on a server elsewhere, when a line comes in."""
    print("ready", flush=True)
    sys.stdin.readline()
    asyncio.run(ATTACKS[name](Reached(address), size))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=10)
    parser.add_argument("--at", nargs=2, metavar=("ADDRESS", "ATTACK"))
    given = parser.parse_args()
    if given.at:
        at_a_word(given.at[0], given.at[1], given.size)
    else:
        main(given.size)
