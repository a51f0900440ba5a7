"""Scenes that differ only in what a seat may not know: where those are whom the party has not met, what doors and
chests that nobody has tried are like, what is in chests that are not open, where the key item lies, and what zones
there are, what they are called, can be searched for and have in them that nobody has seen.

`views.py` says what is hidden; whatever a seat is told must be the same in all of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludex.core.board.zone import Zone, ZoneBoard, side
from ludex.core.drawing import Pick, one_of, shuffled, some_of
from ludex.core.kernel.procedure import GM
from ludex.games.navyblue.book.carrying.containers import container
from ludex.games.navyblue.book.dice import CHECKS
from ludex.games.navyblue.book.features import item, max_vigor
from ludex.games.navyblue.book.movement.sight import charted, sees, shows
from ludex.games.navyblue.records.ids import ITEMS
from ludex.games.navyblue.scene.secret_places import rename_zones
from ludex.games.navyblue.scene.views import laid_open
from ludex.games.navyblue.state import CORE, FOES, PARTY, SHUT, Chest, Door, Lying, Obstruction, Pit, Place, Scene

WORLDS = 2
ROOM = 4  # slots of what is in a chest that is no item


def worlds(scene: Scene, seat: str, pick: Pick) -> Iterator[Scene]:
    side = scene.beings[seat].side if seat in scene.beings else seat
    if side in (GM, FOES):
        return
    for _ in range(WORLDS):
        yield another(scene, pick)


def another(scene: Scene, pick: Pick) -> Scene:
    other = scene.fork()
    other.doors = tuple(other_door(door, pick) for door in scene.doors)
    other.chests = tuple(other_chest(scene, chest, pick) for chest in laid_open(scene))
    other.place = other_place(scene.place, pick)
    if scene.unseen:
        explore_otherwise(other, pick)
    for being in other.beings.values():
        if "Unmet" in being.states:
            being.at = one_of(out_of_sight(other) or (being.at,), pick)
            being.vigor = 1 + pick(max_vigor(scene, being))
    return other


def explore_otherwise(scene: Scene, pick: Pick) -> None:
    """nb.gap.sight: of zones that nobody has seen, only the ways to them are known."""
    dig_otherwise(scene, pick)
    unseen = scene.unseen
    lying = [thing for thing in scene.lying if thing.at not in unseen]
    scene.lying = (*lying, *(Lying("rope", zone) for zone in some_of(unseen, 2, pick)))
    ground = [zone for zone in unseen if zone not in scene.air]
    kept = [pit for pit in scene.pits if pit.zone not in unseen]
    scene.pits = (*kept, *(Pit(zone, 1 + pick(3)) for zone in some_of(ground, 2, pick)))
    filled = [made for made in scene.obstructions if made.zone not in unseen]
    scene.obstructions = (*filled, *(Obstruction(zone, "ice") for zone in some_of(unseen, 2, pick)))
    scene.chests = (*(Chest("strongbox", zone, state="open") for zone in some_of(ground, 2, pick)), *scene.chests)
    scene.doors = tuple(door for door in scene.doors if shows(scene, door) or pick(2))
    seen = [zone for zone in scene.place.searchable if zone not in unseen]
    scene.place = replace(scene.place, searchable=(*seen, *some_of(unseen, 2, pick)))


def dig_otherwise(scene: Scene, pick: Pick) -> None:
    """The zones that nobody has heard of have other ids, there is one more, far off, and what nobody has seen is called
    otherwise and joined and covered in other ways."""
    known = charted(scene)
    far = [zone for zone in scene.board if zone not in known]
    rename_zones(scene, {zone: f"far{number}" for number, zone in enumerate(shuffled(far, pick))})
    board, unseen = scene.board, scene.unseen
    beyond = Zone("beyond", "Beyond", (max(x for x, _ in board.spots.values()) + 3, 0))
    called = [replace(zone, name=f"place {pick(100)}") if zone.id in unseen else zone for zone in board.zones.values()]
    shut = [{*door.zones} for door in scene.doors]
    apart = [side(a, b) for a in unseen for b in board.beside(a) if b in unseen and {a, b} not in shut and not pick(3)]
    cover = [*(zone for zone in board.cover if zone not in unseen), *some_of(unseen, 2, pick)]
    links = [*board.links, side("beyond", one_of(unseen, pick))]
    scene.board = ZoneBoard([*called, beyond], [*board.closed, *apart], cover, links)
    scene.unseen = (*unseen, "beyond")
    if scene.exits:
        seen = tuple(zone for zone in scene.exits if zone not in unseen)
        scene.exits = (*seen, *some_of(unseen, 2, pick)) or ("beyond",)


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
    if not chest.known:
        attribute, difficulty = one_of(CORE, pick), one_of(CHECKS, pick)
        chest = replace(
            chest, state=one_of(("shut", "locked"), pick), attribute=attribute, difficulty=difficulty
        )  # fmt: skip
    own = container(scene, chest.name)
    left = own.holds if own is not None else ROOM
    contents = []
    plain = [name for kind in ITEMS if kind != "container" for name in scene.library.shelves[kind].entries]
    for thing in some_of(plain, 3, pick):
        size = item(scene, thing).slots
        if size <= left:
            contents.append(thing)
            left -= size
    return replace(chest, contents=tuple(contents))


def other_place(place: Place, pick: Pick) -> Place:
    if place.key_item in place.searched and place.key_item:
        return place
    return replace(place, key_item=one_of(("", *[z for z in place.searchable if z not in place.searched]), pick))
