"""The opponent that looks ahead: it plays a few ideas out, from what its side may know, and takes what ends best.

The first idea is that of the policy that knows the game, the others are drawn from all that is allowed. Each is played
on for some rounds, by that policy on all sides, with the same dice for all ideas; the worse half is dropped, the others
are looked at more closely, and so on. Another idea is preferred to the first only where it is clearly better.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from ludex.core.agenda import Command
from ludex.core.game import Game, Policy
from ludex.core.plain import Plain
from ludex.core.procedure import GM, Interject, Question
from ludex.core.referee.simulated import Simulated
from ludex.core.scene import Scene
from ludex.core.standing import DOWN, GONE, fate
from ludex.opponents.random import RandomPolicy

ROLLOUTS = 48  # for a decision, where no time is given
MOST_ROLLOUTS = 1_000  # for a decision within a time: more would tell nothing new
ROUNDS = 4  # played ahead, to the turn of the same being
MOST_AHEAD = 400  # decisions of a rollout
DRAWN = {"attack": 4, "skill": 2, "move": 2}  # ideas of an action, by its tag; any other: one
MOST_IDEAS = 7  # beside the first
NEVER = frozenset({"gives_up", "idle"})  # tags of what is no idea
CLEARLY = 1.5  # standard errors by which another idea must be better than the first
DOWNED = 0.15  # what somebody is worth who lies there, but may come back
STANDING = 0.4  # and who stands, however hurt; the rest is health
LESSER = 0.1  # the part of all other pools in that rest


class SearchPolicy:
    """Looks ahead with a fixed number of rollouts, which can be repeated, or within a time."""

    checked = False

    def __init__(
        self, game: Game[Any], guide: Policy, seed: int | str, rollouts: int = ROLLOUTS, seconds: float = 0.0
    ) -> None:
        self.game, self.guide = game, Careful(game, guide)
        self.rollouts, self.seconds = rollouts if not seconds else MOST_ROLLOUTS, seconds
        self._luck = Random(seed)
        self._last: tuple[Command | None, str] = (None, "")

    def choose(self, scene: Any, being: Any) -> Command:
        first = self.guide.choose(scene, being)
        ideas = [first, *(idea for idea in drawn(self.game, scene, being, self._pick) if idea != first)]
        if len(ideas) == 1:
            self._last = first, "There was nothing else to do."
            return first
        looked = self._look(scene, being.side, ideas)
        best = looked[0] if clearly_better(looked[0].scores, looked[1].scores) else looked[1]
        self._last = best.idea, self._words(scene, best, looked, len(ideas))
        return best.idea

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        return self.guide.answer(scene, question)

    def explain(self, scene: Any, command: Command) -> str:
        """One line why this command was given; only of the last one."""
        last, words = self._last
        return words if command == last else "It did not look at that."

    def _pick(self, count: int) -> int:
        return self._luck.randrange(count)

    def _look(self, scene: Scene[Any], side: str, ideas: list[Command]) -> tuple[Looked, Looked]:
        """The best of these ideas, and the first, with their scores for the same dice."""
        players: dict[str, Policy] = dict.fromkeys(
            (*self.game.sides, *(being.side for being in scene.beings.values()), GM), self.guide
        )
        left = [Looked(idea, []) for idea in ideas]
        first = left[0]
        began, done = perf_counter(), 0
        halvings = (len(ideas) - 1).bit_length()
        for number in range(1, halvings + 1):
            share = number / halvings
            while not first.scores or (
                done < share * self.rollouts and (not self.seconds or perf_counter() - began < share * self.seconds)
            ):
                dice = self._luck.getrandbits(48)
                for looked in left:
                    looked.scores.append(rollout(self.game, scene, looked.idea, side, players, dice))
                done += len(left)
            others = sorted(left[1:], key=lambda looked: -sum(looked.scores))
            left = [first, *others[: max(1, len(others) // 2)]]
        return left[1], first

    def _words(self, scene: Scene[Any], best: Looked, looked: tuple[Looked, Looked], ideas: int) -> str:
        """`Best of 12 ideas in 20 look-aheads of 3 rounds: attack Gali, +31; next, move to 3,4: +12.`"""
        words = self.game.face().command
        other = looked[1] if best is looked[0] else looked[0]
        return (
            f"Best of {ideas} ideas in {len(best.scores)} look-aheads of {ROUNDS} rounds: {words(scene, best.idea)}, "
            f"{100 * best.mean:+.0f}; next, {words(scene, other.idea)}: {100 * other.mean:+.0f}."
        )


class Careful:
    """A policy that passes where it would do what is not allowed: it may not know the places it is led to."""

    checked = True

    def __init__(self, game: Game[Any], policy: Policy) -> None:
        self.game, self.policy = game, policy
        self.answer = policy.answer

    def choose(self, scene: Any, being: Any) -> Command:
        wanted = self.policy.choose(scene, being)
        if self.policy.checked or self.game.refusal(scene, wanted) is None:
            return wanted
        return self.game.passing(scene, being) or RandomPolicy(0).choose(scene, being)


class Looked(NamedTuple):
    """An idea, and how it ended each time."""

    idea: Command
    scores: list[float]

    @property
    def mean(self) -> float:
        return sum(self.scores) / len(self.scores)


def clearly_better(scores: list[float], others: list[float]) -> bool:
    """Better with the same dice, by more than luck explains."""
    gains = [score - other for score, other in zip(scores, others, strict=True)]
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
    return len(gains) > 1 and mean > CLEARLY * sqrt(spread / len(gains))


def drawn(game: Game[Any], scene: Scene[Any], being: Any, pick: Callable[[int], int]) -> list[Command]:
    """Some of all that is allowed, more of what decides fights."""
    found: dict[Command, None] = {}
    for offer in game.offers(scene, being):
        action = offer.action
        if offer.refusal is None and not action.tags & NEVER:
            for _ in range(max((DRAWN.get(tag, 1) for tag in action.tags), default=1)):
                idea = game.sample(scene, being, action, pick)
                if idea is not None:
                    found[idea] = None
    ideas = list(found)
    return [ideas.pop(pick(len(ideas))) for _ in range(min(MOST_IDEAS, len(ideas)))]


def rollout(
    game: Game[Any], scene: Scene[Any], idea: Command, side: str, players: dict[str, Policy], dice: int
) -> float:
    """Play on from an idea, and how good that ended for a side."""
    ahead = scene.fork()
    referee = Simulated(players, dice)
    last = ahead.turns.round + ROUNDS
    referee.perform(ahead, idea)
    while (actor := game.to_act(ahead)) and referee.decisions < MOST_AHEAD:
        if ahead.turns.round > last or (ahead.turns.round == last and actor == idea.actor):
            break
        referee.act(ahead, ahead.beings[actor])
    return score(game, ahead, side)


def score(game: Game[Any], scene: Scene[Any], side: str) -> float:
    """From −2, lost without a scratch on the others, to 2: what is left of a side, less what is left of the others."""
    own = [worth(game, scene, being) for being in scene.beings.values() if being.side == side]
    others = [worth(game, scene, being) for being in scene.beings.values() if being.side != side]
    found = sum(own) / max(1, len(own)) - sum(others) / max(1, len(others))
    winner = game.winner(scene) if not game.to_act(scene) else ""
    return found + (1 if winner == side else -1 if winner else 0)


def worth(game: Game[Any], scene: Scene[Any], being: Any) -> float:
    """From 0, out of the fight, to 1, unhurt."""
    how = fate(being.states, game.fates)
    if how in GONE:
        return 0.0
    if how == DOWN:
        return DOWNED
    health, *lesser = [min(1.0, pool.left / pool.most) if pool.most > 0 else 1.0 for pool in game.pools(scene, being)]
    rest = (1 - LESSER) * health + LESSER * sum(lesser) / len(lesser) if lesser else health
    return STANDING + (1 - STANDING) * rest
