"""What a table has besides seats and settings: a waiting room, scenes it has left, wishes, flags, papers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from ludex.core.content.content import Library
from ludex.core.files.adventurefile import Adventure, Chapter
from ludex.core.files.codec import restore
from ludex.core.game import Game
from ludex.table.records.entry import Asked, Drawn, Flag, Handout, Note

MOST_SAID = 200  # lines that are kept at hand


# ---------------------------------------------------------------- the waiting room


class Knocking(NamedTuple):
    """Somebody who waits to be admitted, as long as the code is good by which they came."""

    id: str
    name: str
    token_hash: str
    until: float


# ---------------------------------------------------------------- scenes


class Left(NamedTuple):
    """A scene that was on the table, as it stood when it was taken off."""

    shape: int
    state: bytes  # as JSON, which takes little room
    until: int = 0  # the last entry with which it was on the table; 0: of an earlier version, which did not say

    def scene(self, game: Game[Any], library: Library) -> Any:
        return restore(msgspec.json.decode(self.state), self.shape, game, library)


class Crash(NamedTuple):
    """A rule that broke down before anything had happened."""

    by: str
    command: Mapping[str, Any]
    why: str


# ---------------------------------------------------------------- an adventure


class Led(NamedTuple):
    """An adventure that is led at the table, and how far it has come."""

    adventure: Adventure
    scenes: dict[str, str]  # as they are prepared, by their names in the adventure
    papers: dict[str, str]  # its handouts at the table, by chapter and number
    begun: tuple[str, ...] = ()  # chapters in the order in which they began; the last one is led now
    told: bool = False  # the players have what is read aloud before them

    @property
    def now(self) -> Chapter | None:
        return self.adventure.chapters.get(self.begun[-1]) if self.begun else None

    def papers_of(self, chapter: Chapter) -> list[str]:
        """The ids of its handouts, in their order; of those that have been taken away, too."""
        named = [paper_key(chapter.id, number) for number, _ in enumerate(chapter.handouts)]
        return [self.papers[key] for key in named if key in self.papers]


def paper_key(chapter: str, number: int) -> str:
    return f"{chapter}/{number}"


# ---------------------------------------------------------------- what is put before the game master


class Wish(NamedTuple):
    """What somebody wants to do, and what the game master has said to it."""

    asked: Asked
    by: str
    said: str = ""
    open: bool = True
    allowed: bool = True


class Raised(NamedTuple):
    flag: Flag
    by: str  # a seat
    at: float


# ---------------------------------------------------------------- what is written


class Kept(NamedTuple):
    note: Note
    owner: str  # a seat


class Shown(NamedTuple):
    handout: Handout
    seats: tuple[str, ...] = ()


class Sketch(NamedTuple):
    drawn: Drawn
    owner: str  # a seat


class Said(NamedTuple):
    at: float
    by: str  # a seat
    words: str


class Talk:
    """What was said: how much in all, and the last of it. All of it is in the store."""

    def __init__(self) -> None:
        self._last: deque[Said] = deque(maxlen=MOST_SAID)
        self._in_all = 0

    def append(self, said: Said) -> None:
        self._last.append(said)
        self._in_all += 1

    def go_on(self, last: Iterable[Said], in_all: int) -> None:
        """From what was said before."""
        self._last.extend(last)
        self._in_all = in_all

    def __len__(self) -> int:
        return self._in_all

    def __iter__(self) -> Iterator[Said]:
        return iter(self._last)

    def __getitem__(self, lines: slice) -> list[Said]:
        """Of all that was said, as far as it is still here."""
        gone = self._in_all - len(self._last)
        return [self._last[number - gone] for number in range(*lines.indices(self._in_all)) if number >= gone]
