"""Going on from a moment that is over, otherwise than it went: the scene as a seat knew it then, what was under way as
far as the seat had read of it, and what fell since. All of it follows from what the seat knows; what it does not know
is drawn. The game master knows all, and has the scene as it was."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from ludex.core.game import Game
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.plain import Plain, plain
from ludex.core.kernel.procedure import GM, Question, Roll
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.again import AGAIN, Thrown, whose
from ludex.core.referee.live import Done, Failed, Given, Live, TypedDice
from ludex.table.campaign.campaign import Campaign
from ludex.table.document.show import Documents
from ludex.table.know.foreseen import Guessing, drawn_with
from ludex.table.know.seen import Seen, is_secret
from ludex.table.past.looks import looked_up, moment_of
from ludex.table.past.moments import Moment
from ludex.table.past.then import known_of_both, seat_then, stand
from ludex.table.records.entry import PLAY
from ludex.table.records.fog import Fog
from ludex.table.records.journal import Journal
from ludex.table.records.seat import Role, Seat, refuse

MOST_THROWS = 2_000  # that fall once more
LOOKED_THROUGH = 400  # entries in which that is looked for which was done next
NOT_FROM_HERE = "The board of this moment is not known any more: nobody can go on from here."


class UnderWay(NamedTuple):
    """A command in whose middle it goes on, at a question or a roll."""

    done: Done
    given: tuple[Given, ...]
    lines: list[dict[str, Any]]  # of the journal, by which it is done again
    asked: Question | None  # what is asked then


class From(NamedTuple):
    """What somebody goes on from."""

    title: str  # of the scene
    seen: Seen  # as whoever asks knows it
    table: Campaign  # as it was settled then, with nothing on it that could be played
    seat: Seat  # of whoever asks, as it was
    number: int  # of the last entry by then; not to be told to a seat
    first: bool  # nothing had happened in the scene yet
    scene: Any  # at its last boundary
    under_way: UnderWay | None
    fog: Fog
    fell: dict[str, list[Thrown]]  # since then, as far as it was read: what falls once more

    @property
    def game(self) -> Game[Any]:
        return self.table.game

    @property
    def acting(self) -> Any:
        """Who is to decide; nobody where that is not known."""
        asked = self.under_way.asked if self.under_way is not None else None
        return self.scene.beings.get(asked.who if asked is not None else self.game.to_act(self.scene))


def check_open(table: Campaign, seat: Seat) -> None:
    """May a seat go on from moments that are over?"""
    if seat.role is Role.SPECTATOR:
        raise refuse("only those who play may go on from here")
    if seat.role is not Role.GM and not table.settings.branches:
        master = next((one.name for one in table.seats.values() if one.role is Role.GM and not one.removed), "")
        raise refuse(f"{master or 'The game master'} has not opened “What if?” to players")


def from_moment(
    documents: Documents, seat: Seat, chapter: int | None, moment: int | None, luck: Random | None = None
) -> From:
    """With `luck` what the seat does not know of pools is drawn; without it stands there as the best guess."""
    check_open(documents.table, seat)
    _, moments = looked_up(documents, seat, chapter)
    every, played = moments.all(), moments.played
    shown, known = moments.shown(every, moment_of(every, moment))
    if known is None or played.why_not(known.number):
        raise refuse(NOT_FROM_HERE)
    number, table = known.number, played.table(known.number)
    table.settings = known_of_both(table.settings, documents.table.settings)
    sitting, live = seat_then(table, seat), played.live(number)
    with played.fogs.as_of(number + 1):
        stand(table, played, number, live, moments.knowledge, shown.order)
        seen, fog = table.seen(sitting), played.fogs.now
        assert seen is not None
        if seen.seat != GM:
            seen = Guessing(seen, table.settings, drawn_with(luck.choice) if luck is not None else None)
        scene = seen.view(live.scene).fork()
        under_way = _taken_up(seen, scene, live, fog)
    return From(
        title=played.chapter.title, seen=seen, table=table, seat=sitting, number=number,
        first=shown.number == 0, scene=scene, under_way=under_way, fog=fog, fell=_fell(every[shown.number + 1 :]),
    )  # fmt: skip


# ---------------------------------------------------------------- what was under way


def _taken_up(seen: Seen, scene: Any, live: Live[Any], fog: Fog) -> UnderWay | None:
    """What was under way, done once more in the scene as it is known; nothing where that is not the same there."""
    done, asked = live.done, live.open
    if done is None or asked is None or seen.names_unknown(done.command.to_plain()):
        return None
    given = live.given if seen.seat == GM else list(_read_of(seen, live, done, fog))
    lines: list[dict[str, Any]] = []
    again: Live[Any] = Live(seen.game, scene, TypedDice(), lines.append)
    try:
        again.perform(done.command, force=done.force, waive=done.waive)
        for one in given:
            if again.open is None or again.open.key != one.key:
                return None
            _give(again, one)
    except (BadInput, Refused, Failed):
        return None
    if again.open is None or again.open.key != asked.key:
        return None
    lines = [{**line, AGAIN: 0} if "roll" in line else line for line in lines]
    return UnderWay(done, tuple(again.given), lines, again.open if isinstance(again.open, Question) else None)


def _read_of(seen: Seen, live: Live[Any], done: Done, fog: Fog) -> Iterator[Given]:
    """What was given for it, without what fell in secret and what somebody has answered who is not known."""
    again: Live[Any] = Live(seen.game, live.scene, TypedDice())
    again.perform(done.command, force=done.force, waive=done.waive)
    for one in live.given:
        asked = again.open
        if isinstance(asked, Roll):
            secret = is_secret(again, seen.seat, asked, fog)
        else:
            secret = asked is None or seen.names_unknown((asked.who, asked.key))
        if not secret:
            yield one
        _give(again, one)


def _give(live: Live[Any], one: Given) -> None:
    if one.is_roll:
        live.fell(one.value, one.sealed)
    else:
        live.answer(one.value)


# ---------------------------------------------------------------- what came since


def _fell(since: list[Moment]) -> dict[str, list[Thrown]]:
    """What was read of dice that fell, but for what was taken back."""
    found: dict[str, list[Thrown]] = {}
    rolls = [roll for moment in since if moment.counts and moment.told is not None for roll in moment.told.rolls]
    for roll in rolls[:MOST_THROWS]:
        thrown = [(die["sides"], die["face"]) for die in roll["dice"]]
        found.setdefault(whose(roll["by"], roll["rule"]), []).append(thrown)
    return found


def done_next(start: From, journal: Journal) -> Command | tuple[Plain] | None:
    """What whoever was to decide has done next, or the answer they have given, where the seat decides for them."""
    acting = start.acting
    if acting is None or not (start.seat.role is Role.GM or acting.id in start.seat.beings):
        return None
    asked = start.under_way.asked if start.under_way is not None else None
    for entry in journal.entries(start.number, start.number + LOOKED_THROUGH):
        line = entry.body
        if entry.kind != PLAY:
            continue
        if asked is not None:
            if line.get("answer") == asked.key:
                return (plain(line["value"]),)
        elif "command" in line and "interject" not in line and line["command"]["actor"] == acting.id:
            return Command.from_plain(line["command"])
    return None
