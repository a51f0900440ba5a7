"""What no rule foresees: a player says it in words. The game master settles it, and refusals too."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign import wishes
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import PLAYERS, Doing, does
from ludex.table.campaign.notes import words_of
from ludex.table.campaign.running import on_table, run
from ludex.table.play.commands import command_of, may_decide
from ludex.table.play.mastering import master
from ludex.table.records.entry import Ruled
from ludex.table.records.seat import Role, Seat, refuse


class Improvise(Doing, frozen=True, tag="improvise"):
    """What a being of one's own tries, in words; the game master settles it."""

    being: str
    words: str


class Settle(Doing, frozen=True, tag="settle"):
    """What the game master makes of it: a command of the game master (a check, its consequence) where one is named;
    for what was refused, that it is allowed after all. `done` is no when more is to come, such as the consequence."""

    id: str
    words: str = ""
    name: str = ""
    args: dict[str, Any] = {}
    allow: bool = True
    force: bool = False
    waive: bool = False
    done: bool = True


@does(Improvise, *PLAYERS)
def improvise(table: Campaign, seat: Seat, what: Improvise) -> dict[str, str]:
    on_table(table)
    if not may_decide(table, seat, what.being):
        raise refuse(f"{what.being!r} is not yours to command")
    fault = wishes.why_not(table, seat)
    if fault:
        raise refuse(fault)
    return {"asked": wishes.put(table, what.being, words=words_of(what.words, "words"))}


@does(Settle, Role.GM)
def settle(table: Campaign, seat: Seat, what: Settle) -> dict[str, Any]:
    wish = table.asked.get(what.id)
    if wish is None or not wish.open:
        raise BadInput(f"nothing is to be settled as {what.id!r}")
    words = words_of(what.words, "words") if what.words else ""
    result: dict[str, Any] = {}
    came = 0
    if what.name:
        result = master(table, command_of(GM, what.name, what.args), what.force)
    elif wish.asked.command is not None and what.allow:
        playing = on_table(table)
        live, before = playing.live, len(playing.entries)
        if live.open is not None:
            raise refuse("a question is open")
        given = Command.from_plain(wish.asked.command)
        result = run(table, given, lambda: live.perform(given, seat=GM, force=True, waive=what.waive))
        came = len(playing.entries) - before
    table.add(Ruled(id=what.id, words=words, done=what.done, allowed=what.allow, came=came))
    return result
