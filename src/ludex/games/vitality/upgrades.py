"""Upgrades. A placeholder with the agreed names, so that the package runs: V3 writes this file anew."""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.scene import Until
from ludex.games.vitality.arsenal import Built
from ludex.games.vitality.being import Being, Scene
from ludex.games.vitality.blows import Blow, Hit
from ludex.games.vitality.effects import Pierce, Repeat


def excess_bonus(scene: Scene, attacker: Being, attack: Built, excess: int) -> int:
    return 0


def dealt(scene: Scene, attacker: Being, attack: Built, target: Being, difference: int) -> int:
    return difference


def pierces(attack: Built) -> bool:
    return attack.part(Pierce) is not None


def lasts(
    scene: Scene, attacker: Being, attack: Built, target: Being, until: Until | None, margin: int
) -> Until | None:
    return until


def after_damage(scene: Scene, blow: Blow, target: Being, lost: int) -> None: ...


def after_hit(scene: Scene, blow: Blow, hit: Hit) -> None: ...


def leap(scene: Scene, attacker: Being, attack: Built, target: Being) -> tuple[Cell, ...]:
    return ()


def repeats(attack: Built) -> int:
    found = attack.part(Repeat)
    return found.times if found is not None else 1
