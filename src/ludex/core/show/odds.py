"""Odds as people read them: what a command may change, with exact chances, and what was assumed of others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar

import msgspec

from ludex.core.foe.deciding import Policy
from ludex.core.foe.standing import FALLEN, Measured, Pool, fate
from ludex.core.kernel.action import PASSES
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.games import game_of
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Interject, Question
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import Adjustment, Scene
from ludex.core.kernel.timing import DECLINE
from ludex.core.referee.exact import ONE, Exploring, Foreseen, never
from ludex.core.referee.live import Live
from ludex.core.scene.shape import SCENE

K = TypeVar("K")
S = TypeVar("S", bound=Scene[Any])

Change = tuple[str, str, Any]  # whom, what, by how much or to what
Changes = tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """What a modifier of the first roll brings: how much more there is of each with it than without."""

    modifier: Modifier
    chances: dict[str, Fraction]  # what the first roll comes to, in the words of the game
    harm: dict[tuple[str, str], Fraction]
    falls: dict[str, Fraction]
    assumed: dict[str, list[object]]  # how everybody answers without it


@dataclass(slots=True)
class Odds:
    command: Command
    readings: dict[str, Fraction] = field(default_factory=dict)  # what the first roll is read as, as people call it
    rolls: dict[Any, Fraction] = field(default_factory=dict)  # and as the rules do
    modifiers: tuple[Modifier, ...] = ()  # on the first roll
    rolled: str = ""  # the dice of the first roll
    by: str = ""  # who throws them
    rule: str = ""  # by which rule
    against: int | None = None  # the number to reach
    reading: Any = None  # how its faces are read
    outcomes: list[tuple[Changes, Fraction]] = field(default_factory=list)  # the likeliest first
    expected: dict[tuple[str, str], Fraction] = field(default_factory=dict)  # the mean change of each number
    gained: dict[tuple[str, str], Fraction] = field(default_factory=dict)  # chance of each condition
    lost: dict[tuple[str, str], Fraction] = field(default_factory=dict)
    harm: dict[tuple[str, str], Fraction] = field(default_factory=dict)  # what anybody loses of a pool, on average
    falls: dict[str, Fraction] = field(default_factory=dict)  # the chance that somebody is brought down
    worth: list[Worth] = field(default_factory=list)  # of each modifier; empty unless it was asked for
    unexplored: Fraction = Fraction(0)
    assumed: dict[str, list[object]] = field(default_factory=dict)

    @property
    def total(self) -> Fraction:
        return sum((chance for _, chance in self.outcomes), self.unexplored)

    def to_plain(self) -> dict[str, Any]:
        """For machines: chances as exact fractions and as numbers."""
        return {
            "command": self.command.to_plain(),
            "total": str(self.total),
            "unexplored": str(self.unexplored),
            "roll": {
                "dice": self.rolled,
                "by": self.by,
                "rule": self.rule,
                "against": self.against,
                "modifiers": [
                    {"amount": m.amount, "kind": m.kind, "source": m.source, "rule": m.rule} for m in self.modifiers
                ],
                "readings": {name: _chance(chance) for name, chance in self.readings.items()},
            },
            "expected": {f"{who}.{what}": _chance(mean) for (who, what), mean in self.expected.items()},
            "gained": {f"{who}.{what}": _chance(chance) for (who, what), chance in self.gained.items()},
            "lost": {f"{who}.{what}": _chance(chance) for (who, what), chance in self.lost.items()},
            "outcomes": [
                {**_chance(chance), "changes": [{"who": w, "what": f, "change": _told(c)} for w, f, c in changes]}
                for changes, chance in self.outcomes
            ],
            "harm": {f"{who}.{pool}": _chance(mean) for (who, pool), mean in self.harm.items()},
            "falls": {who: _chance(chance) for who, chance in self.falls.items()},
            "worth": [
                {
                    "modifier": {
                        "amount": w.modifier.amount,
                        "kind": w.modifier.kind,
                        "source": w.modifier.source,
                        "rule": w.modifier.rule,
                    },
                    "chances": {name: _chance(more) for name, more in w.chances.items()},
                    "harm": {f"{who}.{pool}": _chance(more) for (who, pool), more in w.harm.items()},
                    "falls": {who: _chance(more) for who, more in w.falls.items()},
                    "assumed": _answers(w.assumed),
                }
                for w in self.worth
            ],
            "assumed": _answers(self.assumed),
        }


def _answers(assumed: Mapping[str, list[object]]) -> dict[str, Any]:
    return {key: [_told(answer) for answer in answers] for key, answers in assumed.items()}


def _told(value: object) -> Any:
    """A value for machines, whatever the game is made of."""
    return msgspec.to_builtins(value, enc_hook=lambda other: other.to_plain())


def _chance(value: Fraction) -> dict[str, Any]:
    return {"exact": str(value), "value": float(value)}


class Weighing:
    """The odds of a command while they are worked out. What is known by then can be told at any time; the rest is told
    as unexplored, so that a chance is at least what it is said to be, and at most so much more."""

    def __init__(self, before: Scene[Any], command: Command, exploring: Exploring[Any]) -> None:
        self.before = before
        self.command = command
        self.exploring = exploring

    @property
    def done(self) -> bool:
        """Is there nothing more to work out, or may there be no more?"""
        return self.exploring.done

    def go_on(self, enough: Callable[[], bool] = never) -> None:
        self.exploring.go_on(enough)

    def odds(self, most: int | None = None) -> Odds:
        """As they are known; of so many outcomes at most, the likeliest."""
        return told(self.before, self.command, self.exploring.so_far(most))

    def of_first_roll(self) -> Odds | None:
        """Of the first roll alone, whatever follows from it; nothing where none is made."""
        exploring = self.exploring
        exploring.go_on(lambda: exploring.first is not None)
        if exploring.first is None:
            return None
        return told(self.before, self.command, Foreseen([], ONE, exploring.first, exploring.assumed))


def odds(scene: Scene[Any], command: Command, policy: Policy, budget: int = 20_000) -> Odds:
    """The exact odds of a command, and of nothing that the game does by itself after it; but where it ends the turn, of
    all that comes until the turn has ended. Questions on the way are answered by the policy, and that is stated."""
    weighing = weigh(scene, command, policy, budget)
    weighing.go_on()
    return weighing.odds()


def weigh(scene: Scene[Any], command: Command, policy: Policy, budget: int = 20_000) -> Weighing:
    """The same, before anything of it is worked out."""
    start = alone(scene.fork(), command)
    game_of(scene).begin(start, command)
    return Weighing(scene, command, Exploring(start, policy, budget))


def alone(scene: S, command: Command) -> S:
    """Let nothing but this command happen in the scene."""
    game = game_of(scene)
    scene.halts = True
    scene.finishes = not scene.turns.over and PASSES in game.action_of(game.as_known(scene, command), scene).tags
    return scene


def worths(scene: Scene[Any], found: Odds, policy: Policy, budget: int = 20_000) -> list[Worth]:
    """What each modifier of the first roll is worth: the odds are worked out again with its opposite beside it, as the
    game master could put it there. Rolls that take none have no worths."""
    result = []
    chances = game_of(scene).face().chances
    for modifier in found.modifiers:
        without = scene.fork()
        opposite = Adjustment(found.by, modifier.source, -modifier.amount, modifier.kind, found.rule)
        without.adjustments = (*without.adjustments, opposite)
        other = odds(without, found.command, policy, budget) if modifier.amount else found
        if len(other.modifiers) == len(found.modifiers) + 1:
            result.append(
                Worth(
                    modifier,
                    _more(dict(chances(scene, found)), dict(chances(scene, other))),
                    _more(found.harm, other.harm),
                    _more(found.falls, other.falls),
                    other.assumed,
                )
            )
    return result


def _more(one: Mapping[K, Fraction], other: Mapping[K, Fraction]) -> dict[K, Fraction]:
    """By how much the first exceeds the second, where it does or falls short."""
    keys = dict.fromkeys((*one, *other))
    more = {key: one.get(key, Fraction(0)) - other.get(key, Fraction(0)) for key in keys}
    return {key: change for key, change in more.items() if change}


class Told:
    """A policy that has been told some answers, by rule (or `rule@who`), and gives its own to all else."""

    checked = False

    def __init__(self, policy: Policy, answers: Mapping[str, Plain]) -> None:
        self.policy = policy
        self.answers = answers
        self.given: set[str] = set()  # which of them could be given
        self.unfit: dict[str, str] = {}  # and which could not, with what was wrong

    def choose(self, scene: Any, being: Any) -> Command:
        return self.policy.choose(scene, being)

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        for key in (f"{question.rule}@{question.who}", question.rule):
            if key in self.answers:
                told = self.answers[key]
                for answer in (told, "no") if told is False else (told,):  # `no` is read as false on a command line
                    if not question.domain.fault(answer):
                        self.given.add(key)
                        return answer
                self.unfit[key] = question.domain.fault(told)
        return self.policy.answer(scene, question)


class Provoked:
    """Answers as another policy does, but takes every Reaction offered to another side: the worst case of a move."""

    checked = False

    def __init__(self, policy: Policy, side: str) -> None:
        self.policy = policy
        self.side = side

    def choose(self, scene: Any, being: Any) -> Command:
        return self.policy.choose(scene, being)

    def answer(self, scene: Any, question: Question) -> Plain | Interject:
        other = question.who in scene.beings and scene.beings[question.who].side != self.side
        if other and isinstance(question.domain, OneOf) and DECLINE in question.domain.values:
            return next(value for value in question.domain.values if value != DECLINE)
        return self.policy.answer(scene, question)


def weigh_answer(live: Live[Any], answer: Plain, policy: Policy, budget: int = 20_000) -> Weighing:
    """The exact odds of what follows when the open question is answered so, before anything of it is worked out."""
    assert live.done is not None
    assert isinstance(live.open, Question)
    scarce = live.open.rule in game_of(live.shown).scarce
    again = live.open.default if scarce else answer  # asked once more on the way
    same = Told(policy, {f"{live.open.rule}@{live.open.who}": again})
    before, given = live.unfinished_step()
    before.halts = True
    return Weighing(live.shown, live.done.command, Exploring(before, same, budget, (*given, answer)))


def told(before: Scene[Any], command: Command, foreseen: Foreseen[Any]) -> Odds:
    game: Measured[Any] = game_of(before)
    found = Odds(command, unexplored=foreseen.unexplored, assumed=foreseen.assumed, modifiers=foreseen.modifiers)
    first = foreseen.first_roll()
    if first is not None and foreseen.first is not None:
        found.rolled = "+".join(map(str, foreseen.first.pool))
        found.by, found.rule = foreseen.first.by, foreseen.first.rule
        found.reading = foreseen.first.reading
        found.against = getattr(found.reading, "number", None)
        called = getattr(found.reading, "called", spelt)
        for reading, weight in first.weights:
            chance = found.rolls[reading] = Fraction(weight, first.total)
            name = called(reading)
            found.readings[name] = found.readings.get(name, Fraction(0)) + chance
    _tell_outcomes(game, before, foreseen, found)
    return found


def _tell_outcomes(game: Measured[Any], before: Scene[Any], foreseen: Foreseen[Any], found: Odds) -> None:
    """Add up what the scenes come to. Their chances are taken as parts of one whole: whole numbers add up faster than
    fractions do, and to the same."""
    whole = lcm(*[chance.denominator for _, chance in foreseen.scenes])
    outcomes: dict[Changes, int] = {}
    harm: dict[tuple[str, str], int] = {}
    falls: dict[str, int] = {}
    gained: dict[tuple[str, str], int] = {}
    lost: dict[tuple[str, str], int] = {}
    expected: dict[tuple[str, str], int] = {}
    were = {
        name: (being.key(), game.pools(before, being), _fallen(game, being)) for name, being in before.beings.items()
    }
    seen: dict[int, _Touched | None] = {}  # many scenes have the same being in them, as it is there
    for after, chance in foreseen.scenes:
        part = chance.numerator * (whole // chance.denominator)
        changes: list[Change] = []
        for name, old in before.beings.items():
            new = after.beings.get(name)
            if id(new) not in seen:
                seen[id(new)] = _touched(game, after, old, *were[name])
            if (touched := seen[id(new)]) is not None:
                changes += touched.changes
                touched.part += part
        told = tuple(changes + _differ(SCENE, before, after, game.telling_scene))
        outcomes[told] = outcomes.get(told, 0) + part
    for touched in seen.values():
        if touched is not None:
            for pool, loss in touched.harm:
                harm[touched.name, pool] = harm.get((touched.name, pool), 0) + touched.part * loss
            if touched.falls:
                falls[touched.name] = falls.get(touched.name, 0) + touched.part
    ordered = sorted(outcomes.items(), key=lambda pair: (-pair[1], str(pair[0])))
    for told, part in ordered:
        for who, what, change in told:
            if what in ("gains", "loses"):
                into = gained if what == "gains" else lost
                into[who, change] = into.get((who, change), 0) + part
            elif isinstance(change, int):
                expected[who, what] = expected.get((who, what), 0) + part * change
    found.outcomes = [(told, Fraction(part, whole)) for told, part in ordered]
    found.harm, found.falls = _fractions(harm, whole), _fractions(falls, whole)
    found.gained, found.lost = _fractions(gained, whole), _fractions(lost, whole)
    found.expected = _fractions(expected, whole)


@dataclass(slots=True)
class _Touched:
    """What has become of a being."""

    name: str
    changes: list[Change]
    harm: list[tuple[str, int]]  # how much of which pool is lost
    falls: bool
    part: int = 0  # in how much of all that comes


def _touched(
    game: Measured[Any], after: Scene[Any], old: Any, key: tuple[object, ...], pools: list[Pool], fallen: bool
) -> _Touched | None:
    """What has become of somebody who was like this. Who is gone for good is nobody's concern any more."""
    new = after.beings.get(old.id)
    if new is None or new.key() == key:
        return None
    both = zip(pools, game.pools(after, new), strict=False)
    harm = [(was.name, was.left - now.left) for was, now in both if now.left < was.left]
    falls = not fallen and _fallen(game, new)
    return _Touched(old.id, _changes_of(old, new, game.telling), harm, falls)


def _fractions(parts: Mapping[K, int], whole: int) -> dict[K, Fraction]:
    return {key: Fraction(part, whole) for key, part in parts.items()}


def spelt(reading: object) -> str:
    """What a roll is read as, where its rule has no name for it."""
    if type(reading) is tuple:
        return ", ".join(map(spelt, reading))
    return str(reading).lower() if isinstance(reading, bool) else str(reading)


def _fallen(game: Measured[Any], being: Any) -> bool:
    return fate(being.states, game.fates) in FALLEN


def changed(
    before: Scene[Any], after: Scene[Any], telling: tuple[str, ...], telling_scene: tuple[str, ...] = ()
) -> Changes:
    """What differs between two scenes, in the fields that people care about. Who is gone for good is nobody's concern
    any more."""
    both = [(old, after.beings[name]) for name, old in before.beings.items() if name in after.beings]
    changes = [change for old, new in both for change in _changes_of(old, new, telling)]
    return tuple(changes + _differ(SCENE, before, after, telling_scene))


def _changes_of(old: Any, new: Any, telling: tuple[str, ...]) -> list[Change]:
    """In what people care about."""
    changes = _differ(old.id, old, new, telling)
    changes += [(old.id, "gains", state) for state in sorted(new.states - old.states)]
    changes += [(old.id, "loses", state) for state in sorted(old.states - new.states)]
    return changes


def _differ(whom: str, old: object, new: object, telling: tuple[str, ...]) -> list[Change]:
    found = []
    for what in telling:
        was, now = getattr(old, what), getattr(new, what)
        if was != now:
            found.append((whom, what, now - was if isinstance(now, int) and isinstance(was, int) else now))
    return found
