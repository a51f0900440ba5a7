"""Exact odds of The Crawl where there is much to explore: what is read as one comes to the same, and little is left."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.dice import distribution
from ludex.core.kernel.procedure import Roll
from ludex.core.referee.exact import Foreseen, foresee
from ludex.games.crawl import CRAWL
from ludex.games.crawl.book.health.damage import AsMuch
from ludex.games.crawl.book.health.kinetic import AsFar, thrown_dice
from ludex.games.crawl.foe.policy import SimplePolicy
from ludex.games.crawl.state import METRES, Scene


def built(turn: str, beings: dict[str, Any], **tables: Any) -> Scene:
    options = CRAWL.rulebook.check_options(tables.pop("options", {}))
    given = {"board": {"width": 14, "height": 10}, **tables, "beings": beings, "turn": turn, "options": options}
    scene = CRAWL.build(given, "test", CRAWL.library())
    scene.halts = True
    return scene


def foreseen(scene: Scene, given: Command, budget: int = 8_000) -> Foreseen[Scene]:
    found = foresee(scene, given, SimplePolicy(), budget)  # less than the table has
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

    for less, rolled in product(range(6), range(25)):
        told = AsMuch(20, times, half, less)(rolled)
        assert lost(told, less) == lost(min(rolled, 20), less)


def test_pushes_that_are_read_as_one_move_and_hurt_the_same() -> None:
    for exact, free in product(range(40), (0, 1, 3, 99)):
        told = AsFar(free)(exact)
        assert min(exact // METRES, free) == min(told // METRES, free)
        assert thrown_dice(exact) == thrown_dice(told)


@pytest.mark.parametrize(
    ("who", "foe", "deed"),
    [
        ("brannoc_ironway", "crawl_scavenger", lambda: attack("one", "shockwave_blow:mace", "foe")),
        ("sefa_quickwater", "resin_berserker", lambda: command("one", "move", to=((3, 4), (4, 4)))),
    ],
)
def test_outcomes_that_are_taken_together_lead_to_the_same(
    who: str, foe: str, deed: Callable[[], Command], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = built("one", {"one": {"from": who, "at": [3, 3]}, "foe": {"from": foe, "at": [4, 3]}})

    def chances() -> dict[object, Fraction]:
        found = foresee(scene, deed(), SimplePolicy(), 200_000)
        assert found.unexplored < Fraction(1, 10**6)
        return {reached.key(): weight for reached, weight in found.scenes}

    together = chances()
    monkeypatch.setattr(Roll, "outcomes", property(lambda request: distribution(request.pool, request.reading)))
    assert chances() == together


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
    assert foreseen(scene, given, 3_000).unexplored < Fraction(1, 6)
