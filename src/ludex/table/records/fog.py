"""Fog: places of the board that the game master has covered by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from sys import maxsize
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


class Fogs:
    """The fog of a scene, as it was at each time: what is read again is read as it could be known then."""

    def __init__(self, known: Iterable[tuple[int, Fog]] = ()) -> None:
        self._known = [*known]  # each after an entry with this number
        self._moment = maxsize

    @property
    def now(self) -> Fog:
        return next((fog for number, fog in reversed(self._known) if number < self._moment), Fog())

    def append(self, number: int, fog: Fog) -> None:
        self._known.append((number, fog))

    def since(self, number: int) -> list[tuple[int, Fog]]:
        """The last one before an entry, and all after it."""
        before = [each for each in self._known if each[0] <= number]
        return [*before[-1:], *(each for each in self._known if each[0] > number)]

    @contextmanager
    def as_of(self, number: int) -> Iterator[None]:
        """As it was when an entry with this number was made."""
        moment, self._moment = self._moment, number
        try:
            yield
        finally:
            self._moment = moment
