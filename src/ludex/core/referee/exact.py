"""The exact referee: every reading of every roll, with its exact weight.

A step is run again along each path; equal states are merged at the end of every step. Questions are answered by a
stated policy. Weights are exact and add up to one; what a budget left unexplored, and what dice without end left out,
is reported, never hidden. Where there is much to explore, what is likely comes first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from ludex.core.foe import deciding
from ludex.core.foe.deciding import Policy
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import Distribution
from ludex.core.kernel.games import game_of
from ludex.core.kernel.procedure import Question, Roll, next_step
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import Scene

S = TypeVar("S", bound=Scene[Any])

ONE = Fraction(1)
LEAST = Fraction(1, 10**9)  # a path less likely than this within one step is left unexplored
TRACE = Fraction(1, 10**13)  # and so is this much that comes to a scene again, perhaps in a circle
NOTHING = Fraction(0)
PLENTY, FIRST = 10, 1000  # when one part in so many of the budget is spent, and so many steps if a quarter of it
# allows, what is unlikely waits for the rest
FAINT, FAINTER = Fraction(1, 1000), 2  # a scene is unlikely below this; and then below a part of it, again and again
NEGLIGIBLE = Fraction(1, 2000)  # when nothing else is left, so much in all is left unexplored
SLIGHT = Fraction(1, 10**7)  # and then a single path that is less likely than this


@dataclass(slots=True)
class Foreseen(Generic[S]):
    """All scenes that a command can lead to, each with its weight, and the first roll that decides between them."""

    scenes: list[tuple[S, Fraction]]
    unexplored: Fraction
    first: Roll[Any] | None
    assumed: dict[str, list[object]]  # the answers that the policy gave, by the key of the question

    def first_roll(self) -> Distribution[Any] | None:
        return self.first.outcomes if self.first is not None else None

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
    met: _Met[S] = _Met()
    first = met.meet(start)
    first.weight = ONE
    queue: list[_Waiting[S]] = [((*(0,) * len(start.agenda), BELOW), 0, first)]
    faint: list[_Waiting[S]] = []  # unlikely scenes, which wait until nothing likely is left
    plenty, least = budget - min(max(budget // PLENTY, FIRST), budget // 4), FAINT
    dear: defaultdict[object, int] = defaultdict(lambda: 1)  # how many paths a step has had
    while queue or (budget > 0 and _total(faint) > NEGLIGIBLE):
        if not queue:
            least /= FAINTER
            faint = _wake(faint, queue, least, dear)
            continue
        progress, _, here = waiting = heappop(queue)
        if here.paths is None and 0 < budget < plenty and here.weight < least * dear[here.step]:
            faint.append(waiting)
            continue
        weight, here.weight, here.queued = here.weight, NOTHING, False
        if budget <= 0 if here.paths is None else weight < TRACE:
            foreseen.unexplored += weight
            continue
        if here.paths is None:
            slight = SLIGHT / weight if 0 < budget < plenty else LEAST
            paths, here.left, run = _paths(here.scene, policy, foreseen, given, budget, slight)
            given = ()
            budget -= run
            dear[here.step] = max(dear[here.step], len(paths))
            here.paths = [(met.meet(after, here), share) for after, share in _without_return(here, paths)]
        if here.left:
            foreseen.unexplored += weight * here.left
        for after, share in here.paths:
            gained = weight * share if share is not ONE else weight
            after.weight = after.weight + gained if after.weight is not NOTHING else gained
            if after.scene.agenda and not after.queued:
                after.queued = True
                further = _further(progress, len(here.scene.agenda), len(after.scene.agenda))
                heappush(queue, (further, after.number, after))
    foreseen.unexplored += _total(faint)
    foreseen.scenes = [(reached.scene, reached.weight) for reached in met.all() if not reached.scene.agenda]
    return foreseen


def _total(faint: list[_Waiting[S]]) -> Fraction:
    return sum((reached.weight for _, _, reached in faint), NOTHING)


def _wake(
    faint: list[_Waiting[S]], queue: list[_Waiting[S]], least: Fraction, dear: Mapping[object, int]
) -> list[_Waiting[S]]:
    """Of those that wait, whoever is likely enough for what it takes is next; gives the others."""
    others = []
    for waiting in faint:
        if waiting[2].weight < least * dear[waiting[2].step]:
            others.append(waiting)
        else:
            heappush(queue, waiting)
    return others


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
    """A scene that paths lead to, with the weight of those that have not been followed on from it."""

    __slots__ = ("hashes", "key", "left", "number", "paths", "queued", "scene", "step", "weight")

    def __init__(self, scene: S, key: tuple[object, ...], hashes: tuple[int, ...], number: int) -> None:
        self.scene = scene
        self.weight = NOTHING
        self.key = key
        self.hashes = hashes  # of each part of the key
        self.number = number
        self.queued = False
        self.step = scene.agenda[0].step if scene.agenda else None
        self.paths: list[tuple[_Reached[S], Fraction]] | None = None  # where it leads to, once its next step was run
        self.left = Fraction(0)  # the share of it that was left unexplored


_Waiting = tuple[Progress, int, _Reached[S]]


class _Met(Generic[S]):
    """Scenes by what they hold: equal ones are one. Hashing a scene is dear, so it is done once for each, and only for
    what a step has changed."""

    def __init__(self) -> None:
        self.kept: dict[int, list[_Reached[S]]] = {}
        self.number = 0

    def meet(self, scene: S, before: _Reached[S] | None = None) -> _Reached[S]:
        """A scene, and the one it has come from."""
        key = scene.key()
        if before is not None and len(before.key) == len(key):
            parts = zip(key, before.key, before.hashes, strict=True)
            hashes = tuple([known if part is was or part == was else hash(part) for part, was, known in parts])
        else:
            hashes = tuple(map(hash, key))
        alike = self.kept.setdefault(hash(hashes), [])
        for reached in alike:
            if reached.key == key:
                return reached
        self.number += 1
        alike.append(_Reached(scene, key, hashes, self.number))
        return alike[-1]

    def all(self) -> Iterator[_Reached[S]]:
        for alike in self.kept.values():
            yield from alike


def _paths(
    before: S, policy: Policy, foreseen: Foreseen[S], given: tuple[Any, ...], budget: int, slight: Fraction
) -> tuple[list[tuple[S, Fraction]], Fraction, int]:
    """Run the next step along every path of its rolls, after what is given; also the share that was left unexplored,
    and how often the step was run.

    The likeliest path comes first, and what is too unlikely is left: a step may throw dice until they differ. Paths
    less likely than `slight` are not run at all, unless there is none better.
    """
    ends: list[tuple[S, Fraction]] = []
    unexplored = Fraction(0)
    rough = slight > LEAST
    # The weight of a path is `part` of `whole`: whole numbers as long as it grows, and a fraction in the end
    to_run: list[tuple[float, int, tuple[Any, ...], int, int]] = [(-1.0, 0, given, 1, 1)]
    number = run = 0
    while to_run:
        _, _, told, part, whole = heappop(to_run)
        if run >= budget:
            unexplored += Fraction(part, whole)
            continue
        run += 1
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
                elif part * LEAST.denominator < whole:
                    unexplored += Fraction(part, whole)
                    running.close()
                    break
                else:
                    if foreseen.first is None:
                        foreseen.first = request
                    readings = request.outcomes
                    whole *= readings.total
                    if readings.left_out:
                        unexplored += Fraction(part * readings.left_out, whole)
                    (answer, first), *others = sorted(readings.weights, key=_share) if rough else readings.weights
                    for other, share in others:
                        number += 1
                        its = part * share
                        if rough and Fraction(its, whole) < slight:
                            unexplored += Fraction(its, whole)
                            continue
                        heappush(to_run, (-(its / whole), number, (*answers, other), its, whole))
                    part *= first
                answers.append(answer)
                request = running.send(answer)
        except StopIteration:
            ends.append((here, _share_of(part, whole)))
    return ends, unexplored, run


@lru_cache(maxsize=1 << 12)
def _share_of(part: int, whole: int) -> Fraction:
    """A fraction; many paths are as likely as others."""
    return Fraction(part, whole) if part != whole else ONE


def _share(reading: tuple[object, int]) -> int:
    return -reading[1]


def _decide(scene: Scene[Any], policy: Policy, question: Question, foreseen: Foreseen[Any]) -> object:
    side = deciding.side_asked(scene, question)
    answer = deciding.answer(game_of(scene), scene, side, question, policy)  # by what that side may know
    answers = foreseen.assumed.setdefault(question.key, [])
    if answer not in answers:
        answers.append(answer)
    return answer
