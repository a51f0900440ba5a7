"""Capacity: how heavy things are, what somebody moves without a check, and feats of strength.

vt.capacity.free: up to the Capacity Score no check is needed; vt.capacity.power_check: above it a Power Check decides.
"""

from __future__ import annotations

from dataclasses import replace

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Entry
from ludex.games.vitality.book.abilities.skills import passed, skill_check
from ludex.games.vitality.book.action_types import COMBAT_MODE, PRIMARY, action
from ludex.games.vitality.book.characters.scores import capacity
from ludex.games.vitality.book.characters.space import spaces_beside
from ludex.games.vitality.book.dice import Throw
from ludex.games.vitality.book.effort.effort import strains_no_longer
from ludex.games.vitality.book.effort.on_rolls import outcome
from ludex.games.vitality.state import Being, Scene, Thing

NORMAL = (0, 100, 200, 400, 600, 1000, 2000, 4000, 6000, 8000, 10_000)  # lbs: vt.capacity.table.normal
MORE = 2000  # for each class beyond
HEROIC = (0, 500, 1000, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000)  # vt.capacity.table.heroic
PERSON = 200  # lbs of an ordinary character: vt.act.carry
FIRST, FURTHER = 20, 10  # the number for one class above Capacity, and what each class beyond adds

# ---------------------------------------------------------------- weights


def weight_class(scene: Scene, lbs: int) -> int:
    """The lowest class whose limit a weight does not exceed."""
    heroic = scene.setting == "heroic"
    scene.cite("vt.capacity.table.heroic" if heroic else "vt.capacity.table.normal")
    limits = HEROIC if heroic else NORMAL
    for number, limit in enumerate(limits):
        if lbs <= limit:
            return number
    number, limit = len(limits) - 1, limits[-1]
    while lbs > limit:
        number, limit = number + 1, limit * 2 if heroic else limit + MORE
    return number


def pounds_of(scene: Scene, name: str) -> int:
    """What somebody or something weighs."""
    thing = scene.thing(name)
    return PERSON if thing is None else thing.lbs


# ---------------------------------------------------------------- Power Checks


def number_to_move(scene: Scene, being: Being, weight: int) -> int | None:
    """What a Power Check must reach to move a weight class; nothing when none is needed."""
    above = weight - capacity(scene, being)
    if above <= 0:
        scene.cite("vt.capacity.free")
        return None
    return FIRST + FURTHER * (above - 1)


def power_check(scene: Scene, being: Being, number: int, then: Entry) -> None:
    skill_check(scene, being, "power", number, then, rule="vt.capacity.power_check")


def end_feat(scene: Scene, being: Being) -> None:
    """vt.effort.capacity: outside combat the strength that an Effort brings is for one feat."""
    if scene.mode != COMBAT_MODE:
        strains_no_longer(scene, being)


# ---------------------------------------------------------------- lifting and pushing things


def things_beside(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    carried = [name for being in scene.beings.values() for name in being.carries]
    return [t.name for t in scene.things if scene.board.distance(actor.at, t.at) <= 1 and t.name not in carried]


def known_thing(scene: Scene, name: str) -> Thing:
    thing = scene.thing(name)
    if thing is None:
        raise BadInput(f"there is no thing {name!r}; {there_are(name, [t.name for t in scene.things])}")
    return thing


def may_lift(scene: Scene, actor: Being) -> Refusal | None:
    return None if things_beside(scene, actor) else Refusal("there is nothing to lift here", "vt.capacity.free")


def where_it_is(scene: Scene, actor: Being, thing: str, *chosen: Plain) -> Plain:
    return known_thing(scene, thing).at


def fits_lift(scene: Scene, actor: Being, thing: str, to: Cell) -> Refusal | None:
    there = known_thing(scene, thing)
    if thing not in things_beside(scene, actor):
        return Refusal(f"{thing} is not adjacent", "vt.capacity.free")
    if to != there.at and to not in spaces_beside(scene, actor):
        return Refusal("it can be set down in an adjacent space", "vt.capacity.free")
    return None


@action(
    "lift", rule="vt.capacity.free", cost=PRIMARY, may=may_lift, fits=fits_lift, label="Lift or push a thing",
    args=(Arg("thing", things_beside), Arg("to", spaces_beside, default=where_it_is)), tags=("task",),
)  # fmt: skip
async def lift(scene: Scene, actor: Being, thing: str, to: Cell) -> None:
    """Lift something adjacent, and set it down in an adjacent space or where it was."""
    number = number_to_move(scene, actor, weight_class(scene, known_thing(scene, thing).lbs))
    if number is None:
        set_thing(scene, actor, thing, to)
    else:
        power_check(scene, actor, number, lifted(actor, thing, to))


@outcome("vt.capacity.power_check")
async def lifted(scene: Scene, actor: Being, thing: str, to: Cell, natural: int, throw: Throw) -> None:
    able = not actor.senseless and fits_lift(scene, actor, thing, to) is None
    if able and passed(scene, natural, throw):
        set_thing(scene, actor, thing, to)
    else:
        scene.record("too_heavy", "vt.capacity.power_check", who=actor.id, what=(thing,))
        end_feat(scene, actor)


def place_thing(scene: Scene, name: str, to: Cell) -> None:
    scene.things = tuple([replace(thing, at=to) if thing.name == name else thing for thing in scene.things])


def set_thing(scene: Scene, actor: Being, name: str, to: Cell) -> None:
    place_thing(scene, name, to)
    scene.record("lifts", "vt.capacity.free", who=actor.id, thing=name, to=to)
    end_feat(scene, actor)
