"""Dice, pools of dice, and the exact distribution of what a rule reads off them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Die:
    """A die that may have faces on which it is thrown again."""

    sides: int
    again: Faces = ()
    once: bool = False  # thrown again a single time, in place of until another face shows

    def weights(self) -> dict[int, int]:
        """Each face that can be kept, with its integer weight."""
        faces = range(1, self.sides + 1)
        if not self.again:
            return dict.fromkeys(faces, 1)
        if not self.once:
            return {face: 1 for face in faces if face not in self.again}
        second = len(self.again)
        return {face: second + (0 if face in self.again else self.sides) for face in faces}

    def __str__(self) -> str:
        return f"d{self.sides}"


Pool = tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Distribution(Generic[T]):
    """Outcomes with integer weights that add up to `total`."""

    weights: tuple[tuple[T, int], ...]
    total: int


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of all faces plus a bonus, kept between two bounds: what lies beyond is the same outcome."""

    bonus: int = 0
    least: int = -(10**9)
    most: int = 10**9

    def __call__(self, faces: Faces) -> int:
        return self.of_sum(sum(faces))

    def of_sum(self, total: int) -> int:
        return min(max(total + self.bonus, self.least), self.most)


@dataclass(frozen=True, slots=True)
class AsThrown:
    """The faces themselves."""

    def __call__(self, faces: Faces) -> Faces:
        return faces


@lru_cache(maxsize=1 << 16)
def distribution(pool: Pool, reading: Callable[[Faces], T]) -> Distribution[T]:
    """Every reading of the pool with its exact weight; equal readings are merged.

    A reading turns the kept faces into the one thing a rule cares about. It is hashable, so that this is worked out
    once; one that reads only the sum says so with `of_sum` and is spared the enumeration of all faces.
    """
    of_sum: Callable[[int], T] | None = getattr(reading, "of_sum", None)
    weights: dict[Hashable, int] = {}
    if of_sum is not None:
        for total, weight in _sums(pool).items():
            outcome = of_sum(total)
            weights[_key(outcome)] = weights.get(_key(outcome), 0) + weight
    else:
        for throw in product(*(die.weights().items() for die in pool)):
            outcome = reading(tuple(face for face, _ in throw))
            weight = 1
            for _, part in throw:
                weight *= part
            weights[_key(outcome)] = weights.get(_key(outcome), 0) + weight
    merged: Any = tuple(weights.items())
    return Distribution(merged, sum(weights.values()))


def _key(outcome: object) -> Hashable:
    assert isinstance(outcome, Hashable)
    return outcome


def _sums(pool: Pool) -> dict[int, int]:
    sums = {0: 1}
    for die in pool:
        longer: dict[int, int] = {}
        for total, weight in sums.items():
            for face, part in die.weights().items():
                longer[total + face] = longer.get(total + face, 0) + weight * part
        sums = longer
    return sums


def throw(pool: Pool, face: Callable[[int], int]) -> tuple[Faces, Faces]:
    """Throw a pool with a source of faces. Gives the kept faces, one for each die, and all that fell, in order.

    A die that is thrown again takes its next face at once, before the next die of the pool is thrown.
    """
    kept = []
    fallen = []
    for die in pool:
        shown = face(die.sides)
        fallen.append(shown)
        while shown in die.again:
            shown = face(die.sides)
            fallen.append(shown)
            if die.once:
                break
        kept.append(shown)
    return tuple(kept), tuple(fallen)


def sides_of(pool: Pool, fallen: Faces) -> list[int]:
    """The sides of the die behind each face that fell, dice that were thrown again among them."""
    left, found = list(fallen), list[int]()

    def next_face(sides: int) -> int:
        found.append(sides)
        return left.pop(0)

    throw(pool, next_face)
    return found


@lru_cache(maxsize=1 << 12)
def dice(count: int, sides: int, again: Faces = (), once: bool = False) -> Pool:
    """A pool of equal dice."""
    return (Die(sides, again, once),) * count
