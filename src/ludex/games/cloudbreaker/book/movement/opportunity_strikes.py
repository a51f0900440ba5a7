"""Opportunity strikes at enemies who leave. Features that answer to events stand in `attacks/features.py`."""

from __future__ import annotations

from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import cite
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, Reaction, opponents
from ludex.games.cloudbreaker.book.actions import pay_mp
from ludex.games.cloudbreaker.book.attacks.grappling import carried_by
from ludex.games.cloudbreaker.book.attacks.rolls import strike
from ludex.games.cloudbreaker.book.attacks.weapons import at_hand, cannot_use, use_of
from ludex.games.cloudbreaker.book.movement.steps import block_at, dreads, is_stopped
from ludex.games.cloudbreaker.state import OBJECT, Being, Scene


def opportunity_ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    """cb.opportunity.strike: every melee attack of a Major Action, at each target of the one who leaves."""
    mover = scene.beings[event.who]
    if scene.mode != "situation":
        return ()
    if being.side == mover.side or being.sheet.sort == OBJECT or not scene.together(being, mover):
        return ()
    to = str(event.get("to"))
    if being.helpless or (scene.rush and not being.pc):
        scene.cite("cb.action.free")
        return ()
    if not mover.active or is_stopped(mover) or (to and dreads(scene, mover, to) is not None):
        return ()  # an earlier strike has ended the move
    if to and any(zone in scene.zones(being) for zone in block_at(scene, mover, to)):
        return ()  # they still share a zone afterwards
    if to and any(other is being for other in carried_by(scene, mover)):
        return ()  # they are not left behind
    parts = [part.id for part, hp in zip(mover.sheet.parts, mover.parts, strict=True) if hp or mover.pc]
    found = []
    for name in at_hand(scene, being):
        use = use_of(scene, name)
        if use.reach == "melee" and use.action == "major" and use.attack_roll and cannot_use(scene, being, use) is None:
            found += [name] if len(parts) == 1 else [f"{name}:{part}" for part in parts]
    return tuple(found)


def opportunity_entry(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    name, _, part = str(way).partition(":")
    mover = scene.beings[event.who]
    use = use_of(scene, name)
    pay_mp(scene, being, use)
    cite("cb.opportunity.strike", "cb.action.free")
    scene.record("opportunity", "cb.opportunity.strike", who=being.id, whom=mover.id, use=name)
    return strike(being, name, ((mover.id, part or mover.sheet.parts[mover.sheet.vital].id),))


OPPORTUNITY = Reaction("reaction", "leaves", "cb.opportunity.strike", opportunity_ways, opportunity_entry, opponents)
