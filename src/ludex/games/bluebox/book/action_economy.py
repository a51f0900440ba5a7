"""Actions and action economy: the registry of actions, and what they cost."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludex.core.kernel.action import Registry
from ludex.core.kernel.ruling import Refusal
from ludex.games.bluebox.state import Being, Scene

REGISTRY = Registry()
action = REGISTRY.action
gm = REGISTRY.gm


class Ap(NamedTuple):
    """bb.ap.points: Action Points. Outside combat nothing is counted; an escalated action is free."""

    points: int

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if scene.mode != "combat":
            return None
        if "Escalated" in actor.states:
            return (
                None if self.points == 1 else Refusal("an escalated action is a 1 AP action", "bb.escalation.activate")
            )
        if actor.ap < self.points:
            return Refusal(f"it costs {self.points} AP, and {actor.ap} AP are left", "bb.ap.points")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode != "combat":
            return
        if "Escalated" in actor.states:
            alone = scene.options["opt_escalation_single_action"]  # one action of the party in all
            for member in scene.side_of(actor.side) if alone else (actor,):
                member.relieve("Escalated")
            scene.record("escalated", "bb.escalation.activate", who=actor.id)
        else:
            actor.ap -= self.points


class Free:
    """bb.ap.free_actions: no AP; each once per turn."""

    def __init__(self, name: str) -> None:
        self.name = name

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if actor.has_used(self.name):
            return Refusal("each Free Action is used once per turn", "bb.ap.free_actions")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode == "combat":
            actor.use(self.name, "turn")
        scene.record("free_action", "bb.ap.free_actions", who=actor.id)
