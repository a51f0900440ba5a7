"""Where to go: the places within a Move Action from which the simple policy can do most."""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.board.hex import Cell, cells_of, distance, gap, neighbours, within
from ludex.games.bluebox.book.movement.ground import Ground, ground_for
from ludex.games.bluebox.book.movement.steps import watchers_of
from ludex.games.bluebox.state import FOOTPRINTS, Being, Scene

STRUCK = 2.0  # what it costs to be struck at on the way
DANGER = 1.5  # to end in Dangerous Terrain
BRINK = 1.5  # to end beside an enemy where one push leads down
TRIED = 6  # the best places that are looked at closely

Table = tuple[float, ...]  # what something is worth at each distance


class Goal(NamedTuple):
    """Something that is worth more or less at each distance: on level ground, and from above."""

    enemy: Being | None
    level: Table
    above: Table
    most: float  # at any distance, on level ground
    most_above: float
    at: Cell = (0, 0)

    @classmethod
    def at_hex(cls, at: Cell, worth: Table) -> Goal:
        return cls(None, worth, worth, max(worth), max(worth), at)

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.enemy.cells if self.enemy is not None else (self.at,)


Way = tuple[Cell, ...]


def best_place(scene: Scene, being: Being, goals: list[Goal], budget: int, now: float) -> tuple[Way, float] | None:
    """The way to the best place within the budget, if that is better than to stay: around fire, or else through it."""
    burning = fire(scene, being)
    found = _best_place(scene, being, around(scene, being, burning), goals, budget, now, burning)
    if found is None and burning:
        found = _best_place(scene, being, ground_for(scene, being), goals, budget, now, burning)
    return found


def fire(scene: Scene, being: Being) -> set[Cell]:
    """Dangerous Terrain that can hurt somebody."""
    if not scene.areas or "Flying" in being.states:
        return set()
    return {cell for area in scene.areas if area.dice and area.type not in being.sheet.immune for cell in area.cells}


def around(scene: Scene, being: Being, closed: set[Cell]) -> Ground:
    """The ground without these hexes."""
    if not closed:
        return ground_for(scene, being)
    ground = Ground(scene, being, known_to=being.side)
    ground.hostile |= closed
    return ground


def _best_place(
    scene: Scene, being: Being, ground: Ground, goals: list[Goal], budget: int, now: float, burning: set[Cell]
) -> tuple[Way, float] | None:
    costs = ground.reach(budget)
    footprint = FOOTPRINTS[being.sheet.size]
    small = len(footprint) == 1
    heights = scene.board.heights
    targets = [
        (goal, goal.level, goal.above, cells, scene.board.away(cells[0]) if small and len(cells) == 1 else None,
         heights.get(cells[0], 0))
        for goal, cells in [(goal, goal.cells) for goal in goals]
    ]  # fmt: skip
    rated: list[tuple[float, int, Cell, Goal]] = []
    for cell, spent in costs.items():
        if not spent:
            continue
        best, chosen = now, None
        height = heights.get(cell, 0)
        for goal, table, above, cells, distances, other in targets:
            away = distances[cell] if distances is not None else gap(cells_of(cell, footprint), cells)
            if height != other:
                away = max(away, abs(height - other))
                table = above if height > other else table
            if away < len(table) and table[away] > best:
                best, chosen = table[away], goal
        if chosen is not None and ground.room(cell):
            rated.append((best - DANGER * (cell in burning) - 0.01 * spent, -spent, cell, chosen))
    rated.sort(key=lambda each: each[:2], reverse=True)
    return _safest(scene, being, ground, costs, rated, now, burning)


def _safest(
    scene: Scene,
    being: Being,
    ground: Ground,
    costs: dict[Cell, int],
    rated: list[tuple[float, int, Cell, Goal]],
    now: float,
    burning: set[Cell],
) -> tuple[Way, float] | None:
    """Of the best places the one that is worth most when one counts who may strike at the mover, and what burns."""
    best, found = now * being.ap + 0.2, None
    if not rated or rated[0][0] * being.ap <= best:
        return None
    watched = [
        {near for cell in enemy.cells for near in within(cell, reach)} for enemy, reach in watchers_of(scene, being)
    ]
    for worth, _, cell, goal in rated[:TRIED]:
        if worth * being.ap <= best:
            break
        if goal.enemy is not None and not scene.board.sight(cell, goal.enemy.at):
            continue
        path = ground.way(cell, costs)
        struck = sum([len(near.intersection(path)) > 1 for near in watched])
        price = STRUCK * struck + (DANGER if burning and not burning.isdisjoint(path) else 0.0)
        if goal.enemy is not None and at_the_brink(scene, cell) and gap((cell,), goal.enemy.cells) == 1:
            price += BRINK
        if worth * being.ap - price > best:
            best, found = worth * being.ap - price, (path, worth)
    return found


def at_the_brink(scene: Scene, cell: Cell) -> bool:
    """Is there a hex beside it into which one falls and is hurt?"""
    heights = scene.board.heights
    if not heights:
        return False
    height = heights.get(cell, 0)
    return any([height - heights.get(beside, 0) > 2 for beside in neighbours(cell) if beside in scene.board.cells])


def out_of_fire(scene: Scene, being: Being, budget: int) -> Way:
    """The shortest way out of what burns, where nobody strikes at who takes it."""
    burning = fire(scene, being)
    if burning.isdisjoint(being.cells):
        return ()
    ground = ground_for(scene, being)
    costs, footprint = ground.reach(budget), FOOTPRINTS[being.sheet.size]
    safe = [cell for cell in costs if burning.isdisjoint(cells_of(cell, footprint)) and ground.room(cell)]
    if not safe:
        return ()
    way = ground.way(min(safe, key=lambda cell: (costs[cell], cell)), costs)
    struck = [e for e, reach in watchers_of(scene, being) if sum(gap(e.cells, (cell,)) <= reach for cell in way) > 1]
    return way if not struck else ()


def closer(scene: Scene, being: Being, to: list[Cell], budget: int) -> Way:
    """As near as the budget allows to the nearest of these, and not through fire; around what is in the way."""
    burning = fire(scene, being)
    if burning and (way := _closer(scene, being, around(scene, being, burning), to, budget)):
        return way
    way = _closer(scene, being, ground_for(scene, being), to, budget)
    return way if burning.isdisjoint(way[-1:]) else ()


def _closer(scene: Scene, being: Being, ground: Ground, to: list[Cell], budget: int) -> Way:
    costs = ground.reach(budget)
    heights = scene.board.heights

    def away(cell: Cell) -> int:
        height = heights.get(cell, 0)
        return min(max(distance(cell, there), abs(height - heights.get(there, 0))) for there in to)

    best, goal = (away(being.at), 0), None
    for cell, spent in costs.items():
        if spent and (away(cell), spent) < best and ground.room(cell):
            best, goal = (away(cell), spent), cell
    if goal is not None:
        return ground.way(goal, costs)
    return _around(scene, being, ground, to, costs)


def _around(scene: Scene, being: Being, ground: Ground, to: list[Cell], costs: dict[Cell, int]) -> Way:
    """Along the cheapest way to any hex beside a goal, as far as the budget goes; at its foot, run up for it."""
    far = ground.reach(60)
    beside = [cell for there in to for cell in (there, *neighbours(there)) if cell in far and ground.room(cell)]
    if not beside:
        return ()
    way = ground.way(min(beside, key=lambda cell: (far[cell], cell)), far) if being.at not in beside else ()
    part = [cell for cell in way if cell in costs]
    while part and not ground.room(part[-1]):
        part.pop()
    if part and part == list(way[: len(part)]):
        return tuple(part)
    # A climb that one Move Action does not pay for: a step aside, and the metres left go on top of a Dash.
    aside = [cell for cell in neighbours(being.at) if costs.get(cell) == 1 and ground.room(cell)]
    return (aside[0],) if way and aside and not being.has_used("dash") and being.ap else ()


def toward_rim(scene: Scene, being: Being, budget: int) -> Way:
    """To the rim of the map with a metre left, or as near to it as possible."""
    ground = ground_for(scene, being)
    board = scene.board
    rim = [cell for cell in sorted(board.cells) if any(n not in board.cells for n in neighbours(cell))]
    costs = {cell: spent for cell, spent in ground.reach(budget).items() if ground.room(cell) or not spent}

    def rating(cell: Cell) -> tuple[int, int]:
        away = min(distance(cell, other) for other in rim)
        return away + (costs[cell] >= budget and not being.moves), costs[cell]

    goal = min(costs, key=rating)
    return ground.way(goal, ground.reach(budget)) if goal != being.at else ()
