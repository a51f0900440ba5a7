"""What a seat may know, as a scene: traps of others that nobody of one's side has found are left out."""

from __future__ import annotations

from ludex.core.procedure import GM
from ludex.core.rulebook import cite
from ludex.games.vitality.being import Scene

TRAP_USES = "hidden_trap"  # the word under which traps that were set are counted


def view(scene: Scene, seat: str) -> Scene:
    """The scene as this seat may know it; the scene itself where nothing is hidden from it."""
    if seat == GM:
        return scene
    side = scene.beings[seat].side if seat in scene.beings else seat
    strangers = [being for being in scene.beings.values() if being.own_side != side]
    setters = [being.id for being in strangers if being.has_used(TRAP_USES)]
    traps = tuple([trap for trap in scene.traps if trap.found or scene.beings[trap.owner].own_side == side])
    if traps == scene.traps and not setters:
        return scene
    cite("vt.feature.hidden_trap")
    shown = scene.fork()
    shown.traps = traps
    for name in setters:
        being = shown.beings[name]
        being.used = tuple([use for use in being.used if use[0] != TRAP_USES])
    return shown
