"""How long a condition lasts that a file or the game master gives without an end: as long as it does in play."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.scene import Condition, Until, until_end_of_next, until_start_of
from ludex.games.vitality.book.action_types import COMBAT_MODE
from ludex.games.vitality.book.attacks.condition_checks import until_of
from ludex.games.vitality.book.attacks.limits import own_bonuses
from ludex.games.vitality.book.characters.features import knack
from ludex.games.vitality.book.conditions import hours, until_end_of_turn
from ludex.games.vitality.book.secrets.wards import burning
from ludex.games.vitality.records.boon_effects import Returns, SelfSacrifice
from ludex.games.vitality.records.conditions import KINDS
from ludex.games.vitality.state import Being, Scene


def with_end(scene: Scene, being: Being, condition: Condition) -> Condition:
    return condition if condition.until is not None else replace(condition, until=usual_end(scene, being, condition))


def usual_end(scene: Scene, being: Being, condition: Condition) -> Until | None:
    """vt.cond.general: the turn that ends it, its own or that of its source; nothing where no time ends it, or nobody
    has caused it. What holds for a turn under way is for fights."""
    name, source = condition.name, scene.beings.get(condition.source)
    if name == "Sacrificing":
        return burning(being, knack(scene, being, SelfSacrifice) or SelfSacrifice())
    if name == "Activated":
        turns = {boon.id: number for boon, number in own_bonuses(scene, being)}.get(condition.note)
        return None if turns is None else Until("start of turn", being.id, turns)
    if name == "Dead" and (returns := knack(scene, being, Returns)) is not None:
        return hours(returns.hours)
    match KINDS[name].until:
        case "turn":
            return until_end_of_turn(scene) if scene.mode == COMBAT_MODE and scene.turns.order else None
        case "own start":
            return until_start_of(being)
        case "own end":
            return until_end_of_next(scene, being)
        case "source start" | "source end":
            return None if source is None else until_of(scene, source, name)
        case moment:
            return Until(moment) if moment else None
