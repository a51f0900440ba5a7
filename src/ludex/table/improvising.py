"""What no rule foresees: a player says it in words, or puts a refusal before the game master, who settles it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ludex.core.agenda import Command
from ludex.core.procedure import GM
from ludex.core.ruling import BadInput
from ludex.table.commands import command_of, may_decide
from ludex.table.doing import PLAYERS, Doing, does, folds, refuse
from ludex.table.entry import Asked, Entry, Ruled
from ludex.table.mastering import master
from ludex.table.notes import words_of
from ludex.table.running import on_table, run
from ludex.table.seat import Role, Seat

if TYPE_CHECKING:
    from ludex.table.campaign import Campaign

MOST_OPEN = 5  # wishes of one seat at a time
MOST_KEPT = 20  # that have been settled


class Wish(NamedTuple):
    """What somebody wants to do, and what the game master has said to it."""

    asked: Asked
    by: str
    said: str = ""
    open: bool = True
    allowed: bool = True


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
    if seat.muted:
        raise refuse("this seat is muted")
    if not may_decide(table, seat, what.being):
        raise refuse(f"{what.being!r} is not yours to command")
    if len([wish for wish in table.asked.values() if wish.open and wish.by == seat.id]) >= MOST_OPEN:
        raise refuse("the game master has not settled what you asked before")
    found = table.outside.fresh()
    table.add(Asked(id=found, being=what.being, words=words_of(what.words, "words")))
    return {"asked": found}


@folds(Asked)
def asked(table: Campaign, entry: Entry, body: Asked) -> None:
    settled = [wish.asked.id for wish in table.asked.values() if not wish.open]
    gone = settled[: max(0, len(settled) - MOST_KEPT)]
    table.asked = {id: wish for id, wish in table.asked.items() if id not in gone}
    table.asked[body.id] = Wish(body, entry.by)


@does(Settle, Role.GM)
def settle(table: Campaign, seat: Seat, what: Settle) -> dict[str, Any]:
    wish = table.asked.get(what.id)
    if wish is None or not wish.open:
        raise BadInput(f"nothing is to be settled as {what.id!r}")
    words = words_of(what.words, "words") if what.words else ""
    result: dict[str, Any] = {}
    if what.name:
        result = master(table, command_of(GM, what.name, what.args), what.force)
    elif wish.asked.command is not None and what.allow:
        live = on_table(table).live
        if live.open is not None:
            raise refuse("a question is open")
        given = Command.from_plain(wish.asked.command)
        result = run(table, given, lambda: live.perform(given, seat=GM, force=True, waive=what.waive))
    table.add(Ruled(id=what.id, words=words, done=what.done, allowed=what.allow))
    return result


@folds(Ruled)
def ruled(table: Campaign, entry: Entry, body: Ruled) -> None:
    wish = table.asked[body.id]
    table.asked = {**table.asked, body.id: wish._replace(said=body.words, open=not body.done, allowed=body.allowed)}
