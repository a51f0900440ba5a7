"""The exact referee: every reading of every roll, with its exact weight.

A step is run again along each path; equal states are merged at the end of every step, and states that differ in numbers
alone go on together (see `carried.py`). Questions are answered by a stated policy. Weights are exact and add up to one;
what a budget left unexplored, and what dice without end left out, is reported, never hidden. Where there is much to
explore, what is likely comes first, and what is known so far can be looked at before all is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from math import lcm
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from ludex.core.foe import deciding
from ludex.core.foe.deciding import Policy
from ludex.core.foe.standing import Measured
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.dice import Distribution, Faces, Pool, distribution
from ludex.core.kernel.games import game_of
from ludex.core.kernel.procedure import Question, Roll, next_step
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import Scene
from ludex.core.referee.carried import Number, Row, Rows, ToldApart, beginning

S = TypeVar("S", bound=Scene[Any])

ONE = Fraction(1)
LEAST = Fraction(1, 10**9)  # a path less likely than this within one step is left unexplored
TRACE = Fraction(1, 10**13)  # and so is this much that comes to a scene again, perhaps in a circle
NOTHING = Fraction(0)
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
        self.counted = _Counted(start)
        self.elsewhere: dict[str, None] = {}  # in which other fields of beings numbers have been carried along
        self._met = _Met(start)
        self._moving: dict[Values, Fraction] = {}  # what is being followed on
        self._exploring = self._explore(start)

    def go_on(self, enough: Callable[[], bool] = never) -> None:
        """Work out more, to the end or until that is enough; asked after each step that is run."""
        for _ in self._exploring:
            if enough():
                return
        self.done = True

    def so_far(self, most: int | None = None) -> Foreseen[S]:
        """What is known by now, or the likeliest of it. What is still to be explored is among what is unexplored."""
        left = self.unexplored + _sum(self._moving)
        ends: list[tuple[_Reached[S], Values, Fraction]] = []
        for reached in self._met.all:
            if reached.scene.agenda:
                left += reached.weight()
            else:
                ends += [(reached, values, weight) for values, weight in reached.waiting.items()]
        if most is not None and len(ends) > most:
            ends.sort(key=lambda end: -float(end[2]))
            left += sum((weight for _, _, weight in ends[most:]), NOTHING)
            ends = ends[:most]
        scenes = [(reached.with_numbers(values), weight) for reached, values, weight in ends]
        return Foreseen(scenes, left, self.first, self.assumed)

    def _explore(self, start: S) -> Iterator[None]:
        first = self._met.start
        first.gain((), ONE)
        queue: list[_Waiting[S]] = [((*(0,) * len(start.agenda), BELOW), 0, first)]
        faint: list[_Waiting[S]] = []  # unlikely scenes, which wait until nothing likely is left
        plenty, least = self.budget - min(max(self.budget // PLENTY, FIRST), self.budget // 4), FAINT
        dear: defaultdict[object, int] = defaultdict(lambda: 1)  # how many paths a step has had
        while queue or (faint and self.budget > 0 and (self.budget >= plenty or _total(faint) > NEGLIGIBLE)):
            if not queue:
                least /= FAINTER
                faint = _wake(faint, queue, least, dear)
                continue
            progress, _, here = waiting = heappop(queue)
            hurried = 0 < self.budget < plenty
            new = [values for values in here.waiting if values not in here.paths]
            late = self.run >= EARLY and self.budget > 0
            if late and len(new) == len(here.waiting) and here.weight() < least * dear[here.step]:
                faint.append(waiting)
                continue
            weights, here.waiting, here.queued = here.waiting, {}, False
            self._moving = weights
            if new and self.budget > 0:
                slight = SLIGHT / _sum(weights) if hurried else LEAST
                before = self.run
                yield from self._follow(here, [(values, weights[values]) for values in new], slight)
                dear[here.step] = max(dear[here.step], self.run - before)
            only_new = len(new) == len(weights)
            for number, values in enumerate(list(weights)):
                weight = weights.pop(values)
                if values not in here.paths or (not only_new and weight < TRACE and values not in new):
                    self.unexplored += weight
                    continue
                paths, left = here.paths[values]
                if left:
                    self.unexplored += weight * left
                for after, becomes, share in paths:
                    after.gain(becomes, weight * share if share is not ONE else weight)
                    if after.scene.agenda and not after.queued:
                        after.queued = True
                        further = _further(progress, len(here.scene.agenda), len(after.scene.agenda))
                        heappush(queue, (further, after.number, after))
                if number % ROWS_A_STEP == ROWS_A_STEP - 1:
                    yield
        self.unexplored += _total(faint)
        for _, _, reached in faint:
            reached.waiting = {}

    # -- one step ---------------------------------------------------------------------------------------------

    def _follow(self, here: _Reached[S], rows: list[tuple[Values, Fraction]], slight: Fraction) -> Iterator[None]:
        """Run the next step along every path of its rolls, with all the numbers that the scene may have.

        The likeliest path comes first, and what is too unlikely is left: a step may throw dice until they differ. Paths
        less likely than `slight` are not run at all, unless there is none better.
        """
        running = _Running(self, here, rows, slight, self._given)
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
            found = running.found[place]
            paths = [(after, becomes, share) for (after, becomes), share in found.items()]
            here.paths[values] = _without_return(here, values, paths), running.left[place]

    def decide(self, scene: S, question: Question) -> object:
        side = deciding.side_asked(scene, question)
        answer = deciding.answer(game_of(scene), scene, side, question, self.policy)  # by what that side may know
        hash(answer)  # nobody gives a number as an answer that they do not know
        answers = self.assumed.setdefault(question.key, [])
        if answer not in answers:
            answers.append(answer)
        return answer


class _Path(NamedTuple):
    """A way through a step that is still to be run."""

    likely: float  # how little; the least comes first
    number: int
    told: tuple[Any, ...]  # readings and answers
    part: int  # of `whole`: the weight of its readings, but for those that are carried along
    whole: int
    rows: Sequence[Row]
    weights: Sequence[int]  # of each row


class _Carried(NamedTuple):
    """In place of a reading: several that differ in numbers alone, which are carried along."""

    weights: Sequence[tuple[Any, int]]
    columns: Sequence[Sequence[int]]  # each of these numbers, one for each reading
    within: tuple[Any, tuple[int, ...]] | None  # where it is more than a number: one of the readings, and where in it

    def reading(self, numbers: list[Any]) -> Any:
        if self.within is None:
            return numbers[0]
        like, places = self.within
        parts = _parts(like)
        for place, number in zip(places, numbers, strict=True):
            parts[place] = number
        return _made_of(type(like), parts)


class _Each(NamedTuple):
    """In place of a reading: all of them, which are others in each row, and whose weights add up to this."""

    total: int
    known: _Known  # what was worked out of them

    def shares(self, readings: Distribution[Any]) -> Sequence[tuple[Any, int]]:
        times = self.total // readings.total
        return [(reading, weight * times) for reading, weight in readings.weights] if times > 1 else readings.weights


CERTAIN = [1.0]  # the share of a row that is the only one
MANY = 3  # readings that are carried along; fewer are told apart anyway
MOST_ROWS = 1 << 11  # at once
ROWS_A_STEP = 16  # to go on with so many takes about as long as to run a step, and counts as one


class _Running(Generic[S]):
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
        here: _Reached[S],
        rows: list[tuple[Values, Fraction]],
        slight: Fraction,
        given: tuple[Any, ...],
    ) -> None:
        self.exploring = exploring
        self.here = here
        self.first = len(rows)
        self.columns = list(zip(*[values for values, _ in rows], strict=True)) if here.places else []
        self.likely = _shares([float(weight) for _, weight in rows]) if self.first > 1 else CERTAIN  # of each row
        self.slight = slight
        self.rough = slight > LEAST
        self.found: list[dict[tuple[_Reached[S], Values], Fraction]] = [{} for _ in rows]
        self.left = [NOTHING for _ in rows]  # the share of each that was left unexplored
        self.number = 0
        self.to_run: list[_Path] = [_Path(-1.0, 0, given, 1, 1, *beginning(self.first))]

    def leave_all(self) -> None:
        """Nothing more is run."""
        for _, _, _, part, whole, rows, weights in self.to_run:
            self._leave(rows, part, whole, weights)
        self.to_run = []

    def run_next(self, met: _Met[S]) -> None:
        """Run the likeliest path to the end of the step."""
        _, _, told, part, whole, wanted, _ = heappop(self.to_run)
        rows = Rows(wanted, self.first)
        scene = self.here.scene.fork()
        if self.columns:
            _put_back(scene, self.here.places, [rows.number(column, 0) for column in self.columns])
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
                if type(known) is _Carried:
                    known = known.reading(rows.roll_together(known.weights, known.columns))
                elif type(known) is _Each and isinstance(request, Roll):
                    known = rows.roll_each(
                        [known.shares(readings) for readings in _of_each(request, rows, known.known)]
                    )
                request = running.send(known)
        except StopIteration:
            return True

    def _rolled(self, request: Roll[Any], rows: Rows, weighed: list[tuple[int, int]]) -> Any:
        """What a roll is answered with: all its readings at once, or one, and the others are paths of their own."""
        if self.exploring.first is None:
            self.exploring.first = request
        try:
            ways = _ways_to_read(request)
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
        weighed.append((part if type(answer) is _Carried else part * first, whole))
        return answer

    def _rolled_by_each(self, request: Roll[Any], rows: Rows, weighed: list[tuple[int, int]]) -> _Each:
        """The same where a roll is read against a number that is carried along: all its readings, by the row."""
        known: _Known = {}
        self._not_too_many(rows, max([len(readings.weights) for readings in _of_each(request, rows, known)]))
        each = _of_each(request, rows, known)
        total = lcm(*[readings.total for readings in each])
        part, whole = weighed[-1]
        for row, readings in zip(rows.left, each, strict=True):
            if readings.left_out:
                self._leave([rows.named[row]], part * readings.left_out, whole * readings.total, [rows.weights[row]])
        weighed.append((part, whole * total))
        return _Each(total, known)

    @staticmethod
    def _not_too_many(rows: Rows, outcomes: int) -> None:
        """At once: of these rows, when each comes to so many."""
        few = max(1, MOST_ROWS // outcomes)
        if len(rows.left) > few:
            rows.go_apart(rows.left[few:])
            rows.left = rows.left[:few]

    def _end(self, scene: S, met: _Met[S], rows: Rows, part: int, whole: int) -> None:
        """The step is over: what it has come to, from each row."""
        rows.closed = True
        places, values = self.exploring.counted.take_out(scene)
        try:
            after = met.meet(scene, places, self.here, rows.several)
        except ToldApart:
            after, places, values = self._lifted_out(scene, met, places, values)
        self.exploring.budget -= len(rows.left) // ROWS_A_STEP
        several = [(place, each) for place, each in enumerate(values) if type(each) is Number]
        weights, first = rows.weights, rows.places[0]
        for row in rows.left:
            for place, number in several:
                values[place] = number.at(row)
            share = _share_of(part * weights[row], whole)
            found = self.found[first[row]]
            to = after, tuple(values)
            found[to] = found[to] + share if to in found else share

    def _lifted_out(
        self, scene: S, met: _Met[S], places: Places, values: list[Any]
    ) -> tuple[_Reached[S], Places, list[Any]]:
        """The same where numbers that are carried along are somewhere else: mostly in the agenda, or where others were
        before."""
        known, beings = self.exploring.elsewhere, scene.beings
        for held, fields in (((("", scene),), ("agenda",)), (beings.items(), tuple(known))):
            more, others = _lift_out(held, fields)
            places, values = (*places, *more), [*values, *others]
            try:
                return met.meet(scene, places, self.here, True), places, values
            except ToldApart:
                pass
        more, others = _lift_out(beings.items(), _fields(beings))
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
        if share == 1 or type(told[-1]) is not _Carried:
            part *= share
        else:
            weights = [weight * share for weight in weights]
        self._push(told, part, whole, [rows.named[row] for row in some], weights)

    def _push(self, told: tuple[Any, ...], part: int, whole: int, rows: Sequence[Row], weights: Sequence[int]) -> None:
        self.number += 1
        likely = self.likely
        much = sum([weight * likely[row[0]] for row, weight in zip(rows, weights, strict=True)])
        heappush(self.to_run, _Path(-(part * much / whole), self.number, told, part, whole, rows, weights))

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


class _Ways(NamedTuple):
    """What a roll may be read as, with weights."""

    weights: Sequence[tuple[Any, int]]
    total: int
    left_out: int
    together: int  # how many of them are carried along together, at most


def _ways_to_read(request: Roll[Any]) -> _Ways:
    """What of it comes to the same may hang on a number that is carried along, and then all of it is told apart."""
    try:
        return _ways(request.pool, request.reading, request.alike)
    except ToldApart:
        return _ways(request.pool, request.reading, None)


@lru_cache(maxsize=1 << 14)
def _ways(pool: Pool, reading: Callable[[Faces], Any], alike: Callable[[Any], Any] | None) -> _Ways:
    """Readings that differ in numbers alone are taken together, unless there are only a few."""
    found = distribution(pool, reading, alike)
    groups: dict[object, list[tuple[Any, int]]] = {}
    for number, (result, weight) in enumerate(found.weights):
        form = _form(result)
        groups.setdefault(number if form is None else (type(result), form), []).append((result, weight))
    weights: list[tuple[Any, int]] = []
    together = 1
    for some in groups.values():
        if len(some) < MANY:
            weights += some
        else:
            together = max(together, len(some))
            weights.append((_together(some), sum([weight for _, weight in some])))
    return _Ways(weights, found.total, found.left_out, together)


def _together(some: Sequence[tuple[Any, int]]) -> _Carried:
    first = some[0][0]
    if type(first) is int:
        return _Carried(some, [[number for number, _ in some]], None)
    columns = list(zip(*[_parts(result) for result, _ in some], strict=True))
    places = tuple([place for place, column in enumerate(columns) if any([part != column[0] for part in column])])
    return _Carried(some, [columns[place] for place in places], (first, places))


def _form(result: Any) -> tuple[object, ...] | None:
    """What a reading is but for the whole numbers in it; nothing where there are none."""
    if type(result) is int:
        return ()
    if not hasattr(result, "_fields") and _parts_of(_kind(result)) is None:
        return None
    parts = _parts(result)
    form = tuple([None if type(part) is int else part for part in parts])
    return form if None in form else None


def _parts(value: Any) -> list[Any]:
    """Of a tuple, or of a record that never changes."""
    names = _parts_of(_kind(value))
    return list(value) if names is None else [getattr(value, name) for name in names]


def _of_each(request: Roll[Any], rows: Rows, known: _Known) -> list[Distribution[Any]]:
    """What a roll may be read as in each row that is left, where that hangs on numbers that are carried along."""
    found: list[tuple[tuple[int, ...], Number]] = []
    without = _lifted((request.reading, request.alike), (), found)
    of = known.setdefault((without, *[where for where, _ in found]), {})
    each = []
    for row in rows.left:
        values = tuple([number.at(row) for _, number in found])
        readings = of.get(values)
        if readings is None:
            read = without
            for (where, _), value in zip(found, values, strict=True):
                read = _with_part(read, where, value)
            readings = of[values] = distribution(request.pool, *read)
        each.append(readings)
    return each


Values = tuple[Any, ...]  # numbers of beings
# How a roll is read but for numbers that are carried along, and what it may be read as with each of these
_Known = dict[object, dict[Values, Distribution[Any]]]
Place = tuple[str, str, tuple[int, ...]]  # whose number it is, in which field, and where in that; of nobody: the agenda
Places = tuple[Place, ...]


class _Counted(Generic[S]):
    """The numbers of beings that people want to know of, as they are before anything happens."""

    def __init__(self, start: S) -> None:
        game: Measured[Any] = game_of(start)
        kinds = frozenset([type(being) for being in start.beings.values()])
        self.fields, self._of = _numbers_of(kinds, game.telling)
        self.before = {name: self._of(being) for name, being in start.beings.items()}

    def take_out(self, scene: S) -> tuple[Places, list[Any]]:
        """The numbers that are others now, apart from the scene: in it each is as it was, so that scenes that differ in
        nothing else are one."""
        places: list[Place] = []
        values: list[Any] = []
        of, before = self._of, self.before
        for name, being in scene.beings.items():
            if name in before and (now := of(being)) != (was := before[name]):
                pairs = zip(was, now, strict=True) if len(self.fields) > 1 else [(was, now)]
                for field, (old, new) in zip(self.fields, pairs, strict=True):
                    if type(old) is int and (type(new) is Number or (type(new) is int and new != old)):
                        places.append((name, field, ()))
                        values.append(new)
                        setattr(being, field, old)
        return tuple(places), values


def _fields(beings: Mapping[str, Any]) -> Iterable[str]:
    """All that beings have."""
    fields: Iterable[str] = next(iter(beings.values())).__dataclass_fields__
    return fields


def _lift_out(holders: Iterable[tuple[str, Any]], fields: Iterable[str]) -> tuple[Places, list[Any]]:
    """The numbers that are carried along in these fields of somebody, or of the scene, however deep."""
    places: list[Place] = []
    values: list[Any] = []
    for name, holder in holders:
        for field in fields:
            if _is_plain(value := getattr(holder, field)):
                continue
            found: list[tuple[tuple[int, ...], Number]] = []
            lifted = _lifted(value, (), found)
            if found:
                setattr(holder, field, lifted)
                places += [(name, field, where) for where, _ in found]
                values += [number for _, number in found]
    return tuple(places), values


def _lifted(value: Any, where: tuple[int, ...], found: list[tuple[tuple[int, ...], Number]]) -> Any:
    """The value with 0 for each number in it that is carried along; these, and where they were."""
    if type(value) is Number:
        found.append((where, value))
        return 0
    if isinstance(value, tuple):
        each: Sequence[Any] = value
    elif (names := _parts_of(_kind(value))) is not None:
        each = [getattr(value, name) for name in names]
    else:
        return value
    before = len(found)
    parts = [part if _is_plain(part) else _lifted(part, (*where, place), found) for place, part in enumerate(each)]
    return _made_of(type(value), parts) if len(found) > before else value


def _is_plain(value: object) -> bool:
    """Is there no number in it that is carried along? One has no hash, and neither has what holds one."""
    try:
        hash(value)
    except ToldApart:
        return False
    return True


@lru_cache(maxsize=1 << 10)
def _parts_of(kind: Any) -> tuple[str, ...] | None:
    """The fields of a record that never changes; of anything else none."""
    parameters = getattr(kind, "__dataclass_params__", None)
    return tuple(kind.__dataclass_fields__) if parameters is not None and parameters.frozen else None


def _put_back(scene: Scene[Any], places: Places, values: Iterable[Any]) -> None:
    for (name, field, where), value in zip(places, values, strict=True):
        holder = scene.beings[name] if name else scene
        setattr(holder, field, _with_part(getattr(holder, field), where, value) if where else value)


def _with_part(whole: Any, where: tuple[int, ...], value: Any) -> Any:
    if not where:
        return value
    parts = _parts(whole)
    parts[where[0]] = _with_part(parts[where[0]], where[1:], value)
    return _made_of(type(whole), parts)


def _kind(value: object) -> Any:
    return type(value)


def _made_of(kind: Any, parts: list[Any]) -> Any:
    names = _parts_of(kind)
    if names is None:
        return tuple.__new__(kind, parts)  # a named one, or any other
    made = object.__new__(kind)
    for name, part in zip(names, parts, strict=True):
        object.__setattr__(made, name, part)
    return made


@lru_cache(maxsize=64)
def _numbers_of(kinds: frozenset[type], telling: tuple[str, ...]) -> tuple[tuple[str, ...], Callable[[Any], Any]]:
    """Which of these fields are whole numbers of each kind of being, and all of them of somebody."""
    found = [field for field in telling if all([kind.__annotations__.get(field) == "int" for kind in kinds])]
    return tuple(found), attrgetter(*found) if found else _nothing


def _nothing(being: object) -> None:
    """Nobody has a number that people want to know of."""


def _sum(weights: Mapping[Values, Fraction]) -> Fraction:
    """Of all of them; mostly there is one."""
    every = iter(weights.values())
    return sum(every, next(every, NOTHING))


def _total(faint: list[_Waiting[S]]) -> Fraction:
    return sum((reached.weight() for _, _, reached in faint), NOTHING)


def _wake(
    faint: list[_Waiting[S]], queue: list[_Waiting[S]], least: Fraction, dear: Mapping[object, int]
) -> list[_Waiting[S]]:
    """Of those that wait, whoever is likely enough for what it takes is next; gives the others."""
    others = []
    for waiting in faint:
        if waiting[2].weight() < least * dear[waiting[2].step]:
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


def _without_return(here: _Reached[S], values: Values, paths: list[_Leads[S]]) -> list[_Leads[S]]:
    """Dice thrown until they differ lead back to where they were thrown: the other paths share that weight."""
    others = [path for path in paths if path[0] is not here or path[1] != values]
    if len(others) == len(paths) or not others:
        return paths
    back = sum((share for _, _, share in paths), NOTHING) - sum((share for _, _, share in others), NOTHING)
    return [(after, becomes, share / (1 - back)) for after, becomes, share in others]


class _Reached(Generic[S]):
    """Scenes that paths lead to and that differ in numbers alone, each with its weight as long as it has not been
    followed on."""

    __slots__ = ("hashes", "key", "number", "paths", "places", "queued", "scene", "step", "waiting")

    def __init__(self, scene: S, places: Places, number: int) -> None:
        self.scene = scene  # with each of its numbers as it was before anything happened
        self.places = places
        self.waiting: dict[Values, Fraction] = {}
        self.key: tuple[object, ...] = ()  # what the scene holds, and the hash of each part of that, once that is known
        self.hashes: tuple[int, ...] = ()
        self.number = number
        self.queued = False
        self.step = scene.agenda[0].step if scene.agenda else None
        # Where each leads to, once the next step was run, and the share of it that was left unexplored
        self.paths: dict[Values, tuple[list[_Leads[S]], Fraction]] = {}

    def gain(self, values: Values, weight: Fraction) -> None:
        self.waiting[values] = self.waiting[values] + weight if values in self.waiting else weight

    def weight(self) -> Fraction:
        return _sum(self.waiting)

    def with_numbers(self, values: Values) -> S:
        """The scene with these numbers, to be looked at: whoever has none of them is in all of these scenes."""
        if not self.places:
            return self.scene
        scene = self.scene.fork_some({name: None for name, _, _ in self.places if name})
        _put_back(scene, self.places, values)
        return scene


_Waiting = tuple[Progress, int, _Reached[S]]
_Leads = tuple[_Reached[S], Values, Fraction]  # to which scene, with which numbers, and with which share


class _Met(Generic[S]):
    """Scenes by what they hold: equal ones are one. To look at all that a scene holds is dear, so it is done only where
    another one has the same steps to come; once for each, and only for what a step has changed."""

    def __init__(self, start: S) -> None:
        self.all: list[_Reached[S]] = []
        self.start = self._add(start, ())
        self.first: dict[object, _Reached[S]] = {
            ((), _to_come(start)): self.start
        }  # of those with the same steps to come
        self.alike: dict[int, list[_Reached[S]]] = {}  # those that were looked at

    def meet(self, scene: S, places: Places, before: _Reached[S], several: bool) -> _Reached[S]:
        """A scene, and the one it has come from. Where there are several numbers at once, one may be left in it, and
        looking at it brings that up."""
        to_come = places, _to_come(scene)
        first = self.first.get(to_come)
        if first is None and not several:
            reached = self.first[to_come] = self._add(scene, places)
            return reached
        key, hashes = self._look_at(scene, before)
        if first is not None and not first.hashes:
            self._keep(first, *self._look_at(first.scene, before))
        for reached in self.alike.get(hash(hashes), ()):
            if reached.places == places and reached.key == key:
                return reached
        reached = self._add(scene, places)
        self._keep(reached, key, hashes)
        self.first.setdefault(to_come, reached)
        return reached

    def _add(self, scene: S, places: Places) -> _Reached[S]:
        self.all.append(_Reached(scene, places, len(self.all)))
        return self.all[-1]

    def _keep(self, reached: _Reached[S], key: tuple[object, ...], hashes: tuple[int, ...]) -> None:
        reached.key, reached.hashes = key, hashes
        self.alike.setdefault(hash(hashes), []).append(reached)

    def _look_at(self, scene: S, before: _Reached[S]) -> tuple[tuple[object, ...], tuple[int, ...]]:
        """What a scene holds, and the hash of each part of that; most parts are as they were before."""
        key = scene.key()
        was = before if before.hashes else self.start
        if not was.hashes:
            start = was.scene.key()
            self._keep(was, start, tuple(map(hash, start)))
        if len(was.key) != len(key):
            return key, tuple(map(hash, key))
        parts = zip(key, was.key, was.hashes, strict=True)
        return key, tuple([known if part is old or part == old else hash(part) for part, old, known in parts])


def _to_come(scene: Scene[Any]) -> tuple[object, ...]:
    return tuple([entry.step for entry in scene.agenda])


@lru_cache(maxsize=1 << 12)
def _share_of(part: int, whole: int) -> Fraction:
    """A fraction; many paths are as likely as others."""
    return Fraction(part, whole) if part != whole else ONE


def _shares(weights: list[float]) -> list[float]:
    """Of all of them together."""
    whole = sum(weights)
    return [weight / whole for weight in weights]


def _share(reading: tuple[object, int]) -> int:
    return -reading[1]
