"""What the entries of boards have in common, whatever the game: their shape where it is no rectangle, where each side
begins, and a map under them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal

from ludex.core.board.cells import CellBoard
from ludex.core.content.content import ContentError, Entry, Fault
from ludex.core.content.numbers import Place
from ludex.core.kernel.bounds import CELLS
from ludex.core.kernel.english import meant
from ludex.core.plan.plan import Cell, MapUnder

Side = Literal["party", "foes"]
Run = tuple[Place, Place, Place]  # a row, and the first and the last of its cells that lie side by side


class BoardEntry(Entry, frozen=True, eq=False, kw_only=True):
    map: MapUnder | None = None


class CellsEntry(BoardEntry, frozen=True, eq=False, kw_only=True):
    """A board of cells. `rows`: of which cells, where they are no rectangle."""

    rows: tuple[Run, ...] = ()
    starts: dict[Side, tuple[Cell, ...]] = {}


class ZonesEntry(BoardEntry, frozen=True, eq=False, kw_only=True):
    """A board of zones."""

    starts: dict[Side, tuple[str, ...]] = {}


# ---------------------------------------------------------------- rows


def cells_in(runs: Iterable[Run]) -> list[Cell]:
    return [(q, r) for r, first, last in runs for q in range(first, last + 1)]


def runs_of(cells: Iterable[Cell]) -> list[Run]:
    """The fewest runs that have all of these cells, row by row."""
    found: list[Run] = []
    for r, row in groupby(sorted(cells, key=lambda cell: (cell[1], cell[0])), key=lambda cell: cell[1]):
        for q, _ in row:
            if found and found[-1][0] == r and found[-1][2] >= q - 1:
                found[-1] = (r, found[-1][1], q)
            else:
                found.append((r, q, q))
    return found


def cells_of_rows(entry: CellsEntry) -> list[Cell]:
    """The cells of a board that lists its rows, or in words why there is none."""
    for number, (r, first, last) in enumerate(entry.rows):
        if first > last:
            words = f"row {r} runs from {first} to {last}: expected the first to be at most the last"
            raise ContentError(f"board {entry.id!r}, field rows: {words}", [Fault(f"rows[{number}]", words)])
    if sum([last + 1 - first for _, first, last in entry.rows]) > CELLS:
        words = f"it has too many spaces: a board has at most {CELLS:,}"
        raise ContentError(f"board {entry.id!r}, field rows: {words}", [Fault("rows", words)])
    return cells_in(entry.rows)


def said_twice(entry: CellsEntry, *rectangle: str) -> Iterator[Fault]:
    """With rows, the fields of a rectangle say nothing."""
    plain = type(entry)(id="", name="")
    for field in rectangle:
        if entry.rows and getattr(entry, field) != getattr(plain, field):
            yield Fault(field, "the rows say which spaces there are; take this away, or the rows")


# ---------------------------------------------------------------- where sides begin


def off_board(entry: CellsEntry, cells: Collection[Cell]) -> Iterator[Fault]:
    """Cells of start areas that are not there."""
    for side, area in entry.starts.items():
        for cell in area:
            if cell not in cells:
                yield Fault(f"starts.{side}", f"{list(cell)} is not on the board")


def no_zones(entry: ZonesEntry, zones: Collection[str]) -> Iterator[Fault]:
    """The same of zones."""
    for side, area in entry.starts.items():
        for zone in area:
            if zone not in zones:
                yield Fault(f"starts.{side}", f"there is no zone {zone!r}; {meant(zone, zones)}")


def area_of(starts: Mapping[Any, tuple[Any, ...]], side: object) -> tuple[Any, ...]:
    """Where a side begins; nothing where the board does not say it, or there is no such side."""
    return next((area for named, area in starts.items() if named == side), ())


def best_first(board: CellBoard, area: Sequence[Cell]) -> Iterator[Cell]:
    """Where somebody may begin of whom nobody says it: in the start area of their side, or as near to it as can be;
    without one row by row."""
    yield from area
    rows = sorted(board.cells, key=lambda cell: (cell[1], cell[0]))
    yield from sorted(rows, key=lambda cell: board.distance(area[0], cell)) if area else rows


def emptiest(zones: Sequence[str], taken: Sequence[object]) -> str:
    """Of zones of a start area the one with the fewest in it, `taken` being where everybody is."""
    return min(zones, key=taken.count)


def taken(given: Mapping[str, Mapping[str, Any]], beings: Mapping[str, Any]) -> list[object]:
    """Where those are whom a file has put somewhere, and those who have got a place so far."""
    return [raw.get("at") or beings[name].at for name, raw in given.items() if "at" in raw or name in beings]
