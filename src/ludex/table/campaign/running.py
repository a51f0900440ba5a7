"""Letting the referee go on with the scene on the table, and what happens when a rule breaks down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.referee.live import Failed
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.doing import folds
from ludex.table.campaign.links import ask_for_link, waited_for
from ludex.table.campaign.playing import Playing
from ludex.table.campaign.state import Crash
from ludex.table.records.entry import Crashed, Entry, Stuck
from ludex.table.records.seat import refuse

MOST_CRASHES = 20  # the last ones, that are shown


def on_table(table: Campaign) -> Playing:
    if table.playing is None:
        raise refuse("no scene is on the table")
    return table.playing


def run(table: Campaign, given: Command, doing: Callable[[], None]) -> dict[str, Any]:
    """Let the referee go on. A rule that breaks down leaves the scene at its boundary, and the table is told."""
    result = attempt(table, given, doing)
    if table.stuck and not result and waited_for(table) is None:  # else it is not known yet how it ends
        table.add(Stuck(times=0))
    return result


def attempt(table: Campaign, given: Command, doing: Callable[[], None]) -> dict[str, Any]:
    """The same, where the machine stays stuck whatever comes of it."""
    try:
        doing()
        ask_for_link(table)
    except Failed as fault:
        return {"failed": str(fault)}
    except (BadInput, Refused):
        raise
    except Exception as fault:  # before the referee had begun with it
        on_table(table).forget()
        why = f"{type(fault).__name__}: {fault}"
        table.add(Crashed(command=given.to_plain(), why=why))
        return {"failed": why}
    return {}


@folds(Crashed)
def crashed(table: Campaign, entry: Entry, body: Crashed) -> None:
    broke_down(table, entry.by, body.command, body.why)


def broke_down(table: Campaign, by: str, command: Mapping[str, Any], why: str) -> None:
    table.crashes = [*table.crashes, Crash(by, command, why)][-MOST_CRASHES:]


@folds(Stuck)
def stuck(table: Campaign, entry: Entry, body: Stuck) -> None:
    table.stuck = body.times
