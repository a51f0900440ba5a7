"""Examples of the rules that are chances: how likely a check succeeds, and what an exploding die comes to."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ludex.core.kernel.agenda import command
from ludex.core.kernel.dice import dice, distribution
from ludex.core.referee.exact import foresee
from ludex.games.vitality.book.dice import Sum
from ludex.games.vitality.game import VITALITY
from ludex.games.vitality.state import Scene
from tests.games.vitality.test_upgrade_odds import Usual


def facing(focus: int, mobility: int) -> Scene:
    """Two of Tier 4 beside each other."""
    beings = {
        "ann": {"tier": 4, "at": [2, 2], "asks": "never", "attributes": {"focus": focus, "power": 4}},
        "foe": {"from": "alley_tough", "tier": 4, "at": [3, 2], "attributes": {"mobility": mobility, "endurance": 0}},
    }
    options = VITALITY.rulebook.check_options({})
    tables = {"options": options, "board": "test_range", "turn": "ann", "beings": beings}
    scene: Scene = VITALITY.build(tables, "test", VITALITY.library())
    return scene


@pytest.mark.parametrize(("focus", "mobility", "chance"), [(4, 0, Fraction(1)), (0, 4, Fraction(3, 5))])
def test_how_likely_an_attack_hits(focus: int, mobility: int, chance: Fraction) -> None:
    """F4 against M0: 1 and more of 9; F0 against M4: 9 and more. Whoever is hit loses HP: at least 3 + 4 + 4 - 4."""
    scene = facing(focus, mobility)
    foreseen = foresee(scene, command("ann", "attack", attack="basic_melee", target="foe"), Usual())
    hurt = [weight for after, weight in foreseen.scenes if after.beings["foe"].hp < scene.beings["foe"].hp]
    assert foreseen.unexplored == 0
    assert sum(hurt, Fraction(0)) == chance


def test_one_exploding_die_never_comes_to_6_and_to_7_in_one_of_36() -> None:
    found = distribution(dice(1, 6, more=(6,)), Sum(0, marks=(0, 60)))
    chances = {total: Fraction(weight, found.total) for total, weight in found.weights}
    assert 6 not in chances
    assert (chances[5], chances[7]) == (Fraction(1, 6), Fraction(1, 36))
