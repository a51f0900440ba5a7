"""The exact referee: every reading of every roll, with its exact weight.

A step is run again along each path; equal states are merged at the end of every step. Questions are answered by a
stated policy. Weights are exact and add up to one; what a budget left unexplored, and what dice without end left out,
is reported, never hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from ludex.core.agenda import Command, next_step
from ludex.core.dice import Distribution, distribution
from ludex.core.game import Policy
from ludex.core.procedure import Question, Roll
from ludex.core.ruling import Modifier
from ludex.core.scene import Scene, game_of

S = TypeVar("S", bound=Scene[Any])

ONE = Fraction(1)
LEAST = Fraction(1, 10**9)  # a path less likely than this within one step is left unexplored


@dataclass(slots=True)
class Foreseen(Generic[S]):
    """All scenes that a command can lead to, each with its weight, and the first roll that decides between them."""

    scenes: list[tuple[S, Fraction]]
    unexplored: Fraction
    first: Roll[Any] | None
    assumed: dict[str, list[object]]  # the answers that the policy gave, by the key of the question

    def first_roll(self) -> Distribution[Any] | None:
        return distribution(self.first.pool, self.first.reading) if self.first is not None else None

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        return self.first.modifiers if self.first is not None else ()


def foresee(scene: S, command: Command, policy: Policy, budget: int = 20_000) -> Foreseen[S]:
    """What this command leads to. `budget` is the most steps that are run, counting each path of each."""
    start = scene.fork()
    game_of(scene).begin(start, command)
    return foresee_from(start, policy, budget)


def foresee_from(start: S, policy: Policy, budget: int = 20_000, given: tuple[Any, ...] = ()) -> Foreseen[S]:
    """What the agenda of this scene leads to; `given` are readings and answers of its first step that are settled."""
    foreseen: Foreseen[S] = Foreseen([], Fraction(0), None, {})
    waiting: _Met[S] = _Met()
    done: _Met[S] = _Met()
    waiting.meet(start, ONE)
    queue: list[tuple[Progress, int, _Reached[S]]] = [((*(0,) * len(start.agenda), BELOW), 0, waiting.last)]
    while queue:
        progress, _, reached = heappop(queue)
        here = waiting.take(reached)
        if not here.scene.agenda:
            done.meet(here.scene, here.weight)
            continue
        if budget <= 0:
            foreseen.unexplored += here.weight
            continue
        paths, left = _paths(here.scene, policy, foreseen, given, budget)
        foreseen.unexplored += here.weight * left
        given = ()
        budget -= len(paths)
        paths = _without_return(here, paths)
        for after, share in paths:
            if not after.agenda:
                done.meet(after, here.weight * share)
            elif waiting.meet(after, here.weight * share):
                further = _further(progress, len(here.scene.agenda), len(after.agenda))
                heappush(queue, (further, waiting.last.number, waiting.last))
    foreseen.scenes = [(reached.scene, reached.weight) for reached in done.all()]
    return foreseen


Progress = tuple[int, ...]
BELOW = 1 << 60  # at the end of a progress: what is carried to its end comes before what waits below it


def _further(progress: Progress, before: int, after: int) -> Progress:
    """How far the agenda has come, from its bottom up: the steps taken at each height.

    Whoever has come least far goes first, and what a step brings is carried to its end before what comes after it. So
    states that differ only in how they came about have become equal before anything follows from them.
    """
    if after < before:
        return (*progress[:after], BELOW)
    return (*progress[: before - 1], progress[before - 1] + 1, *(0,) * (after - before), BELOW)


def _without_return(here: _Reached[S], paths: list[tuple[S, Fraction]]) -> list[tuple[S, Fraction]]:
    """Dice thrown until they differ lead back to where they were thrown: the other paths share that weight."""
    agenda = here.scene.agenda
    others = [path for path in paths if path[0].agenda != agenda or path[0].key() != here.key]
    if len(others) == len(paths) or not others:
        return paths
    back = sum((share for _, share in paths), Fraction(0)) - sum((share for _, share in others), Fraction(0))
    return [(after, share / (1 - back)) for after, share in others]


class _Reached(Generic[S]):
    """A scene that paths lead to, with the weight of them all."""

    __slots__ = ("hash", "key", "number", "scene", "weight")

    def __init__(self, scene: S, weight: Fraction, key: tuple[object, ...], hashed: int, number: int) -> None:
        self.scene = scene
        self.weight = weight
        self.key = key
        self.hash = hashed
        self.number = number


class _Met(Generic[S]):
    """Scenes by what they hold: equal ones are one. Hashing a scene is dear, so it is done once for each."""

    def __init__(self) -> None:
        self.kept: dict[int, list[_Reached[S]]] = {}
        self.last: _Reached[S]
        self.number = 0

    def meet(self, scene: S, weight: Fraction) -> bool:
        """Add the weight of a path to its scene; tells whether the scene is new, and then it is the `last`."""
        key = scene.key()
        hashed = hash(key)
        alike = self.kept.setdefault(hashed, [])
        for reached in alike:
            if reached.key == key:
                reached.weight += weight
                return False
        self.number += 1
        self.last = _Reached(scene, weight, key, hashed, self.number)
        alike.append(self.last)
        return True

    def take(self, reached: _Reached[S]) -> _Reached[S]:
        alike = self.kept[reached.hash]
        alike.remove(reached)
        if not alike:
            del self.kept[reached.hash]
        return reached

    def all(self) -> Iterator[_Reached[S]]:
        for alike in self.kept.values():
            yield from alike


def _paths(
    before: S, policy: Policy, foreseen: Foreseen[S], given: tuple[Any, ...], budget: int
) -> tuple[list[tuple[S, Fraction]], Fraction]:
    """Run the next step along every path of its rolls, after what is given; also the share that was left unexplored.

    The likeliest path comes first, and what is too unlikely is left: a step may throw dice until they differ.
    """
    ends: list[tuple[S, Fraction]] = []
    unexplored = Fraction(0)
    to_run: list[tuple[float, int, tuple[Any, ...], Fraction]] = [(-1.0, 0, given, ONE)]
    number = 0
    while to_run:
        _, _, told, weight = heappop(to_run)
        if len(ends) >= budget:
            unexplored += weight
            continue
        here = before.fork()
        running = next_step(here)
        answers: list[Any] = []
        try:
            request = next(running)
            while True:
                if len(answers) < len(told):
                    answer = told[len(answers)]
                elif isinstance(request, Question):
                    answer = _decide(here, policy, request, foreseen)
                elif weight < LEAST:
                    unexplored += weight
                    running.close()
                    break
                else:
                    if foreseen.first is None:
                        foreseen.first = request
                    readings = distribution(request.pool, request.reading)
                    unexplored += weight * Fraction(readings.left_out, readings.total)
                    (answer, first), *others = readings.weights
                    for other, share in others:
                        number += 1
                        part = weight * Fraction(share, readings.total)
                        heappush(to_run, (-float(part), number, (*answers, other), part))
                    weight = weight * Fraction(first, readings.total)
                answers.append(answer)
                request = running.send(answer)
        except StopIteration:
            ends.append((here, weight))
    return ends, unexplored


def _decide(scene: Scene[Any], policy: Policy, question: Question, foreseen: Foreseen[Any]) -> object:
    answer = policy.answer(scene, question)
    answers = foreseen.assumed.setdefault(question.key, [])
    if answer not in answers:
        answers.append(answer)
    return answer
