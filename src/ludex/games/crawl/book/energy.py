"""Effort: the registry of actions, and what is paid in energy points."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludex.core.kernel.action import Registry
from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Refusal
from ludex.games.crawl.state import Being, Scene

REGISTRY = Registry()
action = REGISTRY.action
gm = REGISTRY.gm

FIGHT, ADVENTURE, DOWNTIME = "fight", "adventure", "downtime"
PLAYED = (FIGHT, ADVENTURE)  # what beings do wherever they are
CALM = (ADVENTURE, DOWNTIME)  # what takes more time than a fight leaves


def lost_its_turn(scene: Scene, being: Being) -> bool:
    """tc.staggered: is the turn under way forfeited? Then what was begun is not carried on."""
    return scene.turns.lost and scene.turns.current == being.id


def refuse_ep(scene: Scene, actor: Being, points: int, rule: str = "tc.ep.spend") -> Refusal | None:
    """tc.skill.ep_cost: outside initiative nothing is counted."""
    if scene.mode == FIGHT and actor.ep < points:
        return Refusal(f"it costs {points} EP, with {actor.ep} EP left", rule)
    return None


def pay_ep(scene: Scene, actor: Being, points: int, rule: str = "tc.ep.spend") -> None:
    if scene.mode == FIGHT and points:
        actor.ep -= points
        actor.run_up = ()  # tc.jump.running: whatever is done in between ends it
        if scene.turns.current == actor.id:
            actor.spent = True
        scene.record("pays", rule, who=actor.id, ep=points, left=actor.ep)


@step("tc.ep.spend")
async def owed(scene: Scene) -> None:
    """Stands on the agenda for a price that the action itself collects when it is due; waived, it is not there."""


def owe(scene: Scene) -> None:
    scene.next(owed())


def collect(scene: Scene) -> bool:
    """Whether a price is owed for the action that has begun; it is then the action's to pay."""
    due = owed()
    waits = due in scene.agenda
    if waits:
        scene.agenda = tuple([entry for entry in scene.agenda if entry != due])
    return waits


class Ep(NamedTuple):
    """tc.ep.spend: energy points."""

    points: int

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return refuse_ep(scene, actor, self.points)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        pay_ep(scene, actor, self.points)


class Small:
    """tc.turn.duration: no energy, but few of them fit into a turn."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        most = scene.options["opt_small_actions"]
        if scene.mode == FIGHT and isinstance(most, int) and actor.small >= most:
            return Refusal("no more small actions fit into this turn", "tc.turn.duration")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode == FIGHT and isinstance(scene.options["opt_small_actions"], int):
            actor.small += 1
        scene.cite("tc.turn.duration")


class Movement:
    """tc.turn.movement_action: the first of a turn is free, each further one costs 1 EP. What begins one
    gives up the cells that are left of the last."""

    def points(self, scene: Scene, actor: Being) -> int:
        return 1 if actor.moved or scene.options["opt_move_costs_ep"] else 0

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if scene.mode != FIGHT:
            return None
        if actor.moved and scene.options["opt_single_move"]:
            return Refusal("one movement action in a turn", "tc.turn.movement_action")
        return refuse_ep(scene, actor, self.points(scene, actor), "tc.turn.movement_action")

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode == FIGHT:
            pay_ep(scene, actor, self.points(scene, actor), "tc.turn.movement_action")
            actor.moved = True
            actor.give_up_movement()
            scene.cite("tc.turn.movement_action")


MOVEMENT = Movement()
SMALL = Small()
