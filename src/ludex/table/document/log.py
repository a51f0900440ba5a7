"""The log as documents: lines with the rule behind them, and rolls as open cards."""

from __future__ import annotations

from typing import Any

from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.log import Told
from ludex.table.know.rolls import LineTold
from ludex.table.records.seat import Seat

Document = dict[str, Any]


def told_lines(table: Campaign, what: Told) -> list[LineTold]:
    """What one doing has brought, as exactly as the table tells what others have left."""
    settings = table.settings
    exact = settings.pools == "exact" and all(how == "exact" for how in settings.pools_of.values())
    return what.lines if exact else what.rough


def told(table: Campaign, seat: Seat, number: int) -> Document:
    """What one doing has brought. `number` is its place in the log as this seat reads it, by which a line is flagged;
    the number of its entry stays here: it would tell how much else has happened."""
    watched = table.watched(seat)
    assert watched is not None
    what = watched.log[number]
    undoes, redoes = watched.log.places_of(number)
    return {
        "told": number,
        "at": what.at,
        "by": what.by,
        "lines": [line.shown() for line in told_lines(table, what)],
        "rolls": what.rolls,
        "undoes": undoes,
        "redoes": redoes,
        "deed": watched.log.deed_of(number),
        "by_hand": what.by_hand,
    }
