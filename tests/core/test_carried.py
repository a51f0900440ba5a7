"""Numbers that are carried along: rules reckon with all of them at once, and tell apart only what they must."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from ludex.core.kernel.agenda import command
from ludex.core.kernel.games import game_of
from ludex.core.referee.carried import Number, Rows, ToldApart
from ludex.core.referee.exact import Exploring, foresee
from tests.core.test_exact import STRIKE, Striking, chances, whole
from tests.core.toy import Cautious, Scene, duel

D6 = [(face, 1) for face in range(1, 7)]


def one_row() -> Rows:
    return Rows([(0,)], 1)


def values(rows: Rows, number: Number) -> list[object]:
    return [number.at(row) for row in rows.left]


def test_a_rule_reckons_with_all_numbers_at_once() -> None:
    rows = one_row()
    face = rows.roll(D6)
    assert values(rows, 10 - 2 * face + 1) == [9, 7, 5, 3, 1, -1]
    assert isinstance(face, int)


def test_comparing_goes_on_with_some_and_leaves_the_others_to_another_path() -> None:
    rows = one_row()
    face = rows.roll(D6)
    assert face >= 5
    assert values(rows, face) == [5, 6]
    assert [named for _, named, _ in rows.apart] == [[(0, 0), (0, 1), (0, 2), (0, 3)]]


def test_the_other_path_comes_to_the_same_place_with_the_others() -> None:
    rows = Rows([(0, 0), (0, 3)], 1)
    face = rows.roll(D6)
    assert values(rows, face) == [1, 4]
    assert not face >= 5
    assert rows.apart == []


def test_two_numbers_of_one_die_are_not_free_of_each_other() -> None:
    rows = one_row()
    face = rows.roll(D6)
    other = rows.roll(D6)
    assert values(rows, face + other) == [one + two for one in range(1, 7) for two in range(1, 7)]
    assert face - face == 0
    assert type(face - face) is int


def test_what_is_known_is_a_plain_number() -> None:
    rows = Rows([(0, 2)], 1)
    assert type(rows.roll(D6)) is int


def test_looking_something_up_needs_to_know_the_number() -> None:
    face = one_row().roll(D6)
    for use in (hash, int, str, lambda number: list(range(number)), lambda number: {1: "one"}.get(number)):
        with pytest.raises(ToldApart):
            use(face)


def test_several_numbers_of_one_roll_are_not_free_of_each_other() -> None:
    rows = one_row()
    total, over = rows.roll_together([1, 3], [[8, 9], [1, 2]])
    assert total - over == 7
    assert over == 2
    assert total == 9
    assert rows.weight() == 3


def test_numbers_side_by_side_are_carried_along_and_other_outcomes_told_apart() -> None:
    rows = one_row()
    rows.roll(D6[:2])
    one, two = rows.roll_each([[((1, 0), 1), ((2, 0), 3)], [((5, 0), 4)]])
    assert values(rows, one) == [1, 2, 5]
    assert two == 0
    assert rows.roll_each([[("hit", 1), ("miss", 1)], [("miss", 2)], [("hit", 2)]]) == "hit"
    assert values(rows, one) == [1, 5]
    assert [named for _, named, _ in rows.apart] == [[(0, 0, 0, 1), (0, 0, 1, 0)]]


# ---------------------------------------------------------------- in odds


def exploring(scene: Scene, budget: int = 20_000) -> Exploring[Scene]:
    start = scene.fork()
    game_of(scene).begin(start, STRIKE)
    return Exploring(start, Striking(), budget)


def with_health(times: int) -> Scene:
    scene = duel()
    for being in scene.beings.values():
        being.health *= times
    return scene


def test_ten_times_the_health_costs_no_more_than_twice() -> None:
    once, more = exploring(with_health(1)), exploring(with_health(10))
    once.go_on()
    more.go_on()
    assert more.run <= 2 * once.run
    assert once.run < 30  # each reading by itself would be some hundred


def test_what_is_known_so_far_is_told_as_bounds() -> None:
    """Whatever is found later lies between what was found before and what was unexplored then."""
    end = foresee(duel(), STRIKE, Striking())
    now = exploring(duel())
    before = Fraction(1)
    while not now.done:
        now.go_on(lambda: True)  # one step
        found = now.so_far()
        assert whole(found) == 1
        assert found.unexplored <= before
        before = found.unexplored
        for health, chance in chances(found, "ann").items():
            assert chance <= chances(end, "ann")[health] <= chance + found.unexplored
    assert before == end.unexplored == 0
    assert chances(now.so_far(), "ann") == chances(end, "ann")


def test_the_likeliest_outcomes_are_told_and_the_others_are_left_unexplored() -> None:
    now = exploring(duel())
    now.go_on()
    few = now.so_far(most=5)
    assert len(few.scenes) == 5
    assert whole(few) == 1
    assert min(weight for _, weight in few.scenes) >= max(weight for _, weight in now.so_far().scenes) / 36


def test_dice_without_end_are_carried_along() -> None:
    start = duel().fork()
    game_of(start).begin(start, command("cid", "hew", target="ann"))
    now = Exploring(start, Cautious())
    now.go_on()
    assert now.run < 10
    assert len(now.so_far().scenes) > 50


def test_a_die_that_is_read_against_another_one_is_read_once_for_what_it_comes_to() -> None:
    start = duel().fork()
    game_of(start).begin(start, command("cid", "wrestle", target="ann"))
    now = Exploring(start, Cautious())
    now.go_on()
    assert now.run <= 21  # held, or beaten by 1 to 19; each pair of faces by itself would be 210
    found = {(s.beings["cid"].health, s.beings["ann"].tokens): weight for s, weight in now.so_far().scenes}
    brute: Counter[tuple[int, int]] = Counter()
    cid, ann = duel().beings["cid"].health, duel().beings["ann"].tokens
    for thrown, other in product(range(1, 21), repeat=2):
        brute[(cid - (other - thrown), ann) if other > thrown else (cid, ann + thrown)] += 1
    assert found == {ends: Fraction(count, 400) for ends, count in brute.items()}
