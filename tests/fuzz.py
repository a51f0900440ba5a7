"""Play by luck without end, checked after every command: `python -m tests.fuzz --fights 5000`.

Of every game, policies of all kinds play the starter scenes, half of them with options switched by luck; and scenes are
drawn, in which anybody does anything and secrets must stay secret; and at tables all entries must fold to what is
there. `tests/conformance` and `tests/table` have what is looked at.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

from ludex.core.game import Game
from tests.conformance.playing import KNOWN, PAIRS, play, starters
from tests.conformance.reaching import Reached, exercise
from tests.conformance.secrets import compare_with_truth, compare_worlds
from tests.table.meddling import compare_folds

DRAWN = 2  # scenes for each fight
TABLES = 20  # fights for each table at which anybody does anything


def rounds(game: Game[Any]) -> Callable[[int], None]:
    """What is done with a seed: one fight, and some drawn scenes."""
    scenes = list(starters(game).values())
    library = game.library()

    def once(seed: int) -> None:
        pair = PAIRS[seed // len(scenes) % len(PAIRS)]
        play(scenes[seed % len(scenes)], pair, seed, switch_options=seed % 2 == 1)
        for number in range(DRAWN * seed, DRAWN * (seed + 1)):
            exercise(library, number, Reached(game))
            compare_worlds(game, library, number)
            compare_with_truth(game, library, number)
        if seed % TABLES == 0:
            compare_folds(game.name, seed, 100)

    return once


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--fights", type=int, default=2000, help="of each game")
    parser.add_argument("--seed", type=int, default=0, help="of the first fight; one fight is --fights 1 --seed N")
    parser.add_argument("--game", choices=[game.name for game in KNOWN], help="only this one")
    given = parser.parse_args()
    failed = 0
    for game in KNOWN:
        if given.game not in (None, game.name):
            continue
        began = time.monotonic()
        once = rounds(game)
        for done, seed in enumerate(range(given.seed, given.seed + given.fights), 1):
            try:
                once(seed)
            except Exception:
                failed += 1
                print(f"\n{game.title}, seed {seed}", file=sys.stderr)
                traceback.print_exc(limit=-4)
            if done % 50 == 0 or done == given.fights:
                rate = done / (time.monotonic() - began)
                print(
                    f"\r{game.title}: {done} of {given.fights}, {failed} failed, {rate:.1f} a second ",
                    end="",
                    flush=True,
                )
        print()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
