"""Grab: holding somebody, and breaking the hold.

vt.cond.grab: whoever is held does not move. A hold with the hands ends when the two are out of reach of each other; any
hold ends with the grabber, by Effort, by Heal, or when somebody breaks it.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.action import Arg, first, oneself
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.games.vitality.book.action_types import PRIMARY, action
from ludex.games.vitality.book.characters.features import reach
from ludex.games.vitality.book.characters.space import adjacent, distance
from ludex.games.vitality.book.conditions import afflict, end
from ludex.games.vitality.state import Being, Scene

MELEE = "melee"  # the note of a hold for which the grabber must stay near


def grab(scene: Scene, grabber: Being, target: Being, melee: bool) -> bool:
    """Somebody is held, unless nothing can hold them."""
    return afflict(scene, target, "Grabbed", source=grabber.id, note=MELEE if melee else "")


def grabbers(being: Being) -> tuple[str, ...]:
    """Who holds somebody."""
    return tuple([c.source for c in being.conditions if c.name == "Grabbed"]) if "Grabbed" in being.states else ()


def release_grabs(scene: Scene) -> None:
    """Holds with the hands end where the two are out of reach of each other."""
    for being in scene.beings.values():
        if "Grabbed" not in being.states:
            continue
        for hold in [c for c in being.conditions if c.name == "Grabbed" and c.note == MELEE]:
            grabber = scene.beings.get(hold.source)
            if grabber is not None and distance(scene, grabber, being) > reach(scene, grabber):
                end(scene, being, "Grabbed", source=hold.source)


# ---------------------------------------------------------------- breaking it


def held_beings(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    """Oneself, or whoever is held beside one."""
    beings = [other for other in scene.beings.values() if other.here and "Grabbed" in other.states]
    return [other.id for other in beings if other is actor or adjacent(scene, actor, other)]


def holders(scene: Scene, actor: Being, who: str, *chosen: Plain) -> Iterable[Plain]:
    return grabbers(scene.being(who))


def may_break(scene: Scene, actor: Being) -> Refusal | None:
    return None if held_beings(scene, actor) else Refusal("nobody here is Grabbed", "vt.act.break_grab")


def fits_break(scene: Scene, actor: Being, who: Being, by: str) -> Refusal | None:
    if by not in grabbers(who):
        return Refusal(f"{who.name} is not Grabbed so", "vt.act.break_grab")
    if who is not actor and not adjacent(scene, actor, who):
        return Refusal(f"{who.name} is not adjacent", "vt.act.break_grab")
    return None


@action(
    "break_grab", rule="vt.act.break_grab", cost=PRIMARY, may=may_break, fits=fits_break, label="Break a grab",
    args=(Arg("who", held_beings, default=oneself), Arg("by", holders, default=first(holders))),
    tags=("support",),
)  # fmt: skip
async def break_grab(scene: Scene, actor: Being, who: Being, by: str) -> None:
    """End a hold on oneself or on somebody adjacent; no roll."""
    end(scene, who, "Grabbed", source=by, rule="vt.act.break_grab")
    scene.record("breaks_grab", "vt.act.break_grab", who=actor.id, target=who.id, by=by)
