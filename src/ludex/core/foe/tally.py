"""A tally of harm: who has lost how much of which pool, through whom and by what. Cheap enough for every fight."""

from __future__ import annotations

from typing import NamedTuple


class Harm(NamedTuple):
    who: str
    pool: str  # in the words of the game: HP, Vigor, Injuries
    by: str  # a being; empty: nobody
    source: str  # the name of a weapon, power or hazard, or the id of a rule


class Tally:
    """Sums of what was really lost, beside the scene. A table that plays has none."""

    __slots__ = ("lost",)

    def __init__(self) -> None:
        self.lost: dict[Harm, int] = {}

    def harmed(self, who: str, pool: str, amount: int, by: str, source: str) -> None:
        harm = Harm(who, pool, by, source)
        self.lost[harm] = self.lost.get(harm, 0) + amount
