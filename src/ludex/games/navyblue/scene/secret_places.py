"""Zones that the party has not seen, under ids that tell nothing: of a way on it knows where it leads, and no more.

A board has ids that its author can read, such as `treasury`. Where people play, zones that have not been seen go by
their spot, as those of a board do whose zones have no ids of their own; and spots are counted from where the party
stands, so that they do not tell how far the board goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import msgspec

from ludex.core.board.zone import Side, Spot, ZoneBoard
from ludex.games.navyblue.book.movement.sight import where_the_party_is
from ludex.games.navyblue.state import Being, Scene

Ids = Mapping[str, str]


def hide_places(scene: Scene) -> None:
    """Between two commands; nothing where all has been seen."""
    there = where_the_party_is(scene)
    if not scene.unseen or not there:
        return
    scene.board = counted_from(scene.board, scene.board.spots[there[0]])
    rename_zones(scene, {zone: by_spot(scene, zone) for zone in scene.unseen})


def counted_from(board: ZoneBoard, start: Spot) -> ZoneBoard:
    zones = [replace(zone, at=(zone.at[0] - start[0], zone.at[1] - start[1])) for zone in board.zones.values()]
    return ZoneBoard(zones, board.closed, board.cover, board.links)


def by_spot(scene: Scene, zone: str) -> str:
    """The id of a zone by its spot; where a zone that has been seen is called so, with a mark behind it."""
    x, y = scene.board.spots[zone]
    found = f"z{x}_{y}"
    while found in scene.board and found not in scene.unseen:
        found += "_"
    return found


def rename_zones(scene: Scene, ids: Ids) -> None:
    """Zones have other ids, wherever they are named."""
    scene.board = renamed_board(scene.board, ids)
    scene.air, scene.exits, scene.unseen = all_of(scene.air, ids), all_of(scene.exits, ids), all_of(scene.unseen, ids)
    scene.doors = tuple(
        replace(door, zones=pair_of(door.zones, ids), barred_from=ids.get(door.barred_from, door.barred_from))
        for door in scene.doors
    )
    scene.obstructions = tuple(replace(each, zone=ids.get(each.zone, each.zone)) for each in scene.obstructions)
    scene.pits = tuple(replace(pit, zone=ids.get(pit.zone, pit.zone)) for pit in scene.pits)
    scene.lying = tuple(msgspec.structs.replace(each, at=ids.get(each.at, each.at)) for each in scene.lying)
    scene.chests = tuple(replace(chest, at=with_first(chest.at, "/", ids)) for chest in scene.chests)
    place = scene.place
    scene.place = replace(
        place,
        searchable=all_of(place.searchable, ids),
        searched=all_of(place.searched, ids),
        key_item=ids.get(place.key_item, place.key_item),
    )
    for being in scene.beings.values():
        rename_for(being, ids)


def rename_for(being: Being, ids: Ids) -> None:
    being.at = ids.get(being.at, being.at)
    being.activity = with_last(being.activity, ":", ids)
    being.set_conditions(*[replace(each, note=with_last(each.note, "|", ids)) for each in being.conditions])


def renamed_board(board: ZoneBoard, ids: Ids) -> ZoneBoard:
    return ZoneBoard(
        [replace(zone, id=ids.get(zone.id, zone.id)) for zone in board.zones.values()],
        [pair_of(pair, ids) for pair in board.closed],
        all_of(board.cover, ids),
        [pair_of(pair, ids) for pair in board.links],
    )


def all_of(zones: Iterable[str], ids: Ids) -> tuple[str, ...]:
    return tuple(ids.get(zone, zone) for zone in zones)


def pair_of(zones: Side, ids: Ids) -> Side:
    one, other = zones
    return ids.get(one, one), ids.get(other, other)


def with_first(words: str, mark: str, ids: Ids) -> str:
    """`cellar/sea_chest`: the zone stands before the mark."""
    zone, found, rest = words.partition(mark)
    return f"{ids.get(zone, zone)}{found}{rest}"


def with_last(words: str, mark: str, ids: Ids) -> str:
    """`advance:cellar`: the zone stands behind the mark."""
    before, found, zone = words.rpartition(mark)
    return f"{before}{found}{ids.get(zone, zone)}" if found else words
