"""The opponent who is still learning: does as a policy that knows the game, and often what came to mind instead."""

from __future__ import annotations

from random import Random
from typing import Any

from ludex.core.foe.deciding import Explains, Policy
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Interject, Question
from ludex.opponents.ideas import drawn, legal_ideas
from ludex.opponents.styles import aimed_at

ERRS = 0.5  # how often a beginner does something else than the best that they know
PLAIN = frozenset({"attack", "move"})  # tags of what a beginner thinks of by luck


class Beginner:
    """Half of the time takes by luck one of what the other policy weighs and of some attacks and steps that are
    allowed: none at a friend, and no attack that is aimed at nobody, which could hit one."""

    checked = False

    def __init__(self, game: Game[Any], guide: Policy, seed: int | str) -> None:
        self.game, self.guide = game, guide
        self._luck = Random(seed)
        self._last: Command | None = None  # that was drawn by luck

    def choose(self, scene: Any, being: Any) -> Command:
        best = self.guide.choose(scene, being)
        self._last = None
        if self._luck.random() >= ERRS:
            return best
        others = [idea for idea in self._others(scene, being) if idea != best]
        if not others:
            return best
        self._last = others[self._luck.randrange(len(others))]
        return self._last

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        return self.guide.answer(scene, question)

    def explain(self, scene: Any, command: Command) -> str:
        if command == self._last:
            return "A beginner: it was the first thing that came to mind."
        return self.guide.explain(scene, command) if isinstance(self.guide, Explains) else ""

    def _others(self, scene: Any, being: Any) -> list[Command]:
        by_luck = [idea for idea in drawn(self.game, scene, being, self._luck.randrange) if self._harmless(scene, idea)]
        return list(dict.fromkeys((*legal_ideas(self.game, self.guide, scene, being), *by_luck)))

    def _harmless(self, scene: Any, idea: Command) -> bool:
        """To their own."""
        tags = self.game.actions[idea.name].tags
        if not tags & PLAIN:
            return False
        own = scene.beings[idea.actor].side
        sides = [scene.beings[name].side for name in aimed_at(scene, idea)]
        return own not in sides and ("attack" not in tags or bool(sides))
