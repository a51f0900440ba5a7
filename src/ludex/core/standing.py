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


def fate(states: Iterable[str], fates: Mapping[str, str]) -> str:
    """The worst that these conditions mean."""
    return max((fates[state] for state in states if state in fates), key=FATES.index, default=UP)
