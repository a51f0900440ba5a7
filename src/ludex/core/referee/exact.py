"""The exact referee: every reading of every roll, with its exact weight.

A step is run again along each path; equal states are merged at the end of every step. Questions are answered by a
stated policy. Weights are exact and add up to one; what a budget left unexplored is reported, never hidden.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from ludex.core.agenda import Command, next_step
from ludex.core.dice import Distribution, distribution
from ludex.core.game import Policy, game_of
from ludex.core.procedure import Question, Roll
from ludex.core.ruling import Modifier
from ludex.core.scene import Scene

S = TypeVar("S", bound=Scene[Any])

ONE = Fraction(1)


@dataclass(slots=True)
class Foreseen(Generic[S]):
    """All scenes that a command can lead to, each with its weight, and the first roll that decides between them."""

    scenes: list[tuple[S, Fraction]]
    unexplored: Fraction
    first: Roll[Any] | None
    assumed: dict[str, object]  # answers that the policy gave, by the key of the question

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
    pending: dict[tuple[object, ...], list[Any]] = {start.key(): [start, ONE]}
    waiting = deque(pending)
    done: dict[tuple[object, ...], list[Any]] = {}
    foreseen: Foreseen[S] = Foreseen([], Fraction(0), None, {})
    while waiting:
        here, weight = pending.pop(waiting.popleft())
        if not here.agenda:
            _merge(done, here.key(), here, weight)
            continue
        if budget <= 0:
            foreseen.unexplored += weight
            continue
        paths = _paths(here, policy, foreseen, given)
        given = ()
        budget -= len(paths)
        for after, share in paths:
            key = after.key()
            if key in pending:
                pending[key][1] += weight * share
            else:
                pending[key] = [after, weight * share]
                waiting.append(key)
    foreseen.scenes = [(after, weight) for after, weight in done.values()]
    return foreseen


def _merge(into: dict[tuple[object, ...], list[Any]], key: tuple[object, ...], scene: Any, weight: Fraction) -> None:
    if key in into:
        into[key][1] += weight
    else:
        into[key] = [scene, weight]


def _paths(
    before: S, policy: Policy, foreseen: Foreseen[S], given: tuple[Any, ...] = ()
) -> list[tuple[S, Fraction]]:
    """Run the next step along every path of its rolls, after what is given."""
    ends: list[tuple[S, Fraction]] = []
    to_run: list[tuple[tuple[Any, ...], Fraction]] = [(given, ONE)]
    while to_run:
        told, weight = to_run.pop()
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
                else:
                    if foreseen.first is None:
                        foreseen.first = request
                    readings = distribution(request.pool, request.reading)
                    (answer, first), *others = readings.weights
                    for other, share in reversed(others):
                        to_run.append(((*answers, other), weight * Fraction(share, readings.total)))
                    weight = weight * Fraction(first, readings.total)
                answers.append(answer)
                request = running.send(answer)
        except StopIteration:
            ends.append((here, weight))
    return ends


def _decide(scene: Scene[Any], policy: Policy, question: Question, foreseen: Foreseen[Any]) -> object:
    answer = policy.answer(scene, question)
    foreseen.assumed.setdefault(question.key, answer)
    return answer
