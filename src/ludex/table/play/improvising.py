"""What no rule foresees: a player says it in words. The game master settles it, and refusals too."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign import wishes
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.characters import open_to_players
from ludex.table.campaign.doing import PLAYERS, Doing, does
from ludex.table.campaign.notes import MOST_WORDS, words_of
from ludex.table.campaign.running import on_table, run
from ludex.table.play.commands import command_of, may_decide
from ludex.table.play.mastering import master
from ludex.table.records.entry import Ruled
from ludex.table.records.seat import Role, Seat, refuse


class Improvise(Doing, frozen=True, tag="improvise"):
    """What a being of one's own tries, in words; the game master settles it."""

    being: str
    words: str


class AskFor(Doing, frozen=True, tag="ask_for"):
    """A call of the game master that a player asks for, such as a level, for a being of their own."""

    being: str
    name: str
    args: dict[str, Any] = {}


class AskWaiver(Doing, frozen=True, tag="ask_waiver"):
    """That a rule be waived for a choice in the draft of a new character: `what` is the choice in words."""

    what: str
    choice: str
    rule: str
    reason: str = ""


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
    may_ask(table, seat)
    return {"asked": wishes.put(table, what.being, words=words_of(what.words, "words"))}


def may_ask(table: Campaign, seat: Seat) -> None:
    fault = wishes.why_not(table, seat)
    if fault:
        raise refuse(fault)


@does(AskFor, *PLAYERS)
def ask_for(table: Campaign, seat: Seat, what: AskFor) -> dict[str, str]:
    on_table(table)
    if not may_decide(table, seat, what.being):
        raise refuse(f"{what.being!r} is not yours to command")
    if what.name not in table.game.granted or what.args.get("being") != what.being:
        raise BadInput(f"{what.name}: expected what the game master may grant to {what.being!r}")
    if len(repr(what.args)) > MOST_WORDS:  # everybody at the table is told of it
        raise BadInput(f"args: expected at most {MOST_WORDS} characters")
    may_ask(table, seat)
    given = command_of(GM, what.name, what.args)
    seen = table.seen(seat)
    assert seen is not None
    refusal = table.game.refusal(seen.scene, given)
    if refusal is not None:
        raise Refused(refusal)
    rule = table.game.gm_actions[what.name].rule
    return {"asked": wishes.put(table, what.being, words="", command=given.to_plain(), rule=rule)}


@does(AskWaiver, *PLAYERS)
def ask_waiver(table: Campaign, seat: Seat, what: AskWaiver) -> dict[str, str]:
    if what.rule not in table.game.rulebook.rules:
        raise BadInput(f"rule: there is no rule {what.rule!r}")
    may_ask(table, seat)
    choice = words_of(what.choice, "choice")
    words = saying_which(table, words_of(what.what, "what"), choice)
    reason = words_of(what.reason, "reason") if what.reason else ""
    return {"asked": wishes.put(table, "", words=words, choice=choice, reason=reason, rule=what.rule)}


def saying_which(table: Campaign, words: str, choice: str) -> str:
    """The words for a choice, with what it is where they do not say so: the game master sees nothing else of a draft
    that is somebody else's."""
    shelves = open_to_players(table).shelves.values()
    names = [shelf.entries[choice].name for shelf in shelves if choice in shelf] or [choice]
    said = words.casefold()
    return words if any(name.casefold() in said for name in names) else f"{words} ({names[0]})"


@does(Settle, Role.GM)
def settle(table: Campaign, seat: Seat, what: Settle) -> dict[str, Any]:
    wish = table.asked.get(what.id)
    if wish is None or not wish.open:
        raise BadInput(f"nothing is to be settled as {what.id!r}")
    words = words_of(what.words, "words") if what.words else ""
    result: dict[str, Any] = {}
    before = len(table.playing.entries) if table.playing is not None else 0
    if what.name:
        result = master(table, command_of(GM, what.name, what.args), what.force)
    elif wish.asked.command is not None and what.allow:
        live = on_table(table).live
        if live.open is not None:
            raise refuse("a question is open")
        given = Command.from_plain(wish.asked.command)
        force = given.actor != GM or table.game.refusal(live.scene, given) is not None
        result = run(table, given, lambda: live.perform(given, seat=GM, force=force, waive=what.waive))
    came = len(table.playing.entries) - before if table.playing is not None else 0
    table.add(Ruled(id=what.id, words=words, done=what.done, allowed=what.allow, came=came))
    return result
