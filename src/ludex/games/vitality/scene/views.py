"""What a seat may know, as a scene: not the traps of others that nobody of one's side has found, nor what was paid for
them without anybody seeing it, nor what enemies have prepared.

vt.feature.hidden_trap, vt.act.prepare. HP, Efforts, auras and companions that somebody gives are seen by all.
"""

from __future__ import annotations

from dataclasses import replace

from ludex.core.board.covering import Places, outside, without_cells
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import cite
from ludex.games.vitality.book.attacks.limits import HEAL, USES
from ludex.games.vitality.book.characters.features import knack
from ludex.games.vitality.records.boon_effects import Trap as TrapKnack
from ludex.games.vitality.state import TRAP_USES, UNKNOWN, Being, Prepared, Scene


def view(scene: Scene, seat: str) -> Scene:
    """The scene as this seat may know it; the scene itself where nothing is hidden from it."""
    if seat == GM:
        return scene
    secretive = [being for being in scene.beings.values() if being.used or being.prepared is not None]
    if not secretive and not scene.traps:
        return scene
    side = scene.beings[seat].side if seat in scene.beings else seat
    others = [being for being in secretive if being.own_side != side]
    used = {being.id: uses for being in others if (uses := known_uses(scene, being, side)) != being.used}
    waiting = [being.id for being in others if being.prepared is not None]
    traps = scene.traps
    if traps:
        traps = tuple([trap for trap in traps if trap.found or scene.beings[trap.owner].own_side == side])
    if traps == scene.traps and not used and not waiting:
        return scene
    shown = scene.fork()
    shown.traps = traps
    if used or traps != scene.traps:
        cite("vt.feature.hidden_trap")
    for name, uses in used.items():
        shown.beings[name].used = uses
    for name in waiting:
        cite("vt.act.prepare")
        shown.beings[name].prepared = Prepared(Command(name, "prepare"), UNKNOWN)
    return shown


def known_uses(scene: Scene, being: Being, side: str) -> tuple[tuple[str, str], ...]:
    """What others know to be used up: whoever sets traps may have paid with it for one. Who decides for it knows all
    but the traps."""
    if knack(scene, being, TrapKnack) is None:
        return being.used
    hidden = (TRAP_USES,) if being.side == side else (TRAP_USES, HEAL)
    uses = [use for use in being.used if use[0] not in hidden]
    return tuple([use for use in uses if being.side == side or not use[0].startswith(USES)])


def cover(scene: Scene, places: Places, unseen: frozenset[str]) -> None:
    """Take spaces out of a view, with all that is there."""
    scene.leave_out(unseen)
    scene.board = without_cells(scene.board, places)
    scene.civilians, scene.tunnels = outside(scene.civilians, places), outside(scene.tunnels, places)
    scene.portals = tuple([each for each in scene.portals if places.isdisjoint((each.one, each.other))])
    scene.hazards = tuple(
        [replace(each, cells=left) for each in scene.hazards if (left := outside(each.cells, places))]
    )
    scene.traps = tuple([trap for trap in scene.traps if trap.at not in places])
    scene.wards = tuple([replace(ward, cells=left) for ward in scene.wards if (left := outside(ward.cells, places))])
    scene.things = tuple([thing for thing in scene.things if thing.at not in places])
