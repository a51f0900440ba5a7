"""What a command at a table of five takes the processor in process, and which part of it takes how much: from the bytes
of the message to the bytes that all five are told. Real commands of all five games, rehearsed beforehand.

python -m bench.parts --messages 120 --times 3
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

from bench.evening import GAMES, SEATS, Said, evening, founded, token
from ludex.server.keys import hashed
from ludex.server.limits import GARBAGE
from ludex.server.socket import sessions
from ludex.server.socket.messages import Reply, read_asked, read_number
from ludex.server.socket.sessions import Session
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.playing import Playing
from ludex.table.desk import telling
from ludex.table.desk.desk import Desk
from ludex.table.desk.held import Held
from ludex.table.desk.store import Store
from ludex.table.document import show
from ludex.table.know.seen import Seen
from ludex.table.play.commands import Answer, Command, Interjection

MESSAGES, TIMES = 120, 3  # at each table, and how often all of them are said
WANTED = 3.5  # milliseconds for a command, in the mean of the games
PARTS: dict[str, list[tuple[Any, str]]] = {
    "rules": [(Campaign, "do")],
    "log": [(Playing, "finish")],
    "keeping": [(Held, "_append")],
    "views": [(Seen, "view")],
    "offers": [(show, "offers")],
    "documents": [(show.Situation, "__init__"), (show.Documents, "of")],
    "differences": [(telling, "changed")],
    "lines": [(telling, "_lines")],
    "writing": [(sessions, "written")],
}
REST = "desk"  # what is in none of these: reading, locks, threads


class Parts(dict[str, float]):
    """Seconds by part."""

    def __missing__(self, part: str) -> float:
        return 0.0

    def total(self) -> float:
        return sum(self.values())


class Clock:
    """Processor time by part: of parts within a part the inner one has it. To look at it so often takes time too, so
    that what all of it takes is measured without parts."""

    def __init__(self) -> None:
        self.by_part = False
        self.taken = Parts()
        self._within = [REST]
        self._since = 0.0

    def begin(self) -> None:
        self.taken.clear()
        self._since = time.process_time()

    def turn(self) -> None:
        """What was taken since the last time belongs to the innermost part."""
        now = time.process_time()
        self.taken[self._within[-1]] += now - self._since
        self._since = now

    def put_in(self, owner: Any, name: str, part: str) -> None:
        function: Callable[..., Any] = getattr(owner, name)

        def timed(*args: Any, **named: Any) -> Any:
            if not self.by_part:
                return function(*args, **named)
            self.turn()
            self._within.append(part)
            try:
                return function(*args, **named)
            finally:
                self.turn()
                self._within.pop()

        setattr(owner, name, timed)


async def played(store: Store, table: str, said: Sequence[Said], clock: Clock) -> list[Parts]:
    """Seconds by part for each message."""
    desk = Desk(store)
    keys = [hashed(token(table, seat)) for seat in range(SEATS)]
    there = [Session(f"session {seat}", table, key) for seat, key in enumerate(keys)]
    for key, session in zip(keys, there, strict=True):
        await desk.sit(table, key, session)
    found = []
    for one in said:
        gc.collect(0)
        clock.begin()
        number, raw = read_number(one.message.decode())
        asked = read_asked(raw)
        assert isinstance(asked, Doing)
        result = await desk.do(table, keys[one.seat], asked)
        there[one.seat].reply(lambda seq, n=number, told=result: Reply(seq=seq, n=n, ok=True, result=told or None))
        clock.turn()
        for session in there:
            session.sent, session._unsent = session.seq, 0
        found.append(Parts(clock.taken))
    await desk.close()
    return found


def least(times: Sequence[Sequence[Parts]]) -> list[Parts]:
    """Of each message the time in which it took least: whatever else the machine did came on top."""
    return [min(same, key=Parts.total) for same in zip(*times, strict=True)]


def measured(game: str, messages: int, times: int, clock: Clock) -> list[Parts]:
    with TemporaryDirectory() as folder:
        stores = [Store(f"sqlite:///{Path(folder) / f'{number}.sqlite'}") for number in range(times + 1)]
        for store in stores:
            store.migrate()
        said = list(evening(founded(stores[0], game, game), messages))
        found = []
        for store in stores[1:]:
            founded(store, game, game)
            found.append(asyncio.run(played(store, game, said, clock)))
        for store in stores:
            store.close()
    given = [isinstance(one.what, Command | Answer | Interjection) for one in said]
    commands = [taken for taken, is_given in zip(least(found), given, strict=True) if is_given]
    return commands[len(commands) // 4 :]  # what is made once and kept is made by then


def report(games: Sequence[str], messages: int, times: int) -> None:
    gc.set_threshold(*GARBAGE)
    clock = Clock()
    for part, places in PARTS.items():
        for owner, name in places:
            clock.put_in(owner, name, part)
    parts = [*PARTS, REST]
    print(f"{'ms':14}{'all':>7}{'worst':>7}" + "".join(f"{part:>12}" for part in parts))
    means = []
    for game in games:
        clock.by_part = False
        whole = [1000 * one.total() for one in measured(game, messages, times, clock)]
        clock.by_part = True
        taken = measured(game, messages, times, clock)
        each = {part: 1000 * mean(one[part] for one in taken) for part in parts}
        means.append(mean(whole))
        print(
            f"{game:14}{means[-1]:7.2f}{max(whole):7.1f}" + "".join(f"{each[part]:12.2f}" for part in parts), flush=True
        )
    print(f"{'mean':14}{mean(means):7.2f}   {WANTED} wanted")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=MESSAGES)
    parser.add_argument("--times", type=int, default=TIMES)
    parser.add_argument("--game", choices=GAMES, nargs="+", default=list(GAMES))
    chosen = parser.parse_args()
    report(chosen.game, chosen.messages, chosen.times)


if __name__ == "__main__":
    main()
