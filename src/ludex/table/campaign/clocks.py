"""Clocks of the table: named and ticked by the game master, seen by all or by them alone. No rule knows of them: those
that a game has are in its scenes. What changes stands in the record, and is undone and had again in one order with
commands."""

from __future__ import annotations

from functools import partial
from typing import Literal

import msgspec

from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import BadInput
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.clock_changes import ClockChange
from ludex.table.campaign.doing import Doing, does, folds
from ludex.table.campaign.notes import words_of
from ludex.table.know.seen import Seen
from ludex.table.records.entry import Clocked, ClockGone, ClocksTurned, Entry
from ludex.table.records.seat import Role, Seat, refuse

MOST_CLOCKS = 20
LEAST_PARTS, MOST_PARTS = 2, 60
MOST_NAME = 60  # characters


class SetClock(Doing, frozen=True, tag="clock"):
    """A clock of the table, of so many parts, of which so many are filled; `down`: what is left is counted. With an id,
    one that is there changes in what is said."""

    id: str = ""
    name: str | None = None
    of: int | None = None
    now: int | None = None
    down: bool | None = None
    seen: Literal["all", "gm"] | None = None


class Tick(Doing, frozen=True, tag="tick"):
    """A clock goes on by some parts, or with less than 0 back."""

    id: str
    by: int = 1


class DropClock(Doing, frozen=True, tag="drop_clock"):
    """A clock is put away."""

    id: str


@does(SetClock, Role.GM)
def set_clock(table: Campaign, seat: Seat, what: SetClock) -> dict[str, str]:
    if not what.id and len(table.clocks.now) >= MOST_CLOCKS:
        raise refuse(f"the table has {MOST_CLOCKS} clocks already")
    before = clock_of(table, what.id) if what.id else Clocked(id=table.outside.fresh(), name="", of=6)
    said = {name: value for name in FIELDS if (value := getattr(what, name)) is not None}
    put(table, msgspec.structs.replace(before, **said))
    return {"clock": before.id}


FIELDS = ("name", "of", "now", "down", "seen")


@does(Tick, Role.GM)
def tick(table: Campaign, seat: Seat, what: Tick) -> None:
    clock = clock_of(table, what.id)
    now = min(clock.of, max(0, clock.now + what.by))
    if now == clock.now:
        raise refuse(no_further(clock))
    put(table, msgspec.structs.replace(clock, now=now))


@does(DropClock, Role.GM)
def drop_clock(table: Campaign, seat: Seat, what: DropClock) -> None:
    table.add(ClockGone(id=clock_of(table, what.id).id))


def clock_of(table: Campaign, id: str) -> Clocked:
    if id not in table.clocks.now:
        raise BadInput(f"there is no clock {id!r}")
    return table.clocks.now[id]


def put(table: Campaign, clock: Clocked) -> None:
    """Where it is a clock, and changes anything."""
    if not LEAST_PARTS <= clock.of <= MOST_PARTS:
        raise BadInput(f"of: expected {LEAST_PARTS} to {MOST_PARTS} parts, not {clock.of}")
    if not 0 <= clock.now <= clock.of:
        raise BadInput(f"now: expected 0 to {clock.of}, not {clock.now}")
    clock = msgspec.structs.replace(clock, name=words_of(clock.name, "name", MOST_NAME))
    if clock != table.clocks.now.get(clock.id):
        table.add(clock)


# ---------------------------------------------------------------- what comes of it


@folds(Clocked)
def clocked(table: Campaign, entry: Entry, body: Clocked) -> None:
    _changed(table, entry, body.id, body)


@folds(ClockGone)
def clock_gone(table: Campaign, entry: Entry, body: ClockGone) -> None:
    _changed(table, entry, body.id, None)


def _changed(table: Campaign, entry: Entry, id: str, after: Clocked | None) -> None:
    change = ClockChange(id, table.clocks.now.get(id), after)
    table.clocks = table.clocks.changed(change)
    _say(table, entry, change.before, change.after)


@folds(ClocksTurned)
def clocks_turned(table: Campaign, entry: Entry, body: ClocksTurned) -> None:
    before, after = table.clocks.now.get(body.id), body.clock
    change = ClockChange(body.id, after, before) if body.back else ClockChange(body.id, before, after)
    table.clocks = table.clocks.turned(change, body.back)
    _say(table, entry, before, after)


def turn(table: Campaign, back: bool) -> None:
    """Undo the last change of a clock, or have the last one again that was undone."""
    change = (table.clocks.done if back else table.clocks.undone)[-1]
    table.add(ClocksTurned(back=back, id=change.id, clock=change.before if back else change.after))


# ---------------------------------------------------------------- who sees it, and in words


def may_see(clock: Clocked, knowledge: str) -> bool:
    return clock.seen == "all" or knowledge == GM


def how_it_stands(clock: Clocked) -> str:
    if clock.now == clock.of:
        return "has run out" if clock.down else "is full"
    return f"{clock.of - clock.now} left" if clock.down else f"{clock.now} of {clock.of}"


def no_further(clock: Clocked) -> str:
    """Why it does not tick."""
    if clock.now == clock.of:
        return f"{clock.name} {how_it_stands(clock)} already"
    return f"{clock.name} has not begun yet" if clock.now == 0 else f"{clock.name} stays as it is"


def _say(table: Campaign, entry: Entry, before: Clocked | None, after: Clocked | None) -> None:
    if table.playing is not None:
        table.playing.say(entry, partial(_line, before, after))


def _line(before: Clocked | None, after: Clocked | None, seen: Seen) -> str:
    """What is told of a change: as somebody may know it, a clock that is shown to them begins."""
    before, after = (one if one is not None and may_see(one, seen.seat) else None for one in (before, after))
    if after is None:
        return f"{before.name} is put away." if before is not None else ""
    if before is None:
        return f"{'A countdown' if after.down else 'A clock'} begins: {after.name}, {how_it_stands(after)}."
    if (before.now, before.of, before.down, before.name) == (after.now, after.of, after.down, after.name):
        return f"{after.name} is {'shown to the players' if after.seen == 'all' else 'hidden from the players'}."
    done = after.now == after.of
    return f"{after.name} {how_it_stands(after)}." if done else f"{after.name}: {how_it_stands(after)}."
