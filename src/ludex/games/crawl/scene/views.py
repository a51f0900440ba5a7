"""What a seat may know, as a scene: who is in stealth and found by nobody of that side is left out."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import cite
from ludex.core.kernel.scene import Condition
from ludex.games.crawl.book.map.sight import unknown_to
from ludex.games.crawl.state import Area, Being, Scene, Turns


def view(scene: Scene, seat: str) -> Scene:
    """The scene as this seat may know it; the scene itself where nothing is hidden from it."""
    if seat == GM:
        return scene
    side = scene.beings[seat].side if seat in scene.beings else seat
    hidden = [being for being in scene.beings.values() if "Hidden" in being.states]
    unseen = frozenset([being.id for being in hidden if unknown_to(scene, being, side)])
    if not unseen:
        return scene
    cite("tc.stealth.enter")
    shown = scene.fork()
    leave_out(shown, unseen)
    return shown


def leave_out(scene: Scene, unseen: frozenset[str]) -> None:
    """Take beings out of a scene, with every trace that the bookkeeping has of them."""
    scene.beings = {name: being for name, being in scene.beings.items() if name not in unseen}
    scene.turns = turns_without(scene.turns, unseen)
    scene.adjustments = tuple([given for given in scene.adjustments if given.who not in unseen])
    scene.areas = tuple([nobodys(area, unseen) for area in scene.areas])
    scene.tries = tuple([tried for tried in scene.tries if not named_in(tried[0], unseen)])
    for being in scene.beings.values():
        forget(being, unseen)


def forget(being: Being, unseen: frozenset[str]) -> None:
    """What somebody's own bookkeeping tells of others."""
    being.found_by = tuple([name for name in being.found_by if name not in unseen])
    being.disposition = tuple([towards for towards in being.disposition if towards[0] not in unseen])
    being.used = tuple([use for use in being.used if not named_in(use[0], unseen)])
    being.set_conditions(*[nameless(condition, unseen) for condition in being.conditions])
    readied = being.readied
    if readied is not None and (readied.trigger.who in unseen or mentions(readied.command.args, unseen)):
        being.readied = None  # it could not be carried out where its target is not


def named_in(key: str, unseen: frozenset[str]) -> bool:
    """Does a key such as `pick the lock:sefa` name one of them?"""
    return not unseen.isdisjoint(key.replace(">", ":").split(":"))


def mentions(value: Plain, unseen: frozenset[str]) -> bool:
    if isinstance(value, tuple):
        return any(mentions(part, unseen) for part in value)
    return isinstance(value, str) and value in unseen


def nobodys(area: Area, unseen: frozenset[str]) -> Area:
    """What lies on cells without telling who has made it, or at whose turn it ends."""
    until = area.until
    if until is not None and until.of in unseen:
        until = replace(until, of="")
    return replace(area, by="" if area.by in unseen else area.by, until=until)


def nameless(condition: Condition, unseen: frozenset[str]) -> Condition:
    """A condition without telling who has brought it, or at whose turn it ends."""
    if condition.source in unseen:
        condition = replace(condition, source="")
    if condition.until is not None and condition.until.of in unseen:
        condition = replace(condition, until=replace(condition.until, of=""))
    return condition


def turns_without(turns: Turns, unseen: frozenset[str]) -> Turns:
    def known(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple([name for name in names if name not in unseen])

    return replace(
        turns,
        order=known(turns.order),
        current="" if turns.current in unseen else turns.current,
        acted=known(turns.acted),
        waiting=known(turns.waiting),
        called=known(turns.called),
        held=known(turns.held),
    )
