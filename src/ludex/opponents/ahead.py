"""Playing on from an idea: what comes of it for a side, soon and in the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from time import perf_counter
from typing import Any

from ludex.core.foe.chances import Value, health
from ludex.core.foe.deciding import Policy
from ludex.core.foe.standing import DEAD, DOWN, LEFT, OUT, fate
from ludex.core.game import Game
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.kernel.scene import Scene
from ludex.core.referee.live import Done, Given
from ludex.core.referee.midway import Midway
from ludex.core.referee.simulated import Simulated
from ludex.opponents.comparing import Outlook
from ludex.opponents.ideas import Turn, allowed
from ludex.opponents.race import Budget

ROUNDS = 4  # played ahead at the most; after that what is left is taken for the end
FOR_A_ROUND = 60  # look-aheads, or fewer rounds are played
MOST_AHEAD = 400  # decisions of a look-ahead
DEAR = 0.1  # how much of the worth is what a fight costs both sides, and not who wins it
SOONER = 0.25  # what an end at once is worth to the winner over one after all rounds, of what everybody has
FALLEN_IS = {DOWN: 0.25, LEFT: 0.5, OUT: 0.0, DEAD: 0.0}  # what somebody is worth who stands no more; unhurt: 1


class Ahead:
    """The look-aheads of one decision: what they have in common. The n-th of all ideas has the same dice, and what its
    side does not know is the same in them, drawn once."""

    def __init__(
        self,
        game: Game[Any],
        scene: Scene[Any],
        side: str,
        players: Mapping[str, Policy],
        value: Value,
        rounds: int,
        budget: Budget,
        luck: Random,
    ) -> None:
        self.game, self.scene, self.side, self.players = game, scene, side, players
        self.value, self.rounds, self.budget = value, rounds, budget
        self._luck = luck
        self._drawn: list[tuple[int, Scene[Any]]] = []

    def after_turn(self, turn: Turn, number: int) -> Outlook:
        dice, there = self._world(number)
        scene = there if allowed(self.game, there, turn[0]) else self.scene
        return look_ahead(self.game, scene, turn, self.side, Simulated(self.players, dice), self.rounds, self.value)

    def after_answer(self, midway: Midway, asked: str, answer: Plain, number: int) -> Outlook:
        """What comes of an answer to a question by this key."""
        dice, there = self._world(number)
        given = (*midway.given, Given(asked, answer, is_roll=False))
        try:
            return self._given(there, midway.done, given, dice)
        except (BadInput, Refused):  # it did not come to the question there
            return self._given(self.scene, midway.done, given, dice)

    def _given(self, scene: Scene[Any], done: Done, given: Sequence[Given], dice: int) -> Outlook:
        ahead, referee = scene.fork(), Simulated(self.players, dice)
        referee.take_up(ahead, done, given, self.side)
        now = scene.turns.round
        return look_on(self.game, ahead, done.command.actor, now, self.side, referee, self.rounds, self.value)

    def affordable(self, look: Callable[[], object], cores: int = 1) -> int:
        """How many look-aheads there can be; of fewer rounds where time would be short."""
        budget = self.budget
        if not budget.seconds:
            return budget.most
        self.rounds, began = 1, perf_counter()
        look()
        tries = int(cores * budget.seconds / max(1e-6, perf_counter() - began))
        self.rounds = rounds_within(tries)
        return min(budget.most, tries // self.rounds)

    def _world(self, number: int) -> tuple[int, Scene[Any]]:
        """The dice of the n-th look-ahead, and the scene as it may be by what the side knows of it."""
        while number >= len(self._drawn):
            dice = self._luck.getrandbits(48)
            worlds = self.game.worlds(self.scene, self.side, Random(dice).randrange)
            self._drawn.append((dice, next(worlds, self.scene)))
        return self._drawn[number]


def rounds_within(tries: int) -> int:
    """How many rounds are played ahead where there is time for so many look-aheads of one round."""
    return min(ROUNDS, max(1, tries // FOR_A_ROUND))


def look_ahead(
    game: Game[Any], scene: Scene[Any], turn: Turn, side: str, referee: Simulated, rounds: int, value: Value
) -> Outlook:
    """Play on from an idea: how good it looks for a side at the next turn of who had it, and how good after some
    rounds or at the end; half of each."""
    ahead = scene.fork()
    first, *others = turn
    now = scene.turns.round
    referee.perform(ahead, first, checked=True)
    for step in others:
        if game.to_act(ahead) != first.actor or ahead.turns.round != now or not allowed(game, ahead, step):
            break
        referee.perform(ahead, step, checked=True)
    return look_on(game, ahead, first.actor, now, side, referee, rounds, value)


def look_on(
    game: Game[Any], ahead: Scene[Any], who: str, now: int, side: str, referee: Simulated, rounds: int, value: Value
) -> Outlook:
    """The same of what somebody has done in this round."""
    soon: Outlook | None = None
    while (actor := game.to_act(ahead)) and referee.decisions < MOST_AHEAD:
        gone_by = ahead.turns.round - now - (actor != who)
        if soon is None and gone_by >= 1:
            soon = outlook(game, ahead, side, value)
        if gone_by >= rounds:
            break
        referee.act(ahead, ahead.beings[actor])
    end = outlook(game, ahead, side, value, max(0.0, 1 - (ahead.turns.round - now) / (rounds + 1)))
    if soon is None:
        return end
    return Outlook((soon.chance + end.chance) / 2, (soon.worth + end.worth) / 2)


def outlook(game: Game[Any], scene: Scene[Any], side: str, value: Value, early: float = 0.0) -> Outlook:
    """How it looks for a side. Where the fight is over, `early` says how soon: the winner has more of it, and who has
    lost has made it dear where it took long and took somebody along."""
    ahead = kept(game, scene, side)
    if game.to_act(scene):
        chance = value.chance(game, scene, side)
    else:
        winner = game.winner(scene)
        chance = 0.5 if not winner else 1.0 if winner == side else 0.0
        ahead += SOONER * early * (2 * chance - 1)
    return Outlook(chance, (1 - DEAR) * chance + DEAR * (0.5 + ahead / 2))


def kept(game: Game[Any], scene: Scene[Any], side: str) -> float:
    """What a side has kept of its people more than the others, from −1 to 1: who stands, and in what health."""
    own: list[float] = []
    others: list[float] = []
    for being in scene.beings.values():
        if game.fights(scene, being):
            fallen = FALLEN_IS.get(fate(being.states, game.fates))
            left = health(game, scene, being) if fallen is None else fallen
            (own if being.side == side else others).append(left)
    return sum(own) / max(1, len(own)) - sum(others) / max(1, len(others))
