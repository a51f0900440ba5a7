"""The map of squares in characters, four wide and two high each; Cover and walls are drawn on the very border.

    0   1
  ┌───┬───┐
0 │   │→TA│
  ├───┼───┤
"""

from __future__ import annotations

from rich.text import Text

from ludex.core.board.cells import Cell, border
from ludex.core.show.face import SquarePlan
from ludex.text.maps import cellmap
from ludex.text.maps.marks import Canvas, Marks
from ludex.text.style import QUIET

PITCH = 4  # characters from one square to the next
GUTTER = 3  # for the numbers of the rows

# A corner by the squares around it that are on the map: north-west, north-east, south-west, south-east.
CORNERS = {
    (True, True, True, True): "┼", (False, True, False, True): "├", (True, False, True, False): "┤",
    (False, False, True, True): "┬", (True, True, False, False): "┴", (False, False, False, True): "┌",
    (False, False, True, False): "┐", (False, True, False, False): "└", (True, False, False, False): "┘",
}  # fmt: skip


# ---------------------------------------------------------------- drawing


def draw(plan: SquarePlan, marks: Marks, width: int = 200) -> list[Text]:
    """The map, line by line; where the terminal is too narrow, the part around the acting being."""
    cells = _within(plan, marks, width)
    if not cells:
        return []
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    canvas = Canvas()
    shown = frozenset(cells)
    for cell in cells:
        x, y = PITCH * (cell[0] - left) + GUTTER, 2 * (cell[1] - top) + 1
        _corners(canvas, plan, shown, cell, x, y)
        _borders(canvas, plan, cell, x, y)
        words, style = cellmap.content(plan, marks, cell)
        canvas.put(x + 1, y + 1, f"{words:^3}"[:3], style)
    for row in sorted({y for _, y in cells}):
        canvas.put(GUTTER - 1 - len(str(row)), 2 * (row - top) + 2, str(row), QUIET)
    for column in sorted({x for x, _ in cells}):
        number = str(column)
        canvas.put(PITCH * (column - left) + GUTTER + 3 - len(number), 0, number, QUIET)
    return canvas.lines()


def _within(plan: SquarePlan, marks: Marks, width: int) -> list[Cell]:
    """The squares that fit into the width, all of them where possible."""
    columns = {x for x, _ in plan.board.cells}
    if not columns:
        return []
    first, last = min(columns), max(columns)
    room = max(1, (width - GUTTER - 1) // PITCH)
    if last - first >= room:
        centre = plan.places[marks.acting][0][0] if marks.acting in plan.places else first
        first = min(max(first, centre - room // 2), last - room + 1)
        last = first + room - 1
    return sorted((c for c in plan.board.cells if first <= c[0] <= last), key=lambda c: (c[1], c[0]))


def _corners(canvas: Canvas, plan: SquarePlan, shown: frozenset[Cell], cell: Cell, x: int, y: int) -> None:
    """A line ends at a corner or goes on from it; where two walls meet the wall goes on."""
    for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
        cx, cy = cell[0] + dx, cell[1] + dy
        around = ((cx - 1, cy - 1), (cx, cy - 1), (cx - 1, cy), (cx, cy))
        walls = [each in plan.board.walls for each in around]
        if sum(walls) > 1:
            canvas.put(x + PITCH * dx, y + 2 * dy, "█", "bold")
        else:
            north_west, north_east, south_west, south_east = [each in shown for each in around]
            stroke = CORNERS.get((north_west, north_east, south_west, south_east), "┼")
            canvas.put(x + PITCH * dx, y + 2 * dy, stroke, QUIET)


def _borders(canvas: Canvas, plan: SquarePlan, cell: Cell, x: int, y: int) -> None:
    """Thin lines, unless Cover or a wall stands on one; what was drawn for the square before stays."""
    board = plan.board
    for other, spot, strokes in (
        ((cell[0] + 1, cell[1]), (x + PITCH, y + 1), ("│", "┃", "█")),
        ((cell[0] - 1, cell[1]), (x, y + 1), ("│", "┃", "█")),
        ((cell[0], cell[1] + 1), (x + 1, y + 2), ("───", "━━━", "▀▀▀")),
        ((cell[0], cell[1] - 1), (x + 1, y), ("───", "━━━", "▄▄▄")),
    ):
        thin, cover, wall = strokes
        pair = border(cell, other)
        if cell in board.walls and other in board.walls:
            canvas.put(*spot, "█" * len(wall), QUIET)
        elif pair in board.wall_edges or (cell in board.walls and other not in board.walls):
            canvas.put(*spot, wall, "bold")
        elif pair in board.cover:
            canvas.put(*spot, cover, "bold")
        elif canvas.spots.get(spot, (thin[0], ""))[0] == thin[0]:
            canvas.put(*spot, thin, QUIET)


# ---------------------------------------------------------------- the legend


def legend(plan: SquarePlan, marks: Marks, width: int = 200) -> list[str]:
    """What the signs mean, as far as they are on the map, and who is beyond a map that is cut off."""
    return cellmap.legend(plan, marks, _within(plan, marks, width), "┃ ━")
