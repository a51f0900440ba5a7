"""Conditions: how they come and go. What each does stands where it matters; what is said of it in `conditions.toml`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ludex.core.content.content import Library
from ludex.core.kernel.scene import Condition
from ludex.games.crawl.book.characters.aspects import LENDING, immune_to, max_ep, max_hp
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.records.kinds import Poison
from ludex.games.crawl.state import ARMS, LEGS, Area, Being, Scene

COUNTED = CONDITIONS.tagged("counted")
HELD = CONDITIONS.tagged("hold")
FOR_THE_FIGHT = CONDITIONS.tagged("of the fight")

afflict, end = CONDITIONS.afflict, CONDITIONS.end


@CONDITIONS.wards(*CONDITIONS)
def immune(scene: Scene, being: Being, name: str) -> bool:
    return immune_to(scene, being, name.lower())


@CONDITIONS.brings(*LENDING, again=True)
@CONDITIONS.leaves(*LENDING, each=True)
def reckon_again(scene: Scene, being: Being, condition: Condition) -> None:
    keep_within(scene, being)


def keep_within(scene: Scene, being: Being) -> None:
    """tc.ep.pool, tc.heal: what a skill or an item has lent goes with it; no pool holds more than its most. That alone
    kills nobody."""
    if not scene.options["opt_ep_overflow"]:
        being.ep = min(being.ep, max_ep(scene, being))
    most = max_hp(scene, being)
    being.hp = min(being.hp, most) if "Dead" in being.states else max(1 - most, min(being.hp, most))


def expire(scene: Scene, when: str, of: str = "") -> None:
    """A moment passes: `start of turn`, `end of turn` (of somebody), `round`, `fight`, `rest`."""
    CONDITIONS.expire(scene, when, of)
    if scene.areas:
        scene.areas = tuple([left for left in [area_after(area, when, of) for area in scene.areas] if left is not None])


def area_after(area: Area, when: str, of: str) -> Area | None:
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


# ---------------------------------------------------------------- notes


def note_fault(library: Library, condition: Condition) -> str:
    """What is wrong with the note of a condition, which says which poison, limb or skill it is."""
    lacking = CONDITIONS.lacking(condition, noted(library))
    return f"{condition.name} needs {lacking}, not {condition.note!r}" if lacking else ""


def noted(library: Library) -> dict[str, Collection[str]]:
    """What a note can name, by the word for it in `conditions.toml`."""
    shelves = library.shelves
    craved = [name for name in shelves["poison"].entries if is_addictive(library, name)]
    return {
        "aspect": shelves["aspect"].entries,
        "poison": shelves["poison"].entries,
        "disease": shelves["disease"].entries,
        "substance": (*shelves["addictive"].entries, *craved),
        "limb": (*ARMS, *LEGS),
        "condition": CONDITIONS,
        "numbed": CONDITIONS.of_content,
        "sides": ("4", "6", "8", "10", "12"),
    }


def is_addictive(library: Library, name: str) -> bool:
    """tc.addiction.substance: something that is taken, or a poison that is addictive too."""
    if name in library.shelves["poison"]:
        poison: Poison = library.shelves["poison"].get(name)
        return poison.craving_interval_hours > 0
    return name in library.shelves["addictive"]
