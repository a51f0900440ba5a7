"""The exact referee: every reading of every roll, with its exact weight.

A step is run again along each path; equal states are merged at the end of every step, and states that differ in numbers
alone go on together (see `carried.py`). Questions are answered by a stated policy. Weights are exact and add up to one;
what a budget left unexplored, and what dice without end left out, is reported, never hidden. Where there is much to
explore, what is likely comes first, and what is known so far can be looked at before all is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from math import lcm
from typing import Any, Generic, NamedTuple, TypeVar

from ludex.core.foe import deciding
from ludex.core.foe.deciding import Policy
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import Distribution
from ludex.core.kernel.games import game_of
from ludex.core.kernel.procedure import Question, Roll, next_step
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import Scene
from ludex.core.referee.carried import Number, Row, Rows, ToldApart, beginning
from ludex.core.referee.lifted import Counted, Places, Values, fields_of, lift_out, put_back
from ludex.core.referee.reached import (
    BELOW,
    NOTHING,
    Made,
    Met,
    Reached,
    Reaches,
    Waiting,
    further,
    onwards,
    wake,
    weight_of,
)
from ludex.core.referee.readings import Carried, Each, Known, of_each, ways_to_read

S = TypeVar("S", bound=Scene[Any])

ONE = Fraction(1)
LEAST = Fraction(1, 10**9)  # a path less likely than this within one step is left unexplored
TRACE = Fraction(1, 10**13)  # and so is this much that comes to a scene again, perhaps in a circle
PLENTY, FIRST = 10, 1000  # when one part in so many of the budget is spent, and so many steps if a quarter of it
# allows, what is unlikely waits for the rest
EARLY = 50  # when so many steps are run, scenes that are unlikely wait until nothing likely is left
FAINT, FAINTER = Fraction(1, 50), 4  # a scene is unlikely below this; and then below a part of it, again and again
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
    exploring = Exploring(start, policy, budget, given)
    exploring.go_on()
    return exploring.so_far()


def never() -> bool:
    return False


class Exploring(Generic[S]):
    """What the agenda of a scene leads to, as far as that has been worked out. It can be looked at at any time, and
    then be gone on with."""

    def __init__(self, start: S, policy: Policy, budget: int = 20_000, given: tuple[Any, ...] = ()) -> None:
        self.policy = policy
        self.budget = budget  # the steps that may still be run
        self.run = 0  # and those that were
        self.first: Roll[Any] | None = None
        self.assumed: dict[str, list[object]] = {}
        self.unexplored = NOTHING  # what is left for good
        self.done = False
        self._given = given
        self.counted = Counted(start)
        self.elsewhere: dict[str, None] = {}  # in which other fields of beings numbers have been carried along
        self._met = Met(start)
        self._moving: dict[Values, int] = {}  # what is being followed on
        self._of = 1  # of which these are parts
        self._exploring = self._explore(start)

    def go_on(self, enough: Callable[[], bool] = never) -> None:
        """Work out more, to the end or until that is enough; asked after each step that is run."""
        for _ in self._exploring:
            if enough():
                return
        self.done = True

    def so_far(self, most: int | None = None) -> Foreseen[S]:
        """What is known by now, or the likeliest of it. What is still to be explored is among what is unexplored."""
        left = self.unexplored + Fraction(sum(self._moving.values()), self._of)
        ends: list[tuple[Reached[S], Values, Fraction]] = []
        for reached in self._met.all:
            if reached.scene.agenda:
                left += reached.weight()
            else:
                whole = reached.whole
                ends += [(reached, values, Fraction(weight, whole)) for values, weight in reached.waiting.items()]
        if most is not None and len(ends) > most:
            ends.sort(key=lambda end: -float(end[2]))
            left += sum((weight for _, _, weight in ends[most:]), NOTHING)
            ends = ends[:most]
        made: Made = {}
        scenes = [(reached.with_numbers(values, made), weight) for reached, values, weight in ends]
        return Foreseen(scenes, left, self.first, self.assumed)

    def _explore(self, start: S) -> Iterator[None]:
        first = self._met.start
        first.gain((), 1, 1)
        queue: list[Waiting[S]] = [((*(0,) * len(start.agenda), BELOW), 0, first)]
        faint: list[Waiting[S]] = []  # unlikely scenes, which wait until nothing likely is left
        plenty, least = self.budget - min(max(self.budget // PLENTY, FIRST), self.budget // 4), FAINT
        dear: defaultdict[object, int] = defaultdict(lambda: 1)  # how many paths a step has had
        while queue or (faint and self.budget > 0 and (self.budget >= plenty or weight_of(faint) > NEGLIGIBLE)):
            if not queue:
                least /= FAINTER
                faint = wake(faint, queue, least, dear)
                continue
            progress, _, here = waiting = heappop(queue)
            hurried = 0 < self.budget < plenty
            new = [values for values in here.waiting if values not in here.paths]
            late = self.run >= EARLY and self.budget > 0
            if late and len(new) == len(here.waiting) and here.weight() < least * dear[here.step]:
                faint.append(waiting)
                continue
            weights, whole = self._moving, self._of = here.follow()
            if new and self.budget > 0:
                slight = SLIGHT * Fraction(whole, sum(weights.values())) if hurried else LEAST
                before = self.run
                yield from self._follow(here, [(values, weights[values]) for values in new], slight)
                dear[here.step] = max(dear[here.step], self.run - before)
            only_new = len(new) == len(weights)
            for number, values in enumerate(list(weights)):
                weight = weights.pop(values)
                known = here.paths.get(values)
                if known is None or (not only_new and weight < TRACE * whole and values not in new):
                    self.unexplored += Fraction(weight, whole)
                    continue
                if known.left:
                    self.unexplored += Fraction(weight, whole) * known.left
                of = whole * known.whole
                for after, becomes, share in known.leads:
                    after.gain(becomes, weight * share, of)
                    if after.scene.agenda and not after.queued:
                        after.queued = True
                        come = further(progress, len(here.scene.agenda), len(after.scene.agenda))
                        heappush(queue, (come, after.number, after))
                if number % ROWS_A_STEP == ROWS_A_STEP - 1:
                    yield
        self.unexplored += weight_of(faint)
        for _, _, reached in faint:
            reached.waiting = {}

    # -- one step ---------------------------------------------------------------------------------------------

    def _follow(self, here: Reached[S], rows: list[tuple[Values, int]], slight: Fraction) -> Iterator[None]:
        """Run the next step along every path of its rolls, with all the numbers that the scene may have.

        The likeliest path comes first, and what is too unlikely is left: a step may throw dice until they differ. Paths
        less likely than `slight` are not run at all, unless there is none better.
        """
        running = Running(self, here, rows, slight, self._given)
        self._given = ()
        while running.to_run:
            if self.budget <= 0:
                running.leave_all()
                break
            self.budget -= 1
            self.run += 1
            running.run_next(self._met)
            yield
        for place, (values, _) in enumerate(rows):
            here.paths[values] = onwards(here, values, running.found[place], running.left[place])

    def decide(self, scene: S, question: Question) -> object:
        side = deciding.side_asked(scene, question)
        answer = deciding.answer(game_of(scene), scene, side, question, self.policy)  # by what that side may know
        hash(answer)  # nobody gives a number as an answer that they do not know
        answers = self.assumed.setdefault(question.key, [])
        if answer not in answers:
            answers.append(answer)
        return answer


class Path(NamedTuple):
    """A way through a step that is still to be run."""

    likely: float  # how little; the least comes first
    number: int
    told: tuple[Any, ...]  # readings and answers
    part: int  # of `whole`: the weight of its readings, but for those that are carried along
    whole: int
    rows: Sequence[Row]
    weights: Sequence[int]  # of each row


CERTAIN = [1.0]  # the share of a row that is the only one
MOST_ROWS = 1 << 11  # at once
ROWS_A_STEP = 16  # to go on with so many takes about as long as to run a step, and counts as one


class Running(Generic[S]):
    """A step that is run along all its paths, from one scene with several rows of numbers."""

    __slots__ = (
        "columns",
        "exploring",
        "first",
        "found",
        "here",
        "left",
        "likely",
        "number",
        "rough",
        "slight",
        "to_run",
    )

    def __init__(
        self,
        exploring: Exploring[S],
        here: Reached[S],
        rows: list[tuple[Values, int]],
        slight: Fraction,
        given: tuple[Any, ...],
    ) -> None:
        self.exploring = exploring
        self.here = here
        self.first = len(rows)
        self.columns = list(zip(*[values for values, _ in rows], strict=True)) if here.places else []
        self.likely = _shares([weight for _, weight in rows]) if self.first > 1 else CERTAIN  # of each row
        self.slight = slight
        self.rough = slight > LEAST
        self.found: list[dict[Reaches[S], int]] = [{} for _ in rows]
        self.left = [NOTHING for _ in rows]  # the share of each that was left unexplored
        self.number = 0
        self.to_run: list[Path] = [Path(-1.0, 0, given, 1, 1, *beginning(self.first))]

    def leave_all(self) -> None:
        """Nothing more is run."""
        for _, _, _, part, whole, rows, weights in self.to_run:
            self._leave(rows, part, whole, weights)
        self.to_run = []

    def run_next(self, met: Met[S]) -> None:
        """Run the likeliest path to the end of the step."""
        _, _, told, part, whole, wanted, _ = heappop(self.to_run)
        rows = Rows(wanted, self.first)
        scene = self.here.scene.fork()
        if self.columns:
            put_back(scene, self.here.places, [rows.number(column, 0) for column in self.columns])
        weighed = [(part, whole)] * (len(told) + 1)  # the weight of the path, after each that was told
        try:
            if self._comes_to_its_end(scene, told, rows, weighed):
                self._end(scene, met, rows, *weighed[-1])
        except ToldApart as needed:
            self._push_each(rows, rows.by_value(needed.number), *weighed[-1])
        except Exception:
            if len(rows.left) == 1:
                raise
            self._push_each(rows, [[row] for row in rows.left], *weighed[-1])  # it cannot be done with such numbers
        rows.closed = True
        for many, others, weights in rows.apart:
            self._push(tuple(rows.told[:many]), *weighed[many], others, weights)

    def _comes_to_its_end(self, scene: S, told: tuple[Any, ...], rows: Rows, weighed: list[tuple[int, int]]) -> bool:
        """Run the step along this path, unless that is too unlikely."""
        running = next_step(scene)
        try:
            request = next(running)
            while True:
                place = len(rows.told)
                if place < len(told):
                    known = told[place]
                elif isinstance(request, Question):
                    known = self.exploring.decide(scene, request)
                    weighed.append(weighed[-1])
                elif self._is_slight(rows, *weighed[-1], LEAST):
                    self._leave_rest(rows, *weighed[-1])
                    running.close()
                    return False
                else:
                    known = self._rolled(request, rows, weighed)
                rows.told.append(known)
                if type(known) is Carried:
                    known = known.reading(rows.roll_together(known.shares, known.columns))
                elif type(known) is Each and isinstance(request, Roll):
                    known = rows.roll_each([known.shares(readings) for readings in of_each(request, rows, known.known)])
                request = running.send(known)
        except StopIteration:
            return True

    def _rolled(self, request: Roll[Any], rows: Rows, weighed: list[tuple[int, int]]) -> Any:
        """What a roll is answered with: all its readings at once, or one, and the others are paths of their own."""
        if self.exploring.first is None:
            self.exploring.first = request
        try:
            ways = ways_to_read(request)
        except ToldApart:
            return self._rolled_by_each(request, rows, weighed)
        self._not_too_many(rows, ways.together)
        part, whole = weighed[-1]
        whole *= ways.total
        if ways.left_out:
            self._leave_rest(rows, part * ways.left_out, whole)
        (answer, first), *others = sorted(ways.weights, key=_share) if self.rough else ways.weights
        for other, share in others:
            if self.rough and self._is_slight(rows, part * share, whole, self.slight):
                self._leave_rest(rows, part * share, whole)
            else:
                self._push_some(rows, (*rows.told, other), rows.left, part, whole, share)
        weighed.append((part if type(answer) is Carried else part * first, whole))
        return answer

    def _rolled_by_each(self, request: Roll[Any], rows: Rows, weighed: list[tuple[int, int]]) -> Each:
        """The same where a roll is read against a number that is carried along: all its readings, by the row."""
        known: Known = {}
        self._not_too_many(rows, max([len(readings.weights) for readings in of_each(request, rows, known)]))
        each = of_each(request, rows, known)
        total = lcm(*[readings.total for readings in each])
        part, whole = weighed[-1]
        for row, readings in zip(rows.left, each, strict=True):
            if readings.left_out:
                self._leave([rows.named[row]], part * readings.left_out, whole * readings.total, [rows.weights[row]])
        weighed.append((part, whole * total))
        return Each(total, known)

    @staticmethod
    def _not_too_many(rows: Rows, outcomes: int) -> None:
        """At once: of these rows, when each comes to so many."""
        few = max(1, MOST_ROWS // outcomes)
        if len(rows.left) > few:
            rows.go_apart(rows.left[few:])
            rows.left = rows.left[:few]

    def _end(self, scene: S, met: Met[S], rows: Rows, part: int, whole: int) -> None:
        """The step is over: what it has come to, from each row."""
        rows.closed = True
        places, values = self.exploring.counted.take_out(scene)
        try:
            after = met.meet(scene, places, self.here, rows.several)
        except ToldApart:
            after, places, values = self._lifted_out(scene, met, places, values)
        self.exploring.budget -= len(rows.left) // ROWS_A_STEP
        weights, first, left = rows.weights, rows.places[0], rows.left
        columns = [each.in_rows(left) if type(each) is Number else [each] * len(left) for each in values]
        become = zip(*columns, strict=True) if columns else [()] * len(left)
        for row, numbers in zip(left, become, strict=True):
            share = part * weights[row]
            found = self.found[first[row]]
            to = after, numbers, whole
            found[to] = found[to] + share if to in found else share

    def _lifted_out(
        self, scene: S, met: Met[S], places: Places, values: list[Any]
    ) -> tuple[Reached[S], Places, list[Any]]:
        """The same where numbers that are carried along are somewhere else: mostly in the agenda, or where others were
        before."""
        known, beings = self.exploring.elsewhere, scene.beings
        for held, fields in (((("", scene),), ("agenda",)), (beings.items(), tuple(known))):
            more, others = lift_out(held, fields)
            places, values = (*places, *more), [*values, *others]
            try:
                return met.meet(scene, places, self.here, True), places, values
            except ToldApart:
                pass
        more, others = lift_out(beings.items(), fields_of(beings))
        known.update(dict.fromkeys([field for _, field, _ in more]))
        places, values = (*places, *more), [*values, *others]
        return met.meet(scene, places, self.here, True), places, values

    # -- paths that go another way ----------------------------------------------------------------------------

    def _push_each(self, rows: Rows, groups: list[list[int]], part: int, whole: int) -> None:
        for group in groups:
            self._push_some(rows, tuple(rows.told), group, part, whole)

    def _push_some(
        self, rows: Rows, told: tuple[Any, ...], some: Sequence[int], part: int, whole: int, share: int = 1
    ) -> None:
        """Some rows go on with what is told, the last of which has this share. The rows of what is carried along have
        it among their own weights."""
        weights = [rows.weights[row] for row in some]
        if share == 1 or type(told[-1]) is not Carried:
            part *= share
        else:
            weights = [weight * share for weight in weights]
        self._push(told, part, whole, [rows.named[row] for row in some], weights)

    def _push(self, told: tuple[Any, ...], part: int, whole: int, rows: Sequence[Row], weights: Sequence[int]) -> None:
        self.number += 1
        likely = self.likely
        much = sum([weight * likely[row[0]] for row, weight in zip(rows, weights, strict=True)])
        heappush(self.to_run, Path(-(part * much / whole), self.number, told, part, whole, rows, weights))

    def _is_slight(self, rows: Rows, part: int, whole: int, least: Fraction) -> bool:
        first = rows.places[0]
        many = len({first[row] for row in rows.left}) if len(rows.places) > 1 else len(rows.left)
        return part * rows.weight() * least.denominator < whole * many * least.numerator

    def _leave(self, rows: Iterable[Row], part: int, whole: int, weights: Iterable[int]) -> None:
        """Of these rows so much is not explored."""
        for row, weight in zip(rows, weights, strict=True):
            self.left[row[0]] += Fraction(part * weight, whole)

    def _leave_rest(self, rows: Rows, part: int, whole: int) -> None:
        """Of what is left of a path, too."""
        self._leave([rows.named[row] for row in rows.left], part, whole, [rows.weights[row] for row in rows.left])


def _shares(weights: list[int]) -> list[float]:
    """Of all of them together."""
    whole = sum(weights)
    return [weight / whole for weight in weights]


def _share(reading: tuple[object, int]) -> int:
    return -reading[1]
