"""The cells of a board over the grid of a file, and what a line on the file comes to there: the edges that follow it,
and the cells through which it goes. Places are those of the file (`found.py`)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, floor, sqrt
from typing import Literal

from ludex.core.board.cells import CellBoard, border
from ludex.core.board.hex import HexBoard
from ludex.core.board.square import SquareBoard
from ludex.core.plan.plan import Cell, Edge
from ludex.workshop.maps.found import Line, Point

Corner = tuple[int, int]  # as boards count corners: multiplied by their scale
A_STEP = 1 / 8  # of a cell, in which lines are walked along
DOWN = sqrt(3) / 2  # from one row of hexes to the next, where a hex is 1 across
BARELY = 0.3  # of a cell: a line that is shorter within it only cuts a corner off


class Lattice:
    def __init__(self, kind: Literal["hexes", "squares"], wide: float, high: float) -> None:
        self.kind = kind
        self.board: type[CellBoard] = HexBoard if kind == "hexes" else SquareBoard
        self.cells = list(self._all(wide, high))
        self.has = frozenset(self.cells)
        self._meeting: dict[Corner, list[tuple[Corner, Edge]]] = {}

    def _all(self, wide: float, high: float) -> Iterator[Cell]:
        """Those whose middles lie on the map; of hexes, as many in each row."""
        if self.kind == "squares":
            yield from [(x, y) for y in range(max(1, round(high))) for x in range(max(1, round(wide)))]
            return
        for r in range(max(1, floor((high - 0.5) / DOWN + 1e-6) + 1)):
            yield from [(x - r // 2, r) for x in range(max(1, round(wide)))]

    # -- where things lie -------------------------------------------------------------------------------------

    def spot(self, point: Point) -> Point:
        """A point of the file as a spot of the board: in cells, the middle of the first at 0."""
        return point[0] - 0.5, point[1] - 0.5

    def middle(self, cell: Cell) -> Point:
        """The middle of a cell, as a spot of the board."""
        x, y = cell
        return (x + y / 2, y * DOWN) if self.kind == "hexes" else (x, y)

    def at(self, spot: Point) -> Cell:
        """The cell in which a spot lies, whether or not the board has it."""
        x, y = spot
        if self.kind == "squares":
            return floor(x + 0.5), floor(y + 0.5)
        r = y / DOWN
        return _rounded(x - r / 2, r)

    def corner_spot(self, corner: Corner) -> Point:
        q, r = (part / self.board.scale for part in corner)
        return (q + r / 2, r * DOWN) if self.kind == "hexes" else (q, r)

    def corners(self, cell: Cell) -> list[Corner]:
        return list(
            dict.fromkeys(corner for other in self.board.sides(cell) for corner in self.board.corners(cell, other))
        )

    def nearest_corner(self, spot: Point) -> Corner:
        return min(self.corners(self.at(spot)), key=lambda corner: (dist(self.corner_spot(corner), spot), corner))

    def ends(self, edge: Edge) -> tuple[Point, Point]:
        one, other = self.board.corners(*edge)
        return self.corner_spot(one), self.corner_spot(other)

    def inner(self, edges: Sequence[Edge]) -> list[Edge]:
        """Those that lie between two cells of the board, each once."""
        return [edge for edge in dict.fromkeys(edges) if edge[0] in self.has and edge[1] in self.has]

    # -- lines ------------------------------------------------------------------------------------------------

    def along(self, line: Line) -> list[Edge]:
        """The edges that follow a line from corner to corner, without a gap."""
        way: list[Corner] = []
        for spot in self._walk(line):
            corner = self.nearest_corner(spot)
            if not way:
                way.append(corner)
            elif corner != way[-1]:
                for each in self._between(way[-1], corner, spot):
                    if len(way) > 1 and each == way[-2]:
                        way.pop()  # there and back again
                    else:
                        way.append(each)
        return self.inner([self._edge(one, other) for one, other in pairwise(way)])

    def through(self, line: Line) -> list[Cell]:
        """The cells through which a line goes, so that none can slip by; not those of which it only cuts a corner."""
        way: list[tuple[Cell, float]] = []
        for spot in self._walk(line):
            cell = self.at(spot)
            if way and way[-1][0] == cell:
                way[-1] = cell, way[-1][1] + A_STEP
            else:
                way.append((cell, A_STEP))
        kept: list[Cell] = []
        for at, (cell, length) in enumerate(way):
            after = [cell for cell, _ in way[at + 1 : at + 2]]
            spared = kept and after and after[0] in (*self.board.sides(kept[-1]), kept[-1])
            if length >= BARELY or not spared:
                kept.append(cell)
        return [cell for cell in dict.fromkeys(kept) if cell in self.has]

    def _walk(self, line: Line) -> Iterator[Point]:
        """Spots along a line, close to each other, each in the middle of its step."""
        for a, b in pairwise([self.spot(point) for point in line]):
            steps = max(1, round(dist(a, b) / A_STEP))
            for at in range(steps):
                part = (at + 0.5) / steps
                yield a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part

    # -- corners and edges ------------------------------------------------------------------------------------

    def _around(self, corner: Corner) -> list[tuple[Corner, Edge]]:
        """The corners to which an edge leads from this one."""
        found = self._meeting.get(corner)
        if found is None:
            here = self.at(self.corner_spot(corner))
            found = []
            for cell in (here, *self.board.sides(here)):
                for other in self.board.sides(cell):
                    ends = self.board.corners(cell, other)
                    if corner in ends:
                        found.append((ends[ends[0] == corner], border(cell, other)))
            found = self._meeting[corner] = list(dict.fromkeys(found))
        return found

    def _edge(self, one: Corner, other: Corner) -> Edge:
        return next(edge for corner, edge in self._around(one) if corner == other)

    def _between(self, start: Corner, goal: Corner, spot: Point) -> list[Corner]:
        """The shortest way over edges, without the start: among equals that which stays near the line."""
        before: dict[Corner, Corner] = {start: start}
        waiting = deque([start])
        while goal not in before:
            here = waiting.popleft()
            near = sorted(self._around(here), key=lambda one: dist(self.corner_spot(one[0]), spot))
            for corner, _ in near:
                if corner not in before:
                    before[corner] = here
                    waiting.append(corner)
        way = [goal]
        while before[way[-1]] != start:
            way.append(before[way[-1]])
        return way[::-1]


def _rounded(q: float, r: float) -> Cell:
    a, b, c = round(q), round(r), round(-q - r)
    da, db, dc = abs(a - q), abs(b - r), abs(c + q + r)
    if da > db and da > dc:
        a = -b - c
    elif db > dc:
        b = -a - c
    return a, b


# ---------------------------------------------------------------- lines alone


def simplified(line: Line, off: float) -> Line:
    """The same line with fewer points: none of those that are gone is farther off it."""
    kept = {0, len(line) - 1}
    waiting = [(0, len(line) - 1)]
    while waiting:
        first, last = waiting.pop()
        far, at = max(
            ((_away(line[each], line[first], line[last]), each) for each in range(first + 1, last)), default=(0.0, 0)
        )
        if far > off:
            kept.add(at)
            waiting += [(first, at), (at, last)]
    return tuple(line[at] for at in sorted(kept))


def _away(point: Point, a: Point, b: Point) -> float:
    """How far a point is from the line between two others."""
    length = dist(a, b) ** 2
    if not length:
        return dist(point, a)
    part = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length
    part = min(1.0, max(0.0, part))
    return dist(point, (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part))


def length_of(line: Line) -> float:
    return sum(dist(a, b) for a, b in pairwise(line))


def clipped(line: Line, wide: float, high: float) -> list[Line]:
    """What of a line lies on the map, in pieces."""
    pieces: list[list[Point]] = []
    for a, b in pairwise(line):
        part = _clipped(a, b, wide, high)
        if part is None:
            continue
        if pieces and pieces[-1][-1] == part[0]:
            pieces[-1].append(part[1])
        else:
            pieces.append(list(part))
    return [tuple(piece) for piece in pieces]


def _clipped(a: Point, b: Point, wide: float, high: float) -> tuple[Point, Point] | None:
    """Liang and Barsky: how far along the line each side of the map is."""
    (x, y), dx, dy = a, b[0] - a[0], b[1] - a[1]
    first, last = 0.0, 1.0
    for step, room in ((-dx, x), (dx, wide - x), (-dy, y), (dy, high - y)):
        if step == 0:
            if room < 0:
                return None
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    if first >= last:
        return None
    one = a if first == 0 else (x + dx * first, y + dy * first)
    return one, b if last == 1 else (x + dx * last, y + dy * last)
