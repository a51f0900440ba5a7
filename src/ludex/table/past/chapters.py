"""Chapters of a table: each is a time that a scene was on it, from when it came until it was taken off. What was
settled at the table by then is folded without anything being played."""

from __future__ import annotations

from copy import copy

from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import FOLDS
from ludex.table.records.entry import Entry, body_of
from ludex.table.records.journal import Journal

# What matters for how a scene looked to somebody. Papers, talk and dice do not: their words may have been taken away
# since, and nobody looks for them on the board
SETTLES = frozenset({
    "founded", "renamed", "settings", "options", "content", "evening", "evening_closed", "seated", "reseated",
    "policy", "character", "character_gone", "likeness", "stuck", "fog", "map",
})  # fmt: skip


class Chapter:
    def __init__(self, number: int, entry: Entry, table: Campaign) -> None:
        self.number = number  # among all, from 0 on
        self.scene: str = entry.body["id"]
        self.title: str = entry.body["title"]
        self.at = entry.at
        self.evening = table.night.number if table.nights else 0
        self.first = entry.number  # the entry by which it began
        self.last = 0  # the last one of it; 0: it goes on
        self.table = apart(table)  # as it was before


class Chapters:
    def __init__(self, journal: Journal) -> None:
        self.all: list[Chapter] = []
        self._journal = journal
        self._until = 0
        self._table = Campaign()

    def follow(self, until: int) -> None:
        """Up to this entry."""
        for entry in self._journal.besides(self._until, until):
            if entry.kind == "opened" and not entry.body.get("why"):
                self.all.append(Chapter(len(self.all), entry, self._table))
            elif entry.kind == "closed" and self.all:
                self.all[-1].last = entry.number - 1
            else:
                settle(self._table, entry)
        self._until = max(until, self._until)


def settle(table: Campaign, entry: Entry) -> None:
    """Take an entry in, if it is one that settles something."""
    if entry.kind in SETTLES:
        body = body_of(entry)
        FOLDS[type(body)](table, entry, body)
    table.number, table.changed = entry.number, entry.at


def apart(table: Campaign) -> Campaign:
    """The same table, which can be gone on with for itself."""
    found = copy(table)
    found.seats, found.nights = dict(table.seats), list(table.nights)
    return found
