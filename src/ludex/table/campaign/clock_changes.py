"""The clocks of a table, and the changes to them that can be undone and had again: each keeps how many commands came
after it, so that all that can be undone has one order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ludex.table.records.entry import Clocked

MOST_CHANGES = 50  # that can be undone
GOES_ON = frozenset({"answer", "roll", "interject", "recall", "replace"})  # lines of a command that was begun before


class ClockChange(NamedTuple):
    """A clock of the table as it stood and as it stands; nothing: it was or is not there."""

    id: str
    before: Clocked | None
    after: Clocked | None
    since: int = 0  # commands after it and before the next change; of one that was undone, those undone after it


Changes = tuple[ClockChange, ...]


class Clocks(NamedTuple):
    """How they stand, and the last changes, the newest last: those that can be undone, and those that were."""

    now: dict[str, Clocked] = {}
    done: Changes = ()
    undone: Changes = ()

    def changed(self, change: ClockChange) -> Clocks:
        return Clocks(_with(self.now, change.id, change.after), (*self.done, change)[-MOST_CHANGES:])

    def turned(self, change: ClockChange, back: bool) -> Clocks:
        """After the last change was undone, or the last one that was undone was had again."""
        if back:
            return Clocks(_with(self.now, change.id, change.before), self.done[:-1], (*self.undone, change))
        return Clocks(_with(self.now, change.id, change.after), (*self.done, change), self.undone[:-1])

    def follow(self, line: Mapping[str, Any]) -> Clocks:
        """After a line of play. A command counts from where something was given last on the way to its end."""
        if not self.done and not self.undone:
            return self
        if GOES_ON & line.keys():
            return self._replace(done=_more(_fewer(self.done)))
        if "command" in line:
            return self._replace(done=_more(self.done), undone=())
        if "withdraw" in line or "failed" in line:
            return self._replace(done=_fewer(self.done))
        if "undo" in line:
            return self._replace(done=_fewer(self.done, line["undo"]), undone=_more(self.undone, line["undo"]))
        if "redo" in line:
            return self._replace(done=_more(self.done, line["redo"]), undone=_fewer(self.undone, line["redo"]))
        return self

    def apart(self) -> Clocks:
        """After a scene came on the table or was taken off: what was done before the last command stays done."""
        first = next((at for at in range(len(self.done), 0, -1) if self.done[at - 1].since), 0)
        return Clocks(self.now, self.done[first:])


def _with(now: dict[str, Clocked], id: str, clock: Clocked | None) -> dict[str, Clocked]:
    """One that is there stays where it stands among the others; one that is not, or is no longer put away, comes
    last."""
    if clock is None:
        return {other: one for other, one in now.items() if other != id}
    return {**now, id: clock}


def _more(changes: Changes, commands: int = 1) -> Changes:
    if not changes:
        return changes
    last = changes[-1]
    return (*changes[:-1], last._replace(since=last.since + commands))


def _fewer(changes: Changes, commands: int = 1) -> Changes:
    """Without the last commands, so many."""
    found = list(changes)
    for at in range(len(found) - 1, -1, -1):
        gone = min(commands, found[at].since)
        found[at] = found[at]._replace(since=found[at].since - gone)
        commands -= gone
    return tuple(found)


# ---------------------------------------------------------------- one order with commands


def in_order(changes: Changes, commands: int, steps: int) -> Iterator[int]:
    """How so many steps are taken, the newest first: so many commands at once, or 0 for the next change of a clock."""
    for change in reversed(changes):
        here = min(change.since, commands, steps)
        if here:
            yield here
        commands, steps = commands - here, steps - here
        if not steps:
            return
        yield 0
        steps -= 1
    if steps:
        yield steps


def steps_with(changes: Changes, commands: int) -> int:
    """How many steps the last commands, so many, are with the changes of clocks that came after the first of them."""
    steps = since = 0
    for change in reversed(changes):
        since += change.since
        if since >= commands:
            break
        steps += 1
    return commands + steps
