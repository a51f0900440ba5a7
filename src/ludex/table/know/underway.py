"""What is looked at before all of it is worked out: it is told as far as it is known, and whoever looks again sees it
further on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator
from time import monotonic as clock
from typing import Protocol, TypeVar, cast

from ludex.core.kernel.ruling import Refused
from ludex.core.referee.exact import never
from ludex.core.show.odds import Odds, Weighing
from ludex.table.know.seen import MOST_AT_ONCE

WORKING = 0.6  # the part of its time in which something is worked out; in the rest it is told
MOST_UNDERWAY = 32  # looks that somebody may come back to


class Unfinished(Protocol):
    @property
    def done(self) -> bool: ...


W = TypeVar("W", bound=Unfinished | None)  # nothing, where it may not be done


class Working:
    """Something that is worked out step by step, in `work`."""

    def __init__(self) -> None:
        self.done = False
        self._working = self.work()

    def work(self) -> Iterator[None]:
        raise NotImplementedError

    def go_on(self, enough: Callable[[], bool] = never) -> None:
        """To the end, or until that is enough; asked after each step. After a fault it is begun anew."""
        try:
            for _ in self._working:
                if enough():
                    return
        except Exception:
            self._working = self.work()
            raise
        self.done = True


class Underway:
    """Looks that were answered before all was worked out. They hold as long as the table stays as it is."""

    def __init__(self) -> None:
        self._number = -1  # of the last entry
        self._kept: OrderedDict[object, Unfinished | None] = OrderedDict()

    def of(self, number: int, key: object, begin: Callable[[], W]) -> W:
        """That of this key, as the table stands after this entry; `begin` makes it."""
        if number != self._number:
            self._number = number
            self._kept.clear()
        if key not in self._kept:
            found = begin()
            if len(self._kept) >= MOST_UNDERWAY:
                self._make_room()
            self._kept[key] = found
        self._kept.move_to_end(key)
        return cast(W, self._kept[key])  # of this key nothing else was ever begun

    def _make_room(self) -> None:
        """By what is worked out, or else by what was looked at longest ago."""
        worked_out = [key for key, kept in self._kept.items() if kept is None or kept.done]
        del self._kept[worked_out[0] if worked_out else next(iter(self._kept))]


def within(milliseconds: int | None) -> Callable[[], bool]:
    """Says when so much time has passed that there is enough left to tell it; without a number, never."""
    if milliseconds is None:
        return never
    until = clock() + WORKING * milliseconds / 1000
    return lambda: clock() >= until


def each_step(weighing: Weighing) -> Generator[None, None, bool]:
    """Work odds out to their end, step by step. Gives whether it may be done at all."""
    try:
        while not weighing.done:
            weighing.go_on(_at_once)
            yield
    except Refused:
        return False
    return True


def as_known(weighing: Weighing) -> Odds:
    """Odds as far as they are worked out."""
    return weighing.odds(None if weighing.done else MOST_AT_ONCE)


def _at_once() -> bool:
    return True
