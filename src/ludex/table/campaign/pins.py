"""Notes that are pinned to a place of the board, where a sign tells of them those who may read them."""

from __future__ import annotations

from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import EVERYBODY, Doing, does, folds
from ludex.table.campaign.notes import note_of
from ludex.table.campaign.running import on_table
from ludex.table.know.fogged import places_of
from ludex.table.know.seen import Seen
from ludex.table.records.entry import Entry, Pinned
from ludex.table.records.fog import Place
from ludex.table.records.seat import Seat, refuse


class PinNote(Doing, frozen=True, tag="pin"):
    """A note that one may change is pinned to a place of the board; without a place it is taken off."""

    note: str
    at: Place | None = None


@does(PinNote, *EVERYBODY)
def pin_note(table: Campaign, seat: Seat, what: PinNote) -> None:
    note_of(table, seat, what.note)
    if what.at is None:
        if what.note not in table.pins:
            raise refuse("this note is not on the board")
        table.add(Pinned(id=what.note, scene=table.pins[what.note].scene))
        return
    playing, seen = on_table(table), table.seen(seat)
    assert seen is not None
    if what.at not in known_places(seen):
        raise BadInput("at: expected a place of the board")
    table.add(Pinned(id=what.note, scene=playing.id, at=what.at))


@folds(Pinned)
def pinned(table: Campaign, entry: Entry, body: Pinned) -> None:
    others = {id: pin for id, pin in table.pins.items() if id != body.id}
    table.pins = others if body.at is None else {**others, body.id: body}


def known_places(seen: Seen) -> frozenset[Place]:
    """The places of the board of which those know who see it so."""
    plan = seen.face.whole_plan(seen.scene) if seen.seat == GM else seen.face.plan(seen.scene)
    return places_of(plan) if plan is not None else frozenset()
