"""Worlds that differ only in what a seat may not know: where the traps of others lie, whether there are any, and what
others have prepared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ludex.core.drawing import one_of
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.games.vitality.book.attacks.built import attack_of
from ludex.games.vitality.book.attacks.limits import pay
from ludex.games.vitality.book.characters.features import knack
from ludex.games.vitality.records.boon_effects import Trap as TrapKnack
from ludex.games.vitality.state import TRAP_USES, Being, Prepared, Scene, Trap

UNSEEN = frozenset({"pay_heal_use", "uses_per_minute_rest"})  # prices that nobody sees


def worlds(scene: Scene, seat: str, pick: Callable[[int], int]) -> Iterator[Scene]:
    """The traps that a seat does not know of lie elsewhere, or nowhere, or there is one more; what its enemies have
    prepared is something else."""
    if seat == GM:
        return
    side = scene.beings[seat].side if seat in scene.beings else seat
    known = tuple([trap for trap in scene.traps if trap.found or scene.beings[trap.owner].own_side == side])
    hidden = [trap for trap in scene.traps if trap not in known]
    cells = sorted(cell for cell in scene.board.cells if scene.board.open(cell))
    if hidden:
        yield with_traps(scene, known)
        yield with_traps(scene, (*known, *[replace(trap, at=one_of(cells, pick)) for trap in hidden]))
    setters = [b for b in scene.beings.values() if side not in (b.own_side, b.side) and attacks_to_set(scene, b)]
    if setters:
        owner = one_of(setters, pick)
        name = one_of(attacks_to_set(scene, owner), pick)
        other = with_traps(scene, (*scene.traps, Trap(owner.id, name, one_of(cells, pick))))
        setter = other.beings[owner.id]
        setter.use(TRAP_USES, "rest")
        pay(other, setter, attack_of(other, setter, name))
        yield other
    waiting = [b.id for b in scene.beings.values() if b.own_side != side and b.prepared is not None]
    if waiting:
        other = scene.fork()
        for name in waiting:
            other.beings[name].prepared = Prepared(Command(name, "dodge"), "attacked")
        yield other


def attacks_to_set(scene: Scene, being: Being) -> list[str]:
    """The attacks that somebody could have put into a trap without anybody seeing what they cost."""
    if knack(scene, being, TrapKnack) is None:
        return []
    built = [attack_of(scene, being, attack.id) for attack in being.sheet.attacks]
    return [attack.id for attack in built if all(need.test in UNSEEN for lim in attack.limits for need in lim.needs)]


def with_traps(scene: Scene, traps: tuple[Trap, ...]) -> Scene:
    other = scene.fork()
    other.traps = traps
    return other
