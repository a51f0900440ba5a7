"""Conditions: how they come and go, and who cannot go on. What is said of each stands in `conditions.toml`."""

from __future__ import annotations

from typing import get_args

from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Condition, Until, until_end_of_next, until_start_of
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.records.effects import Attribute, Material
from ludex.games.navyblue.state import BROKEN, Being, Scene

LASTING = CONDITIONS.tagged("lasting")
RESIZING = CONDITIONS.tagged("resizing")
GONE = ("Dead", "Fled")  # nobody has to do with them any more
BRIEF = ("start of turn", "end of turn", "fight")  # ends that nothing outlives when a fight ends or time passes
# what a note can name, by the word for it in `conditions.toml`
NOTED = {"attribute": get_args(Attribute), "material": get_args(Material), "roll": ("attack", "check", "any")}

afflict, end, expire = CONDITIONS.afflict, CONDITIONS.end, CONDITIONS.expire


# ---------------------------------------------------------------- who is out of it


@CONDITIONS.brings(*BROKEN)
def drops_out(scene: Scene, being: Being, condition: Condition) -> None:
    """nb.fight.end, nb.turn.end: who is no threat any more may have been the last one, and their turn is over.
    Those who are gone are not met any more."""
    scene.maybe_over = True
    if scene.turns.current == being.id:
        scene.turns = scene.turns.end()
    if being.id in scene.meeting and not being.states.isdisjoint(GONE):
        scene.meeting = tuple([name for name in scene.meeting if name != being.id])


def unable(being: Being, flees: bool = False) -> Refusal | None:
    """Why somebody can do nothing now, or nothing but what one does who `flees`."""
    if not being.states:
        return None
    refusal = CONDITIONS.cannot_act(being)
    if refusal is None and "Fleeing" in being.states and not flees:
        return Refusal(f"{being.name} flees and does nothing else", "nb.morale.break")
    return refusal


def stops(scene: Scene, being: Being, why: Refusal | None) -> bool:
    """Does something keep somebody from going on with what they are at? Then it comes to nothing; what they have paid
    for it is gone."""
    if why is None:
        return False
    scene.record("stops", why.rule, who=being.id, why=why.reason)
    return True


def lacking(being: Being) -> list[tuple[str, str]]:
    """The things that somebody cannot use, each with the zone in which it lies, if it lies anywhere."""
    if "Lacking" not in being.states:
        return []
    notes = [condition.note.partition("|") for condition in being.conditions if condition.name == "Lacking"]
    return [(thing, zone) for thing, _, zone in notes]


# ---------------------------------------------------------------- how long they last


def has_a_turn(scene: Scene, name: str) -> bool:
    return name in scene.beings and scene.beings[name].here


def expire_without_turn(scene: Scene) -> None:
    """nb.init.rounds: what waits for a turn of somebody who is out of the fight ends with the round."""
    for being in scene.beings.values():
        waits = [c for c in being.conditions if c.until and c.until.of and not has_a_turn(scene, c.until.of)]
        CONDITIONS.end_these(scene, being, waits)


def expire_with_time(scene: Scene) -> None:
    """nb.activity.def: what was to last for a turn or a fight is over, and who lay Prone has stood up."""
    for being in scene.beings.values():
        over = [c for c in being.conditions if is_brief(c) or (c.name == "Prone" and being.here)]
        CONDITIONS.end_these(scene, being, over)


def is_brief(condition: Condition) -> bool:
    return condition.until is not None and condition.until.when in BRIEF


def until_of(scene: Scene, ends: str, owner: Being, target: Being) -> Until | None:
    """The end that an effect states, as data; nothing for what ends by its own terms."""
    if ends == "end_of_turn":
        return Until("end of turn", scene.turns.current)
    if ends == "start_of_own_next_turn":
        return until_start_of(owner)
    if ends == "end_of_target_next_turn":
        return until_end_of_next(scene, target)
    if ends == "end_of_fight":
        return Until("fight")
    return Until(ends) if ends in ("next_move", "next_attack_roll") else None
