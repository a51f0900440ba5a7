"""Exact odds of Blue Box: against icepool, and with a budget that is too small. `tests/conformance` has the rest."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import icepool  # type: ignore[import-untyped]  # it has no types
import pytest

from ludex.core.kernel.agenda import command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.scene import Adjustment
from ludex.core.referee.exact import Foreseen, foresee
from ludex.games.bluebox import BLUEBOX
from ludex.games.bluebox.book.dice import DECISIVE, FAILURE, SUCCESS
from ludex.games.bluebox.foe.policy import SimplePolicy
from ludex.games.bluebox.state import Scene

ATTACK = command("striker", "unarmed", stat="FOR", target="target")


def duel(
    striker: dict[str, Any] | None = None, target: dict[str, Any] | None = None, options: dict[str, Any] | None = None
) -> Scene:
    """Two plain beings side by side; it is the striker's turn."""
    beings = {
        "striker": {"side": "party", "at": [0, 0], **(striker or {})},
        "target": {"side": "foes", "at": [1, 0], **(target or {})},
    }
    tables = {"beings": beings, "turn": "striker", "options": BLUEBOX.rulebook.check_options(options or {})}
    return BLUEBOX.build(tables, "test", BLUEBOX.library())


class Giving(SimplePolicy):
    """Sacrifices so many dice, as far as there are."""

    def __init__(self, dice: int) -> None:
        self.dice = dice

    def answer(self, scene: Scene, question: Question) -> Plain:
        if question.rule == "bb.plating.sacrifice":
            return min(self.dice, int(str(question.about["dice"])))
        return question.default


def whole(foreseen: Foreseen[Scene]) -> Fraction:
    return sum((weight for _, weight in foreseen.scenes), foreseen.unexplored)


# ---------------------------------------------------------------- the attack roll


def by_icepool(number: int, bonus: int, edge: int, practiced: bool, once: bool) -> dict[str, Fraction]:
    """bb.roll.attack, worked out by another hand."""
    twelve: Any = icepool.d(12)
    four: Any = icepool.d(4)
    if practiced:
        depth: Any = 1 if once else "inf"
        twelve = twelve.reroll([1], depth=depth)
        four = four.reroll([1], depth=depth) if edge > 0 else four
    extra: Any = abs(edge) @ four if edge else icepool.Die([0])

    def read(face: int, more: int) -> str:
        total = face + bonus + (more if edge > 0 else -more)
        return DECISIVE if face == 12 else SUCCESS if total >= number else FAILURE

    outcome: Any = icepool.map(read, twelve, extra)
    return {name: Fraction(outcome.probability(name)) for name in outcome.outcomes()}


@pytest.mark.parametrize("once", [False, True])
@pytest.mark.parametrize("practiced", [False, True])
@pytest.mark.parametrize("edge", [-2, -1, 0, 1, 2])
def test_the_chance_to_hit_is_what_icepool_counts(edge: int, practiced: bool, once: bool) -> None:
    weapons = {"practiced_weapons": ["unarmed"]} if practiced else {}
    for bonus in range(-2, 5):
        striker = {"stats": {"FOR": bonus}, **weapons}
        scene = duel(striker, options={"opt_reroll_once": once})
        if edge:
            scene.adjustments = (Adjustment("striker", "luck", edge, "edge"),)
        for number in range(3, 15):
            here = scene.fork()
            here.beings["target"].sheet = duel(target={"ac": number}).beings["target"].sheet
            first = foresee(here, ATTACK, Giving(0)).first_roll()
            assert first is not None
            found = {name: Fraction(weight, first.total) for name, weight in first.weights}
            assert found == by_icepool(number, bonus, edge, practiced, once), (number, bonus)


# ---------------------------------------------------------------- damage


def damage_by_icepool(hp: int, plating: int, dice: int, bonus: int, given_up: int) -> dict[tuple[int, int], Fraction]:
    """HP and Plating after an attack on AC 6 with d4s that always gives up as many dice; a 12 is a Heavy Strike."""
    hit = by_icepool(6, bonus, 0, False, False)
    broken = max(0, plating - 2 * given_up)
    left = dice - given_up

    def after(amount: int) -> tuple[int, int]:
        taken = max(1, amount // 2) if broken else amount
        return max(0, hp - taken), broken

    found: Counter[tuple[int, int]] = Counter()
    found[hp, plating] += hit[FAILURE]  # type: ignore[assignment]  # weights are fractions
    if not left:
        found[hp, broken] += hit[SUCCESS] + hit[DECISIVE]  # type: ignore[assignment]  # weights are fractions
        return dict(found)  # type: ignore[arg-type]  # weights are fractions
    found[after(4 * left + bonus)] += hit[DECISIVE]  # type: ignore[assignment]  # weights are fractions
    rolled: Any = left @ icepool.d(4) + bonus
    for amount in rolled.outcomes():
        found[after(max(1, amount))] += hit[SUCCESS] * rolled.probability(amount)
    return dict(found)  # type: ignore[arg-type]  # weights are fractions


@pytest.mark.parametrize("given_up", [0, 1, 2, 3])
@pytest.mark.parametrize("plating", [1, 3, 4, 9])
@pytest.mark.parametrize("hp", [2, 5, 20])
def test_damage_with_plating_and_sacrificed_dice(hp: int, plating: int, given_up: int) -> None:
    target = {"ac": 6, "hp": hp, "hp_max": 20, "plating": plating, "plating_max": 9}
    scene = duel({"stats": {"FOR": 1}, "conditions": [{"name": "Mighty", "value": 2}]}, target)
    foreseen = foresee(scene, ATTACK, Giving(given_up))
    found: Counter[tuple[int, int]] = Counter()
    for after, weight in foreseen.scenes:
        hurt = after.beings["target"]
        found[hurt.hp, hurt.plating] += weight  # type: ignore[assignment]  # weights are fractions
    assert dict(found) == damage_by_icepool(hp, plating, 3, 1, given_up)
    assert whole(foreseen) == 1


# ---------------------------------------------------------------- budgets and merging


def test_a_budget_too_small_reports_what_is_unexplored() -> None:
    for budget in (0, 1, 3, 6):
        foreseen = foresee(duel(), ATTACK, Giving(0), budget)
        assert foreseen.unexplored > 0
        assert whole(foreseen) == 1
    assert foresee(duel(), ATTACK, Giving(0)).unexplored == 0


def test_equal_states_merge() -> None:
    """A miss, and the four faces of the damage die; a Heavy Strike does what a 4 does."""
    foreseen = foresee(duel(), ATTACK, Giving(0))
    assert len(foreseen.scenes) == 5
    assert len({scene.key() for scene, _ in foreseen.scenes}) == 5
