"""What stands in the cells of a map in characters, three for each, and what the signs mean."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ludex.core.board.cells import Cell
from ludex.core.show.face import CellPlan
from ludex.text.maps.marks import Marks
from ludex.text.style import EMBER, GOLD, QUIET, side_style

SIGNS = {
    "difficult": ":", "rough": ":", "water": "~", "swim": "≈", "climb": "^", "dig": "%", "dark": "░",
    "supernatural_dark": "▒",
}  # fmt: skip
WALL, DANGER, THING = "█", "!", "*"
ROOM = 3  # characters in a cell
MOST_NAMED = 3  # cells of one feature that the legend names
ARROWS = {
    (1, 0): "→", (0, 1): "↘", (-1, 1): "↙", (-1, 0): "←", (0, -1): "↖", (1, -1): "↗",
}  # fmt: skip
SQUARE_ARROWS = {
    (1, 0): "→", (1, 1): "↘", (0, 1): "↓", (-1, 1): "↙", (-1, 0): "←", (-1, -1): "↖", (0, -1): "↑", (1, -1): "↗",
}  # fmt: skip


def content(plan: CellPlan, marks: Marks, cell: Cell) -> tuple[str, str]:
    """What stands in a cell, and its style: a being before a label, a label before the ground."""
    here = [who for who, cells in plan.places.items() if cell in cells]
    ground = _ground(plan, cell)
    if here:
        who = marks.acting if marks.acting in here else here[0]
        style = f"bold {side_style(marks.sides.get(who, ''))}"
        words = _being(plan, marks, who, cell, ground, len(here) > 1)
        return words, f"{style} reverse" if who == marks.acting else style
    if cell in plan.board.walls:
        return WALL * ROOM, QUIET
    if cell in marks.path:
        return marks.labels.get(cell, "o"), f"bold {GOLD}"
    if cell in marks.labels:
        lead = {"+": "↑", "−": "↓"}.get(ground[:1], ground[:1])  # a sign here would read as part of the number
        return f"{lead}{marks.labels[cell]}", GOLD
    filling = next((feature.sign for feature in plan.features if feature.at == cell and len(feature.sign) == ROOM), "")
    if filling:
        return filling, "bold"
    danger = any(cell in cells for _, cells in plan.dangers)
    return ground, EMBER if danger else "" if plan.board.height(cell) else QUIET


def _being(plan: CellPlan, marks: Marks, who: str, cell: Cell, ground: str, crowded: bool) -> str:
    """A being's mark, led by where they face, or whether they act, or what they stand on; `+` where there are more."""
    mark = marks.names.get(who, "??")
    if who in plan.facing and cell == plan.places[who][0]:
        lead = arrow(plan, plan.facing[who])
        return f"{lead}{mark[0]}+" if crowded else f"{lead}{mark}"
    lead = "»" if who == marks.acting and not plan.facing else ground[:1] or " "
    if crowded:
        return f"»{mark[0]}+" if lead == "»" else f"{mark}+"
    return f"{lead}{mark}"


def arrow(plan: CellPlan, direction: int) -> str:
    arrows = SQUARE_ARROWS if plan.board.shape == "square" else ARROWS
    return arrows[plan.board.directions[direction]]


def _ground(plan: CellPlan, cell: Cell) -> str:
    board = plan.board
    height = board.height(cell)
    signs = THING if any(at == cell for _, at in plan.things) else ""
    signs += DANGER if any(cell in cells for _, cells in plan.dangers) else ""
    signs += "".join(feature.sign for feature in plan.features if feature.at == cell and len(feature.sign) < ROOM)
    signs += "".join(sign_of(word) for word, cells in board.terrain.items() if cell in cells)
    return (f"{'+' if height > 0 else '−'}{abs(height)}" if height else "") + signs


def sign_of(word: str) -> str:
    return SIGNS.get(word, word[:1])


# ---------------------------------------------------------------- the legend


def legend(plan: CellPlan, marks: Marks, shown: Collection[Cell], cover: str) -> list[str]:
    """What the signs mean, as far as they are on the map, and who is beyond a map that is cut off."""
    board = plan.board
    found = [f"{sign_of(word)} {word.replace('_', ' ')}" for word in board.terrain]
    found += ["█ wall"] if board.walls or board.wall_edges else []
    found += [f"{cover} Cover"] if board.cover else []
    unit = "m" if plan.heights == "m" else f"{plan.heights}s"
    found += [f"+3 height in {unit}"] if any(height > 0 for height in board.heights.values()) else []
    deep = "−3 pit" if unit == "m" else f"−3 pit, in {unit}"
    found += [deep] if any(height < 0 for height in board.heights.values()) else []
    found += _features(plan)
    found += [f"! {words}" for words in dict.fromkeys(words for words, _ in plan.dangers)]
    found += [f"* {name} at {_named([at])}" for name, at in plan.things]
    if plan.facing:
        found.append("→ faces there")
    if marks.acting:
        found.append("in reverse: acts" if plan.facing else "» acts")
    crowded: dict[Cell, list[str]] = {}
    for who, cells in plan.places.items():
        for cell in cells:
            crowded.setdefault(cell, []).append(marks.names.get(who, who))
    found += [f"{_named([cell])}: {' '.join(names)}" for cell, names in crowded.items() if len(names) > 1]
    found += [f"{marks.names.get(who, who)} is {plan.high(up)} above the ground" for who, up in plan.up.items()]
    found += [f"a cell is {plan.metres} m"] if plan.metres != 1 else []
    if len(shown) < len(board.cells):
        away = [marks.names.get(who, who) for who, cells in plan.places.items() if not set(shown) & set(cells)]
        found.append("the map goes on" + (f"; beyond it: {' '.join(away)}" if away else ""))
    return found


def _features(plan: CellPlan) -> list[str]:
    """Those that are alike together, with their places where they are few."""
    alike: dict[tuple[str, str], list[Cell]] = {}
    for feature in plan.features:
        alike.setdefault((feature.sign, feature.words), []).append(feature.at)
    return [
        f"{sign} {words}" + (f" at {_named(cells)}" if len(cells) <= MOST_NAMED else "")
        for (sign, words), cells in alike.items()
    ]


def _named(cells: Iterable[Cell]) -> str:
    return "; ".join(f"{cell[0]},{cell[1]}" for cell in cells)
