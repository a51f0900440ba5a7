"""What the game master does above the rules: any of the game's calls, overruling, going back and forth.

All of it is journaled, and told as overruling where it overrules.
"""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.procedure import GM, Interject, Question
from ludex.core.kernel.ruling import BadInput
from ludex.core.referee.live import Live, cannot_go
from ludex.table.campaign import clocks
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.clock_changes import Changes, in_order, steps_with
from ludex.table.campaign.doing import Doing, does
from ludex.table.campaign.running import on_table, run
from ludex.table.play.commands import command_of
from ludex.table.play.deciding import has_step
from ludex.table.records.entry import Stuck
from ludex.table.records.seat import Role, Seat, refuse


class Call(Doing, frozen=True, tag="gm"):
    """Any command of the game master: set, place, spawn, remove, conditions, modifiers, checks, rests, fights…"""

    name: str
    args: dict[str, Any] = {}
    force: bool = False


class Withdraw(Doing, frozen=True, tag="withdraw"):
    """The open command is taken back to its boundary."""


class Recall(Doing, frozen=True, tag="recall"):
    """An answer of the open command is taken back, 0 the first, and all after it."""

    number: int


class Replace(Doing, frozen=True, tag="replace"):
    """Other faces for a roll of the open or last command, 0 the first."""

    number: int
    faces: tuple[int, ...]


class Undo(Doing, frozen=True, tag="undo"):
    """Back by some steps, the newest first: each is a command, also one that is open, or a change of a clock of the
    table. With the number of something in the log, to before the deed that it tells of. A machine that would act then
    is held until the game master releases it."""

    steps: int = 1
    told: int | None = None


class Redo(Doing, frozen=True, tag="redo"):
    """Forward again by some steps that were undone, until something else is done."""

    steps: int = 1


class Retry(Doing, frozen=True, tag="retry"):
    """Let the machine try again what it could not do."""


@does(Call, Role.GM)
def call(table: Campaign, seat: Seat, what: Call) -> dict[str, Any]:
    return master(table, command_of(GM, what.name, what.args), what.force)


def master(table: Campaign, given: Command, force: bool = False) -> dict[str, Any]:
    """Give a command of the game master; while a question is open, before it is answered."""
    live = on_table(table).live
    if live.open is None:
        return run(table, given, lambda: live.perform(given, seat=GM, force=force))
    if isinstance(live.open, Question):
        return run(table, given, lambda: live.answer(Interject(given, force)))
    first = "type their faces" if table.settings.dice == "typed" else "wait a moment"
    raise refuse(f"dice are being thrown: {first}, or withdraw the command first")


def stop_machine(table: Campaign) -> None:
    """What the game master has taken back is not done again at once: a machine that would act waits."""
    live = on_table(table).live
    if live.open is None and has_step(table):
        live.hold(GM)


@does(Withdraw, Role.GM)
def withdraw(table: Campaign, seat: Seat, what: Withdraw) -> None:
    on_table(table).live.withdraw()
    stop_machine(table)


@does(Recall, Role.GM)
def recall(table: Campaign, seat: Seat, what: Recall) -> dict[str, Any]:
    live = on_table(table).live
    return run(table, _open(live), lambda: live.recall(what.number))


@does(Replace, Role.GM)
def replace(table: Campaign, seat: Seat, what: Replace) -> dict[str, Any]:
    live = on_table(table).live
    return run(table, _open(live), lambda: live.replace(what.number, what.faces))


def _open(live: Live[Any]) -> Command:
    if live.done is None:
        raise BadInput("there is no command to change")
    return live.done.command


@does(Undo, Role.GM)
def undo(table: Campaign, seat: Seat, what: Undo) -> None:
    changes = table.clocks.done
    live = _referee(table, changes)
    under_way = live is not None and live.open is not None
    commands = live.back + under_way if live is not None else 0
    steps = what.steps if what.told is None else steps_with(changes, steps_to(table, seat, what.told))
    way = _way(changes, commands, steps, "undo")
    if live is not None:
        live.need(back=sum(way) - under_way)
    for count in way:
        if count:
            _take_back(on_table(table).live, count)
        else:
            clocks.turn(table, back=True)
    if any(way):
        stop_machine(table)


def _referee(table: Campaign, changes: Changes) -> Live[Any] | None:
    """Without a scene only what was done with clocks is undone, if anything was."""
    return None if table.playing is None and changes else on_table(table).live


def _way(changes: Changes, commands: int, steps: int, how: str) -> list[int]:
    """How so many steps are taken, in one order; nothing has been done yet where there are not as many."""
    there = len(changes) + commands
    if not 1 <= steps <= there:
        raise BadInput(cannot_go(steps, there, "step", how))
    return list(in_order(changes, commands, steps))


def _take_back(live: Live[Any], count: int) -> None:
    if live.open is not None:
        live.withdraw()
        count -= 1
    if count:
        live.undo(count)


def steps_to(table: Campaign, seat: Seat, told: int) -> int:
    """How many commands have been given since that of a line in the log, with it."""
    watched, playing = table.watched(seat), on_table(table)
    if watched is None or not 0 <= told < len(watched.log):
        raise BadInput("there is no such line in the log of the scene")
    steps = playing.steps_since(watched.log[told].entry)
    if not steps:
        raise refuse("this cannot be undone: it was no command, or it has been undone already")
    return steps


@does(Redo, Role.GM)
def redo(table: Campaign, seat: Seat, what: Redo) -> None:
    changes = table.clocks.undone
    live = _referee(table, changes)
    way = _way(changes, live.forth if live is not None else 0, what.steps, "redo")
    if live is not None:
        live.need(forth=sum(way))
    for count in way:
        if count:
            on_table(table).live.redo(count)
        else:
            clocks.turn(table, back=False)


@does(Retry, Role.GM)
def retry(table: Campaign, seat: Seat, what: Retry) -> None:
    if not table.stuck:
        raise refuse("the machine is not stuck")
    table.add(Stuck(times=0))


class Reveal(Doing, frozen=True, tag="reveal"):
    """A line of the game master's log, such as a roll in secret, is told to everybody."""

    told: int
    line: int


@does(Reveal, Role.GM)
def reveal(table: Campaign, seat: Seat, what: Reveal) -> dict[str, Any]:
    watched = table.watched(seat)
    log = watched.log if watched is not None else []
    if not 0 <= what.told < len(log) or not 0 <= what.line < len(log[what.told].lines):
        raise BadInput("there is no such line in the log of the scene")
    return master(table, command_of(GM, "tell", {"words": log[what.told].lines[what.line].words}))
