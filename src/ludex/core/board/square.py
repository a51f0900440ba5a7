"""Squares with eight neighbours: x runs east, y runs south. A diagonal step counts as one, and squeezes between two
corners unless both are walls, or walls between squares shut both ways round. Multiplied by two, the centres and the
corners of all squares are whole numbers."""

from functools import cache

from ludex.core.board.cells import SHAPES, Cell, CellBoard, Edge, border

# Clockwise from east.
DIRECTIONS: tuple[Cell, ...] = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
DIRECTION_NAMES = ("east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east")


def distance(a: Cell, b: Cell) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The eight squares around, clockwise from east, whether or not a board has them."""
    x, y = cell
    return tuple([(x + dx, y + dy) for dx, dy in DIRECTIONS])


def sides(cell: Cell) -> tuple[Cell, ...]:
    """The four squares with which it shares a border."""
    x, y = cell
    return ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1))


def within(centre: Cell, radius: int) -> tuple[Cell, ...]:
    """The centre, then ring after ring, each clockwise from east."""
    return tuple([(centre[0] + dx, centre[1] + dy) for dx, dy in _block(radius)])


@cache
def _block(radius: int) -> tuple[Cell, ...]:
    block = [(0, 0)] if radius >= 0 else []
    for ring in range(1, radius + 1):
        x, y = ring, 0
        for (dx, dy), steps in (((0, 1), ring), ((-1, 0), 2 * ring), ((0, -1), 2 * ring), ((1, 0), 2 * ring),
                                ((0, 1), ring)):  # fmt: skip
            for _ in range(steps):
                block.append((x, y))
                x, y = x + dx, y + dy
    return tuple(block)


def direction_name(a: Cell, b: Cell) -> str:
    """The nearest of eight compass words for the way from a to b; "here" when they are one cell."""
    return DIRECTION_NAMES[SquareBoard.toward(a, b)[0]] if a != b else "here"


class SquareBoard(CellBoard):
    """A board of squares."""

    __slots__ = ()

    shape = "square"
    scale = 2
    directions = DIRECTIONS
    distance = staticmethod(distance)
    neighbours = staticmethod(neighbours)
    sides = staticmethod(sides)
    within = staticmethod(within)

    @staticmethod
    def corners(a: Cell, b: Cell) -> Edge:
        dx, dy = b[0] - a[0], b[1] - a[1]
        x, y = 2 * a[0] + dx, 2 * a[1] + dy
        return (x - dy, y + dx), (x + dy, y - dx)

    @staticmethod
    def dot(a: Cell, b: Cell) -> int:
        return a[0] * b[0] + a[1] * b[1]

    def _enterable(self, a: Cell, b: Cell) -> bool:
        if not super()._enterable(a, b):
            return False
        if a[0] == b[0] or a[1] == b[1]:
            return True
        past = ((a[0], b[1]), (b[0], a[1]))
        if not self.wall_edges:
            return past[0] not in self.walls or past[1] not in self.walls
        return any([
            corner not in self.walls and self.wall_edges.isdisjoint((border(a, corner), border(corner, b)))
            for corner in past
        ])  # fmt: skip


SHAPES["square"] = SquareBoard
