"""A night's Rest, a Respite or a day on the road as a sensible party takes it."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.games.navyblue.book.adventure.intervals import TRAVERSAL, awake, in_rest, members
from ludex.games.navyblue.foe.exploring import day
from ludex.games.navyblue.state import Scene

RESTS = ("rest", "respite")
TRAVELS = ("day",)


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


def travelling_party(scene: Scene, kind: str) -> Iterator[Command]:
    """nb.travel.day: a day of Traversal, with its camp and its night, through a country that is not safe. Who is met is
    parted from, unless it comes to a fight. The journey goes on: there is no time for a Respite."""
    yield command(GM, "set_place", safe=False)
    yield command(GM, "begin_travel", days=2, block="travel")
    while scene.mode == TRAVERSAL and scene.watch.days > 1 and members(scene):
        if scene.meeting:
            yield Command(GM, "meet_ends")
        else:
            first = next((member for member in awake(scene) if not member.activity), None)
            if first is None:
                break
            yield next(day(scene, first)).command
    yield Command(GM, "begin_adventure")
