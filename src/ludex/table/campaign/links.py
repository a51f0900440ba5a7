"""Who adds to the dice: seats tell the end of a chain when they sit down, and are asked for a link of it once something
is decided and dice are about to fall. `docs/dice.md` has what for; what seats do about it is in `play/linking.py`."""

from __future__ import annotations

from ludex.core.kernel.english import listed
from ludex.core.kernel.procedure import Roll
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import folds
from ludex.table.campaign.night import Asked, Chain
from ludex.table.know.seen import Seen
from ludex.table.records.entry import ChainTold, Entry, LinkAsked, LinkGiven, LinkMissed
from ludex.table.records.seat import Role, Seat

MISSED = {
    "away": "{} was away",
    "late": "{}'s device did not answer in time",
    "anew": "{}'s device has just come back",
}
ALONE = "these dice rest on the host's word"


def waited_for(table: Campaign) -> Asked | None:
    """Whose link the dice wait for."""
    return table.night.asked if table.playing is not None and table.settings.dice == "sealed" else None


def ask_for_link(table: Campaign) -> None:
    """Where dice are about to fall and somebody can add to them: ask the next one."""
    playing, night = table.playing, table.night
    if playing is None or table.settings.dice != "sealed" or not isinstance(playing.live.open, Roll):
        return
    seat = night.next_seat() if night.asked is None else None
    if seat is not None:
        table.add(LinkAsked(seat=seat, number=night.chains[seat].asked + 1))


@folds(ChainTold)
def chain_told(table: Campaign, entry: Entry, body: ChainTold) -> None:
    seat = table.seats[entry.by]
    table.night.add_chain(chain_of_seat(seat, body.end, body.length), seat.name)


def chain_of_seat(seat: Seat, end: str, length: int) -> Chain:
    """A chain that a seat tells, if it can be one."""
    return Chain(seat.id, seat.role is Role.GM, end, length)


@folds(LinkAsked)
def link_asked(table: Campaign, entry: Entry, body: LinkAsked) -> None:
    table.night.ask(body.seat, body.number, entry.at)


@folds(LinkGiven)
def link_given(table: Campaign, entry: Entry, body: LinkGiven) -> None:
    table.night.give(body.link)


@folds(LinkMissed)
def link_missed(table: Campaign, entry: Entry, body: LinkMissed) -> None:
    night, name = table.night, table.seats[body.seat].name
    night.miss(body.seat)
    other = night.next_seat()
    adding = [table.seats[seat].name for seat in (*night.links, other) if seat is not None]
    instead = f"{listed(adding)} {'adds' if len(adding) == 1 else 'add'} to these dice" if adding else ALONE

    def words(seen: Seen) -> str:
        return f"{MISSED[body.why].format(name)}: {instead}."

    if table.playing is not None:
        table.playing.say(entry, words)
