"""Where those who take up what lies there go first, as far as they know the board."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.kernel.derived import derived
from ludex.core.show.face import CellPlan, Place, Plan

BESIDE = 1  # so many cells away somebody reaches what lies on the ground


def ways_to(plan: Plan, at: Place, takers: Iterable[str]) -> dict[str, Place]:
    """By being, the nearest place to it that is free and to which a way leads. Nobody is in it who is there already,
    nor who does not get there."""
    found = {who: way_to(plan, at, who) for who in takers}
    return {who: way for who, way in found.items() if way is not None}


def way_to(plan: Plan, at: Place, who: str) -> Place | None:
    if isinstance(plan, CellPlan):
        return _cell_beside(plan, at, who) if isinstance(at, tuple) else None
    here = plan.places.get(who, ())
    return at if here and at not in here and at in plan.hops(here[0]) else None


def _cell_beside(plan: CellPlan, at: Cell, who: str) -> Cell | None:
    board, here = plan.board, plan.places.get(who, ())
    if not here or board.distance(*board.nearest(here, [at])) <= BESIDE:
        return None
    taken = {cell for other, cells in plan.places.items() if other != who for cell in cells}
    start = here[0]
    for cell in sorted(
        board.within(at, BESIDE), key=lambda one: (board.distance(one, at), board.distance(one, start), one)
    ):
        body = [(cell[0] + q - start[0], cell[1] + r - start[1]) for q, r in here]
        free = all(board.open(part) and part not in taken for part in body)
        if free and _leads(board, start, cell):
            return cell
    return None


def _leads(board: CellBoard, start: Cell, goal: Cell) -> bool:
    """Is there a way to an open cell, also for who stands in a wall?"""
    room = rooms(board)
    return room.get(start) == room[goal] or any(
        board.passable(start, out) and room[out] == room[goal] for out in board.neighbours(start)
    )


@derived()
def rooms(board: CellBoard) -> dict[Cell, int]:
    """The open cells by the room that they lie in: a way leads from each cell of it to each other."""
    found: dict[Cell, int] = {}
    for number, first in enumerate(board.cells):
        edge = [first] if first not in found and board.open(first) else []
        while edge:
            cell = edge.pop()
            found[cell] = number
            edge += [other for other in board.neighbours(cell) if other not in found and board.passable(cell, other)]
    return found
