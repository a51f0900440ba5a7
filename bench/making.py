"""How long a step of making a character takes in every game: processor time of one answer to the page, over whole
drafts made by luck, asked for as the page does: once for the next step, and once for every step that is looked at
again.

python -m bench.making --drafts 5
"""

from __future__ import annotations

import argparse
import time
from random import Random
from statistics import median

from tests.conformance.walking import walked

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.game import GAMES
from ludex.server.http.drafts import ChoiceGiven, Making
from ludex.server.http.making import as_told, for_anybody

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


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.making", description=__doc__)
    parser.add_argument("--drafts", type=int, default=5)
    asked = parser.parse_args()
    for name, game in GAMES.items():
        if game.creation is None:
            continue
        times = steps(name, asked.drafts)
        late = sum(each > WANTED for each in times)
        print(
            f"{name:14} {len(times):4} steps, median {1000 * median(times):4.0f} ms, "
            f"worst {1000 * times[-1]:4.0f} ms, {late} over {1000 * WANTED:.0f}"
        )


if __name__ == "__main__":
    main()
