"""Where one is out of harm's way: what enemies could do to somebody in their next turns, place by place."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from ludex.core.board.hex import Cell, cells_of, gap, within
from ludex.games.bluebox.book.movement.ground import cannot_move, speed
from ludex.games.bluebox.book.movement.steps import watchers_of
from ludex.games.bluebox.foe.places import DANGER, STRUCK, TRIED, Table, Way, around, fire
from ludex.games.bluebox.state import FOOTPRINTS, Being, Scene

SAFER = 1.5  # by how much less must come to be worth the way


@lru_cache(maxsize=1 << 14)
def in_a_turn(table: Table, metres: int, actions: int) -> Table:
    """The most that so many actions are worth at each distance to who moves first."""
    last = len(table)
    return tuple([actions * max(table[max(0, away - metres) : min(last, away + metres + 1)]) for away in range(last)])


def pace(scene: Scene, being: Being) -> int:
    """How far somebody comes in their next turn."""
    return speed(scene, being) if cannot_move(being) is None else 0


class Reach(NamedTuple):
    """What an enemy could do to somebody in a turn, or they to that enemy, at each distance."""

    enemy: Being
    table: Table

    def differs(self, scene: Scene, being: Being, budget: int) -> bool:
        """Does it matter for it where within the budget that being goes?"""
        away = scene.distance(being, self.enemy)
        there = self.table[max(0, away - budget) : away + budget + 2]
        return bool(there) and min(there) < max(there)

    def away(self, scene: Scene, being: Being) -> Callable[[Cell], int]:
        """How far the enemy is from that being, if it stands in a cell."""
        footprint, body = FOOTPRINTS[being.sheet.size], self.enemy.cells
        if len(footprint) == len(body) == 1:
            return scene.board.away(self.enemy.at).__getitem__
        return lambda cell: gap(cells_of(cell, footprint), body)


def safest(scene: Scene, being: Being, threats: list[Reach], own: list[Reach], budget: int) -> Way:
    """The way to where least comes and most can still be done from; nothing where that is no better than to stay."""
    threats = [threat for threat in threats if threat.differs(scene, being, budget)]
    if not threats:
        return ()
    if not any(reach.differs(scene, being, budget) for reach in own):
        own = []
    burning = fire(scene, being)
    ground = around(scene, being, burning)
    costs = ground.reach(budget)
    harm = [(threat.table, threat.away(scene, being)) for threat in threats]
    gain = [(reach.table, reach.away(scene, being)) for reach in own]

    def worth(cell: Cell) -> float:
        most = max([table[far] for table, away in gain if (far := away(cell)) < len(table)], default=0.0)
        return most - sum([table[far] for table, away in harm if (far := away(cell)) < len(table)])

    best = worth(being.at) - (DANGER if not burning.isdisjoint(being.cells) else 0.0) + SAFER
    rated = [(found, -spent, cell) for cell, spent in costs.items() if spent and (found := worth(cell)) > best]
    if not rated:
        return ()
    rated.sort(reverse=True)
    watched = [
        {near for cell in enemy.cells for near in within(cell, reach)} for enemy, reach in watchers_of(scene, being)
    ]
    chosen: Way = ()
    for found, _, cell in rated[:TRIED]:
        if found <= best:
            break
        if not ground.room(cell):
            continue
        path = ground.way(cell, costs)
        price = STRUCK * sum([len(near.intersection(path)) > 1 for near in watched])
        if found - price > best:
            best, chosen = found - price, path
    return chosen
