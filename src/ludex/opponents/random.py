"""The random opponent: any legal command, driven by what a game offers and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from ludex.core.game import Game, game_of
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.derived import derived
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.scene import Being, Scene

# How often an action comes first, by its tag; any other counts once. What gives up or idles is never chosen.
WEIGHTS = {"attack": 4, "skill": 3, "move": 2, "passes": 0, "idle": 0, "gives_up": 0}
ORDERS = 64  # shuffled once, for each game and mode, and drawn from: cheaper than a shuffle for each decision
PASSES_EARLY = 24  # once in so many decisions the turn is passed although something else could be done

Order = tuple[tuple[Action, int], ...]  # actions, each with the number of its cost, which is below that of the actions


class RandomPolicy:
    """Chooses by luck, with a mild liking for attacks so that fights end."""

    checked = True

    def __init__(self, seed: int | str) -> None:
        random = Random(seed).random
        self._pick: Callable[[int], int] = lambda count: int(random() * count)

    def choose(self, scene: Any, being: Any) -> Command:
        game = game_of(scene)
        pick = self._pick
        passes = game.passing(scene, being) if not pick(PASSES_EARLY) else None
        if passes is not None:
            return passes
        order = orders(scene, being)[pick(ORDERS)]
        payable: list[bool | None] = [None] * len(order)  # by the number of the cost: many actions share one
        for action, price in order:
            paid = payable[price]
            if paid is None:
                paid = payable[price] = action.cost is None or action.cost.refusal(scene, being, ()) is None
            if not paid:
                continue
            if (action.may is None or action.may(scene, being) is None) and game.gate(scene, being, action) is None:
                command = game.sample(scene, being, action, pick)
                if command is not None:
                    return command
        return game.passing(scene, being) or self._any(game, scene, being)

    def answer(self, scene: Any, question: Question) -> Plain:
        answers = tuple(question.domain.some())
        return answers[self._pick(len(answers))] if answers else question.default

    def explain(self, scene: Any, command: Command) -> str:
        return "Drawn by luck from all that was allowed."

    def _any(self, game: Game[Any], scene: Any, being: Any) -> Command:
        """The last resort: everything is listed, only giving up comes last."""
        offers = sorted(game.offers(scene, being), key=lambda offer: "gives_up" in offer.action.tags)
        for action in (offer.action for offer in offers if offer.refusal is None):
            for command, refusal in game.choices(scene, being, action):
                if refusal is None:
                    return command
        raise RuntimeError(f"{being.id} has no legal command, not even to pass")


@derived("being.sheet", also="scene.mode")
def orders(scene: Scene[Any], being: Being) -> tuple[Order, ...]:
    """Orders in which actions are tried, without those that nobody with such a sheet can ever take."""
    every = shuffled(game_of(scene), scene.mode)
    able = {action for action in every[0] if action.able is None or action.able(scene, being)}
    costs: list[Any] = []
    for action in able:
        if action.cost not in costs:
            costs.append(action.cost)
    return tuple([tuple([(one, costs.index(one.cost)) for one in order if one in able]) for order in every])


@cache
def shuffled(game: Game[Any], mode: str) -> tuple[tuple[Action, ...], ...]:
    """The heavier, the earlier."""
    known = [action for action in game.actions.values() if not action.modes or mode in action.modes]
    tried = [action for action in known if _weight(action)]
    random = Random(mode).random
    return tuple([tuple(sorted(tried, key=lambda one: -(random() ** (1 / _weight(one))))) for _ in range(ORDERS)])


def _weight(action: Action) -> int:
    return min((WEIGHTS[tag] for tag in action.tags if tag in WEIGHTS), default=1)
