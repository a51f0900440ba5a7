"""Chapters of a table: each is a time that a scene was on it, from when it came until it was taken off. What was
settled at the table by then is folded without anything being played. A chapter of the adventure that is led belongs to
the scene that comes on the table next, where nothing is played before; the last ones to the last scene."""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import FOLDS
from ludex.table.records.entry import AdventureBrought, ChapterBegun, Entry, body_of
from ludex.table.records.journal import Journal

# What matters for how a scene looked to somebody. Papers, talk and dice do not: their words may have been taken away
# since, and nobody looks for them on the board
SETTLES = frozenset({
    "founded", "renamed", "settings", "options", "content", "evening", "evening_closed", "seated", "reseated",
    "policy", "character", "character_gone", "likeness", "stuck", "fog", "map",
})  # fmt: skip


class LedChapter(NamedTuple):
    """A chapter of the adventure, as the entry with this number has begun it."""

    entry: int
    title: str


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
        self.led: list[LedChapter] = []


class Chapters:
    def __init__(self, journal: Journal) -> None:
        self.all: list[Chapter] = []
        self._journal = journal
        self._until = 0
        self._table = Campaign()
        self._titles: dict[str, str] = {}  # of the chapters of the adventure
        self._led = ""  # which of them it is
        self._begun: list[LedChapter] = []  # those since which nothing was played

    def follow(self, until: int) -> None:
        """Up to this entry."""
        for entry in self._journal.besides(self._until, until):
            self._note_play(entry.number)
            if entry.kind == "opened" and not entry.body.get("why"):
                self.all.append(Chapter(len(self.all), entry, self._table))
            elif entry.kind == "closed" and self.all:
                self.all[-1].last = entry.number - 1
            else:
                self._lead(entry)
                settle(self._table, entry)
            self._until = entry.number
        self._note_play(until + 1)
        self._until = max(until, self._until)

    def led(self, chapter: Chapter) -> list[LedChapter]:
        """The chapters of the adventure that have begun while it was on the table, or before it came."""
        return [*chapter.led, *self._begun] if chapter is self.all[-1] else chapter.led

    def _lead(self, entry: Entry) -> None:
        body = body_of(entry) if entry.kind in ("adventure", "chapter") else None
        if isinstance(body, AdventureBrought):
            self._titles = {id: chapter.title for id, chapter in body.adventure.chapters.items()}
        elif isinstance(body, ChapterBegun) and body.id != self._led:
            self._led = body.id
            self._begun.append(LedChapter(entry.number, self._titles.get(body.id, "")))

    def _note_play(self, number: int) -> None:
        """Whatever lies between the last entry and this one was played."""
        if self.all and number > self._until + 1:
            self.all[-1].led += self._begun
            self._begun = []


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
