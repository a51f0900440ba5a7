"""Exact odds of The Crawl where there is much to explore: what is read as one comes to the same, and little is left."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from ludex.core.kernel.agenda import Command, command
from ludex.core.referee.exact import Foreseen, foresee
from ludex.games.crawl import CRAWL
from ludex.games.crawl.book.health.damage import Harm
from ludex.games.crawl.book.health.kinetic import Unmitigated, thrown_dice
from ludex.games.crawl.foe.policy import SimplePolicy
from ludex.games.crawl.state import METRES, Scene


def built(turn: str, beings: dict[str, Any], **tables: Any) -> Scene:
    options = CRAWL.rulebook.check_options(tables.pop("options", {}))
    given = {"board": {"width": 14, "height": 10}, **tables, "beings": beings, "turn": turn, "options": options}
    scene = CRAWL.build(given, "test", CRAWL.library())
    scene.halts = True
    return scene


def foreseen(scene: Scene, given: Command) -> Foreseen[Scene]:
    found = foresee(scene, given, SimplePolicy())
    assert sum((weight for _, weight in found.scenes), found.unexplored) == 1
    return found


def attack(who: str, skill: str, target: str) -> Command:
    return command(who, "attack", skill=skill, target=target, aim="", also=())


# ---------------------------------------------------------------- what is read as one


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("times", [1, 2])
def test_sums_that_are_read_as_one_cost_the_same(times: int, half: bool) -> None:
    def lost(rolled: int, less: int) -> tuple[int, bool]:
        made = rolled * times // (2 if half else 1)
        return max(0, made - less), min(made, less) > 0  # also whether anything was resisted

    for bonus, less, total in product(range(-3, 4), range(6), range(1, 25)):
        told = Harm(bonus, 20, times, half, less).of_sum(total)
        assert lost(told, less) == lost(min(max(0, total + bonus), 20), less)


def test_pushes_that_are_read_as_one_move_and_hurt_the_same() -> None:
    for kp, bonus, free in product(range(1, 31), range(-3, 5), (0, 1, 3, 99)):
        for face in range(1, 21):
            exact, told = Unmitigated(bonus, kp)((face,)), Unmitigated(bonus, kp, True, free)((face,))
            assert min(exact // METRES, free) == min(told // METRES, free)
            assert thrown_dice(exact) == thrown_dice(told)


# ---------------------------------------------------------------- where there is much to explore


def test_a_push_is_explored_to_the_end() -> None:
    beings = {"brannoc": {"from": "brannoc_ironway", "at": [3, 3]}, "foe": {"from": "resin_berserker", "at": [4, 3]}}
    found = foreseen(built("brannoc", beings), attack("brannoc", "shockwave_blow:mace", "foe"))
    assert found.unexplored < Fraction(1, 1000)


@pytest.mark.slow
def test_a_move_past_two_who_strike_is_explored_but_for_little() -> None:
    foes = {name: {"from": "crawl_scavenger", "at": at} for name, at in (("one", [4, 3]), ("two", [5, 2]))}
    scene = built("sefa", {"sefa": {"from": "sefa_quickwater", "at": [3, 3]}, **foes})
    path = ((3, 4), (4, 4), (5, 3), (6, 2), (7, 2))
    assert foreseen(scene, command("sefa", "move", to=path)).unexplored < Fraction(1, 100)


@pytest.mark.slow
def test_an_area_with_three_targets_is_explored_for_the_most_part() -> None:
    party = {
        name: {"from": name, "at": at}
        for name, at in (("brannoc_ironway", [4, 4]), ("sefa_quickwater", [4, 5]), ("oriel_vance", [5, 4]))
    }
    scene = built("singer", {"singer": {"from": "the_hollow_choirmaster", "at": [3, 3]}, **party})
    given = SimplePolicy().choose(scene, scene.beings["singer"])
    assert given.name == "area_attack"
    assert foreseen(scene, given).unexplored < Fraction(1, 6)
