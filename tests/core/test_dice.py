"""Dice: exact distributions against brute force, and throws with dice that are thrown again."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from operator import neg
from typing import Any, NamedTuple

import icepool  # type: ignore[import-untyped]  # it has no types
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.core.kernel.dice import CUT, AsThrown, Die, Faces, Pool, Total, dice, distribution, throw


@st.composite
def a_die(draw: st.DrawFn) -> Die:
    sides = draw(st.integers(1, 6))
    again = draw(st.sets(st.integers(1, sides), max_size=sides - 1))
    return Die(sides, tuple(sorted(again)), draw(st.booleans()))


pools = st.lists(a_die(), max_size=3).map(tuple)


def by_hand(die: Die) -> dict[int, Fraction]:
    """Each face with its chance, thrown again as the die says."""
    faces = range(1, die.sides + 1)
    each = Fraction(1, die.sides)
    if not die.again:
        return dict.fromkeys(faces, each)
    again = each * len(die.again)
    if die.once:
        return {face: (0 if face in die.again else each) + again * each for face in faces}
    return {face: each / (1 - again) for face in faces if face not in die.again}


def brute(pool: Pool) -> dict[Faces, Fraction]:
    found: dict[Faces, Fraction] = {}
    for throws in product(*(by_hand(die).items() for die in pool)):
        chance = Fraction(1)
        for _, part in throws:
            chance *= part
        found[tuple(face for face, _ in throws)] = chance
    return found


@given(pools)
def test_a_distribution_is_what_counting_gives(pool: Pool) -> None:
    found = distribution(pool, AsThrown())
    assert {faces: Fraction(weight, found.total) for faces, weight in found.weights} == brute(pool)


@given(pools, st.integers(-5, 5), st.integers(-5, 5), st.integers(0, 12))
def test_totals_are_those_of_the_faces(pool: Pool, bonus: int, least: int, more: int) -> None:
    reading = Total(bonus, least, least + more)
    counted: Counter[int] = Counter()
    for faces, chance in brute(pool).items():
        counted[reading(faces)] += chance  # type: ignore[assignment]  # weights are fractions
    found = distribution(pool, reading)
    assert {total: Fraction(weight, found.total) for total, weight in found.weights} == dict(counted)
    assert sum(weight for _, weight in found.weights) == found.total


class HighestOf(NamedTuple):
    """The highest face, which this says it needs alone."""

    most: int

    def __call__(self, faces: Faces) -> int:
        raise AssertionError("the faces were enumerated")

    def of_highest(self, shown: int) -> int:
        return min(shown, self.most)


@given(pools.filter(bool), st.integers(1, 12), st.booleans())
def test_the_highest_face_is_that_of_each_throw(pool: Pool, most: int, alike: bool) -> None:
    counted: Counter[int] = Counter()
    for faces, chance in brute(pool).items():
        shown = min(max(faces), most)
        counted[-shown if alike else shown] += chance  # type: ignore[assignment]  # weights are fractions
    found = distribution(pool, HighestOf(most), neg if alike else None)
    assert {shown: Fraction(weight, found.total) for shown, weight in found.weights} == dict(counted)
    assert sum(weight for _, weight in found.weights) == found.total


@given(pools, st.lists(st.integers(0, 10**6), min_size=60, max_size=60))
def test_a_throw_keeps_a_face_for_each_die(pool: Pool, luck: list[int]) -> None:
    source = iter(luck * 40)
    try:
        kept, fallen = throw(pool, lambda sides: next(source) % sides + 1)
    except StopIteration:  # luck that never shows another face
        return
    assert len(kept) == len(pool)
    rest = list(fallen)
    for die, face in zip(pool, kept, strict=True):
        shown = rest.pop(0)
        thrown = 1
        while shown in die.again and not (die.once and thrown == 2):
            shown = rest.pop(0)
            thrown += 1
        assert shown == face
        assert die.once or face not in die.again
    assert not rest


@given(st.integers(0, 6), st.integers(1, 12))
def test_equal_dice_make_a_pool(count: int, sides: int) -> None:
    assert dice(count, sides) == (Die(sides),) * count


def test_no_dice_are_nothing() -> None:
    assert distribution((), Total(3)).weights == ((3, 1),)


# ---------------------------------------------------------------- dice that bring more


@cache
def by_icepool(count: int, more: Faces) -> dict[int, Fraction]:
    """Sums as icepool counts them; a throw that it cuts off after so many more dice is the highest of all."""
    single: Any = icepool.d6.explode(list(more), depth=14)
    found: Any = count @ single
    return {total: Fraction(found.quantity(total), found.denominator()) for total in found.outcomes()}


@pytest.mark.parametrize("more", [(6,), (5, 6)])
def test_dice_that_bring_more_are_what_icepool_counts(more: Faces) -> None:
    found = distribution(dice(3, 6, more=more), Total())
    counted = by_icepool(3, more)
    for total, weight in found.weights:
        if total <= 14 * min(more):  # beyond it a throw may have been cut off there
            assert Fraction(weight, found.total) == counted[total]


@pytest.mark.parametrize("more", [(6,), (5, 6)])
def test_what_dice_without_end_leave_out_is_told_and_little(more: Faces) -> None:
    found = distribution(dice(3, 6, more=more), Total())
    assert 0 < Fraction(found.left_out, found.total) < CUT
    assert sum(weight for _, weight in found.weights) + found.left_out == found.total


@pytest.mark.slow
@given(st.integers(-5, 60), st.sampled_from([(6,), (5, 6)]))
def test_where_the_highest_sums_are_read_the_same_nothing_is_left_out(most: int, more: Faces) -> None:
    found = distribution(dice(3, 6, more=more), Total(0, -5, most))
    counted = by_icepool(3, more)
    assert not found.left_out
    below = sum((chance for total, chance in counted.items() if total < most), Fraction(0))
    assert dict(found.weights).get(most, 0) == found.total * (1 - below)
    assert sum(weight for _, weight in found.weights) == found.total


@pytest.mark.parametrize("more", [(6,), (5, 6)])
@pytest.mark.parametrize("most", [300, 600, 5_000, 10**6])
def test_how_far_dice_are_followed_does_not_grow_with_the_sum_that_matters(most: int, more: Faces) -> None:
    found = distribution(dice(3, 6, more=more), Total(0, 0, most))
    without = distribution(dice(3, 6, more=more), Total())
    assert found == without
    assert len(found.weights) < 200


def test_more_dice_are_thrown_when_all_others_lie() -> None:
    faces = iter((6, 6, 1, 2, 6, 5))
    kept, fallen = throw(dice(3, 6, more=(6,)), lambda sides: next(faces))
    assert kept == fallen == (6, 6, 1, 2, 6, 5)


def test_a_die_that_brings_more_says_so() -> None:
    assert [str(Die(6)), str(Die(6, more=(6,))), str(Die(6, more=(5, 6)))] == ["d6", "d6!", "d6!+"]
