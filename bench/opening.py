"""How soon a long campaign is there, and a server with many tables: processor time until the first hello is answered,
and until all that has to be known of the tables is known; and how many bytes of snapshots that costs. Then the same of
a whole server, `ludex serve` on that store: seconds until it says that it is ready, and until each long campaign is
there over a socket; and until the page is there with the books of its lobby, on a new store.

python -m bench.opening --commands 10000 --tables 1000
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import func, select

import ludex.games.known  # noqa: F401  # registers the games
from ludex.client.client import Client
from ludex.client.http import ask
from ludex.core.kernel.procedure import GM
from ludex.server.keys import hashed
from ludex.server.run.serve import STORE_FILE
from ludex.table import doings
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.seating import HandOver
from ludex.table.campaign.settings import Set
from ludex.table.desk import store_shape as shape
from ludex.table.desk.desk import Desk
from ludex.table.desk.held import Held
from ludex.table.desk.store import Store
from ludex.table.desk.telling import Gone, News
from ludex.table.play.deciding import step
from ludex.table.play.mastering import Call
from ludex.table.play.pinging import Pointed

GAMES = {
    "bluebox": "broken_causeway_patrol",
    "cloudbreaker": "wolves_on_the_causeway",
    "crawl": "kennel_gallery",
    "navyblue": "small_eyes_in_the_hold",
    "vitality": "night_market",
}
TOKEN = "the token of mara"
KEY = hashed(TOKEN)
READY, THERE, LOBBY = 3.0, 0.3, 2.0  # seconds that are wanted


class Nobody:
    """Somebody who listens, and does nothing with it."""

    def told(self, news: News) -> None: ...

    def pointed(self, where: Pointed) -> None: ...

    def gone(self, gone: Gone) -> None: ...


def founded(store: Store, id: str, game: str) -> Held:
    store.create(id, doings.found(game, "A table", "Mara", KEY).take())
    return Held(id, store, Outside())


def do(held: Held, what: Doing) -> Any:
    return held.act(lambda table: table.do(master(table), what))


def master(table: Campaign) -> str:
    return next(iter(table.seats))


def one_scene(held: Held) -> None:
    """Something is done in a scene that does not end."""
    do(held, Call(name="roll", args={"dice": "2d6", "for": "the weather", "secret": False}))


def fights(held: Held) -> None:
    """Machines fight, and fight again when it is over."""
    if not held.act(step):
        do(held, OpenScene(scene=next(iter(held.loaded().scenes)), carry=False))


async def hello(store: Store, id: str) -> float:
    """Milliseconds of processor time until somebody who comes to a table that is not in memory knows all of it."""
    desk = Desk(store)
    began = time.process_time()
    await desk.sit(id, KEY, Nobody())
    taken = time.process_time() - began
    await desk.close()
    return 1000 * taken


async def start(store: Store) -> float:
    """Milliseconds of processor time until a desk has seen to all tables that want it."""
    began = time.process_time()
    desk = Desk(store)
    await desk.start()
    await asyncio.sleep(1)
    taken = time.process_time() - began
    await desk.close()
    return 1000 * taken


def sizes(store: Store, id: str) -> tuple[int, int, int]:
    """Bytes of the entries, the snapshots and the pages of a table."""
    columns = shape.entries.c.body, shape.snapshots.c.body, shape.pages.c.body
    found = []
    with store._engine.begin() as connection:
        for column in columns:
            own = column.table.c.of_table == id
            found.append(connection.execute(select(func.sum(func.length(column))).where(own)).scalar() or 0)
    return found[0], found[1], found[2]


def report(store: Store, game: str, what: Callable[[Held], None], commands: int) -> None:
    """Of a table at which so much has been done, and of one at which a tenth of it has."""
    id = what.__name__
    held = founded(store, id, game)
    scene = do(held, Prepare(ready=GAMES[game]))["scene"]
    for who in (*held.loaded().game.sides, GM):
        do(held, HandOver(who=who, policy="simple"))
    do(held, OpenScene(scene=scene, begin=what is fights))
    done = 0
    for most in (commands // 10, commands):
        while done < most:
            what(held)
            done += 1
        taken = min(asyncio.run(hello(store, id)) for _ in range(3))
        entries, snapshots, pages = sizes(store, id)
        print(
            f"{game}, {id.replace('_', ' ')}, {done} commands: there in {taken:.0f} ms; {entries / 1000:.0f} kB of"
            f" entries, {snapshots / 1000:.0f} kB of snapshots, {pages / 1000:.0f} kB of pages",
            flush=True,
        )


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """`ludex serve` as whoever runs it starts it; gives its address."""
    command = [sys.executable, "-m", "ludex.cli.main", "serve", "--data", str(folder)]
    command += ["--port", "0", "--log-level", "warning"]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    try:
        found = re.fullmatch(r"Ludex is at (http://\S+)\n", child.stdout.readline())
        assert found is not None, "the server does not start"
        yield found[1]
    finally:
        child.terminate()
        child.wait()


def first_page(folder: Path) -> None:
    """A server that starts, and one that starts again: until the page is there, and all books of its lobby."""
    for which in ("that starts for the first time", "that starts again"):
        began = time.perf_counter()
        with serving(folder) as address:
            assert ask("GET", f"{address}/")
            page = time.perf_counter() - began
            assert ask("GET", f"{address}/api/games")
            told(f"the page of a server {which}", page, LOBBY)
            told(f"the books in the lobby of a server {which}", time.perf_counter() - began, LOBBY)


def whole_server(folder: Path, tables: list[str]) -> None:
    """A server on a store that is there, and its first guests."""
    began = time.perf_counter()
    with serving(folder) as address:
        assert ask("GET", f"{address}/api/health")["ready"]  # it listens already, and answers when it is ready
        told("a whole server is ready", time.perf_counter() - began, READY)
        for table in tables:
            began = time.perf_counter()
            asyncio.run(at_table(address, table))
            told(f"there is {table.replace('_', ' ')}, over a socket", time.perf_counter() - began, THERE)


async def at_table(address: str, table: str) -> None:
    async with Client.at(address, table, TOKEN) as seat:
        assert seat.document["scene"] is not None


def told(what: str, seconds: float, wanted: float) -> None:
    print(f"{what}: {seconds * 1000:.0f} ms{'' if seconds < wanted else '   too slow'}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=1_000)
    parser.add_argument("--game", choices=list(GAMES), default="bluebox")
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / STORE_FILE}")
        store.migrate()
        report(store, chosen.game, one_scene, chosen.commands)
        report(store, chosen.game, fights, chosen.commands)
        for number in range(chosen.tables):
            do(founded(store, f"table {number}", chosen.game), Set(settings={"pause": 1.0}))
        taken = asyncio.run(start(store))
        print(f"{chosen.tables} tables, all of which have settled something: started in {taken:.0f} ms")
        store.close()
        first_page(Path(folder) / "new")
        whole_server(Path(folder), [one_scene.__name__, fights.__name__])


if __name__ == "__main__":
    main()
