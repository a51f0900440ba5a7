"""The tables of a scene file that only Navy Blue has: [place], [[doors]], [[chests]], and what lies about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ludex.core.content.content import ContentError, Record
from ludex.core.kernel.english import there_are
from ludex.games.navyblue.build.from_content import Ground, item_of, make_door
from ludex.games.navyblue.records.effects import Core, Difficulty
from ludex.games.navyblue.records.kinds import DoorEntry
from ludex.games.navyblue.state import Chest, Door, Place, Scene


class PlaceEntry(Record, frozen=True, eq=False, kw_only=True):
    """Where in the world this is; what is not said is as the board has it."""

    safe: bool = False
    underground: bool | None = None
    searchable: tuple[str, ...] | None = None
    searched: tuple[str, ...] = ()
    key_item: str | None = None
    encounters: str = ""
    size: Literal["normal", "minor"] = "normal"


class ChestEntry(Record, frozen=True, eq=False, kw_only=True):
    name: str
    at: str
    contents: tuple[str, ...] = ()
    state: Literal["open", "shut", "locked"] = "shut"
    attribute: Core = "Finesse"
    difficulty: Difficulty = "Normal"
    known: bool = False  # somebody of the party has tried it


def read_place(ground: Ground, given: PlaceEntry) -> Place:
    return Place(
        safe=given.safe,
        underground=ground.underground if given.underground is None else given.underground,
        searchable=ground.searchable if given.searchable is None else given.searchable,
        searched=given.searched,
        key_item=ground.key_item if given.key_item is None else given.key_item,
        encounters=given.encounters,
        size=given.size,
    )


def read_doors(ground: Ground, given: Iterable[DoorEntry], where: str) -> tuple[Door, ...]:
    """Those of the board; one that the file names stands in place of the board's between the same zones."""
    found = {frozenset(door.zones): door for door in ground.doors}
    for number, entry in enumerate(given):
        door = make_door(ground.board, entry, f"{where}, field doors[{number}]")
        found[frozenset(door.zones)] = door
    return tuple(found.values())


def read_chests(given: Iterable[ChestEntry]) -> tuple[Chest, ...]:
    return tuple(Chest(c.name, c.at, c.contents, c.state, c.attribute, c.difficulty, c.known) for c in given)


# ---------------------------------------------------------------- what cannot be


def check_things(scene: Scene, where: str) -> None:
    """Things lie in zones that there are, and are things that there are."""
    for number, lying in enumerate(scene.lying):
        check_zone(scene, lying.at, f"{where}, field lying[{number}].at")
        item_of(scene.library, lying.thing, f"{where}, field lying[{number}].thing")
    for number, chest in enumerate(scene.chests):
        spot = f"{where}, field chests[{number}]"
        check_zone(scene, chest.at, f"{spot}.at")
        for thing in chest.contents:
            item_of(scene.library, thing, f"{spot}.contents")
    for field, zones in (
        ("obstructions", [filling.zone for filling in scene.obstructions]),
        ("pits", [pit.zone for pit in scene.pits]),
        ("place.searchable", scene.place.searchable),
        ("place.searched", scene.place.searched),
        ("place.key_item", [scene.place.key_item] if scene.place.key_item else []),
    ):
        for zone in zones:
            check_zone(scene, zone, f"{where}, field {field}")
    if scene.place.encounters:
        scene.library.shelves["encounters"].get(scene.place.encounters, f"{where}, field place.encounters")


def check_zone(scene: Scene, zone: str, spot: str) -> None:
    if zone not in scene.board:
        raise ContentError(f"{spot}: there is no zone {zone!r}; {there_are(zone, scene.board)}")
