"""How soon one can look back at a table of 2,000 commands, and how soon another moment is there: processor time of who
opens it and knows nothing of it yet, and of who steps on from there; garbage is looked for as seldom as in a helper,
whose work this is. Once with all commands in one scene, which is the worst, and once with fights one after the other.

python -m bench.past --commands 2000
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import ludex.games.known  # noqa: F401  # registers the games
from bench.opening import GAMES, do, fights, founded, master, one_scene, told
from ludex.core.kernel.procedure import GM
from ludex.server.limits import GARBAGE
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.seating import HandOver
from ludex.table.desk import opening
from ludex.table.desk.held import Held
from ludex.table.desk.store import Store
from ludex.table.document.looking import Look, look
from ludex.table.document.show import Documents
from ludex.table.past.looks import ListMoments, ShowMoment

OPENS, STEPS = 1.0, 0.1  # seconds that are wanted


def report(store: Store, game: str, what: Callable[[Held], None], commands: int) -> None:
    id = what.__name__
    held = founded(store, id, game)
    scene = do(held, Prepare(ready=GAMES[game]))["scene"]
    for who in (*held.loaded().game.sides, GM):
        do(held, HandOver(who=who, policy="simple"))
    do(held, OpenScene(scene=scene, begin=what is fights))
    for _ in range(commands):
        what(held)
    documents = Documents(opening.opened(store, id))
    documents.journal = store.journal(id)
    seat = master(documents.table)

    def seconds(*asked: Look) -> float:
        began = time.process_time()
        for one in asked:
            look(documents, seat, one)
        return time.process_time() - began

    words = f"{game}, {id.replace('_', ' ')}, {commands} commands"
    told(f"{words}: looking back, the last moment", seconds(ListMoments(), ShowMoment()), OPENS)
    last = len(look(documents, seat, ListMoments())["moments"]) - 1
    steps = [*range(last, max(0, last - 20), -1), *range(min(20, last + 1)), last // 2]
    told(f"{words}: the slowest step", max(seconds(ShowMoment(moment=step)) for step in steps), STEPS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=2_000)
    parser.add_argument("--game", choices=list(GAMES), default="bluebox")
    chosen = parser.parse_args()
    gc.set_threshold(*GARBAGE)
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'past.sqlite'}")
        store.migrate()
        report(store, chosen.game, one_scene, chosen.commands)
        report(store, chosen.game, fights, chosen.commands)
        store.close()


if __name__ == "__main__":
    main()
