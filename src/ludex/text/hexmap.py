"""The hex map in characters: pointy-top hexes, four characters wide, each row half a hex to the right of the last.

    / \\ / \\
   |   | TA|     every border is shared by two hexes; Cover and walls are drawn on the very border
    \\ / \\ / \\
     |  ~|   |
"""

from __future__ import annotations

from rich.text import Text

from ludex.core.board.hex import Cell, Edge
from ludex.core.face import HexPlan
from ludex.text.marks import Canvas, Marks
from ludex.text.style import EMBER, GOLD, QUIET, side_style

SIGNS = {
    "difficult": ":", "water": "~", "swim": "≈", "climb": "^", "dig": "%", "dark": "░", "supernatural_dark": "▒",
}  # fmt: skip
WALL, DANGER, THING = "█", "!", "*"
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
        words, style = _content(plan, marks, cell)
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
        pair: Edge = (cell, other) if cell < other else (other, cell)
        if pair in board.wall_edges or (cell in board.walls and other not in board.walls):
            canvas.put(x + dx, y + dy, wall, "bold")
        elif pair in board.cover:
            canvas.put(x + dx, y + dy, cover, "bold")
        elif canvas.spots.get((x + dx, y + dy), (thin, ""))[0] == thin:
            canvas.put(x + dx, y + dy, thin, QUIET)


def _content(plan: HexPlan, marks: Marks, cell: Cell) -> tuple[str, str]:
    """What stands in a hex: a being before a label, a label before the ground."""
    here = [who for who, cells in plan.places.items() if cell in cells]
    ground = _ground(plan, cell)
    if here:
        who = marks.acting if marks.acting in here else here[0]
        style = f"bold {side_style(marks.sides.get(who, ''))}"
        lead = "»" if who == marks.acting else ground[:1] or " "
        more = "+" if len(here) > 1 else ""
        mark = marks.names.get(who, "??")
        words = f"{lead}{mark}" if not more else f"{mark}{more}" if lead != "»" else f"»{mark[0]}{more}"
        return words, f"{style} reverse" if who == marks.acting else style
    if cell in plan.board.walls:
        return WALL * 3, QUIET
    if cell in marks.path:
        return marks.labels.get(cell, "o"), f"bold {GOLD}"
    if cell in marks.labels:
        lead = {"+": "↑", "−": "↓"}.get(ground[:1], ground[:1])  # a sign here would read as part of the number
        return f"{lead}{marks.labels[cell]}", GOLD
    danger = any(cell in cells for _, cells in plan.dangers)
    return ground, EMBER if danger else "" if plan.board.height(cell) else QUIET


def _ground(plan: HexPlan, cell: Cell) -> str:
    board = plan.board
    height = board.height(cell)
    signs = THING if any(at == cell for _, at in plan.things) else ""
    signs += DANGER if any(cell in cells for _, cells in plan.dangers) else ""
    signs += "".join(sign_of(word) for word, cells in board.terrain.items() if cell in cells)
    return (f"{'+' if height > 0 else '−'}{abs(height)}" if height else "") + signs


def sign_of(word: str) -> str:
    return SIGNS.get(word, word[:1])


def _numbers(canvas: Canvas, cells: list[Cell], corner: object) -> None:
    """Rows at the left; columns above the first row, from where they run down to the right."""
    assert callable(corner)
    rows = sorted({r for _, r in cells})
    for r in rows:
        x, y = corner(min(cell for cell in cells if cell[1] == r))
        canvas.put(x - len(str(r)) - 1, y + 1, str(r), QUIET)
    for cell in cells:
        if cell[1] == rows[0]:
            x, y = corner(cell)
            canvas.put(x + 2, y - 1, str(cell[0]), QUIET)


# ---------------------------------------------------------------- the legend


def legend(plan: HexPlan, marks: Marks, width: int = 200) -> list[str]:
    """What the signs mean, as far as they are on the map, and who is beyond a map that is cut off."""
    board = plan.board
    found = [f"{sign_of(word)} {word.replace('_', ' ')}" for word in board.terrain]
    found += ["█ wall"] if board.walls or board.wall_edges else []
    found += ["▞ ▚ ┃ Cover"] if board.cover else []
    found += ["+3 height in m"] if any(height > 0 for height in board.heights.values()) else []
    found += ["−3 pit"] if any(height < 0 for height in board.heights.values()) else []
    found += [f"! {words}" for words in dict.fromkeys(words for words, _ in plan.dangers)]
    found += [f"* {name} at {at[0]},{at[1]}" for name, at in plan.things]
    if marks.acting:
        found.append("» acts")
    crowded: dict[Cell, list[str]] = {}
    for who, cells in plan.places.items():
        for cell in cells:
            crowded.setdefault(cell, []).append(marks.names.get(who, who))
    found += [f"{cell[0]},{cell[1]}: {' '.join(names)}" for cell, names in crowded.items() if len(names) > 1]
    found += [f"{marks.names.get(who, who)} is {metres} m up" for who, metres in plan.up.items()]
    shown = set(_within(plan, marks, width))
    if len(shown) < len(plan.board.cells):
        away = [marks.names.get(who, who) for who, cells in plan.places.items() if shown.isdisjoint(cells)]
        found.append("the map goes on" + (f"; beyond it: {' '.join(away)}" if away else ""))
    return found
