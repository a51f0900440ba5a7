"""Deeds: a command with all that was answered and thrown until it was over. The record tells of each as one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ludex.core.game import Game
from ludex.core.kernel.action import BETWEEN
from ludex.core.kernel.procedure import GM
from ludex.table.records.entry import Entry

STANDS = "stands"  # of the last line of a doing: how the scene stands then; empty while a question is open
GOES_ON = frozenset({"answer", "roll", "interject", "recall", "failed", "hold", "release"})  # lines that begin no deed
HARMLESS = frozenset({"go_on", "tell", "roll"})  # calls that change nobody


class Doing(NamedTuple):
    """What somebody has done: the entry that ends it, the number of that with which its deed began, whether the game
    master did it above the rules, the being whose deed it is, and whether play goes on with it after a fight or a
    rest."""

    entry: Entry
    deed: int
    by_master: bool
    actor: str = ""
    goes_on: bool = False


def doing_of(game: Game[Any], entries: Sequence[Entry], last: int) -> Doing:
    """The doing whose last line of play this is."""
    back = range(last, -1, -1)
    began = next((entries[at] for at in back if not GOES_ON & entries[at].body.keys()), None)
    first = next((at for at in back if at == 0 or STANDS in entries[at - 1].body), 0)
    bodies = [entries[at].body for at in range(first, last + 1)]
    by_master = any([is_by_hand(game, body["command"]) for body in bodies if "command" in body])
    if began is None or "command" not in began.body:
        return Doing(entries[last], began.number if began is not None else 0, by_master)
    command = began.body["command"]
    return Doing(entries[last], began.number, by_master, command["actor"], is_between(game, command))


def is_between(game: Game[Any], command: Mapping[str, Any]) -> bool:
    """Is this a call of the game master with which play goes on where nobody is to act: a rest, the next fight?"""
    action = game.gm_actions.get(command["name"]) if command["actor"] == GM else None
    return action is not None and BETWEEN in action.tags


def is_by_hand(game: Game[Any], command: Mapping[str, Any]) -> bool:
    """Is this a call of the game master in the midst of things? To begin a fight or a rest is part of the game."""
    action = game.gm_actions.get(command["name"]) if command["actor"] == GM else None
    return action is not None and BETWEEN not in action.tags and action.name not in HARMLESS
