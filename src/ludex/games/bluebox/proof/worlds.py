"""Scenes that differ only in what a seat may not know: who lurks where, and where enemies strike hardest.

`views.py` says what is hidden; whatever a seat is told must be the same in all of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from ludex.core.board.hex import Cell, cells_of
from ludex.core.content.content import Library
from ludex.core.drawing import Pick, elsewhere, one_of, others
from ludex.core.kernel.procedure import GM
from ludex.games.bluebox.book.movement.sight import unknown_to
from ludex.games.bluebox.build.from_content import make_being
from ludex.games.bluebox.scene.views import leave_out
from ludex.games.bluebox.state import FOOTPRINTS, SHARES, Being, Scene, escalated


def worlds(scene: Scene, seat: str, pick: Pick) -> Iterator[Scene]:
    if seat == GM:
        return
    side = scene.beings[seat].side if seat in scene.beings else seat
    unseen = tuple(being.id for being in scene.beings.values() if unknown_to(being, side))
    if unseen:
        yield elsewhere(scene, unseen, room_for, pick)
        yield others(scene, unseen, stranger, pick)
        acting = (scene.turns.current, *(being.id for being in escalated(scene)))
        if not any(name in unseen for name in acting):
            yield without(scene, unseen)
    if scene.options["opt_hide_critical_areas"]:
        yield with_other_areas(scene, side, pick)


def without(scene: Scene, unseen: tuple[str, ...]) -> Scene:
    """Nobody lurks at all."""
    other = scene.fork()
    leave_out(other, frozenset(unseen))
    return other


def room_for(scene: Scene, being: Being) -> list[Cell]:
    filled: dict[Cell, int] = {}
    for there in scene.beings.values():
        if there.here and there is not being:
            for cell in there.cells:
                filled[cell] = filled.get(cell, 0) + SHARES[there.sheet.size]
    size = being.sheet.size
    return [
        cell
        for cell in sorted(scene.board.cells)
        if all(
            scene.board.open(part) and filled.get(part, 0) + SHARES[size] <= 6
            for part in cells_of(cell, FOOTPRINTS[size])
        )
    ]


def stranger(scene: Scene, lurker: Being, pick: Pick) -> None:
    """Another sheet, other wounds, other things."""
    drawn = make_being(scene.library, one_of(scene.library.all("enemy"), pick), lurker.id, lurker.side)
    sheet = lurker.sheet
    lurker.sheet = replace(drawn.sheet, size=sheet.size, pc=sheet.pc, ap=sheet.ap)
    lurker.name, lurker.mask = drawn.name, drawn.mask
    lurker.weapons, lurker.ready, lurker.damaged, lurker.fitted = drawn.weapons, drawn.ready, (), ()
    lurker.hp = 1 + pick(drawn.sheet.hp) if lurker.hp else 0
    lurker.plating, lurker.ep, lurker.focus = drawn.plating, drawn.ep, ""
    lurker.relieve("Shattered", "Unmasked", "Focused")
    lurker.reaction = bool(pick(2))


def with_other_areas(scene: Scene, side: str, pick: Pick) -> Scene:
    """bb.crit.show: the weapons that only others have strike hardest at another distance."""
    own = {name for being in scene.side_of(side) for name in being.weapons}
    theirs = {name for being in scene.beings.values() if being.side != side for name in being.weapons}
    library: Library = scene.library.copy()
    for name in sorted(theirs - own - {thing.id for thing in scene.lying}):
        weapon = library.shelves["weapon"].entries[name]
        critical = one_of(((), (1,), (2,), (3,)), pick)
        least, most = weapon.distance or (1, 1)
        if all(least <= distance <= most for distance in critical):
            library.shelves["weapon"].entries[name] = msgspec.structs.replace(weapon, critical=critical)
    other = scene.fork()
    other.library = library
    return other
