"""A board of cells as a Universal VTT file: walls as lines, doors, and the map under it where it lies straight.

Places are in cells across, as the map under a board counts them; hexes are written as they lie, though most programs
will draw squares over them.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ludex.core.board.cells import border
from ludex.core.kernel.ruling import BadInput
from ludex.core.pack.pictures import SIZES, kind_of
from ludex.core.plan.plan import Cell, Drawn, Plan
from ludex.core.plan.plans import cells_of, edges_of
from ludex.table.campaign.pictures import picture_under as picture_of
from ludex.workshop.boards import plans_of, read_plan
from ludex.workshop.editing import raw_entry
from ludex.workshop.ground import Ground
from ludex.workshop.maps.found import Point
from ludex.workshop.maps.lattice import Corner, Lattice

FORMAT = 0.3
PIXELS = 100  # across a cell, where no picture says it
STRAIGHT = 1e-3  # of a cell: a map is turned by less than that


def exported(ground: Ground, text: str, pictures: Mapping[str, bytes]) -> tuple[str, bytes]:
    """The name of a board, and its file. `pictures`: those of the pack by name, of which one may lie under it."""
    raw = raw_entry("board", text)
    plan = read_plan(plans_of(ground), ground.library, raw)
    if plan is None:
        raise BadInput("this board has a mistake: mend it first")
    if plan.kind == "zones":
        raise BadInput("Universal VTT has squares and walls: boards of zones cannot be written so")
    lattice = Lattice("hexes" if plan.kind == "hexes" else "squares", 1, 1)
    lattice.has = frozenset(plan.cells)
    under = plan.whole.get("map")
    laid = _laid(under, pictures) if under is not None else None
    origin, size, pixels, image = laid if laid is not None else (*_extent(lattice, plan.cells), PIXELS, "")
    doors, walled = [drawn for drawn in plan.drawn if drawn.paint == "door"], _Walled(lattice, plan)
    file = {
        "format": FORMAT,
        "resolution": {"map_origin": _at(origin), "map_size": _at(size), "pixels_per_grid": pixels},
        "line_of_sight": [[_at(_shifted(spot)) for spot in line] for line in _walls(lattice, plan)],
        "objects_line_of_sight": [
            [_at(_shifted(spot)) for spot in line] for line in _outlines(lattice, cells_of(plan, "cover"))
        ],
        "portals": [portal for drawn in doors for portal in _portals(lattice, walled, drawn)],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        "image": image,
        "software": "Ludex",
    }
    return str(raw.get("name", "")), json.dumps(file, separators=(",", ":")).encode()


def picture_under(_: Ground, text: str) -> str:
    """The name of the picture that lies under a board, or nothing. Like all that somebody has written, it is read in a
    helper."""
    return picture_of(raw_entry("board", text))


def _at(point: Point) -> dict[str, float]:
    return {"x": round(point[0], 4), "y": round(point[1], 4)}


def _shifted(spot: Point) -> Point:
    """A spot of the board as one of the file, where the first square begins at 0."""
    return spot[0] + 0.5, spot[1] + 0.5


def _extent(lattice: Lattice, cells: Sequence[Cell]) -> tuple[Point, Point]:
    spots = [lattice.middle(cell) for cell in cells] or [(0.0, 0.0)]
    left, top = min(x for x, _ in spots), min(y for _, y in spots)
    wide, high = max(x for x, _ in spots) - left + 1, max(y for _, y in spots) - top + 1
    return (left, top), (wide, high)


def _laid(under: Any, pictures: Mapping[str, bytes]) -> tuple[Point, Point, int, str] | None:
    """Where the picture begins, how far it reaches, how many of its pixels lie across a cell, and the picture itself;
    nothing where it is turned, or not there."""
    data = pictures.get(under["picture"], b"")
    if not data or (size := SIZES.get(kind_of(data), lambda _: None)(data)) is None:
        return None
    (ax, ay), (bx, by) = under["spots"]
    (u, v), (s, t) = under["onto"]
    if abs((bx - ax) * (t - v) - (by - ay) * (s - u)) > STRAIGHT or (bx == ax and by == ay):
        return None
    scale = (s - u) / (bx - ax) if bx != ax else (t - v) / (by - ay)  # cells across the whole picture
    if scale <= 0:
        return None
    width, height = size
    origin = u - ax * scale + 0.5, v - ay * scale + 0.5
    return origin, (scale, scale * height / width), max(1, round(width / scale)), b64encode(data).decode()


# ---------------------------------------------------------------- walls and doors


def _walls(lattice: Lattice, plan: Plan) -> Iterator[list[Point]]:
    """On edges, and around cells that are walls."""
    edges = [lattice.board.corners(*edge) for edge in edges_of(plan, "wall_edge")]
    yield from _joined(lattice, edges)
    yield from _outlines(lattice, cells_of(plan, "wall"))


def _outlines(lattice: Lattice, cells: Sequence[Cell]) -> Iterator[list[Point]]:
    """The sides of cells that are not between two of them."""
    there = set(cells)
    sides = [
        lattice.board.corners(cell, other)
        for cell in cells
        for other in lattice.board.sides(cell)
        if other not in there
    ]
    yield from _joined(lattice, sides)


def _joined(lattice: Lattice, sides: Sequence[tuple[Corner, Corner]]) -> Iterator[list[Point]]:
    """Sides that meet, as one line; corners on a straight line are left out."""
    meeting: dict[Corner, list[Corner]] = {}
    for one, other in sides:
        meeting.setdefault(one, []).append(other)
        meeting.setdefault(other, []).append(one)
    ends = [corner for corner, others in meeting.items() if len(others) % 2]
    for start in [*ends, *meeting]:
        while meeting[start]:
            way = [start]
            while meeting[way[-1]]:
                after = meeting[way[-1]].pop()
                meeting[after].remove(way[-1])
                way.append(after)
            yield [lattice.corner_spot(corner) for corner in _bends(way)]


def _bends(way: Sequence[Corner]) -> list[Corner]:
    kept = list(way[:1])
    for here, after in pairwise(way[1:]):
        (ax, ay), (bx, by), (cx, cy) = kept[-1], here, after
        if (bx - ax) * (cy - by) != (by - ay) * (cx - bx):
            kept.append(here)
    return [*kept, way[-1]]


class _Walled:
    """Where walls are, and the corners at which those on edges end or bend."""

    def __init__(self, lattice: Lattice, plan: Plan) -> None:
        self.cells = set(cells_of(plan, "wall"))
        self.edges = {border(*edge) for edge in edges_of(plan, "wall_edge")}
        self.corners = {corner for edge in self.edges for corner in lattice.board.corners(*edge)}


def _portals(lattice: Lattice, walled: _Walled, door: Drawn) -> Iterator[dict[str, Any]]:
    shut = not door.values.get("open", False)
    lines = [lattice.ends(edge) for edge in door.edges]
    lines += [_across(lattice, walled, cell) for cell in door.cells]
    for a, b in lines:
        one, other = _shifted(a), _shifted(b)
        yield {
            "position": _at(((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)),
            "bounds": [_at(one), _at(other)],
            "rotation": 0,
            "closed": shut,
            "freestanding": False,
        }


def _across(lattice: Lattice, walled: _Walled, cell: Cell) -> tuple[Point, Point]:
    """A door that fills a cell, as a line: through its middle from a wall that fills a cell; else along the side at
    both ends of which there are walls on edges."""
    x, y = lattice.middle(cell)
    for other in lattice.board.sides(cell):
        if other in walled.cells:
            ox, oy = lattice.middle(other)
            return ((x + ox) / 2, (y + oy) / 2), ((3 * x - ox) / 2, (3 * y - oy) / 2)
    for other in lattice.board.sides(cell):
        edge = border(cell, other)
        if edge not in walled.edges and all(corner in walled.corners for corner in lattice.board.corners(*edge)):
            return lattice.ends(edge)
    return (x - 0.5, y), (x + 0.5, y)
