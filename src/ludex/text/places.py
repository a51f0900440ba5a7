"""Places in words, for whoever cannot or does not want to look at a map: metres and directions of the compass."""

from __future__ import annotations

import re
from typing import Any

from ludex.core.board.hex import Cell, direction_name, gap, nearest_pair
from ludex.core.face import Face, Plan
from ludex.core.ruling import BadInput
from ludex.text.style import count


def cell_words(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def read_cells(words: str) -> tuple[Cell, ...]:
    """`3,4`, or several hexes one after the other: `2,4 3,4`. Nothing when these are no hexes."""
    found = re.findall(r"\(?\[?\s*(-?\d+)\s*[, ]\s*(-?\d+)\s*\]?\)?", words)
    rest = re.sub(r"\(?\[?\s*(-?\d+)\s*[, ]\s*(-?\d+)\s*\]?\)?", "", words)
    return tuple((int(q), int(r)) for q, r in found) if not re.sub(r"[\s;,]|to", "", rest) else ()


def find_being(scene: Any, words: str) -> str:
    """The id of whoever is meant: by id, name, or the beginning of either."""
    wanted = words.strip().lower()
    exact = [who for who, being in scene.beings.items() if wanted in (who.lower(), being.name.lower())]
    begins = [
        who for who, being in scene.beings.items() if who.lower().startswith(wanted) or _begins(being.name, wanted)
    ]
    found = exact or begins
    if len(found) == 1 and wanted:
        return str(found[0])
    names = ", ".join(being.name for being in scene.beings.values())
    if len(found) > 1 and wanted:
        raise BadInput(f"{words!r} may be {' or '.join(scene.beings[who].name for who in found)}")
    raise BadInput(f"there is nobody called {words!r}; there are: {names}")


def _begins(name: str, wanted: str) -> bool:
    """Does every word that was typed begin a word of the name? So `vahki 3` finds Vahki Patroller 3."""
    return all(any(part.startswith(word) for part in name.lower().split()) for word in wanted.split())


def where(scene: Any, plan: Plan, who: str) -> str:
    """Where somebody is, and what the ground is like there."""
    name = scene.beings[who].name
    cells = plan.places.get(who)
    if not cells:
        return f"{name} is not on the map."
    more = f" (and {', '.join(map(cell_words, cells[1:]))})" if len(cells) > 1 else ""
    ground = ground_words(plan, cells[0])
    up = f", {plan.up[who]} m up" if who in plan.up else ""
    return f"{name} is at {cell_words(cells[0])}{more}{up}{f', {ground}' if ground else ''}."


def ground_words(plan: Plan, cell: Cell) -> str:
    board = plan.board
    height = board.height(cell)
    found = [f"{height} m high" if height > 0 else f"in a pit of {-height} m"] if height else []
    found += [word.replace("_", " ") for word, cells in board.terrain.items() if cell in cells]
    found += [f"dangerous ({words})" for words, cells in plan.dangers if cell in cells]
    found += [f"beside Cover to the {direction_name(cell, _other(pair, cell))}" for pair in board.cover if cell in pair]
    return ", ".join(found)


def map_words(plan: Plan) -> list[str]:
    """The ground of the whole map: walls, pits, water, Cover, dangers and what lies about."""
    board = plan.board
    found: dict[str, list[str]] = {}
    for cell in sorted(board.walls):
        found.setdefault("Walls", []).append(cell_words(cell))
    for cell, height in sorted(board.heights.items()):
        if height and cell not in board.walls:
            kind = f"{height} m high" if height > 0 else f"A pit of {-height} m"
            found.setdefault(kind, []).append(cell_words(cell))
    for word, cells in board.terrain.items():
        found.setdefault(word.replace("_", " ").capitalize(), []).extend(map(cell_words, sorted(cells)))
    for kind, edges in (("Walls between hexes", board.wall_edges), ("Cover between hexes", board.cover)):
        for one, other in sorted(tuple(sorted(edge)) for edge in edges):
            found.setdefault(kind, []).append(f"{cell_words(one)} and {cell_words(other)}")
    for words, struck in plan.dangers:
        found.setdefault(f"Danger, {words}", []).extend(map(cell_words, sorted(struck)))
    for name, at in plan.things:
        found.setdefault(f"{name} lies", []).append(cell_words(at))
    return [f"{kind}: {'; '.join(listed)}." for kind, listed in found.items()]


def _other(pair: tuple[Cell, Cell], cell: Cell) -> Cell:
    return pair[1] if pair[0] == cell else pair[0]


def between(scene: Any, plan: Plan, one: str, other: str) -> str:
    """`Vahki 1 is 4 m east of Tahra`"""
    a, b = plan.places[one], plan.places[other]
    metres = gap(a, b)
    here, there = nearest_pair(a, b)
    names = scene.beings[one].name, scene.beings[other].name
    if metres == 0:
        return f"{names[1]} shares the hex of {names[0]}"
    return f"{names[1]} is {metres} m {direction_name(here, there)} of {names[0]}"


def near(scene: Any, plan: Plan, who: str) -> list[str]:
    """Everybody else, the nearest first."""
    if who not in plan.places:
        return [where(scene, plan, who)]
    others = sorted((gap(plan.places[who], cells), name) for name, cells in plan.places.items() if name != who)
    return [between(scene, plan, who, other) + "." for _, other in others]


def way_words(scene: Any, face: Face, plan: Plan, who: str, goal: Cell) -> str:
    """The way to a hex in steps of the compass, and what it costs."""
    being = scene.beings[who]
    way = face.way(scene, being, goal)
    if way is None or who not in plan.places:
        return f"{being.name} finds no way to {cell_words(goal)}."
    if not way.path:
        return f"{being.name} can come no nearer to {cell_words(goal)}."
    end = way.path[-1]
    beside = "" if end == goal else f" (the nearest free hex to {cell_words(goal)})"
    return f"{being.name} to {cell_words(end)}{beside}: {way.cost} m, {steps(plan.places[who][0], way.path)}."


def steps(start: Cell, path: tuple[Cell, ...]) -> str:
    """`2 steps east, 1 step south-east`"""
    runs: list[tuple[str, int]] = []
    here = start
    for cell in path:
        name = direction_name(here, cell)
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + 1)
        else:
            runs.append((name, 1))
        here = cell
    return ", ".join(f"{count(number, 'step')} {name}" for name, number in runs)
