"""A night's Rest or a Respite as a sensible party takes it."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.games.navyblue.book.adventure.intervals import in_rest, members
from ludex.games.navyblue.state import Scene

RESTS = ("rest", "respite")


def resting_party(scene: Scene, kind: str) -> Iterator[Command]:
    """In a safe place. By night somebody may still come along: then they part, unless it comes to a fight, which is
    fought before the next command is asked for."""
    yield command(GM, "set_place", safe=True)
    if kind == "respite":
        yield Command(GM, "respite")
        return
    yield command(GM, "begin_travel", days=2, block="rest")  # the day after is not travelled
    while in_rest(scene) and members(scene):
        if scene.meeting:
            yield Command(GM, "meet_ends")
        else:
            first = next((member for member in members(scene) if not member.activity), None)
            if first is None:
                break
            yield command(first.id, "sleep", together=True)
    yield Command(GM, "begin_adventure")
