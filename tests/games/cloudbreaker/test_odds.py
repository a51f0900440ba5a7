"""Exact odds of Cloudbreaker Alliance against icepool: attack rolls, effect rolls and the epic trap."""

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
from ludex.games.cloudbreaker import CLOUDBREAKER
from ludex.games.cloudbreaker.book.dice import CRITICAL, FAILURE, SUCCESS
from ludex.games.cloudbreaker.foe.policy import SimplePolicy
from ludex.games.cloudbreaker.state import Scene

ATTACK = command("striker", "attack", weapon="gate_hammer", target="target")


class Declining(SimplePolicy):
    """Takes the default of every question: no bursts, no boosts."""

    def answer(self, scene: Scene, question: Question) -> Plain:
        return question.default


def build(tables: dict[str, Any]) -> Scene:
    options = CLOUDBREAKER.rulebook.check_options({})
    return CLOUDBREAKER.build({"options": options, **tables}, "test", CLOUDBREAKER.library())


def duel(bonus: int, defense: int, **target: Any) -> Scene:
    """A character with a hammer and an enemy in the same zone; a second one keeps the fight going."""
    striker = {"weapons": ["gate_hammer"], "masteries": ["hammers"], "mastery_bonus": bonus}
    foe = {"from": "balewolf", "defense": defense, **target}
    beings = {"striker": striker, "target": foe, "other": {"from": "balewolf"}}
    return build({"board": {"width": 1}, "beings": beings, "turn": "striker"})


def whole(foreseen: Foreseen[Scene]) -> Fraction:
    return sum((weight for _, weight in foreseen.scenes), foreseen.unexplored)


# ---------------------------------------------------------------- attack rolls


def two_dice(edge: int) -> Any:
    """cb.roll.edge_setback by another hand: the dice that are kept, the lower first."""
    pool: Any = icepool.d6.pool(3 if edge else 2)
    kept: Any = pool.highest(2) if edge > 0 else pool.lowest(2) if edge < 0 else pool
    return kept.expand()


def hits(edge: int, bonus: int, defense: int) -> dict[str, Fraction]:
    def read(faces: tuple[int, ...]) -> str:
        if faces == (6, 6):
            return CRITICAL
        if faces == (1, 1):
            return FAILURE
        return SUCCESS if sum(faces) + bonus >= defense else FAILURE

    found: Any = icepool.map(read, two_dice(edge), star=False)
    return {name: Fraction(found.probability(name)) for name in found.outcomes()}


@pytest.mark.parametrize("edge", [-1, 0, 1])
@pytest.mark.parametrize("bonus", [0, 3, 4, 5, 6])
def test_attack_rolls_are_what_icepool_counts(edge: int, bonus: int) -> None:
    for defense in range(2, 21):
        scene = duel(bonus, defense)
        if edge:
            scene.adjustments = (Adjustment("striker", "luck", edge, "edge"),)
        first = foresee(scene, ATTACK, Declining()).first_roll()
        assert first is not None
        found = {name: Fraction(weight, first.total) for name, weight in first.weights}
        assert found == hits(edge, bonus, defense), defense


# ---------------------------------------------------------------- effect rolls and damage


@pytest.mark.parametrize("edge", [-1, 0, 1])
@pytest.mark.parametrize(("resist", "vulnerable"), [((), ()), (("blunt",), ()), ((), ("blunt",))])
def test_damage_of_an_attack(edge: int, resist: tuple[str, ...], vulnerable: tuple[str, ...]) -> None:
    """2d6 + 3, doubled on a critical hit, then halved or doubled by the type; against 90 HP nobody falls."""
    scene = duel(4, 11, hp=90, resist=list(resist), vulnerable=list(vulnerable))
    if edge:
        scene.adjustments = (Adjustment("striker", "luck", edge, "edge"),)
    foreseen = foresee(scene, ATTACK, Declining())
    found: Counter[int] = Counter()
    for after, weight in foreseen.scenes:
        found[90 - after.beings["target"].hp] += weight  # type: ignore[assignment]  # weights are fractions

    chances = hits(edge, 4, 11)
    rolled: Any = 2 @ icepool.d6 + 3
    wanted: Counter[int] = Counter({0: chances[FAILURE]})
    for amount in rolled.outcomes():
        for reading, times in ((SUCCESS, 1), (CRITICAL, 2)):
            dealt = amount * times
            dealt = dealt // 2 if resist else dealt * 2 if vulnerable else dealt
            # To mypy: weights are fractions
            wanted[dealt] += chances[reading] * Fraction(rolled.probability(amount))  # type: ignore[assignment]
    assert found == wanted
    assert whole(foreseen) == 1


def test_an_effect_roll_has_a_minimum() -> None:
    """Bare fists: 2d6 - 3, at least 1, before a critical doubles it."""
    scene = duel(0, 8, hp=50)
    unarmed = command("striker", "attack", weapon="unarmed", target="target")
    found: Counter[int] = Counter()
    for after, weight in foresee(scene, unarmed, Declining()).scenes:
        found[50 - after.beings["target"].hp] += weight  # type: ignore[assignment]  # weights are fractions
    rolled: Any = (2 @ icepool.d6 - 3).map(lambda amount: max(1, amount))
    chances = hits(0, 0, 8)
    wanted: Counter[int] = Counter({0: chances[FAILURE]})
    for amount in rolled.outcomes():
        # To mypy: weights are fractions
        wanted[amount] += chances[SUCCESS] * Fraction(rolled.probability(amount))  # type: ignore[assignment]
        # To mypy: weights are fractions
        wanted[2 * amount] += chances[CRITICAL] * Fraction(rolled.probability(amount))  # type: ignore[assignment]
    assert found == wanted


@pytest.mark.parametrize("missing", [0, 3, 9, 20])
def test_recovery_stops_at_the_maximum(missing: int) -> None:
    healer = {"items": ["healing_powder"], "hp": 30 - missing, "hp_max": 30}
    scene = build({"beings": {"striker": healer, "wolf": {"from": "balewolf"}}, "turn": "striker"})
    powder = command("striker", "item", item="healing_powder", target="striker")
    found: Counter[int] = Counter()
    for after, weight in foresee(scene, powder, Declining()).scenes:
        found[after.beings["striker"].hp] += weight  # type: ignore[assignment]  # weights are fractions
    rolled: Any = (2 @ icepool.d6 + 4).map(lambda amount: min(30, 30 - missing + amount))
    assert found == {hp: Fraction(rolled.probability(hp)) for hp in rolled.outcomes()}


# ---------------------------------------------------------------- the epic trap

TABLE = {
    "Very Easy": (1, 2, 3),
    "Easy": (2, 3, 4),
    "Medium": (3, 4, 5),
    "Hard": (4, 5, 6),
    "Very Hard": (5, 6, 7),
}


def caught(difficulty: str, grade: str, away: int = 0, shelter: int = 0) -> Scene:
    """Somebody sturdy, so many zones from the epicenter, at the end of the last round."""
    situation = {
        "kind": "escape",
        "safe_zones": ["z9_0"],
        "shelters": {f"z{away}_0": shelter},
        "trap": {"epicenter": "z0_0", "round": 1, "difficulty": difficulty, "grade": grade},
    }
    beings = {"runner": {"at": f"z{away}_0", "hp": 200}}
    return build({"board": {"width": 10}, "situation": situation, "beings": beings, "turn": "runner"})


def losses(scene: Scene) -> dict[int, Fraction]:
    found: Counter[int] = Counter()
    foreseen = foresee(scene, command("runner", "end_turn"), Declining())
    for after, weight in foreseen.scenes:
        assert after.fired
        found[200 - after.beings["runner"].hp] += weight  # type: ignore[assignment]  # weights are fractions
    assert whole(foreseen) == 1
    return dict(found)  # type: ignore[arg-type]  # weights are fractions


@pytest.mark.rule("cb.escape.trap.table")
@pytest.mark.parametrize("difficulty", TABLE)
@pytest.mark.parametrize("grade", ["Copper", "Silver", "Gold"])
def test_the_epic_trap_by_difficulty_and_grade(difficulty: str, grade: str) -> None:
    times = TABLE[difficulty][("Copper", "Silver", "Gold").index(grade)]
    rolled: Any = (2 @ icepool.d6 + 10) * times
    found = losses(caught(difficulty, grade))
    assert found == {amount: Fraction(rolled.probability(amount)) for amount in rolled.outcomes()}
    assert sum(amount * chance for amount, chance in found.items()) == 17 * times


@pytest.mark.parametrize(("away", "shelter"), [(0, 0), (1, 0), (3, 10), (8, 0), (4, 15)])
def test_the_epic_trap_from_afar(away: int, shelter: int) -> None:
    rolled: Any = ((2 @ icepool.d6 + 10) * 2).map(lambda amount: max(0, amount - 5 * away - shelter))
    found = losses(caught("Easy", "Copper", away, shelter))
    assert found == {amount: Fraction(rolled.probability(amount)) for amount in rolled.outcomes()}
