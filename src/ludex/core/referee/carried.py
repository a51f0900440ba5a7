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
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub, truediv
from typing import Any

Row = int  # its place among the rows


class ToldApart(BaseException):
    """A rule must know a number exactly. No rule can catch it."""

    def __init__(self, number: Number) -> None:
        super().__init__()
        self.number = number


class Rows:
    """The rows of a path, those of its beginning times the outcomes of each roll that is carried along. `left` are those
    that are possible on it."""

    __slots__ = ("_wanted", "apart", "closed", "left", "size", "told", "weights")

    def __init__(self, first: int, wanted: Sequence[Row], size: int) -> None:
        """`first`: how many there are in the beginning. `wanted` are those of this path, among so many as there will be
        once it has come to where others went another way."""
        self.size = first
        self.weights = [1] * first  # of each row: how many throws of the dice that are carried along lead to it
        self.told: list[Any] = []  # readings and answers so far
        self.apart: list[tuple[int, list[Row], list[int]]] = []  # who has gone another way: after how much was told
        self.closed = False  # the step is over, and a number is like no other any more
        self._wanted = wanted, size
        self.left: list[Row] = self._wanted_now()

    def _wanted_now(self) -> list[Row]:
        wanted, size = self._wanted
        each = size // self.size
        return list(dict.fromkeys([row // each for row in wanted])) if each > 1 else list(wanted)

    def roll(self, outcomes: Sequence[tuple[int, int]]) -> Any:
        """A roll whose outcomes, each with its weight, are carried along."""
        many, before = len(outcomes), self.left
        self.weights = [weight * share for weight in self.weights for _, share in outcomes]
        self.size *= many
        if self.size <= self._wanted[1]:
            self.left = self._wanted_now()
        else:
            self.left = [row * many + place for row in before for place in range(many)]
        return self.number([outcome for outcome, _ in outcomes] * (self.size // many))

    def number(self, values: Sequence[Any]) -> Any:
        """The number that has these values, one for each row; a plain one where only one of them is possible."""
        each = self.size // len(values)
        left = iter(self.left)
        one = values[next(left) // each]
        for row in left:
            if values[row // each] != one:
                return Number(self, values)
        return one

    def weight(self) -> int:
        weights = self.weights
        return sum([weights[row] for row in self.left])

    def decide(self, holds: list[Row], others: list[Row]) -> bool:
        """Something holds for some rows. The path goes on with them, or with all where it is the same for all."""
        if not others:
            return True
        if not holds:
            return False
        self.left = holds
        self.apart.append((len(self.told), others, self.weights))
        return True

    def by_value(self, number: Number) -> list[list[Row]]:
        """The rows that are left, apart by what this number is."""
        found: dict[Any, list[Row]] = {}
        each = self.size // len(number.values)
        for row in self.left:
            found.setdefault(number.values[row // each], []).append(row)
        return list(found.values())


class Number:
    """One of several numbers, by the row. Where it is only one of them, it is an `int` and no `Number`."""

    __slots__ = ("rows", "values")

    def __init__(self, rows: Rows, values: Sequence[Any]) -> None:
        self.rows = rows
        self.values = values

    @property  # type: ignore[misc]  # a rule that asks for a whole number is given one
    def __class__(self) -> type[int]:
        return int

    def at(self, row: Row) -> Any:
        return self.values[row // (self.rows.size // len(self.values))]

    # -- reckoning --------------------------------------------------------------------------------------------

    def _with(self, other: object, reckon: Callable[[Any, Any], Any]) -> Any:
        if type(other) is Number:
            one, two = _alongside(self, other)
            return self.rows.number([reckon(each, with_) for each, with_ in zip(one, two, strict=True)])
        return self.rows.number([reckon(each, other) for each in self.values])

    def _after(self, other: object, reckon: Callable[[Any, Any], Any]) -> Any:
        return self.rows.number([reckon(other, each) for each in self.values])

    def __add__(self, other: object) -> Any:
        return self._with(other, add)

    def __radd__(self, other: object) -> Any:
        return self._after(other, add)

    def __sub__(self, other: object) -> Any:
        return self._with(other, sub)

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
        return self.rows.number([-each for each in self.values])

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self.rows.number([abs(each) for each in self.values])

    # -- comparing --------------------------------------------------------------------------------------------

    def _holds(self, other: object, compare: Callable[[Any, Any], Any]) -> bool:
        rows, values = self.rows, self.values
        if rows.closed:
            raise ToldApart(self)
        each = rows.size // len(values)
        holds: list[Row] = []
        others: list[Row] = []
        if type(other) is Number:
            for row in rows.left:
                (holds if compare(values[row // each], other.at(row)) else others).append(row)
        else:
            for row in rows.left:
                (holds if compare(values[row // each], other) else others).append(row)
        return rows.decide(holds, others)

    def __lt__(self, other: object) -> bool:
        return self._holds(other, lt)

    def __le__(self, other: object) -> bool:
        return self._holds(other, le)

    def __gt__(self, other: object) -> bool:
        return self._holds(other, gt)

    def __ge__(self, other: object) -> bool:
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


def _alongside(one: Number, two: Number) -> tuple[Iterable[Any], Iterable[Any]]:
    """The values of two numbers, row by row; that which has come earlier has fewer."""
    few, many = len(one.values), len(two.values)
    if few == many:
        return one.values, two.values
    if few < many:
        each = many // few
        return [value for value in one.values for _ in range(each)], two.values
    each = few // many
    return one.values, [value for value in two.values for _ in range(each)]
