"""How long a step of making a character takes in every game, and one of growing between scenes: processor time of one
answer to the page, over whole drafts made by luck, asked for as the page does: once for the next step, and once for
every step that is looked at again.

python -m bench.making --drafts 5
"""

from __future__ import annotations

import argparse
import time
from random import Random
from statistics import median

from tests.conformance.walking import walked
from tests.games.test_growing import READY, Table

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.game import GAMES
from ludex.server.http.drafts import ChoiceGiven, Making
from ludex.server.http.making import Grown, as_told, for_anybody

WANTED = 0.15  # seconds


def took(game: str, what: Making) -> float:
    began = time.process_time()
    for_anybody(game, what)
    return time.process_time() - began


def steps(game: str, drafts: int) -> list[float]:
    """Of every question that is asked on the way to some characters."""
    creation, found = GAMES[game].creation, []
    assert creation is not None
    for seed in range(drafts):
        draft = walked(creation, GAMES[game].starter, Random(seed).randrange)
        if draft is None:
            continue
        chosen = [ChoiceGiven(step=made.step, choice=as_told(made.choice)) for made in draft.chosen]
        found += [took(game, Making(chosen=chosen[:count])) for count in range(len(chosen) + 1)]
        found += [took(game, Making(chosen=chosen, at=made.step)) for made in draft.chosen]
    return sorted(found)


def growing(game: str, drafts: int) -> list[float]:
    """The same of somebody who is there already."""
    table = Table(game=game, **READY[game])
    (who,) = table.live.scene.beings
    found = []

    def took_to_grow(what: Making) -> float:
        began = time.process_time()
        Grown(GAMES[game], GAMES[game].starter, table.growth(who)).told(what)
        return time.process_time() - began

    for seed in range(drafts):
        draft = walked(table.growth(who), GAMES[game].starter, Random(seed).randrange)
        if draft is None:
            continue
        chosen = [ChoiceGiven(step=made.step, choice=as_told(made.choice)) for made in draft.chosen]
        found += [took_to_grow(Making(chosen=chosen[:count])) for count in range(len(chosen) + 1)]
        found += [took_to_grow(Making(chosen=chosen, at=made.step)) for made in draft.chosen]
    return sorted(found)


def told(name: str, times: list[float]) -> str:
    late = sum(each > WANTED for each in times)
    return (
        f"{name:22} {len(times):4} steps, median {1000 * median(times):4.0f} ms, "
        f"worst {1000 * times[-1]:4.0f} ms, {late} over {1000 * WANTED:.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.making", description=__doc__)
    parser.add_argument("--drafts", type=int, default=5)
    asked = parser.parse_args()
    for name, game in GAMES.items():
        if game.creation is None:
            continue
        print(told(name, steps(name, asked.drafts)))
        if name in READY:
            print(told(f"{name}, growing", growing(name, asked.drafts)))


if __name__ == "__main__":
    main()
