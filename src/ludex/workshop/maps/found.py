"""What was found in the map of another program, whatever program that is.

Places count in cells of the file's own grid, from its upper left corner: x runs east, y south, and the square [0, 0]
reaches from (0, 0) to (1, 1). What a game makes of it is not said here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from ludex.core.plan.plan import Cell

Point = tuple[float, float]
Line = tuple[Point, ...]  # from point to point


class LeftOut(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was not carried over, and what became of it."""

    what: str
    why: str


class GridFound(NamedTuple):
    """The grid of the file: how many cells across and down. `rooms`: its squares do nothing but measure rooms."""

    shape: Literal["squares", "hexes", "rooms"]
    wide: float
    high: float


class PictureFound(NamedTuple):
    """A picture in the file, by what the head of it says; `across`: how many cells lie across it."""

    kind: str  # image/png
    bytes: int
    width: int
    height: int
    across: float


class DoorFound(NamedTuple):
    """A door from jamb to jamb. `shut`: it can be closed; else it may as well be a window or an opening."""

    a: Point
    b: Point
    shut: bool = True


class TileFound(NamedTuple):
    """A tile that the map uses: `key` is how it is known again in another file of the same tileset."""

    key: str
    name: str
    hints: Sequence[str]  # words that tell what it may be, the nearest first
    low: bool  # it lies on the lowest layer at some place: it is ground
    cells: Sequence[Cell]


class ObjectFound(NamedTuple):
    """Something with a name or a class on the map, and the cells that it fills."""

    name: str
    hints: Sequence[str]
    cells: Sequence[Cell]


class RoomFound(NamedTuple):
    """A room or a passage of several squares; `notes` are what is written of it."""

    name: str
    at: Point  # its middle
    passage: bool
    notes: Sequence[str] = ()
    water: bool = False
    columns: int = 0
    out: bool = False  # a way leads out of it


WayKind = Literal["open", "door", "narrow", "portcullis", "double", "secret", "barred", "stairs"]


class WayFound(NamedTuple):
    """A way from one room to another, by their numbers."""

    a: int
    b: int
    kind: WayKind
    step: Cell  # in which direction it leads from a to b, as far as that can be told


class MapFound(NamedTuple):
    format: str
    title: str
    grid: GridFound
    walls: Sequence[Line] = ()
    things: Sequence[Line] = ()  # that stand about, by their outlines
    doors: Sequence[DoorFound] = ()
    lights: int = 0
    tinted: int = 0  # lights that have a colour
    tiles: Sequence[TileFound] = ()
    objects: Sequence[ObjectFound] = ()
    cells: Sequence[Cell] = ()  # where a file says which there are
    rooms: Sequence[RoomFound] = ()
    ways: Sequence[WayFound] = ()
    text: str = ""
    picture: PictureFound | None = None
    left_out: Sequence[LeftOut] = ()
