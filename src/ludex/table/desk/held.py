"""A table in memory: folded from its entries, and never ahead of what the store has kept for longer than a doing takes.

All of it but the fields of the desk is used by one thread at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from ludex.core.files.codec import Boundary
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table import doings
from ludex.table.campaign import snapshot
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.links import waited_for
from ludex.table.campaign.snapshot import Snapped
from ludex.table.desk import opening
from ludex.table.desk.quota import Quota
from ludex.table.desk.store import Store
from ludex.table.desk.store_rows import Loaded, Missing, Taken, size_of, without_picture
from ludex.table.desk.telling import Audience, Post
from ludex.table.desk.usage import ENDS, Usage
from ludex.table.desk.webhook import Outbox, Webhook
from ludex.table.document.show import Document, Documents
from ludex.table.play.deciding import has_step, has_to_think, step
from ludex.table.play.linking import GiveLink
from ludex.table.play.pinging import Pointed
from ludex.table.play.thinking import Thought
from ludex.table.records.entry import Entry
from ludex.table.records.seat import Seat

MOST_UNSEEN = 100  # things that the machine does in a row for those whom somebody does not know
MOST_BURDEN = 20_000  # beings in all boundaries of a scene that are at hand

T = TypeVar("T")
Append = Callable[[list[Entry], Boundary | None, Snapped | None], None]
logger = logging.getLogger(__name__)


class Fault(Exception):
    """A fault of ours: nothing was done."""


class Damaged(Fault):
    """What is kept of a table cannot be read."""

    def __init__(self, why: str) -> None:
        super().__init__("this table is damaged and cannot be opened; whoever runs the server can restore a backup")
        self.why = why  # for the log


class NotKept(Fault):
    """The store is out of reach: what was done last is not kept, or nobody can tell."""


class Held:
    def __init__(
        self, id: str, store: Store, outside: Outside, quota: Quota | None = None, outbox: Outbox | None = None
    ) -> None:
        self.id = id
        self.store = store
        self.outside = outside
        self.usage = Usage(id, store, quota if quota is not None else Quota(), outside.clock)
        self.table: Campaign | None = None
        self.opened = False  # it has been in memory
        self.untold = False  # what was done last could not be told
        self.has_to_think = False  # what was done last is told when a machine has thought what somebody unseen does
        self._has_snapshot = False  # the entries that were kept last brought one
        self._unseen = 0  # things that the machine has done since then for those whom somebody does not know
        self._since = 0  # bytes of the entries since the last snapshot
        self.documents: Documents
        self.webhook: Webhook
        self.outbox = outbox  # for the record of tables that have a chat room
        self.audience = Audience()
        self.post: list[Post] = []  # to be delivered
        self.ours = True  # this desk was the last to do something
        # the desk's own
        self.lock = asyncio.Lock()
        self.users = 0  # who wants something of it right now
        self.others: dict[str, tuple[float, tuple[str, ...]]] = {}  # until when, and which seats, by desk
        self.stirred = asyncio.Event()
        self.mind: asyncio.Task[None] | None = None

    def take(self, table: Campaign) -> Campaign:
        self.table, self.documents, self.opened = table, Documents(table), True
        self.webhook = Webhook(table)
        self.documents.shown = self._shown_to
        self.documents.journal = self.store.journal(self.id)
        return table

    def drop(self) -> None:
        """What is in memory may not be what is kept."""
        self.table = None

    def purge(self, now: float) -> bool:
        """From now on there is no such table, if its time has come; whoever is there is told."""
        if not self.store.begin_purge(self.id, now):
            return False
        self.dismiss()
        return True

    def dismiss(self) -> None:
        """There is no such table any more."""
        self.drop()
        self.opened = False
        self.post += self.audience.dismiss("this table was deleted")

    @property
    def elsewhere(self) -> set[str]:
        return {seat for _, seats in list(self.others.values()) for seat in seats}

    def point(self, where: Pointed) -> None:
        """Somebody points there, at another process."""
        self.post += self.audience.pointed(where)

    def tell(self, talk: bool = False) -> None:
        if self.table is not None:
            self.post += self.audience.post(self.documents, self.elsewhere, talk)
            self.untold = self.untold and talk
            if self.outbox is not None and not talk:
                self._send_out(self.table, self.outbox)

    def _send_out(self, table: Campaign, outbox: Outbox) -> None:
        """What others have done goes out from where they are."""
        try:
            lines = self.webhook.fresh(self.documents)
        except Exception:  # no fault of those who sit there
            logger.exception("table %s: its record cannot be sent", self.id)
            return
        if lines and self.ours:
            outbox.put(self.id, table.webhook, lines)

    def _shown_to(self, seat: Seat) -> Document:
        """What a seat has been told last, or would be if somebody came."""
        reader = self.audience.readers.get(seat.id)
        if reader is not None:
            return reader.document
        return self.documents.of(seat, {*self.audience.readers, *self.elsewhere})

    def read(self, reading: Callable[[Held, Campaign], T]) -> T:
        """Find something out; what is refused here may not be any more by what another process has done."""
        table = self.loaded()
        try:
            return reading(self, table)
        except (Refused, BadInput):
            if not self.catch_up():
                raise
            return reading(self, self.loaded())

    def do(self, by: Callable[[Campaign], Seat], what: Doing) -> Any:
        """Do what a seat wants, if its quota and that of the table have room for it."""

        counted = False  # however often it is tried

        def act(table: Campaign) -> tuple[Seat, Any]:
            nonlocal counted
            seat = by(table)
            if not counted and not is_asked(table, seat, what):
                self.usage.take(seat)
            counted = True
            self.usage.check(seat, what)
            return seat, table.do(seat.id, what)

        seat, result = self.act(act)
        if isinstance(what, ENDS):
            self.usage.made_room(seat)
        return result

    def act(self, act: Callable[[Campaign], T]) -> T:
        """Do something and keep it, then tell; `Refused` and `BadInput`: nothing has changed."""
        table = self.loaded()
        try:
            result = act(table)
        except (Refused, BadInput):
            if not self.catch_up():
                raise
            table = self.loaded()
            result = act(table)  # it may have been refused for what is no longer so
        entries = table.take()
        if not entries:
            return result
        try:
            self._append(entries)
            talk = all(entry.kind == "chat" for entry in entries)
        except BadInput:  # the store cannot keep it, and it has not happened
            self.drop()
            self.loaded()
            raise
        except Taken:
            result = self._act_alone(act)
            talk = False
        self.ours = True
        self._tell_of_it(talk)
        self._lighten()
        return result

    def _tell_of_it(self, talk: bool = False) -> None:
        """What was done is kept, and has happened, whatever becomes of the telling."""
        try:
            if not talk:
                self._go_on_unseen()
            if talk or not self.has_to_think:
                self.tell(talk)
        except Exception:
            logger.exception("table %s: what was done cannot be told", self.id)
            self.untold = True
            self.drop()

    def _lighten(self) -> None:
        """All that can be undone takes room with everybody in it. Where that is much and a snapshot was kept just now,
        the table is opened anew from it, with the last boundaries alone."""
        table = self.table
        if table is None or table.playing is None or not self._has_snapshot:
            return
        if table.playing.burden > MOST_BURDEN:
            self.drop()
            try:
                self.loaded()
            except Exception:  # what was done is kept, and was told
                logger.exception("table %s: it cannot be opened anew yet", self.id)
                self.drop()

    def _act_alone(self, act: Callable[[Campaign], T]) -> T:
        """Another process was first. This time none can be."""
        self.drop()
        try:
            with self.store.alone(self.id) as alone:
                table = self._load(alone.load, alone.append)
                result = act(table)
                entries = table.take()
                taken = self._snapshot(table, entries)
                if entries:
                    alone.append(entries, table.take_boundary(), taken)
            self.usage.add(entries, taken)
            return result
        except (Refused, BadInput):
            self.drop()
            self.loaded()
            raise

    def _append(self, entries: list[Entry]) -> None:
        table = self.table
        assert table is not None
        taken = self._snapshot(table, entries)
        self._has_snapshot = taken is not None
        try:
            self.store.append(self.id, entries, table.take_boundary(), taken)
        except SQLAlchemyError:  # the line may have broken when it was kept already
            found = self.store.entries(self.id, entries[0].number - 1)[: len(entries)]
            if msgspec.json.encode(found) != msgspec.json.encode([*map(without_picture, entries)]):
                raise
        self.usage.add(entries, taken)

    def _snapshot(self, table: Campaign, entries: Sequence[Entry]) -> Snapped | None:
        """A snapshot, where with these entries enough has come since the last one."""
        self._since += sum(map(size_of, entries))
        many = table.number - table.snapped >= snapshot.EVERY
        return self._snapped(table) if many and self._since * snapshot.SHARE >= table.snapped_bytes else None

    def _snapped(self, table: Campaign) -> Snapped | None:
        """A snapshot; where none can be made, the table goes on without."""
        self._since = 0
        try:
            return snapshot.take(table)
        except Exception:
            logger.exception("table %s: no snapshot can be made of it", self.id)
            table.snapped = table.number
            return None

    def put_away(self) -> None:
        """The table leaves memory: with a snapshot it is there again at once."""
        if self.table is None or self.table.snapped == self.table.number:
            return
        taken = self._snapped(self.table)
        if taken is not None:
            self.store.append(self.id, [], None, taken)
            self.usage.add([], taken)

    def loaded(self) -> Campaign:
        if self.table is None:
            self._open()
            self._tell_of_it()
        return self.table if self.table is not None else self._open()

    def _open(self) -> Campaign:
        try:
            return self._load(partial(self.store.load, self.id), partial(self.store.append, self.id))
        except Taken:  # another process has woken it at the same time
            with self.store.alone(self.id) as alone:
                return self._load(alone.load, alone.append)

    def _go_on_unseen(self) -> None:
        """What the machine does next for somebody of whom a seat knows nothing is done before anybody is told of what
        was done before: a pause, or being told twice, would tell that somebody is there. Where it has to think for it,
        it does so elsewhere or in `think`, and whoever has the threads says when."""
        self.has_to_think = False
        try:
            while self._goes_on_unseen():
                if self.table is not None and has_to_think(self.table):
                    self.has_to_think = True
                    return
                self._step_unseen()
            self._unseen = 0
        except Taken:
            self._open()
        except Exception:  # what was done before is kept, and has happened
            logger.exception("table %s: the machine cannot go on", self.id)
            self.drop()

    def think(self, thought: Thought | None) -> None:
        """The machine thinks for somebody unseen, unless it has done so elsewhere, and does what it has thought; then
        all is told, unless it has to think again."""
        self.has_to_think = False
        try:
            if self._goes_on_unseen():
                self._step_unseen(thought)
        except Taken:  # another process was first: it is opened anew
            self.drop()
        except Exception:
            logger.exception("table %s: the machine cannot go on", self.id)
            self.drop()
        self._tell_of_it()

    def _goes_on_unseen(self) -> bool:
        table = self.table
        if table is None or self._unseen >= MOST_UNSEEN or not has_step(table):
            return False
        return any(map(self.documents.silent, sitting(table)))

    def _step_unseen(self, thought: Thought | None = None) -> None:
        table = self.table
        assert table is not None
        self._unseen += 1
        step(table, thought)
        self._append(table.take())

    def _load(self, load: opening.Load, append: Append) -> Campaign:
        self.drop()

        def counted(whole: bool) -> Loaded:
            found = load(whole)
            self._since = sum(map(size_of, found.entries))
            return found

        try:
            table = opening.opened(self.store, self.id, self.outside, counted)
            doings.wake(table)
        except (Missing, SQLAlchemyError):
            raise
        except (BadInput, msgspec.DecodeError) as fault:
            raise Damaged(str(fault)) from fault
        except Exception as fault:
            logger.exception("table %s cannot be opened", self.id)
            raise Fault("this table cannot be opened; the log of the server says why") from fault
        woken, boundary = table.take(), table.take_boundary()
        taken = self._snapshot(table, woken)
        if woken or boundary is not None or taken is not None:
            append(woken, boundary, taken)
            self.usage.add(woken, taken)
        if isinstance(table.past, opening.StoredPast):
            table.past.woken = woken
        return self.take(table)

    def catch_up(self) -> bool:
        """Fold what other processes have done; tells whether there was anything."""
        table = self.loaded()
        entries = self.store.entries(self.id, table.number)
        if not entries:
            return False
        self._since += sum(map(size_of, entries))
        try:
            for entry in entries:
                table.fold(entry)
        except Exception:
            logger.exception("table %s: what others have done cannot be folded; it is opened anew", self.id)
            self.drop()
            self.loaded()
        self.usage.add(entries)
        self.ours = False
        self.tell()
        return True

    def refresh(self) -> None:
        if not self.catch_up():
            self.tell()


def is_asked(table: Campaign, seat: Seat, what: Doing) -> bool:
    """Does a seat give a link that the dice wait for? It is asked as often as dice fall, and no rate holds them up."""
    asked = waited_for(table)
    return isinstance(what, GiveLink) and asked is not None and asked.seat == seat.id


def sitting(table: Campaign) -> list[Seat]:
    return [seat for seat in table.seats.values() if not seat.removed]
