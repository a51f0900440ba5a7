"""What is in the way: doors, what fills a zone, pits; and how the ground is changed during play."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.board.zone import Spot, Zone, ZoneBoard, side
from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.navyblue.book.carrying.containers import change_chest
from ludex.games.navyblue.book.movement.sight import look_about
from ludex.games.navyblue.state import PARTY, SHUT, Being, Chest, Door, Obstruction, Pit, Scene

# ---------------------------------------------------------------- doors


def looks(being: Being, thing: Door | Chest) -> str:
    """The state of a door or chest as somebody knows it: the party finds out by trying whether it is locked."""
    return "shut" if being.side == PARTY and not thing.known and thing.state in SHUT else thing.state


def is_heavy(being: Being, door: Door) -> bool:
    """nb.obstruct.heavy: locked, behind something heavy, or barred on the far side; as far as it is known."""
    state = looks(being, door)
    return state in ("locked", "blocked") or (state == "barred" and door.barred_from != being.at)


def bars(scene: Scene, being: Being, here: str, there: str) -> Refusal | None:
    """Why nobody passes between two zones that are side by side: what is shut there has to be cleared first."""
    door = scene.door(here, there) if scene.doors else None
    if door is None or door.state == "open":
        return None
    state = looks(being, door)
    between = f"the {door.name} between {scene.board.named(here)} and {scene.board.named(there)}"
    if state == "shut" or (state == "barred" and door.barred_from == here):
        return Refusal(f"{between} is {state}: Open it first", "nb.obstruct.light")
    return Refusal(f"{between} is {state}: Unblock it first", "nb.obstruct.heavy")


def set_door(scene: Scene, door: Door, state: str, known: bool = True, barred_from: str = "") -> None:
    """A door changes its state; whether it shows is for whoever changes it to say."""
    changed = replace(door, state=state, known=known, barred_from=barred_from)
    scene.doors = tuple([changed if other == door else other for other in scene.doors])
    look_about(scene)
    scene.record("door", "nb.maneuver.open", door=door.name, zones=door.zones, state=state)


def set_chest(scene: Scene, chest: Chest, state: str, known: bool = True) -> None:
    change_chest(scene, chest, replace(chest, state=state, known=known))
    scene.record("chest", "nb.maneuver.open", chest=chest.name, state=state)


# ---------------------------------------------------------------- what fills a zone


def obstruct(scene: Scene, obstruction: Obstruction) -> None:
    """nb.obstruct.zone: something fills a zone from now on."""
    if obstruction not in scene.obstructions:
        scene.obstructions = (*scene.obstructions, obstruction)
        scene.record(
            "obstructs",
            "nb.obstruct.zone",
            who=obstruction.source,
            zone=obstruction.zone,
            material=obstruction.material,
        )


def clear(scene: Scene, thing: Door | Chest | Obstruction) -> None:
    """nb.maneuver.unblock: out of the way; what was locked is open with that."""
    if isinstance(thing, Door):
        set_door(scene, thing, "open")
    elif isinstance(thing, Chest):
        set_chest(scene, thing, "open")
    else:
        scene.obstructions = tuple([other for other in scene.obstructions if other != thing])
        scene.record("obstruction_gone", "nb.obstruct.zone", zone=thing.zone, material=thing.material)


# ---------------------------------------------------------------- pits


def pit_at(scene: Scene, zone: str) -> Pit | None:
    for pit in scene.pits:
        if pit.zone == zone:
            return pit
    return None


def dig(scene: Scene, pit: Pit) -> None:
    """nb.zone.pit: a zone becomes the space over a pit, or its pit another one. Who is in it is at the bottom."""
    known_zone(scene, pit.zone)
    scene.pits = (*[other for other in scene.pits if other.zone != pit.zone], pit)
    scene.record("pit", "nb.zone.pit", zone=pit.zone, depth=pit.depth, spikes=pit.spikes)


def fix_rope(scene: Scene, zone: str) -> None:
    """nb.zone.pit: with a rope at its edge a pit is no obstruction any more."""
    scene.pits = tuple([replace(pit, roped=True) if pit.zone == zone else pit for pit in scene.pits])
    scene.record("roped", "nb.zone.pit", zone=zone)


# ---------------------------------------------------------------- the zones themselves


def known_zone(scene: Scene, zone: object) -> None:
    if zone not in scene.board:
        raise BadInput(f"there is no zone {zone!r}; {there_are(zone, scene.board)}")


def add_zone(
    scene: Scene, zone: str, joined: tuple[str, ...], name: str = "", at: Spot | None = None, air: bool = False
) -> None:
    """nb.zone.def: a zone comes to the board, side by side with those that it is joined to and with no other."""
    if not zone or zone in scene.board:
        raise BadInput(f"zone: expected a name that no zone has yet, not {spelled(zone)}")
    for other in joined:
        known_zone(scene, other)
    board = scene.board
    spot = at or free_spot(board, joined)
    if spot in board.spots.values():
        raise BadInput(f"at: there is a zone at {spot} already")
    beside = [other for other, (x, y) in board.spots.items() if abs(x - spot[0]) + abs(y - spot[1]) == 1]
    scene.board = ZoneBoard(
        [*board.zones.values(), Zone(zone, name or zone, spot)],
        [*board.closed, *[side(zone, other) for other in beside if other not in joined]],
        board.cover,
        [*board.links, *[side(zone, other) for other in joined if other not in beside]],
    )
    if air:
        scene.air = (*scene.air, zone)
    scene.record("zone_added", "nb.zone.def", zone=zone, joined=joined, air=air)
    scene.cite("nb.zone.marking")


def free_spot(board: ZoneBoard, joined: tuple[str, ...]) -> Spot:
    """A free spot of the map, as near as can be to the first zone that the new one is joined to."""
    x, y = board.spots[joined[0]] if joined else (0, 0)
    taken = list(board.spots.values())
    away = range(-len(taken) - 1, len(taken) + 2)
    free = [(x + dx, y + dy) for dx in away for dy in away if (x + dx, y + dy) not in taken]
    return min(free, key=lambda spot: (abs(spot[0] - x) + abs(spot[1] - y), spot))


def remove_zone(scene: Scene, zone: str) -> None:
    """nb.zone.def: a zone is gone, with its doors and all that filled it. Nobody and nothing may be left in it."""
    known_zone(scene, zone)
    for being in scene.beings.values():
        if being.at == zone:
            raise BadInput(f"zone: {being.name} is in {zone!r}")
    for thing in (*(lying.thing for lying in scene.lying if lying.at == zone), *chests_in(scene, zone)):
        raise BadInput(f"zone: {thing!r} is in {zone!r}")
    board = scene.board
    if len(board.zones) == 1:
        raise BadInput("zone: it is the only one")
    scene.board = ZoneBoard(
        [other for other in board.zones.values() if other.id != zone],
        [pair for pair in board.closed if zone not in pair],
        board.cover - {zone},
        [pair for pair in board.links if zone not in pair],
    )
    scene.air = tuple([other for other in scene.air if other != zone])
    scene.exits = tuple([other for other in scene.exits if other != zone])
    scene.unseen = tuple([other for other in scene.unseen if other != zone])
    scene.doors = tuple([door for door in scene.doors if zone not in door.zones])
    scene.obstructions = tuple([obstruction for obstruction in scene.obstructions if obstruction.zone != zone])
    scene.pits = tuple([pit for pit in scene.pits if pit.zone != zone])
    place = scene.place
    scene.place = replace(
        place,
        searchable=tuple([other for other in place.searchable if other != zone]),
        searched=tuple([other for other in place.searched if other != zone]),
        key_item="" if place.key_item == zone else place.key_item,
    )
    scene.record("zone_removed", "nb.zone.def", zone=zone)


def chests_in(scene: Scene, zone: str) -> tuple[str, ...]:
    return tuple([chest.name for chest in scene.chests if chest.at == zone])
