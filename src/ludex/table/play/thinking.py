"""A machine that takes its time thinks elsewhere: what is sent there, and what comes back."""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.foe import deciding
from ludex.core.kernel.agenda import Command
from ludex.opponents.search import Memory
from ludex.table.campaign.campaign import Campaign
from ludex.table.campaign.running import on_table


class Thinking(NamedTuple):
    """Who is to act, how long may be thought about it, and what the machine remembers."""

    who: str
    policy: str
    number: int  # the last entry of the table
    last: int  # the entry of play after which it is
    seconds: float
    memory: Memory


class Thought(NamedTuple):
    """What is to be done, if nothing else has been played meanwhile; without a command, nothing has come of it."""

    who: str
    last: int
    command: Command | None = None
    memory: Memory | None = None


def think(table: Campaign, what: Thinking) -> Thought:
    scene = on_table(table).live.scene
    being = scene.beings[what.who]
    machine = table.machine(being.side, what.policy)
    machine.seconds = what.seconds
    machine.remember(what.memory)
    command, _ = deciding.choose(table.game, scene, being, machine)
    return Thought(what.who, what.last, command, machine.memory)
