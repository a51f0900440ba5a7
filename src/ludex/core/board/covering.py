"""Boards with places taken out that somebody may not know of: what was there is as if it lay off the board."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.board.zone import ZoneBoard

C = TypeVar("C", bound=CellBoard)
P = TypeVar("P")

Places = frozenset[Cell | str]  # cells, or the ids of zones


def outside(listed: Iterable[P], covered: Places) -> tuple[P, ...]:
    """Of some places those that are not covered."""
    return tuple([place for place in listed if place not in covered])


def without_cells(board: C, covered: Places) -> C:
    """The same board without these cells, and without edges of theirs."""
    return _without_cells(board, covered)  # type: ignore[return-value]  # it makes a board of the same kind


@lru_cache(maxsize=32)
def _without_cells(board: CellBoard, covered: Places) -> CellBoard:
    return type(board)(
        cells=board.cells - covered,
        heights={cell: height for cell, height in board.heights.items() if cell not in covered},
        walls=board.walls - covered,
        wall_edges=[edge for edge in board.wall_edges if covered.isdisjoint(edge)],
        cover=[edge for edge in board.cover if covered.isdisjoint(edge)],
        terrain={word: cells - covered for word, cells in board.terrain.items()},
    )


@lru_cache(maxsize=32)
def without_zones(board: ZoneBoard, covered: Places) -> ZoneBoard:
    """The same board without these zones, and without what joins them with others."""
    return ZoneBoard(
        [zone for zone in board.zones.values() if zone.id not in covered],
        [pair for pair in board.closed if covered.isdisjoint(pair)],
        board.cover - covered,
        [pair for pair in board.links if covered.isdisjoint(pair)],
    )
