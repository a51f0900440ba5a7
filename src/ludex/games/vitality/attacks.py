"""Attacks. A placeholder with the agreed names, so that the package runs: V2 writes this file anew."""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.board.cells import Cell
from ludex.games.vitality.being import Scene


class Blow(NamedTuple):
    by: str
    attack: str
    targets: tuple[str, ...]
    how: str = "attack"
    origin: Cell | None = None
    melee: str = ""
    left: int = 0


def declare(scene: Scene, blow: Blow) -> None:
    scene.record("declares", "vt.attack.order", by=blow.by, attack=blow.attack, targets=blow.targets)
