"""How many tables one server process bears: five seats each, one command a second at each table, and the time from
"sent" until all five seats have been told. The clients are a process of their own.

python -m bench.table --tables 200 --seconds 20 [--postgres | --database postgresql://…]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from ludex.client.http import ask
from ludex.table.document.changes import apply

SEATS = 5
GAMES = {
    "bluebox": "broken_causeway_patrol",
    "cloudbreaker": "wolves_on_the_causeway",
    "crawl": "kennel_gallery",
    "navyblue": "small_eyes_in_the_hold",
    "vitality": "night_market",
}


class Figures(NamedTuple):
    tables: int
    commands: int
    median: float  # milliseconds from sent to all told
    p95: float
    worst: float
    late: int  # commands that were not over after a second
    kilobytes: float  # of memory for each table
    busy: float  # share of a core


class Table:
    """A table with five lines, of which the game master's plays."""

    def __init__(self, links: list[dict[str, str]], address: str) -> None:
        self.links = links
        self.address = address.replace("http", "ws", 1) + f"/api/tables/{links[0]['table']}/socket"
        self.lines: list[ClientConnection] = []
        self.document: dict[str, Any] = {}
        self.number = 0
        self.heard = 0.0  # when anybody has heard something last
        self.taken: list[float] = []

    async def sit(self) -> None:
        for link in self.links:
            line = await connect(self.address, proxy=None, compression=None, max_size=None, ping_interval=None)
            await line.send(json.dumps({"do": "hello", "token": link["token"]}))
            welcome = json.loads(await line.recv())
            if not self.lines:
                self.document = welcome["document"]
            self.lines.append(line)
        await self.act({"do": "open_scene", "scene": next(iter(self.document["master"]["scenes"]))})

    async def act(self, message: dict[str, Any]) -> None:
        """Send a message of the game master; comes back when it was answered."""
        self.number += 1
        await self.lines[0].send(json.dumps({"n": self.number, **message}))
        while True:
            said = json.loads(await self.lines[0].recv())
            if said["is"] == "change":
                self.document = apply(self.document, said.get("changes", []))
            elif said.get("n") == self.number:
                if not said["ok"] and message.get("name") == "end_turn":  # what comes before the first turn
                    await self.act({**message, "name": "ready"})
                else:
                    assert said["ok"], (message, said)
                return

    def next(self) -> dict[str, Any]:
        """What is to be done: questions are answered as they are by default, and everybody ends the turn."""
        question = self.document["question"]
        if question is not None:
            value = question["default"] if question["default"] is not None else question["choices"][0]["value"]
            return {"do": "answer", "key": question["key"], "value": value}
        if self.document["waiting"]["for"] == "nobody":
            return {"do": "open_scene", "scene": next(iter(self.document["master"]["scenes"]))}
        return {"do": "command", "actor": self.document["turn"]["of"], "name": "end_turn"}

    async def play(self, start: float, until: float) -> None:
        """One command a second, each timed until the last of the seats has heard of it."""
        hearing = [asyncio.create_task(self.hear(line)) for line in self.lines[1:]]
        await asyncio.sleep(max(0.0, start - time.perf_counter()))
        while (sent := time.perf_counter()) < until:
            await self.act(self.next())
            self.heard = max(self.heard, time.perf_counter())
            await asyncio.sleep(max(0.0, sent + 1 - time.perf_counter()))
            self.taken.append(self.heard - sent)  # all that was heard in this second was this command's
        for task in hearing:
            task.cancel()

    async def hear(self, line: ClientConnection) -> None:
        async for _ in line:
            self.heard = time.perf_counter()


# ---------------------------------------------------------------- the server


@contextmanager
def server(database: str) -> Iterator[tuple[str, int]]:
    """A server process; gives its address and process id."""
    child = subprocess.Popen(
        [sys.executable, "-m", "bench.table", "--serve", database], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    try:
        yield child.stdout.readline().strip(), child.pid
    finally:
        child.terminate()
        child.wait(20)


def serve(database: str) -> None:
    from ludex.server import limits
    from ludex.server.http.asking import Settings
    from ludex.server.limits import Buckets
    from ludex.server.run.serve import address_of, listening, run

    Buckets.take = lambda self, who, amount=1.0: True  # type: ignore[method-assign]  # many tables of one address
    limits.GREETING = 60.0
    listener = listening("127.0.0.1", 0)
    print(address_of(listener), flush=True)
    run(Settings(database=database), listener)


def memory(process: int) -> float:
    """Kilobytes that a process has in memory."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def seconds_of(process: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


# ---------------------------------------------------------------- measuring


def found(address: str, game: str) -> Table:
    data = {"game": game, "title": "A table", "name": "Mara", "scenes": [{"ready": GAMES[game]}]}
    master = ask("POST", f"{address}/api/tables", data=data)
    links = [master]
    beings = [being["id"] for being in ask("GET", f"{address}/api/games/{game}/content/character")][: SEATS - 1]
    for being in beings:
        seat = {"name": being, "beings": [being]}
        links.append(ask("POST", f"{address}/api/tables/{master['table']}/seats", master["token"], seat))
    return Table(links, address)


async def measured(address: str, process: int, tables: int, seconds: float) -> Figures:
    await asyncio.to_thread(ask, "GET", f"{address}/api/games")
    before = memory(process)
    games = list(GAMES)
    made = [await asyncio.to_thread(found, address, games[number % len(games)]) for number in range(tables)]
    for table in made:
        await table.sit()
    start = time.perf_counter() + 2
    used = seconds_of(process)
    async with asyncio.TaskGroup() as group:
        for number, table in enumerate(made):
            first = start + number / tables
            _ = group.create_task(table.play(first, first + seconds))
    busy = (seconds_of(process) - used) / (time.perf_counter() - start)
    after = memory(process)
    taken = [1000 * each for table in made for each in table.taken]
    return Figures(
        tables, len(taken), median(taken), quantiles(taken, n=20)[-1], max(taken), sum(each > 1000 for each in taken),
        (after - before) / tables, busy,
    )  # fmt: skip


def measure(database: str, tables: int, seconds: float) -> Figures:
    with TemporaryDirectory() as folder, server(database or f"sqlite:///{folder}/tables.sqlite") as (address, process):
        return asyncio.run(measured(address, process, tables, seconds))


@contextmanager
def postgres() -> Iterator[Callable[[], str]]:
    """A PostgreSQL server that keeps what it confirms; gives databases in which nothing is."""
    from tests.table.postgres import Server

    found = Server(durable=True)
    try:
        yield found.fresh
    finally:
        found.stop()


def report(store: str, fresh: Callable[[], str], numbers: list[int], seconds: float) -> None:
    for tables in numbers:
        told = measure(fresh(), tables, seconds)
        print(
            f"{store}, {told.tables} tables of {SEATS} seats: {told.commands} commands, median {told.median:.1f} ms,"
            f" 95th percentile {told.p95:.1f} ms, worst {told.worst:.0f} ms, {told.late} late;"
            f" {told.kilobytes:.0f} kB a table, {100 * told.busy:.0f} % of a core",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 100, 200])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--database", default="", help="a PostgreSQL URL; SQLite in a new folder otherwise")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL server that is started for this")
    parser.add_argument("--serve", default="", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.serve)
        return
    with postgres() if chosen.postgres else nullcontext(lambda: chosen.database) as fresh:
        report("PostgreSQL" if chosen.postgres or chosen.database else "SQLite", fresh, chosen.tables, chosen.seconds)


if __name__ == "__main__":
    main()
