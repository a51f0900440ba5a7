"""Addiction: becoming addicted, craving, and the cure."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.agenda import step
from ludex.core.kernel.scene import Condition
from ludex.games.crawl.book.conditions import afflict
from ludex.games.crawl.book.dice import check
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.records.kinds import Addictive, Poison
from ludex.games.crawl.state import Being, Scene

RESIST = 5  # tc.addiction.check: and how addictive it is
CURE = 10  # tc.addiction.cure: likewise
WORST = 5  # tc.addiction.craving: missed intervals that count


def substance_of(scene: Scene, name: str) -> Addictive | Poison:
    shelves = scene.library.shelves
    found: Addictive | Poison = shelves["poison" if name in shelves["poison"] else "addictive"].get(name)
    return found


def addicted_to(being: Being, name: str) -> bool:
    return any([c.name == "Addicted" and c.note == name for c in being.conditions])


def dose(scene: Scene, being: Being, substance: str) -> None:
    """tc.addiction.substance: who is addicted has what they crave; who is not may become so."""
    scene.record("dose", "tc.addiction.substance", who=being.id, affliction=substance)
    if addicted_to(being, substance):
        set_craving(scene, being, substance, 0)
    else:
        scene.next(take_to_it(being, substance))


@step("tc.addiction.check")
async def take_to_it(scene: Scene, being: Being, substance: str) -> None:
    """An intelligence check against 5 and its addictiveness, or addicted."""
    if addicted_to(being, substance) or "Dead" in being.states:
        return
    difficulty = RESIST + substance_of(scene, substance).addictiveness
    about = {"substance": substance}
    if not await check(scene, being, "intelligence", difficulty, rule="tc.addiction.check", about=about):
        afflict(scene, being, "Addicted", note=substance)
        set_craving(scene, being, substance, 0)


# ---------------------------------------------------------------- craving


def crave(scene: Scene, being: Being, minutes: int) -> None:
    """tc.addiction.craving: time passes since the last doses."""
    since = dict(being.doses)
    for condition in being.conditions:
        if condition.name == "Addicted":
            missed = 60 * substance_of(scene, condition.note).craving_interval_hours * condition.value
            set_craving(scene, being, condition.note, since.get(condition.note, missed) + minutes)


def set_craving(scene: Scene, being: Being, substance: str, minutes: int) -> None:
    """Set the craving by the time since the last dose: -1 on all rolls for each interval missed, to at most -5."""
    interval = 60 * substance_of(scene, substance).craving_interval_hours
    minutes = min(minutes, WORST * interval)
    missed = minutes // interval
    before = sum([c.value for c in being.conditions if c.name == "Addicted" and c.note == substance])
    being.doses = tuple(sorted([*[each for each in being.doses if each[0] != substance], (substance, minutes)]))
    being.set_conditions(
        *[replace(c, value=missed) if c.name == "Addicted" and c.note == substance else c for c in being.conditions]
    )
    if missed != before:
        scene.record("craving", "tc.addiction.craving", who=being.id, affliction=substance, missed=missed)


# ---------------------------------------------------------------- the cure


def addiction_difficulty(scene: Scene, substance: str) -> int:
    return CURE + substance_of(scene, substance).addictiveness


def end_addiction(scene: Scene, being: Being, substance: str) -> bool:
    """tc.addiction.cure: the addiction is gone, and its penalty."""
    if not being.keep(lambda c: c.name != "Addicted" or c.note != substance):
        return False
    forget_doses(being)
    scene.record("cured", "tc.addiction.cure", who=being.id, affliction=substance)
    return True


@CONDITIONS.leaves("Addicted", each=True)
def rid_of_it(scene: Scene, being: Being, condition: Condition) -> None:
    forget_doses(being)


def forget_doses(being: Being) -> None:
    """Who is not addicted does not count the time since a dose."""
    being.doses = tuple([each for each in being.doses if addicted_to(being, each[0])])
