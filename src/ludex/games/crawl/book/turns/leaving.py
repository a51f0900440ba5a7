"""Leaving a fight over the edge of the board."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Refusal
from ludex.games.crawl.book.characters.core_aspects import immobile
from ludex.games.crawl.book.conditions import afflict, end, held_by
from ludex.games.crawl.book.energy import FIGHT, MOVEMENT, action, lost_its_turn
from ludex.games.crawl.book.turns.openings import leaving
from ludex.games.crawl.state import Being, Scene


class OneStep:
    """A cell of the movement action under way, or a new one."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return MOVEMENT.refusal(scene, actor, args) if actor.steps < 1 else None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if actor.steps < 1:
            MOVEMENT.pay(scene, actor, args)
        else:
            actor.steps -= 1


def may_leave(scene: Scene, actor: Being) -> Refusal | None:
    if not any([cell in scene.exits for cell in scene.cells(actor)]):
        return Refusal(f"{actor.name} does not stand at an exit", "tc.turn.movement_action")
    for name, rule in (("Grappled", "tc.grappled"), ("Grabbed", "tc.grab.held"), ("Pinned", "tc.crush")):
        if name in actor.states:
            return Refusal(f"{actor.name} is {name.lower()}", rule)
    return Refusal("it carries too much to move", "tc.equip.encumbrance") if immobile(scene, actor) else None


@action("leave", rule="tc.turn.movement_action", cost=OneStep(), may=may_leave, modes=(FIGHT,), label="Leave the fight",
        tags=("flees", "gives_up"))  # fmt: skip
async def leave(scene: Scene, actor: Being) -> None:
    """One more step, and away; whoever threatens the exit may still strike."""
    leaving(scene, actor, actor.at)
    scene.next(get_away(actor))


@step("tc.turn.movement_action")
async def get_away(scene: Scene, actor: Being) -> None:
    if actor.senseless or not actor.here or lost_its_turn(scene, actor) or may_leave(scene, actor) is not None:
        return
    for other in held_by(scene, actor):
        for name in ("Grabbed", "Grappled"):
            end(scene, other, name, source=actor.id)
    afflict(scene, actor, "Fled")
    scene.turns = scene.turns.end()
    scene.maybe_over = True
