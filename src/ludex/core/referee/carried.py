"""Numbers that are carried along: what may be one of several, until a rule tells them apart.

Damage may be anything from 3 to 60, and what follows is mostly the same: somebody is still up, or down. So the exact
referee runs a step once with all of these numbers together. A rule adds and subtracts; where it compares, the path goes
on with those numbers of which that holds, and the others are a path of their own. A rule sees nothing of it: to it each
is a number like any other. Whatever else is done with one, such as looking something up by it, wants to know it exactly
(`ToldApart`), and then the step is run once for each.

What the numbers of a path may be at once are its *rows*: two numbers of one die are not free of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub, truediv
from typing import Any

Row = tuple[int, ...]  # its place among those of the beginning, and that of each outcome since


class ToldApart(BaseException):
    """A rule must know a number exactly. No rule can catch it."""

    def __init__(self, number: Number) -> None:
        super().__init__()
        self.number = number


def beginning(many: int) -> tuple[Sequence[Row], Sequence[int]]:
    """So many rows before anything is rolled, and their weights; mostly there is one."""
    return ONE_ROW if many == 1 else ([(place,) for place in range(many)], [1] * many)


ONE_ROW: tuple[Sequence[Row], Sequence[int]] = ([(0,)], [1])


class Rows:
    """The rows of a path: those of its beginning, and of each the outcomes of every roll that is carried along. `left`
    are the places of the ones that are possible on it."""

    __slots__ = ("_wanted", "apart", "closed", "left", "named", "places", "several", "told", "weights")

    def __init__(self, wanted: Sequence[Row], first: int) -> None:
        """`wanted` are the rows of this path, as they are where it has gone another way than others; `first`: how many
        there are in the beginning."""
        self.named, self.weights = beginning(
            first
        )  # and how many throws of the dice that are carried along lead to each
        self.places: list[Sequence[int]] = [range(first)]  # of each row, among those before each roll
        self.several = False  # a number has been one of several
        self.told: list[Any] = []  # readings and answers so far
        self.apart: list[
            tuple[int, Sequence[Row], Sequence[int]]
        ] = []  # who has gone another way, after how much was told
        self.closed = False  # the step is over, and a number is like no other any more
        self._wanted = wanted
        self.left: Sequence[int] = [row[0] for row in wanted] if len(wanted[0]) == 1 else self._wanted_in(self.named)

    def _wanted_in(self, named: Sequence[Row]) -> list[int]:
        until = len(named[0])
        wanted = {row[:until] for row in self._wanted}
        return [place for place, row in enumerate(named) if row in wanted]

    def roll(self, outcomes: Sequence[tuple[int, int]]) -> Any:
        """A roll whose outcomes, each with its weight, are carried along."""
        return self.roll_together([share for _, share in outcomes], [[outcome for outcome, _ in outcomes]])[0]

    def roll_together(self, shares: Sequence[int], columns: Iterable[Sequence[int]]) -> list[Any]:
        """The same of outcomes that have several numbers in them, each of which is in a column."""
        left, many = self.left, len(shares)
        if len(left) == 1:  # mostly
            self._branch_one(left[0], shares)
            return [self.number(column, len(self.places) - 1) for column in columns]
        before = [place for place in left for _ in shares]
        named = [name for place in left for name in _each_of(self.named[place], many)]
        weights = [self.weights[place] * share for place in left for share in shares]
        self._branch(before, named, weights)
        return [self.number([*column] * len(left), len(self.places) - 1) for column in columns]

    def roll_each(self, outcomes: Sequence[Sequence[tuple[Any, int]]]) -> Any:
        """A roll that comes to something else in each row that is left. What is no number is not carried along: the
        path goes on with what the first row comes to, and each other outcome is a path of its own."""
        each = list(zip(self.left, outcomes, strict=True))
        before = [place for place, some in each for _ in some]
        named = [(*self.named[place], which) for place, some in each for which in range(len(some))]
        weights = [self.weights[place] * share for place, some in each for _, share in some]
        values = [outcome for some in outcomes for outcome, _ in some]
        self._branch(before, named, weights)
        now = len(self.places) - 1
        if all([type(value) is int for value in values]):
            return self.number(values, now)
        if _are_numbers_side_by_side(values):
            return tuple([self.number(column, now) for column in zip(*values, strict=True)])
        found: dict[Any, list[int]] = {}
        for place in self.left:
            found.setdefault(values[place], []).append(place)
        (outcome, self.left), *others = found.items()
        for _, some in others:
            self.go_apart(some)
        return outcome

    def _branch(self, before: list[int], named: list[Row], weights: list[int]) -> None:
        """There are other rows now, each of one before."""
        self.places = [[among[place] for place in before] for among in self.places]
        self.places.append(range(len(named)))
        self.named, self.weights = named, weights
        self.left = self._wanted_in(named) if len(named[0]) <= len(self._wanted[0]) else range(len(named))

    def _branch_one(self, place: int, shares: Sequence[int]) -> None:
        """The same, of one row that was left: each row that is wanted is one of its outcomes."""
        many, one = len(shares), self.weights[place]
        self.places = [[among[place]] * many for among in self.places]
        self.places.append(range(many))
        self.named = _each_of(self.named[place], many)
        self.weights = shares if one == 1 else [share * one for share in shares]
        last, wanted = len(self.named[0]) - 1, self._wanted
        self.left = range(many) if last >= len(wanted[0]) else list(dict.fromkeys([row[last] for row in wanted]))

    def number(self, values: Sequence[Any], since: int, plus: int = 0, span: Span | None = None) -> Any:
        """The number that has these values, one for each row as they were after so many rolls, and as much more; a
        plain one where only one of them is possible."""
        places = self.places[since]
        left = iter(self.left)
        one = values[places[next(left)]]
        for row in left:
            if values[places[row]] != one:
                self.several = True
                return Number(self, values, since, plus, span)
        return one + plus if plus else one

    def weight(self) -> int:
        weights = self.weights
        return sum([weights[place] for place in self.left])

    def go_apart(self, others: Iterable[int]) -> None:
        """These rows go another way from here."""
        named, weights = self.named, self.weights
        places = list(others)
        self.apart.append((len(self.told), [named[place] for place in places], [weights[place] for place in places]))

    def decide(self, holds: list[int], others: list[int]) -> bool:
        """Something holds for some rows. The path goes on with them, or with all where it is the same for all."""
        if not others:
            return True
        if not holds:
            return False
        self.left = holds
        self.go_apart(others)
        return True

    def by_value(self, number: Number) -> list[list[int]]:
        """The rows that are left, apart by what this number is."""
        found: dict[Any, list[int]] = {}
        for place in self.left:
            found.setdefault(number.at(place), []).append(place)
        return list(found.values())


@lru_cache(maxsize=1 << 12)
def _each_of(row: Row, many: int) -> list[Row]:
    """A row with each of so many outcomes; the same are wanted whenever a path is run again."""
    return [(*row, which) for which in range(many)]


def _are_numbers_side_by_side(values: Sequence[Any]) -> bool:
    """Tuples of so many whole numbers each."""
    return all([type(value) is tuple and len(value) == len(values[0]) for value in values]) and all(
        [type(part) is int for value in values for part in value]
    )


class Span:
    """The least and the most of some numbers, in the rows that were left when somebody looked."""

    __slots__ = ("least", "left", "most")

    def __init__(self) -> None:
        self.left: Sequence[int] | None = None
        self.least: Any = None
        self.most: Any = None


class Number:
    """One of several numbers, by the row. Where it is only one of them, it is an `int` and no `Number`.

    Rules add to a number and compare it again and again, mostly with the same result in all rows. So what is added to
    all of them alike is kept beside them, and the least and the most of them are looked for once.
    """

    __slots__ = ("plus", "rows", "since", "span", "values")

    def __init__(self, rows: Rows, values: Sequence[Any], since: int, plus: int = 0, span: Span | None = None) -> None:
        self.rows = rows
        self.values = values
        self.since = since
        self.plus = plus  # to each of the values
        self.span = span if span is not None else Span()

    @property  # type: ignore[misc]  # a rule that asks whether it is a whole number is told so
    def __class__(self) -> type[int]:  # type: ignore[override]  # and no more than that
        return int

    def at(self, place: int) -> Any:
        return self.values[self.rows.places[self.since][place]] + self.plus

    def in_rows(self, left: Iterable[int]) -> list[Any]:
        values, places, plus = self.values, self.rows.places[self.since], self.plus
        return [values[places[row]] + plus for row in left]

    # -- reckoning --------------------------------------------------------------------------------------------

    def _every(self) -> Sequence[Any]:
        plus = self.plus
        return [each + plus for each in self.values] if plus else self.values

    def _with(self, other: object, reckon: Callable[[Any, Any], Any]) -> Any:
        if type(other) is not Number:
            return self.rows.number([reckon(each, other) for each in self._every()], self.since)
        if other.since == self.since:
            pairs = zip(self._every(), other._every(), strict=True)
            return self.rows.number([reckon(one, two) for one, two in pairs], self.since)
        now, rows = len(self.rows.places) - 1, range(len(self.rows.named))
        return self.rows.number([reckon(self.at(row), other.at(row)) for row in rows], now)

    def _after(self, other: object, reckon: Callable[[Any, Any], Any]) -> Any:
        return self.rows.number([reckon(other, each) for each in self._every()], self.since)

    def _more(self, by: int) -> Any:
        return self.rows.number(self.values, self.since, self.plus + by, self.span)

    def __add__(self, other: object) -> Any:
        return self._more(other) if type(other) is int else self._with(other, add)

    def __radd__(self, other: object) -> Any:
        return self._more(other) if type(other) is int else self._after(other, add)

    def __sub__(self, other: object) -> Any:
        return self._more(-other) if type(other) is int else self._with(other, sub)

    def __rsub__(self, other: object) -> Any:
        return self._after(other, sub)

    def __mul__(self, other: object) -> Any:
        return self._with(other, mul)

    def __rmul__(self, other: object) -> Any:
        return self._after(other, mul)

    def __floordiv__(self, other: object) -> Any:
        return self._with(other, floordiv) if type(other) is not Number else self._told()

    def __mod__(self, other: object) -> Any:
        return self._with(other, mod) if type(other) is not Number else self._told()

    def __truediv__(self, other: object) -> Any:
        return self._with(other, truediv) if type(other) is not Number else self._told()

    def __neg__(self) -> Any:
        return self.rows.number([-each for each in self._every()], self.since)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self.rows.number([abs(each) for each in self._every()], self.since)

    # -- comparing --------------------------------------------------------------------------------------------

    def _holds(self, other: object, compare: Callable[[Any, Any], Any]) -> bool:
        rows, values, plus = self.rows, self.values, self.plus
        if rows.closed:
            raise ToldApart(self)
        places = rows.places[self.since]
        holds: list[int] = []
        others: list[int] = []
        if type(other) is Number:
            for row in rows.left:
                (holds if compare(values[places[row]] + plus, other.at(row)) else others).append(row)
        else:
            for row in rows.left:
                (holds if compare(values[places[row]] + plus, other) else others).append(row)
        return rows.decide(holds, others)

    def _between(self) -> tuple[Any, Any]:
        """The least and the most that it may be."""
        rows, span = self.rows, self.span
        if rows.closed:
            raise ToldApart(self)
        if span.left is not rows.left:
            values, places = self.values, rows.places[self.since]
            possible = [values[places[row]] for row in rows.left]
            span.left, span.least, span.most = rows.left, min(possible), max(possible)
        return span.least + self.plus, span.most + self.plus

    def __lt__(self, other: object) -> bool:
        if type(other) is int:
            least, most = self._between()
            if most < other or least >= other:
                return bool(most < other)
        return self._holds(other, lt)

    def __le__(self, other: object) -> bool:
        if type(other) is int:
            least, most = self._between()
            if most <= other or least > other:
                return bool(most <= other)
        return self._holds(other, le)

    def __gt__(self, other: object) -> bool:
        if type(other) is int:
            least, most = self._between()
            if least > other or most <= other:
                return bool(least > other)
        return self._holds(other, gt)

    def __ge__(self, other: object) -> bool:
        if type(other) is int:
            least, most = self._between()
            if least >= other or most < other:
                return bool(least >= other)
        return self._holds(other, ge)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return not self.rows.closed and self._holds(other, eq)

    def __ne__(self, other: object) -> bool:
        if self is other:
            return False
        return self.rows.closed or self._holds(other, ne)

    def __bool__(self) -> bool:
        return self._holds(0, ne)

    # -- whatever needs to know it ----------------------------------------------------------------------------

    def _told(self, *_: object) -> Any:
        raise ToldApart(self)

    __hash__ = __int__ = __index__ = __float__ = __round__ = __trunc__ = __floor__ = __ceil__ = _told
    __str__ = __repr__ = __format__ = __reduce_ex__ = _told
    __rfloordiv__ = __rmod__ = __rtruediv__ = __pow__ = __rpow__ = __divmod__ = __rdivmod__ = _told
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _told
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __invert__ = _told

    def __getattr__(self, name: str) -> Any:
        """Whatever else a whole number has."""
        raise ToldApart(self)
