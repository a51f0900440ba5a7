"""Exact odds of The Crawl against icepool: attacks and defences, damage, criticals, cover, pushes, opposed checks."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import icepool  # type: ignore[import-untyped]  # it has no types
import pytest

from ludex.core.content.content import Library
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.scene import Adjustment
from ludex.core.referee.exact import Foreseen, foresee
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.state import Being, Scene

D20: Any = icepool.d(20)
PLENTY = 500_000  # so much that nothing is left unexplored
SLASH = command("ann", "attack", skill="slash:long_sword", target="foe")


class Answers:
    """Answers some questions as said, all others by their default."""

    checked = False

    def __init__(self, given: dict[str, Plain] | None = None) -> None:
        self.given = given or {}

    def choose(self, scene: Scene, being: Being) -> Command:
        raise NotImplementedError

    def answer(self, scene: Scene, question: Question) -> Plain:
        return self.given.get(question.rule, question.default)


def duel(ann: dict[str, Any], foe: dict[str, Any], library: Library | None = None, **tables: Any) -> Scene:
    """Somebody beside a foe, on its turn; a friend of the foe far away keeps the fight going."""
    beings = {
        "ann": {"at": [3, 3], "max_ep": 9, "aspects": ["slash"], "hands": ["long_sword"], **ann},
        "foe": {"side": "foes", "at": [4, 3], "max_hp": 60, "facing": 3, **foe},
        "far": {"side": "foes", "at": [17, 0]},
    }
    options = CRAWL.rulebook.check_options({})
    given = {"options": options, "beings": beings, "turn": "ann", "board": {"width": 20, "height": 8}, **tables}
    return CRAWL.build(given, "test", library or CRAWL.library())


def counted(foreseen: Foreseen[Scene], what: Any) -> dict[Any, Fraction]:
    """The chance of each value that `what` finds in the scenes that come of it."""
    found: Counter[Any] = Counter()
    for after, weight in foreseen.scenes:
        found[what(after)] += weight  # type: ignore[assignment]  # weights are fractions
    assert sum(found.values(), foreseen.unexplored) == 1
    assert not foreseen.unexplored
    return dict(found)


def after(scene: Scene, what: Command, look: Any, given: dict[str, Plain] | None = None) -> dict[Any, Fraction]:
    return counted(foresee(scene, what, Answers(given), PLENTY), look)


def lost(scene: Scene) -> int:
    return 60 - scene.beings["foe"].hp


def chances(found: Any) -> dict[Any, Fraction]:
    return {outcome: Fraction(found.probability(outcome)) for outcome in found.outcomes()}


def result(face: int, bonus: int, difficulty: int, critical: int = 20) -> str:
    """tc.attack.roll, tc.crit.hit, tc.crit.failure by another hand."""
    if face == 1:
        return "fumble"
    if face >= critical:
        return "critical"
    return "hit" if face + bonus >= difficulty else "miss"


def readings(scene: Scene, what: Command = SLASH) -> dict[str, Fraction]:
    rolled = foresee(scene, what, Answers()).first_roll()
    assert rolled is not None
    found: Counter[Any] = Counter()
    for reading, weight in rolled.weights:
        name = reading if isinstance(reading, str) else getattr(reading, "result", reading[0])
        found[name] += Fraction(weight, rolled.total)  # type: ignore[assignment]  # weights are fractions
    return dict(found)


# ---------------------------------------------------------------- attack rolls


@pytest.mark.parametrize("bonus", [-6, -1, 0, 3, 12])
@pytest.mark.parametrize("difficulty", [2, 8, 14])
def test_an_undefended_attack(bonus: int, difficulty: int) -> None:
    aspect = {"aspect": "slash", "changed": [[1, difficulty]]}
    scene = duel({"aspects": [aspect], "mobility": bonus}, {"defends": False})
    wanted = chances(D20.map(lambda face: result(face, bonus, difficulty)))
    assert readings(scene) == wanted


@pytest.mark.parametrize("widened", [1, 3, 5])
def test_a_wider_critical_range(widened: int) -> None:
    part = {"part": "crit_success_modifier", "value": widened, "on": "attack"}
    library = CRAWL.library().copy()
    library.add({"aspect": [{"id": "keen", "name": "Keen", "parts": [part]}]}, "test")
    scene = duel({"aspects": ["slash", "keen"]}, {"defends": False}, library=library)
    assert readings(scene) == chances(D20.map(lambda face: result(face, 0, 8, 20 - widened)))


@pytest.mark.parametrize("amount", [-3, 2])
def test_the_game_masters_modifier_is_in_the_odds(amount: int) -> None:
    scene = duel({}, {"defends": False})
    scene.adjustments = (Adjustment("ann", "sun in the eyes", amount, "bonus"),)
    assert readings(scene) == chances(D20.map(lambda face: result(face, amount, 8)))


# ---------------------------------------------------------------- damage


def harm(roll: str, table: int, dice: int, bleed: int, resisted: int) -> int:
    """What an attack of these dice takes off: tc.crit.hit_table has bleed damage at 14 to 16 and doubles at 20."""
    if roll in ("fumble", "miss"):
        return 0
    if roll == "hit":
        return max(0, dice - resisted)
    doubled = 2 if table == 20 else 1
    return max(0, doubled * dice - resisted) + (bleed if 14 <= table <= 16 or table == 20 else 0)


@pytest.mark.parametrize("resisted", [0, 3, 9])
@pytest.mark.parametrize("bonus", [0, 4])
def test_what_a_slash_costs(resisted: int, bonus: int) -> None:
    scene = duel({"mobility": bonus}, {"defends": False, "dr": [["kinetic", resisted]]})
    wanted = icepool.map(
        lambda face, table, dice, bleed: harm(result(face, bonus, 8), table, dice, bleed, resisted),
        D20, D20, icepool.d(8), icepool.d(4),
    )  # fmt: skip
    assert after(scene, SLASH, lost) == chances(wanted)


@pytest.mark.parametrize("strength", [-3, 0, 2])
def test_two_hands_add_strength(strength: int) -> None:
    scene = duel({"hands": ["great_sword"], "strength": strength}, {"defends": False})
    wanted = icepool.map(
        lambda face, table, dice, bleed: harm(result(face, 0, 8), table, max(0, dice + strength), bleed, 0),
        D20, D20, icepool.d(12), icepool.d(4),
    )  # fmt: skip
    assert after(scene, command("ann", "attack", skill="slash:great_sword", target="foe"), lost) == chances(wanted)


# ---------------------------------------------------------------- defence


@pytest.mark.parametrize("attack", [-2, 0, 3])
@pytest.mark.parametrize("defence", [-4, 0, 2, 5])
@pytest.mark.parametrize("own", [2, 8, 12])
def test_a_defence_exceeds_the_attack_and_meets_its_own_difficulty(attack: int, defence: int, own: int) -> None:
    dodge = {"aspect": "duck_and_dodge", "changed": [[1, own]]}
    scene = duel({"mobility": attack}, {"aspects": [dodge], "mobility": defence, "max_ep": 9})

    def lands(face: int, answer: int) -> bool:
        found = result(face, attack, 8)
        if found in ("fumble", "miss"):
            return False
        total = answer + defence - (10 if found == "critical" else 0)
        return not (total > face + attack and (total >= own or answer == 20))

    found = after(scene, SLASH, lambda scene: lost(scene) > 0, {"tc.defense.roll": "duck_and_dodge"})
    assert found == chances(icepool.map(lands, D20, D20))


@pytest.mark.parametrize("state", ["Prone", "Slowed", "Blind", "Stunned"])
def test_what_lies_on_a_defence(state: str) -> None:
    scene = duel({}, {"aspects": ["duck_and_dodge"], "max_ep": 9, "conditions": [state]})
    less = {"Prone": 2, "Slowed": 2, "Blind": 10, "Stunned": 0}[state]

    def lands(face: int, answer: int) -> bool:
        found = result(face, 0, 8)
        if found in ("fumble", "miss"):
            return False
        total = answer - less - (10 if found == "critical" else 0)
        total = min(total, 10) if state == "Stunned" else total
        return not (total > face and (total >= 8 or answer == 20))

    found = after(scene, SLASH, lambda scene: lost(scene) > 0, {"tc.defense.roll": "duck_and_dodge"})
    assert found == chances(icepool.map(lands, D20, D20))


@pytest.mark.parametrize("percent", [25, 50, 90])
def test_cover(percent: int) -> None:
    cover = [{"cells": [[5, 3]], "percent": percent, "material": "wood"}]
    scene = duel({"aspects": ["spell_dart"]}, {"at": [7, 3], "defends": False}, cover=cover)
    found = after(scene, command("ann", "attack", skill="spell_dart", target="foe"), lambda scene: lost(scene) > 0)
    reaches = Fraction(13, 20) * Fraction(100 - percent, 100)
    assert found == {True: reaches, False: 1 - reaches}


# ---------------------------------------------------------------- checks


@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (3, -1), (-2, 4)])
def test_a_grab_wins_ties(mine: int, theirs: int) -> None:
    scene = duel({"mobility": mine}, {"mobility": theirs})

    def grabs(face: int, answer: int) -> bool:
        if face == 1:
            return False
        return face + mine >= answer + theirs - (10 if face == 20 else 0)

    found = after(scene, command("ann", "grab", target="foe"), lambda scene: "Grabbed" in scene.beings["foe"].states)
    assert found == chances(icepool.map(grabs, D20, D20))


@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (2, -1)])
def test_breaking_a_grab_does_not(mine: int, theirs: int) -> None:
    held = [{"name": "Grabbed", "source": "foe", "note": "left arm"}]
    scene = duel({"strength": mine, "conditions": held}, {"strength": theirs})
    found = after(scene, command("ann", "break_grab"), lambda scene: "Grabbed" not in scene.beings["ann"].states)
    wins = icepool.map(lambda face, answer: face + mine > answer + theirs, D20, D20)
    assert found == chances(wins)


@pytest.mark.parametrize(("metres", "mobility", "pay"), [(2, 0, "nothing"), (2, 1, "ep"), (1, -1, "nothing")])
def test_a_climb_must_exceed_its_difficulty(metres: int, mobility: int, pay: str) -> None:
    board = {"width": 20, "height": 8, "heights": [{"cells": [[2, 3]], "m": metres}]}
    scene = duel({"mobility": mobility}, {}, board=board)
    found = after(scene, command("ann", "climb", cell=(2, 3), pay=pay), lambda scene: scene.beings["ann"].at == (2, 3))
    needed = 5 + 5 * metres - (10 if pay == "ep" else 0)
    climbs = D20.map(lambda face: face == 20 or face + mobility > needed)
    assert found == chances(climbs)


# ---------------------------------------------------------------- pushes


@pytest.mark.parametrize("strength", [0, 3])
def test_how_far_a_push_goes(strength: int) -> None:
    """A Shockwave Blow with a mace: 15 KP, less the check; a cell for each 2 m, and 1d6 for each 5 KP above 5."""
    scene = duel(
        {"aspects": ["bludgeon", "shockwave_blow"], "hands": ["mace"]}, {"defends": False, "strength": strength}
    )
    blow = command("ann", "attack", skill="shockwave_blow:mace", target="foe")
    kp = 15
    difficulty: Any = CRAWL.look_up(scene, "ann.difficulty.shockwave_blow:mace")

    def moved(face: int, check: int) -> int:
        if result(face, 0, difficulty) in ("fumble", "miss"):
            return 0
        total = check + strength
        return max(0, kp - total) // 2

    found = after(scene, blow, lambda scene: scene.board.distance((4, 3), scene.beings["foe"].at))
    assert found == chances(icepool.map(moved, D20, D20))


# ---------------------------------------------------------------- what damage brings


@pytest.mark.parametrize("strength", [-1, 0, 3])
def test_at_0_hp_somebody_may_fall(strength: int) -> None:
    scene = duel({"hands": ["knife"]}, {"defends": False, "max_hp": 40, "hp": 1, "strength": strength})
    found = after(
        scene, command("ann", "attack", skill="slash:knife", target="foe"),
        lambda scene: "Unconscious" in scene.beings["foe"].states,
    )  # fmt: skip
    falls = Fraction(13, 20) * Fraction(sum(face + strength < 8 for face in range(1, 21)), 20)  # one check for a hit
    assert found == {True: falls, False: 1 - falls}


def test_fire_burns_who_fails_a_check_of_11() -> None:
    scene = duel({"aspects": ["searing_brand"]}, {"defends": False, "mobility": 2})
    what = next(
        command("ann", "attack", skill=made, target="foe")
        for made in CRAWL.actions["attack"].args[0].values(scene, scene.beings["ann"])
        if str(made).startswith("searing_brand")
    )
    difficulty: Any = CRAWL.look_up(scene, "ann.difficulty.searing_brand")
    found = after(scene, what, lambda scene: "Burning" in scene.beings["foe"].states)
    hits = sum(result(face, 0, difficulty) in ("hit", "critical") for face in range(1, 21))
    burns = Fraction(hits, 20) * Fraction(8, 20)  # 2 to 8 and a 1 fail; 9 and 2 are 11
    assert found == {True: burns, False: 1 - burns}
