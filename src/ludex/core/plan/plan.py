"""Boards as they are drawn: one model for hexes, squares and zones, whatever the game.

A `Plan` says what there is (cells, or rooms by name) and what is drawn on it: paints, each with the places that have it
and its values. A `Palette` says which paints a game knows. What is kept is never a plan but the entry of the board, in
the game's own words: each game reads its entry as a plan and writes a plan as the fields of its entry.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ludex.core.content.content import Record
from ludex.core.content.numbers import Place
from ludex.core.kernel.bounds import CELLS

Cell = tuple[Place, Place]  # q and r of a hex, x and y of a square
Edge = tuple[Cell, Cell]  # the border of two cells
Way = tuple[str, str]  # between two rooms
On = Literal["cells", "edges", "rooms", "ways"]
BoardKind = Literal["hexes", "squares", "zones"]
MOST_DRAWN = 2_000  # paints of a plan, each with its places
Measured = Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]
Spot = tuple[Measured, Measured]  # across and down
Name = Annotated[str, msgspec.Meta(max_length=200)]


class Drawing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a plan or a palette, as it goes to the page and back."""


# ---------------------------------------------------------------- what is drawn


class Room(Drawing, frozen=True, kw_only=True):
    """A zone: where it stands on the map, x running east and y south."""

    id: Name
    name: Name
    at: Cell


class Drawn(Drawing, frozen=True, kw_only=True):
    """A paint and the places that have it, with what it says of them: a height of 3 m, a door that is locked."""

    paint: Name
    cells: Annotated[list[Cell], msgspec.Meta(max_length=CELLS)] = []
    edges: Annotated[list[Edge], msgspec.Meta(max_length=3 * CELLS)] = []
    rooms: Annotated[list[Name], msgspec.Meta(max_length=CELLS)] = []
    ways: Annotated[list[Way], msgspec.Meta(max_length=3 * CELLS)] = []
    values: dict[str, Any] = {}


class Plan(Drawing, frozen=True, kw_only=True):
    """A board. `cells` where it has cells, `rooms` where it has zones; `whole`: what holds for all of it."""

    kind: BoardKind
    cells: Annotated[list[Cell], msgspec.Meta(max_length=CELLS)] = []
    rooms: Annotated[list[Room], msgspec.Meta(max_length=CELLS)] = []
    drawn: Annotated[list[Drawn], msgspec.Meta(max_length=MOST_DRAWN)] = []
    whole: dict[str, Any] = {}


# ---------------------------------------------------------------- what can be drawn


class PaintChoice(Drawing, frozen=True, kw_only=True):
    id: str
    name: str


class Blank(Drawing, frozen=True, kw_only=True):
    """Something that a paint, or the board as a whole, says and somebody fills in. `unset`: it may stay empty."""

    id: str
    name: str
    type: Literal["number", "text", "choice", "flag", "entry"]
    usual: Any = None
    least: int | None = None
    most: int | None = None
    unit: str = ""
    choices: list[PaintChoice] = []  # of a choice; of an entry, those that there are
    unset: bool = False


class Paint(Drawing, frozen=True, kw_only=True):
    """What can be drawn. `apart`: each place is one of its own, as a door is, and not one of many that are alike."""

    id: str
    name: str
    text: str  # what it means, in a sentence
    layer: str  # of one layer a place has at most one paint
    on: On
    look: str  # its texture or drawing, as documents call it
    apart: bool = False
    blanks: list[Blank] = []


class Layer(Drawing, frozen=True, kw_only=True):
    id: str
    name: str
    paints: list[str]


class Palette(Drawing, frozen=True, kw_only=True):
    """What boards of a game are made of, from the ground up."""

    kinds: list[BoardKind]
    layers: list[Layer]
    paints: list[Paint]
    whole: list[Blank]
    metres: int  # across a cell or a zone


# ---------------------------------------------------------------- what every board may have besides


class MapUnder(Record, frozen=True, eq=False, kw_only=True):
    """A picture that lies under a board. Two of its spots lie on two of the board's; that says how large it is, where
    it lies and how it is turned. Spots of the picture count in its width, both ways; spots of the board in cells: the
    middle of the hex [q, r] is at [q + r/2, r·√3/2], of the square or the zone [x, y] at [x, y]."""

    picture: str
    spots: tuple[Spot, Spot]
    onto: tuple[Spot, Spot]
    strength: Annotated[int, msgspec.Meta(ge=0, le=100)] = 100  # in percent
    seen: Literal["gm", "everybody"] = "gm"
