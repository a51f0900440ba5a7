"""Scenes that differ only in what a seat may not know: what doors that nobody has tried are like, what is in chests
that are not open, and where the key item lies.

`views.py` says what is hidden; whatever a seat is told must be the same in all of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludex.core.drawing import Pick, one_of, some_of
from ludex.games.navyblue.being import CORE, PARTY, Chest, Door, Place, Scene
from ludex.games.navyblue.containers import container
from ludex.games.navyblue.features import ITEMS, item
from ludex.games.navyblue.rolls import CHECKS

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
    return other


def other_door(door: Door, pick: Pick) -> Door:
    """nb.maneuver.open: shut, locked or barred is found out by trying."""
    plain = replace(door, state="shut", barred_from="", attribute="", difficulty="Normal")
    if door.known or door.state not in ("shut", "locked", "barred") or (door.state == "shut" and door != plain):
        return door
    state = one_of(("shut", "locked", "barred"), pick)
    if state == "shut":
        return plain
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
