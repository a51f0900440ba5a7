"""What `ludex check` asks of Vitality: the ids that entries name, and who stands where in a scene."""

from __future__ import annotations

from ludex.core.content import Fault
from ludex.core.references import Check
from ludex.games.vitality.being import Scene

REFERENCES: dict[str, Check] = {}


def misplaced(scene: Scene) -> list[Fault]:
    """vt.move.board: everybody begins in an open space of its own."""
    found = []
    taken: dict[tuple[int, int, int], str] = {}
    for being in scene.beings.values():
        if not being.here or being.is_wall:
            continue
        spot = f"beings.{being.id}.at"
        if not scene.board.open(being.at):
            found.append(Fault(spot, f"{list(being.at)} is no open space", "vt.move.board"))
        other = taken.setdefault((*being.at, being.height), being.id)
        if other != being.id:
            found.append(Fault(spot, f"{other} stands there", "vt.move.board"))
    return found
