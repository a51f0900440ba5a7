"""Action types: the registry of actions, and what Primary Actions, Free Actions and Reactions cost."""

from __future__ import annotations

from typing import Any

from ludex.core.action import Registry
from ludex.core.ruling import Refusal
from ludex.games.vitality.being import Being, Scene

REGISTRY = Registry()
action = REGISTRY.action
gm = REGISTRY.gm

COMBAT_MODE = "combat"
STORY_MODE = "story"
THIS_TURN = "this turn"  # when whoever's turn it is has ended, what was used up until then is given back


class Primary:
    """vt.turn.structure: the Primary Action of the turn, or one that an Effort has brought; outside combat nothing is
    counted."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if scene.mode == COMBAT_MODE and not actor.primary:
            return Refusal("the Primary Action is used up", "vt.turn.structure")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode == COMBAT_MODE:
            actor.primary -= 1
            if not actor.primary and "Pushing" in actor.states:  # the right to act out of turn is used up
                actor.keep(lambda c: c.name != "Pushing" or c.note != "primary")
            scene.cite("vt.turn.structure")


class Free:
    """vt.turn.free: no cost; each particular Free Action once per turn."""

    def __init__(self, name: str) -> None:
        self.name = name

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if actor.has_used(self.name):
            return Refusal("each Free Action is taken once per turn", "vt.turn.free")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode == COMBAT_MODE:
            actor.use(self.name, "turn")
            scene.cite("vt.turn.free")


PRIMARY = Primary()


def has_reaction(being: Being) -> bool:
    """vt.turn.structure: one Reaction, back when the own turn starts, and only for those who can act."""
    return being.reaction > 0 and not being.senseless


def spend_reaction(scene: Scene, being: Being) -> None:
    being.reaction -= 1
    scene.record("reacts", "vt.turn.structure", who=being.id)
