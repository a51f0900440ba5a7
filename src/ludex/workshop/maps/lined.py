"""Walls that are lines, and doors in them, as a board of cells has them.

On squares a wall lies on the edges between them. A line that keeps within a third of a square to the lines of the grid
fits; whatever does not is asked. Hexes have no such edges: everything is proposed and asked there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, floor
from typing import NamedTuple

from ludex.core.kernel.english import count
from ludex.core.kernel.ruling import BadInput
from ludex.core.plan.plan import Cell, Drawn, Edge, Paint
from ludex.workshop.maps.found import DoorFound, LeftOut, Line, MapFound, Point
from ludex.workshop.maps.lattice import Lattice, clipped, length_of, simplified
from ludex.workshop.maps.proposed import MOST_QUESTIONS, MapAnswer, MapQuestion, Paints, Proposed
from ludex.workshop.maps.tiled import within

A_THIRD = 1 / 3 + 1e-6
WOBBLE = 0.2  # of a cell: a line is as straight as that
MOST_LENGTH = 20_000  # cells, of all lines together
MOST_POINTS = 400  # of a line that is looked at as one
MOST_ALL, MOST_DOORS = 40_000, 2_000  # points of all lines; doors
ROUND = 1.5  # cells: a line that ends where it began is round, unless it is smaller


def lined(found: MapFound, lattice: Lattice, paints: Paints) -> Proposed:
    _check(found)
    walls = list(_on_map(found.walls, found))
    things = list(_on_map(found.things, found))
    if (length := sum(map(length_of, [*walls, *things]))) > MOST_LENGTH:
        raise BadInput(f"this map has too much wall: {length:,.0f} cells of it, and at most {MOST_LENGTH:,} are read")
    on_edges = paints.get("edges", "wall_edge")
    fits = lattice.kind == "squares" and on_edges is not None
    drawing = _Drawing(lattice, paints)
    snapped = _snapped(walls) if fits else _Snapped({}, walls)
    straight = [edge for edge, part in snapped.covered.items() if part > 1 - A_THIRD]
    half = [edge for edge, part in snapped.covered.items() if A_THIRD < part <= 1 - A_THIRD]
    there = list(_doors_on_map(found))
    doors = [_door(lattice, one) for one in there if one.shut]
    fitting = [door for door in doors if fits and door.fits and drawing.door is not None]
    asked = [door for door in doors if not (fits and door.fits and drawing.door is not None)]
    openings = [_door(lattice, one) for one in there if not one.shut]
    held = {edge for door in (*doors, *openings) for edge in door.edges}
    half = [edge for edge in half if edge not in held]
    at_doors = {edge for door in fitting for edge in door.edges}
    drawn = [
        *drawing.wall_edges([edge for edge in lattice.inner(straight) if edge not in at_doors]),
        *(each for door in fitting for each in drawing.doors(door.edges, [])),
    ]
    return Proposed(
        cells=lattice.cells,
        drawn=drawn,
        opens=[cell for each in drawn if each.paint == "door" for cell in each.cells],
        opens_edges=sorted(at_doors),
        questions=[
            *_crooked(drawing, snapped.crooked),
            *_half(drawing, lattice.inner(half)),
            *_asked_doors(drawing, asked, fits),
            *_openings(drawing, openings, fits),
            *_things(drawing, things),
        ],
        left_out=[*_lost(found, drawing, fits, bool(fitting)), *_stubs(walls)],
    )


def _check(found: MapFound) -> None:
    points = sum(map(len, [*found.walls, *found.things]))
    if points > MOST_ALL:
        raise BadInput(f"this map has too much wall: {points:,} points, and at most {MOST_ALL:,} are read")
    if len(found.doors) > MOST_DOORS:
        raise BadInput(f"this map has too many doors: {len(found.doors):,}, and at most {MOST_DOORS:,} are read")


def _on_map(lines: Sequence[Line], found: MapFound) -> Iterator[Line]:
    """What of them lies on the map, in pieces of which none has too many points to be looked at."""
    for line in lines:
        for piece in clipped(line, found.grid.wide, found.grid.high):
            for at in range(0, len(piece) - 1, MOST_POINTS):
                yield simplified(piece[at : at + MOST_POINTS + 1], WOBBLE)


def _doors_on_map(found: MapFound) -> Iterator[DoorFound]:
    """What of the doors lies on the map."""
    for door in found.doors:
        for piece in clipped((door.a, door.b), found.grid.wide, found.grid.high):
            yield door._replace(a=piece[0], b=piece[-1])


# ---------------------------------------------------------------- what fits on squares


class _Snapped(NamedTuple):
    """How much of each edge is covered, and the lines that do not lie along any."""

    covered: dict[Edge, float]
    crooked: list[Line]


def _snapped(lines: Sequence[Line]) -> _Snapped:
    covered: dict[Edge, float] = {}
    crooked: list[Line] = []
    for line in lines:
        if _off_grid(line):
            crooked.append(line)
            continue
        slanting: list[Point] = []
        for a, b in pairwise(line):
            parts = list(_covered(a, b))
            if parts or dist(a, b) < A_THIRD:
                for edge, part in parts:
                    covered[edge] = min(1.0, covered.get(edge, 0.0) + part)
                crooked += [tuple(slanting)] if slanting else []
                slanting = []
            else:
                slanting = [*(slanting or [a]), b]
        crooked += [tuple(slanting)] if slanting else []
    return _Snapped(covered, crooked)


def _off_grid(line: Line) -> bool:
    """Is most of it slanting? Then it is looked at as one, as a tower or a cave is."""
    stretches = [(dist(a, b), bool(list(_covered(a, b)))) for a, b in pairwise(line)]
    return len(stretches) > 2 and 2 * sum(length for length, along in stretches if along) < length_of(line)


def _covered(a: Point, b: Point) -> Iterator[tuple[Edge, float]]:
    """The edges along which a stretch of wall lies, and how much of each it covers; none where it is too far off."""
    across = abs(b[0] - a[0]) >= abs(b[1] - a[1])  # from west to east, else from north to south
    (u, off), (v, other) = (a, b) if across else (a[::-1], b[::-1])
    line = round((off + other) / 2)
    if abs(off - line) > A_THIRD or abs(other - line) > A_THIRD:
        return
    first, last = sorted((u, v))
    for at in range(floor(first), floor(last) + 1):
        part = min(last, at + 1) - max(first, at)
        if part > 0:
            yield (((at, line - 1), (at, line)) if across else ((line - 1, at), (line, at))), part


class _Door(NamedTuple):
    """A door by the edges on which it may lie, the likeliest first, and the cells in which it may stand."""

    line: Line
    edges: list[Edge]
    cells: list[Cell]
    fits: bool


def _door(lattice: Lattice, door: DoorFound) -> _Door:
    spot = lattice.spot(((door.a[0] + door.b[0]) / 2, (door.a[1] + door.b[1]) / 2))
    here = lattice.at(spot)
    beside = sorted(lattice.board.sides(here), key=lambda cell: dist(lattice.middle(cell), spot))
    cells = [cell for cell in (here, *beside[:1]) if cell in lattice.has]
    line = (door.a, door.b)
    if lattice.kind == "hexes":
        wide = lattice.through(line) if dist(door.a, door.b) > ROUND else []
        return _Door(line, lattice.along(line), wide or cells, fits=False)
    parts = sorted(_covered(door.a, door.b), key=lambda one: -one[1])
    full = lattice.inner([edge for edge, part in parts if part > 1 - A_THIRD])
    fits = bool(full) and not any(A_THIRD < part <= 1 - A_THIRD for _, part in parts)
    near = [edge for edge, part in parts if part > A_THIRD / 2] or [(here, cell) for cell in beside[:2]]
    either = lattice.inner([(min(edge), max(edge)) for edge in near])
    return _Door(line, full if fits else either, cells, fits)


def _stubs(lines: Sequence[Line]) -> Iterator[LeftOut]:
    if short := sum(length_of(line) <= A_THIRD for line in lines):
        yield LeftOut(what=count(short, "piece") + " of wall", why="shorter than a third of a cell")


# ---------------------------------------------------------------- what answers draw


class _Drawing:
    """Walls, doors and things in the paints of the game."""

    def __init__(self, lattice: Lattice, paints: Paints) -> None:
        self.lattice = lattice
        self.paints = paints
        self.noun = "hex" if lattice.kind == "hexes" else "square"
        self.wall = paints.get("cells", "wall")
        self.edge = paints.get("edges", "wall_edge")
        self.door: Paint | None = paints.get("edges", "door") or paints.get("cells", "door")
        self.object = paints.get("cells", "cover")

    def wall_edges(self, edges: Sequence[Edge]) -> list[Drawn]:
        return [Drawn(paint=self.edge.id, edges=list(edges))] if self.edge is not None and edges else []

    def wall_cells(self, cells: Sequence[Cell]) -> list[Drawn]:
        return [Drawn(paint=self.wall.id, cells=list(cells))] if self.wall is not None and cells else []

    def doors(self, edges: Sequence[Edge], cells: Sequence[Cell], **values: bool) -> list[Drawn]:
        """On edges where doors of the game lie there; else each fills a cell beside its edge."""
        if self.door is None:
            return []
        said = self.paints.usual(self.door, **values)
        if self.door.on == "edges":
            return [Drawn(paint=self.door.id, edges=[edge], values=said) for edge in edges]
        there = list(cells) or [edge[1] for edge in edges]
        return [Drawn(paint=self.door.id, cells=[cell], values=said) for cell in there]

    def several(self, number: int, noun: str = "") -> str:
        noun = noun or self.noun
        return f"{number} hexes" if noun == "hex" and number != 1 else count(number, noun)

    def spots(self, lines: Sequence[Line]) -> list[list[Point]]:
        return [[self.lattice.spot(point) for point in line] for line in lines]

    def where(self, lines: Sequence[Line]) -> str:
        """In which part of the map something lies, in words."""
        points = [point for line in lines for point in line]
        wide = max((x + y / 2 if self.lattice.kind == "hexes" else x) for x, y in self.lattice.cells) + 1
        high = max(self.lattice.middle(cell)[1] for cell in self.lattice.cells) + 1
        x = sum(x for x, _ in points) / len(points) / wide
        y = sum(y for _, y in points) / len(points) / high
        down = "north" if y < 1 / 3 else "south" if y > 2 / 3 else ""
        across = "west" if x < 1 / 3 else "east" if x > 2 / 3 else ""
        return f"in the {'-'.join(filter(None, (down, across))) or 'middle'}"


LEFT = MapAnswer(title="Leave it out", text="Nothing stands there; you can draw it later.")


def _crooked(drawing: _Drawing, lines: Sequence[Line]) -> Iterator[MapQuestion]:
    """Lines for which there are no edges: the longest first, and the shortest together where there are too many."""
    lines = [line for line in sorted(lines, key=length_of, reverse=True) if length_of(line) > A_THIRD]
    single = lines if len(lines) <= MOST_QUESTIONS else lines[: MOST_QUESTIONS - 1]
    for at, line in enumerate(single):
        title = f"{_shape(line)} {drawing.where([line])}"
        yield _wall(drawing, f"wall {at}", title, [line])
    if rest := lines[len(single) :]:
        yield _wall(drawing, "walls", f"{len(rest)} more walls, all shorter", rest)


def _shape(line: Line) -> str:
    if dist(line[0], line[-1]) < A_THIRD and length_of(line) > ROUND:
        return "A wall all around" if len(line) < 6 else "A round wall"
    if len(line) > 2:
        return "A winding wall" if len(line) > 3 else "A wall with a corner"
    (ax, ay), (bx, by) = line[0], line[-1]
    return "A wall" if min(abs(bx - ax), abs(by - ay)) <= A_THIRD else "A slanting wall"


def _wall(drawing: _Drawing, id: str, title: str, lines: Sequence[Line]) -> MapQuestion:
    lattice = drawing.lattice
    cells = list(dict.fromkeys(cell for line in lines for cell in lattice.through(line)))
    edges = list(dict.fromkeys(edge for line in lines for edge in lattice.along(line)))
    block = MapAnswer(
        title=f"Block {drawing.several(len(cells))}",
        text="No gap is left; whoever walks there loses a little floor.",
        drawn=drawing.wall_cells(cells),
    )
    follow = MapAnswer(
        title=f"Follow {drawing.several(len(edges), 'edge')}",
        text=f"The wall lies between {'hexes' if drawing.noun == 'hex' else 'squares'} and takes no floor.",
        drawn=drawing.wall_edges(edges),
    )
    either = [block, follow] if drawing.noun == "hex" else [follow, block]
    answers = [answer for answer in either if answer.drawn]
    noun = "Hexes" if drawing.noun == "hex" else "Squares"
    return MapQuestion(
        id=id, letter="", title=title, text=f"{noun} have no such edge. What shall block way and view?",
        lines=drawing.spots(lines), answers=[*answers, LEFT], proposed=0,
    )  # fmt: skip


def _half(drawing: _Drawing, edges: Sequence[Edge]) -> Iterator[MapQuestion]:
    if edges:
        lines = [drawing.lattice.ends(edge) for edge in edges]
        title = (
            "A wall that ends within a square" if len(edges) == 1 else f"{len(edges)} walls that end within a square"
        )
        yield MapQuestion(
            id="ends", letter="", title=title,
            text="How far shall a wall go that ends in the middle of an edge?", lines=[list(line) for line in lines],
            answers=[
                MapAnswer(title="To the corner", text="It covers the whole edge.", drawn=drawing.wall_edges(edges)),
                MapAnswer(title="Not so far", text="The edge stays open."),
            ],
            proposed=0,
        )  # fmt: skip


def _asked_doors(drawing: _Drawing, doors: Sequence[_Door], fits: bool) -> Iterator[MapQuestion]:
    if doors and drawing.door is None:
        yield _no_doors(drawing, doors, fits)
        return
    for at, door in enumerate(doors[:MOST_QUESTIONS]):
        places = door.edges if fits else door.cells
        wide = not fits and dist(*door.line) > ROUND
        answers = []
        for nth, _ in enumerate(places[:1] if wide else places[:2]):
            edges, cells = (door.edges[nth : nth + 1], []) if fits else ([], door.cells if wide else [door.cells[nth]])
            others = [edge for edge in door.edges[:2] if edge not in edges] if fits else []
            answers.append(
                MapAnswer(
                    title="A door here" if not nth else "A door beside it",
                    text="Where most of it lies." if not nth else "The next best place.",
                    drawn=[*drawing.doors(edges, cells), *drawing.wall_edges(others)],
                    opens=cells, opens_edges=list(edges),
                )
            )  # fmt: skip
        opens, open_edges = ([], door.edges) if fits else (door.cells[:1], [])
        title = f"A {'wide ' if wide else ''}door {drawing.where([door.line])}"
        yield MapQuestion(
            id=f"door {at}", letter="", title=title, text="Doors stand elsewhere on this board. Where shall it be?",
            lines=drawing.spots([door.line]), proposed=0,
            answers=[
                *answers,
                MapAnswer(title="An opening", text="One walks through.", opens=opens, opens_edges=list(open_edges)),
            ],
        )  # fmt: skip


def _no_doors(drawing: _Drawing, doors: Sequence[_Door], fits: bool) -> MapQuestion:
    return _grouped(
        drawing, "doors", count(len(doors), "door"), "Boards of this game have no doors. What is there instead?", doors,
        fits,
    )  # fmt: skip


def _openings(drawing: _Drawing, doors: Sequence[_Door], fits: bool) -> Iterator[MapQuestion]:
    if doors:
        title = "A window or an opening" if len(doors) == 1 else f"{len(doors)} windows or openings"
        yield _grouped(drawing, "openings", title, "The file does not say which they are.", doors, fits)


def _grouped(drawing: _Drawing, id: str, title: str, text: str, doors: Sequence[_Door], fits: bool) -> MapQuestion:
    """Openings or walls, all alike."""
    edges = drawing.lattice.inner([edge for door in doors for edge in door.edges])
    cells = list(dict.fromkeys(cell for door in doors for cell in door.cells[:1]))
    opens, open_edges = ([], edges) if fits else (cells, edges)
    walls = drawing.wall_edges(edges) if fits else drawing.wall_cells(cells)
    answers = [
        MapAnswer(title="An opening", text="One walks and sees through.", opens=opens, opens_edges=open_edges),
        MapAnswer(title="A wall", text="Nobody passes or sees through.", drawn=walls),
    ]
    if drawing.door is not None:
        drawn = drawing.doors(edges, [] if fits else cells, open=True)
        ajar = MapAnswer(
            title="A door that stands open", text="It can be shut.", drawn=drawn, opens=opens, opens_edges=open_edges
        )
        answers.insert(1, ajar)
    return MapQuestion(
        id=id, letter="", title=title, text=text, lines=drawing.spots([door.line for door in doors]), answers=answers,
        proposed=0,
    )  # fmt: skip


def _things(drawing: _Drawing, things: Sequence[Line]) -> Iterator[MapQuestion]:
    cells = list(dict.fromkeys(cell for line in things for cell in _filled(drawing.lattice, line)))
    if not cells:
        return
    title = f"Walls on {drawing.several(len(cells))}"
    answers = [MapAnswer(title=title, text="Nobody enters or sees through.", drawn=drawing.wall_cells(cells)), LEFT]
    if drawing.object is not None:
        drawn = [Drawn(paint=drawing.object.id, cells=cells, values=drawing.paints.usual(drawing.object))]
        answers.insert(0, MapAnswer(title="Objects to hide behind", text=drawing.object.text, drawn=drawn))
    title = "A thing that stands about" if len(things) == 1 else f"{len(things)} things that stand about"
    yield MapQuestion(
        id="things", letter="", title=title, text="Pillars, furniture, rocks: what are they here?",
        lines=drawing.spots(things), answers=answers, proposed=0,
    )  # fmt: skip


def _filled(lattice: Lattice, line: Line) -> list[Cell]:
    """The cells whose middles lie in an outline, or through which it goes where it has no inside."""
    spots = [lattice.spot(point) for point in line]
    closed = dist(spots[0], spots[-1]) < A_THIRD
    if not closed:
        return lattice.through(line)
    inside = [cell for cell in _near(lattice, spots) if within(lattice.middle(cell), spots)]
    middle = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
    return inside or [cell for cell in [lattice.at(middle)] if cell in lattice.has]


def _near(lattice: Lattice, spots: Sequence[Point]) -> Iterator[Cell]:
    """The cells around some spots."""
    low, high = (lattice.at((edge(x for x, _ in spots), edge(y for _, y in spots))) for edge in (min, max))
    for y in range(low[1] - 1, high[1] + 2):
        lean = (y - low[1]) // 2 if lattice.kind == "hexes" else 0
        for x in range(low[0] - lean - 2, high[0] + (high[1] - y) // 2 + 3 if lattice.kind == "hexes" else high[0] + 2):
            if (x, y) in lattice.has:
                yield x, y


# ---------------------------------------------------------------- what was not carried over


def _lost(found: MapFound, drawing: _Drawing, fits: bool, doors: bool) -> Iterator[LeftOut]:
    if doors and drawing.door is not None and drawing.door.on == "cells":
        yield LeftOut(what="Doors within a wall", why="a door fills a square here: the one behind its line")
    if found.tinted:
        yield LeftOut(what=f"The colours of {count(found.tinted, 'light')}", why="light has no colour here")
    if found.lights:
        yield LeftOut(
            what=count(found.lights, "light"), why="boards of this game have no lamps: give lanterns to those who come"
        )
    if not fits and (found.walls or found.doors):
        yield LeftOut(what="How thin walls are", why="where they block hexes, they take those that they cross")
