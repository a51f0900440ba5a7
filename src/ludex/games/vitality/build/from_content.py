"""From content to beings: the sheet, full HP; and boards."""

from __future__ import annotations

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.board.hex import HexBoard
from ludex.core.board.misfits import BadBoard
from ludex.core.board.square import SquareBoard
from ludex.core.content.content import ContentError, Fault, Library, check_extent
from ludex.core.plan.entries import cells_of_rows
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
    placed = square if squares else hex_itself
    patches = [(patch, placed(cell)) for patch in entry.terrain for cell in cells_of(entry, patch)]
    borders = [(placed(a), placed(b)) for a, b in entry.wall_edges]
    shape = SquareBoard if squares else HexBoard
    try:
        return shape(
            [placed(cell) for cell in spaces(entry)],
            heights={cell: patch.height for patch, cell in patches if patch.kind in ("raised", "drop")},
            walls=[cell for patch, cell in patches if patch.kind == "wall"],
            # of the borders of a hex with the row above or below it, half are corners of squares
            wall_edges=[(a, b) for a, b in borders if not squares or b in shape.sides(a)],
            terrain={
                word: [cell for patch, cell in patches if patch.kind == word]
                for word in ("difficult", "drop", "soft_ground")
            },
        )
    except BadBoard as fault:
        raise ContentError(f"board {entry.id!r}: {fault}", [Fault(*one) for one in fault.misfits]) from None


def spaces(entry: Board) -> list[Cell]:
    """All spaces of a board, as hexes."""
    if entry.rows:
        return cells_of_rows(entry)
    check_extent(entry, entry.width, entry.height)
    return [(q - r // 2, r) for r in range(entry.height) for q in range(entry.width)]


def square(cell: Cell) -> Cell:
    """opt_square_grid: where a hex lies in squares."""
    q, r = cell
    return q + r // 2, r


def hex_itself(cell: Cell) -> Cell:
    return cell


def cells_of(entry: Board, patch: Patch) -> list[Cell]:
    (first, row), (last, other) = patch.start, patch.end
    if row != other or first > last:
        raise ContentError(f"board {entry.id!r}, field terrain: {patch.start} to {patch.end} is no run in one row")
    return [(q, row) for q in range(first, last + 1)]
