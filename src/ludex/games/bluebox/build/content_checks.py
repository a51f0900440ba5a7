"""What the rules of Blue Box say about entries of content, for `ludex check`, and who has room in a scene."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.content.content import Check, ContentError, Fault, Library
from ludex.core.kernel.english import there_are
from ludex.core.plan.entries import off_board, said_twice
from ludex.games.bluebox.build.from_content import hexes_of, make_board
from ludex.games.bluebox.records.kinds import Board, Character, Mask, Weapon
from ludex.games.bluebox.state import SHARES, STATS, Being, Scene

ROOM = "bb.size.hexes"

# ---------------------------------------------------------------- entries of content


def _weapon(library: Library, weapon: Weapon) -> Iterator[Fault]:
    if not weapon.core:
        for field, value in (("class", weapon.type_of), ("distance", weapon.distance)):
            if value is None:
                yield Fault(field, "expected, since the weapon has no core to take it from")


def _mask(library: Library, mask: Mask) -> Iterator[Fault]:
    for number, mode in enumerate(mask.modes):
        for other in library.all("mask"):
            if other is not mask and any(mode.id == one.id for one in other.modes):
                yield Fault(f"modes[{number}].id", f"{mode.id!r} is a mode of the mask {other.id!r} as well")


def _character(library: Library, entry: Character) -> Iterator[Fault]:
    for stat in STATS:
        if stat not in entry.stats:
            yield Fault("stats", f"expected all five of {', '.join(STATS)}; {stat} is missing")
    for name in entry.ready or ():
        if name not in entry.weapons:
            yield Fault("ready", f"{name!r} is none of their weapons; {there_are(name, entry.weapons)}")
    if not entry.hp_rolls and entry.hp is None:
        yield Fault("hp", "expected hp, or the dice in hp_rolls")


def _board(library: Library, board: Board) -> Iterator[Fault]:
    for field, (first, last) in (("q", board.q), ("r", board.r)):
        if first > last:
            yield Fault(field, f"[{first}, {last}]: expected the first to be at most the second")
            return
    hexes = frozenset(hexes_of(board))
    yield from said_twice(board, "q", "r")
    try:
        make_board(board)
    except ContentError as fault:
        yield from fault.faults
    yield from off_board(board, hexes)
    for number, area in enumerate(board.dangerous):
        for cell in area.hexes:
            if cell not in hexes:
                yield Fault(f"dangerous[{number}].hexes", f"{list(cell)} is not on the board")


CHECKS: dict[str, Check] = {
    "weapon": _weapon,
    "mask": _mask,
    "character": _character,
    "enemy": _character,
    "board": _board,
}


# ---------------------------------------------------------------- who has room


def misplaced(scene: Scene) -> list[Fault]:
    """bb.size.hexes: every hex of every being is on the board and open, and nobody takes up another's part of it."""
    found = []
    filled: dict[tuple[int, int], list[Being]] = {}
    for being in scene.beings.values():
        for cell in being.cells if being.here else ():
            if not scene.board.open(cell):
                what = "is a wall" if cell in scene.board.cells else "is not on the board"
                found.append(Fault(f"beings.{being.id}.at", f"{list(cell)} {what}", ROOM))
            there = filled.setdefault(cell, [])
            there.append(being)
            if sum(SHARES[other.sheet.size] for other in there) > 6:
                others = ", ".join(other.id for other in there[:-1])
                found.append(Fault(f"beings.{being.id}.at", f"there is no room beside {others} in {list(cell)}", ROOM))
    return found
