"""What a roll may be read as: readings that differ in numbers alone are run once, and these numbers carried along."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ludex.core.kernel.dice import Distribution, Faces, Pool, distribution
from ludex.core.kernel.procedure import Roll
from ludex.core.referee.carried import Number, Rows, ToldApart
from ludex.core.referee.lifted import Values, kind_of, lifted, made_of, parts_in, parts_of, with_part

# How a roll is read but for numbers that are carried along, and what it may be read as with each of these
Known = dict[object, dict[Values, Distribution[Any]]]
MANY = 3  # readings that are carried along; fewer are told apart anyway


class Carried(NamedTuple):
    """In place of a reading: several that differ in numbers alone, which are carried along."""

    shares: Sequence[int]  # the weight of each
    columns: Sequence[Sequence[int]]  # each of these numbers, one for each reading
    within: tuple[Any, tuple[int, ...]] | None  # where it is more than a number: one of the readings, and where in it

    def reading(self, numbers: list[Any]) -> Any:
        if self.within is None:
            return numbers[0]
        like, places = self.within
        parts = parts_in(like)
        for place, number in zip(places, numbers, strict=True):
            parts[place] = number
        return made_of(type(like), parts)


class Each(NamedTuple):
    """In place of a reading: all of them, which are others in each row, and whose weights add up to this."""

    total: int
    known: Known  # what was worked out of them

    def shares(self, readings: Distribution[Any]) -> Sequence[tuple[Any, int]]:
        times = self.total // readings.total
        return [(reading, weight * times) for reading, weight in readings.weights] if times > 1 else readings.weights


class Ways(NamedTuple):
    """What a roll may be read as, with weights."""

    weights: Sequence[tuple[Any, int]]
    total: int
    left_out: int
    together: int  # how many of them are carried along together, at most


def ways_to_read(request: Roll[Any]) -> Ways:
    """What of it comes to the same may hang on a number that is carried along, and then all of it is told apart."""
    try:
        return _ways(request.pool, request.reading, request.alike)
    except ToldApart:
        return _ways(request.pool, request.reading, None)


@lru_cache(maxsize=1 << 14)
def _ways(pool: Pool, reading: Callable[[Faces], Any], alike: Callable[[Any], Any] | None) -> Ways:
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
    return Ways(weights, found.total, found.left_out, together)


def _together(some: Sequence[tuple[Any, int]]) -> Carried:
    first, shares = some[0][0], [share for _, share in some]
    if type(first) is int:
        return Carried(shares, [[number for number, _ in some]], None)
    columns = list(zip(*[parts_in(result) for result, _ in some], strict=True))
    places = tuple([place for place, column in enumerate(columns) if any([part != column[0] for part in column])])
    return Carried(shares, [columns[place] for place in places], (first, places))


def _form(result: Any) -> tuple[object, ...] | None:
    """What a reading is but for the whole numbers in it; nothing where there are none."""
    if type(result) is int:
        return ()
    if not hasattr(result, "_fields") and parts_of(kind_of(result)) is None:
        return None
    parts = parts_in(result)
    form = tuple([None if type(part) is int else part for part in parts])
    return form if None in form else None


def of_each(request: Roll[Any], rows: Rows, known: Known) -> list[Distribution[Any]]:
    """What a roll may be read as in each row that is left, where that hangs on numbers that are carried along."""
    found: list[tuple[tuple[int, ...], Number]] = []
    without = lifted((request.reading, request.alike), (), found)
    of = known.setdefault((without, *[where for where, _ in found]), {})
    each = []
    for row in rows.left:
        values = tuple([number.at(row) for _, number in found])
        readings = of.get(values)
        if readings is None:
            read = without
            for (where, _), value in zip(found, values, strict=True):
                read = with_part(read, where, value)
            readings = of[values] = distribution(request.pool, *read)
        each.append(readings)
    return each
