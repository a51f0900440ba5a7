"""Who adds to the dice: seats tell the end of a chain when they sit down, and are asked for a link of it once something
is decided and dice are about to fall. `docs/dice.md` has what for."""

from __future__ import annotations

import re

from ludex.core.kernel.procedure import Roll
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import EVERYBODY, Doing, does, folds
from ludex.table.campaign.night import Asked
from ludex.table.know.seen import Seen
from ludex.table.records.entry import ChainTold, Entry, LinkAsked, LinkGiven, LinkMissed
from ludex.table.records.seat import Role, Seat, refuse

HASH = re.compile(r"[0-9a-f]{64}")
MOST_LINKS = 1024  # of a chain
MOST_CHAINS = 100  # of a seat on one evening
ALONE = "these dice rest on the host's word"


class TellChain(Doing, frozen=True, tag="chain"):
    """The end of a chain of hashes, whose links this seat adds to the dice when it is asked."""

    end: str
    length: int


@does(TellChain, *EVERYBODY)
def chain(table: Campaign, seat: Seat, what: TellChain) -> None:
    night = table.night
    check_hash("end", what.end)
    if not 1 <= what.length <= MOST_LINKS:
        raise BadInput(f"length: expected from 1 to {MOST_LINKS} links, not {what.length}")
    if not night.mixes:
        raise refuse("this evening was begun by an earlier version: links can be added from the next one on")
    told = [event for event in night.events if event["is"] == "chain"]
    if any(event["link"] == what.end for event in told):
        raise refuse("the end of this chain was told before: every chain is used once")
    if sum(event["seat"] == seat.id for event in told) >= MOST_CHAINS:
        raise refuse(f"this seat has told {MOST_CHAINS} chains this evening already")
    table.add(ChainTold(end=what.end, length=what.length))
    ask_for_link(table)  # of somebody else, where one of the chain before was waited for


def check_hash(field: str, told: str) -> None:
    if not HASH.fullmatch(told):
        raise BadInput(f"{field}: expected a SHA-256 as 64 digits from 0 to f")


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
    table.night.add_chain(seat.id, seat.name, seat.role is Role.GM, body.end, body.length)


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
    instead = f"{table.seats[other].name} adds to these dice" if other is not None else ALONE

    def words(seen: Seen) -> str:
        return f"{name} was away: {instead}."

    if table.playing is not None:
        table.playing.say(entry, words)
