"""Board and distance: spaces, heights, sight, portals, and the shapes of areas.

vt.move.board: hexes, or squares with opt_square_grid. The board knows which spaces are beside each other; whatever is
asked of it goes through its own methods, so that nothing else need know its shape.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial

from ludex.core.board.cells import SHAPES, Cell, CellBoard, read_cell, read_path
from ludex.core.kernel.plain import Plain
from ludex.games.vitality.state import WALL, Being, Scene

NOTHING: frozenset[Cell] = frozenset()

# ---------------------------------------------------------------- distance


def cells_of(being: Being) -> tuple[Cell, ...]:
    return being.body or (being.at,)


def top_of(being: Being) -> int:
    """The highest space that somebody fills: a wall is several spaces high."""
    fixed = being.sheet.fixed
    return being.height + fixed["height"] - 1 if fixed is not None and "height" in fixed else being.height


def distance(scene: Scene, one: Being, other: Being) -> int:
    """vt.move.board: the larger of the distance on the ground and the difference in height."""
    scene.cite("vt.move.board")
    if one.body or other.body:
        flat = min([spaces_apart(scene, a, b) for a in cells_of(one) for b in cells_of(other)])
    else:
        flat = spaces_apart(scene, one.at, other.at) if scene.portals else scene.board.distance(one.at, other.at)
    if one.sheet.fixed is None and other.sheet.fixed is None:  # nobody is more than one space high
        return max(flat, abs(one.height - other.height))
    return max(flat, one.height - top_of(other), other.height - top_of(one))


def spaces_apart(scene: Scene, one: Cell, other: Cell) -> int:
    """Between two spaces; vt.arch.move.portal: those beside the two ends of a pair of portals are 1 apart."""
    flat = scene.board.distance(one, other)
    for portal in scene.portals:
        for end, far in ((portal.one, portal.other), (portal.other, portal.one)):
            through = scene.board.distance(one, end) + scene.board.distance(far, other) - 1
            if through < flat:
                scene.cite("vt.arch.move.portal")
                flat = max(1, through)
    return flat


def adjacent(scene: Scene, one: Being, other: Being) -> bool:
    """Side by side, with no wall between."""
    return distance(scene, one, other) <= 1 and not (scene.board.wall_edges and parted(scene, one, other))


def parted(scene: Scene, one: Being, other: Being) -> bool:
    """Do walls on edges stand between two who are side by side? Through a pair of portals none does."""
    board = scene.board
    beside = [(a, b) for a in cells_of(one) for b in cells_of(other) if board.distance(a, b) <= 1]
    return bool(beside) and all([board.parted(a, b) for a, b in beside])


def ground(scene: Scene, cell: Cell) -> int:
    """How high the ground lies in a space."""
    return scene.board.heights.get(cell, 0)


def aloft(scene: Scene, being: Being) -> int:
    """How many spaces somebody is above the ground."""
    return max(0, being.height - ground(scene, being.at))


# ---------------------------------------------------------------- spaces that are said

read_space = partial(read_cell, noun="space")
read_spaces = partial(read_path, noun="space")


def spaces_beside(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """The open spaces beside somebody, and their own."""
    return [cell for cell in scene.board.within(actor.at, 1) if scene.board.open(cell)]


# ---------------------------------------------------------------- sight


def raised_walls(scene: Scene) -> list[Being]:
    """The walls that somebody has raised and that still stand."""
    return [being for being in scene.beings.values() if being.sheet.hp_class == WALL and being.here]


def clear(scene: Scene, one: Cell, other: Cell, low: int = 0, *, but: Being | None = None) -> bool:
    """vt.sight.line: nothing stands between the centres of two spaces. Raised walls that end below `low` do not hinder,
    and neither does the wall `but`, at which one looks."""
    return scene.board.sight(one, other, opaque(scene, low, but=but))


def opaque(scene: Scene, low: int = 0, *, but: Being | None = None) -> frozenset[Cell]:
    """The spaces of raised walls that nobody looks through."""
    found = NOTHING
    for being in scene.beings.values():
        if being.body and being.here and being is not but and being.is_wall and top_of(being) >= low:
            found = found.union(being.body)
    return found


def sees(scene: Scene, viewer: Being, target: Being) -> bool:
    """vt.sight.line: a clear line to a space of the target, or a clear way through a pair of portals."""
    scene.cite("vt.sight.line")
    if viewer is target:
        return True
    if "Underground" in target.states or "Underground" in viewer.states:
        return False
    low = min(viewer.height, top_of(target))
    but = target if target.is_wall else None
    walls = opaque(scene, low, but=but)
    for cell in cells_of(target):
        if scene.board.sight(viewer.at, cell, walls):
            return True
        for portal in scene.portals:
            for end, far in ((portal.one, portal.other), (portal.other, portal.one)):
                if clear(scene, viewer.at, end, low) and clear(scene, far, cell, low, but=but):
                    return True
    return False


# ---------------------------------------------------------------- areas


def burst(scene: Scene, start: Being, radius: int) -> tuple[Cell, ...]:
    """vt.attack.area.shape: all spaces so near to the start that one sees from there."""
    return _in_area(scene, start, scene.board.within(start.at, radius))


def line(scene: Scene, start: Being, direction: int, length: int) -> tuple[Cell, ...]:
    """vt.attack.area.shape: so many spaces in one of the straight directions, beginning beside the start."""
    (q, r), (dq, dr) = start.at, scene.board.directions[direction]
    return _in_area(scene, start, [(q + n * dq, r + n * dr) for n in range(1, length + 1)])


def cone(scene: Scene, start: Being, direction: int, length: int) -> tuple[Cell, ...]:
    """vt.attack.area.shape: the spaces so near in the sector from one direction clockwise: to the next one of hexes, to
    the next but one of squares."""
    q, r = start.at
    return _in_area(scene, start, [(q + dq, r + dr) for dq, dr in _sector(scene.board.shape, direction, length)])


@lru_cache(maxsize=1 << 8)
def _sector(shape: str, direction: int, length: int) -> tuple[Cell, ...]:
    """The ways from a space to all others of the sector that are so near."""
    board = SHAPES[shape]
    return tuple([way for way in board.within((0, 0), length)[1:] if in_sector(board, (0, 0), way, direction)])


def _in_area(scene: Scene, start: Being, cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The spaces that are open and, at some height, seen from where the area starts: over walls that end below it."""
    board, walls = scene.board, opaque(scene, start.height)
    return tuple([cell for cell in cells if board.open(cell) and board.sight(start.at, cell, walls)])


def in_sector(board: type[CellBoard], origin: Cell, cell: Cell, direction: int) -> bool:
    """Is it on neither outer side of the two directions that bound the sector?"""
    ways = board.directions
    wide = 1 if len(ways) == 6 else 2
    (aq, ar), (bq, br) = ways[direction], ways[(direction + wide) % len(ways)]
    q, r = cell[0] - origin[0], cell[1] - origin[1]
    return aq * r - ar * q >= 0 and q * br - r * bq >= 0


def directions_around(scene: Scene) -> range:
    """The numbers of the directions that a line or a cone can have."""
    return range(len(scene.board.directions))


def level_of_area(scene: Scene, start: Being, shape: str, size: int, cell: Cell) -> tuple[int, int]:
    """vt.attack.area.shape: how high an area lies in one of its spaces, and how far it reaches up and down from there.
    A burst reaches its radius, a cone as far as the space is away; a line keeps its height, or that of the ground."""
    if shape == "burst":
        return start.height, size
    if shape == "cone":
        return start.height, scene.board.distance(start.at, cell)
    level = start.height if aloft(scene, start) else ground(scene, cell)
    return (level if abs(level - start.height) <= size else start.height), 0


def beings_in(scene: Scene, cells: tuple[Cell, ...], start: Being, shape: str, size: int) -> list[Being]:
    """Who fills one of these spaces, no higher or lower than the area reaches, and seen from where it starts."""
    there = frozenset(cells)
    return [
        being
        for being in scene.beings.values()
        if being.here
        and "Underground" not in being.states
        and any([cell in there and lies_over(scene, start, shape, size, cell, being) for cell in cells_of(being)])
    ]


def lies_over(scene: Scene, start: Being, shape: str, size: int, cell: Cell, being: Being) -> bool:
    """Does an area that covers a space of somebody cover it at its height? vt.sight.line: whoever is lower than its
    start may be hidden by walls over which the area passes."""
    level, reach = level_of_area(scene, start, shape, size, cell)
    top = top_of(being)
    if max(being.height - level, level - top) > reach:
        return False
    return top >= start.height or clear(scene, start.at, cell, top)
