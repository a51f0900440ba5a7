"""Spaces that an attack has made hazardous: where they lie, who comes into them, and when they are gone.

vt.up.environmental. What a hazard does is in `lingering.py`, which answers the event `hazard`; whoever moves somebody
need know no more than this.
"""

from __future__ import annotations

from collections.abc import Mapping

from ludex.core.board.cells import Cell
from ludex.core.kernel.timing import Event, happens
from ludex.games.vitality.book.attacks.blow import HAZARD
from ludex.games.vitality.book.characters.space import cells_of, top_of
from ludex.games.vitality.state import Being, Hazard, Scene


def enter_hazards(scene: Scene, being: Being) -> None:
    """Somebody enters a space or ends a turn there: every hazard in it has its effect, once in this turn."""
    if not scene.hazards or being.is_wall:
        return
    found = [(hazard.owner, hazard.attack) for hazard in scene.hazards if lies_in(being, hazard)]
    for owner, attack in dict.fromkeys(found):
        happens(scene, Event(HAZARD, being.id, owner, (("attack", attack),)))


def lies_in(being: Being, hazard: Hazard) -> bool:
    """Is somebody in one of its spaces, no higher or lower than it reaches?"""
    return (
        any([cell in hazard.cells for cell in cells_of(being)])
        and max(being.height - hazard.height, hazard.height - top_of(being)) <= hazard.reach
        and "Underground" not in being.states
    )


def clear_hazards(scene: Scene, owner: Being) -> None:
    """The owner's next turn starts: their hazards are gone."""
    if any([hazard.owner == owner.id for hazard in scene.hazards]):
        scene.hazards = tuple([hazard for hazard in scene.hazards if hazard.owner != owner.id])
        scene.record("hazard_ends", "vt.up.environmental", owner=owner.id)


def lay(scene: Scene, owner: Being, attack: str, levels: Mapping[Cell, tuple[int, int]]) -> None:
    """Spaces become hazardous, each at a height and so far up and down; those of one attack that lie alike are one
    hazard."""
    alike: dict[tuple[int, int], set[Cell]] = {}
    for cell, level in levels.items():
        alike.setdefault(level, set()).add(cell)
    others = []
    for hazard in scene.hazards:
        same = (hazard.owner, hazard.attack) == (owner.id, attack) and (hazard.height, hazard.reach) in alike
        if same:
            alike[hazard.height, hazard.reach].update(hazard.cells)
        else:
            others.append(hazard)
    fresh = [Hazard(owner.id, attack, tuple(sorted(cells)), height, reach) for (height, reach), cells in alike.items()]
    scene.hazards = (*others, *fresh)
    cells = tuple(sorted({cell for hazard in fresh for cell in hazard.cells}))
    scene.record("hazardous", "vt.up.environmental", owner=owner.id, attack=attack, cells=cells)
