"""Opening and closing: doors, chests, and the packs that one carries."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludex.core.kernel.action import Arg
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.games.navyblue.book.carrying.containers import (
    all_chests,
    all_packs,
    change_chest,
    change_pack,
    packs_at_hand,
)
from ludex.games.navyblue.book.carrying.slots import in_arms_reach
from ludex.games.navyblue.book.carrying.spots import spot_named
from ludex.games.navyblue.book.features import item
from ludex.games.navyblue.book.motion import Motion, action
from ludex.games.navyblue.book.movement.sight import look_about, shows
from ludex.games.navyblue.state import PARTY, Being, Chest, Door, Pack, Scene

DOOR = "door:"
STUCK = ("locked", "blocked")  # states that Open does not get the better of


def door_name(door: Door) -> str:
    return f"{DOOR}{door.zones[0]}|{door.zones[1]}"


def all_doors(scene: Scene) -> dict[str, Door]:
    return {door_name(door): door for door in scene.doors}


def known_doors(scene: Scene, being: Being) -> dict[str, Door]:
    """The doors somebody can name; the party only those that it has seen."""
    if being.side != PARTY or not scene.unseen:
        return all_doors(scene)
    return {name: door for name, door in all_doors(scene).items() if shows(scene, door)}


def thing_named(scene: Scene, being: Being, name: object) -> Door | Chest | Pack:
    """What somebody means: a door by its two zones, by the zone beyond it or by its name, a chest, a pack."""
    doors = known_doors(scene, being)
    if isinstance(name, str):
        if name in doors:
            return doors[name]
        beyond = scene.door(being.at, name) if name in scene.board and name != being.at else None
        if beyond is not None:
            return beyond
        called = [door for door in doors.values() if door.name == name]
        if len(called) == 1:
            return called[0]
        if name.startswith(DOOR):
            raise BadInput(f"there is no {name!r}; {there_are(name, doors)}")
    spot = spot_named(scene, being, name)
    found = all_packs(being).get(spot) or all_chests(scene).get(spot)
    if found is None:
        raise BadInput(
            f"{name!r} is nothing to open or close; there are: {', '.join(in_reach(scene, being)) or 'none'}"
        )
    return found


def in_reach(scene: Scene, being: Being) -> dict[str, Door | Chest | Pack]:
    """nb.maneuver.open: what stands in the zone, what is on an edge of it, and what one carries."""
    found: dict[str, Door | Chest | Pack] = {}
    for name, door in all_doors(scene).items():
        if any(in_arms_reach(scene, being, zone, "Open") for zone in door.zones):
            found[name] = door
    for name, chest in all_chests(scene).items():
        if in_arms_reach(scene, being, chest.at, "Open"):
            found[name] = chest
    return found | packs_at_hand(being)


def is_open(thing: Door | Chest | Pack) -> bool:
    return thing.open if isinstance(thing, Pack) else thing.state == "open"


def gives_way(being: Being, thing: Door | Chest | Pack) -> bool:
    """nb.obstruct.light, nb.obstruct.heavy: does Open open it? A bar does where it lies on the opener's own side."""
    if isinstance(thing, Pack):
        return True
    if isinstance(thing, Door) and thing.state == "barred":
        return thing.barred_from == being.at
    return thing.state not in STUCK


class OpenCost(Motion):
    """nb.maneuver.open: one point, which has to be at hand, and is not lost where it turns out to be stuck."""

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if gives_way(actor, thing_named(scene, actor, args[0])):
            super().pay(scene, actor, args)
        actor.run_up = False


def to_open(scene: Scene, actor: Being, *chosen: Plain) -> list[str]:
    return [name for name, thing in in_reach(scene, actor).items() if not is_open(thing)]


def to_close(scene: Scene, actor: Being, *chosen: Plain) -> list[str]:
    return [name for name, thing in in_reach(scene, actor).items() if is_open(thing)]


def may_open(scene: Scene, actor: Being) -> Refusal | None:
    return None if to_open(scene, actor) else Refusal("nothing in reach is shut", "nb.maneuver.open")


def may_close(scene: Scene, actor: Being) -> Refusal | None:
    return None if to_close(scene, actor) else Refusal("nothing in reach is open", "nb.maneuver.open")


def beyond_arms_reach(scene: Scene, actor: Being, thing: Door | Chest | Pack) -> Refusal | None:
    if isinstance(thing, Pack):
        if any(pack is thing for pack in packs_at_hand(actor).values()):
            return None
        return Refusal(f"{title(scene, thing)} lies inside another container", "nb.container.order")
    zones = thing.zones if isinstance(thing, Door) else (thing.at,)
    near = any(in_arms_reach(scene, actor, zone, "Open") for zone in zones)
    return None if near else Refusal(f"{title(scene, thing)} is out of arm's reach", "nb.reach.body")


def title(scene: Scene, thing: Door | Chest | Pack) -> str:
    return item(scene, thing.container).name if isinstance(thing, Pack) else thing.name


def fits_open(scene: Scene, actor: Being, name: str) -> Refusal | None:
    thing = thing_named(scene, actor, name)
    if is_open(thing):
        return Refusal(f"{title(scene, thing)} is open", "nb.maneuver.open")
    return beyond_arms_reach(scene, actor, thing)


def fits_close(scene: Scene, actor: Being, name: str) -> Refusal | None:
    thing = thing_named(scene, actor, name)
    if not is_open(thing):
        return Refusal(f"{title(scene, thing)} is not open", "nb.maneuver.open")
    return beyond_arms_reach(scene, actor, thing)


@action(
    "open", rule="nb.maneuver.open", cost=OpenCost("Open", 1), args=(Arg("what", to_open),), may=may_open,
    fits=fits_open, tags=("task", "flees"),
)  # fmt: skip
async def open_(scene: Scene, actor: Being, what: str) -> None:
    """A door, a chest or a pack; a bar on the own side is lifted with it. What is stuck stays shut, at no cost."""
    thing = thing_named(scene, actor, what)
    opens = gives_way(actor, thing)
    if isinstance(thing, Door):
        scene.cite("nb.obstruct.light" if opens else "nb.obstruct.heavy")
    if opens:
        lifts = getattr(thing, "state", "") == "barred" and (actor.side == PARTY or getattr(thing, "known", False))
        scene.record("opens", "nb.maneuver.open", who=actor.id, what=what, barred=lifts)
        set_open(scene, actor, thing, True)
        return
    tried_by = "" if actor.side == PARTY else actor.side  # what others find out is not for the party to know
    scene.record(
        "stuck", "nb.maneuver.open", seen_by=tried_by, who=actor.id, what=what, state=getattr(thing, "state", "")
    )
    if actor.side == PARTY:
        known(scene, thing)


@action(
    "close", rule="nb.maneuver.open", cost=Motion("Open", 1), args=(Arg("what", to_close),), may=may_close,
    fits=fits_close, tags=("idle",),
)  # fmt: skip
async def close(scene: Scene, actor: Being, what: str) -> None:
    """Closing costs the same as opening."""
    scene.record("closes", "nb.maneuver.open", who=actor.id, what=what)
    set_open(scene, actor, thing_named(scene, actor, what), False)


def set_open(scene: Scene, actor: Being, thing: Door | Chest | Pack, opened: bool) -> None:
    if isinstance(thing, Pack):
        change_pack(actor, thing, replace(thing, open=opened))
        return
    seen = thing.known or actor.side == PARTY
    if isinstance(thing, Chest):
        change_chest(scene, thing, replace(thing, state="open" if opened else "shut", known=seen))
    else:
        now = replace(thing, state="open" if opened else "shut", barred_from="", known=seen)
        scene.doors = tuple([now if door is thing else door for door in scene.doors])
        look_about(scene)


def known(scene: Scene, thing: Door | Chest | Pack) -> None:
    """The party has found out that it is stuck."""
    if isinstance(thing, Chest):
        change_chest(scene, thing, replace(thing, known=True))
    elif isinstance(thing, Door):
        scene.doors = tuple([replace(door, known=True) if door is thing else door for door in scene.doors])
