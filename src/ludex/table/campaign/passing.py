"""A rest or a journey that the party takes as a sensible one does, where nobody leads it step by step: command after
command, each when the one before is done, with the dice of the table. It ends early when a rule is against it."""

from __future__ import annotations

from typing import Any

from ludex.core.files.dayfile import Break, unknown_break
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.passing import Passing
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import Doing, does, folds
from ludex.table.campaign.running import on_table, run
from ludex.table.records.entry import BrokenOff, Entry
from ludex.table.records.seat import Role, Seat, refuse


class Pass(Doing, frozen=True, tag="pass"):
    """The party rests or travels, one of the rests or kinds of travel of the game."""

    rest: str = ""
    travel: str = ""


@does(Pass, Role.GM)
def begin_passing(table: Campaign, seat: Seat, what: Pass) -> dict[str, Any]:
    given = Break(rest=what.rest, travel=what.travel)
    if bool(what.rest) == bool(what.travel):
        raise BadInput("expected one of rest and travel")
    for field, problem in unknown_break(table.game, given):
        raise BadInput(f"{field}: {problem}")
    playing = on_table(table)
    if playing.live.open is not None:
        raise refuse("a question is open: answer it first")
    if is_fighting(table):
        raise refuse("there is a fight: first it has to end")
    take = table.game.rest if what.rest else table.game.travel
    table.passing = Passing(playing.live, lambda scene: take(scene, what.rest or what.travel))
    try:
        return pass_on(table)
    except (BadInput, Refused):
        table.passing = None
        raise


def is_fighting(table: Campaign) -> bool:
    scene = on_table(table).live.scene
    return bool(scene.mode == table.game.shape.fighting and table.game.to_act(scene))


def is_passing(table: Campaign) -> bool:
    """Is the next command of a rest or a journey due?"""
    if table.passing is None or table.playing is None:
        return False
    live = table.playing.live
    return live.open is None and not live.holds and not is_fighting(table)


def pass_on(table: Campaign) -> dict[str, Any]:
    """The next command of what is under way."""
    assert table.passing is not None
    live = on_table(table).live
    command = table.passing.next(live)
    if command is None:
        table.passing = None
        return {}
    return run(table, command, lambda: live.perform(command, seat=GM))


def break_off(table: Campaign, fault: Exception) -> None:
    """It goes no further; why is told to whom nothing is hidden, since it may be the reason."""
    table.passing = None
    table.add(BrokenOff(why=fault.refusal.reason if isinstance(fault, Refused) else str(fault)))


@folds(BrokenOff)
def broken_off(table: Campaign, entry: Entry, body: BrokenOff) -> None:
    if table.playing is not None:
        table.playing.say(entry, lambda seen: why_not(body.why if seen.knows_all(seen.live.shown) else ""))


def why_not(reason: str) -> str:
    return f"The rest or journey goes no further{': ' * bool(reason)}{reason or '.'}"
