"""Diving for cover: a jump into a cell that cover protects."""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import step
from ludex.games.crawl.book.dice import strict
from ludex.games.crawl.book.energy import FIGHT, lost_its_turn
from ludex.games.crawl.book.map.ground import can_stand
from ludex.games.crawl.book.movement.jumping import FORWARD, difficulty, flight, may_jump, metres_of
from ludex.games.crawl.book.movement.steps import place, tell_of_move
from ludex.games.crawl.book.turns.openings import leaving
from ludex.games.crawl.state import Being, Scene

LOOKED_FOR = 3  # cells: beyond that hardly any roll would do


def to_dive(scene: Scene, actor: Being) -> list[Cell]:
    """The cells next to cover, with room for somebody, that a jump can reach."""
    if not scene.cover or may_jump(scene, actor) is not None:
        return []
    near = [cell for cell in scene.board.within(actor.at, LOOKED_FOR)[1:] if protected(scene, cell)]
    return sorted([cell for cell in near if has_room(scene, actor, cell)])


def protected(scene: Scene, cell: Cell) -> bool:
    return any([scene.cover_at(side) is not None for side in scene.board.neighbours(cell)])


def has_room(scene: Scene, actor: Being, cell: Cell) -> bool:
    return can_stand(scene, actor, cell, known_to=actor.side) and flight(scene, actor, cell) is not None


def dive_difficulty(scene: Scene, actor: Being, cell: Cell) -> int:
    """tc.jump.forward: that of a jump so far, to be exceeded."""
    scene.cite("tc.jump.forward")
    number = difficulty(scene, actor, FORWARD, metres_of(scene, actor, FORWARD, cell))
    return number + 1 if number and strict(scene) else number


def dive(scene: Scene, actor: Being, cell: Cell) -> None:
    """Out of the own cell, past whoever threatens it, and into cover."""
    if scene.mode == FIGHT:
        leaving(scene, actor, actor.at)
    scene.next(land(actor, cell))


@step("tc.jump.forward")
async def land(scene: Scene, actor: Being, cell: Cell) -> None:
    """It may have been stopped on the way out, or somebody unseen be in the way."""
    if lost_its_turn(scene, actor):
        return
    if actor.here and may_jump(scene, actor) is None and can_stand(scene, actor, cell):
        origin = actor.at
        scene.record("dives", "tc.jump.forward", who=actor.id, to=cell)
        place(scene, actor, cell)
        tell_of_move(scene, actor, origin)
