"""What a table and its seats use of their quota, and what is refused over it.

A seat is asked before it does something, so the last thing it does may go over: by no more than one message brings.
What ends something or takes it away goes on over the quota, so that a table can always be cleared and brought to its
end; so does what dice wait for that are about to fall. Rates are counted in this process alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from ludex.table.campaign.characters import SendHome
from ludex.table.campaign.deleting import DeleteTable, DropPicture, KeepTable
from ludex.table.campaign.doing import Doing
from ludex.table.campaign.evenings import CloseEvening
from ludex.table.campaign.flags import DropFlag
from ludex.table.campaign.notes import TakeHandout, TearNote
from ludex.table.campaign.scenes import CloseScene, Unprepare
from ludex.table.campaign.seating import Reseat, TurnAway
from ludex.table.campaign.settings import Archive
from ludex.table.campaign.snapshot import Snapped
from ludex.table.desk.bucket import Bucket
from ludex.table.desk.quota import Quota, Share, bytes_told, time_told
from ludex.table.desk.store import Store
from ludex.table.desk.store_rows import size_of
from ludex.table.play.commands import Release
from ludex.table.play.linking import GiveLink, TellChain
from ludex.table.play.mastering import Withdraw
from ludex.table.records.entry import Entry
from ludex.table.records.seat import Seat, refuse

ENDS = (
    Archive, CloseEvening, CloseScene, DeleteTable, DropFlag, DropPicture, GiveLink, KeepTable, Release, Reseat,
    SendHome, TakeHandout, TearNote, TellChain, TurnAway, Unprepare, Withdraw,
)  # fmt: skip
RESERVE = 20  # for these a table has a twentieth more
RECOUNT = 10.0  # seconds at least, from one recount for somebody who is refused to the next


class Rates:
    """What a seat has done lately."""

    def __init__(self, share: Share, clock: Callable[[], float]) -> None:
        self.share = share
        self.bytes = Bucket(share.hour, share.hour / 3600, clock)
        self.minute = Bucket(share.minute, share.minute / 60, clock)
        self.doings = Bucket(share.doings, share.doings / 3600, clock)


class Usage:
    """What a table and its seats use of their quota. The bytes are those that are kept, or more until they are counted
    anew: what is written anew or taken away is found out only then."""

    def __init__(self, table: str, store: Store, quota: Quota, clock: Callable[[], float]) -> None:
        self.table = table
        self.quota = quota
        self._store = store
        self._clock = clock
        self._rates: dict[str, Rates] = {}
        self._kept: dict[str, int] | None = None  # bytes by seat; "" for the table itself
        self._pictures = 0
        self._again = 0.0  # when it may be recounted

    # -- counting ---------------------------------------------------------------------------------------------

    def count(self) -> dict[str, int]:
        """The bytes that are kept, by seat."""
        self._kept = self._store.brought(self.table)
        self._pictures = sum(self._store.blobs(self.table).values())
        return self._kept

    def recount(self) -> dict[str, int]:
        """The same for whoever is about to be refused: what is known, where it was counted for them just now. All that
        a table has is read for it, and whoever is refused may come back at once."""
        now = self._clock()
        if not now < self._again <= now + RECOUNT:  # else the clock was turned back
            self._again = now + RECOUNT
            self.count()
        return self.kept

    @property
    def kept(self) -> dict[str, int]:
        return self._kept if self._kept is not None else self.count()

    @property
    def pictures(self) -> int:
        _ = self.kept
        return self._pictures

    @property
    def in_all(self) -> int:
        return sum(self.kept.values()) + self.pictures

    def made_room(self, seat: Seat) -> None:
        """A seat has ended something or taken it away: where there was no room, there may be some now."""
        if self.is_full or (self._kept or {}).get(seat.id, 0) >= self.quota.of(seat.role).bytes:
            self.count()

    def add(self, entries: Sequence[Entry], taken: Snapped | None = None) -> None:
        """Entries were kept, by this process or another, and a snapshot; that another went for it is found out when it
        is counted anew."""
        for entry in entries:
            size = size_of(entry)
            if self._kept is not None:
                self._kept[entry.by] = self._kept.get(entry.by, 0) + size
            if entry.by in self._rates:
                self._rates[entry.by].bytes.owe(size)
        if self._kept is not None and taken is not None:
            pages = sum(len(page.body) for page in taken.pages)
            self._kept[""] = self._kept.get("", 0) + len(taken.snapshot.body) + pages
        if self.is_full:
            self.recount()

    def rates(self, seat: Seat) -> Rates:
        share = self.quota.of(seat.role)
        found = self._rates.get(seat.id)
        if found is None or found.share != share:
            found = self._rates[seat.id] = Rates(share, self._clock)
        return found

    # -- asking -----------------------------------------------------------------------------------------------

    def may_bring(self, seat: Seat) -> None:
        """Has a seat anything left for a file that is not read yet? Nothing counts: it is asked again when that is
        done."""
        rates = self.rates(seat)
        for bucket in (rates.minute, rates.doings):
            if bucket.left < 1:
                wait = time_told(bucket.wait())
                raise refuse(f"too much: this seat has used up what it may do for now; it goes on in {wait}")
        self._check_bytes(seat)
        self.check_room()

    def take(self, seat: Seat) -> None:
        """A seat does one more thing, if it has not done too much lately."""
        share, rates = self.quota.of(seat.role), self.rates(seat)
        for bucket, most, time in ((rates.minute, share.minute, "a minute"), (rates.doings, share.doings, "an hour")):
            if bucket.left < 1:
                raise refuse(
                    f"too often: this seat may do {most} things {time}; it goes on in {time_told(bucket.wait())}"
                )
        rates.minute.take()
        rates.doings.take()

    def check(self, seat: Seat, what: Doing) -> None:
        """Is there room for what a seat wants to do?"""
        ends = isinstance(what, ENDS)
        if not ends:
            self._check_bytes(seat)
        self.check_room(ends=ends)

    def _check_bytes(self, seat: Seat) -> None:
        share, rates = self.quota.of(seat.role), self.rates(seat)
        if rates.bytes.left <= 0:
            wait = time_told(rates.bytes.wait(share.hour / 60))
            raise refuse(f"too much: this seat may bring {bytes_told(share.hour)} an hour; it goes on in {wait}")
        if self.kept.get(seat.id, 0) >= share.bytes and self.recount().get(seat.id, 0) >= share.bytes:
            raise refuse(
                f"too much: this seat has brought {bytes_told(share.bytes)}, all that a seat of its kind may; "
                "what it takes away makes room, and the game master can give out another seat"
            )

    def check_room(self, more: int = 0, ends: bool = False) -> None:
        """Has the table room for more?"""
        if not ends:
            check_store(self._store, self.quota)
        most = self.quota.table + (self.quota.table // RESERVE if ends else 0)
        if self.in_all + more < most:
            return
        self.recount()
        if self.in_all + more >= most:
            raise refuse(
                f"the table is full: it may have {bytes_told(self.quota.table)}; notes, handouts and scenes that are "
                "taken away make room, and it can be exported, or whoever runs the server gives it more"
            )

    @property
    def is_full(self) -> bool:
        """As far as it was counted: nothing is read for it."""
        return self._kept is not None and self.in_all >= self.quota.table


def check_store(store: Store, quota: Quota) -> None:
    """Has the store room for more, of whatever table?"""
    if quota.store and store.grown() >= quota.store:
        raise refuse(
            f"the server is full: all its tables may have {bytes_told(quota.store)}; tables that are deleted "
            "make room, and whoever runs the server can give it more"
        )


# ---------------------------------------------------------------- as the game master is told


class SeatUsed(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat uses: bytes that are kept of it and that it has brought within an hour, what it has done within a
    minute and an hour, each with what it may."""

    seat: str
    name: str
    role: str
    bytes: int
    most_bytes: int
    hour: int
    most_hour: int
    minute: int
    most_minute: int
    doings: int
    most_doings: int


class Used(msgspec.Struct, frozen=True, kw_only=True):
    """What a table uses in bytes, the pictures among them, with what it may; whoever uses most first."""

    bytes: int
    most_bytes: int
    pictures: int
    seats: list[SeatUsed]


def used_by(usage: Usage, seats: Iterable[Seat]) -> Used:
    kept = usage.count()
    told = [_seat_used(usage, seat, kept.get(seat.id, 0)) for seat in seats if not seat.removed or seat.id in kept]
    told.sort(key=lambda one: (-one.bytes, one.name))
    return Used(bytes=usage.in_all, most_bytes=usage.quota.table, pictures=usage.pictures, seats=told)


def _seat_used(usage: Usage, seat: Seat, kept: int) -> SeatUsed:
    share, rates = usage.quota.of(seat.role), usage.rates(seat)
    return SeatUsed(
        seat=seat.id, name=seat.name, role=seat.role.value, bytes=kept, most_bytes=share.bytes,
        hour=_taken(rates.bytes), most_hour=share.hour, minute=_taken(rates.minute), most_minute=share.minute,
        doings=_taken(rates.doings), most_doings=share.doings,
    )  # fmt: skip


def _taken(bucket: Bucket) -> int:
    return round(bucket.most - bucket.left)
