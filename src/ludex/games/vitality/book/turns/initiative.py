"""Initiative: the order of a combat, with its ties, and who moves before the first turn.

vt.turn.initiative: everybody rolls once; the order stays for the whole combat.
"""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.agenda import step
from ludex.core.kernel.turns import Turns
from ludex.games.vitality.book.characters.features import knack
from ludex.games.vitality.book.characters.scores import initiative_parts, total_of
from ludex.games.vitality.book.dice import CHANCE, INITIATIVE, Throw, by_the_gm
from ludex.games.vitality.book.effort.effort import strains_into_combat
from ludex.games.vitality.book.effort.on_rolls import cast, outcome
from ludex.games.vitality.records.boon_effects import HeadStart
from ludex.games.vitality.state import Being, Scene

RULE = "vt.turn.initiative"
Place = tuple[str, tuple[int, ...]]  # somebody, and what they are ordered by: the lowest first


def rolls_initiative(scene: Scene, being: Being) -> bool:
    """Does this being roll? All who are there do, but for walls, which have no turn, and companions, who follow whoever
    has summoned them."""
    owner = scene.beings.get(being.sheet.summoner)
    return being.here and not being.is_wall and (owner is None or not owner.here)


def roll_initiative(scene: Scene) -> None:
    """Everybody rolls, one after the other, and then the order is settled."""
    scene.next(next_roll(tuple([b.id for b in scene.beings.values() if rolls_initiative(scene, b)]), ()))


@step(RULE)
async def next_roll(scene: Scene, left: tuple[str, ...], so_far: tuple[Place, ...]) -> None:
    """1d20 + T + F + M + Awareness."""
    left = tuple([name for name in left if scene.beings[name].here])
    if not left:
        settle_order(scene, tuple([place for place in so_far if scene.beings[place[0]].here]))
        return
    being = scene.beings[left[0]]
    modifiers = (*initiative_parts(scene, being), *by_the_gm(scene, being, RULE))
    cast(scene, Throw(INITIATIVE, being.id, RULE, modifiers), placed(being, left[1:], so_far))


@outcome(RULE)
async def placed(
    scene: Scene, being: Being, left: tuple[str, ...], so_far: tuple[Place, ...], natural: int, throw: Throw
) -> None:
    fixed = total_of(initiative_parts(scene, being))
    key = (-natural - throw.bonus, -fixed, 0 if being.pc else 1)
    scene.next(next_roll(left, (*so_far, (being.id, key))))


# ---------------------------------------------------------------- ties


def settle_order(scene: Scene, places: tuple[Place, ...]) -> None:
    """Ties: the higher fixed bonus, then player characters, then a roll-off."""
    for _, key in sorted(places, key=lambda place: place[1]):
        tied = tuple([name for name, other in places if other == key])
        if len(tied) > 1:
            scene.next(roll_off(tied, places))
            return
    in_order([name for name, _ in sorted(places, key=lambda place: place[1])], scene)


@step(RULE)
async def roll_off(scene: Scene, tied: tuple[str, ...], places: tuple[Place, ...]) -> None:
    """Those who are tied roll a d20 each, the highest first; again where they are tied once more."""
    if not tied:
        settle_order(scene, places)
        return
    key = dict(places)[tied[-1]]  # of those who roll last, and so as it was for all of them
    level = tuple([name for name, other in places if other[: len(key)] == key])
    cast(scene, Throw(CHANCE, tied[0], RULE, (), about=(("tied", level),)), rolled_off(tied, places))


@outcome(RULE)
async def rolled_off(
    scene: Scene, tied: tuple[str, ...], places: tuple[Place, ...], natural: int, throw: Throw
) -> None:
    lower = tuple([(name, (*key, -natural)) if name == tied[0] else (name, key) for name, key in places])
    scene.next(roll_off(tied[1:], lower))


# ---------------------------------------------------------------- the order


def in_order(names: list[str], scene: Scene) -> None:
    """The order of the first round; a Vanguard moves before it (vt.arch.move.vanguard)."""
    order = tuple([one for name in names for one in with_companions(scene, name)])
    scene.turns = Turns(order=order, round=1)
    scene.head_start = tuple([name for name in order if starts_ahead(scene, scene.beings[name])])
    scene.record("order", RULE, order=order)
    strains_into_combat(scene)
    for name in scene.head_start:
        scene.record("head_start", "vt.arch.move.vanguard", who=name)
    scene.record("round", "vt.turn.rounds", round=1)
    scene.maybe_over = True  # a side may have nobody who is awake


def companions_of(scene: Scene, name: str) -> list[str]:
    """vt.ability.summon: companions and familiars have their turns right after whoever they belong to."""
    found = [b.id for b in scene.beings.values() if b.sheet.summoner == name and b.here and not b.is_wall]
    if found:
        scene.cite("vt.ability.summon")
    return found


def with_companions(scene: Scene, name: str) -> list[str]:
    return [name, *[one for companion in companions_of(scene, name) for one in with_companions(scene, companion)]]


def joins(scene: Scene, being: Being) -> None:
    """Somebody comes into a combat: after their summoner, or last; with a turn in this round if it is still to come."""
    turns = scene.turns
    if being.id in turns.order:
        return
    before, at, acted = being.sheet.summoner, len(turns.order), turns.acted
    if before in turns.order:
        at = max([n for n, name in enumerate(turns.order) if name in (before, *companions_of(scene, before))]) + 1
        if before in acted and turns.current != before:
            acted = (*acted, being.id)
    scene.turns = replace(turns, order=(*turns.order[:at], being.id, *turns.order[at:]), acted=acted)


def starts_ahead(scene: Scene, being: Being) -> bool:
    return not being.senseless and knack(scene, being, HeadStart) is not None
