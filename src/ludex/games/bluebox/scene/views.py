"""What a seat may know, as a scene: unseen enemies are left out, and Critical Areas where the table hides them."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.content.content import Library
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import cite
from ludex.core.kernel.scene import Condition
from ludex.games.bluebox.book.movement.sight import unknown_to
from ludex.games.bluebox.book.turns.escalation import player_characters
from ludex.games.bluebox.state import PARTY, Being, Scene, Turns, escalated


def view(scene: Scene, seat: str) -> Scene:
    """The scene as this seat may know it; the same scene where nothing is hidden from that seat."""
    if seat == GM:
        return scene
    side = scene.beings[seat].side if seat in scene.beings else seat
    unseen = frozenset([being.id for being in scene.beings.values() if not being.seen and unknown_to(being, side)])
    hides_areas = bool(scene.options["opt_hide_critical_areas"])
    cite("bb.crit.show")
    if not unseen and not hides_areas:
        return scene
    shown = scene.fork()
    if unseen:
        cite("bb.cond.hidden")
        leave_out(shown, unseen)
    if hides_areas:
        shown.library = without_critical_areas(shown, side)
    return shown


def leave_out(scene: Scene, unseen: frozenset[str]) -> None:
    """Take beings out of a scene, with every trace that the bookkeeping has of them."""
    if any(being.id in unseen for being in escalated(scene)):
        scene.turns = scene.turns.pass_on()  # somebody acts, and it is not known who
    if any(being.sheet.pc and being.id in unseen for being in scene.side_of(PARTY)):
        scene.party_size = scene.party_size or player_characters(scene)  # how far the counter goes is no secret
    scene.beings = {name: being for name, being in scene.beings.items() if name not in unseen}
    scene.turns = turns_without(scene.turns, unseen)
    scene.adjustments = tuple(given for given in scene.adjustments if given.who not in unseen)
    scene.areas = tuple(replace(area, source="") if area.source in unseen else area for area in scene.areas)
    scene.built = tuple(replace(cover, source="") if cover.source in unseen else cover for cover in scene.built)
    scene.known = tuple(noted for noted in scene.known if noted[0].rpartition(" of ")[2] not in unseen)
    if scene.rest is not None:
        left = tuple(pair for pair in scene.rest.left if pair[0] not in unseen)
        once = tuple(pair for pair in scene.rest.once if pair[0] not in unseen)
        scene.rest = replace(scene.rest, left=left, once=once)
    for being in scene.beings.values():
        forget(being, unseen)


def forget(being: Being, unseen: frozenset[str]) -> None:
    """What a being's own bookkeeping tells of others."""
    being.walked = tuple(pair for pair in being.walked if pair[0] not in unseen)
    being.found_by = tuple(name for name in being.found_by if name not in unseen)
    being.used = tuple(use for use in being.used if use[0].rpartition(">")[2] not in unseen)
    being.set_conditions(*[nameless(condition, unseen) for condition in being.conditions])
    held = being.held
    if held is not None and (held.trigger.who in unseen or mentions(held.command.args, unseen)):
        being.held = None  # it could not be carried out where its target is not


def mentions(value: Plain, unseen: frozenset[str]) -> bool:
    if isinstance(value, tuple):
        return any(mentions(part, unseen) for part in value)
    return isinstance(value, str) and value in unseen


def nameless(condition: Condition, unseen: frozenset[str]) -> Condition:
    """A condition without telling who has brought it, or at whose turn it ends."""
    if condition.source in unseen:
        condition = replace(condition, source="")
    if condition.until is not None and condition.until.of in unseen:
        condition = replace(condition, until=replace(condition.until, of=""))
    return condition


def turns_without(turns: Turns, unseen: frozenset[str]) -> Turns:
    def known(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in names if name not in unseen)

    return replace(
        turns,
        order=known(turns.order),
        current="" if turns.current in unseen else turns.current,
        acted=known(turns.acted),
        late=known(turns.late),
        broken_off=known(turns.broken_off),
    )


def without_critical_areas(scene: Scene, side: str) -> Library:
    """The same content, in which the attacks of other sides have no Critical Area; nor those that had none before: a
    view may be looked at with the eyes of another side, and must not tell more by that."""
    original: Library = scene.library
    other_sides = {being.side for being in scene.beings.values() if being.side != side}
    others = tuple(sorted({*original.veiled, *other_sides}))
    shown: Library | None = original.worked_out.get(("veiled", others))
    if shown is None:
        shown = original.worked_out["veiled", others] = original.copy()
        shown.veiled = others
    return shown
