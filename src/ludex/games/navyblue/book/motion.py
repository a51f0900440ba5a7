"""Actions and Motion Points: the registry, and what is paid."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.action import Registry
from ludex.core.kernel.ruling import Refusal
from ludex.games.navyblue.book.conditions import end
from ludex.games.navyblue.book.features import maneuver_cost
from ludex.games.navyblue.state import Being, Scene

REGISTRY = Registry()
action = REGISTRY.action
gm = REGISTRY.gm


class AnAction:
    """nb.action.one: the Action of the turn, or one that Surge has brought."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if scene.mode == "fight" and not actor.actions:
            return Refusal("no Action is left", "nb.action.one")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        end(scene, actor, "Hidden")  # nb.gap.sight
        if scene.mode == "fight":
            actor.actions -= 1
            actor.run_up = False
            scene.cite("nb.action.one")


class Motion:
    """nb.motion.points: Motion Points; outside a fight nothing is counted."""

    listed = True  # the points are those of the book

    def __init__(self, maneuver: str, points: int) -> None:
        self.maneuver = maneuver
        self.points = points

    def needed(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> int:
        """What it costs this character: features may change it."""
        return maneuver_cost(scene, actor, self.maneuver, self.points)

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if scene.mode != "fight":
            return None
        if self.listed and actor.motion >= self.points:  # features make it cheaper, never dearer
            return None
        needed = self.needed(scene, actor, args)
        if actor.motion < needed:
            return Refusal(f"{self.maneuver} costs {needed} MP, with {actor.motion} left", "nb.motion.points")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode == "fight":
            actor.motion -= self.needed(scene, actor, args)
            actor.run_up = False
            scene.cite("nb.motion.points", "nb.maneuver.list")


ACTION = AnAction()
