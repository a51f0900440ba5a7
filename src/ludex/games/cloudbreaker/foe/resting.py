"""A rest as a sensible party takes it: Resolve is spent on what is missing, and half of it is kept."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.games.cloudbreaker.book.recovery import KINDS, NIGHT, resting
from ludex.games.cloudbreaker.state import Being, Scene


def resting_party(scene: Scene, kind: str) -> Iterator[Command]:
    """The commands of a break or a full rest; for the latter there is food and a lodging."""
    yield command(GM, "rest", kind=kind)
    for member in resting(scene) if kind != NIGHT else ():
        if kind == "short" and "Knocked Out" in member.states:
            continue
        hp, mp = worth_spending(member, KINDS[kind].worth)
        if hp or mp:
            yield command(member.id, "spend_resolve", hp=hp, mp=mp)
    yield command(GM, "finish_rest", food="gathered", shelter="lodging")


def worth_spending(being: Being, worth: int) -> tuple[int, int]:
    """Points for HP and for MP: the emptier pool first, and never more than half of the Resolve."""
    points = being.resolve // 2
    top = being.sheet.parts[being.sheet.vital].hp
    spent = {"hp": 0, "mp": 0}
    for _ in range(points):
        have = {"hp": being.hp + worth * spent["hp"], "mp": being.mp + worth * spent["mp"]}
        most = {"hp": top, "mp": being.sheet.mp}
        lacking = [pool for pool in have if have[pool] < most[pool]]
        if not lacking:
            break
        spent[min(lacking, key=lambda pool: have[pool] / most[pool])] += 1
    return spent["hp"], spent["mp"]
