"""Exact odds of Navy Blue against icepool: attack rolls, damage, Injuries, and one roll against several targets."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import icepool  # type: ignore[import-untyped]  # it has no types
import pytest

from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.scene import Adjustment
from ludex.core.referee.exact import Foreseen, foresee
from ludex.games.navyblue.state import Being, Scene

NAVYBLUE = pytest.importorskip("ludex.games.navyblue.game", exc_type=ImportError).NAVYBLUE

ATTACK = command("striker", "attack", weapon="cutlass", target="target", attr="Brawn")
BASE = (3, 7, 10)
TABLE = (0, 1, 2, 3, 5)  # damage before half level


class Usual:
    """Takes the default of every question."""

    checked = False

    def choose(self, scene: Scene, being: Being) -> Command:
        raise NotImplementedError

    def answer(self, scene: Scene, question: Question) -> Plain:
        return question.default


def build(options: dict[str, Any], **tables: Any) -> Scene:
    chosen = NAVYBLUE.rulebook.check_options(options)
    scene: Scene = NAVYBLUE.build({"options": chosen, **tables}, "test", NAVYBLUE.library())
    return scene


def duel(brawn: int, level: int, target: dict[str, Any], options: dict[str, Any] | None = None, **own: Any) -> Scene:
    """Somebody with a cutlass and somebody who defends; others keep the fight going."""
    striker = {"held": ["cutlass"], "level": level, "attributes": {"Brawn": brawn}, **own}
    foe = {"side": "foes", "at": "z0_0", "vigor": 90, **target}
    beings = {"striker": striker, "target": foe, "other": {"side": "foes"}, "third": {"side": "foes"}}
    return build(options or {}, board={"width": 2}, beings=beings, turn="striker")


def whole(foreseen: Foreseen[Scene]) -> Fraction:
    return sum((weight for _, weight in foreseen.scenes), foreseen.unexplored)


def counted(foreseen: Foreseen[Scene], what: Any) -> dict[Any, Fraction]:
    """The chance of each value that `what` finds in the scenes that come of it."""
    found: Counter[Any] = Counter()
    for after, weight in foreseen.scenes:
        found[what(after)] += weight  # type: ignore[assignment]  # weights are fractions
    assert whole(foreseen) == 1
    return dict(found)


def result(
    faces: tuple[int, ...], bonus: int, numbers: tuple[int, ...], strict: bool = False, first: bool = True
) -> int:
    """nb.roll.tiers, nb.roll.crossing and nb.roll.doubles by another hand."""
    if faces == (1, 1):
        return 0
    if faces == (6, 6):
        return 4
    total = sum(faces) + bonus - strict
    if first and total < numbers[0]:
        return 0
    return max([tier for tier in (1, 2, 3) if total >= numbers[tier - 1]], default=0)


def chances(read: Any) -> dict[Any, Fraction]:
    """What two dice give when they are read like this."""
    found: Any = icepool.map(lambda one, other: read((one, other)), icepool.d6, icepool.d6)
    return {outcome: Fraction(found.probability(outcome)) for outcome in found.outcomes()}


def first_roll(scene: Scene, what: Command = ATTACK) -> dict[Any, Fraction]:
    rolled = foresee(scene, what, Usual()).first_roll()
    assert rolled is not None
    found: Counter[Any] = Counter()
    for (results, _), weight in rolled.weights:
        # To mypy: weights are fractions
        found[results if len(results) > 1 else results[0]] += Fraction(weight, rolled.total)  # type: ignore[assignment]
    return dict(found)


# ---------------------------------------------------------------- attack rolls


@pytest.mark.parametrize("brawn", [-2, 0, 2, 5])
@pytest.mark.parametrize("level", [0, 1, 2, 6])
def test_attack_rolls_are_what_icepool_counts(brawn: int, level: int) -> None:
    for defence in range(-2, 6):
        for armour in ((0, 0, 0), (1, 0, 1), (4, 0, 0), (-1, -1, -1), (1, 2, 2)):
            protection = [{"attrs": ["Phys"], "shift": list(armour)}]
            foe = {"attributes": {"Brawn": defence, "Finesse": defence}, "level": 2, "protection": protection}
            numbers = tuple(base + 1 + defence + shift for base, shift in zip(BASE, armour, strict=True))
            wanted = chances(lambda faces, numbers=numbers: result(faces, level // 2 + brawn, numbers))
            assert first_roll(duel(brawn, level, foe)) == wanted, (defence, armour)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("crossing", ["fail_first", "highest_tier"])
def test_tiers_out_of_order(strict: bool, crossing: str) -> None:
    options = {"opt_pass_strict": strict, "opt_crossing": crossing}
    protection = [{"attrs": ["Phys"], "shift": [5, 0, 0]}]
    scene = duel(1, 1, {"protection": protection}, options)
    wanted = chances(lambda faces: result(faces, 1, (8, 7, 10), strict, crossing == "fail_first"))
    assert first_roll(scene) == wanted


@pytest.mark.parametrize("amount", [-3, 1, 4])
def test_the_directors_modifier_is_in_the_odds(amount: int) -> None:
    scene = duel(1, 1, {})
    scene.adjustments = (Adjustment("striker", "sun in the eyes", amount, "bonus"),)
    assert first_roll(scene) == chances(lambda faces: result(faces, 1 + amount, BASE))


# ---------------------------------------------------------------- damage and Injuries


@pytest.mark.parametrize("level", [1, 2, 6])
@pytest.mark.parametrize("after", [False, True])
def test_damage_of_an_attack(level: int, after: bool) -> None:
    """1, 2, 3 or 5 and half level; whether the defence is picked before or after the roll, if both are alike."""
    foreseen = foresee(duel(2, level, {}, {"opt_defend_after_roll": after}), ATTACK, Usual())
    found = counted(foreseen, lambda scene: 90 - scene.beings["target"].vigor)

    def dealt(faces: tuple[int, ...]) -> int:
        tier = result(faces, 2 + level // 2, BASE)
        return TABLE[tier] + level // 2 if tier else 0

    assert found == chances(dealt)


def test_the_better_defence_after_the_roll() -> None:
    """Finesse keeps the strongest blows off, Brawn the weak ones: who knows the total picks what it meets less of."""
    protection = [{"attrs": ["Brawn"], "shift": [4, 0, 0]}, {"attrs": ["Finesse"], "shift": [0, 0, 4]}]
    scene = duel(2, 1, {"protection": protection}, {"opt_defend_after_roll": True})
    found = counted(foresee(scene, ATTACK, Usual()), lambda scene: 90 - scene.beings["target"].vigor)
    wanted = chances(lambda faces: TABLE[min(result(faces, 2, (7, 7, 10)), result(faces, 2, (3, 7, 14)))])
    assert found == wanted


@pytest.mark.parametrize("vigor", [0, 1, 3, 9])
@pytest.mark.parametrize("overflow", ["spill", "none", "whole_hit"])
def test_injuries_of_an_attack(vigor: int, overflow: str) -> None:
    """A player character who is struck: Vigor first, then slots, of which there are ten."""
    striker = {"side": "foes", "attributes": {"Brawn": 3}, "level": 4, "at": "z0_0", "held": ["cutlass"]}
    beings = {"striker": striker, "target": {"vigor": vigor}, "friend": {}}
    scene = build({"opt_injury_overflow": overflow}, beings=beings, turn="striker")
    found = counted(foresee(scene, ATTACK, Usual()), lambda s: (s.beings["target"].vigor, s.beings["target"].injuries))

    def struck(faces: tuple[int, ...]) -> tuple[int, int]:
        tier = result(faces, 5, BASE)
        dealt = TABLE[tier] + 2 if tier else 0
        left = max(0, vigor - dealt)
        if left or not dealt:
            return left, 0
        beyond = dealt - vigor
        return 0, {"spill": beyond, "none": 0 if vigor else dealt, "whole_hit": dealt}[overflow]

    assert found == chances(struck)


def test_direct_injuries_of_an_attack() -> None:
    """Mind Spike: 1 for a Glancing Blow, 1 Direct Injury or 2 beyond that, which an NPC feels three times."""
    mage = {"from": "oriel", "at": "z0_0"}
    foe = {"side": "foes", "at": "z0_0", "vigor": 30}
    scene = build({}, beings={"mage": mage, "target": foe, "other": {"side": "foes"}}, turn="mage")
    spike = command("mage", "use", feature="mind_spike", target="target")
    found = counted(foresee(scene, spike, Usual()), lambda scene: 30 - scene.beings["target"].vigor)
    assert found == chances(lambda faces: (0, 1, 3, 3, 6)[result(faces, 3, BASE)])


# ---------------------------------------------------------------- one roll, several targets


def test_one_roll_against_each_of_several() -> None:
    """The golem sweeps a zone: 2d6 + 6 against 3/7/10, against 8/12/15, and at -2 against somebody Prone."""
    beings = {
        "golem": {"from": "anchor_golem", "at": "z0_0"},
        "ann": {"vigor": 50},
        "ben": {"vigor": 50, "attributes": {"Brawn": 5}},
        "cat": {"vigor": 50, "conditions": ["Prone"]},
    }
    scene = build({}, beings=beings, turn="golem")
    sweep = command("golem", "attack", weapon="chain_sweep", zone="z0_0")
    found = counted(
        foresee(scene, sweep, Usual()),
        lambda scene: tuple(50 - scene.beings[name].vigor for name in ("ann", "ben", "cat")),
    )

    def struck(faces: tuple[int, ...]) -> tuple[int, ...]:
        tiers = (result(faces, 6, BASE), result(faces, 6, (8, 12, 15)), result(faces, 4, BASE))
        return tuple(TABLE[tier] + 2 if tier else 0 for tier in tiers)

    assert found == chances(struck)


@pytest.mark.parametrize(("own", "other", "amount"), [(False, True, 2), (True, False, -2), (True, True, 0)])
def test_prone_at_reach_0(own: bool, other: bool, amount: int) -> None:
    down = ["Prone"]
    scene = duel(2, 1, {"conditions": down if other else []}, conditions=down if own else [])
    assert first_roll(scene) == chances(lambda faces: result(faces, 2 + amount, BASE))
