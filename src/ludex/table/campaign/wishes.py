"""What is put before the game master: what a player wants to do in words, or against a refusal."""

from __future__ import annotations

from functools import partial
from typing import Any

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import folds
from ludex.table.campaign.state import Wish
from ludex.table.know.seen import Seen
from ludex.table.records.entry import Asked, Entry, Ruled
from ludex.table.records.seat import Seat

MOST_OPEN = 5  # wishes of one seat at a time
MOST_KEPT = 20  # that have been settled


def why_not(table: Campaign, seat: Seat) -> str:
    """Why a seat may put nothing before the game master now; empty where it may."""
    if seat.muted:
        return "this seat is muted"
    if len([wish for wish in table.asked.values() if wish.open and wish.by == seat.id]) >= MOST_OPEN:
        return "the game master has not settled what you asked before"
    return ""


def put(table: Campaign, being: str, **more: Any) -> str:
    """Put something before the game master; gives its id."""
    found = table.outside.fresh()
    table.add(Asked(id=found, being=being, **more))
    return found


def is_waiver(wish: Wish) -> bool:
    """Has the game master waived a rule for a draft? That holds until the character is made."""
    return bool(wish.asked.choice) and not wish.open and wish.allowed


def waived_for(table: Campaign, seat: Seat) -> frozenset[tuple[str, str]]:
    """The rules that the game master has waived for drafts of this seat, each with the choice for which it was."""
    own = [wish.asked for wish in table.asked.values() if is_waiver(wish) and wish.by == seat.id]
    return frozenset([(each.rule, each.choice) for each in own])


def end_waivers(table: Campaign, seat: str) -> None:
    """The character is made for which a seat was granted them."""
    ended = [id for id, wish in table.asked.items() if is_waiver(wish) and wish.by == seat]
    if ended:
        table.asked = {id: wish for id, wish in table.asked.items() if id not in ended}


def lapse(table: Campaign) -> None:
    """The scene is left: what was to be done in it is not waited for any more. What the game master is to grant, such
    as a level, is for any scene."""
    for id, wish in table.asked.items():
        command = wish.asked.command
        if wish.open and not wish.asked.choice and (command is None or command["actor"] != GM):
            table.add(Ruled(id=id, allowed=False, lapsed=True))


@folds(Asked)
def asked(table: Campaign, entry: Entry, body: Asked) -> None:
    settled = [wish.asked.id for wish in table.asked.values() if not wish.open and not is_waiver(wish)]
    gone = settled[: max(0, len(settled) - MOST_KEPT)]
    table.asked = {id: wish for id, wish in table.asked.items() if id not in gone}
    table.asked[body.id] = Wish(body, entry.by)
    if table.playing is not None:
        table.playing.say(entry, partial(_asked_line, body))


@folds(Ruled)
def ruled(table: Campaign, entry: Entry, body: Ruled) -> None:
    wish = table.asked[body.id]
    table.asked = {**table.asked, body.id: wish._replace(said=body.words, open=not body.done, allowed=body.allowed)}
    if table.playing is not None and (body.words or body.done) and not body.lapsed:
        table.playing.say(entry, partial(_ruled_line, wish.asked, body), body.came)


# ---------------------------------------------------------------- in the log


def wanted(what: Asked, seen: Seen | None) -> str:
    """What somebody wants to do, in words; nothing for who does not know of all that it names."""
    if what.choice:
        return what.words
    if seen is None or what.being not in seen.scene.beings:
        return ""
    if what.command is None:
        return what.words
    command = Command.from_plain(what.command)
    if seen.names_unknown(command) and not seen.knows_no_more(command.actor):
        return ""
    if command.actor == GM:
        return seen.face.deed(seen.scene, command)
    return in_words(command, seen) or f"{seen.called(what.being)}: {command.name}"


def in_words(command: Command, seen: Seen) -> str:
    """A command as it is told; empty where its arguments are of no kind that can be told."""
    try:
        return seen.face.command(seen.scene, command)
    except Exception:  # what was typed is anything at all
        return ""


def _asked_line(what: Asked, seen: Seen) -> str:
    """What somebody tries, or wants against a refusal."""
    words = wanted(what, seen)
    if not words or what.choice:  # a draft is nobody's who plays
        return ""
    if what.command is not None and what.command["actor"] == GM:
        return f"{seen.called(what.being)} asks for it: {words}"
    if what.command is None:
        return f"{seen.called(what.being)} tries: {words}"
    typed = repr(what.command) if seen.knows_no_more(what.being) else ""
    return f"{words}: refused ({seen.veiled(what.reason, typed)}), and put before the {seen.scene.master}"


def _ruled_line(what: Asked, ruling: Ruled, seen: Seen) -> str:
    """What the game master makes of it."""
    if not wanted(what, seen) or what.choice:
        return ""
    who = seen.called(what.being)
    if ruling.words:
        return f"{seen.called(GM)}, to {who}: {ruling.words}"
    return f"{seen.called(GM)} says {'yes' if ruling.allowed else 'no'} to {who}"
