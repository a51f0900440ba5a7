"""Evenings: the dice are sealed when one begins, and when it is closed the seed is told, so that all can recompute what
fell."""

from __future__ import annotations

from typing import Any

from ludex.core.referee.live import SealedDice
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import Doing, does, folds
from ludex.table.campaign.state import Night
from ludex.table.records.entry import Entry, Evening, EveningClosed
from ludex.table.records.seat import Role, Seat


class CloseEvening(Doing, frozen=True, tag="close_evening"):
    """The seed is told, and the dice of the next evening are sealed."""


@does(CloseEvening, Role.GM)
def close_evening(table: Campaign, seat: Seat, what: CloseEvening) -> dict[str, Any]:
    closed = table.night
    table.add(EveningClosed(number=closed.number))
    begin_evening(table)
    return closed.told()


def begin_evening(table: Campaign) -> None:
    dice = SealedDice(table.outside.seed())
    table.add(Evening(number=len(table.nights) + 1, seal=dice.seal, seed=dice.seed.hex()))


@folds(Evening)
def evening(table: Campaign, entry: Entry, body: Evening) -> None:
    table.nights.append(Night(body.number, body.seal, body.seed, entry.number))
    table.hand_out_dice()


@folds(EveningClosed)
def evening_closed(table: Campaign, entry: Entry, body: EveningClosed) -> None:
    table.night.closed = True
