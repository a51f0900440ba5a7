"""The log of a scene, as those with one knowledge read it: the last lines are here, those before them in pages that are
fetched when somebody wants to read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple, overload

import msgspec

from ludex.core.kernel.reading import read
from ludex.table.know.rolls import LineTold, RollShown

PAGE = 50  # doings on each page
HERE = 50  # that are kept at hand, at least
MOST_PAGES = 4  # of those that have been fetched, that stay


class Told(NamedTuple):
    """What one doing has brought, as somebody may read it."""

    entry: int  # the last of play of the doing, or that of words which no rule has made; not to be told to a seat
    at: float
    by: str
    lines: list[LineTold]
    rough: list[LineTold]  # the same for whoever does not know exactly what others have left
    rolls: list[dict[str, Any]]  # as they are shown
    undoes: tuple[int, ...] = ()  # entries of what has been told and does not count any more
    redoes: tuple[int, ...] = ()  # and of what does again
    deed: int = 0  # the entry with which the deed began that this goes on with or is; 0: none
    by_hand: bool = False  # by the game master, and no dice were thrown for it
    goes_on: bool = False  # with it play goes on after a fight or a rest

    def to_kept(self) -> KeptTold:
        rough = self.rough if self.rough != self.lines else None
        return KeptTold(
            lines=self.lines, rough=rough, rolls=self.rolls, undoes=self.undoes, redoes=self.redoes,
            deed=self.deed, by_hand=self.by_hand, goes_on=self.goes_on,
        )  # fmt: skip


class KeptTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one doing has brought, as it is kept with its entry."""

    lines: list[LineTold]
    rough: list[LineTold] | None = None  # none: the same
    rolls: list[dict[str, Any]] = []
    undoes: tuple[int, ...] = ()
    redoes: tuple[int, ...] = ()
    deed: int = 0
    by_hand: bool = False
    goes_on: bool = False

    def told(self, entry: int, at: float, by: str) -> Told:
        rough = self.rough if self.rough is not None else self.lines
        rolls = self.rolls if _are_rolls(self.rolls) else []
        return Told(
            entry=entry, at=at, by=by, lines=self.lines, rough=rough, rolls=rolls, undoes=self.undoes,
            redoes=self.redoes, deed=self.deed, by_hand=self.by_hand, goes_on=self.goes_on,
        )  # fmt: skip


def _are_rolls(rolls: list[dict[str, Any]]) -> bool:
    """Can they still be shown as they were kept?"""
    try:
        read(rolls, list[RollShown])
    except msgspec.ValidationError:
        return False
    return True


class Order(NamedTuple):
    """What was rolled for the order of turns, by whom, and whether anybody has acted since: then who rolls again does
    so for a new order, and not to settle a tie."""

    rolled: dict[str, int] = {}
    acted: bool = False

    def after(self, told: Told, rule: str) -> Order:
        rolled, acted = self
        for roll in told.rolls:
            if roll["rule"] == rule and roll["total"] is not None:
                if acted and roll["by"] in rolled:
                    rolled, acted = {}, False
                rolled = {roll["by"]: roll["total"], **rolled}
        return Order(rolled, acted or any(line.rank in ("round", "turn") for line in told.lines))


class Line(NamedTuple):
    """A doing in a log, as a log is kept."""

    entry: int
    at: float
    by: str
    told: KeptTold


class Page(msgspec.Struct, frozen=True):
    """Doings of a log one after another, and the places in it of all that they say does not count, or does again."""

    lines: list[Line]
    places: dict[int, int] = {}  # by entry

    def told(self) -> list[Told]:
        return [line.told.told(line.entry, line.at, line.by) for line in self.lines]


class LogKept(msgspec.Struct, frozen=True):
    """The end of a log; all before it is in pages."""

    pages: int
    order: Order  # after what is in them
    end: Page


class Whose(NamedTuple):
    """Which log it is: of which scene, by the entry that began it, and who knows so much."""

    scene: int
    knowledge: str


Fetch = Callable[[Whose, int], Page]  # gives the page of a log with this number


class Log(Sequence[Told]):
    def __init__(self, whose: Whose, rule: str, lines: Iterable[Told] = ()) -> None:
        """`rule` is that by which somebody rolls for their place in the order of turns."""
        self.whose = whose
        self.rule = rule
        self.first = 0  # so many doings are in pages alone
        self.pages = 0  # so many are kept
        self.order = Order()  # after all of it
        self._before = Order()  # and after what is in pages alone
        self._paged = Order()  # and after all pages that are kept
        self._lines: list[Told] = []
        self._places: dict[int, int] = {}  # by entry: of what is here, and what it names
        self._fetch: Fetch = _no_page
        self._fetched: dict[int, Page] = {}
        for told in lines:
            self.append(told)

    @classmethod
    def from_kept(cls, kept: LogKept, whose: Whose, rule: str, fetch: Fetch) -> Log:
        found = cls(whose, rule)
        found.first, found.pages, found._fetch = kept.pages * PAGE, kept.pages, fetch
        found.order = found._before = found._paged = kept.order
        found._places = dict(kept.end.places)
        for told in kept.end.told():
            found.append(told)
        return found

    def __len__(self) -> int:
        return self.first + len(self._lines)

    @overload
    def __getitem__(self, place: int) -> Told: ...
    @overload
    def __getitem__(self, place: slice) -> list[Told]: ...
    def __getitem__(self, place: int | slice) -> Told | list[Told]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self)))]
        place += len(self) if place < 0 else 0
        if not 0 <= place < len(self):
            raise IndexError(place)
        if place >= self.first:
            return self._lines[place - self.first]
        line = self._page(place // PAGE).lines[place % PAGE]
        return line.told.told(line.entry, line.at, line.by)

    def _page(self, number: int) -> Page:
        if number not in self._fetched:
            kept = list(self._fetched.items())[1 - MOST_PAGES :]
            self._fetched = dict(kept) | {number: self._fetch(self.whose, number)}
        return self._fetched[number]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def append(self, told: Told) -> None:
        self._places[told.entry] = len(self)
        self._lines.append(told)
        self.order = self.order.after(told, self.rule)

    def here(self, entry: int) -> bool:
        """Is a doing among those that are at hand?"""
        return self._places.get(entry, -1) >= self.first

    def at_hand(self, entries: AbstractSet[int]) -> list[Told]:
        """Those of these doings that are at hand, in their order."""
        return [self[place] for place in sorted([self._places[entry] for entry in entries if self.here(entry)])]

    def places_of(self, place: int) -> tuple[list[int], list[int]]:
        """Where that stands of which the doing at a place says that it does not count any more, and what does again."""
        told = self[place]
        places: Mapping[int, int] = self._places if place >= self.first else self._page(place // PAGE).places
        undoes, redoes = ([places[entry] for entry in part if entry in places] for part in (told.undoes, told.redoes))
        return undoes, redoes

    def deed_of(self, place: int) -> int | None:
        """Where the deed began that the doing at a place is of; nothing for what is none. Words may be in between."""
        deed, began = self[place].deed, place
        if not deed:
            return None
        for at in range(place - 1, -1, -1):
            other = self[at].deed
            if other == deed:
                began = at
            elif other:
                break
        return began

    def without(self, entries: AbstractSet[int]) -> Log:
        """The same, but for some that are at hand."""
        found = Log(self.whose, self.rule)
        found.first, found.pages, found._fetch = self.first, self.pages, self._fetch
        found.order = found._before = self._before
        found._places = {entry: place for entry, place in self._places.items() if place < self.first}
        for told in self._lines:
            if told.entry not in entries:
                found.append(told)
        found.pages, found._paged = found.first // PAGE, found._before  # what was kept since may have been theirs
        return found

    def goes_on(self, other: Log, read: int) -> bool:
        """Does this begin with all that was read of another? No two doings have the same entry. What is not at hand is
        the same in two logs of one scene and knowledge."""
        first = max(self.first, other.first)
        if len(self) < read or (first and self.whose != other.whose):
            return False
        mine, others = self._lines[first - self.first :], other._lines[first - other.first :]
        both = zip(mine, others[: max(0, read - first)], strict=False)
        return all([one.entry == two.entry for one, two in both])

    # -- kept -------------------------------------------------------------------------------------------------

    def kept(self) -> tuple[LogKept, dict[int, Page]]:
        """As it is kept: its end, and the pages that have been filled since the last time."""
        until = max(self.pages, (len(self) - HERE) // PAGE)
        fresh = {number: self.page(number) for number in range(self.pages, until)}
        for told in self._lines[self.pages * PAGE - self.first : until * PAGE - self.first]:
            self._paged = self._paged.after(told, self.rule)
        self.pages = until
        return LogKept(until, self._paged, self._made(until * PAGE, len(self))), fresh

    def page(self, number: int) -> Page:
        """The page with this number, of what is at hand."""
        return self._made(number * PAGE, (number + 1) * PAGE)

    def _made(self, first: int, end: int) -> Page:
        told = self._lines[first - self.first : end - self.first]
        named = {entry for each in told for entry in (*each.undoes, *each.redoes)}
        places = {entry: self._places[entry] for entry in sorted(named) if entry in self._places}
        return Page([Line(each.entry, each.at, each.by, each.to_kept()) for each in told], places)

    def complete(self, whole: Log) -> None:
        """All of it is at hand from now on: what came before is taken from the whole log."""
        earlier, here = whole[: self.first], self._lines
        self.first, self._lines, self._places, self._fetched = 0, [], {}, {}
        self.order = self._before = Order()
        for told in (*earlier, *here):
            self.append(told)


def _no_page(whose: Whose, number: int) -> Page:
    raise LookupError(f"there is no page {number} of {whose}")
