"""A minute to breathe, or the rest of the setting, as a sensible party takes it: first whoever can heals."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.games.vitality.book.abilities.abilities import fits_heal, may_heal, refuse_healing, within_heal
from ludex.games.vitality.book.characters.features import ability, boon_effect
from ludex.games.vitality.book.characters.space import ground
from ludex.games.vitality.book.movement.footing import room
from ludex.games.vitality.book.turns.leading import active_party
from ludex.games.vitality.records.boon_effects import Heal, Mechanical
from ludex.games.vitality.state import PARTY, Being, Scene

RESTS = ("breather", "full")


def resting_party(scene: Scene, kind: str) -> Iterator[Command]:
    """vt.trait.robot: as long as somebody is awake, Robots are mended while the others rest."""
    yield from tend(scene, spares=kind == "breather")
    if kind == "breather":
        yield Command(GM, "breather")
    else:
        robots = [b.id for b in scene.side_of(PARTY) if b.here and boon_effect(scene, b, Mechanical) is not None]
        yield command(GM, "rest", minutes=0, repaired=tuple(robots) if active_party(scene) else ())


def tend(scene: Scene, spares: bool) -> Iterator[Command]:
    """vt.ability.heal: `spares`: for those who need a whole use of it, and no use is lost. A rest gives all of them
    back."""
    for healer in active_party(scene):
        found = ability(scene, healer, Heal)
        least = found[2].hp if found is not None and spares else 1
        while may_heal(scene, healer) is None and not healer.senseless:
            patient = worst_off(scene, least)
            if patient is None:
                break
            yield from go_to(scene, healer, patient)
            if fits_heal(scene, healer, patient, ()) is not None:
                break  # nobody gets at this one
            yield command(healer.id, "heal", target=patient.id)


def worst_off(scene: Scene, least: int) -> Being | None:
    """Who lacks most HP, and no fewer than this; who is down comes first."""
    hurt = [
        member
        for member in scene.side_of(PARTY)
        if refuse_healing(scene, member) is None and (member.sheet.hp - member.hp >= least or member.hp < 1)
    ]
    return min(hurt, key=lambda member: (member.hp > 0, member.hp - member.sheet.hp), default=None)


def go_to(scene: Scene, healer: Being, patient: Being) -> Iterator[Command]:
    """Beside somebody: nothing hurries any more."""
    found = ability(scene, healer, Heal)
    if found is not None and not within_heal(scene, healer, patient, found[2].range):
        cell = beside(scene, healer, patient)
        if cell is not None:
            yield command(GM, "place", being=healer.id, at=cell)


def beside(scene: Scene, healer: Being, patient: Being) -> Cell | None:
    """A free space next to somebody, about as high."""
    around = [cell for cell in scene.board.neighbours(patient.at) if scene.board.open(cell)]
    near = [cell for cell in around if abs(ground(scene, cell) - patient.height) <= 1]
    return next((cell for cell in near if room(scene, healer, cell, ground(scene, cell))), None)
