"""From content to beings: the sheet, full HP; and boards."""

from __future__ import annotations

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.board.hex import HexBoard
from ludex.core.board.square import SquareBoard
from ludex.core.content.content import ContentError, Library, check_extent
from ludex.games.vitality.book.characters.sheet import make_sheet
from ludex.games.vitality.records.kinds import Board, Enemy, Patch, Person
from ludex.games.vitality.state import FOES, PARTY, Being

# ---------------------------------------------------------------- beings


def make_being(library: Library, entry: Person, name: str) -> Being:
    sheet = make_sheet(library, entry)
    side, height = (FOES, entry.flying) if isinstance(entry, Enemy) else (PARTY, 0)
    return Being(id=name, name=entry.name, side=side, sheet=sheet, hp=sheet.hp, height=height, reaction=1)


# ---------------------------------------------------------------- boards


def make_board(entry: Board, *, squares: bool = False) -> CellBoard:
    """vt.move.board: rows of spaces; of hexes odd rows are shifted right by half a space."""
    check_extent(entry, entry.width, entry.height)
    rows = [(r, 0 if squares else -(r // 2)) for r in range(entry.height)]
    cells = [(start + n, r) for r, start in rows for n in range(entry.width)]
    patches = [(patch, cell) for patch in entry.terrain for cell in _cells_of(entry, patch, squares)]
    shape = SquareBoard if squares else HexBoard
    return shape(
        cells,
        heights={cell: patch.height for patch, cell in patches if patch.kind in ("raised", "drop")},
        walls=[cell for patch, cell in patches if patch.kind == "wall"],
        terrain={
            word: [cell for patch, cell in patches if patch.kind == word]
            for word in ("difficult", "drop", "soft_ground")
        },
    )


def _cells_of(entry: Board, patch: Patch, squares: bool) -> list[Cell]:
    (first, row), (last, other) = patch.start, patch.end
    if row != other or first > last:
        raise ContentError(f"board {entry.id!r}, field terrain: {patch.start} to {patch.end} is no run in one row")
    shift = row // 2 if squares else 0
    return [(q + shift, row) for q in range(first, last + 1)]
