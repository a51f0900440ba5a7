"""Answers that wait in memory until they are read. Whoever does not read them costs nothing, and asks for the next: so
there are only so many bytes for one address and so many in all; where more come, whoever has not read longest goes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple


class Unread(NamedTuple):
    """A line on which so much waits."""

    address: str
    size: int  # bytes
    leave: Callable[[], None]


class AllUnread:
    def __init__(self, of_one: int, in_all: int) -> None:
        self.of_one, self.in_all = of_one, in_all
        self._all: dict[Hashable, Unread] = {}  # the oldest first

    def __len__(self) -> int:
        return len(self._all)

    def add(self, one: Hashable, address: str, size: int, leave: Callable[[], None]) -> None:
        """So much waits on one more line, whose owner is told to leave where others need the room. Without an address
        it counts for no single one."""
        self._all[one] = Unread(address, size, leave)
        if address:
            self._make_room(self.of_one, [line for line, unread in self._all.items() if unread.address == address])
        self._make_room(self.in_all, list(self._all))

    def remove(self, one: Hashable) -> None:
        """They have read it, or are gone."""
        self._all.pop(one, None)

    def _make_room(self, most: int, lines: list[Hashable]) -> None:
        over = sum(self._all[line].size for line in lines) - most
        for line in lines[:-1]:  # one alone may be larger
            if over <= 0:
                return
            over -= self._all[line].size
            self._all.pop(line).leave()
