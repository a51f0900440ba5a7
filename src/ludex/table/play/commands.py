"""What seats do in the scene on the table: commands, answers, what is done meanwhile, faces, holds, taking back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludex.core.files.codec import encode
from ludex.core.kernel.agenda import Command as Given
from ludex.core.kernel.plain import Plain, plain
from ludex.core.kernel.procedure import GM, Interject, Question, Roll, proceed
from ludex.core.kernel.ruling import BadInput, Refusal, Refused
from ludex.core.referee.live import Live
from ludex.table.campaign import wishes
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import PLAYERS, Doing, does
from ludex.table.campaign.links import waited_for
from ludex.table.campaign.running import on_table, run
from ludex.table.play.deciding import deciders
from ludex.table.records.entry import Entry
from ludex.table.records.seat import Role, Seat, refuse


class Command(Doing, frozen=True, tag="command"):
    """Somebody does something. Only the game master forces what is refused, and waives what it costs."""

    actor: str
    name: str
    args: dict[str, Any] = {}
    force: bool = False
    waive: bool = False


class Answer(Doing, frozen=True, tag="answer"):
    """The answer to the open question, which `key` names."""

    key: str
    value: Any


class Interjection(Doing, frozen=True, tag="interject"):
    """What somebody does before the open question is answered."""

    key: str
    actor: str
    name: str
    args: dict[str, Any] = {}


class Faces(Doing, frozen=True, tag="faces"):
    """The faces of real dice, for the roll that is waited for."""

    key: str
    faces: tuple[int, ...]


class Hold(Doing, frozen=True, tag="hold"):
    """Stop the table at the next boundary, to do what may be done out of turn."""


class Release(Doing, frozen=True, tag="release"):
    """The hold of a seat ends, or of `gm`; one's own where none is named."""

    seat: str = ""


class TakeBack(Doing, frozen=True, tag="take_back"):
    """One's own last step, while nothing was rolled or revealed since."""


DICE_FALL = "the dice are about to fall"

# ---------------------------------------------------------------- small print


def command_of(actor: str, name: str, args: Mapping[str, Any]) -> Given:
    try:
        return Given(actor, name, sorted((key, plain(value)) for key, value in args.items()))
    except TypeError as fault:
        raise BadInput(f"{name}: {fault}") from None


def may_decide(table: Campaign, seat: Seat, who: str) -> bool:
    return seat.role is Role.GM or seat.id in deciders(table, who)


def held_as(seat: Seat) -> str:
    """By which name a seat holds the table; nobody holds the game master off."""
    return GM if seat.role is Role.GM else seat.id


# ---------------------------------------------------------------- commands


@does(Command, *PLAYERS)
def command(table: Campaign, seat: Seat, what: Command) -> dict[str, Any]:
    playing = on_table(table)
    live, given = playing.live, command_of(what.actor, what.name, what.args)
    if what.actor == GM or not may_decide(table, seat, what.actor):
        raise refuse(f"{what.actor!r} is not yours to command")
    if (what.force or what.waive) and seat.role is not Role.GM:
        raise refuse("only the game master overrules")
    if live.open is not None:
        raise refuse("a question is open" if isinstance(live.open, Question) else DICE_FALL)
    check_hold(table, live, seat)
    force = what.force
    if seat.role is not Role.GM:
        refusal = refusal_by_view(table, seat, given)
        if refusal is not None and table.settings.legality == "ask":
            return ask_master(table, seat, given, refusal)
        if refusal is not None and table.settings.legality == "strict":
            raise Refused(refusal)
        force = refusal is not None
    return run(table, given, lambda: live.perform(given, seat=held_as(seat), force=force, waive=what.waive))


def check_hold(table: Campaign, live: Live[Any], seat: Seat) -> None:
    if live.holds and seat.role is not Role.GM and live.holds[0] != seat.id:
        held = table.seats.get(live.holds[0])
        raise refuse(f"{held.name if held is not None else 'the game master'} holds the table")


def refusal_by_view(table: Campaign, seat: Seat, given: Given) -> Refusal | None:
    """Why this may not be done, as far as the seat may know; what is wrong with it is told in its own words."""
    seen = table.seen(seat)
    assert seen is not None
    return table.game.refusal(seen.scene, given)


def ask_master(table: Campaign, seat: Seat, given: Given, refusal: Refusal) -> dict[str, Any]:
    """What is refused is put before the game master; from whoever may not do that it is refused."""
    fault = wishes.why_not(table, seat)
    if fault:
        raise Refused(Refusal(f"{refusal.reason} ({fault})", refusal.rule))
    seen = table.seen(seat)
    assert seen is not None
    if not wishes.in_words(given, seen):
        raise BadInput(f"{given.name}: nobody understands what is meant by {dict(given.args)}")
    found = wishes.put(table, given.actor, words="", command=given.to_plain(), reason=refusal.reason, rule=refusal.rule)
    return {"asked": found, "reason": refusal.reason, "rule": refusal.rule}


# ---------------------------------------------------------------- questions and rolls


def open_question(table: Campaign, seat: Seat, key: str) -> tuple[Live[Any], Question]:
    """The question that is open, if this seat may answer it. That another is open is nobody else's concern."""
    live = on_table(table).live
    if not isinstance(live.open, Question) or live.open.key != key or not may_decide(table, seat, live.open.who):
        raise refuse("no such question is open that is yours to answer")
    return live, live.open


@does(Answer, *PLAYERS)
def answer(table: Campaign, seat: Seat, what: Answer) -> dict[str, Any]:
    live, question = open_question(table, seat, what.key)
    value = plain_value(what.value)
    fault = question.domain.fault(value)
    if fault:
        raise BadInput(fault)
    assert live.done is not None
    return run(table, live.done.command, lambda: live.answer(value))


def plain_value(value: object) -> Plain:
    try:
        return plain(value)
    except TypeError as fault:
        raise BadInput(f"value: {fault}") from None


@does(Interjection, *PLAYERS)
def interject(table: Campaign, seat: Seat, what: Interjection) -> dict[str, Any]:
    live, given = on_table(table).live, command_of(what.actor, what.name, what.args)
    if what.actor == GM or not may_decide(table, seat, what.actor):
        raise refuse(f"{what.actor!r} is not yours to command")
    question = live.open
    if not isinstance(question, Question) or question.key != what.key or given not in question.meanwhile:
        raise refuse("no such question is open before whose answer this may be done")
    return run(table, given, lambda: live.answer(Interject(given)))


@does(Faces, *PLAYERS)
def faces(table: Campaign, seat: Seat, what: Faces) -> dict[str, Any]:
    live = on_table(table).live
    request = live.open
    if waited_for(table) is not None:
        raise refuse(DICE_FALL)
    mine = isinstance(request, Roll) and request.key == what.key and may_decide(table, seat, request.by)
    if not mine:
        raise refuse("no such dice are waited for that are yours to throw")
    assert live.done is not None
    return run(table, live.done.command, lambda: live.fell(what.faces))


# ---------------------------------------------------------------- holding and taking back


@does(Hold, *PLAYERS)
def hold(table: Campaign, seat: Seat, what: Hold) -> None:
    on_table(table).live.hold(held_as(seat))


@does(Release, *PLAYERS)
def release(table: Campaign, seat: Seat, what: Release) -> None:
    live = on_table(table).live
    if what.seat and seat.role is not Role.GM and what.seat != seat.id:
        raise refuse("only the game master ends the hold of somebody else")
    named = table.seats.get(what.seat) if what.seat else seat
    held = held_as(named) if named is not None else what.seat  # `gm` is the hold of whoever is the game master
    if held not in live.holds:
        raise BadInput("this seat does not hold the table")
    live.release(held)


@does(TakeBack, *PLAYERS)
def take_back(table: Campaign, seat: Seat, what: TakeBack) -> dict[str, Any]:
    playing = on_table(table)
    live = playing.live
    if not may_take_back(table, seat):
        raise refuse("there is no step of yours to take back since which nothing was rolled or revealed")
    if live.open is not None:
        live.withdraw()
    else:
        live.undo()
    return {}


ON_THE_WAY = frozenset({"answer", "roll"})  # lines of a command that goes on


def may_take_back(table: Campaign, seat: Seat) -> bool:
    """Was the last command this seat's own, with nothing rolled, answered by others or revealed since?"""
    playing = table.playing
    if playing is None or playing.live.done is None or seat.role is Role.SPECTATOR:
        return False
    if not playing.entries or playing.entries[-1].by != seat.id:
        return False
    live, since = playing.live, list[Entry]()
    for entry in reversed(playing.entries):
        since.append(entry)
        if "command" in entry.body:
            break
    if "command" not in since[-1].body or "interject" in since[-1].body:
        return False
    if any(entry.by != seat.id for entry in since) or not all(ON_THE_WAY & entry.body.keys() for entry in since[:-1]):
        return False
    if live.open is not None:
        return not revealed(table, seat, live.scene)
    return len(live.boundaries) > 1 and not revealed(table, seat, live.boundaries[-2])


def revealed(table: Campaign, seat: Seat, before: Any) -> bool:
    """Has the last command, given there, brought what the seat could not foresee? It is done once more, in what was
    known before: to look at the truth would tell whether there is anything to know."""
    assert table.playing is not None
    live, seen = table.playing.live, table.seen(seat)
    assert live.done is not None
    assert seen is not None
    if seen.knows_all(before) and seen.knows_all(live.shown):
        return isinstance(live.open, Roll) or any([given.is_roll for given in live.given])  # it could foresee the rest
    known = seen.view(before)
    foreseen = known.fork() if known is before else known
    answers = [given for given in live.given if not given.is_roll]  # of rolls it may not know
    try:
        table.game.begin(foreseen, live.done.command, force=live.done.force, waive=live.done.waive)
        running = proceed(foreseen)
        request = next(running)
        for given in answers:
            if request.key != given.key:
                return True
            request = running.send(given.value)
        if isinstance(request, Roll):
            return True
    except StopIteration:
        pass
    except Exception:  # in what was known it could not be done so
        return True
    return foreseen.key() != seen.scene.key() and encode(foreseen) != encode(seen.scene)
