"""Teleporting: gone from one place, and a little later there in another."""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.kernel.scene import Until
from ludex.games.crawl.book.characters.skills import Skill
from ludex.games.crawl.book.conditions import afflict, end, held_by
from ludex.games.crawl.book.energy import FIGHT
from ludex.games.crawl.book.map.ground import can_stand
from ludex.games.crawl.book.movement.steps import place
from ludex.games.crawl.state import Being, Scene

RULE = "tc.aspect.definition"


def teleport(scene: Scene, being: Being, made: Skill, cell: Cell) -> None:
    """Nobody holds it any longer, and no weight does (tc.crush). In a fight it is nowhere until so many of its turns
    begin; without delay, or where time is not counted, it is there at once."""
    for name in ("Grabbed", "Grappled"):
        end(scene, being, name)
        for other in held_by(scene, being):
            end(scene, other, name, source=being.id)
    end(scene, being, "Pinned")
    being.arrives = cell
    scene.record("teleports", RULE, who=being.id, to=cell, delay=made.delay)
    if made.delay and scene.mode == FIGHT:
        afflict(scene, being, "Away", until=Until("start of turn", being.id, made.delay))
        scene.turns = scene.turns.end()
    else:
        arrive(scene, being)


def arrive(scene: Scene, being: Being) -> None:
    """It comes to be where it wanted to, or in the nearest cell with room for it."""
    if being.arrives is None:
        return
    end(scene, being, "Away")
    cell = with_room(scene, being, being.arrives)
    being.arrives = None
    scene.record("arrives", RULE, who=being.id, at=cell)
    being.at = cell
    place(scene, being, cell)


def with_room(scene: Scene, being: Being, cell: Cell) -> Cell:
    """The cell itself, or the nearest one where it can stand."""
    fit = [one for one in sorted(scene.board.cells) if can_stand(scene, being, one)]
    return min(fit, key=lambda one: (scene.board.distance(cell, one), one), default=being.at)
