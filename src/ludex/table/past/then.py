"""How a table looked to a seat at a moment that is over: its board, who was there, whose turn it was, what the seat was
asked. Nothing is offered, and papers are no part of it."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from ludex.core.kernel.procedure import GM, Question
from ludex.core.referee.live import Live
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.log import Order
from ludex.table.campaign.playing import Playing
from ludex.table.document.show import NOTHING_OWN, Document, Documents, characters_of_players, question_of
from ludex.table.past.played import Played
from ludex.table.records.seat import Role, Seat
from ludex.table.records.settings import Pools, Settings

NO_ORDER = Order()
FROM_BEST = get_args(Pools)  # how well pools are known


def seat_then(table: Campaign, seat: Seat) -> Seat:
    """A seat as it was: whom it played then, with the right that it has now. Whoever came later looks as they would
    have."""
    found = table.seats.get(seat.id)
    return msgspec.structs.replace(seat, beings=found.beings) if found is not None else seat


def known_of_both(then: Settings, now: Settings) -> Settings:
    """Of the pools of others a seat is told what it knew then, and no more than it may know now."""

    def worse(one: Pools, other: Pools) -> Pools:
        return max(one, other, key=FROM_BEST.index)

    each = {
        who: worse(then.pools_of.get(who, then.pools), now.pools_of.get(who, now.pools))
        for who in {**then.pools_of, **now.pools_of}
    }
    return msgspec.structs.replace(then, pools=worse(then.pools, now.pools), pools_of=each)


def document_then(
    played: Played, number: int, seat: Seat, knowledge: str, now: Settings, order: Order
) -> Document | None:
    """The document of a seat after an entry; nothing where the scene cannot be shown."""
    table = played.table(number)
    table.settings = known_of_both(table.settings, now)
    with played.fogs.as_of(number + 1):
        stand(table, played, number, played.live(number), knowledge, order)
        return _document(Documents(table), seat_then(table, seat))


def stand(
    table: Campaign, played: Played, number: int, live: Live[Any], knowledge: str = GM, order: Order = NO_ORDER
) -> None:
    """The scene lies on the table of then as this referee has it."""
    stretch = played.stretch(number)
    table.playing = Playing(table.game, stretch.library, stretch.opened, stretch.entry, _nowhere)
    table.playing.stand(live, played.fogs, knowledge, order)


def _document(documents: Documents, seat: Seat) -> Document | None:
    situation = documents.situation(seat)
    if situation is None:
        return None
    asked, seats = situation.seen.live.open, situation.waits.seats
    mine = seat.id in seats or (seat.role is Role.GM and bool(seats))
    question = question_of(documents.table, situation.seen, asked) if mine and isinstance(asked, Question) else None
    return {
        **situation.document,
        **{name: part for name, part in NOTHING_OWN.items() if name != "free"},
        **documents.around(seat, situation, ()),
        "scene": {**situation.document["scene"], "free": []},
        "question": question,
        "improvised": [],
        "master": None,
        "notes": {},
        "handouts": {},
        "drawings": {},
        "pins": {},
        "clocks": {},
        "adventure": None,
        "ended": None,
        "characters": characters_of_players(documents.table, master=False),
    }


def _nowhere(line: object) -> None:
    """Nothing is done."""
