"""The opponent that looks ahead: it plays a few turns out, from what its side may know, and takes what ends best.

The first idea is that of the policy that knows the game, or what is left of the turn it has begun; the others are what
that policy also weighs, what the game says is worth a look, and some drawn from all that is allowed. Each is played on
by that policy on all sides, with the same dice for all ideas. The worse half is dropped again and again, so that most
dice are thrown for the best; of that, it is then asked what could be done after it in the same turn. Where one idea is
clearly the best, it stops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ludex.core.foe.chances import Value
from ludex.core.foe.deciding import Explains, Policy, side_asked
from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.domain import spread
from ludex.core.kernel.plain import Plain, same
from ludex.core.kernel.procedure import GM, Interject, Question
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.kernel.scene import Scene
from ludex.core.referee.midway import Midway
from ludex.core.referee.simulated import Simulated
from ludex.opponents.ahead import ROUNDS, Ahead
from ludex.opponents.calibrating import calibrated, known, of_game
from ludex.opponents.comparing import LEAST, Looked
from ludex.opponents.doubles import Doubles, free_cores
from ludex.opponents.ideas import Turn, allowed, in_words, thought_of
from ludex.opponents.race import Budget, Race
from ludex.opponents.random import RandomPolicy

ROLLOUTS = 60  # for a decision, where no time is given
MOST_ROLLOUTS = 2_000  # for a decision within a time: more would tell nothing new
FOR_AN_ANSWER = 0.25  # of what there is for a decision,
MOST_ANSWERS = 5  # of all, beside the usual one
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
        self.compared: list[Looked[Turn]] = []  # in the last decision, what was taken first
        self._luck = Random(seed)
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
        budget = Budget(self.rollouts, self.seconds)
        self.looks, self.compared = 0, []
        first = self.guide.choose(scene, being)
        usual = (first,)
        begun = self._rest(scene, being)
        thought = thought_of(self.game, self.guide.policy, scene, being, self._luck.randrange, self._hope)
        ideas = self._in_character(scene, being, first, thought.ideas)
        if not ideas and begun in ((), usual):
            self._last = first, "" if len(thought.ideas) > 1 else "There was nothing else to do."
            return first
        turns = list(dict.fromkeys((begun or usual, usual, *[(idea,) for idea in ideas])))
        race = self._raced(scene, being, turns, budget)
        best, self.looks = race.best, budget.looks
        self.compared = sorted((race.first, *race.others), key=lambda looked: looked is not best)
        self._begun = Begun(being.id, scene.turns.round, best.idea[1:]) if len(best.idea) > 1 else None
        self._last = best.idea[0], self._words(scene, race, thought.good_for)
        return best.idea[0]

    def _raced(self, scene: Scene[Any], being: Any, turns: Sequence[Turn], budget: Budget) -> Race[Turn]:
        ahead = self._ahead(scene, being.side, budget)
        cores = free_cores() if self.seconds else 1
        looks = ahead.affordable(lambda: ahead.after_turn(turns[0], 0), cores)
        others = turns[1 : 1 + min(MOST_IDEAS, max(1, looks // FOR_AN_IDEA))]
        with Doubles[Turn](ahead.after_turn, cores) as doubles:
            race = Race(budget, doubles, turns[0], others)
            if looks < GOES_ON:
                race.run(race.others)
            else:
                left = race.run(race.others, FIRST_STEPS)
                if budget.spent < 1:
                    race.run([*left, *race.join(self._afterwards(scene, being, race.best.idea))])
        for looked in race.others:
            if looked.seen:
                self._learn(looked.idea[0], looked.gain(race.first)[0])
        return race

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        return self.guide.answer(scene, question)

    def answer_midway(self, scene: Any, question: Question, midway: Midway) -> Plain | Interject:
        """It looks ahead at answers too, in a fight, as far as its side knows how it came to the question."""
        usual, side = self.guide.answer(scene, question), side_asked(scene, question)
        budget = Budget(int(self.rollouts * FOR_AN_ANSWER), self.seconds * FOR_AN_ANSWER)
        fights = midway.scene.turns.round and any(being.side == side for being in scene.beings.values())
        if isinstance(usual, Interject) or not fights or budget.most < 2 * LEAST:
            return usual
        every = [answer for answer in question.domain.some() if not same(answer, usual)]
        if not every:
            return usual
        ahead = self._ahead(midway.scene, side, budget)
        look = partial(ahead.after_answer, midway, question.key)
        try:
            looks = ahead.affordable(lambda: look(usual, 0))
            race = Race(budget, Doubles(look, 1), usual, spread(every, min(MOST_ANSWERS, max(1, looks // LEAST - 1))))
            race.run(race.others)
        except (BadInput, Refused):  # not as its side knows it
            return usual
        return race.best.idea

    def _ahead(self, scene: Scene[Any], side: str, budget: Budget) -> Ahead:
        value, players = self._value_of(scene, budget), self.players(scene, side)
        return Ahead(self.game, scene, side, players, value, self.rounds, budget, Random(self._luck.getrandbits(48)))

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
        """What speaks for a side here."""
        return self._value_of(scene, Budget(self.rollouts, self.seconds))

    def _value_of(self, scene: Scene[Any], budget: Budget) -> Value:
        """Where a decision may take long it is found out by fights, once."""
        if self._value is None:
            if self.seconds >= CALIBRATES_IN:
                self._value = calibrated(self.game, scene, self.others, lambda: budget.spent > TO_CALIBRATE)
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

    def _learn(self, idea: Command, gain: float) -> None:
        times, gained = self._gains.get(idea.name, (0, 0.0))
        self._gains[idea.name] = times + 1, gained + gain

    def _in_character(self, scene: Scene[Any], being: Any, first: Command, ideas: list[Command]) -> list[Command]:
        """Other ideas than the first: only what suits a policy with a style as well as that does."""
        others = [idea for idea in ideas if idea != first]
        if not isinstance(self.guide.policy, InCharacter):
            return others
        suits = self.guide.policy.suits(scene, being, first)
        return [idea for idea in others if suits(idea)]

    def _afterwards(self, scene: Scene[Any], being: Any, turn: Turn) -> list[Turn]:
        """A turn that goes on in another way than it usually would, after it has been played once."""
        ahead = scene.fork()
        referee = Simulated(self.players(scene, being.side), self._luck.getrandbits(48))
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

    def _words(self, scene: Scene[Any], race: Race[Turn], good_for: Mapping[Command, str]) -> str:
        """`Best of 9 plans, 20 look-aheads: Attack Gali, then hide: wins 61 %. Next: Move next to Gali: wins 52 %.`"""
        tries = len(race.best.seen)
        if not tries or not race.next.seen:
            return "There was no time to look ahead."
        told = [
            f"{in_words(self.game, scene, looked.idea, good_for)}: wins {100 * looked.chance:.0f} %"
            for looked in (race.best, race.next)
        ]
        looks = f"{tries} look-ahead{'s' if tries > 1 else ''}"
        return f"Best of {1 + len(race.others)} plans, {looks}: {told[0]}. Next: {told[1]}."


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
