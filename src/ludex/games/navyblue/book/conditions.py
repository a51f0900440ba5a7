"""Conditions: which there are, how they come and go."""

from __future__ import annotations

from ludex.core.kernel.scene import Condition, Until
from ludex.games.navyblue.state import Being, Scene

RULES = {
    "Prone": "nb.prone",
    "CutOff": "nb.arch.counterplay",
    "Suppressed": "nb.arch.counterplay",
    "Hidden": "nb.gap.sight",
    "Boosted": "nb.attr.boosts",  # note: which attribute; value: by how much
    "Hindered": "nb.attack.penalties",  # a modifier on rolls; note: attack, check or any; value: how much
    "Guarded": "nb.attack.defend_with",  # may also defend with the attributes of its note, against the trait after |
    "Unhindered": "nb.obstruct.zone",  # loses no point to obstructions of the materials in its note
    "Poised": "nb.feature.tags",  # the feature of its note waits for an attack on the bearer
    "Lacking": "nb.item.schema",  # cannot use the thing of its note
    "Fleeing": "nb.morale.break",
    "Fled": "nb.morale.break",
    "Surrendered": "nb.morale.break",
    "Pacified": "nb.fight.end",
    "Asleep": "nb.rest.block",
    "Unmet": "nb.gap.sight",  # the party has not come across it yet
    "Dead": "nb.death.pc",
}
LASTING = frozenset({"Dead", "Boosted", "Asleep", "Fled", "Surrendered", "Pacified", "Unmet"})  # not only for the fight
BRIEF = ("start of turn", "end of turn", "fight")  # ends that nothing outlives when a fight ends or time passes
RESIZING = frozenset({"Boosted", "CutOff"})  # slots and Vigor follow what these change


def afflict(
    scene: Scene,
    being: Being,
    name: str,
    *,
    source: str = "",
    until: Until | None = None,
    value: int = 0,
    note: str = "",
) -> bool:
    if not being.afflict(Condition(name, source, until, value, note)):
        return False
    scene.record("condition", RULES[name], who=being.id, condition=name, source=source, note=note)
    return True


def end(scene: Scene, being: Being, name: str, *, source: str | None = None, rule: str = "") -> bool:
    if not being.relieve(name, source=source):
        return False
    if name not in being.states:
        scene.record("condition_ends", rule or RULES[name], who=being.id, condition=name)
    return True


def expire(scene: Scene, when: str, of: str = "") -> list[Being]:
    """A moment passes: `start of turn`, `end of turn`, `fight`. Gives those whose slots and Vigor may change."""
    ended = scene.pass_moment(when, of)
    for being, condition in ended:
        if condition.name not in being.states:
            scene.record("condition_ends", RULES[condition.name], who=being.id, condition=condition.name)
    return [being for being, condition in ended if condition.name in RESIZING]


def has_a_turn(scene: Scene, name: str) -> bool:
    return name in scene.beings and scene.beings[name].here


def expire_without_turn(scene: Scene) -> list[Being]:
    """nb.init.rounds: what waits for a turn of somebody who is out of the fight ends with the round."""
    changed = []
    for being in scene.beings.values():
        waits = [c for c in being.conditions if c.until is not None and c.until.of]
        if end_these(scene, being, [c for c in waits if c.until is not None and not has_a_turn(scene, c.until.of)]):
            changed.append(being)
    return changed


def expire_with_time(scene: Scene) -> list[Being]:
    """nb.activity.def: what was to last for a turn or a fight is over, and who lay Prone has stood up."""
    changed = []
    for being in scene.beings.values():
        over = [c for c in being.conditions if is_brief(c) or (c.name == "Prone" and being.here)]
        if end_these(scene, being, over):
            changed.append(being)
    return changed


def is_brief(condition: Condition) -> bool:
    return condition.until is not None and condition.until.when in BRIEF


def end_these(scene: Scene, being: Being, ended: list[Condition]) -> bool:
    """Some of somebody's conditions end. Tells whether slots and Vigor may change by it."""
    if not ended:
        return False
    being.set_conditions(*[c for c in being.conditions if c not in ended])
    for name in dict.fromkeys([c.name for c in ended]):
        if name not in being.states:
            scene.record("condition_ends", RULES[name], who=being.id, condition=name)
    return any([c.name in RESIZING for c in ended])


def until_of(scene: Scene, ends: str, owner: Being, target: Being) -> Until | None:
    """The end that an effect states, as data; nothing for what ends by its own terms."""
    if ends == "end_of_turn":
        return Until("end of turn", scene.turns.current)
    if ends == "start_of_own_next_turn":
        return Until("start of turn", owner.id)
    if ends == "end_of_target_next_turn":
        return Until("end of turn", target.id, 2 if scene.turns.current == target.id else 1)
    if ends == "end_of_fight":
        return Until("fight")
    return Until(ends) if ends in ("next_move", "next_attack_roll") else None
