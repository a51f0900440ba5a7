"""Adding to the dice: a seat tells a chain, gives the link that dice wait for, or is away when it is asked for one."""

from __future__ import annotations

from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import EVERYBODY, Doing, does
from ludex.table.campaign.links import ask_for_link, chain_of_seat, waited_for
from ludex.table.campaign.night import Asked, check_hash
from ludex.table.play.deciding import throw
from ludex.table.records.entry import ChainTold, LinkGiven, LinkMissed, Stuck
from ludex.table.records.seat import Seat, refuse

MOST_CHAINS = 100  # of a seat on one evening
USUAL_CHAINS = 3  # of somebody who is seldom away


class TellChain(Doing, frozen=True, tag="chain"):
    """The end of a chain of hashes, whose links this seat adds to the dice when it is asked."""

    end: str
    length: int


class GiveLink(Doing, frozen=True, tag="link"):
    """The link of one's own chain for which one is asked, by its number: it is mixed into the dice that fall now."""

    number: int
    link: str


@does(TellChain, *EVERYBODY)
def chain(table: Campaign, seat: Seat, what: TellChain) -> None:
    night, asked = table.night, waited_for(table)
    chain_of_seat(seat, what.end, what.length)
    if not night.mixes:
        raise refuse("this evening was begun by an earlier version: links can be added from the next one on")
    if what.end in night.ends:
        raise refuse("the end of this chain was told before: every chain is used once")
    if sum(told == seat.id for told in night.ends.values()) >= MOST_CHAINS:
        raise refuse(f"this seat has told {MOST_CHAINS} chains this evening already")
    instead = asked is not None and asked.seat == seat.id  # of a link of the chain before
    if instead:
        table.add(LinkMissed(seat=seat.id, why="anew"))
    table.add(ChainTold(end=what.end, length=what.length))
    if instead:
        go_on(table)


@does(GiveLink, *EVERYBODY)
def link(table: Campaign, seat: Seat, what: GiveLink) -> None:
    asked = waited_for(table)
    if asked is None or (asked.seat, asked.number) != (seat.id, what.number):
        raise refuse("no such link of yours is asked for")
    check_hash("link", what.link)
    if not table.night.chains[seat.id].fits(what.number, what.link):
        raise refuse("that is not the next link of your chain")
    table.add(LinkGiven(link=what.link))
    go_on(table)


def patience(table: Campaign, seat: str) -> float:
    """How much of the usual time somebody is waited for who is asked for a link. A chain is told anew by who was away:
    whoever does so again and again would have all dice wait for them."""
    told = sum(own == seat for own in table.night.ends.values())
    return 1 / max(1, told + 1 - USUAL_CHAINS)


def pass_over(table: Campaign, asked: Asked, here: bool = False) -> bool:
    """Who was asked for a link is away, or `here` and does not answer. Tells whether it was still waited for."""
    if waited_for(table) != asked:
        return False
    table.begin("")
    table.add(LinkMissed(seat=asked.seat, why="late" if here else "away"))
    go_on(table)
    table.finish()
    return True


def go_on(table: Campaign) -> None:
    """The next one is asked for a link; where there is none, the dice fall, as those of whoever has decided."""
    ask_for_link(table)
    if table.night.asked is None:
        table.speak_for(table.night.actor)
        failed = throw(table).get("failed")
        if failed and not table.night.actor:
            table.add(Stuck(times=table.stuck + 1))  # a machine does not do for ever what breaks down
