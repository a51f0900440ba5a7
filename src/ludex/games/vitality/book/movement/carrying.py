"""Carrying: taking friends and things along, putting them down, and what becomes of them when the carrier falls.

vt.act.carry: a Primary Action of each turn in which somebody moves with their load. Whoever is carried is where the
carrier is.
"""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Condition
from ludex.core.kernel.toml import spelled
from ludex.games.vitality.book.abilities.capacity import (
    end_feat,
    number_to_move,
    place_thing,
    pounds_of,
    power_check,
    weight_class,
)
from ludex.games.vitality.book.abilities.skills import passed
from ludex.games.vitality.book.action_types import COMBAT_MODE, PRIMARY, action
from ludex.games.vitality.book.characters.scores import half, movement_left
from ludex.games.vitality.book.characters.space import adjacent
from ludex.games.vitality.book.conditions import afflict, end
from ludex.games.vitality.book.dice import Throw
from ludex.games.vitality.book.effort.on_rolls import outcome
from ludex.games.vitality.book.movement.footing import Footing, near_spot
from ludex.games.vitality.book.movement.steps import CARRY, arrive, bring_along, come_to_rest
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.state import Being, Scene

RULE = "vt.act.carry"

# ---------------------------------------------------------------- taking along


def load_of(scene: Scene, being: Being) -> tuple[str, ...]:
    """What somebody carries: beings who are still with them, and things."""
    return tuple([n for n in being.carries if n not in scene.beings or carrier_of(scene, scene.beings[n]) is being])


def carrier_of(scene: Scene, being: Being) -> Being | None:
    carried = being.condition("Carried")
    carrier = None if carried is None else scene.beings.get(carried.source)
    return carrier if carrier is not None and being.id in carrier.carries else None


def refuse_load(scene: Scene, actor: Being, name: str) -> Refusal | None:
    """Why this one cannot be taken along."""
    if name not in scene.beings:
        thing = scene.thing(name)
        if thing is None:
            raise BadInput(f"there is nobody and nothing called {name!r} to carry")
        taken = name in actor.carries or any([name in other.carries for other in scene.beings.values()])
        near = scene.board.distance(actor.at, thing.at) <= 1
        return Refusal(f"{name} is not at hand", RULE) if taken or not near else None
    other = scene.beings[name]
    if other is actor or other.is_wall or not other.here:
        return Refusal(f"{other.name} cannot be carried", RULE)
    if other.side != actor.side and "Unconscious" not in other.states:
        return Refusal(f"{other.name} is not willing", RULE)
    if not other.states.isdisjoint(("Carried", "Grabbed", "Underground")) or other.carries:
        return Refusal(f"{other.name} is not free to be carried", RULE)
    return None if adjacent(scene, actor, other) else Refusal(f"{other.name} is not adjacent", RULE)


def at_hand(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    """Whom and what somebody could take along, one at a time; or what they carry already."""
    known = [*scene.beings, *[thing.name for thing in scene.things]]
    found: list[Plain] = [(name,) for name in known if refuse_load(scene, actor, name) is None]
    return [(), *found] if load_of(scene, actor) else found


def read_load(value: Plain) -> Plain:
    """One name, or a list of them."""
    names = (value,) if isinstance(value, str) else value
    if not isinstance(names, tuple) or not all([isinstance(name, str) for name in names]):
        raise BadInput(f"what: expected a name or a list of names, not {spelled(value)}")
    return tuple(dict.fromkeys(names))


def may_carry(scene: Scene, actor: Being) -> Refusal | None:
    if "Carried" in actor.states:
        return Refusal(f"{actor.name} is carried", RULE)
    return None if at_hand(scene, actor) else Refusal("there is nobody and nothing to carry", RULE)


def fits_carry(scene: Scene, actor: Being, what: tuple[str, ...]) -> Refusal | None:
    if not what and not load_of(scene, actor):
        return Refusal(f"{actor.name} carries nothing yet", RULE)
    return next((refusal for name in what if (refusal := refuse_load(scene, actor, name)) is not None), None)


@action(
    "carry", rule=RULE, cost=PRIMARY, may=may_carry, fits=fits_carry, label="Carry", tags=("support",),
    args=(Arg("what", at_hand, default=(), read=read_load),),
)  # fmt: skip
async def carry(scene: Scene, actor: Being, what: tuple[str, ...]) -> None:
    """Take friends and things along in this turn's movement, beside what is carried already. Above the Capacity Score
    a Power Check is needed, and the movement is halved."""
    lbs = sum([pounds_of(scene, name) for name in (*load_of(scene, actor), *what)])
    number = number_to_move(scene, actor, weight_class(scene, lbs))
    if number is None:
        take_along(scene, actor, what)
    else:
        power_check(scene, actor, number, heaved(actor, what))


@outcome(RULE)
async def heaved(scene: Scene, actor: Being, what: tuple[str, ...], natural: int, throw: Throw) -> None:
    able = not actor.senseless and fits_carry(scene, actor, what) is None
    if not able or not passed(scene, natural, throw):
        scene.record("too_heavy", "vt.capacity.power_check", who=actor.id, what=what)
        end_feat(scene, actor)
        return
    if scene.mode == COMBAT_MODE:
        left = movement_left(scene, actor)
        actor.spent += left - half(scene, left)
    take_along(scene, actor, what)


def take_along(scene: Scene, actor: Being, what: tuple[str, ...]) -> None:
    actor.carries = (*load_of(scene, actor), *what)
    for name in what:
        if name in scene.beings:
            afflict(scene, scene.beings[name], "Carried", source=actor.id)
    if scene.mode == COMBAT_MODE:
        actor.use(CARRY, "turn")
    scene.record("carries", RULE, who=actor.id, what=actor.carries)
    bring_along(scene, actor)
    end_feat(scene, actor)


# ---------------------------------------------------------------- putting down


@CONDITIONS.leaves("Carried", each=True)
def gets_off(scene: Scene, being: Being, condition: Condition) -> None:
    """Whoever is on their own feet is not taken along any more, however that has come about."""
    carrier = scene.beings.get(condition.source)
    if carrier is not None:
        carrier.carries = tuple([name for name in carrier.carries if name != being.id])


def to_put_down(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    """What somebody carries; whoever is carried may get off on their own."""
    return [actor.id] if "Carried" in actor.states else list(load_of(scene, actor))


def may_put_down(scene: Scene, actor: Being) -> Refusal | None:
    return None if to_put_down(scene, actor) else Refusal(f"{actor.name} carries nothing", RULE)


def places_beside(scene: Scene, actor: Being, what: str, *chosen: Plain) -> list[Plain]:
    """The spaces around in which there is room, firm ground first."""
    being = scene.beings.get(what)
    spots = [near_spot(scene, cell, actor.height) for cell in scene.board.within(actor.at, 1)]
    if being is None:
        return [cell for cell, _ in spots if scene.board.open(cell)]
    footing = Footing(scene, being)
    able = [spot for spot in spots if footing.room(spot)]
    return [cell for cell, _ in sorted(able, key=lambda spot: not footing.holds(spot))]


def first_place(scene: Scene, actor: Being, what: str, *chosen: Plain) -> Plain:
    return next(iter(places_beside(scene, actor, what)), actor.at)


def fits_put_down(scene: Scene, actor: Being, what: str, to: Cell) -> Refusal | None:
    if what not in to_put_down(scene, actor):
        return Refusal(f"{actor.name} does not carry {what}", RULE)
    return None if to in places_beside(scene, actor, what) else Refusal("there is no room there", RULE)


@action(
    "put_down", rule=RULE, may=may_put_down, fits=fits_put_down, label="Put down", tags=("free",),
    args=(Arg("what", to_put_down), Arg("to", places_beside, default=first_place)),
)  # fmt: skip
async def put_down(scene: Scene, actor: Being, what: str, to: Cell) -> None:
    """Put down what one carries in a space beside, or get off. Whoever is let go of in the air falls."""
    carrier = actor
    if what == actor.id:
        carrier = carrier_of(scene, actor) or actor
    carrier.carries = tuple([name for name in carrier.carries if name != what])
    scene.record("puts_down", RULE, who=carrier.id, what=what, to=to)
    if what in scene.beings:
        being = scene.beings[what]
        end(scene, being, "Carried")
        arrive(scene, being, *near_spot(scene, to, actor.height))
        come_to_rest(scene, being)
    else:
        place_thing(scene, what, to)


def drops_load(scene: Scene) -> bool:
    """Does somebody carry who cannot, or is somebody carried by nobody?"""
    for being in scene.beings.values():
        if being.carries and being.senseless:
            return True
        if "Carried" in being.states and carrier_of(scene, being) is None:
            return True
    return False


@step(RULE)
async def lets_go(scene: Scene) -> None:
    """Whoever has lost their senses carries nobody, in a fight or out of it."""
    let_go(scene)


def let_go(scene: Scene) -> None:
    """Whoever is carried by somebody who has gone down is on their own, in the nearest space that is free."""
    for being in scene.beings.values():
        if being.carries:
            being.carries = () if being.senseless else load_of(scene, being)
    for being in scene.beings.values():
        if "Carried" in being.states and carrier_of(scene, being) is None:
            end(scene, being, "Carried")
            come_to_rest(scene, being)
