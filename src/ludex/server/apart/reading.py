"""The tables that a helper knows: read from the store, kept a while, brought up to date by the entries since. A helper
only reads; what must be written is the business of who holds the table."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.campaign import Outside
from ludex.table.desk import opening
from ludex.table.desk.apart import Asked, Work, who_asks
from ludex.table.desk.held import Fault
from ludex.table.desk.store import Store
from ludex.table.document.show import Documents

KEPT = 8  # tables

T = TypeVar("T")


class Tables:
    def __init__(self, database: str) -> None:
        self._store = Store(database)
        self._now = 0.0
        self._outside = Outside(clock=lambda: self._now)
        self._kept: OrderedDict[str, Documents] = OrderedDict()

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(self._kept)

    def at(self, asked: Asked, work: Work[T], opened: Callable[[], None]) -> T:
        """What the work makes of a table, once it is `opened`. One that it has changed, or at which something broke
        down, is not kept."""
        self._now = asked.now
        self._forget_deleted()
        documents = self._kept.pop(asked.table, None) or self._opened(asked)
        self._follow(documents, asked)
        before = documents.table.number
        opened()
        try:
            return work(documents, who_asks(documents.table, asked))
        except (Refused, BadInput):
            raise
        except BaseException:
            before = -1
            raise
        finally:
            if documents.table.number == before:
                self._keep(asked.table, documents)

    def _forget_deleted(self) -> None:
        """Nothing stays in memory of a table that is gone; one that is asked for is then found to be missing."""
        there = self._store.numbers(self.known)
        for table in self._kept.keys() - there.keys():
            del self._kept[table]

    def _keep(self, table: str, documents: Documents) -> None:
        self._kept[table] = documents
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _opened(self, asked: Asked) -> Documents:
        load = partial(self._store.load, asked.table, until=asked.number)
        documents = Documents(opening.opened(self._store, asked.table, self._outside, load))
        documents.journal = self._store.journal(asked.table)
        return documents

    def _follow(self, documents: Documents, asked: Asked) -> None:
        """As far as whoever asks has come, and no farther: what came after has not been told to anybody there."""
        table = documents.table
        if table.number < asked.number:
            for entry in self._store.entries(asked.table, table.number, asked.number):
                table.fold(entry)
        if table.number < asked.number:
            raise Fault(f"the store has no entry {asked.number} of this table")
