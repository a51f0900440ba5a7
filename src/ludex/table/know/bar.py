"""The action bar with its chances: of each entry the best that there is, by whom or what it may be done to.

A chance is that of the first roll, which is known as soon as its dice are named; nothing of what follows is worked out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from ludex.core.foe.standing import FALLEN, fate
from ludex.core.kernel.action import Action
from ludex.core.kernel.agenda import Command
from ludex.core.kernel.ruling import Refused
from ludex.table.know.offers import action_of, by_default, command_document, first_allowed, listed, offers
from ludex.table.know.seen import Seen
from ludex.table.know.underway import Working

ROLLED = ("attack", "skill", "activity", "other")  # the groups of actions that may have a chance
MOST_WAYS = 12  # of an argument that names nobody
ENOUGH = 16  # ways without a chance, after which an entry has none

Document = dict[str, Any]


class Best(NamedTuple):
    """The likeliest of the ways that were looked at."""

    command: Command
    words: str
    chance: Fraction


class Bar(Working):
    """The chances of somebody's action bar."""

    def __init__(self, seen: Seen, who: str) -> None:
        super().__init__()
        self.seen = seen
        self.who = who
        self._found: dict[tuple[str, Any], Best] = {}  # by the action and what is fixed in its entry
        self._many: dict[tuple[str, Any], int] = {}  # ways with a chance

    def told(self) -> Document:
        return {
            "being": self.who,
            "entries": [
                {
                    "action": action,
                    "fixed": listed(fixed),
                    "command": command_document(best.command),
                    "many": self._many[action, fixed],
                    "words": best.words,
                    "exact": str(best.chance),
                    "value": float(best.chance),
                }
                for (action, fixed), best in self._found.items()
            ],
            "done": self.done,
        }

    def work(self) -> Iterator[None]:
        seen, scene = self.seen, self.seen.scene
        offered, being = offers(seen, self.who), scene.beings[self.who]
        for entry in offered["entries"] if offered is not None else ():
            if entry["group"] not in ROLLED or entry["refused"] is not None or "among" in entry:
                continue
            action = action_of(seen, entry["action"])
            yield from self._look_at(being, action, tuple(entry["fixed"]))

    def _look_at(self, being: Any, action: Action, fixed: tuple[Any, ...]) -> Iterator[None]:
        for number, command in enumerate(ways(self.seen, being, action, fixed)):
            found = chance_of(self.seen, command)
            entry = action.name, fixed
            if found is not None:
                self._many[entry] = self._many.get(entry, 0) + 1
                if entry not in self._found or found.chance > self._found[entry].chance:
                    self._found[entry] = found
            elif number >= ENOUGH and entry not in self._found:
                return
            yield


def ways(seen: Seen, being: Any, action: Action, chosen: tuple[Any, ...]) -> Iterator[Command]:
    """What may be done with an entry, by whom it is done to; what is chosen after that is as it is meant by default. Of
    very many places those that are worth a look."""
    scene = seen.scene
    if len(chosen) == len(action.args):
        if seen.game.refusal(scene, command := action.command(being, chosen)) is None:
            yield command
        return
    values = list(dict.fromkeys(action.args[len(chosen)].values(scene, being, *chosen)))
    if any([isinstance(value, str) and value in scene.beings for value in values]):
        for value in values:
            if _has_fallen(seen, being, value):
                continue
            if (usual := _usual(seen, being, action, (*chosen, value))) is not None:
                yield usual
    elif len(values) <= MOST_WAYS:
        for value in values:
            yield from ways(seen, being, action, (*chosen, value))
    else:
        some = [found.command for found in seen.face.suggestions(scene, being, action)]
        yield from [command for command in some if tuple([value for _, value in command.args])[: len(chosen)] == chosen]


def _has_fallen(seen: Seen, being: Any, who: Any) -> bool:
    """An enemy who lies there already: few mean to strike at them."""
    other = seen.scene.beings.get(who) if isinstance(who, str) else None
    return other is not None and other.side != being.side and fate(other.states, seen.game.fates) in FALLEN


def _usual(seen: Seen, being: Any, action: Action, chosen: tuple[Any, ...]) -> Command | None:
    usual = by_default(seen, seen.scene, being, action, chosen)
    if usual is not None:
        return usual
    refusal, some, _ = first_allowed(seen, seen.scene, being, action, chosen)
    return some if refusal is None else None


def chance_of(seen: Seen, command: Command) -> Best | None:
    """How likely a deed succeeds, where that hangs on a roll of who does it."""
    try:
        weighing = seen.weigh(command)
        odds = weighing.of_first_roll() if weighing is not None else None
    except Refused:
        return None
    chance = seen.face.success(seen.scene, odds) if odds is not None else None
    return Best(command, *chance) if chance is not None else None
