"""Luck: what the dice of a side have shown, beside what such dice show on average, and how rare that is. All of it is
counted exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb, perm
from typing import Any, NamedTuple, TypeVar

MOST_DICE = 2_000  # of more the last ones are counted: the work grows faster than the dice
MOST_LARGE = 300  # of dice with more sides than people throw, and of those in one roll: there it grows faster still
MOST_SIDES = 100  # that people throw
MOST_RARE = 1_000_000  # what is rarer is told as this

Roll = Mapping[str, Any]  # as it is shown
Who = TypeVar("Who")


class Luck(NamedTuple):
    """So many dice of one size, and what they have come to. Of as many one throw in so many comes to more, and one in
    so many to less; 0 where none can."""

    dice: int
    sides: int
    total: int
    better: int
    worse: int


def luck_of(rolls: Mapping[Who, Sequence[Roll]]) -> dict[Who, Luck]:
    """The luck of each who has rolled, by the size of die of which most have fallen in all."""
    thrown = {who: [die for roll in some for die in first_thrown(roll)] for who, some in rolls.items()}
    sizes = Counter(sides for dice in thrown.values() for sides, _ in dice)
    if not sizes:
        return {}
    sides = max(sizes, key=lambda size: (sizes[size], size))
    most = MOST_DICE if sides <= MOST_SIDES else MOST_LARGE
    faces = {who: [face for size, face in dice if size == sides][-most:] for who, dice in thrown.items()}
    return {who: _luck(sides, some) for who, some in faces.items() if some}


def first_thrown(roll: Roll) -> Iterable[tuple[int, int]]:
    """The dice of a roll without those that other dice have brought: their size, and what they show. Of a die that is
    taken away a low face is the lucky one."""
    for die in roll["dice"]:
        if die["after"] is None:
            yield die["sides"], die["face"] if die["sign"] >= 0 else die["sides"] + 1 - die["face"]


def chance_of(roll: Roll) -> tuple[int, int] | None:
    """How many of all throws of such dice come to as much or more, and how many there are; nothing where they are of
    several sizes, or not simply added up."""
    dice = roll["dice"]
    if not 0 < len(dice) <= MOST_LARGE or any(die["after"] is not None or die["sign"] != 1 for die in dice):
        return None
    sizes = {die["sides"] for die in dice}
    if len(sizes) > 1:
        return None
    sides, above = sizes.pop(), sum(die["face"] - 1 for die in dice)
    of = sides ** len(dice)
    return of - _at_most(len(dice), sides, above - 1), of


def _luck(sides: int, faces: Sequence[int]) -> Luck:
    dice, total = len(faces), sum(faces)
    above, of = total - dice, sides**dice
    more, less = of - _at_most(dice, sides, above), _at_most(dice, sides, above - 1)
    return Luck(dice, sides, total, _one_in(more, of), _one_in(less, of))


def _one_in(ways: int, of: int) -> int:
    """To the nearest whole number, without ever becoming a fraction: that of many dice would be too small for one."""
    return min(MOST_RARE, (2 * of + ways) // (2 * ways)) if ways else 0


@lru_cache(maxsize=64)
def _at_most(dice: int, sides: int, above: int) -> int:
    """In how many ways so many dice come to at most so much above the least that they can. Where that is more than half
    of it, those are counted that come to more, which mirror those that come to as little."""
    if above < 0:
        return 0
    mirrored = dice * (sides - 1) - above - 1
    if mirrored < above:
        return int(sides**dice) - _at_most(dice, sides, mirrored)
    # All ways to share out so much, less those that give some dice more than they have sides: each such one is taken
    # off, each two of them added again, and so on. Each such number follows from the one before it by a few factors
    found, sign, chosen, top = 0, 1, 1, above + dice
    ways = comb(top, dice)
    for over in range(above // sides + 1):
        found += sign * chosen * ways
        sign, chosen = -sign, chosen * (dice - over) // (over + 1)
        if top - sides >= dice:
            ways = ways * perm(top - dice, sides) // perm(top, sides)
        top -= sides
    return found
