"""Exact odds of attacks that bring others, against counting the faces of every d20 by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.referee.exact import foresee
from ludex.games.vitality.state import Being, Scene

VITALITY = pytest.importorskip("ludex.games.vitality.game", exc_type=ImportError).VITALITY
FACES = range(1, 21)
PLAIN = {"focus": 0, "power": 0, "mobility": 0, "endurance": 0}
AVOIDANCE, DEALS, CRITICAL = 9, 15, 4  # 5 + T; 15 + T - T; T more for a critical die


class Usual:
    """Takes the default of every question."""

    checked = False

    def choose(self, scene: Scene, being: Being) -> Command:
        raise NotImplementedError

    def answer(self, scene: Scene, question: Question) -> Plain:
        return question.default


def shooting(*upgrades: str, foes: int = 1, hp: int = 100) -> Scene:
    """Somebody of Tier 4 with a flat ranged attack, and enemies of Tier 4 in range."""
    bolt = {"id": "bolt", "name": "Bolt", "type": "ranged", "upgrades": ["high_impact", *upgrades]}
    beings: dict[str, Any] = {"ann": {"tier": 4, "at": [0, 0], "asks": "never", "attacks": [bolt]}}
    for number in range(foes):
        beings[f"foe_{number}"] = {
            "from": "alley_tough", "tier": 4, "at": [6 + number, 2], "hp_max": hp, "hp": hp, "attributes": PLAIN,
        }  # fmt: skip
    options = VITALITY.rulebook.check_options({})
    tables = {"options": options, "board": "test_range", "turn": "ann", "beings": beings}
    scene: Scene = VITALITY.build(tables, "test", VITALITY.library())
    return scene


def lost(scene: Scene) -> dict[tuple[int, ...], Fraction]:
    """The chance of each list of HP that the enemies have lost."""
    foreseen = foresee(scene, command("ann", "attack", attack="bolt", target="foe_0"), Usual())
    assert sum([weight for _, weight in foreseen.scenes]) == 1
    foes = [name for name in scene.beings if name != "ann"]
    found: dict[tuple[int, ...], Fraction] = {}
    for after, weight in foreseen.scenes:
        gone = tuple([scene.beings[name].hp - after.beings[name].hp for name in foes])
        found[gone] = found.get(gone, Fraction(0)) + weight
    return found


def by_hand(outcomes: Sequence[tuple[int, ...]]) -> dict[tuple[int, ...], Fraction]:
    """The chance of each outcome, all of which are equally likely."""
    return {what: Fraction(count, len(outcomes)) for what, count in Counter(outcomes).items()}


def deals(face: int, critical: int = 20, less: int = 0) -> int:
    """What a die to hit comes to; `less` is off both rolls."""
    hits = face == 20 or face + 4 - less >= AVOIDANCE
    return DEALS - less + (CRITICAL if face >= critical else 0) if hits else 0


def test_double_tap_comes_again_from_15_on() -> None:
    dice = [(a, b) for a in FACES for b in FACES]
    expected = [(deals(a, 15) + (deals(b, 15) if a >= 15 else 0),) for a, b in dice]
    assert lost(shooting("double_tap")) == by_hand(expected)


def test_barrage_is_three_strikes_at_two_tiers_less() -> None:
    expected = [(sum([deals(face, less=8) for face in dice]),) for dice in product(FACES, repeat=3)]
    assert lost(shooting("barrage")) == by_hand(expected)


def test_extra_attack_follows_a_hit_that_hurts() -> None:
    dice = [(a, b) for a in FACES for b in FACES]
    expected = [(deals(a, less=4) + (deals(b, less=4) if deals(a, less=4) else 0),) for a, b in dice]
    assert lost(shooting("extra_attack")) == by_hand(expected)


def test_ricochet_strikes_two_others_from_15_on() -> None:
    dice = product(FACES, repeat=3)
    expected = [(deals(a, 15), *[deals(other, 15) if a >= 15 else 0 for other in (b, c)]) for a, b, c in dice]
    assert lost(shooting("ricochet", foes=3)) == by_hand(expected)


def test_splinter_goes_on_while_enemies_fall() -> None:
    """Half of Tier 4: two more at most, at two Tiers less; each hit fells an enemy of 5 HP."""
    expected = []
    for dice in product(FACES, repeat=3):
        fallen: list[int] = []
        for face in dice:
            if not deals(face, less=8):
                break
            fallen.append(5)
        expected.append((*fallen, *[0] * (4 - len(fallen))))
    assert lost(shooting("splinter", foes=4, hp=5)) == by_hand(expected)
