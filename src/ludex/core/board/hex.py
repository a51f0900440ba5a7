"""Exact integer geometry on axial hexes.

Pointy-top hexes: q runs east, r runs south-east. In these slanted axes a squared length is q² + qr + r²,
and a cross product keeps its sign, so every question of nearer, beside or across is settled with integers.
Multiplied by three, the centres and the corners of all hexes are whole numbers.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import cache, lru_cache

from ludex.core.board.cells import SHAPES, CellBoard
from ludex.core.board.cells import Cell as Cell
from ludex.core.board.cells import Edge as Edge
from ludex.core.board.cells import StepCost as StepCost
from ludex.core.board.cells import border as border

# Clockwise from east.
DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
DIRECTION_NAMES = ("east", "south-east", "south-west", "west", "north-west", "north-east")
# Each points between one direction and the next, through a corner of the hex.
_BETWEEN_NAMES = (
    "east-south-east", "south", "west-south-west", "west-north-west", "north", "east-north-east",
)  # fmt: skip


def edge(a: Cell, b: Cell) -> Edge:
    if distance(a, b) != 1:
        raise ValueError(f"{a} and {b} are not neighbours, so no edge lies between them")
    return border(a, b)


def distance(a: Cell, b: Cell) -> int:
    dq = a[0] - b[0]
    dr = a[1] - b[1]
    # Asked more often than anything else: branches are quicker here than abs and max.
    if dq < 0:
        if dr < 0:
            return -dq - dr
        return dr if dr > -dq else -dq
    if dr >= 0:
        return dq + dr
    return dq if dq > -dr else -dr


@lru_cache(maxsize=1 << 14)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six cells around, clockwise from east, whether or not a board has them."""
    q, r = cell
    return ((q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1))


def within(centre: Cell, radius: int) -> tuple[Cell, ...]:
    """The centre, then ring after ring, each clockwise from east."""
    return cells_of(centre, _disc(radius))


@cache
def _disc(radius: int) -> tuple[Cell, ...]:
    disc = [(0, 0)] if radius >= 0 else []
    for ring in range(1, radius + 1):
        q, r = ring, 0
        for side in range(6):
            dq, dr = DIRECTIONS[(side + 2) % 6]
            for _ in range(ring):
                disc.append((q, r))
                q, r = q + dq, r + dr
    return tuple(disc)


def cells_of(anchor: Cell, footprint: tuple[Cell, ...]) -> tuple[Cell, ...]:
    q, r = anchor
    return tuple([(q + dq, r + dr) for dq, dr in footprint])


def gap(a: tuple[Cell, ...], b: tuple[Cell, ...]) -> int:
    """The distance between the nearest cells of two bodies: 0 when they overlap, 1 when they touch."""
    if len(a) == 1 and len(b) == 1:
        return distance(a[0], b[0])
    return min([distance(x, y) for x in a for y in b])


@lru_cache(maxsize=1 << 14)
def nearest_pair(a: tuple[Cell, ...], b: tuple[Cell, ...]) -> tuple[Cell, Cell]:
    pairs = [(distance(x, y), _squared(x, y), x, y) for x in a for y in b]
    _, _, x, y = min(pairs)
    return x, y


def away(source: Cell, cell: Cell) -> tuple[Cell, ...]:
    """The neighbours of a cell, those farthest from the source first, ties clockwise from east."""
    return tuple(sorted(neighbours(cell), key=lambda n: -_squared(source, n)))


def toward(source: Cell, cell: Cell) -> tuple[Cell, ...]:
    """The neighbours of a cell, those nearest to the source first, ties clockwise from east."""
    return tuple(sorted(neighbours(cell), key=lambda n: _squared(source, n)))


def direction_name(a: Cell, b: Cell) -> str:
    """The nearest of twelve compass words for the way from a to b; "here" when they are one cell."""
    if a == b:
        return "here"
    dq, dr = b[0] - a[0], b[1] - a[1]
    best, name = 0, ""
    for i, (q, r) in enumerate(DIRECTIONS):
        next_q, next_r = DIRECTIONS[(i + 1) % 6]
        straight = max(0, _dot(dq, dr, q, r))
        between = max(0, _dot(dq, dr, q + next_q, r + next_r))
        # The pointers between are √3 times as long. No two can tie: no cell lies exactly 15° off a pointer.
        best, name = max((best, name), (3 * straight**2, DIRECTION_NAMES[i]), (between**2, _BETWEEN_NAMES[i]))
    return name


def connected(edges: Iterable[Edge]) -> bool:
    """Do these edges hang together, meeting in hex corners? No edges at all do."""
    every = frozenset(edges)
    return not every or connected_group(next(iter(every)), every) == every


def connected_group(start: Edge, edges: Collection[Edge]) -> frozenset[Edge]:
    """The start and all of the edges joined to it, from corner to corner."""
    meeting: defaultdict[Cell, list[Edge]] = defaultdict(list)
    for each in edges:
        for corner in _corners(*each):
            meeting[corner].append(each)
    group, fresh = {start}, [start]
    while fresh:
        for corner in _corners(*fresh.pop()):
            joined = [each for each in meeting[corner] if each not in group]
            group.update(joined)
            fresh.extend(joined)
    return frozenset(group)


def _squared(a: Cell, b: Cell) -> int:
    dq, dr = a[0] - b[0], a[1] - b[1]
    return dq * dq + dq * dr + dr * dr


def _dot(q: int, r: int, other_q: int, other_r: int) -> int:
    """Twice the scalar product of two axial vectors."""
    return q * (2 * other_q + other_r) + r * (other_q + 2 * other_r)


def _corners(a: Cell, b: Cell) -> tuple[Cell, Cell]:
    """Both ends of the border of two neighbours, in coordinates multiplied by three."""
    # A corner is the mean of the three centres around it; turning a→b by 60° either way leads to the third.
    (q, r), (dq, dr) = a, (b[0] - a[0], b[1] - a[1])
    return (3 * q + dq - dr, 3 * r + 2 * dr + dq), (3 * q + 2 * dq + dr, 3 * r + dr - dq)


class HexBoard(CellBoard):
    """A board of hexes."""

    __slots__ = ()

    shape = "hex"
    scale = 3
    directions = DIRECTIONS
    distance = staticmethod(distance)
    neighbours = staticmethod(neighbours)
    sides = staticmethod(neighbours)
    within = staticmethod(within)
    corners = staticmethod(_corners)

    @staticmethod
    def dot(a: Cell, b: Cell) -> int:
        return _dot(*a, *b)


SHAPES["hex"] = HexBoard
