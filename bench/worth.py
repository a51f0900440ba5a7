"""How long it takes to tell what an entry is worth: processor time of one answer to the page, over entries of every
kind that come with the games, each with a number changed.

python -m bench.worth --each 3
"""

from __future__ import annotations

import argparse
import time
from itertools import islice
from statistics import median
from typing import Any

import msgspec

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.content import ContentError, convert
from ludex.core.game import GAMES, Game
from ludex.lab.worth.tried import Tried
from ludex.lab.worth.worth import worth


def changed(game: Game[Any], kind: str, entry: Any) -> Any:
    """The entry with its first number higher by one; where that cannot be, as it is."""
    raw = msgspec.to_builtins(entry)
    number = next((key for key, value in raw.items() if type(value) is int), None)
    try:
        return convert({**raw, number: raw[number] + 1}, game.kinds[kind], kind) if number is not None else entry
    except ContentError:
        return entry


def took(game: Game[Any], kind: str, entry: Any) -> float:
    began = time.process_time()
    worth(Tried(game, game.starter, kind, changed(game, kind, entry), entry))
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.worth", description=__doc__)
    parser.add_argument("--each", type=int, default=3, help="entries of each kind")
    asked = parser.parse_args()
    for name, game in GAMES.items():
        entries = [(kind, entry) for kind in game.kinds for entry in islice(game.starter.all(kind), asked.each)]
        times = sorted([(took(game, kind, entry), kind, entry.id) for kind, entry in entries])
        longest, kind, which = times[-1]
        middle = median([each for each, _, _ in times])
        print(
            f"{name:14} {len(times):4} entries, median {1000 * middle:4.0f} ms, "
            f"worst {1000 * longest:5.0f} ms ({kind} {which})"
        )


if __name__ == "__main__":
    main()
