"""Killed under load, again and again: nothing acknowledged is lost, nothing doubled, and every table stands as it did.

`python -m tests.table.crash --times 200` on SQLite and on PostgreSQL; `--times 1 --seed N` for one. A child process
plays at several tables and says on its output what it has been told is done; it is killed in the middle of it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from io import TextIOWrapper
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table import doings
from ludex.table.campaign import snapshot
from ludex.table.campaign.notes import Say
from ludex.table.desk import opening
from ludex.table.desk.desk import Desk
from ludex.table.desk.store import Store
from tests.table.desks import FREE, GM, a_table, by_luck, folded, last, listen, opened, stands
from tests.table.postgres import Missing, Server
from tests.table.tables import SCENES
from tests.typed import beside

MOST_ROUNDS = 25  # at the same tables; then there are new ones
LONGEST = 0.8  # seconds from the first word of a child to its end
SAYING = 3  # who talk at each table, while one plays and the machine plays the foes


class Told(msgspec.Struct, frozen=True):
    """What a child says: something is said, or this is how a table stands."""

    table: str
    said: str = ""
    stands: tuple[int, str, str, str] | None = None


# ---------------------------------------------------------------- the child


async def load(url: str, seed: int) -> None:
    """Play and talk at all tables of a store without end, with many snapshots."""
    snapshot.EVERY = 7
    desk = Desk(opened(url), quota=FREE)
    await desk.start()
    tables = [head.id for head in desk.store.tables()]
    for table in tables:
        await listen(desk, table)
    talking = [talk(desk, table, f"{seed} {table} {who}") for table in tables for who in range(SAYING)]
    await asyncio.gather(*talking, *(play(desk, table, Random(f"{seed} {table}")) for table in tables))


async def talk(desk: Desk, table: str, who: str) -> None:
    number = 0
    while True:
        number += 1
        await desk.do(table, GM, Say(words=f"{who} {number}"))
        say(Told(table, said=f"{who} {number}"))


async def play(desk: Desk, table: str, luck: Random) -> None:
    while True:
        what = await desk.read(table, GM, lambda campaign, seat: by_luck(campaign, luck))
        try:
            if what is not None:
                await desk.do(table, GM, what)
        except (Refused, BadInput):  # the machine was faster
            await asyncio.sleep(0)
        now = await desk.read(table, GM, stands)
        say(Told(table, stands=tuple(now)))


def say(told: Told) -> None:
    os.write(1, msgspec.json.encode(told) + b"\n")


# ---------------------------------------------------------------- who kills it


class Round(NamedTuple):
    said: int
    played: int
    asked: int  # tables at which a question was open


def crash(url: str, seed: int) -> Round:
    """Let a child play at the tables of a store, kill it, and see that all it was told is there."""
    luck = Random(seed)
    with beside(lambda: asyncio.run(load(url, seed))) as child:
        assert isinstance(child.stdout, TextIOWrapper)
        out = child.stdout.buffer
        first = out.readline()
        end = time.monotonic() + luck.uniform(0, LONGEST)
        told = [first]
        os.set_blocking(out.fileno(), False)
        while time.monotonic() < end:
            told.append(out.read() or b"")
            time.sleep(0.001)
        assert child.poll() is None, f"with {seed}: the child has ended by itself"
        child.send_signal(signal.SIGKILL)
        os.set_blocking(out.fileno(), True)
        told.append(out.read())
    lines = b"".join(told).split(b"\n")[:-1]  # the last one may not be whole
    return check(url, [msgspec.json.decode(line, type=Told) for line in lines], seed)


def check(url: str, told: list[Told], seed: int) -> Round:
    store = opened(url)
    asked = 0
    try:
        for head in store.tables():
            asked += check_table(store, head.id, [each for each in told if each.table == head.id], seed)
    finally:
        store.close()
    return Round(sum(bool(each.said) for each in told), sum(each.stands is not None for each in told), asked)


def check_table(store: Store, table: str, told: list[Told], seed: int) -> bool:
    """Tells whether a question was open in between."""
    where = f"with {seed}, table {table}"
    entries = store.entries(table)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1)), where
    assert last(store, table) == len(entries), where
    said = [entry.body["words"] for entry in entries if entry.kind == "chat"]
    assert len(said) == len(set(said)), f"{where}: something is doubled"
    lost = {each.said for each in told if each.said} - set(said)
    assert not lost, f"{where}: lost {sorted(lost)}"
    stood = [each.stands for each in told if each.stands is not None]
    asked = [each for each in stood if each[3]]
    for one in {*stood[-1:], *asked[-1:]}:
        assert one[0] <= len(entries), f"{where}: lost what came before entry {one[0]}"
        assert stands(folded(store, table, one[0])) == list(one), f"{where}: it does not stand as it did"
    whole = folded(store, table)
    number = whole.number
    doings.wake(whole)
    assert whole.number == number, f"{where}: it could not be played again to its end"
    assert stands(opening.opened(store, table)) == stands(whole), f"{where}: its snapshot does not stand as it does"
    return bool(asked)


async def found(url: str, games: list[str]) -> None:
    """Tables at which machines play the foes."""
    desk = Desk(opened(url), quota=FREE)
    for game in games:
        await a_table(desk, game, policy="random")
    await desk.close()
    desk.store.close()


def crashes(urls: Any, times: int, seed: int) -> list[Round]:
    """So many times. `urls` gives a store in which nothing is yet, whenever it is called."""
    rounds: list[Round] = []
    url = ""
    for number in range(times):
        if number % MOST_ROUNDS == 0:
            url = urls()
            asyncio.run(found(url, list(SCENES)[(number // MOST_ROUNDS) % 2 :: 2]))
        rounds.append(crash(url, seed + number))
    return rounds


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=200, help="on each kind of store")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # no server is left behind
    with tempfile.TemporaryDirectory() as folder:
        numbers = iter(range(given.times))
        report("SQLite", crashes(lambda: f"sqlite:///{Path(folder) / str(next(numbers))}", given.times, given.seed))
    try:
        server = Server()
    except Missing as why:
        print(why, file=sys.stderr)
        return 1
    try:
        report("PostgreSQL", crashes(server.fresh, given.times, given.seed))
    finally:
        server.stop()
    return 0


def report(name: str, rounds: list[Round]) -> None:
    said, played, asked = (sum(column) for column in zip(*rounds, strict=True))
    print(f"{name}: killed {len(rounds)} times; {said} lines and {played} plays were told, and all are there; ", end="")
    print(f"{asked} times a question was open, and is so again")


if __name__ == "__main__":
    sys.exit(main())
