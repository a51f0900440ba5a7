"""The opponent that looks ahead: it plays a few turns out, from what its side may know, and takes what ends best.

The first idea is that of the policy that knows the game, or what is left of the turn it has begun; the others are what
that policy also weighs, what the game says is worth a look, and some drawn from all that is allowed. Each is played on
by that policy on all sides, with the same dice for all ideas. The worse half is dropped again and again, so that most
dice are thrown for the best; of that, it is then asked what could be done after it in the same turn. Where one idea is
clearly the best, it stops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, log2
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ludex.core.foe.chances import Value
from ludex.core.foe.deciding import Explains, Policy
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, Interject, Question
from ludex.core.kernel.scene import Scene
from ludex.core.referee.simulated import Simulated
from ludex.opponents.ahead import look_ahead
from ludex.opponents.calibrating import calibrated, known, of_game
from ludex.opponents.comparing import Looked, better, hopeful, is_clear
from ludex.opponents.ideas import Turn, allowed, in_words, thought_of
from ludex.opponents.random import RandomPolicy

ROLLOUTS = 60  # for a decision, where no time is given
MOST_ROLLOUTS = 2_000  # for a decision within a time: more would tell nothing new
ROUNDS = 4  # played ahead at the most; after that what is left is taken for the end
MOST_IDEAS = 11  # of all, beside the first
FOR_AN_IDEA = 6  # look-aheads at the least, or there are fewer ideas
GOES_ON = 60  # look-aheads of a decision from which it also asks what to do afterwards,
FIRST_STEPS = 0.75  # after this share of them,
AFTERWARDS = 3  # of so many ideas
CALIBRATES = 40  # look-aheads of a decision from which it pays to get to know the scene by fights first,
CALIBRATES_IN = 0.5  # or so many seconds,
TO_CALIBRATE = 0.5  # of which this share goes to it in the first decision


@runtime_checkable
class InCharacter(Protocol):
    """A policy that can tell which ideas are as much in character as the first one."""

    def suits(self, scene: Any, being: Any, first: Command) -> Callable[[Command], bool]: ...


class Begun(NamedTuple):
    """What somebody still wants to do in a turn."""

    who: str
    round: int
    turn: Turn


class Memory(NamedTuple):
    """What it takes along from one decision to the next: with it another process decides as this one would."""

    luck: tuple[Any, ...]  # the state of it
    gains: dict[str, tuple[int, float]]  # of ideas over the first one, by their action: how many, and their sum
    begun: Begun | None = None
    value: Value | None = None  # what it knows of the scene


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
        rounds: int = ROUNDS,
    ) -> None:
        self.game, self.guide = game, Careful(game, guide)
        self.others = Careful(game, others) if others is not None else self.guide  # who plays the other sides
        self.rollouts, self.seconds = rollouts if not seconds else MOST_ROLLOUTS, seconds
        self.rounds = rounds  # played ahead at the most
        self.looks = 0  # of the last decision
        self.compared: list[Looked] = []  # in the last decision, what was taken first
        self._luck = Random(seed)
        self._began = 0.0  # when it began to think about this decision
        self._gains: dict[str, tuple[int, float]] = {}
        self._begun: Begun | None = None
        self._value: Value | None = None
        self._last: tuple[Command | None, str] = (None, "")

    @property
    def memory(self) -> Memory:
        return Memory(self._luck.getstate(), dict(self._gains), self._begun, self._value)

    def remember(self, memory: Memory) -> None:
        self._luck.setstate(memory.luck)
        self._gains = dict(memory.gains)
        self._begun, self._value = memory.begun, memory.value

    def choose(self, scene: Any, being: Any) -> Command:
        self._began, self.looks, self.compared = perf_counter(), 0, []
        first = self.guide.choose(scene, being)
        usual = (first,)
        begun = self._rest(scene, being)
        thought = thought_of(self.game, self.guide.policy, scene, being, self._luck.randrange, self._hope)
        ideas = self._in_character(scene, being, first, thought.ideas)
        if not ideas and begun in ((), usual):
            self._last = first, "" if len(thought.ideas) > 1 else "There was nothing else to do."
            return first
        turns = list(dict.fromkeys((begun or usual, usual, *[(idea,) for idea in ideas])))
        race = Race(self, scene, being, turns)
        best, other = race.run()
        self.compared = sorted((race.first, *race.others), key=lambda looked: looked is not best)
        self._begun = Begun(being.id, scene.turns.round, best.turn[1:]) if len(best.turn) > 1 else None
        words = self._words(scene, race, best, other, thought.good_for)
        self._last = best.turn[0], words
        return best.turn[0]

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        return self.guide.answer(scene, question)

    def explain(self, scene: Any, command: Command) -> str:
        """One line why this command was given; only of the last one."""
        last, words = self._last
        if command != last:
            return "It did not look at that."
        policy = self.guide.policy
        return words or (policy.explain(scene, command) if isinstance(policy, Explains) else "")

    def meet(self, scene: Scene[Any], make: bytes) -> None:
        """It gets to know a scene before anything is done in it, as its side knows it."""
        if not self.seconds and self.rollouts >= CALIBRATES:
            self._value = known(self.game, scene, self.others, make)

    def value(self, scene: Scene[Any]) -> Value:
        """What speaks for a side here. Where a decision may take long it is found out by fights, once."""
        if self._value is None:
            if self.seconds >= CALIBRATES_IN:
                self._value = calibrated(self.game, scene, self.others, lambda: self.spent() > TO_CALIBRATE)
            elif not self.seconds and self.rollouts >= CALIBRATES:
                self._value = calibrated(self.game, scene, self.others)
            else:
                self._value = of_game(self.game)
        return self._value

    def _rest(self, scene: Scene[Any], being: Any) -> Turn:
        """What is left of the turn that was begun, where it can still be done."""
        begun, self._begun = self._begun, None
        if begun is None or (begun.who, begun.round) != (being.id, scene.turns.round):
            return ()
        return begun.turn if allowed(self.game, scene, begun.turn[0]) else ()

    def _hope(self, idea: Command) -> float:
        """How much better than the first idea others of the same action have been so far."""
        times, gained = self._gains.get(idea.name, (0, 0.0))
        return gained / times if times else 0.0

    def learn(self, idea: Command, gain: float) -> None:
        times, gained = self._gains.get(idea.name, (0, 0.0))
        self._gains[idea.name] = times + 1, gained + gain

    def draw(self, many: int) -> int:
        return self._luck.randrange(many)

    def throw(self) -> int:
        """The dice of a look-ahead."""
        return self._luck.getrandbits(48)

    def _in_character(self, scene: Scene[Any], being: Any, first: Command, ideas: list[Command]) -> list[Command]:
        """Other ideas than the first: only what suits a policy with a style as well as that does."""
        others = [idea for idea in ideas if idea != first]
        if not isinstance(self.guide.policy, InCharacter):
            return others
        suits = self.guide.policy.suits(scene, being, first)
        return [idea for idea in others if suits(idea)]

    def afterwards(self, scene: Scene[Any], being: Any, turn: Turn) -> list[Turn]:
        """A turn that goes on in another way than it usually would, after it has been played once."""
        ahead = scene.fork()
        referee = Simulated(self.players(scene, being.side), self.throw())
        for step in turn:
            if self.game.to_act(ahead) != being.id or not allowed(self.game, ahead, step):
                return []
            referee.perform(ahead, step, checked=True)
        if self.game.to_act(ahead) != being.id or ahead.turns.round != scene.turns.round:
            return []
        shown = self.game.view(ahead, being.side)
        actor = shown.beings[being.id]
        usual = self.guide.choose(shown, actor)
        thought = thought_of(self.game, self.guide.policy, shown, actor, self._luck.randrange, self._hope)
        ideas = self._in_character(shown, actor, usual, thought.ideas)
        return [(*turn, idea) for idea in ideas[:AFTERWARDS]]

    def players(self, scene: Scene[Any], side: str) -> Mapping[str, Policy]:
        """Who plays on in a look-ahead."""
        sides = (*self.game.sides, *(being.side for being in scene.beings.values()), GM)
        return {**dict.fromkeys(sides, self.others), side: self.guide}

    def spent(self) -> float:
        """The share of what there is for a decision that is spent."""
        spent = self.looks / self.rollouts
        return max(spent, (perf_counter() - self._began) / self.seconds) if self.seconds else spent

    def _words(
        self, scene: Scene[Any], race: Race, best: Looked, other: Looked, good_for: Mapping[Command, str]
    ) -> str:
        """`Best of 9 plans, 20 look-aheads: Attack Gali, then hide: wins 61 %. Next: Move next to Gali: wins 52 %.`"""
        tries = len(best.seen)
        if not tries or not other.seen:
            return "There was no time to look ahead."
        told = [
            f"{in_words(self.game, scene, looked.turn, good_for)}: wins {100 * looked.chance:.0f} %"
            for looked in (best, other)
        ]
        looks = f"{tries} look-ahead{'s' if tries > 1 else ''}"
        return f"Best of {1 + len(race.others)} plans, {looks}: {told[0]}. Next: {told[1]}."


def rounds_within(tries: int) -> int:
    """How many rounds are played ahead where there is time for so many look-aheads of one round."""
    return min(ROUNDS, max(1, tries // ROLLOUTS))


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


def world(game: Game[Any], scene: Scene[Any], side: str, dice: int) -> Scene[Any]:
    """A scene as it may be, by what a side knows of it: what is left open in that is drawn."""
    return next(game.worlds(scene, side, Random(dice).randrange), scene)


class Race:
    """The ideas of one decision, against each other."""

    def __init__(self, policy: SearchPolicy, scene: Scene[Any], being: Any, turns: list[Turn]) -> None:
        self.policy, self.scene, self.being = policy, scene, being
        self.value = policy.value(scene)
        self.players = policy.players(scene, being.side)
        self.dice: list[int] = []
        self.worlds: list[Scene[Any]] = []  # what is not known, as it may be: the same for all ideas, as the dice are
        self.first = Looked(turns[0])
        rollouts, self.rounds = self._affordable()
        self.others = [Looked(turn) for turn in turns[1 : 1 + min(MOST_IDEAS, max(1, rollouts // FOR_AN_IDEA))]]
        self.goes_on = rollouts >= GOES_ON

    def run(self) -> tuple[Looked, Looked]:
        """The idea to take, and what it was compared with: the first, or the one that came nearest to it."""
        left = self._halved(self.others, FIRST_STEPS if self.goes_on else 1.0)
        if self.goes_on and self.policy.spent() < 1:
            left = self._gone_on(left)
        for looked in self.others:
            if looked.seen:
                self.policy.learn(looked.turn[0], looked.gain(self.first)[0])
        if left and better(left[0], self.first):
            return left[0], self.first
        return self.first, left[0] if left else max(self.others, key=lambda each: (len(each.seen), each.mean))

    def _halved(self, left: list[Looked], until: float) -> list[Looked]:
        """The worse half is dropped again and again, until this share of all look-aheads is spent."""
        stages = 1 + ceil(log2(max(1, len(left))))
        began = self.policy.spent()
        for stage in range(1, stages + 1):
            while left and self.policy.spent() < began + (until - began) * stage / stages:
                self._look(self.first, *left)
                if self._is_clear(left):
                    return hopeful(left, self.first, 1)
            left = hopeful(left, self.first, 1 if stage == stages else ceil(len(left) / 2))
        return left

    def _gone_on(self, left: list[Looked]) -> list[Looked]:
        """What could be done after the best so far, compared with what usually would be."""
        lead = left[0] if left and better(left[0], self.first) else self.first
        further = [Looked(turn) for turn in self.policy.afterwards(self.scene, self.being, lead.turn)]
        if not further:
            return self._halved(left, 1.0)
        self.others += further
        return self._halved([*left, *further], 1.0)

    def _is_clear(self, left: list[Looked]) -> bool:
        best = max((self.first, *left), key=lambda looked: looked.mean)
        return is_clear(best, (self.first, *left))

    def _look(self, *ideas: Looked) -> None:
        """Once more at each; first at those that were seen less often than others."""
        least = min(len(looked.seen) for looked in ideas)
        for looked in ideas:
            if len(looked.seen) == least and self.policy.spent() < 1:
                if least == len(self.dice):
                    self.dice.append(self.policy.throw())
                    self.worlds.append(world(self.policy.game, self.scene, self.being.side, self.dice[-1]))
                self._look_once(looked, self.rounds, self.dice[least], self.worlds[least])

    def _look_once(self, looked: Looked, rounds: int, dice: int, there: Scene[Any]) -> None:
        policy = self.policy
        policy.looks += 1
        referee = Simulated(self.players, dice)
        scene = there if allowed(policy.game, there, looked.turn[0]) else self.scene
        looked.seen.append(look_ahead(policy.game, scene, looked.turn, self.being.side, referee, rounds, self.value))

    def _affordable(self) -> tuple[int, int]:
        """How many look-aheads there can be, and of how many rounds: fewer rounds where time would be short."""
        policy = self.policy
        if not policy.seconds:
            return policy.rollouts, policy.rounds
        began = perf_counter()
        self._look_once(Looked(self.first.turn), 1, 0, self.scene)
        tries = int(policy.seconds / max(1e-6, perf_counter() - began))
        rounds = rounds_within(tries)
        return min(policy.rollouts, tries // rounds), rounds
