"""Action types: the registry of actions, and what Primary Actions, Free Actions and Reactions cost."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.action import Registry
from ludex.core.kernel.ruling import Refusal
from ludex.games.vitality.state import Being, Scene

REGISTRY = Registry()
action = REGISTRY.action
gm = REGISTRY.gm

COMBAT_MODE = "combat"
STORY_MODE = "story"
THIS_TURN = "this turn"  # when whoever's turn it is has ended, what was used up until then is given back
NEXT_TURN = "next turn"  # when anybody's turn starts
EXTRA_REACTION = ("extra reaction", NEXT_TURN)


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
    """vt.turn.free: no cost; each particular Free Action once per turn. `each`: so many of its arguments, from the
    first on, tell one particular Free Action from another: which bonus, which wall."""

    def __init__(self, name: str, *, each: int = 0) -> None:
        self.name = name
        self.each = each

    def word(self, args: tuple[Any, ...]) -> str:
        return " ".join([self.name, *[str(getattr(arg, "id", arg)) for arg in args[: self.each]]])

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if actor.has_used(self.word(args)):
            return Refusal("each Free Action is taken once per turn", "vt.turn.free")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode == COMBAT_MODE:
            actor.use(self.word(args), "turn")
            scene.cite("vt.turn.free")


PRIMARY = Primary()


def has_reaction(being: Being) -> bool:
    """vt.turn.structure: one Reaction, back when the own turn starts, and only for those who can act."""
    return being.reaction > 0 and not being.senseless


def spend_reaction(scene: Scene, being: Being) -> None:
    being.reaction -= 1
    if EXTRA_REACTION in being.used:  # what would be lost with the turn is used first
        place = being.used.index(EXTRA_REACTION)
        being.used = being.used[:place] + being.used[place + 1 :]
    scene.record("reacts", "vt.turn.structure", who=being.id)


def gain_reaction(being: Being) -> None:
    """vt.effort.extra_action: a Reaction more, noted to be lost with the turn."""
    being.reaction += 1
    being.use(*EXTRA_REACTION)


def lose_extra_reactions(being: Being) -> None:
    if EXTRA_REACTION in being.used:
        being.reaction = max(0, being.reaction - being.used.count(EXTRA_REACTION))
        being.refresh(NEXT_TURN)
