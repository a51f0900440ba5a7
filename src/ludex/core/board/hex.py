"""Exact integer geometry on axial hexes, and the board they make.

Pointy-top hexes: q runs east, r runs south-east. In these slanted axes a squared length is q² + qr + r²,
and a cross product keeps its sign, so every question of nearer, beside or across is settled with integers.
Multiplied by three, the centres and the corners of all hexes are whole numbers.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, lru_cache
from heapq import heappop, heappush
from types import MappingProxyType
from typing import Any

import msgspec

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]  # the border of two neighbouring cells, smaller cell first
StepCost = Callable[[Cell, Cell], int | None]  # None: this step cannot be taken

# Clockwise from east.
DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
DIRECTION_NAMES = ("east", "south-east", "south-west", "west", "north-west", "north-east")
# Each points between one direction and the next, through a corner of the hex.
_BETWEEN_NAMES = (
    "east-south-east", "south", "west-south-west", "west-north-west", "north", "east-north-east",
)  # fmt: skip

_SIGHTS_KEPT = 200_000  # drifting smoke makes ever new questions; forget all rather than grow for ever


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


def border(a: Cell, b: Cell) -> Edge:
    return (a, b) if a < b else (b, a)


def _squared(a: Cell, b: Cell) -> int:
    dq, dr = a[0] - b[0], a[1] - b[1]
    return dq * dq + dq * dr + dr * dr


def _dot(q: int, r: int, other_q: int, other_r: int) -> int:
    """Twice the scalar product of two axial vectors."""
    return q * (2 * other_q + other_r) + r * (other_q + 2 * other_r)


def _side(start: Cell, end: Cell, point: Cell) -> int:
    """Positive on one side of the line, negative on the other, 0 on it."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _corners(a: Cell, b: Cell) -> tuple[Cell, Cell]:
    """Both ends of the border of two neighbours, in coordinates multiplied by three."""
    # A corner is the mean of the three centres around it; turning a→b by 60° either way leads to the third.
    (q, r), (dq, dr) = a, (b[0] - a[0], b[1] - a[1])
    return (3 * q + dq - dr, 3 * r + 2 * dr + dq), (3 * q + 2 * dq + dr, 3 * r + dr - dq)


def _line(a: Cell, b: Cell) -> list[tuple[Cell, Cell]]:
    (q, r), borders = a, _borders_on_line(b[0] - a[0], b[1] - a[1])
    return [((q + nq, r + nr), (q + fq, r + fr)) for (nq, nr), (fq, fr) in borders]


@lru_cache(maxsize=4096)
def _borders_on_line(dq: int, dr: int) -> tuple[tuple[Cell, Cell], ...]:
    """The borders that the segment from (0, 0) to (dq, dr) touches, as (nearer cell, farther cell), in order.

    Where the segment meets a corner all three borders there count. A border along the segment divides two
    equally far cells; it comes both ways round.
    """
    start, end = (0, 0), (3 * dq, 3 * dr)
    borders: list[tuple[int, Cell, Cell]] = []
    seen, fresh = {start}, [start]
    while fresh:
        cell = fresh.pop()
        progress = _dot(*cell, dq, dr)
        for other in neighbours(cell):
            one, two = _corners(cell, other)
            if _side(start, end, one) * _side(start, end, two) > 0:
                continue
            if _side(one, two, start) * _side(one, two, end) > 0:
                continue
            other_progress = _dot(*other, dq, dr)
            if progress <= other_progress:
                borders.append((progress + other_progress, cell, other))
            if other not in seen:
                seen.add(other)
                fresh.append(other)
    return tuple([(near, far) for _, near, far in sorted(borders)])


class HexBoard:
    """An immutable board, equal by value. What lies off the board neither blocks sight nor can be entered.

    Not a dataclass: serialisers would then write its fields by themselves, and cells cannot be JSON keys.
    """

    __slots__ = (
        "_covers", "_hash", "_sights", "cells", "cover", "heights", "terrain", "wall_edges", "walls", "worked_out",
    )  # fmt: skip

    cells: frozenset[Cell]
    heights: Mapping[Cell, int]  # metres, where not 0; pits are negative
    walls: frozenset[Cell]  # whole hexes
    wall_edges: frozenset[Edge]
    cover: frozenset[Edge]
    terrain: Mapping[str, frozenset[Cell]]
    worked_out: dict[Any, Any]  # what a game derives from it, kept
    _sights: dict[tuple[Cell, Cell, frozenset[Cell]], bool]
    _covers: dict[tuple[Cell, Cell], frozenset[Edge]]
    _hash: int | None

    def __init__(
        self,
        cells: Iterable[Cell],
        heights: Mapping[Cell, int] = MappingProxyType({}),
        walls: Iterable[Cell] = (),
        wall_edges: Iterable[Edge] = (),
        cover: Iterable[Edge] = (),
        terrain: Mapping[str, Iterable[Cell]] = MappingProxyType({}),
    ) -> None:
        board = frozenset(cells)
        _all_on_board("heights", heights, board)
        checked = {word: _all_on_board(f"terrain.{word}", there, board) for word, there in terrain.items()}
        self._set(
            cells=board,
            heights=MappingProxyType({cell: h for cell, h in sorted(heights.items()) if h}),
            walls=_all_on_board("walls", walls, board),
            wall_edges=_edges_on_board("wall_edges", wall_edges, board),
            cover=_edges_on_board("cover", cover, board),
            terrain=_terrain(checked),
            _sights={},
        )

    def _set(self, **fields: object) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "worked_out", {})
        object.__setattr__(self, "_covers", {})
        object.__setattr__(self, "_hash", None)

    def _changed(self, cover: frozenset[Edge], terrain: Mapping[str, frozenset[Cell]]) -> "HexBoard":
        # Neither change touches the walls, so what was seen before stays known.
        board = HexBoard.__new__(HexBoard)
        board._set(
            cells=self.cells, heights=self.heights, walls=self.walls, wall_edges=self.wall_edges,
            cover=cover, terrain=terrain, _sights=self._sights,
        )  # fmt: skip
        return board

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a board does not change; make a new one instead of setting {name!r}")

    def _values(self) -> tuple[object, ...]:
        return self.cells, self.heights, self.walls, self.wall_edges, self.cover, self.terrain

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HexBoard):
            return NotImplemented
        return self is other or self._values() == other._values()

    def __hash__(self) -> int:
        if self._hash is None:
            maps = frozenset(self.heights.items()), frozenset(self.terrain.items())
            made = hash((self.cells, self.walls, self.wall_edges, self.cover, maps))
            object.__setattr__(self, "_hash", made)
            return made
        return self._hash

    def __reduce__(self) -> tuple[Callable[[dict[str, object]], "HexBoard"], tuple[dict[str, object]]]:
        return HexBoard.from_plain, (self.to_plain(),)

    def __repr__(self) -> str:
        return f"HexBoard.from_plain({self.to_plain()!r})"

    def with_cover(self, edges: Iterable[Edge]) -> "HexBoard":
        return self._changed(self.cover | _edges_on_board("cover", edges, self.cells), self.terrain)

    def without_cover(self, edges: Iterable[Edge]) -> "HexBoard":
        return self._changed(self.cover - _edges_on_board("cover", edges, self.cells), self.terrain)

    def with_terrain(self, word: str, cells: Iterable[Cell]) -> "HexBoard":
        """The same board where exactly these cells are of that terrain; no cells takes the word away."""
        there = _all_on_board(f"terrain.{word}", cells, self.cells)
        return self._changed(self.cover, _terrain({**self.terrain, word: there}))

    def height(self, cell: Cell) -> int:
        return self.heights.get(cell, 0)

    def is_terrain(self, word: str, cell: Cell) -> bool:
        return cell in self.terrain.get(word, ())

    def open(self, cell: Cell) -> bool:
        return cell in self.cells and cell not in self.walls

    def passable(self, a: Cell, b: Cell) -> bool:
        """May one step from a to its neighbour b, as far as walls and the board's rim are concerned?"""
        return distance(a, b) == 1 and self._enterable(a, b)

    def _enterable(self, a: Cell, b: Cell) -> bool:
        """Passable, for cells known to be neighbours."""
        if b not in self.cells or b in self.walls:
            return False
        return not self.wall_edges or border(a, b) not in self.wall_edges

    def sight(self, a: Cell, b: Cell, opaque: frozenset[Cell] = frozenset()) -> bool:
        """Is the straight line from centre to centre clear of walls and opaque cells?

        Walls at the ends do not hide them; opaque ends do. Where the line runs along an edge or through a
        corner it is clear if either side lets it by.
        """
        known = self._sights.get((a, b, opaque))
        if known is not None:
            return known
        if len(self._sights) >= _SIGHTS_KEPT:
            self._sights.clear()
        seen = a == b or self._sees(a, b, opaque)
        self._sights[a, b, opaque] = self._sights[b, a, opaque] = seen
        return seen

    def _sees(self, a: Cell, b: Cell, opaque: frozenset[Cell]) -> bool:
        if a in opaque or b in opaque:
            return False
        # The line gets through if one can walk beside it: from cell to cell that it touches, always onwards,
        # over borders that it touches.
        reached = {a}
        for near, far in _line(a, b):
            if near not in reached or far in opaque or (far in self.walls and far != b):
                continue
            if border(near, far) not in self.wall_edges:
                reached.add(far)
        return b in reached

    def cover_crossed(self, a: Cell, b: Cell) -> frozenset[Edge]:
        """The cover on the straight line from centre to centre; touching an end of it is enough."""
        known = self._covers.get((a, b))
        if known is not None:
            return known
        crossed = self.cover.intersection([border(near, far) for near, far in _line(a, b)])
        self._covers[a, b] = self._covers[b, a] = crossed
        return crossed

    def reach(self, start: Cell, budget: int, cost: StepCost) -> dict[Cell, int]:
        """The cheapest cost to each cell within the budget, cheapest first; only passable steps count."""
        found = self._spread(start, budget, self._priced(cost))
        return {cell: spent for cell, (spent, _) in found.items()}

    def path(self, start: Cell, goal: Cell, cost: StepCost, budget: int | None = None) -> tuple[Cell, ...] | None:
        """The cheapest way, without the start: among equals fewest steps, then directions clockwise."""
        step = self._priced(cost)
        # Spread backwards from the goal, then walk forwards: at each fork the first good direction is taken.
        left = self._spread(goal, budget, lambda a, b: step(b, a), until=start)
        if start not in left:
            return None
        way: list[Cell] = []
        here = start
        while here != goal:
            spent, steps = left[here]
            for there in neighbours(here):
                price = step(here, there) if there in left else None
                if price is not None and left[there] == (spent - price, steps - 1):
                    way.append(there)
                    here = there
                    break
        return tuple(way)

    def _priced(self, cost: StepCost) -> StepCost:
        return lambda a, b: cost(a, b) if self._enterable(a, b) else None

    def _spread(
        self, source: Cell, budget: int | None, cost: StepCost, until: Cell | None = None
    ) -> dict[Cell, tuple[int, int]]:
        """Dijkstra: (cost, steps) of each cell from the source, in the order of being settled."""
        settled: dict[Cell, tuple[int, int]] = {}
        best = {source: (0, 0)}
        arrivals = 0  # the last tie-break, so that the order is that of discovery
        queue = [(0, 0, arrivals, source)]
        while queue:
            spent, steps, _, cell = heappop(queue)
            if cell in settled:
                continue
            settled[cell] = (spent, steps)
            if cell == until:
                break
            for other in neighbours(cell):
                if other in settled or other not in self.cells:
                    continue
                price = cost(cell, other)
                if price is None or (budget is not None and spent + price > budget):
                    continue
                if price < 0:
                    raise ValueError(f"the step between {cell} and {other} costs {price}; less than nothing")
                label = (spent + price, steps + 1)
                if other not in best or label < best[other]:
                    best[other] = label
                    arrivals += 1
                    heappush(queue, (*label, arrivals, other))
        return settled

    def to_plain(self) -> dict[str, object]:
        """Plain lists and dicts, always in the same order, without what is empty."""
        plain: dict[str, object] = {
            "cells": _plain_area(self.cells),
            "heights": [[q, r, h] for (q, r), h in self.heights.items()],
            "walls": _plain_cells(self.walls),
            "wall_edges": [_plain_cells(each) for each in sorted(self.wall_edges)],
            "cover": [_plain_cells(each) for each in sorted(self.cover)],
            "terrain": {word: _plain_cells(cells) for word, cells in self.terrain.items()},
        }
        return {field: value for field, value in plain.items() if value or field == "cells"}

    @staticmethod
    def from_plain(plain: Mapping[str, object]) -> "HexBoard":
        """The board that to_plain wrote; ValueError names the field that is wrong and what it should be."""
        try:
            read = msgspec.convert(plain, _PlainBoard)
        except msgspec.ValidationError as wrong:
            raise ValueError(f"board: {wrong}") from None
        heights = {(q, r): h for q, r, h in read.heights}
        if len(heights) != len(read.heights):
            raise ValueError("heights: expected each cell once, but one is listed twice")
        cells = read.cells
        if isinstance(cells, _Rectangle):
            (q_lo, q_hi), (r_lo, r_hi) = cells.q, cells.r
            if q_lo > q_hi or r_lo > r_hi:
                raise ValueError(f"cells: expected [lo, hi] with lo at most hi, got {cells}")
            cells = [(q, r) for q in range(q_lo, q_hi + 1) for r in range(r_lo, r_hi + 1)]
        return HexBoard(cells, heights, read.walls, read.wall_edges, read.cover, read.terrain)


class _Rectangle(msgspec.Struct, forbid_unknown_fields=True):
    q: tuple[int, int]  # lowest and highest
    r: tuple[int, int]


class _PlainBoard(msgspec.Struct, forbid_unknown_fields=True):
    cells: _Rectangle | list[Cell]
    heights: list[tuple[int, int, int]] = []  # q, r, metres
    walls: list[Cell] = []
    wall_edges: list[Edge] = []
    cover: list[Edge] = []
    terrain: dict[str, list[Cell]] = {}


def _all_on_board(field: str, cells: Iterable[Cell], board: frozenset[Cell]) -> frozenset[Cell]:
    listed = frozenset(cells)
    if outside := sorted(listed - board):
        raise ValueError(f"{field}: {outside[0]} is not on the board")
    return listed


def _edges_on_board(field: str, edges: Iterable[Edge], board: frozenset[Cell]) -> frozenset[Edge]:
    listed = list(edges)
    _all_on_board(field, [cell for each in listed for cell in each], board)
    try:
        return frozenset([edge(a, b) for a, b in listed])
    except ValueError as wrong:
        raise ValueError(f"{field}: {wrong}") from None


def _terrain(cells_by_word: Mapping[str, frozenset[Cell]]) -> Mapping[str, frozenset[Cell]]:
    return MappingProxyType({word: cells for word, cells in sorted(cells_by_word.items()) if cells})


def _plain_cells(cells: Iterable[Cell]) -> list[list[int]]:
    return [[q, r] for q, r in sorted(cells)]


def _plain_area(cells: frozenset[Cell]) -> dict[str, list[int]] | list[list[int]]:
    if not cells:
        return []
    qs, rs = {q for q, _ in cells}, {r for _, r in cells}
    q, r = [min(qs), max(qs)], [min(rs), max(rs)]
    if len(cells) != (q[1] - q[0] + 1) * (r[1] - r[0] + 1):
        return _plain_cells(cells)
    return {"q": q, "r": r}
