"""Handling things in a fight and out of it: Clutch, letting go, Stow, Rummage, opening and closing."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Any, cast

from ludex.core.kernel.action import Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.navyblue.book.carrying.containers import (
    CHEST,
    PACK,
    all_packs,
    cannot_hold,
    container,
    holder_name,
    known_chests,
    outer,
    packs_at_hand,
)
from ludex.games.navyblue.book.carrying.slots import can_stow, free_hands, hands_full, in_arms_reach, in_slots, resize
from ludex.games.navyblue.book.carrying.slots import drop as let_fall
from ludex.games.navyblue.book.carrying.spots import (
    GROUND,
    HAND,
    SLOTS,
    cannot_reach_into,
    is_within,
    known_thing,
    open_containers,
    put_into,
    spot_named,
    take_from,
    to_grab,
)
from ludex.games.navyblue.book.features import BODY, item, maneuver_cost
from ludex.games.navyblue.book.motion import Motion, action
from ludex.games.navyblue.state import Being, Scene

FIRST_FREE = ((),)  # the slots that are offered; others may be named


def one_named(value: Plain) -> Plain:
    """A single one stands for a list of one."""
    return (value,) if isinstance(value, str | int) else value


# ---------------------------------------------------------------- Clutch


def in_question(scene: Scene, actor: Being) -> dict[str, tuple[str, ...]]:
    """What can be grabbed, by where it is; where nothing can, the tops of closed packs: the refusal tells why not."""
    found = to_grab(scene, actor)
    if any(found.values()):
        return found
    return {name: pack.contents[:1] for name, pack in packs_at_hand(actor).items()}


def grabbable(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    things = list(dict.fromkeys([thing for found in in_question(scene, actor).values() for thing in found]))
    return [thing for thing in things if hands_full(scene, actor, item(scene, thing)) is None] or things


def where_to_grab(scene: Scene, actor: Being, thing: Plain, *chosen: Plain) -> Iterable[Plain]:
    return [spot for spot, things in in_question(scene, actor).items() if thing in things]


def likely_spot(scene: Scene, actor: Being, thing: Plain, *chosen: Plain) -> Plain:
    """Where it can be grabbed; or else where it is, so that the refusal tells why not."""
    for spot in where_to_grab(scene, actor, thing):
        return spot
    for name, pack in all_packs(actor).items():
        if thing in pack.contents:
            return name
    for name, chest in known_chests(scene, actor).items():
        if chest.state == "open" and thing in chest.contents:
            return name
    return SLOTS if in_slots(actor, str(thing), worn=True) else GROUND


def may_clutch(scene: Scene, actor: Being) -> Refusal | None:
    if free_hands(scene, actor) < 1:
        return Refusal(f"{actor.name} has no free hand", "nb.maneuver.clutch")
    return None


def fits_clutch(scene: Scene, actor: Being, thing: str, source: str) -> Refusal | None:
    known_thing(scene, thing)
    spot = spot_named(scene, actor, source)
    if thing in to_grab(scene, actor).get(spot, ()):
        return hands_full(scene, actor, item(scene, thing))
    return why_not(scene, actor, thing, spot)


def why_not(scene: Scene, actor: Being, thing: str, spot: str) -> Refusal:
    """nb.maneuver.clutch: why a thing cannot be grabbed there."""
    name = item(scene, thing).name
    if spot.startswith((PACK, CHEST)):
        refusal = cannot_reach_into(scene, actor, spot, "Clutch", "nb.maneuver.clutch")
        if refusal is not None:
            return refusal
        if thing in open_containers(scene, actor, "Clutch")[spot].contents:
            return Refusal(f"{name} lies deeper than the top", "nb.container.order")
        return Refusal(f"{name} is not in it", "nb.maneuver.clutch")
    if spot == SLOTS:
        if in_slots(actor, thing, worn=True):
            return Refusal(f"{name} is worn, and has to be taken off", "nb.item.armour_slots")
        return Refusal(f"{name} lies in no slot of {actor.name}", "nb.maneuver.clutch")
    if spot == HAND or any(thing in being.held for being in scene.beings.values() if being.here):
        return Refusal(f"{name} is in somebody's hand", "nb.maneuver.clutch")
    if any(chest.name == thing and in_arms_reach(scene, actor, chest.at, "Clutch") for chest in scene.chests):
        return Refusal(f"{name} has not been open yet", "nb.maneuver.clutch")
    return Refusal(f"{name} is not in arm's reach", "nb.reach.body")


@action(
    "clutch", rule="nb.maneuver.clutch", cost=Motion("Clutch", 1),
    args=(Arg("thing", grabbable), Arg("source", where_to_grab, default=likely_spot)), may=may_clutch,
    fits=fits_clutch, tags=("idle",),
)  # fmt: skip
async def clutch(scene: Scene, actor: Being, thing: str, source: str) -> None:
    """Grab a thing in arm's reach: from the own slots, the top of an open container, the ground, a body."""
    spot = spot_named(scene, actor, source)
    take_from(scene, actor, thing, spot)
    put_into(scene, actor, thing, HAND)
    scene.record("clutches", "nb.maneuver.clutch", who=actor.id, thing=thing, source=spot)
    scene.cite(*rules_of_source(actor, spot, thing))
    resize(scene, actor)


def rules_of_source(actor: Being, spot: str, thing: str) -> tuple[str, ...]:
    if spot.startswith((PACK, CHEST)):
        return ("nb.container.order",)
    if spot == SLOTS:
        return ("nb.injury.slot",) if actor.injuries else ()
    return ("nb.carry.sizes",) if thing.startswith(BODY) else ()


# ---------------------------------------------------------------- letting go


def held_things(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return list(dict.fromkeys(actor.held))


def may_let_go(scene: Scene, actor: Being) -> Refusal | None:
    return None if actor.held else Refusal(f"{actor.name} holds nothing", "nb.maneuver.drop")


def fits_drop(scene: Scene, actor: Being, thing: str) -> Refusal | None:
    known_thing(scene, thing)
    if thing in actor.held:
        return None
    return Refusal(f"{actor.name} does not hold {item(scene, thing).name}", "nb.maneuver.drop")


@action(
    "drop", rule="nb.maneuver.drop", args=(Arg("thing", held_things),), may=may_let_go, fits=fits_drop,
    label="Let go", tags=("idle",),
)  # fmt: skip
async def drop(scene: Scene, actor: Being, thing: str) -> None:
    """Free, on the own turn: it lies in the zone."""
    let_fall(scene, actor, thing)


# ---------------------------------------------------------------- Stow


class StowCost(Motion):
    """nb.maneuver.stow: one point, or what the table has agreed on."""

    listed = False

    def needed(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> int:
        return maneuver_cost(scene, actor, self.maneuver, int(scene.options["opt_stow_cost"]))


def room_for(scene: Scene, actor: Being, thing: Plain, *chosen: Plain) -> Iterable[Plain]:
    """Where a held thing can be put away."""
    spots = [SLOTS, *open_containers(scene, actor, "Stow")]
    return [spot for spot in spots if fits_stow(scene, actor, str(thing), spot, ()) is None]


def first_room(scene: Scene, actor: Being, thing: Plain, *chosen: Plain) -> Plain:
    return next(iter(room_for(scene, actor, thing)), SLOTS) if thing in actor.held else SLOTS


def fits_stow(scene: Scene, actor: Being, thing: str, into: str, slots: Plain) -> Refusal | None:
    refusal = fits_drop(scene, actor, thing)
    if refusal is not None:
        return refusal
    spot = spot_named(scene, actor, into)
    if not isinstance(slots, tuple) or (slots and spot != SLOTS):
        raise BadInput(f"slots: expected the numbers of slots to stow it in, not {spelled(slots)}")
    if spot == SLOTS:
        return can_stow(scene, actor, thing, cast(tuple[int, ...], slots))
    if not spot.startswith((PACK, CHEST)):
        raise BadInput(f"into: {actor.name} can stow into slots or a container, not {into!r}")
    refusal = cannot_reach_into(scene, actor, spot, "Stow", "nb.maneuver.stow")
    if refusal is not None:
        return refusal
    if goes_into_itself(scene, actor, thing, spot):
        return Refusal("nothing goes into itself", "nb.container.slots")
    holder = open_containers(scene, actor, "Stow")[spot]
    return cannot_hold(scene, holder_name(holder), holder.contents, thing)


def goes_into_itself(scene: Scene, actor: Being, thing: str, spot: str) -> bool:
    if container(scene, thing) is None or not spot.startswith(PACK):
        return False
    return is_within(actor, all_packs(actor)[spot], outer(actor, thing))


@action(
    "stow", rule="nb.maneuver.stow", cost=StowCost("Stow", 1),
    args=(
        Arg("thing", held_things), Arg("into", room_for, default=first_room),
        Arg("slots", FIRST_FREE, default=(), read=one_named),
    ),
    may=may_let_go, fits=fits_stow, tags=("idle",),
)  # fmt: skip
async def stow(scene: Scene, actor: Being, thing: str, into: str, slots: tuple[int, ...]) -> None:
    """Put a held thing into free unmarked slots, or onto the top of an open container."""
    spot = spot_named(scene, actor, into)
    take_from(scene, actor, thing, HAND)
    put_into(scene, actor, thing, spot, slots)
    scene.record("stows", "nb.maneuver.stow", who=actor.id, thing=thing, into=spot)
    scene.cite("nb.gap.stow_and_don", *(("nb.container.slots",) if spot != SLOTS else ()))
    resize(scene, actor)


# ---------------------------------------------------------------- Rummage


def to_rummage(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return list(open_containers(scene, actor, "Rummage"))


def only_open(scene: Scene, actor: Being, *chosen: Plain) -> Plain:
    found = list(to_rummage(scene, actor))
    if len(found) != 1:
        raise BadInput(f"rummage needs 'container'; open are: {', '.join(map(str, found)) or 'none'}")
    return found[0]


def sought(scene: Scene, actor: Being, spot: Plain, *chosen: Plain) -> Iterable[Plain]:
    """One thing for each free hand; or nothing, to look."""
    holder = open_containers(scene, actor, "Rummage").get(str(spot))
    if holder is None:
        return ((),)
    hands = free_hands(scene, actor)
    inside = list(dict.fromkeys(holder.contents))
    singles = [(thing,) for thing in inside if item(scene, thing).hands <= hands]
    light = [thing for (thing,) in singles if item(scene, thing).hands == 1]
    pairs = [pair for pair in permutations(light, 2) if pair[0] < pair[1]] if hands > 1 else []
    return [*singles, *pairs, ()]


def may_rummage(scene: Scene, actor: Being) -> Refusal | None:
    if open_containers(scene, actor, "Rummage"):
        return None
    return Refusal("no open container is in reach", "nb.maneuver.rummage")


def fits_rummage(scene: Scene, actor: Being, spot: str, things: tuple[str, ...]) -> Refusal | None:
    if not isinstance(things, tuple):
        raise BadInput(f"things: expected a list of items, not {spelled(things)}")
    for thing in things:
        known_thing(scene, thing)
    return cannot_reach_into(scene, actor, spot_named(scene, actor, spot), "Rummage", "nb.maneuver.rummage")


@action(
    "rummage", rule="nb.maneuver.rummage", cost=Motion("Rummage", 2),
    args=(Arg("container", to_rummage, default=only_open), Arg("things", sought, default=(), read=one_named)),
    may=may_rummage, fits=fits_rummage, tags=("idle",),
)  # fmt: skip
async def rummage(scene: Scene, actor: Being, spot: str, things: tuple[str, ...]) -> None:
    """Dig for things at any depth: all that is in it gets known, and what is sought comes into the free hands."""
    spot = spot_named(scene, actor, spot)
    contents = open_containers(scene, actor, "Rummage")[spot].contents
    taken: list[str] = []
    for thing in things:
        there = thing in open_containers(scene, actor, "Rummage")[spot].contents
        if there and hands_full(scene, actor, item(scene, thing)) is None:
            spot = take_from(scene, actor, thing, spot)
            put_into(scene, actor, thing, HAND)
            taken.append(thing)
    scene.record(
        "rummages", "nb.maneuver.rummage", seen_by=actor.side, who=actor.id, container=spot, contents=contents,
        sought=things, taken=tuple(taken),
    )  # fmt: skip
    resize(scene, actor)
