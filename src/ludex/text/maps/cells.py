"""Maps of cells in words, whatever the shape of the cells: coordinates, metres and directions of the compass."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rich.text import Text

from ludex.core.board import hex, square
from ludex.core.board.cells import Cell
from ludex.core.kernel.plain import Plain
from ludex.core.show.face import CellPlan, Face, Way
from ludex.text.maps import hexmap, squaremap
from ludex.text.maps.marks import Marks
from ludex.text.naming import begins_words
from ludex.text.style import count

MOST_LISTED = 12  # cells to choose from; where there are more, those that are worth a look


def cell_words(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def read_cells(words: str) -> tuple[Cell, ...]:
    """`3,4`, or several cells one after the other: `2,4 3,4`. Nothing when these are no cells."""
    found = re.findall(r"\(?\[?\s*(-?\d+)\s*[, ]\s*(-?\d+)\s*\]?\)?", words)
    rest = re.sub(r"\(?\[?\s*(-?\d+)\s*[, ]\s*(-?\d+)\s*\]?\)?", "", words)
    return tuple((int(q), int(r)) for q, r in found) if not re.sub(r"[\s;,]|to", "", rest) else ()


class Shape(NamedTuple):
    """What differs between a map of hexes and one of squares."""

    cell: str  # what one is called, and several
    cells: str
    at: str  # how people write where one is
    facings: tuple[str, ...]  # by the number of a direction
    direction: Callable[[Cell, Cell], str]
    draw: Callable[[Any, Marks, int], list[Text]]
    legend: Callable[[Any, Marks, int], list[str]]


HEXES = Shape("hex", "hexes", "q,r", hex.DIRECTION_NAMES, hex.direction_name, hexmap.draw, hexmap.legend)
SQUARES = Shape(
    "square", "squares", "x,y", square.DIRECTION_NAMES, square.direction_name, squaremap.draw, squaremap.legend
)


class Cells:
    """A map of cells, as the text game draws it and speaks of it."""

    numbered = False  # on the map stand prices
    listed = MOST_LISTED

    def __init__(self, plan: CellPlan, shape: Shape) -> None:
        self.plan = plan
        self.shape = shape
        self.hint = f"a {shape.cell} as {shape.at}"
        self.hint_path = f"{self.hint} or a path of them"

    def draw(self, marks: Marks, width: int) -> list[Text]:
        return self.shape.draw(self.plan, marks, width)

    def legend(self, marks: Marks, width: int) -> list[str]:
        return self.shape.legend(self.plan, marks, width)

    # -- places -----------------------------------------------------------------------------------------------

    def name(self, place: Any) -> str:
        return cell_words(place)

    def read(self, words: str, whole: bool = False) -> tuple[Cell, ...]:
        return read_cells(words)

    def meant(self, words: str, whole: bool = False) -> tuple[Cell, ...]:
        return self.read(words, whole)

    def has(self, place: Any) -> bool:
        return place in self.plan.board.cells

    def is_place(self, value: Plain) -> bool:
        return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)

    # -- in words ---------------------------------------------------------------------------------------------

    def at(self, who: str) -> str:
        return ", ".join(filter(None, (self._stands(who), *self._how(who))))

    def _how(self, who: str) -> tuple[str, str, str]:
        """How high somebody is, which way they face, and what the ground is like."""
        up = f"{self.plan.high(self.plan.up[who])} above the ground" if who in self.plan.up else ""
        faces = f"facing {self.shape.facings[self.plan.facing[who]]}" if who in self.plan.facing else ""
        return up, faces, self.ground(self.plan.places[who][0], over=who in self.plan.up)

    def _stands(self, who: str) -> str:
        first, *others = self.plan.places[who]
        return f"at {cell_words(first)}" + (f" (and {', '.join(map(cell_words, others))})" if others else "")

    def ground(self, cell: Cell, over: bool = False) -> str:
        """What it is like there, or under whoever is in the air."""
        board = self.plan.board
        height, high = board.height(cell), self.plan.high
        pit = f"{'over' if over else 'in'} a pit of {high(-height)}"
        found = [f"{high(height)} high" if height > 0 else pit] if height else []
        found += [word.replace("_", " ") for word, cells in board.terrain.items() if cell in cells]
        found += [feature.words for feature in self.plan.features if feature.at == cell]
        found += [f"dangerous ({words})" for words, cells in self.plan.dangers if cell in cells]
        found += [
            f"beside Cover to the {self.shape.direction(cell, _other(pair, cell))}"
            for pair in board.cover
            if cell in pair
        ]
        return ", ".join(found)

    def words(self) -> list[str]:
        """The ground of the whole map: walls, pits, water, Cover, dangers and what lies about."""
        board = self.plan.board
        found: dict[str, list[tuple[Cell, ...]]] = {}  # each in one cell, or between two
        if board.walls:
            found["Walls"] = [(cell,) for cell in sorted(board.walls)]
        for cell, height in sorted(board.heights.items()):
            if height and cell not in board.walls:
                high = self.plan.high(abs(height))
                kind = f"{high} high" if height > 0 else f"A pit of {high}"
                found.setdefault(kind, []).append((cell,))
        for word, cells in board.terrain.items():
            found.setdefault(word.replace("_", " ").capitalize(), []).extend([(cell,) for cell in sorted(cells)])
        for feature in self.plan.features:
            kind = f"{feature.words[:1].upper()}{feature.words[1:]}"
            found.setdefault(kind, []).append((feature.at,))
        for kind, edges in (("Walls", board.wall_edges), ("Cover", board.cover)):
            for one, other in sorted(tuple(sorted(edge)) for edge in edges):
                found.setdefault(f"{kind} between {self.shape.cells}", []).append((one, other))
        for words, struck in self.plan.dangers:
            found.setdefault(f"Danger, {words}", []).extend([(cell,) for cell in sorted(struck)])
        for name, at in self.plan.things:
            found.setdefault(f"{name} lies", []).append((at,))
        return [f"{kind}: {self._lie(spots)}." for kind, spots in found.items()]

    def _lie(self, spots: Sequence[tuple[Cell, ...]]) -> str:
        return "; ".join(" and ".join(map(cell_words, spot)) for spot in spots)

    def about(self, scene: Any, words: str) -> list[str]:
        called = [at for name, at in self.plan.things if words.strip() and begins_words(name, words)]
        cells = self.meant(words) or called
        return [self._cell(scene, cell) for cell in dict.fromkeys(cells) if self.has(cell)]

    def _cell(self, scene: Any, cell: Cell) -> str:
        names = [scene.beings[who].name for who, cells in self.plan.places.items() if cell in cells]
        names += [name for name, at in self.plan.things if at == cell]
        ground = self.ground(cell) or ("a wall" if cell in self.plan.board.walls else "open ground")
        empty = "nobody is there" if any(f.at == cell for f in self.plan.features) else "nothing is there"
        return f"{self._spot(cell)}, {ground}: {', '.join(names) or empty}."

    def _spot(self, cell: Cell) -> str:
        """A cell of which the ground is told with it."""
        return self.name(cell)

    def apart(self, one: str, other: str) -> int:
        return self._nearest(one, other)[0]

    def _nearest(self, one: str, other: str) -> tuple[int, Cell, Cell]:
        """How many cells two are apart, and the cells between which that is."""
        board = self.plan.board
        pairs = [(here, there) for here in self.plan.places[one] for there in self.plan.places[other]]

        def length(pair: tuple[Cell, Cell]) -> tuple[int, int, Cell, Cell]:
            way = (pair[1][0] - pair[0][0], pair[1][1] - pair[0][1])
            return board.distance(*pair), board.dot(way, way), *pair

        here, there = min(pairs, key=length)
        return board.distance(here, there), here, there

    def between(self, scene: Any, one: str, other: str) -> str:
        """`Vahki 1 is 4 m east of Tahra`; where a cell is longer than a metre: `3 cells east of Tahra, 6 m`."""
        cells, here, there = self._nearest(one, other)
        names = scene.beings[one].name, scene.beings[other].name
        if cells == 0:
            return f"{names[1]} shares the {self.shape.cell} of {names[0]}"
        toward = f"{self.shape.direction(here, there)} of {names[0]}"
        if self.plan.heights != "m":
            return f"{names[1]} is {self.plan.high(cells)} {toward}"
        if self.plan.metres == 1:
            return f"{names[1]} is {cells} m {toward}"
        return f"{names[1]} is {count(cells, self.shape.cell, self.shape.cells)} {toward}, {cells * self.plan.metres} m"

    def seen(self, scene: Any, one: str, other: str) -> str:
        return ", ".join(filter(None, (self.between(scene, one, other), self._beside(other, one), *self._how(other))))

    def _beside(self, who: str, but: str) -> str:
        return self._stands(who)

    def toward(self, start: Any, end: Any, going: bool = False) -> str:
        there = [feature.words for feature in self.plan.features if feature.at == end]
        return ", ".join([self.shape.direction(start, end), *there])

    def steps(self, start: Any, path: Sequence[Any]) -> str:
        """`2 steps east, 1 step south-east`"""
        runs: list[tuple[str, int]] = []
        here = start
        for cell in path:
            if cell == here:
                continue
            name = self.shape.direction(here, cell)
            if runs and runs[-1][0] == name:
                runs[-1] = (name, runs[-1][1] + 1)
            else:
                runs.append((name, 1))
            here = cell
        return ", ".join(f"{count(number, 'step')} {name}" for name, number in runs)

    def way(self, scene: Any, face: Face, who: str, goal: Any) -> Way | None:
        return face.way(scene, scene.beings[who], goal)

    def long(self, way: Way) -> str:
        metres = self.plan.metres
        return f"{way.cost} m" if metres == 1 else f"{count(way.cost // metres, 'cell')} of movement"

    def beside(self, goal: Any) -> str:
        return f"the nearest free {self.shape.cell} to {self.name(goal)}"


def _other(pair: tuple[Cell, Cell], cell: Cell) -> Cell:
    return pair[1] if pair[0] == cell else pair[0]
