"""How many tables a server bears: five seats each, one command a second at each table, and the time from "sent" until
all five seats have been told. What is done is rehearsed and written down beforehand, and plays real fights of all five
games; who plays is a process of its own, which does not look into what it is told. Before that, what a command takes in
process, by part (`bench.parts`).

python -m bench.table --tables 100 --seconds 20 [--workers 2] [--postgres | --database postgresql://…]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import urlsplit

from bench import parts
from bench.evening import GAMES, SEATS, Said, evening, founded, token
from bench.lines import Line, frame
from ludex.client.http import ask
from ludex.table.desk.store import Store

NOT_YET = 2.0  # seconds that are counted where a command was not over when the next was said
PATIENCE = 120.0  # seconds in which a server must have begun
WARM = 5  # messages at each table before anything is measured,
APART = 20  # and up to so many more, so that tables of one game do not all do the dear things at once
PLAYED = f"{SEATS} seats each, one command a second at each table"


class Figures(NamedTuple):
    commands: int
    median: float  # milliseconds from sent to all told
    p95: float
    worst: float
    late: int  # commands that were not over after a second
    refused: int  # of which there must be none
    kilobytes: float  # of memory for each table
    busy: float  # share of a core that the server took
    each: float  # milliseconds of the server's processor time for a command


class Table:
    """A table with five lines."""

    def __init__(self, name: str, said: Sequence[tuple[int, bytes]], address: str) -> None:
        self.name = name
        self._said = iter(said)
        where = urlsplit(address)
        self._at = where.hostname or "", where.port or 0, f"/api/tables/{name}/socket"
        self.lines: list[Line] = []
        self.taken: list[float] = []
        self._last: Line | None = None  # on which something was said last
        self._answered: Counter[Line] = Counter()  # replies that must have come on each

    async def sit(self) -> None:
        for seat in range(SEATS):
            line = await Line.to(*self._at)
            line.send(frame(json.dumps({"do": "hello", "token": token(self.name, seat)}).encode()))
            await line.until(1)
            self.lines.append(line)

    async def play(self, start: float, messages: int) -> None:
        """One message a second, each timed until the last of the seats has heard of it; none before the one before it
        was answered, by which it is late."""
        for number in range(messages):
            await asyncio.sleep(max(0.0, start + number - time.perf_counter()))
            seat, message = next(self._said)
            if self._last is not None:
                await self._last.until(replies=self._answered[self._last])
            sent = time.perf_counter()
            self._last = self.lines[seat]
            self._answered[self._last] += 1
            self._last.send(message)
            await asyncio.sleep(max(0.0, start + number + 1 - time.perf_counter()))
            heard = max(line.heard for line in self.lines) - sent  # in this second nothing else was said
            self.taken.append(heard if heard > 0 else NOT_YET)

    def close(self) -> None:
        for line in self.lines:
            line.close()


# ---------------------------------------------------------------- the server


@contextmanager
def server(database: str, workers: int = 1) -> Iterator[tuple[str, int]]:
    """A server process; gives its address and process id."""
    child = subprocess.Popen(
        [sys.executable, "-m", "bench.table", "--serve", database, "--workers", str(workers)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    try:
        yield child.stdout.readline().strip(), child.pid
    finally:
        child.terminate()
        child.wait(20)


def serve(database: str, workers: int) -> None:
    from ludex.server import limits
    from ludex.server.http.asking import Settings
    from ludex.server.limits import Buckets
    from ludex.server.run.serve import address_of, listening, run
    from ludex.server.run.workers import run_all

    Buckets.take = lambda self, who, amount=1.0: True  # type: ignore[method-assign]  # many tables of one address
    limits.GREETING = 60.0
    limits.SOCKETS = limits.LINES
    listener = listening("127.0.0.1", 0)
    print(address_of(listener), flush=True)
    if workers == 1:
        run(Settings(database=database), listener)
    else:
        run_all(Settings(database=database), listener, workers)


def all_of(process: int) -> list[int]:
    """A process and those that it has begun."""
    begun = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(each for child in begun for each in all_of(int(child)))]


def memory(process: int) -> float:
    """Kilobytes that a process and its own have in memory."""
    lines = [line for each in all_of(process) for line in Path(f"/proc/{each}/status").read_text().splitlines()]
    return sum(float(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def seconds_of(process: int) -> float:
    """Processor time that a process and its own have used."""
    told = [Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split() for each in all_of(process)]
    return sum(int(fields[11]) + int(fields[12]) for fields in told) / 100


# ---------------------------------------------------------------- measuring


def rehearsed(messages: int) -> dict[str, list[Said]]:
    """What is said at a table of each game. Of one game they all play the same, each with its own name."""
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/rehearsed.sqlite")
        store.migrate()
        found = {game: list(evening(founded(store, game, game), messages)) for game in GAMES}
        store.close()
    return found


def laid(database: str, tables: int) -> list[tuple[str, str]]:
    """Tables in a store, by name and game."""
    store = Store(database)
    store.migrate()
    found = [(f"table{number}", GAMES[number % len(GAMES)]) for number in range(tables)]
    for name, game in found:
        founded(store, name, game)
    store.close()
    return found


def ready(address: str) -> None:
    """Comes back when the server has read all that it needs; on a busy machine that takes its time."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            ask("GET", f"{address}/api/games")
            return
        except OSError:
            if time.monotonic() > until:
                raise


async def measured(address: str, process: int, tables: list[Table], seconds: int) -> Figures:
    await asyncio.to_thread(ready, address)
    before = memory(process)
    for table in tables:
        await table.sit()
    start = time.perf_counter() + 1
    await asyncio.gather(*(table.play(start + n / len(tables), _before(n)) for n, table in enumerate(tables)))
    for table in tables:
        table.taken.clear()
    used, start = seconds_of(process), time.perf_counter() + 0.1
    await asyncio.gather(*(table.play(start + n / len(tables), seconds) for n, table in enumerate(tables)))
    taken_by_server = seconds_of(process) - used
    busy = taken_by_server / (time.perf_counter() - start)
    kilobytes = (memory(process) - before) / len(tables)
    for table in tables:
        table.close()
    taken = [1000 * each for table in tables for each in table.taken]
    refused = sum(line.refused for table in tables for line in table.lines)
    return Figures(
        len(taken), median(taken), quantiles(taken, n=20)[-1], max(taken), sum(each > 1000 for each in taken), refused,
        kilobytes, busy, 1000 * taken_by_server / len(taken),
    )  # fmt: skip


def _before(table: int) -> int:
    """What is said at a table before anything is measured."""
    return WARM + table // len(GAMES) % APART


def measure(database: str, tables: int, seconds: int, workers: int, said: dict[str, list[Said]]) -> Figures:
    framed = {game: [(one.seat, frame(one.message)) for one in all_said] for game, all_said in said.items()}
    with TemporaryDirectory() as folder:
        database = database or f"sqlite:///{folder}/tables.sqlite"
        names = laid(database, tables)
        with server(database, workers) as (address, process):
            at = [Table(name, framed[game], address) for name, game in names]
            return asyncio.run(measured(address, process, at, seconds))


@contextmanager
def postgres() -> Iterator[Callable[[], str]]:
    """A PostgreSQL server that keeps what it confirms; gives databases in which nothing is."""
    from tests.table.postgres import Server

    found = Server(durable=True)
    try:
        yield found.fresh
    finally:
        found.stop()


def report(store: str, fresh: Callable[[], str], numbers: list[int], seconds: int, workers: int) -> None:
    said = rehearsed(WARM + APART + seconds)
    for tables in numbers:
        told = measure(fresh(), tables, seconds, workers, said)
        print(
            f"{store}, {workers} process{'es' if workers > 1 else ''}, {tables} tables, {PLAYED}: {told.commands}"
            f" commands, median {told.median:.1f} ms, 95th percentile {told.p95:.1f} ms, worst {told.worst:.0f} ms,"
            f" {told.late} late, {told.refused} refused; {told.kilobytes:.0f} kB a table, {told.busy:.2f} cores of the"
            f" server, {told.each:.1f} ms of them a command",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 100])
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database", default="", help="a PostgreSQL URL; SQLite in a new folder otherwise")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL server that is started for this")
    parser.add_argument("--serve", default="", help=argparse.SUPPRESS)
    parser.add_argument("--load-only", action="store_true", help="without what a command takes in process")
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.serve, chosen.workers)
        return
    if not chosen.load_only:
        parts.report(GAMES, parts.MESSAGES, parts.TIMES)
    with postgres() if chosen.postgres else nullcontext(lambda: chosen.database) as fresh:
        name = "PostgreSQL" if chosen.postgres or chosen.database else "SQLite"
        report(name, fresh, chosen.tables, chosen.seconds, chosen.workers)


if __name__ == "__main__":
    main()
