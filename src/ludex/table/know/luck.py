"""Luck: what the dice of a side have shown, beside what such dice show on average, and how rare that is. All of it is
counted exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

MOST_DICE = 300  # of more the totals are not counted
MOST_RARE = 1_000_000  # what is rarer is told as this

Roll = Mapping[str, Any]  # as it is shown


class Luck(NamedTuple):
    """So many dice of one size, and what they have come to. Of as many one throw in so many comes to more, and one in
    so many to less; 0 where none can."""

    dice: int
    sides: int
    total: int
    better: int
    worse: int


def luck_of(rolls: Mapping[str, Sequence[Roll]]) -> dict[str, Luck]:
    """The luck of each who has rolled, by the size of die of which most have fallen in all."""
    thrown = {who: [die for roll in some for die in first_thrown(roll)] for who, some in rolls.items()}
    sizes = Counter(sides for dice in thrown.values() for sides, _ in dice)
    if not sizes:
        return {}
    sides = max(sizes, key=lambda size: (sizes[size], size))
    faces = {who: [face for size, face in dice if size == sides] for who, dice in thrown.items()}
    return {who: _luck(sides, some) for who, some in faces.items() if 0 < len(some) <= MOST_DICE}


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
    if not 0 < len(dice) <= MOST_DICE or any(die["after"] is not None or die["sign"] != 1 for die in dice):
        return None
    sizes = {die["sides"] for die in dice}
    if len(sizes) > 1:
        return None
    ways = _ways(len(dice), sizes.pop())
    return sum(ways[sum(die["face"] for die in dice) - len(dice) :]), sum(ways)


def _luck(sides: int, faces: Sequence[int]) -> Luck:
    ways, total = _ways(len(faces), sides), sum(faces)
    place, of = total - len(faces), sum(ways)
    return Luck(len(faces), sides, total, _one_in(sum(ways[place + 1 :]), of), _one_in(sum(ways[:place]), of))


def _one_in(ways: int, of: int) -> int:
    """To the nearest whole number, without ever becoming a fraction: that of many dice would be too small for one."""
    return min(MOST_RARE, (2 * of + ways) // (2 * ways)) if ways else 0


@lru_cache(maxsize=64)
def _ways(dice: int, sides: int) -> tuple[int, ...]:
    """In how many ways so many dice come to each total, from the least on."""
    ways = [1]
    for _ in range(dice):
        until = [0, *accumulate(ways)]
        last = len(ways)
        ways = [until[min(at + 1, last)] - until[max(0, at + 1 - sides)] for at in range(last + sides - 1)]
    return tuple(ways)
