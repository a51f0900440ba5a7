"""The shapes of boards in documents: hexes, squares and zones."""

from __future__ import annotations

from ludex.table.records.shape import Shape

Cell = tuple[int, int]  # q and r of a hex, x and y of a square
Edge = tuple[Cell, Cell]  # between two cells
Side = tuple[str, str]  # between two zones


# ---------------------------------------------------------------- cells


class Terrain(Shape, frozen=True):
    name: str
    words: str
    look: str  # its texture; empty where the words tell none
    cells: list[Cell]


class FeatureShown(Shape, frozen=True):
    """Something that belongs to a cell, a pillar, a door, an exit, and what else there is to know of it."""

    at: Cell
    kind: str
    words: str
    notes: list[str]
    look: str


class ThingAt(Shape, frozen=True):
    """What lies about, in a cell."""

    name: str
    at: Cell
    look: str


class Danger(Shape, frozen=True):
    words: str
    cells: list[Cell]


class _Cells(Shape, frozen=True):
    cells: list[Cell]
    heights: list[tuple[int, int, int]]  # a cell and its metres
    walls: list[Cell]
    wall_edges: list[Edge]
    cover_edges: list[Edge]
    terrain: list[Terrain]
    metres: int  # across a cell
    heights_in: str  # what heights are counted in, one of them: `m`, `space`
    features: list[FeatureShown]
    things: list[ThingAt]
    dangers: list[Danger]


class Hexes(_Cells, frozen=True, tag_field="kind", tag="hexes"):
    """A board of hexes, in axial coordinates."""


class Squares(_Cells, frozen=True, tag_field="kind", tag="squares"):
    """A board of squares."""


# ---------------------------------------------------------------- zones


class ZoneShown(Shape, frozen=True):
    """A zone; what stands there as a landmark (`look`), what furnishes it as a room, its floor and its shape, as far as
    its name tells them."""

    name: str
    look: str
    furniture: str
    floor: str
    shape: str  # round: it ends in a half circle
    at: Cell
    cover: bool
    seen: bool  # not one of those of which nothing is known


class Hazard(Shape, frozen=True):
    """What happens in zones; where there are two, between them."""

    words: str
    look: str
    zones: list[str]


class ZoneMark(Shape, frozen=True):
    """What else a zone is. Of a kind are an `exit`, the `air`, and a `way` to zones elsewhere; others are only said."""

    words: str
    kind: str


class ThingIn(Shape, frozen=True):
    """What lies about, in a zone."""

    name: str
    at: str
    look: str


class Zones(Shape, frozen=True, tag_field="kind", tag="zones"):
    """A board of zones: side by side (`joins`, `closed`) or joined from afar (`links`)."""

    zones: dict[str, ZoneShown]
    joins: list[Side]
    closed: list[Side]
    links: list[Side]
    shut: list[Side]  # nobody passes there now
    marks: dict[str, list[ZoneMark]]
    lights: list[tuple[str, int]]  # zones from which light falls, and so many zones far
    bearers: list[str]  # those from whom it falls; where nobody in the zone is one, it lies there
    hazards: list[Hazard]
    things: list[ThingIn]
    metres: int
    diagonal: bool
    by_steps: bool
