"""Which doings of a scene count, and which were taken back since."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from sys import maxsize
from typing import Any

import msgspec

from ludex.core.kernel.ruling import Ruling
from ludex.core.referee.live import REPLACED, Live

TAKES_BACK = frozenset({"undone", "redone", "withdrawn"})  # rulings of doings that only lead elsewhere
ALL = maxsize  # a boundary was reached: all that was to be given

Place = tuple[int, int]  # a boundary, and how much has been given since on the way to it


class CountingKept(msgspec.Struct, frozen=True):
    """As it is kept: what can be taken back without those boundaries that are not kept."""

    counts: list[tuple[Place, int]] = []
    void: list[int] = []  # of which it is still to be told


class Counting:
    def __init__(self, kept: CountingKept | None = None) -> None:
        kept = kept if kept is not None else CountingKept()
        self.void = frozenset(kept.void)  # the entries of those that do not count any more
        self._counts = list(kept.counts)  # where those have led to that count, and their entries; in that order
        self._undone: list[tuple[Place, int]] = []  # of those that were undone and can be had again

    def follow(self, live: Live[Any], entry: int, rulings: Iterable[Ruling]) -> frozenset[int]:
        """What a doing has brought about: it may have taken others back, or have made them count again. Gives the
        entries of both."""
        told = {ruling.kind: ruling.values for ruling in rulings}
        there = live.back + 1
        stands = (there + 1, len(live.given)) if live.open is not None else (there, ALL)
        back = stands
        if "recalled" in told:
            back = stands[0], int(str(told["recalled"]["number"]))
        elif "overruled" in told and told["overruled"]["how"] == REPLACED:  # and the whole command is told anew
            back = stands[0], -1
        first = bisect_right(self._counts, back, key=_place)
        gone = self._counts[first:]
        again = [doing for doing in self._undone if doing[0] <= stands] if "redone" in told else []
        self._counts[first:] = sorted(again)
        self._undone = [doing for doing in self._undone if live.undone and doing not in again]
        if "undone" in told:
            self._undone += gone
        if not TAKES_BACK & told.keys():
            self._counts.append((stands, entry))
        taken_back, had_again = ({number for _, number in doings} for doings in (gone, again))
        if gone or again:
            self.void = self.void.union(taken_back).difference(had_again)
        return frozenset(taken_back | had_again)

    def boundary_of(self, entry: int) -> int | None:
        """To which boundary a doing that counts has led, or leads."""
        return next((place[0] for place, number in reversed(self._counts) if number == entry), None)

    def kept(self, earlier: int, untold: Iterable[int]) -> CountingKept:
        """Without what led to those boundaries, so many, that are not kept, or to the first one that is."""
        counts = [doing for doing in self._counts if doing[0] > (earlier + 1, ALL)]
        return CountingKept(counts, sorted(self.void.intersection(untold)))


def _place(doing: tuple[Place, int]) -> Place:
    return doing[0]
