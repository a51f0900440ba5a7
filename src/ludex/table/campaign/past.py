"""What a table has left behind: it stays in the store, and is fetched when somebody wants to know."""

from __future__ import annotations

from typing import Protocol

from ludex.table.campaign.log import Page, Whose
from ludex.table.records.entry import Entry


class Past(Protocol):
    def entries(self, after: int, until: int) -> list[Entry]:
        """The entries after this number, up to that one."""

    def page(self, whose: Whose, number: int) -> Page:
        """A page of a log; `LookupError` where none is kept that can be read."""


class NoPast:
    """Of a table that was folded from its first entry on."""

    def entries(self, after: int, until: int) -> list[Entry]:
        return []

    def page(self, whose: Whose, number: int) -> Page:
        raise LookupError(f"there is no page {number} of {whose}")
