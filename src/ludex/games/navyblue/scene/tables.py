"""The tables of a scene file that only Navy Blue has: [place], [[doors]], [[chests]], and what lies about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ludex.core.board.zone import ZoneId
from ludex.core.content.content import ContentError, Record
from ludex.core.kernel.english import there_are
from ludex.games.navyblue.book.features import BODY
from ludex.games.navyblue.build.from_content import Ground, item_of, make_door
from ludex.games.navyblue.records.effects import Core, Difficulty
from ludex.games.navyblue.records.ids import EncountersId, ItemId
from ludex.games.navyblue.records.kinds import DoorEntry
from ludex.games.navyblue.state import Chest, Door, Place, Scene


class PlaceEntry(Record, frozen=True, eq=False, kw_only=True):
    """Where in the world this is; what is not said is as the board has it."""

    safe: bool = False
    underground: bool | None = None
    searchable: tuple[ZoneId, ...] | None = None
    searched: tuple[ZoneId, ...] = ()
    key_item: ZoneId | None = None
    encounters: EncountersId = ""
    size: Literal["normal", "minor"] = "normal"


class ChestEntry(Record, frozen=True, eq=False, kw_only=True):
    name: str
    at: ZoneId
    contents: tuple[ItemId, ...] = ()
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


def check_chests(scene: Scene, where: str) -> None:
    """Chests stand in zones that there are, or in another that does, and hold things that there are."""
    for number, chest in enumerate(scene.chests):
        spot = f"{where}, scene.chests[{number}]"
        zone = chest.at.partition("/")[0]
        if zone not in scene.board:
            raise ContentError(f"{spot}.at: there is no zone {zone!r}; {there_are(zone, scene.board)}")
        for thing in chest.contents:
            check_thing(scene, thing, f"{spot}.contents")


def check_thing(scene: Scene, thing: str, spot: str) -> None:
    """An item of the content, or somebody's dead body."""
    if not thing.startswith(BODY):
        item_of(scene.library, thing, spot)
    elif (name := thing.removeprefix(BODY)) not in scene.beings:
        raise ContentError(f"{spot}: there is no being {name!r}; {there_are(name, scene.beings)}")
