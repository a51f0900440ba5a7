"""Conditions: which there are, how they come and go. What each does stands where it matters."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.content.content import Library
from ludex.core.kernel.scene import Condition, Until
from ludex.games.crawl.book.characters.aspects import LENDING, immune_to, max_ep, max_hp
from ludex.games.crawl.records.kinds import Poison
from ludex.games.crawl.state import ARMS, LEGS, Area, Being, Scene

RULES = {
    "Prone": "tc.prone",
    "Stunned": "tc.stunned",
    "Slowed": "tc.slowed",  # source cold: a check may end it
    "Blind": "tc.blind",
    "Grabbed": "tc.grab.held",  # source: who holds it; note: by which limb
    "Grappled": "tc.grappled",  # source: who holds it
    "Sickened": "tc.sickened",  # value: how often
    "Unconscious": "tc.hp.unconscious",
    "Dead": "tc.hp.death",
    "Destroyed": "tc.hp.body",
    "Bleeding": "tc.bleed",  # one for each wound; value: turns left; note tells equal wounds apart
    "Incapacitated": "tc.limb.incapacitated",  # note: the limb
    "Damaged Senses": "tc.senses.damaged",
    "No Dodge": "tc.mob.damage",
    "Charged": "tc.charge.defense",  # value: what it takes off defences
    "Hidden": "tc.stealth.enter",  # value: the stealth value; note: the aspect
    "Burning": "tc.exotic.fire",  # source: who set it; value: rounds left; note: the sides of its die
    "Poisoned": "tc.poison.content",  # note: the poison; value: turns left
    "Diseased": "tc.disease",  # note: the disease
    "Addicted": "tc.addiction.check",  # note: the substance; value: missed intervals
    "Malnourished": "tc.hunger",  # value: days
    "Affected": "tc.aspect.definition",  # note: aspect:choice; source: who has made it
    "Suppressed": "tc.addiction.substance",  # note: the condition that has no effect
    "Countered": "tc.reactionary",  # what it is casting comes to nothing
    "Surprised": "tc.surprise",
    "Forfeits": "tc.staggered",  # its next turn
    "Pinned": "tc.crush",  # value: kilograms
    "Away": "tc.aspect.definition",  # between two places
    "Pacified": "tc.persuade",
    "Fled": "tc.hp.zero",
}
COUNTED = frozenset({"Sickened", "Bleeding", "Malnourished", "Poisoned", "Charged", "Burning", "Pinned"})  # by value
STACKING = frozenset({"Sickened", "Charged"})  # tc.modifiers.stack: they add up in their value
MOST_STACKED = 20  # more makes no difference to any d20
HELD = frozenset({"Grabbed", "Grappled"})
# what is named by the note of these
NOTES = {"Affected": "aspect", "Poisoned": "poison", "Diseased": "disease", "Addicted": "addictive"}
FOR_THE_FIGHT = frozenset({"Surprised", "Charged", "Forfeits", "No Dodge"})  # gone when it is over


def afflict(
    scene: Scene,
    being: Being,
    name: str,
    *,
    source: str = "",
    until: Until | None = None,
    value: int = 0,
    note: str = "",
    rule: str = "",
) -> bool:
    """Put a condition on somebody; tells whether that changed anything."""
    if immune_to(scene, being, name.lower()):
        return False
    if name in STACKING and any([(c.name, c.source) == (name, source) for c in being.conditions]):
        being.set_conditions(*[
            replace(c, value=min(MOST_STACKED, c.value + value), until=until)
            if (c.name, c.source) == (name, source) else c
            for c in being.conditions
        ])  # fmt: skip
    elif name == "Bleeding":
        wounds = [c.note for c in being.conditions if c.name == name and c.value == value]
        being.afflict(Condition(name, source, until, value, str(len(wounds) + 1) if wounds else ""))
    elif not being.afflict(Condition(name, source, until, value, note)):
        return False
    scene.record("condition", rule or RULES[name], who=being.id, condition=name, source=source, note=note, value=value)
    if name in LENDING:
        keep_within(scene, being)
    return True


def end(scene: Scene, being: Being, name: str, *, source: str | None = None, rule: str = "") -> bool:
    """End a condition, from one source or from all."""
    if not being.relieve(name, source=source):
        return False
    if name not in being.states:
        scene.record("condition_ends", rule or RULES[name], who=being.id, condition=name)
    if name == "Affected":
        keep_within(scene, being)
    return True


def keep_within(scene: Scene, being: Being) -> None:
    """tc.ep.pool, tc.heal: what a skill or an item has lent goes with it; no pool holds more than its most. That alone
    kills nobody."""
    if not scene.options["opt_ep_overflow"]:
        being.ep = min(being.ep, max_ep(scene, being))
    most = max_hp(scene, being)
    being.hp = min(being.hp, most) if "Dead" in being.states else max(1 - most, min(being.hp, most))


def expire(scene: Scene, when: str, of: str = "") -> None:
    """A moment passes: `start of turn`, `end of turn` (of somebody), `round`, `fight`, `rest`."""
    for being, condition in scene.pass_moment(when, of):
        if condition.name not in being.states:
            scene.record("condition_ends", RULES[condition.name], who=being.id, condition=condition.name)
        if condition.name in LENDING:
            keep_within(scene, being)
    if scene.areas:
        scene.areas = tuple([left for left in [after(area, when, of) for area in scene.areas] if left is not None])


def after(area: Area, when: str, of: str) -> Area | None:
    """What is left of an area when a moment passes."""
    until = area.until
    if until is None or until.when != when or until.of != of:
        return area
    return replace(area, until=replace(until, turns=until.turns - 1)) if until.turns > 1 else None


def counts(being: Being, name: str) -> bool:
    """Is somebody under a condition that nothing suppresses?"""
    if name not in being.states:
        return False
    return "Suppressed" not in being.states or all(c.note != name for c in being.conditions if c.name == "Suppressed")


def holders(scene: Scene, being: Being) -> list[Being]:
    """Everybody who has grabbed or grappled this one."""
    if being.states.isdisjoint(HELD):
        return []
    return [scene.beings[c.source] for c in being.conditions if c.name in HELD and c.source in scene.beings]


def holder(scene: Scene, being: Being) -> Being | None:
    """Who has grabbed or grappled this one; of several the first."""
    return next(iter(holders(scene, being)), None)


def held_by(scene: Scene, being: Being) -> list[Being]:
    """Whom this one has grabbed or grappled."""
    return [other for other in scene.beings.values() if other.states and being in holders(scene, other)]


def until_own_turn(being: Being) -> Until:
    return Until("start of turn", being.id)


def own_turns(scene: Scene, being: Being, turns: int) -> Until:
    """To the end of so many of its turns from now: the one under way is none of them."""
    return Until("end of turn", being.id, turns + (scene.turns.current == being.id))


# ---------------------------------------------------------------- notes


def what_it_lacks(condition: Condition) -> str:
    return "a note" if condition.name in (*NOTES, "Incapacitated", "Suppressed") and not condition.note else ""


def note_fault(library: Library, condition: Condition) -> str:
    """What is wrong with the note of a condition, which says which poison, limb or skill it is."""
    name, note = condition.name, condition.note
    if name == "Addicted" and is_addictive(library, note):
        return ""
    if name in NOTES and note.partition(":")[0] not in library.shelves[NOTES[name]]:
        return f"{name}: there is no {NOTES[name]} {note!r}"
    if name == "Incapacitated" and note not in (*ARMS, *LEGS):
        return f"{name}: expected one of {', '.join((*ARMS, *LEGS))}, not {note!r}"
    if name == "Suppressed" and note not in RULES:
        return f"{name}: there is no condition {note!r}"
    return ""


def is_addictive(library: Library, name: str) -> bool:
    """tc.addiction.substance: something that is taken, or a poison that is addictive too."""
    if name in library.shelves["poison"]:
        poison: Poison = library.shelves["poison"].get(name)
        return poison.craving_interval_hours > 0
    return name in library.shelves["addictive"]
