"""Pings: somebody points at a place of the board, and all who are at the table see it for a moment. Nothing is kept."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import PLAYERS, Doing, does
from ludex.table.know.ways import is_place
from ludex.table.records.seat import Seat, refuse

Place = tuple[int, int] | str  # a cell, or the id of a zone


class Ping(Doing, frozen=True, tag="ping"):
    """Show all who are at the table a place of the board, a cell or a zone, for a moment."""

    at: Place


class Pointed(NamedTuple):
    """Where a seat points."""

    seat: str
    at: Place


@does(Ping, *PLAYERS)
def ping(table: Campaign, seat: Seat, what: Ping) -> None:
    """Whether it may; the desk tells those who are there."""
    if seat.muted:
        raise refuse("this seat is muted")
    seen = table.seen(seat)
    if seen is None:
        raise refuse("no scene is on the table")
    plan = seen.face.whole_plan(seen.scene) if seen.seat == GM else seen.face.plan(seen.scene)
    if plan is None or not is_place(plan, what.at):
        raise BadInput(f"at: expected a place of the board, not {what.at!r}")


def is_on(board: dict[str, Any] | None, at: Place) -> bool:
    """Is this a place of a board, as a document shows it?"""
    if board is None:
        return False
    return at in board["zones"] if board["kind"] == "zones" else list(at) in board["cells"]
