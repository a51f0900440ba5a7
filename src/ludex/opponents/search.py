"""The opponent that looks ahead: it plays a few ideas out, from what its side may know, and takes what ends best.

The first idea is that of the policy that knows the game; the others are what that policy also weighs, and some drawn
from all that is allowed. Each is played on by that policy on all sides, with the same dice for all ideas. It counts
what is left at the next turn of the same being, which says much after few dice, and as much how it ends, which is
what matters. The worse half of the ideas is dropped again and again, so that most dice are thrown for the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil, exp, log2, sqrt
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ludex.core.foe.deciding import Explains, Idea, Policy
from ludex.core.foe.standing import DOWN, GONE, fate
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Interject, Question
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated
from ludex.opponents.random import RandomPolicy

ROLLOUTS = 60  # for a decision, where no time is given
MOST_ROLLOUTS = 2_000  # for a decision within a time: more would tell nothing new
ROUNDS = 4  # played ahead at the most; after that what is left is taken for the end
MOST_AHEAD = 400  # decisions of a rollout
DRAWN = {"attack": 4, "skill": 2, "move": 2}  # ideas of an action, by its tag; any other: one
MOST_WEIGHED = 4  # ideas of the policy that knows the game, beside its first
MOST_IDEAS = 12  # of all, beside the first
FOR_AN_IDEA = 5  # rollouts at the least, or there are fewer ideas
NO_IDEA = frozenset({"gives_up", "idle"})  # tags of what is no idea
LEAST = 4  # dice from which something is concluded
BETTER = 0.5  # standard errors by which another idea must be better than the first


@runtime_checkable
class Weighs(Protocol):
    """A policy that can tell what it has thought of, the best first."""

    def ideas(self, scene: Any, being: Any) -> Iterable[Idea]: ...


@runtime_checkable
class InCharacter(Protocol):
    """A policy that can tell which ideas are as much in character as the first one."""

    def suits(self, scene: Any, being: Any, first: Command) -> Callable[[Command], bool]: ...


class Memory(NamedTuple):
    """What it takes along from one decision to the next: with it another process decides as this one would."""

    luck: tuple[Any, ...]  # the state of it
    gains: dict[str, tuple[int, float]]  # of ideas over the first one, by their action: how many, and their sum


class SearchPolicy:
    """Looks ahead with a fixed number of rollouts, which can be repeated, or within a time."""

    checked = False

    def __init__(
        self,
        game: Game[Any],
        guide: Policy,
        seed: int | str,
        rollouts: int = ROLLOUTS,
        seconds: float = 0.0,
        others: Policy | None = None,
    ) -> None:
        self.game, self.guide = game, Careful(game, guide)
        self.others = Careful(game, others) if others is not None else self.guide  # who plays the other sides
        self.rollouts, self.seconds = rollouts if not seconds else MOST_ROLLOUTS, seconds
        self._luck = Random(seed)
        self._began = 0.0  # when it began to think about this decision
        self._gains: dict[str, tuple[int, float]] = {}
        self._last: tuple[Command | None, str] = (None, "")

    @property
    def memory(self) -> Memory:
        return Memory(self._luck.getstate(), dict(self._gains))

    def remember(self, memory: Memory) -> None:
        self._luck.setstate(memory.luck)
        self._gains = dict(memory.gains)

    def choose(self, scene: Any, being: Any) -> Command:
        self._began = perf_counter()
        first = self.guide.choose(scene, being)
        others = sorted(drawn(self.game, scene, being, self._pick), key=self._hope, reverse=True)
        weighed = legal_ideas(self.game, self.guide.policy, scene, being)
        ideas = list(dict.fromkeys((first, *weighed[: MOST_WEIGHED + 1], *others)))
        if len(ideas) == 1:
            self._last = first, "There was nothing else to do."
            return first
        ideas = self._in_character(scene, being, ideas)
        if len(ideas) == 1:
            self._last = first, ""
            return first
        rollouts, rounds = self._affordable(scene, first)
        ideas = ideas[: 1 + min(MOST_IDEAS, max(1, rollouts // FOR_AN_IDEA))]
        best, other = self._race(scene, being.side, ideas, rounds)
        in_time = best.scores and other.scores
        words = self._words(scene, best, other, len(ideas)) if in_time else "There was no time to look ahead."
        self._last = best.idea, words
        return best.idea

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        return self.guide.answer(scene, question)

    def explain(self, scene: Any, command: Command) -> str:
        """One line why this command was given; only of the last one."""
        last, words = self._last
        if command != last:
            return "It did not look at that."
        policy = self.guide.policy
        return words or (policy.explain(scene, command) if isinstance(policy, Explains) else "")

    def _pick(self, count: int) -> int:
        return self._luck.randrange(count)

    def _hope(self, idea: Command) -> float:
        """How much better than the first idea others of the same action have been so far."""
        times, gained = self._gains.get(idea.name, (0, 0.0))
        return gained / times if times else 0.0

    def _in_character(self, scene: Scene[Any], being: Any, ideas: list[Command]) -> list[Command]:
        """Only what suits a policy with a style as well as its first idea does."""
        first, *others = ideas
        if not isinstance(self.guide.policy, InCharacter):
            return ideas
        suits = self.guide.policy.suits(scene, being, first)
        return [first, *[idea for idea in others if suits(idea)]]

    def _affordable(self, scene: Scene[Any], first: Command) -> tuple[int, int]:
        """How many rollouts there can be, and of how many rounds: fewer rounds where time would be short."""
        if not self.seconds:
            return self.rollouts, ROUNDS
        began = perf_counter()
        self._look(scene, first, scene.beings[first.actor].side, 1, 0)
        tries = int(self.seconds / (perf_counter() - began))
        rounds = min(ROUNDS, max(1, tries // ROLLOUTS))
        return min(self.rollouts, tries // rounds), rounds

    def _race(self, scene: Scene[Any], side: str, ideas: list[Command], rounds: int) -> tuple[Looked, Looked]:
        """The idea to take, and what it was compared with: the first, or the one that came nearest to it."""
        first, *others = [Looked(idea, []) for idea in ideas]
        left = others
        stages = 1 + ceil(log2(len(others)))
        done = 0
        for stage in range(1, stages + 1):
            while left and self._spent(done) < stage / stages:
                dice = self._luck.getrandbits(48)
                for looked in (first, *left):
                    if self._spent(0) < 1:
                        looked.scores.append(self._look(scene, looked.idea, side, rounds, dice))
                done += 1 + len(left)
            left = hopeful(left, first, 1 if stage == stages else ceil(len(left) / 2))
        for looked in others:
            times, gained = self._gains.get(looked.idea.name, (0, 0.0))
            self._gains[looked.idea.name] = times + 1, gained + looked.gain(first)[0]
        if left and better(left[0], first):
            return left[0], first
        return first, left[0] if left else max(others, key=lambda looked: (len(looked.scores), looked.mean))

    def _spent(self, done: int) -> float:
        """The share of what there is for a decision that is spent, after so many rollouts."""
        spent = done / self.rollouts
        return max(spent, (perf_counter() - self._began) / self.seconds) if self.seconds else spent

    def _look(self, scene: Scene[Any], idea: Command, side: str, rounds: int, dice: int) -> float:
        sides = (*self.game.sides, *(being.side for being in scene.beings.values()), GM)
        played = {**dict.fromkeys(sides, self.others), side: self.guide}
        return rollout(self.game, scene, idea, side, Simulated(played, dice), rounds)

    def _words(self, scene: Scene[Any], best: Looked, other: Looked, ideas: int) -> str:
        """`Best of 9 ideas in 20 look-aheads: attack Gali, wins 61 %; next, move to 3,4: 52 %.`"""
        words, tries = self.game.face().command, len(best.scores)
        return (
            f"Best of {ideas} ideas in {tries} look-ahead{'s' if tries > 1 else ''}: {words(scene, best.idea)}, wins "
            f"{100 * best.mean:.0f} %; next, {words(scene, other.idea)}: {100 * other.mean:.0f} %."
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


# ---------------------------------------------------------------- comparing ideas


class Looked(NamedTuple):
    """An idea, and the chance to win that it left, each time."""

    idea: Command
    scores: list[float]

    @property
    def mean(self) -> float:
        return sum(self.scores) / len(self.scores) if self.scores else 0.0

    def gain(self, other: Looked) -> tuple[float, float]:
        """By how much it is better than another with the same dice, and the standard error of that."""
        gains = [score - its for score, its in zip(self.scores, other.scores, strict=False)]
        if not gains:
            return 0.0, 0.0
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1)
        return mean, sqrt(spread / len(gains))


def better(looked: Looked, other: Looked) -> bool:
    """Better with the same dice, and not by next to nothing."""
    mean, error = looked.gain(other)
    return min(len(looked.scores), len(other.scores)) >= LEAST and mean > BETTER * error


def hopeful(left: list[Looked], first: Looked, most: int) -> list[Looked]:
    """The best of these ideas, without those that have come to the same as the first, whatever the dice."""
    other = [looked for looked in left if len(looked.scores) < LEAST or looked.gain(first) != (0.0, 0.0)]
    return sorted(other, key=lambda looked: looked.gain(first)[0], reverse=True)[:most]


def legal_ideas(game: Game[Any], policy: Policy, scene: Scene[Any], being: Any) -> list[Command]:
    """What a policy thinks of and the game allows, the best first."""
    if not isinstance(policy, Weighs):
        return []
    thought = dict.fromkeys(idea.command for idea in policy.ideas(scene, being))
    return [idea for idea in thought if game.refusal(scene, idea) is None]


def drawn(game: Game[Any], scene: Scene[Any], being: Any, pick: Callable[[int], int]) -> list[Command]:
    """Some of all that is allowed, more of what decides fights, in any order."""
    found: dict[Command, None] = {}
    for offer in game.offers(scene, being):
        action = offer.action
        if offer.refusal is None and not action.tags & NO_IDEA:
            for _ in range(max((DRAWN.get(tag, 1) for tag in action.tags), default=1)):
                idea = game.sample(scene, being, action, pick)
                if idea is not None:
                    found[idea] = None
    ideas = list(found)
    return [ideas.pop(pick(len(ideas))) for _ in range(len(ideas))]


# ---------------------------------------------------------------- looking ahead


def rollout(game: Game[Any], scene: Scene[Any], idea: Command, side: str, referee: Simulated, rounds: int) -> float:
    """Play on from an idea: how good it looks for a side at the next turn of who had it, and how good it ends."""
    ahead = scene.fork()
    now = scene.turns.round
    soon: float | None = None
    referee.perform(ahead, idea, checked=True)
    while (actor := game.to_act(ahead)) and referee.decisions < MOST_AHEAD:
        gone_by = ahead.turns.round - now - (actor != idea.actor)
        if soon is None and gone_by >= 1:
            soon = score(game, ahead, side)
        if gone_by >= rounds:
            break
        referee.act(ahead, ahead.beings[actor])
    end = score(game, ahead, side)
    return end if soon is None else (soon + end) / 2


def score(game: Game[Any], scene: Scene[Any], side: str) -> float:
    """The chance that a side wins, by what is left of it and of the others; 1 and 0 once it has won or lost."""
    if not game.to_act(scene):
        winner = game.winner(scene)
        return (1.0 if winner == side else 0.0) if winner else 0.5
    fighting = [being for being in scene.beings.values() if game.fights(scene, being)]
    own = [worth(game, scene, being) for being in fighting if being.side == side]
    others = [worth(game, scene, being) for being in fighting if being.side != side]
    return 1 / (1 + exp(sum(others) / max(1, len(others)) - sum(own) / max(1, len(own))))


def worth(game: Game[Any], scene: Scene[Any], being: Any) -> float:
    """What somebody is worth to its side: 0, once it is out of the fight."""
    worths = game.worths
    how = fate(being.states, game.fates)
    if how in GONE:
        return 0.0
    if how == DOWN:
        return worths.down
    found = worths.standing
    for number, pool in enumerate(game.pools(scene, being)):
        if pool.most > 0:
            found += worths.of(number) * min(1.0, pool.left / pool.most)
    return found
