"""A chapter played again, line by line: how the scene stood after each doing. A doing that does not lead where it led
then was played by other rules or with other content; what was told of it is kept, and how it looked is not."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any, NamedTuple

from ludex.core.content.content import Library
from ludex.core.files.codec import changes, digest, restore
from ludex.core.files.journal import redo_line
from ludex.core.game import Game
from ludex.core.kernel.procedure import Roll
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import Done, Given, Live, TypedDice
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.deeds import STANDS
from ludex.table.campaign.playing import TOLD
from ludex.table.campaign.reopening import library_for
from ludex.table.past.chapters import Chapter, apart, settle
from ludex.table.records.entry import PLAY, Entry, Opened, body_of
from ludex.table.records.fog import Fog, Fogs
from ludex.table.records.settings import Settings

MOST_LINES = 20_000  # of play in a chapter
SURE = 8  # doings of which one is held against how the scene stood; where it differs, all are
MOST_BEINGS = 100_000  # in all that is kept of how it stood
OTHERWISE = (
    "This was played by other rules or with other content: what was told of it is here, the board of then is not."
)
TOO_LONG = "This scene is too long to look back so far: what was told is here, the board of then is not."


class Stood(NamedTuple):
    """How all stood after an entry: the last boundary, the command that was under way since with all that was given for
    it, and who held the table."""

    number: int
    scene: Any
    under_way: tuple[Done, list[Given]] | None = None
    holds: tuple[str, ...] = ()

    def live(self, game: Game[Any]) -> Live[Any]:
        found: Live[Any] = Live(game, self.scene, TypedDice())
        if self.under_way is not None:
            done, given = self.under_way
            found.take_up(done, given)
            found.done, found.given = done, given
            found.recorder.take()
        found.holds = self.holds
        return found


class Stretch:
    """A chapter from where its scene was opened, or opened afresh."""

    def __init__(self, entry: Entry, opened: Opened, library: Library) -> None:
        self.entry = entry
        self.opened = opened
        self.library = library
        self.stood: list[Stood] = []


class Deed(NamedTuple):
    """What was done: its first and last line of play, what was told of it to whom, and how all stood then."""

    first: int
    entry: Entry
    told: dict[str, Any]
    scene: Any  # as it lay on the table; none where that is not known any more
    who: str  # for whom the table waited then
    settings: Settings


class Played:
    def __init__(self, chapter: Chapter) -> None:
        self.chapter = chapter
        self.done: list[Deed] = []
        self.fogs = Fogs()
        self.until = chapter.first - 1  # the last entry that is in it
        self.redone = 0  # lines that were played again, in all
        self._table = apart(chapter.table)
        self._settled: list[Entry] = []  # since it began
        self._evenings: list[tuple[int, int]] = []  # from which entry on it was which
        self._stretches: list[Stretch] = []
        self._first = 0  # the first line of what is being done
        self._live: Live[Any] | None = None  # none: how it stands is not known
        self._failed = ""
        self._unsure: list[tuple[int, str, Any]] = []  # first lines of doings, how the scene stood then and stands here
        self._beings = 0
        self._why: list[tuple[int, str]] = []  # from which entry on the board is not known, and why; empty: it is again

    def follow(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry.kind == PLAY:
                self._play(entry)
            elif entry.kind == "opened":
                self._open(entry)
            else:
                settle(self._table, entry)
                self._settled.append(entry)
                if entry.kind == "evening":
                    self._evenings.append((entry.number, int(entry.body["number"])))
                if entry.kind == "fog" and entry.body["scene"] == self.chapter.scene:
                    self.fogs.append(entry.number, self._fog())
            self.until = entry.number
        self._check()

    def _fog(self) -> Fog:
        return self._table.fogs.get(self.chapter.scene, Fog())

    def _open(self, entry: Entry) -> None:
        body = body_of(entry)
        assert isinstance(body, Opened)
        if not self._stretches:
            self.fogs.append(entry.number, self._fog())
        if body.until:  # what came after it is done again
            self.done = [done for done in self.done if done.entry.number <= body.until]
        table, game = self._table, self._table.game
        self._check()
        self._first, self._failed = 0, ""
        stretch = Stretch(entry, body, library_for(table.library_of(table.shelves), body.content))
        self._stretches.append(stretch)
        try:
            scene = restore(body.state, body.shape, game, stretch.library)
        except BadInput:
            self._lose(entry.number, OTHERWISE)
            return
        self._why.append((entry.number, ""))
        self._live = Live(game, scene, TypedDice())
        stretch.stood.append(Stood(entry.number, scene))
        if changes(body.version, body.shape, game):
            self._lose(entry.number + 1, OTHERWISE)

    def _lose(self, number: int, why: str) -> None:
        """From this entry on it is not known how all stood."""
        self._live = None
        self._why.append((number, why))

    def _play(self, entry: Entry) -> None:
        told = entry.body.get(TOLD, {})
        self._first = self._first or entry.number
        if self._live is not None:
            self._redo(self._live, entry)
        if STANDS not in entry.body:
            return
        live, scene = self._live, None
        if live is not None:
            under_way = (live.done, [*live.given]) if live.open is not None and live.done is not None else None
            self._stretches[-1].stood.append(Stood(entry.number, live.scene, under_way, live.holds))
            scene = live.scene if live.open is None else live.shown.fork()
            self._beings += len(scene.beings)
        self.done.append(Deed(self._first, entry, told, scene, _waits(self._table, live), self._table.settings))
        self._first = 0

    def _redo(self, live: Live[Any], entry: Entry) -> None:
        self.redone += 1
        fault, self._failed = redo_line(live, entry.body, self._failed)
        live.recorder.take()
        if fault is not None:
            self._check()
            if self._live is not None:
                self._lose(self._first, OTHERWISE)
            return
        if stands := entry.body.get(STANDS, ""):
            self._unsure.append((self._first, stands, live.scene if live.open is None else None))
        if len(self._unsure) >= SURE:
            self._check()
        if self.redone > MOST_LINES or self._beings > MOST_BEINGS:
            self._lose(self._first, TOO_LONG)

    def _check(self) -> None:
        """Does the scene stand as it did? Where it does, it did before."""
        unsure, self._unsure = self._unsure, []
        if unsure and self._live is not None and not _stands(*unsure[-1][1:]):
            first = next(first for first, stands, scene in unsure if not _stands(stands, scene))
            self._lose(first, OTHERWISE)

    # -- as it was --------------------------------------------------------------------------------------------

    def why_not(self, number: int) -> str:
        """Why it is not known how all stood after an entry; empty where it is."""
        at = bisect_right(self._why, number, key=lambda each: each[0])
        return self._why[at - 1][1] if at else OTHERWISE

    def stretch(self, number: int) -> Stretch:
        """In which an entry lies."""
        at = bisect_right(self._stretches, number, key=lambda each: each.entry.number)
        return self._stretches[max(0, at - 1)]

    def live(self, number: int) -> Live[Any]:
        """The referee as it stood after an entry, between two doings."""
        stood = self.stretch(number).stood
        return stood[bisect_right(stood, number, key=lambda each: each.number) - 1].live(self._table.game)

    def last_scene(self) -> Any:
        """The scene as it is known last; none where it never is."""
        return next((stretch.stood[-1].scene for stretch in reversed(self._stretches) if stretch.stood), None)

    @property
    def text(self) -> str:
        """What was told of the scene when it came on the table."""
        return self._stretches[0].opened.text

    def side_told(self, beings: Iterable[str]) -> str:
        """The side of those of them who stand in what was kept of the scene; for whoever has none the players'."""
        there = self._stretches[-1].opened.state.get("beings", {})
        sides = [there[who].get("side") for who in beings if who in there]
        return str(sides[0]) if sides else self.chapter.table.game.sides[0]

    def evening(self, number: int) -> int:
        """Which one it was at an entry."""
        at = bisect_right(self._evenings, number, key=lambda each: each[0])
        return self._evenings[at - 1][1] if at else self.chapter.evening

    def table(self, number: int) -> Campaign:
        """The table as it was settled after an entry, with nothing on it."""
        found = apart(self.chapter.table)
        for entry in self._settled:
            if entry.number > number:
                break
            settle(found, entry)
        return found


def _stands(stands: str, scene: Any) -> bool:
    return scene is not None and digest(scene) == stands


def _waits(table: Campaign, live: Live[Any] | None) -> str:
    """Whom the table waits for, by the rules."""
    if live is None:
        return ""
    if isinstance(live.open, Roll):
        return live.open.by
    return live.open.who if live.open is not None else table.game.to_act(live.scene)
