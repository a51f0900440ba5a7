"""The hex map in characters: pointy-top hexes, four characters wide, each row half a hex to the right of the last.

    / \\ / \\
   |   | TA|     every border is shared by two hexes; Cover and walls are drawn on the very border
    \\ / \\ / \\
     |  ~|   |
"""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from ludex.core.board.cells import Cell, border
from ludex.core.show.face import HexPlan
from ludex.text.maps import cellmap
from ludex.text.maps.marks import Canvas, Marks
from ludex.text.style import QUIET

PITCH = 4  # characters from one hex to the next
GUTTER = 3  # for the numbers of the rows

# A border by the direction of the other hex: where its stroke stands, from the hex's corner, and what it is made of.
STROKES: dict[Cell, tuple[int, int, str, str, str]] = {
    (1, 0): (4, 1, "│", "┃", "█"),
    (0, 1): (3, 2, "╱", "▞", "█"),
    (-1, 1): (1, 2, "╲", "▚", "█"),
    (-1, 0): (0, 1, "│", "┃", "█"),
    (0, -1): (1, 0, "╱", "▞", "█"),
    (1, -1): (3, 0, "╲", "▚", "█"),
}


# ---------------------------------------------------------------- drawing


def draw(plan: HexPlan, marks: Marks, width: int = 200) -> list[Text]:
    """The map, line by line; where the terminal is too narrow, the part around the acting being."""
    cells = _within(plan, marks, width)
    if not cells:
        return []
    left = min(PITCH * q + PITCH // 2 * r for q, r in cells)
    top = min(r for _, r in cells)
    canvas = Canvas()

    def corner(cell: Cell) -> tuple[int, int]:
        q, r = cell
        return PITCH * q + PITCH // 2 * r - left + GUTTER, 2 * (r - top) + 1

    for cell in cells:
        _borders(canvas, plan, cell, *corner(cell))
    for cell in cells:
        x, y = corner(cell)
        words, style = cellmap.content(plan, marks, cell)
        canvas.put(x + 1, y + 1, f"{words:^3}"[:3], style)
    _numbers(canvas, cells, corner)
    return canvas.lines()


def _within(plan: HexPlan, marks: Marks, width: int) -> list[Cell]:
    """The hexes that fit into the width, all of them where possible."""
    columns = {cell: PITCH * cell[0] + PITCH // 2 * cell[1] for cell in plan.board.cells}
    if not columns:
        return []
    room = width - GUTTER - PITCH - 1
    if max(columns.values()) - min(columns.values()) <= room:
        return sorted(columns, key=lambda c: (c[1], c[0]))
    centre = columns[plan.places[marks.acting][0]] if marks.acting in plan.places else min(columns.values())
    start = min(max(min(columns.values()), centre - room // 2), max(columns.values()) - room)
    return sorted((c for c, x in columns.items() if start <= x <= start + room), key=lambda c: (c[1], c[0]))


def _borders(canvas: Canvas, plan: HexPlan, cell: Cell, x: int, y: int) -> None:
    board = plan.board
    for (dq, dr), (dx, dy, thin, cover, wall) in STROKES.items():
        other = (cell[0] + dq, cell[1] + dr)
        pair = border(cell, other)
        if pair in board.wall_edges or (cell in board.walls and other not in board.walls):
            canvas.put(x + dx, y + dy, wall, "bold")
        elif pair in board.cover:
            canvas.put(x + dx, y + dy, cover, "bold")
        elif canvas.spots.get((x + dx, y + dy), (thin, ""))[0] == thin:
            canvas.put(x + dx, y + dy, thin, QUIET)


def _numbers(canvas: Canvas, cells: list[Cell], corner: Callable[[Cell], tuple[int, int]]) -> None:
    """Rows at the left; columns above the first row, from where they run down to the right. Where rows begin with
    different columns those of the last row stand below it."""
    rows = sorted({r for _, r in cells})
    first = {r: min(cell for cell in cells if cell[1] == r) for r in rows}
    for r in rows:
        x, y = corner(first[r])
        canvas.put(x - len(str(r)) - 1, y + 1, str(r), QUIET)
    slanted = len({q for q, _ in first.values()}) > 1
    for cell in cells:
        x, y = corner(cell)
        for row, line in ((rows[0], y - 1), (rows[-1], y + 3)):
            if cell[1] == row and (slanted or row == rows[0]):
                number = str(cell[0])
                canvas.put(x + 3 - len(number), line, number, QUIET)


# ---------------------------------------------------------------- the legend


def legend(plan: HexPlan, marks: Marks, width: int = 200) -> list[str]:
    """What the signs mean, as far as they are on the map, and who is beyond a map that is cut off."""
    return cellmap.legend(plan, marks, _within(plan, marks, width), "▞ ▚ ┃")
