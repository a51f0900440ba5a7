"""Boards of cells, whatever their shape: what stands where, sight, cover, and the cheapest way.

The shape of the cells is in the module of each board: which cells are beside each other, how far apart two are, and the
corners between them. All of it is integers: a line between two centres crosses, touches or misses, and nothing between.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar, Literal, Self

import msgspec

from ludex.core.board.misfits import Misfit, raise_if_any
from ludex.core.kernel.bounds import CELLS
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.toml import spelled

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]  # the border of two neighbouring cells, smaller cell first
StepCost = Callable[[Cell, Cell], int | None]  # None: this step cannot be taken

_AWAY_KEPT = 256
_MOST_RUNS = 3  # of a row that are told
_MOST_MISFITS = 20  # of a field that are told: for each the whole board is looked through
_SIGHTS_KEPT = 200_000  # drifting smoke makes ever new questions; forget all rather than grow for ever


def border(a: Cell, b: Cell) -> Edge:
    return (a, b) if a < b else (b, a)


def side_of_line(start: Cell, end: Cell, point: Cell) -> int:
    """Positive on one side of the line, negative on the other, 0 on it."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def read_path(value: Plain, noun: str = "cell") -> tuple[Cell, ...]:
    """A cell or a path of cells, as somebody writes it; `noun` is what a game calls a cell."""
    path: Any = (value,) if isinstance(value, tuple) and value and isinstance(value[0], int) else value
    if not isinstance(path, tuple) or not path:
        raise BadInput(f"expected a {noun} [q, r], or a path of them, not {spelled(value)}")
    for cell in path:
        if not isinstance(cell, tuple) or [type(part) for part in cell] != [int, int]:
            raise BadInput(f"expected a {noun} [q, r], not {spelled(cell)}")
    return path


def read_cell(value: Plain, noun: str = "cell") -> Cell:
    """One cell, as somebody writes it."""
    path = read_path(value, noun)
    if len(path) != 1:
        raise BadInput(f"expected one {noun} [q, r], not {spelled(value)}")
    return path[0]


class CellBoard:
    """An immutable board, equal by value. What lies off the board neither blocks sight nor can be entered.

    Not a dataclass: serialisers would then write its fields by themselves, and cells cannot be JSON keys.
    """

    __slots__ = (
        "_away", "_covers", "_hash", "_sights", "cells", "cover", "heights", "terrain", "wall_edges", "walls",
        "worked_out",
    )  # fmt: skip

    shape: ClassVar[str]
    scale: ClassVar[int]  # multiplied by this, the centres and the corners of all cells are whole numbers
    directions: ClassVar[tuple[Cell, ...]]  # the steps to all neighbours, clockwise from east

    cells: frozenset[Cell]
    heights: Mapping[Cell, int]  # metres, where not 0; pits are negative
    walls: frozenset[Cell]  # whole hexes
    wall_edges: frozenset[Edge]
    cover: frozenset[Edge]
    terrain: Mapping[str, frozenset[Cell]]
    worked_out: dict[Any, Any]  # what a game derives from it, kept
    _away: dict[Cell, dict[Cell, int]]
    _sights: dict[tuple[Cell, Cell, frozenset[Cell]], bool]
    _covers: dict[tuple[Cell, Cell], frozenset[Edge]]
    _hash: int | None

    def off(self, cell: Cell) -> str:
        """That a cell is not on the board, and what of its row is."""
        return _off(cell, self.cells)

    # -- the shape of its cells -------------------------------------------------------------------------------

    @staticmethod
    def distance(a: Cell, b: Cell) -> int:
        """The fewest steps from one to the other."""
        raise NotImplementedError

    @staticmethod
    def neighbours(cell: Cell) -> tuple[Cell, ...]:
        """The cells one step away, clockwise from east, whether or not a board has them."""
        raise NotImplementedError

    @staticmethod
    def sides(cell: Cell) -> tuple[Cell, ...]:
        """The cells with which it shares a border."""
        raise NotImplementedError

    @staticmethod
    def within(centre: Cell, radius: int) -> tuple[Cell, ...]:
        """The centre, then ring after ring, each clockwise from east."""
        raise NotImplementedError

    @staticmethod
    def corners(a: Cell, b: Cell) -> tuple[Cell, Cell]:
        """Both ends of the border of two cells, in coordinates multiplied by the scale."""
        raise NotImplementedError

    @staticmethod
    def dot(a: Cell, b: Cell) -> int:
        """The scalar product of two steps, or a fixed multiple of it."""
        raise NotImplementedError

    @classmethod
    def toward(cls, a: Cell, b: Cell) -> tuple[int, ...]:
        """The numbers of the directions nearest to the way from a to b: two where it runs right between them."""
        return _nearest_directions(cls.shape, b[0] - a[0], b[1] - a[1])

    @classmethod
    def crossed(cls, a: Cell, b: Cell, touching: bool = False) -> tuple[Cell, ...]:
        """The cells whose inside the line from centre to centre crosses, in order, both ends among them; `touching`:
        also those of which it meets only a side or a corner."""
        return _crossed(cls.shape, a, b, touching)

    @classmethod
    def edge(cls, a: Cell, b: Cell) -> Edge:
        if b not in cls.sides(a):
            raise ValueError(f"{a} and {b} are not neighbours, so no edge lies between them")
        return border(a, b)

    @classmethod
    def _line(cls, a: Cell, b: Cell) -> list[tuple[Cell, Cell]]:
        (q, r), borders = a, _borders_on_line(cls.shape, b[0] - a[0], b[1] - a[1])
        return [((q + nq, r + nr), (q + fq, r + fr)) for (nq, nr), (fq, fr) in borders]

    # -- the board itself -------------------------------------------------------------------------------------

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
        blocked, borders, low = frozenset(walls), list(wall_edges), list(cover)
        checked = {word: frozenset(there) for word, there in terrain.items()}
        ground = {f"terrain.{word}": there for word, there in checked.items()}
        raise_if_any([
            *[misfit for field, there in {"heights": heights, **ground, "walls": blocked}.items()
              for misfit in _off_board(field, there, board)],
            *islice(self._no_edges("wall_edges", borders, board), _MOST_MISFITS),
            *islice(self._no_edges("cover", low, board), _MOST_MISFITS),
        ])  # fmt: skip
        self._set(
            cells=board,
            heights=MappingProxyType({cell: h for cell, h in sorted(heights.items()) if h}),
            walls=blocked,
            wall_edges=frozenset([self.edge(a, b) for a, b in borders]),
            cover=frozenset([self.edge(a, b) for a, b in low]),
            terrain=_terrain(checked),
            _sights={},
        )

    def _set(self, **fields: object) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "worked_out", {})
        object.__setattr__(self, "_covers", {})
        object.__setattr__(self, "_away", {})
        object.__setattr__(self, "_hash", None)

    def _changed(self, cover: frozenset[Edge], terrain: Mapping[str, frozenset[Cell]]) -> Self:
        # Neither change touches the walls, so what was seen before stays known.
        board = type(self).__new__(type(self))
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
        if not isinstance(other, type(self)):
            return NotImplemented
        return self is other or self._values() == other._values()

    def __hash__(self) -> int:
        if self._hash is None:
            maps = frozenset(self.heights.items()), frozenset(self.terrain.items())
            made = hash((self.cells, self.walls, self.wall_edges, self.cover, maps))
            object.__setattr__(self, "_hash", made)
            return made
        return self._hash

    def __reduce__(self) -> tuple[Callable[[dict[str, object]], "CellBoard"], tuple[dict[str, object]]]:
        return CellBoard.from_plain, (self.to_plain(),)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_plain({self.to_plain()!r})"

    def with_cover(self, edges: Iterable[Edge]) -> Self:
        return self._changed(self.cover | self._edges("cover", edges), self.terrain)

    def without_cover(self, edges: Iterable[Edge]) -> Self:
        return self._changed(self.cover - self._edges("cover", edges), self.terrain)

    def with_terrain(self, word: str, cells: Iterable[Cell]) -> Self:
        """The same board where exactly these cells are of that terrain; no cells takes the word away."""
        there = frozenset(cells)
        raise_if_any(_off_board(f"terrain.{word}", there, self.cells))
        return self._changed(self.cover, _terrain({**self.terrain, word: there}))

    def away(self, cell: Cell) -> Mapping[Cell, int]:
        """How far every cell of the board is from this one; kept for those asked last."""
        found: dict[Cell, int] | None = self._away.get(cell)
        if found is None:
            if len(self._away) >= _AWAY_KEPT:
                self._away.clear()
            distance = self.distance
            found = self._away[cell] = {other: distance(cell, other) for other in self.cells}
        return found

    def height(self, cell: Cell) -> int:
        return self.heights.get(cell, 0)

    def is_terrain(self, word: str, cell: Cell) -> bool:
        return cell in self.terrain.get(word, ())

    def open(self, cell: Cell) -> bool:
        return cell in self.cells and cell not in self.walls

    def passable(self, a: Cell, b: Cell) -> bool:
        """May one step from a to its neighbour b, as far as walls and the board's rim are concerned?"""
        return self.distance(a, b) == 1 and self._enterable(a, b)

    def _enterable(self, a: Cell, b: Cell) -> bool:
        """Passable, for cells known to be neighbours."""
        if b not in self.cells or b in self.walls:
            return False
        return not self.wall_edges or border(a, b) not in self.wall_edges

    def parted(self, a: Cell, b: Cell) -> bool:
        """Do walls on edges stand between two cells side by side?"""
        return bool(self.wall_edges) and not self.sight(a, b)

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
        if not (opaque or self.walls or self.wall_edges):
            return True
        # The line gets through if one can walk beside it: from cell to cell that it touches, always onwards,
        # over borders that it touches.
        reached, edges = {a}, self.wall_edges
        for near, far in self._line(a, b):
            if near not in reached or far in opaque or (far in self.walls and far != b):
                continue
            if not edges or border(near, far) not in edges:
                reached.add(far)
        return b in reached

    def cover_crossed(self, a: Cell, b: Cell) -> frozenset[Edge]:
        """The cover on the straight line from centre to centre; touching an end of it is enough."""
        known = self._covers.get((a, b))
        if known is not None:
            return known
        crossed = self.cover.intersection([border(near, far) for near, far in self._line(a, b)])
        self._covers[a, b] = self._covers[b, a] = crossed
        return crossed

    def nearest(self, body: Iterable[Cell], other: Iterable[Cell]) -> tuple[Cell, Cell]:
        """The cells of two bodies that are nearest to each other."""
        others = tuple(other)

        def length(pair: tuple[Cell, Cell]) -> tuple[int, int, Cell, Cell]:
            a, b = pair
            way = (b[0] - a[0], b[1] - a[1])
            return self.distance(a, b), self.dot(way, way), a, b

        return min([(a, b) for a in body for b in others], key=length)

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
            for there in self.neighbours(here):
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
            for other in self.neighbours(cell):
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

    def _edges(self, field: str, edges: Iterable[Edge]) -> frozenset[Edge]:
        listed = list(edges)
        raise_if_any(self._no_edges(field, listed, self.cells))
        return frozenset([self.edge(a, b) for a, b in listed])

    @classmethod
    def _no_edges(cls, field: str, edges: Iterable[Edge], board: frozenset[Cell]) -> Iterator[Misfit]:
        for a, b in edges:
            outside = list(_off_board(field, (a, b), board))
            yield from outside
            if not outside and b not in cls.sides(a):
                yield field, f"{list(a)} and {list(b)} are not neighbours, so no edge lies between them"

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
        plain = {field: value for field, value in plain.items() if value or field == "cells"}
        return plain if self.shape == "hex" else {"shape": self.shape, **plain}

    @staticmethod
    def from_plain(plain: Mapping[str, object]) -> "CellBoard":
        """The board that to_plain wrote; ValueError names the field that is wrong and what it should be."""
        try:
            kept = read(plain, _PlainBoard)
        except msgspec.ValidationError as wrong:
            raise ValueError(f"board: {wrong}") from None
        heights = {(q, r): h for q, r, h in kept.heights}
        if len(heights) != len(kept.heights):
            raise ValueError("heights: expected each cell once, but one is listed twice")
        cells = kept.cells
        if isinstance(cells, _Rectangle):
            (q_lo, q_hi), (r_lo, r_hi) = cells.q, cells.r
            if q_lo > q_hi or r_lo > r_hi:
                raise ValueError(f"cells: expected [lo, hi] with lo at most hi, got {cells}")
            if (q_hi + 1 - q_lo) * (r_hi + 1 - r_lo) > CELLS:
                raise ValueError(f"cells: expected at most {CELLS:,}, got {cells}")
            cells = [(q, r) for q in range(q_lo, q_hi + 1) for r in range(r_lo, r_hi + 1)]
        return SHAPES[kept.shape](cells, heights, kept.walls, kept.wall_edges, kept.cover, kept.terrain)


@lru_cache(maxsize=1 << 13)
def _borders_on_line(shape: str, dq: int, dr: int) -> tuple[tuple[Cell, Cell], ...]:
    """The borders that the segment from (0, 0) to (dq, dr) touches, as (nearer cell, farther cell), in order.

    Where the segment meets a corner all borders there count. A border along the segment divides two equally far
    cells; it comes both ways round.
    """
    kind = SHAPES[shape]
    way, start, end = (dq, dr), (0, 0), (kind.scale * dq, kind.scale * dr)
    around = _around(shape, dq, dr)
    borders: list[tuple[int, Cell, Cell]] = []
    seen, fresh = {start}, [start]
    while fresh:
        cell = fresh.pop()
        q, r = cell
        progress = kind.dot(cell, way)
        off = kind.scale * (dq * r - dr * q)
        for (aside, along), left, right in around:
            if (off + left) * (off + right) > 0:  # both ends on one side of the line
                continue
            other = (q + aside, r + along)
            one, two = kind.corners(cell, other)
            if side_of_line(one, two, start) * side_of_line(one, two, end) > 0:
                continue
            other_progress = kind.dot(other, way)
            if progress <= other_progress:
                borders.append((progress + other_progress, cell, other))
            if other not in seen:
                seen.add(other)
                fresh.append(other)
    return tuple([(near, far) for _, near, far in sorted(borders)])


@lru_cache(maxsize=1 << 13)
def _nearest_directions(shape: str, dq: int, dr: int) -> tuple[int, ...]:
    """See `toward`."""
    kind = SHAPES[shape]
    near = [(kind.dot((dq, dr), step), kind.dot(step, step)) for step in kind.directions]
    longest = max([size for _, size in near])
    # the nearest has the largest dot²/length²; the lengths divide the longest one
    closeness = [dot * abs(dot) * (longest // size) for dot, size in near]
    return tuple([number for number, close in enumerate(closeness) if close == max(closeness)])


@lru_cache(maxsize=1 << 14)
def _crossed(shape: str, a: Cell, b: Cell, touching: bool) -> tuple[Cell, ...]:
    """See `crossed`."""
    found = _on_line(shape, b[0] - a[0], b[1] - a[1], touching)
    return tuple([(a[0] + dq, a[1] + dr) for dq, dr in found])


@lru_cache(maxsize=1 << 13)
def _on_line(shape: str, dq: int, dr: int, touching: bool) -> tuple[Cell, ...]:
    """See `crossed`."""
    kind = SHAPES[shape]
    way, start = (dq, dr), (0, 0)
    met = dict.fromkeys([start, way, *[cell for pair in _borders_on_line(shape, dq, dr) for cell in pair]])
    corners = [side for _, left, right in _around(shape, dq, dr) for side in (left, right)]
    least, most = min(corners), max(corners)
    found = []
    for cell in met:
        off = kind.scale * (dq * cell[1] - dr * cell[0])
        if touching or cell in (start, way) or off + least < 0 < off + most:
            found.append((kind.dot(cell, way), cell))
    return tuple([cell for _, cell in sorted(found)])


def _around(shape: str, dq: int, dr: int) -> list[tuple[Cell, int, int]]:
    """The sides of a cell, each as the step over it, with how far its two ends are off the line in this direction
    through the cell's centre: more than 0 on one side of it, less on the other. Where the centre is off the line, all
    ends are so much farther off."""
    kind = SHAPES[shape]
    found = []
    for step in kind.sides((0, 0)):
        left, right = [dq * y - dr * x for x, y in kind.corners((0, 0), step)]
        found.append((step, left, right))
    return found


SHAPES: dict[str, type[CellBoard]] = {}  # the kinds of boards, by the shape of their cells: each adds itself


class _Rectangle(msgspec.Struct, forbid_unknown_fields=True):
    q: tuple[int, int]  # lowest and highest
    r: tuple[int, int]


class _PlainBoard(msgspec.Struct, forbid_unknown_fields=True):
    cells: _Rectangle | list[Cell]
    shape: Literal["hex", "square"] = "hex"
    heights: list[tuple[int, int, int]] = []  # q, r, metres
    walls: list[Cell] = []
    wall_edges: list[Edge] = []
    cover: list[Edge] = []
    terrain: dict[str, list[Cell]] = {}


def _off_board(field: str, cells: Iterable[Cell], board: frozenset[Cell]) -> Iterator[Misfit]:
    for cell in sorted(frozenset(cells) - board)[:_MOST_MISFITS]:
        yield field, _off(cell, board)


def _off(cell: Cell, board: Iterable[Cell]) -> str:
    row = {q for q, r in board if r == cell[1]}
    if not row:
        rows = {r for _, r in board} or {0}
        return f"{list(cell)} is not on the board; rows go from {min(rows)} to {max(rows)}"
    begins, ends = sorted(q for q in row if q - 1 not in row), sorted(q for q in row if q + 1 not in row)
    runs = [f"from {a} to {b}" for a, b in zip(begins, ends, strict=True)]
    more = "…" if len(runs) > _MOST_RUNS else ""
    return f"{list(cell)} is not on the board; row {cell[1]} goes {' and '.join(runs[:_MOST_RUNS])}{more}"


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
