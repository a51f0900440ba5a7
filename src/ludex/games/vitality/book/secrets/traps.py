"""Traps that lie in the ground: whose they are, how hard they are to deal with, and stepping on one.

vt.feature.hidden_trap. What a trap does is in `wards.py`, which answers the event `trap`; whoever moves somebody need
know no more than this.
"""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.timing import Event, happens
from ludex.games.vitality.book.characters.scores import tier
from ludex.games.vitality.book.characters.space import ground
from ludex.games.vitality.state import Being, Scene, Trap


def spring_traps(scene: Scene, being: Being) -> None:
    """Somebody enters a space on the ground: traps of its enemies there go off."""
    if not scene.traps or being.height > ground(scene, being.at) or "Underground" in being.states:
        return
    for trap in enemy_traps(scene, being):
        if trap.at == being.at:
            happens(scene, Event("trap", being.id, trap.owner, (("at", trap.at),)))


def enemy_traps(scene: Scene, being: Being) -> list[Trap]:
    return [trap for trap in scene.traps if scene.beings[trap.owner].own_side != being.own_side]


def trap_of(scene: Scene, owner: str, at: object) -> Trap | None:
    return next((trap for trap in scene.traps if trap.owner == owner and trap.at == at), None)


def trap_number(scene: Scene, trap: Trap) -> int:
    """What a check to notice, avoid or disarm it must reach: twice the owner's Tier."""
    return 2 * tier(scene, scene.beings[trap.owner])


def find(scene: Scene, trap: Trap) -> None:
    """From now on its enemies know of it."""
    scene.traps = tuple([replace(other, found=True) if other == trap else other for other in scene.traps])


def remove(scene: Scene, trap: Trap) -> None:
    scene.traps = tuple([other for other in scene.traps if other != trap])
