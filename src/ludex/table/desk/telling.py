"""Telling: who listens at which seat of a table, and what each has been told of it already."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Any, NamedTuple, Protocol

from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.log import Log, Whose
from ludex.table.campaign.state import Said
from ludex.table.document import log
from ludex.table.document.changes import Change, Compared, changed
from ludex.table.document.show import Document, Documents
from ludex.table.play.pinging import Pointed, is_on
from ludex.table.records.seat import Seat

RECENT = 50  # of the log and of the chat, for whoever comes

logger = logging.getLogger(__name__)


class News(NamedTuple):
    """What is new for a seat; at least one of it is not empty.

    A line of the log whose `told` is 0 begins the log anew: another scene, or other eyes.
    """

    changes: list[Change]
    lines: list[Document]
    chat: list[Document]


class Welcome(NamedTuple):
    """All that somebody needs to know who has just sat down."""

    seat: str
    document: Document
    lines: list[Document]
    chat: list[Document]


class Gone(NamedTuple):
    """Nothing will be told any more, and why; for good where this key opens the seat no longer."""

    why: str
    for_good: bool


class Listener(Protocol):
    """Somebody at a seat. None of it may wait: they are called one after another."""

    def told(self, news: News) -> None: ...

    def pointed(self, where: Pointed) -> None: ...

    def gone(self, gone: Gone) -> None: ...


Post = tuple[Listener, News | Pointed | Gone]  # what is to be delivered


class Reader:
    """A seat at which somebody listens, and what has been told there."""

    def __init__(self, documents: Documents, seat: Seat, here: Collection[str]) -> None:
        self.listeners: dict[Listener, str] = {}  # with the key by which they came
        self.document = documents.of(seat, here)
        self._log = read_log(documents.table, seat)
        self._read = len(self._log)
        self._heard = len(documents.table.chat)

    def welcome(self, table: Campaign, seat: Seat) -> Welcome:
        first = max(0, self._read - RECENT)
        heard = table.chat[max(0, self._heard - RECENT) : self._heard]
        return Welcome(
            seat.id, self.document, _lines(log.Telling(table), read_log(table, seat), first, self._read),
            [said_document(each) for each in heard],
        )  # fmt: skip

    def news(
        self,
        documents: Documents,
        seat: Seat,
        here: Collection[str],
        talk: bool,
        compared: Compared,
        telling: log.Telling,
    ) -> News | None:
        """What has not been told yet; nothing where that is nothing, or where it is told with what follows. `talk`:
        nothing has happened but that somebody said something. What others are told at the same moment is shared."""
        table = documents.table
        chat = [said_document(said) for said in table.chat[self._heard :]]
        self._heard = len(table.chat)
        if talk or documents.silent(seat):
            return News([], [], chat) if chat else None
        document = documents.of(seat, here)
        changes = changed(self.document, document, compared)
        found = read_log(table, seat)
        if found is not self._log and not found.goes_on(self._log, self._read):
            self._read = 0
        lines = _lines(telling, found, self._read, len(found))
        self.document, self._log, self._read = document, found, len(found)
        return News(changes, lines, chat) if changes or lines or chat else None


class Audience:
    """All who listen at a table."""

    def __init__(self) -> None:
        self.readers: dict[str, Reader] = {}

    def join(
        self, documents: Documents, seat: Seat, key: str, listener: Listener, elsewhere: Collection[str]
    ) -> tuple[Welcome, list[Post]]:
        """Somebody comes; gives what they are told, and what the others are."""
        if seat.id not in self.readers:
            self.readers[seat.id] = Reader(documents, seat, {seat.id, *self.readers, *elsewhere})
        reader = self.readers[seat.id]
        post = self.post(documents, elsewhere)
        reader.listeners[listener] = key
        return reader.welcome(documents.table, seat), post

    def leave(self, listener: Listener) -> bool:
        """Somebody goes; tells whether they had been there."""
        left = [seat for seat, reader in self.readers.items() if reader.listeners.pop(listener, None) is not None]
        for seat in left:
            if not self.readers[seat].listeners:
                del self.readers[seat]
        return bool(left)

    def post(self, documents: Documents, elsewhere: Collection[str], talk: bool = False) -> list[Post]:
        """What is to be told now, and to whom. Who may no longer sit there is told that."""
        table = documents.table
        found: list[Post] = []
        for id, reader in list(self.readers.items()):
            seat = table.seats[id]
            for listener, key in list(reader.listeners.items()):
                if seat.removed or key != seat.token_hash:
                    why = "this seat has been taken away" if seat.removed else "this link is void"
                    found.append((listener, Gone(why, for_good=True)))
                    self.leave(listener)
        here, compared, telling = {*self.readers, *elsewhere}, Compared(), log.Telling(table)
        for id, reader in list(self.readers.items()):
            try:
                news = reader.news(documents, table.seats[id], here, talk, compared, telling)
            except Exception:  # what cannot be shown to one seat is no fault of the others
                logger.exception("what is new cannot be shown")
                gone = Gone("the table cannot be shown", for_good=False)
                found += [(listener, gone) for listener in reader.listeners]
                self.readers.pop(id, None)
                continue
            if news is not None:
                found += [(listener, news) for listener in reader.listeners]
        return found

    def dismiss(self, why: str) -> list[Post]:
        """Nobody is there any more, and all are told why."""
        gone = Gone(why, for_good=True)
        found: list[Post] = [(listener, gone) for reader in self.readers.values() for listener in reader.listeners]
        self.readers.clear()
        return found

    def pointed(self, where: Pointed) -> list[Post]:
        """Somebody points at a place: for all on whose board it is."""
        return [
            (listener, where)
            for reader in self.readers.values() if is_on(reader.document["board"], where.at)
            for listener in reader.listeners
        ]  # fmt: skip


def read_log(table: Campaign, seat: Seat) -> Log:
    watched = table.watched(seat)
    return watched.log if watched is not None else Log(Whose(0, ""), "")


def _lines(telling: log.Telling, read: Log, first: int, end: int) -> list[Document]:
    return [telling.told(read, number) for number in range(first, end)]


def said_document(said: Said) -> dict[str, Any]:
    return {"at": said.at, "by": said.by, "words": said.words}
