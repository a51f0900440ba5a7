"""Dice, pools of dice, and the exact distribution of what a rule reads off them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Generic, NamedTuple, TypeVar

from ludex.core.kernel.plain import fixed

T = TypeVar("T")
R = TypeVar("R")
Faces = tuple[int, ...]

CUT = Fraction(1, 10**10)  # of dice that bring more without end, less than this is left out of a distribution
DEEP = 30  # how many more dice one may take to come to where all is read the same; beyond that, the rest is left out


@fixed
class Die:
    """A die that may have faces on which it is thrown again, or faces that bring one more such die."""

    sides: int
    again: Faces = ()
    once: bool = False  # thrown again a single time, in place of until another face shows
    more: Faces = ()  # faces that bring another die, to be added; that one may bring another, without end

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
        return f"d{self.sides}" if not self.more else f"d{self.sides}!" + ("" if self.more == (self.sides,) else "+")


Pool = tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Distribution(Generic[T]):
    """Outcomes with integer weights that add up, with what was left out, to `total`."""

    weights: tuple[tuple[T, int], ...]
    total: int
    left_out: int = 0  # the weight of throws that go on for too long: less than CUT of all


@fixed
class Total:
    """The sum of all faces plus a bonus, kept between two bounds: what lies beyond is the same outcome."""

    bonus: int = 0
    least: int = -(10**9)
    most: int = 10**9

    @property
    def same_from(self) -> int | None:
        return self.most - self.bonus if self.most < 10**9 else None

    def __call__(self, faces: Faces) -> int:
        return self.of_sum(sum(faces))

    def of_sum(self, total: int) -> int:
        return min(max(total + self.bonus, self.least), self.most)


@fixed
class NoMoreThan:
    """Treat all sums from `most` on as one outcome."""

    most: int

    def __call__(self, total: int) -> int:
        return min(total, self.most)


@fixed
class AsThrown:
    """The faces themselves; what they come to with a bonus is only told."""

    bonus: int = 0

    def __call__(self, faces: Faces) -> Faces:
        return faces

    def total(self, faces: Faces) -> int:
        return sum(faces) + self.bonus


@lru_cache(maxsize=1 << 16)
def distribution(pool: Pool, reading: Callable[[Faces], T], alike: Callable[[T], T] | None = None) -> Distribution[T]:
    """Every reading of the pool with its exact weight. Equal readings are merged, and so are those that `alike` makes
    one.

    A reading turns the kept faces into the one thing a rule cares about. It is hashable, so that its distribution is
    worked out once. A reading that needs only the sum says so with `of_sum`, one that needs only the highest face with
    `of_highest`, and the faces are not enumerated.

    Dice that bring more dice are read by their sum, which has no end. Where all sums from `same_from` on are read the
    same and that is not too far off, nothing is left out; otherwise the longest throws are, and the distribution says
    how much that is.
    """
    of_sum: Callable[[int], T] | None = getattr(reading, "of_sum", None)
    of_highest: Callable[[int], T] | None = getattr(reading, "of_highest", None)
    same_from: int | None = getattr(reading, "same_from", None)
    if alike is not None:
        reading = _merged(reading, alike)
        of_sum = _merged(of_sum, alike) if of_sum is not None else None
        of_highest = _merged(of_highest, alike) if of_highest is not None else None
    if any([die.more for die in pool]):
        assert of_sum is not None, "dice that bring more are read by their sum"
        return _without_end(pool, of_sum, same_from)
    weights: dict[T, int] = {}
    of_one, each = (of_sum, _sums) if of_sum is not None else (of_highest, _highest)
    if of_one is not None:
        for shown, weight in each(pool).items():
            outcome = of_one(shown)
            weights[outcome] = weights.get(outcome, 0) + weight
    else:
        for throw in product(*(die.weights().items() for die in pool)):
            outcome = reading(tuple(face for face, _ in throw))
            weight = 1
            for _, part in throw:
                weight *= part
            weights[outcome] = weights.get(outcome, 0) + weight
    return Distribution(tuple(weights.items()), sum(weights.values()))


def _merged(reading: Callable[[R], T], alike: Callable[[T], T]) -> Callable[[R], T]:
    return lambda seen: alike(reading(seen))


def _sums(pool: Pool) -> dict[int, int]:
    sums = {0: 1}
    for die in pool:
        longer: dict[int, int] = {}
        for total, weight in sums.items():
            for face, part in die.weights().items():
                longer[total + face] = longer.get(total + face, 0) + weight * part
        sums = longer
    return sums


@lru_cache(maxsize=1 << 8)
def _highest(pool: Pool) -> dict[int, int]:
    """The weight of each face as the highest: of the throws that show none above it, those that do show it."""
    kept = [die.weights() for die in pool]
    found: dict[int, int] = {}
    before = 0
    for face in sorted({face for faces in kept for face in faces}):
        none_above = prod([sum([weight for shown, weight in faces.items() if shown <= face]) for faces in kept])
        if none_above > before:
            found[face] = none_above - before
        before = none_above
    return found


def _without_end(pool: Pool, of_sum: Callable[[int], T], same_from: int | None) -> Distribution[T]:
    """Each die is followed so far that what goes on beyond is read the same whatever it shows, or is little enough."""
    weights: dict[T, int] = {}
    if same_from is None or (depth := _depth_to(pool, same_from)) > DEEP:
        sums, total, left_out = _cut(pool)
    else:
        table, total = _sums_below(pool, depth)
        below = [(so_far, weight) for so_far, weight in table if so_far < same_from]
        sums = (*below, (same_from, total - sum([weight for _, weight in below])))
        left_out = 0
    for so_far, weight in sums:
        outcome = of_sum(so_far)
        weights[outcome] = weights.get(outcome, 0) + weight
    return Distribution(tuple(weights.items()), total, left_out)


Sums = tuple[tuple[int, int], ...]


@lru_cache(maxsize=1 << 8)
def _sums_below(pool: Pool, depth: int) -> tuple[Sums, int]:
    """The weight of each sum for which it is enough that each die brings so many others, from the lowest on; and that
    of all."""
    found, total, _ = _sums_up_to(pool, depth, len(pool) + _least_brought(pool) * (depth + 1))
    return tuple(sorted(found)), total


def _sums_up_to(pool: Pool, depth: int, most: int | None = None) -> tuple[Sums, int, int]:
    """The weight of each sum where no die brings more than `depth` others, to the `most` that matters; that of all, and
    of what goes on beyond."""
    sums, total = {0: 1}, 1
    for die in pool:
        single = sorted(_chain(die, depth).items())
        longer: dict[int, int] = {}
        for so_far, weight in sums.items():
            for shown, part in single:
                both = so_far + shown
                if most is not None and both > most:
                    break
                longer[both] = longer.get(both, 0) + weight * part
        sums, total = longer, total * die.sides ** (depth + 1)
    return tuple(sums.items()), total, total - sum(sums.values())


@lru_cache(maxsize=1 << 8)
def _cut(pool: Pool) -> tuple[Sums, int, int]:
    """The sums without the highest ones, as far as these are less than CUT; the weight of all, and what is left out."""
    bringing = [die for die in pool if die.more]
    depth = 0
    while sum([Fraction(len(die.more), die.sides) ** (depth + 1) for die in bringing]) >= CUT:
        depth += 1
    found, total, left_out = _sums_up_to(pool, depth)
    sums = dict(found)
    for highest in sorted(sums, reverse=True):
        if left_out + sums[highest] >= CUT * total:
            break
        left_out += sums.pop(highest)
    return tuple(sums.items()), total, left_out


def _depth_to(pool: Pool, same_from: int) -> int:
    """How many more dice each die is followed for, so that whatever goes on beyond has reached that sum."""
    return max(0, -(-(same_from - len(pool)) // _least_brought(pool)) - 1)


def _least_brought(pool: Pool) -> int:
    """The least face that brings another die."""
    return min([min(die.more) for die in pool if die.more])


def _chain(die: Die, depth: int) -> dict[int, int]:
    """The sums of a die and those it brings, at most `depth` of them; the weights are of sides ** (depth + 1)."""
    assert not die.again
    assert len(die.more) < die.sides
    found: dict[int, int] = {}
    going_on = {0: 1}
    for thrown in range(depth + 1):
        further: dict[int, int] = {}
        for so_far, weight in going_on.items():
            for face in range(1, die.sides + 1):
                if face in die.more:
                    further[so_far + face] = further.get(so_far + face, 0) + weight
                else:
                    found[so_far + face] = found.get(so_far + face, 0) + weight * die.sides ** (depth - thrown)
        going_on = further
    return found


def throw(pool: Pool, face: Callable[[int], int]) -> tuple[Faces, Faces]:
    """Throw a pool with a source of faces. Gives the kept faces, one for each die, and all that fell, in order.

    A die that is thrown again takes its next face at once, before the next die of the pool. Dice that other dice bring,
    such as exploding ones, are thrown after the whole pool, one after the other, and are kept after it.
    """
    kept = []
    fallen = []
    owed = []
    for die in pool:
        shown = face(die.sides)
        fallen.append(shown)
        while shown in die.again:
            shown = face(die.sides)
            fallen.append(shown)
            if die.once:
                break
        kept.append(shown)
        if shown in die.more:
            owed.append(die)
    while owed:
        die = owed.pop(0)
        shown = face(die.sides)
        fallen.append(shown)
        kept.append(shown)
        if shown in die.more:
            owed.append(die)
    return tuple(kept), tuple(fallen)


class Fallen(NamedTuple):
    """A die as it fell."""

    sides: int
    face: int
    kept: bool = True  # otherwise it was thrown again
    after: int | None = None  # the die before it that was thrown again, or has brought it; none: one of the pool


def each_die(pool: Pool, fallen: Faces) -> tuple[Fallen, ...]:
    """Each face that fell with its die, and why that was thrown."""
    left = iter(fallen)
    found: list[Fallen] = []
    owed: list[tuple[Die, int]] = []  # dice that bring one more, each with its place
    for die in pool:
        found.append(Fallen(die.sides, next(left)))
        while found[-1].face in die.again:
            found[-1] = found[-1]._replace(kept=False)
            found.append(Fallen(die.sides, next(left), after=len(found) - 1))
            if die.once:
                break
        if found[-1].face in die.more:
            owed.append((die, len(found) - 1))
    while owed:
        die, place = owed.pop(0)
        found.append(Fallen(die.sides, next(left), after=place))
        if found[-1].face in die.more:
            owed.append((die, len(found) - 1))
    return tuple(found)


def sides_of(pool: Pool, fallen: Faces) -> list[int]:
    """The sides of the die behind each face that fell, dice that were thrown again among them."""
    left, found = list(fallen), list[int]()

    def next_face(sides: int) -> int:
        found.append(sides)
        return left.pop(0)

    throw(pool, next_face)
    return found


@lru_cache(maxsize=1 << 12)
def dice(count: int, sides: int, again: Faces = (), once: bool = False, more: Faces = ()) -> Pool:
    """A pool of equal dice."""
    return (Die(sides, again, once, more),) * count
