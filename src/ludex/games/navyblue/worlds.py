"""Scenes that differ only in what a seat may not know: where those are whom the party has not met, what doors that
nobody has tried are like, what is in chests that are not open, and where the key item lies.

`views.py` says what is hidden; whatever a seat is told must be the same in all of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludex.core.drawing import Pick, one_of, some_of
from ludex.games.navyblue.being import CORE, PARTY, Chest, Door, Place, Scene
from ludex.games.navyblue.containers import container
from ludex.games.navyblue.features import ITEMS, item, max_vigor
from ludex.games.navyblue.rolls import CHECKS
from ludex.games.navyblue.sight import sees
from ludex.games.navyblue.views import SHUT

WORLDS = 2
ROOM = 4  # slots of what is in a chest that is no item


def worlds(scene: Scene, seat: str, pick: Pick) -> Iterator[Scene]:
    side = scene.beings[seat].side if seat in scene.beings else seat
    if side != PARTY:
        return
    for _ in range(WORLDS):
        yield another(scene, pick)


def another(scene: Scene, pick: Pick) -> Scene:
    other = scene.fork()
    other.doors = tuple(other_door(door, pick) for door in scene.doors)
    other.chests = tuple(other_chest(scene, chest, pick) for chest in scene.chests)
    other.place = other_place(scene.place, pick)
    for being in other.beings.values():
        if "Unmet" in being.states:
            being.at = one_of(out_of_sight(scene), pick)
            being.vigor = 1 + pick(max_vigor(scene, being))
    return other


def out_of_sight(scene: Scene) -> tuple[str, ...]:
    """Zones in which nobody would be noticed who fights on foot."""
    party = [being.at for being in scene.side_of(PARTY) if being.here]
    near = {beside for zone in party for beside in (zone, *scene.board.neighbours(zone)) if sees(scene, zone, beside)}
    holes = [pit.zone for pit in scene.pits]
    return tuple(zone for zone in scene.board if zone not in near and zone not in scene.air and zone not in holes)


def other_door(door: Door, pick: Pick) -> Door:
    """nb.maneuver.open: shut, locked or barred is found out by trying."""
    if door.known or door.state not in SHUT:
        return door
    state = one_of(SHUT, pick)
    barred_from = one_of(door.zones, pick) if state == "barred" else ""
    attribute, difficulty = one_of(("", *CORE), pick), one_of(CHECKS, pick)
    return replace(door, state=state, barred_from=barred_from, attribute=attribute, difficulty=difficulty)


def other_chest(scene: Scene, chest: Chest, pick: Pick) -> Chest:
    """What is in it, and, as long as nobody has tried it, whether it is locked."""
    if chest.state == "open":
        return chest
    state = chest.state if chest.known else one_of(("shut", "locked"), pick)
    inside = f"{chest.at}/{chest.name}"
    if any(inner.at == inside for inner in scene.chests):
        return replace(chest, state=state)
    own = container(scene, chest.name)
    left = own.holds if own is not None else ROOM
    contents = []
    plain = [name for kind in ITEMS if kind != "container" for name in scene.library.shelves[kind].entries]
    for thing in some_of(plain, 3, pick):
        size = item(scene, thing).slots
        if size <= left:
            contents.append(thing)
            left -= size
    return replace(chest, state=state, contents=tuple(contents))


def other_place(place: Place, pick: Pick) -> Place:
    if place.key_item in place.searched and place.key_item:
        return place
    return replace(place, key_item=one_of(("", *[z for z in place.searchable if z not in place.searched]), pick))
