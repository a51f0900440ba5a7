"""Where one is out of harm's way: what enemies could do to somebody in their next turns, place by place."""

from __future__ import annotations

from functools import lru_cache

from ludex.core.board.hex import Cell, cells_of, gap, within
from ludex.games.bluebox.book.movement.ground import cannot_move, speed
from ludex.games.bluebox.book.movement.steps import watchers_of
from ludex.games.bluebox.foe.places import DANGER, STRUCK, Table, Way, around, fire
from ludex.games.bluebox.state import FOOTPRINTS, Being, Scene

SAFER = 1.5  # by how much less must come to be worth the way
THERE = 0.3  # of what an enemy could do: the part that they can do without a step


@lru_cache(maxsize=1 << 14)
def after_moving(table: Table, metres: int) -> Table:
    """The most that something is worth at each distance to who moves first."""
    last = len(table)
    return tuple([max(table[max(0, away - metres) : min(last, away + metres + 1)]) for away in range(last)])


@lru_cache(maxsize=1 << 14)
def threat(table: Table, metres: int, actions: int) -> Table:
    """What an enemy takes from somebody at each distance, in a turn."""
    moved = after_moving(table, metres)
    return tuple([actions * (THERE * at + (1 - THERE) * most) for at, most in zip(table, moved, strict=True)])


def pace(scene: Scene, being: Being) -> int:
    """How far somebody comes in their next turn."""
    return speed(scene, being) if cannot_move(being) is None else 0


def safest(
    scene: Scene, being: Being, threats: list[tuple[Being, Table]], own: list[tuple[Being, Table]], budget: int
) -> Way:
    """The way to where least comes and most can still be done from; nothing where that is no better than to stay."""
    burning = fire(scene, being)
    ground = around(scene, being, burning)
    footprint = FOOTPRINTS[being.sheet.size]
    costs = ground.reach(budget)

    def worth(cell: Cell) -> float:
        body = cells_of(cell, footprint)
        found = -sum([table[min(gap(body, enemy.cells), len(table) - 1)] for enemy, table in threats])
        return found + max([table[min(gap(body, enemy.cells), len(table) - 1)] for enemy, table in own], default=0.0)

    here = worth(being.at) - (DANGER if not burning.isdisjoint(being.cells) else 0.0)
    rated = sorted(
        [(worth(cell) - 0.01 * spent, -spent, cell) for cell, spent in costs.items() if spent and ground.room(cell)],
        reverse=True,
    )
    best: tuple[float, Way] = (here + SAFER, ())
    watched = [
        {near for cell in enemy.cells for near in within(cell, reach)} for enemy, reach in watchers_of(scene, being)
    ]
    for found, _, cell in rated[:6]:
        if found <= best[0]:
            break
        path = ground.way(cell, costs)
        struck = STRUCK * sum([len(near.intersection(path)) > 1 for near in watched])
        if found - struck > best[0]:
            best = found - struck, path
    return best[1]
