"""What a seat may know, as a scene: unseen enemies are left out, and Critical Areas where the table hides them."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.content import Library
from ludex.core.procedure import GM
from ludex.core.rulebook import cite
from ludex.core.scene import Condition
from ludex.core.turns import Turns
from ludex.games.bluebox.armory import VEILED
from ludex.games.bluebox.being import Being, Scene


def view(scene: Scene, seat: str) -> Scene:
    """The scene as this seat may know it; the scene itself where nothing is hidden from it."""
    if seat == GM:
        return scene
    side = scene.beings[seat].side if seat in scene.beings else seat
    unseen = frozenset(being.id for being in scene.beings.values() if unknown_to(being, side))
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


def unknown_to(being: Being, side: str) -> bool:
    """Hidden, and never seen by the other side: it is not known to be there at all."""
    return being.side != side and "Hidden" in being.states and not being.seen


def leave_out(scene: Scene, unseen: frozenset[str]) -> None:
    """Take beings out of a scene, with what the bookkeeping would tell of them."""
    scene.beings = {name: being for name, being in scene.beings.items() if name not in unseen}
    scene.turns = turns_without(scene.turns, unseen)
    scene.adjustments = tuple(given for given in scene.adjustments if given.who not in unseen)
    for being in scene.beings.values():
        being.walked = tuple(pair for pair in being.walked if pair[0] not in unseen)
        if any(condition.source in unseen for condition in being.conditions):
            being._set(*[nameless(condition, unseen) for condition in being.conditions])


def nameless(condition: Condition, unseen: frozenset[str]) -> Condition:
    """A condition without telling who has brought it."""
    return replace(condition, source="") if condition.source in unseen else condition


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
    """The same content, in which the attacks of other sides have no Critical Area."""
    original: Library = scene.library
    others = tuple(sorted({being.side for being in scene.beings.values() if being.side != side}))
    shown: Library | None = original.worked_out.get((VEILED, others))
    if shown is None:
        shown = original.worked_out[VEILED, others] = original.copy()
        shown.worked_out[VEILED] = others
    return shown
