"""From content to beings and boards."""

from __future__ import annotations

from ludex.core.board.zone import Zone, ZoneBoard
from ludex.core.content.content import ContentError, Library
from ludex.skeleton.records.kinds import Board, Enemy, Fighter
from ludex.skeleton.state import FOES, PARTY, Being, Sheet


def find_fighter(library: Library, name: str, where: str) -> Fighter:
    """The character or enemy of that id."""
    kind = "enemy" if name in library.shelves["enemy"] else "character"
    fighter: Fighter = library.shelves[kind].get(name, where)
    return fighter


def make_being(entry: Fighter, name: str) -> Being:
    sheet = Sheet(kind=entry.id, health=entry.health, guard=entry.guard, skill=entry.skill)
    side = FOES if isinstance(entry, Enemy) else PARTY
    return Being(id=name, name=entry.name, side=side, sheet=sheet, health=entry.health)


def make_board(entry: Board) -> ZoneBoard:
    try:
        return ZoneBoard([Zone(zone.id, zone.name, zone.at) for zone in entry.zones])
    except ValueError as fault:
        raise ContentError(f"board {entry.id!r}: {fault}") from None
