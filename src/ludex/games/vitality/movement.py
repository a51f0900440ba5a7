"""Movement. A placeholder with the agreed names, so that the package runs: V5 writes this file anew."""

from __future__ import annotations

from ludex.core.agenda import step
from ludex.core.board.cells import Cell
from ludex.core.ruling import Refusal
from ludex.games.vitality.being import Being, Scene
from ludex.games.vitality.traps import spring_traps


def cannot_move(scene: Scene, being: Being) -> Refusal | None:
    return Refusal(f"{being.name} is Grabbed", "vt.cond.grab") if "Grabbed" in being.states else None


def room(scene: Scene, being: Being, cell: Cell, height: int) -> bool:
    taken = [(o.at, o.height) for o in scene.beings.values() if o.here and o is not being]
    return scene.board.open(cell) and (cell, height) not in taken


def arrive(scene: Scene, being: Being, cell: Cell, height: int) -> None:
    being.at, being.height = cell, height


def farthest(scene: Scene, being: Being, source: Being, spaces: int) -> tuple[Cell, ...]:
    return ()


@step("vt.move.speed")
async def walk(scene: Scene, being: Being, path: tuple[Cell, ...], how: str) -> None:
    arrive(scene, being, path[0], being.height)
    spring_traps(scene, being)
    if path[1:]:
        scene.next(walk(being, path[1:], how))


def refuse_path(scene: Scene, being: Being, path: tuple[Cell, ...], spaces: int, how: str) -> Refusal | None:
    return None


def reachable(scene: Scene, being: Being, spaces: int) -> dict[Cell, int]:
    return {}


def flies(scene: Scene, being: Being) -> bool:
    return False
