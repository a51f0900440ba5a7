"""Snapshots of tables whose entries are in a list, and all that a table shows, to compare one that was resumed with one
that was folded."""

from __future__ import annotations

from typing import Any

import msgspec

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table import doings
from ludex.table.campaign import snapshot
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.log import Page, Whose
from ludex.table.campaign.snapshot import Snapshot
from ludex.table.document import log, looking, master_looks
from ludex.table.document.show import Documents
from ludex.table.records.entry import Entry
from tests.table.tables import Fake, Kept, state


class Shelf:
    """What a store keeps of one table: entries, the last snapshot, and pages of logs; and what it was asked for."""

    def __init__(self, entries: list[Entry]) -> None:
        self.all = entries
        self.last: Snapshot | None = None
        self.pages: dict[tuple[Whose, int], bytes] = {}
        self.asked: list[str] = []

    def entries(self, after: int, until: int) -> list[Entry]:
        self.asked.append("entries")
        return [entry for entry in self.all if after < entry.number <= until]

    def page(self, whose: Whose, number: int) -> Page:
        self.asked.append("page")
        if (whose, number) not in self.pages:
            raise LookupError(number)
        return snapshot.unpack(self.pages[whose, number])

    def keep(self, table: Campaign) -> bytes:
        """What was done last is kept; gives it."""
        fresh = table.take()
        self.all += fresh
        return msgspec.json.encode(fresh)

    def take(self, table: Campaign) -> Snapshot:
        taken = snapshot.take(table)
        self.last = taken.snapshot
        self.pages |= {(page.whose, page.number): page.body for page in taken.pages}
        return self.last

    def resumed(self, fake: Fake | None = None) -> Campaign:
        """The table from its last snapshot, and the entries since."""
        assert self.last is not None
        since = [entry for entry in self.all if entry.number > self.last.number]
        return doings.resumed(self.last, self, since, fake.outside() if fake is not None else None)


LOOKS = (looking.Log(), looking.Log(before=20, most=30))


def shown(table: Campaign) -> dict[str, Any]:
    """All that each seat is shown, its whole record included."""
    documents = Documents(table)
    found: dict[str, Any] = {}
    for seat in table.seats.values():
        if seat.removed:
            continue
        watched = table.watched(seat)
        found[seat.id] = (
            documents.of(seat),
            [log.told(table, seat, number) for number in range(len(watched.log) if watched is not None else 0)],
        )
        found[f"{seat.id} looks"] = [looking.look(documents, seat.id, what) for what in LOOKS]
        try:
            found[f"{seat.id} dice"] = looking.look(documents, seat.id, master_looks.UnderWay())
        except (BadInput, Refused) as fault:
            found[f"{seat.id} dice"] = str(fault)
    found["nights"] = [night.told() for night in table.nights_whole()]
    return found


def whole(table: Campaign) -> dict[str, Any]:
    """All that a table is, with what its snapshot has left out."""
    if table.playing is not None:
        table.playing.live.bring()
    return state(table)


def unlike(one: Campaign, other: Campaign) -> dict[str, Any]:
    """What two tables show that is not the same, and then what is not the same in them."""
    here, there = shown(one), shown(other)
    found = {key: (here[key], there.get(key)) for key in here if here[key] != there.get(key)}
    if not found:
        here, there = whole(one), whole(other)
        found = {key: (here[key], there.get(key)) for key in here if here[key] != there.get(key)}
    return found


def shelved(kept: Kept) -> Shelf:
    """A table with a snapshot as it stands."""
    shelf = Shelf([*kept.entries])
    shelf.take(kept.table)
    return shelf
