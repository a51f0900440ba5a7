"""How long a condition lasts that a file or the game master gives without an end: as long as it does in play."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.scene import Condition, Until
from ludex.games.vitality.book.action_types import COMBAT_MODE
from ludex.games.vitality.book.attacks.condition_checks import STATES, until_of
from ludex.games.vitality.book.attacks.limits import own_bonuses
from ludex.games.vitality.book.characters.features import knack
from ludex.games.vitality.book.conditions import hours, until_end_of_next, until_end_of_turn, until_start_of_next
from ludex.games.vitality.book.secrets.wards import burning
from ludex.games.vitality.records.boon_effects import Returns, SelfSacrifice
from ludex.games.vitality.state import Being, Scene

EFFECTS = {state: effect for effect, state in STATES.items()}  # of attacks: their end is a turn of whoever made it
TO_NEXT_TURN = ("Dodging", "Bracing", "Fortified", "Aura", "AuraSpent", "Streak")
TO_END_OF_NEXT = ("Aiming", "Empowered", "Refined", "Assisted")
TO_NEXT_OF_SOURCE = ("Protected", "Marked", "Kept")
THIS_TURN = ("Rooted", "Slipping", "Pushing", "Straining")
MOMENTS = {"Concentrating": Until("fight"), "Inspired": Until("rest")}


def with_end(scene: Scene, being: Being, condition: Condition) -> Condition:
    return condition if condition.until is not None else replace(condition, until=usual_end(scene, being, condition))


def usual_end(scene: Scene, being: Being, condition: Condition) -> Until | None:
    """vt.cond.general: the turn that ends it, its own or that of its source; nothing where no time ends it, or nobody
    has caused it. What holds for a turn under way is for fights."""
    name, source = condition.name, scene.beings.get(condition.source)
    if name in TO_NEXT_TURN:
        return until_start_of_next(being)
    if name in TO_END_OF_NEXT:
        return until_end_of_next(scene, being)
    if name in THIS_TURN and scene.mode == COMBAT_MODE and scene.turns.order:
        return until_end_of_turn(scene)
    if name == "Sacrificing":
        return burning(being, knack(scene, being, SelfSacrifice) or SelfSacrifice())
    if name == "Activated":
        turns = {boon.id: number for boon, number in own_bonuses(scene, being)}.get(condition.note)
        return None if turns is None else Until("start of turn", being.id, turns)
    if name == "Dead" and (returns := knack(scene, being, Returns)) is not None:
        return hours(returns.hours)
    if source is None:
        return MOMENTS.get(name)
    if name in EFFECTS:
        return until_of(scene, source, EFFECTS[name])
    if name in TO_NEXT_OF_SOURCE:
        return until_start_of_next(source)
    return until_end_of_next(scene, source) if name == "Bleeding" else MOMENTS.get(name)
