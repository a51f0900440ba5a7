"""How somebody stands in a fight and what is left of it, in words that all games share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

UP = "up"
LEFT = "left"  # has fled, given up or been won over: out of the fight, and unhurt by that
DOWN = "down"  # brought down, but may come back into the fight
OUT = "out"  # out of the fight for good
DEAD = "dead"

FATES = (UP, LEFT, DOWN, OUT, DEAD)  # the later counts where somebody has more than one
FALLEN = (DOWN, OUT, DEAD)  # brought down by somebody
GONE = (LEFT, OUT, DEAD)  # no longer in the fight


class Pool(NamedTuple):
    """What somebody has of something that a fight uses up."""

    name: str  # in the words of the game: HP, Plating, Vigor
    left: int
    most: int


class Worths(NamedTuple):
    """What is left of a side as a fight goes on, and what each of it says about who will win: the logarithm of the
    odds, for a side that has all of it against one that has nothing. `python -m bench.worths` finds them."""

    standing: float = 2.0  # who stands, however hurt
    down: float = 0.8  # who lies there, but may come back
    pools: tuple[float, ...] = (3.0,)  # full ones of who stands, in the order of `Game.pools`
    other: float = 0.3  # any further pool

    def of(self, number: int) -> float:
        return self.pools[number] if number < len(self.pools) else self.other


def fate(states: Iterable[str], fates: Mapping[str, str]) -> str:
    """The worst that these conditions mean."""
    return max((fates[state] for state in states if state in fates), key=FATES.index, default=UP)
