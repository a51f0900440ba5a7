"""The log as documents: lines with the rule behind them, and rolls as open cards."""

from __future__ import annotations

from typing import Any

from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.log import Log, Told
from ludex.table.know.rolls import LineTold
from ludex.table.records.seat import Seat

Document = dict[str, Any]


def told_lines(table: Campaign, what: Told) -> list[LineTold]:
    """What one doing has brought, as exactly as the table tells what others have left."""
    settings = table.settings
    exact = settings.pools == "exact" and all(how == "exact" for how in settings.pools_of.values())
    return what.lines if exact else what.rough


class Telling:
    """What is told at one moment, once for all who read the same."""

    def __init__(self, table: Campaign) -> None:
        self._table = table
        self._told: dict[tuple[int, int], Document] = {}  # by log and number
        self._lines: dict[LineTold, Document] = {}

    def told(self, log: Log, number: int) -> Document:
        known = self._told.get((id(log), number))
        if known is None:
            known = self._told[id(log), number] = _told(log, number, self._lines_of(log[number]))
        return known

    def _lines_of(self, what: Told) -> list[Document]:
        found = []
        for line in told_lines(self._table, what):
            shown = self._lines.get(line)
            if shown is None:
                shown = self._lines[line] = line.shown()
            found.append(shown)
        return found


def told(table: Campaign, seat: Seat, number: int) -> Document:
    """What one doing has brought, as this seat reads it."""
    watched = table.watched(seat)
    assert watched is not None
    return Telling(table).told(watched.log, number)


def _told(log: Log, number: int, lines: list[Document]) -> Document:
    """`number` is its place in the log, by which a line is flagged; the number of its entry stays here: it would tell
    how much else has happened."""
    what = log[number]
    undoes, redoes = log.places_of(number)
    return {
        "told": number,
        "at": what.at,
        "by": what.by,
        "lines": lines,
        "rolls": what.rolls,
        "undoes": undoes,
        "redoes": redoes,
        "deed": log.deed_of(number),
        "by_hand": what.by_hand,
    }
