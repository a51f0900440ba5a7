"""Opening a table: from its newest snapshot and the entries since, or from all entries where none can be used."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from ludex.table import doings
from ludex.table.campaign.campaign import Campaign, Outside
from ludex.table.campaign.log import Page, Whose
from ludex.table.campaign.snapshot import Unusable
from ludex.table.desk.store import Store
from ludex.table.desk.store_rows import Loaded
from ludex.table.records.entry import Entry

Load = Callable[[bool], Loaded]  # `True`: all entries, without a snapshot

logger = logging.getLogger(__name__)


class StoredPast:
    """What a table has left behind, in the store."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table
        self.woken: list[Entry] = []  # when it was opened, in a transaction into which nobody sees before it is over

    def entries(self, after: int, until: int) -> list[Entry]:
        found = self._store.entries(self._table, after, until)
        last = found[-1].number if found else after
        return found + [entry for entry in self.woken if last < entry.number <= until]

    def page(self, whose: Whose, number: int) -> Page:
        return self._store.page(self._table, whose, number)


def opened(store: Store, id: str, outside: Outside | None = None, load: Load | None = None) -> Campaign:
    """A table as it is kept. `load` reads it where that is done in a transaction."""
    load = load if load is not None else partial(store.load, id)
    entries, boundary, snapshot = load(False)
    if snapshot is not None:
        try:
            return doings.resumed(snapshot, StoredPast(store, id), entries, outside, boundary)
        except Unusable as fault:
            logger.warning("table %s: its snapshot cannot be used, and its entries are: %s", id, fault)
            entries, boundary, _ = load(True)
    return doings.folded(entries, outside, boundary)
