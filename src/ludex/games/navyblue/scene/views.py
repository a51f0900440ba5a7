"""What a seat may know, as a scene: who has been met, whether a door or a chest is locked, what is in a chest, where
the key item lies, what zones there are and what is in those that have been seen."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ludex.core.board.covering import Places, outside, without_zones
from ludex.core.board.zone import ZoneBoard
from ludex.core.kernel.derived import Basis, derived
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import cite
from ludex.games.navyblue.book.carrying.containers import Nest, nested_chests
from ludex.games.navyblue.book.movement.sight import charted, known_exits, shows
from ludex.games.navyblue.state import FOES, SHUT, Chest, Door, Scene


def view(scene: Scene, seat: str) -> Scene:
    """The scene as this seat may know it; the scene itself where nothing is hidden from it. The Director and the foes
    know the truth; whoever looks on knows what the party does."""
    side = scene.beings[seat].side if seat in scene.beings else seat
    if side in (GM, FOES):
        return scene
    unseen = scene.unseen
    doors, chests, place = known_doors(scene), known_chests(scene), scene.place
    if place.key_item and place.key_item not in place.searched:
        place = replace(place, key_item="")
    if unseen:
        place = replace(place, searchable=tuple(zone for zone in place.searchable if zone not in unseen))
    unmet = frozenset([being.id for being in scene.beings.values() if "Unmet" in being.states])
    if doors == scene.doors and chests == scene.chests and place == scene.place and not unmet and not unseen:
        return scene
    cite("nb.maneuver.open", "nb.gap.sight")
    shown = scene.fork()
    shown.doors, shown.chests, shown.place = doors, chests, place
    if unmet:
        shown.leave_out(unmet)
    if unseen:
        shown.board = explored(charted(scene), unseen)
        shown.unseen = tuple(zone for zone in unseen if zone in shown.board)
        shown.air = tuple(zone for zone in scene.air if zone in shown.board)
        shown.exits = known_exits(scene)
        shown.lying = tuple(thing for thing in scene.lying if thing.at not in unseen)
        shown.pits = tuple(pit for pit in scene.pits if pit.zone not in unseen)
        shown.obstructions = tuple(made for made in scene.obstructions if made.zone not in unseen)
    return shown


@derived(Basis(scene="doors unseen", shared=False))
def known_doors(scene: Scene) -> tuple[Door, ...]:
    """The doors that have been seen, as far as they have been tried."""
    return tuple([untried(door) for door in scene.doors if not scene.unseen or shows(scene, door)])


@derived(Basis(scene="chests unseen", shared=False))
def known_chests(scene: Scene) -> tuple[Chest, ...]:
    return tuple([closed(chest) for chest in laid_open(scene)])


def untried(door: Door) -> Door:
    """nb.maneuver.open: shut, locked or barred is found out by trying."""
    if door.known or door.state not in SHUT:
        return door
    return replace(door, state="shut", barred_from="", attribute="", difficulty="Normal")


def closed(chest: Chest) -> Chest:
    """What is in a chest is seen when it is open; whether it is locked, when somebody has tried it."""
    if chest.state == "open":
        return chest
    if chest.known:
        return replace(chest, contents=())
    return Chest(chest.name, chest.at)


def laid_open(scene: Scene) -> list[Chest]:
    """The chests in zones that have been seen, there or in containers that are all open."""
    return [c for nest in nested_chests(scene) if nest.holder.at not in scene.unseen for c in from_outside(nest)]


def from_outside(nest: Nest[Chest]) -> list[Chest]:
    """A chest, and what shows in it if it is open."""
    inner = nest.inner if nest.holder.state == "open" else []
    return [nest.holder, *(chest for deeper in inner for chest in from_outside(deeper))]


@lru_cache(maxsize=256)
def explored(board: ZoneBoard, unseen: tuple[str, ...]) -> ZoneBoard:
    """nb.gap.sight: zones that nobody has seen go by the way that leads to them."""
    named = dict(board.zones)
    for zone in [zone for zone in unseen if zone in board]:
        known = [near for near in board.neighbours(zone) if near not in unseen]
        way = f" {board.direction(known[0], zone)} of {named[known[0]].name}" if known else ""
        named[zone] = replace(named[zone], name=f"unexplored{way}")
    return ZoneBoard(named.values(), board.closed, board.cover, board.links)


def cover(scene: Scene, places: Places, unseen: frozenset[str]) -> None:
    """Take zones out of a view, with all that is there."""
    scene.leave_out(unseen)
    scene.board = without_zones(scene.board, places)
    scene.air, scene.exits, scene.unseen = (outside(each, places) for each in (scene.air, scene.exits, scene.unseen))
    scene.doors = tuple([door for door in scene.doors if places.isdisjoint(door.zones)])
    scene.obstructions = tuple([each for each in scene.obstructions if each.zone not in places])
    scene.pits = tuple([pit for pit in scene.pits if pit.zone not in places])
    scene.lying = tuple([thing for thing in scene.lying if thing.at not in places])
    scene.chests = tuple([chest for chest in scene.chests if chest.at.partition("/")[0] not in places])
    place = scene.place
    scene.place = replace(
        place,
        searchable=outside(place.searchable, places),
        searched=outside(place.searched, places),
        key_item="" if place.key_item in places else place.key_item,
    )
