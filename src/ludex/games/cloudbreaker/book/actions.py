"""Actions: the registry, and what Major, Minor and free actions cost."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.action import Registry
from ludex.core.kernel.ruling import Refusal
from ludex.games.cloudbreaker.records.kinds import Use
from ludex.games.cloudbreaker.state import Being, Scene, in_situation

REGISTRY = Registry()
action = REGISTRY.action
gm = REGISTRY.gm


class Major:
    """cb.action.major: one of the Major Actions."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if in_situation(scene) and not actor.major:
            return Refusal("the Major Action is used up", "cb.action.major")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if in_situation(scene):
            actor.major -= 1
            scene.cite("cb.action.major")


class Minor:
    """cb.action.minor: one of the Minor Actions; when they are used up, a Major Action turned into one."""

    def __init__(self, count: int = 1) -> None:
        self.count = count

    def needed(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> int:
        return self.count

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if in_situation(scene) and actor.minor + actor.major < self.needed(scene, actor, args):
            return Refusal("no minor action is left", "cb.action.minor")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if in_situation(scene):
            pay_minor(scene, actor, self.needed(scene, actor, args))


def pay_minor(scene: Scene, actor: Being, count: int) -> None:
    """cb.action.convert: what the Minor Actions do not cover, Major Actions do."""
    turned = max(0, count - actor.minor)
    actor.minor -= count - turned
    actor.major -= turned
    scene.cite("cb.action.minor")
    if turned:
        scene.record("converts", "cb.action.convert", who=actor.id)


MAJOR = Major()
MINOR = Minor()


def actions_by_level(level: int) -> tuple[int, int]:
    """cb.action.count: Major and Minor Actions of a player character."""
    return 1, 1 if level < 5 else 2 if level < 9 else 3


def mastery_bonus(level: int) -> int:
    """cb.roll.mastery_bonus: by grade: Copper up to level 4, Silver up to 8, then Gold."""
    return 4 if level < 5 else 5 if level < 9 else 6


def first_tokens(level: int) -> int:
    """cb.spirit.start: the spirit tokens with which a situation begins."""
    return 0 if level < 5 else 1 if level < 9 else 2


def pay_mp(scene: Scene, actor: Being, use: Use) -> None:
    """cb.spell.cast: the MP that something costs; in the Finale Rush the party pays none."""
    if use.mp_cost and not (scene.rush and actor.pc):
        actor.mp = max(0, actor.mp - use.mp_cost)
        scene.record("pays_mp", "cb.spell.cast", who=actor.id, use=use.id, amount=use.mp_cost, left=actor.mp)
