"""Exact odds of every attack of the starter content: damage as icepool counts it, and what exploding dice leave out."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import icepool  # type: ignore[import-untyped]  # it has no types
import pytest

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.referee.exact import foresee
from ludex.games.vitality.book.attacks.actions import area_blow
from ludex.games.vitality.book.attacks.blow import Blow
from ludex.games.vitality.book.attacks.built import Built, attack_of
from ludex.games.vitality.book.attacks.limits import chances
from ludex.games.vitality.book.attacks.rolls import accuracy, parts_of
from ludex.games.vitality.book.attacks.upgrades import pierces
from ludex.games.vitality.book.characters.scores import durability, tier, total_of
from ludex.games.vitality.book.dice import DAMAGE
from ludex.games.vitality.game import VITALITY
from ludex.games.vitality.records.attack_effects import (
    Blast,
    Bleed,
    Brutal,
    Excess,
    Finish,
    FollowUp,
    Repeat,
    Ricochet,
    Splinter,
    StrikeAgain,
)
from ludex.games.vitality.state import Being, Scene

LIBRARY = VITALITY.library()
EVERYBODY = [name for kind in ("character", "enemy") for name in LIBRARY.shelves[kind].entries]
NONE = Fraction(0)
LITTLE = Fraction(1, 10**9)  # what exploding dice may leave out
SEVERAL = Fraction(1, 200)  # and what attacks that strike several times may leave unexplored, with more steps
TABLE, MORE = 4_000, 20_000  # steps
STRIKES_ON = (Blast, Bleed, FollowUp, Repeat, Ricochet, Splinter, StrikeAgain)  # more follows than one strike
COUNTS_OTHERWISE = (Brutal, Excess, Finish)
FOES = {
    "one": {"from": "riot_captain", "at": [3, 5], "side": "foes"},
    "two": {"from": "riot_captain", "at": [4, 4], "side": "foes", "hp": 12},
}
HEROES = {
    "one": {"from": "ilse_brandt", "at": [3, 5], "side": "foes", "hp": 900, "hp_max": 900},
    "two": {"from": "tomas_okafor", "at": [4, 4], "side": "foes", "hp": 900, "hp_max": 900},
}


class Usual:
    """Takes the default of every question."""

    checked = False

    def choose(self, scene: Scene, being: Being) -> Command:
        raise NotImplementedError

    def answer(self, scene: Scene, question: Question) -> Plain:
        return question.default


def facing(who: str, others: dict[str, Any]) -> Scene:
    beings = {"me": {"from": who, "at": [3, 6], "side": "party"}, **others}
    tables = {"board": {"width": 12, "height": 12}, "turn": "me", "beings": beings}
    return VITALITY.build({**tables, "options": VITALITY.rulebook.check_options({})}, "test", LIBRARY)


def made(scene: Scene, action: str) -> Iterator[tuple[Command, Built]]:
    """Every attack that can be made, with what it is made with."""
    me = scene.beings["me"]
    for given, refusal in VITALITY.choices(scene, me, VITALITY.actions[action]):
        if refusal is None:
            yield given, attack_of(scene, me, str(given.arg("attack")))


def plain(attack: Built, *but: type) -> bool:
    """A single strike that takes what its dice say, and may always be made."""
    kinds = (*STRIKES_ON, *but)
    return not any([isinstance(effect, kinds) for effect in attack.effects]) and not chances(attack)


# ---------------------------------------------------------------- by icepool


def damage_dice(attack: Built) -> Any:
    if attack.flat:
        return icepool.Die([0])
    return 3 @ icepool.d6.explode([face for face in range(1, 7) if face >= attack.explodes], depth=14)


def amounts(scene: Scene, blow: Blow, attack: Built, name: str) -> tuple[Any, dict[bool, int]]:
    """Whether somebody is hit, and critically; and what is added to the dice then, Durability taken off."""
    target, throw = scene.beings[name], accuracy(scene, blow, name, ())
    assert throw.number is not None
    faces = icepool.d20.highest(attack.accuracy_dice) if attack.accuracy_dice > 1 else icepool.d20

    def read(face: int) -> str:
        if face < 20 and face + throw.bonus < throw.number:  # type: ignore[operator]  # it has a number
            return "miss"
        return "critical" if face >= attack.critical_from else "hit"

    hits = icepool.Die(["hit"]) if attack.kind.direct else faces.map(read)
    bonus = total_of(parts_of(scene, blow, attack, DAMAGE, target))
    bonus -= total_of(durability(scene, target, pierced=pierces(attack)))
    return hits, {False: bonus, True: bonus + attack.critical_tiers * tier(scene, scene.beings["me"])}


def lost(hit: str, dice: int, more: dict[bool, int], hp: int) -> int:
    return 0 if hit == "miss" else min(hp, max(0, dice + more[hit == "critical"]))


def counted(scene: Scene, given: Command, names: tuple[str, ...]) -> dict[tuple[int, ...], Fraction]:
    """The chance of each list of HP lost, as the referee has it."""
    foreseen = foresee(scene, given, Usual())
    assert sum((weight for _, weight in foreseen.scenes), foreseen.unexplored) == 1
    assert foreseen.unexplored < LITTLE, (given, float(foreseen.unexplored))
    found: dict[tuple[int, ...], Fraction] = {}
    for after, weight in foreseen.scenes:
        gone = tuple([scene.beings[name].hp - after.beings[name].hp for name in names])
        found[gone] = found.get(gone, Fraction(0)) + weight
    return found


def agree(found: dict[tuple[int, ...], Fraction], expected: dict[tuple[int, ...], Fraction], given: Command) -> None:
    for what in {**found, **expected}:
        assert abs(found.get(what, NONE) - expected.get(what, NONE)) < LITTLE, (given, what)


def facings(each: int = 1) -> list[Any]:
    """Everybody, or each second or third of them, against enemies or against heroes, in turn; with `--long` all against
    both."""

    def now(number: int, one: int) -> bool:
        return number % each == 0 and (number // each + one) % 2 == 1

    return [
        pytest.param(who, others, id=f"{who}-{whom}", marks=() if now(number, one) else pytest.mark.long)
        for number, who in enumerate(EVERYBODY)
        for one, (whom, others) in enumerate([("enemies", FOES), ("heroes", HEROES)])
    ]


@pytest.mark.parametrize(("who", "others"), facings())
def test_the_damage_of_an_attack_is_what_icepool_counts(who: str, others: dict[str, Any]) -> None:
    scene = facing(who, others)
    tried = 0
    for given, attack in made(scene, "attack"):
        if not attack.damages or not plain(attack, *COUNTS_OTHERWISE):
            continue
        name = str(given.arg("target"))
        hits, more = amounts(scene, Blow("me", attack.id, (name,)), attack, name)
        hp = scene.beings[name].hp
        die: Any = icepool.map(
            lambda hit, dice, more=more, hp=hp: (lost(hit, dice, more, hp),), hits, damage_dice(attack)
        )
        agree(counted(scene, given, (name,)), {what: Fraction(die.probability(what)) for what in die.outcomes()}, given)
        tried += 1
    assert tried or not list(made(scene, "attack"))


SPREADING = ("doctor_mire", "riot_captain", "glass_chorister", "furnace_golem", "brood_mother")


@pytest.mark.parametrize("who", SPREADING)
def test_the_damage_of_an_area_is_one_roll_for_all_who_are_hit(who: str) -> None:
    scene = facing(who, FOES)
    tried = 0
    for given, attack in made(scene, "area_attack"):
        origin: Any = given.arg("origin")
        way: Any = given.arg("direction")
        blow = area_blow(scene, scene.beings["me"], attack.id, way, origin, given.arg("spare") or ())
        if not attack.damages or not plain(attack, *COUNTS_OTHERWISE) or set(blow.targets) != {"one", "two"}:
            continue
        (first, more_1), (second, more_2) = [amounts(scene, blow, attack, name) for name in ("one", "two")]
        hp_1, hp_2 = scene.beings["one"].hp, scene.beings["two"].hp
        both: Any = icepool.map(
            lambda a, b, dice: (lost(a, dice, more_1, hp_1), lost(b, dice, more_2, hp_2)),  # noqa: B023
            first, second, damage_dice(attack),
        )  # fmt: skip
        found = counted(scene, given, ("one", "two"))
        agree(found, {what: Fraction(both.probability(what)) for what in both.outcomes()}, given)
        tried += 1
    assert tried or not any([attack.damages for _, attack in made(scene, "area_attack")])


# ---------------------------------------------------------------- what is left out


@pytest.mark.slow
@pytest.mark.parametrize(("who", "others"), facings(each=3))
def test_what_is_left_out_of_the_odds_is_told_and_little(who: str, others: dict[str, Any]) -> None:
    """With questions answered as the simple policy does; under one in a billion for every single strike."""
    if others is HEROES:  # who have as much HP as they come with
        others = {name: {k: v for k, v in given.items() if k not in ("hp", "hp_max")} for name, given in others.items()}
    scene = facing(who, others)
    for action in ("attack", "area_attack"):
        for given, attack in made(scene, action):
            single = plain(attack) and action == "attack"
            foreseen = foresee(scene, given, VITALITY.policy("simple"), TABLE if single else MORE)
            assert sum((weight for _, weight in foreseen.scenes), foreseen.unexplored) == 1
            assert foreseen.unexplored < (LITTLE if single else SEVERAL), (given, float(foreseen.unexplored))
