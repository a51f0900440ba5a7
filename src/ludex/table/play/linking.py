"""The link that dice wait for is there, or whoever was asked for it is away: they fall."""

from __future__ import annotations

from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import EVERYBODY, Doing, does
from ludex.table.campaign.links import ask_for_link, check_hash, waited_for
from ludex.table.campaign.night import Asked
from ludex.table.play.deciding import throw
from ludex.table.records.entry import LinkGiven, LinkMissed
from ludex.table.records.seat import Seat, refuse


class GiveLink(Doing, frozen=True, tag="link"):
    """The link of one's own chain for which one is asked, by its number: it is mixed into the dice that fall now."""

    number: int
    link: str


@does(GiveLink, *EVERYBODY)
def link(table: Campaign, seat: Seat, what: GiveLink) -> None:
    asked = waited_for(table)
    if asked is None or (asked.seat, asked.number) != (seat.id, what.number):
        raise refuse("no such link of yours is asked for")
    check_hash("link", what.link)
    if not table.night.chains[seat.id].fits(what.number, what.link):
        raise refuse("that is not the next link of your chain")
    table.add(LinkGiven(link=what.link))
    let_fall(table)


def pass_over(table: Campaign, asked: Asked) -> bool:
    """Who was asked for a link is away: the next one is asked, or the dice fall by the seed alone. Tells whether it was
    still waited for."""
    if waited_for(table) != asked:
        return False
    table.begin("")
    table.add(LinkMissed(seat=asked.seat))
    ask_for_link(table)
    if table.night.asked is None:
        let_fall(table)
    table.finish()
    return True


def let_fall(table: Campaign) -> None:
    table.speak_for(table.night.actor)
    throw(table)
