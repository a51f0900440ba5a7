"""Fog: places of the board that the game master has covered by hand."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

Place = tuple[int, int] | str  # a cell, or the id of a zone


class Fog(NamedTuple):
    """Only these places are covered, or with `all` everything but these."""

    all: bool = False
    places: frozenset[Place] = frozenset()

    def __bool__(self) -> bool:
        return self.all or bool(self.places)

    def covers(self, place: Place) -> bool:
        return (place in self.places) != self.all

    def after(self, all: bool | None, cover: Iterable[Place], clear: Iterable[Place]) -> Fog:
        """First everything is covered, or nothing, where that is said; then some places are, and some no more."""
        fog = self if all is None else Fog(all)
        covered, cleared = frozenset(cover), frozenset(clear)
        added, removed = (cleared, covered - cleared) if fog.all else (covered - cleared, cleared)
        return Fog(fog.all, (fog.places - removed) | added)


class FogChange(NamedTuple):
    """How fog differs from what it was before: what was covered of these places no longer is, and the other way round;
    and whether it was everything else that is covered, and no longer is. Forth and back are the same."""

    number: int  # of the entry that made the change
    turned: bool
    places: frozenset[Place]

    @classmethod
    def between(cls, number: int, before: Fog, after: Fog) -> FogChange:
        return cls(number, before.all != after.all, before.places ^ after.places)


class Fogs:
    """The fog of a scene, as it was at each time: what is read again is read as it could be known then. Whole is only
    the one that is looked at; of the others it is known in what they differ, since each stroke of a hand makes one."""

    def __init__(self, known: Iterable[tuple[int, Fog]] = (), changes: Iterable[FogChange] = ()) -> None:
        """`known` is whole, each after an entry with this number; then come changes."""
        self._changes: list[FogChange] = []
        self._after, self._fog = 0, Fog()  # so many changes, and what it is after those
        self._then: int | None = None  # after so many changes it is looked at; nothing: after all
        for number, fog in known:
            self.append(number, fog)
        self._changes += changes

    @property
    def now(self) -> Fog:
        after = len(self._changes) if self._then is None else self._then
        return self._fog if after == self._after else self._at(after)

    def _at(self, after: int) -> Fog:
        """After so many changes: by way of those that lie between it and what was looked at last."""
        if after != self._after:
            everything, places = self._fog.all, set(self._fog.places)
            for change in self._changes[min(after, self._after) : max(after, self._after)]:
                everything ^= change.turned
                places ^= change.places
            self._after, self._fog = after, Fog(everything, frozenset(places))
        return self._fog

    def append(self, number: int, fog: Fog) -> None:
        before = self._at(len(self._changes))
        self._changes.append(FogChange.between(number, before, fog))
        self._after, self._fog = len(self._changes), fog

    def since(self, number: int) -> tuple[list[tuple[int, Fog]], list[FogChange]]:
        """The last one before an entry, and all changes after it."""
        first = bisect_right(self._changes, number, key=lambda change: change.number)
        before = [(self._changes[first - 1].number, self._at(first))] if first else []
        return before, self._changes[first:]

    @contextmanager
    def as_of(self, number: int) -> Iterator[None]:
        """As it was when an entry with this number was made."""
        before, self._then = self._then, bisect_left(self._changes, number, key=lambda change: change.number)
        try:
            yield
        finally:
            self._then = before
