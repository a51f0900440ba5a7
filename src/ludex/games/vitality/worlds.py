"""Worlds that differ only in what a seat may not know: where the traps of others lie, and whether there are any."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ludex.core.drawing import one_of
from ludex.core.procedure import GM
from ludex.games.vitality.being import Being, Scene, Trap
from ludex.games.vitality.boon_effects import Trap as TrapKnack
from ludex.games.vitality.features import knack
from ludex.games.vitality.views import TRAP_USES


def worlds(scene: Scene, seat: str, pick: Callable[[int], int]) -> Iterator[Scene]:
    """The traps that a seat does not know of lie elsewhere, or nowhere, or there is one more."""
    if seat == GM:
        return
    side = scene.beings[seat].side if seat in scene.beings else seat
    known = tuple([trap for trap in scene.traps if trap.found or scene.beings[trap.owner].own_side == side])
    hidden = [trap for trap in scene.traps if trap not in known]
    cells = sorted(cell for cell in scene.board.cells if scene.board.open(cell))
    if hidden:
        yield with_traps(scene, known)
        yield with_traps(scene, (*known, *[replace(trap, at=one_of(cells, pick)) for trap in hidden]))
    setters = [b for b in scene.beings.values() if b.own_side != side and sets_traps(scene, b)]
    if setters:
        owner = one_of(setters, pick)
        trap = Trap(owner.id, one_of(owner.sheet.attacks, pick).id, one_of(cells, pick))
        other = with_traps(scene, (*scene.traps, trap))
        other.beings[owner.id].use(TRAP_USES, "rest")
        yield other


def sets_traps(scene: Scene, being: Being) -> bool:
    return bool(being.sheet.attacks) and knack(scene, being, TrapKnack) is not None


def with_traps(scene: Scene, traps: tuple[Trap, ...]) -> Scene:
    other = scene.fork()
    other.traps = traps
    return other
