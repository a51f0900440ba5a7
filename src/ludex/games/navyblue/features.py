"""Features and what holds by itself: who has which, and what follows for attributes, slots, Vigor and costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar, cast

from ludex.core.rulebook import cite
from ludex.games.navyblue.being import ARCHETYPES, CORE, Being, Scene
from ludex.games.navyblue.content_kinds import Feature, Gear, Item, Weapon
from ludex.games.navyblue.effects import (
    AddMaxVigor,
    AddSlots,
    Base,
    Effect,
    ForbidFeatures,
    GrantSkill,
    ManeuverCost,
)

E = TypeVar("E", bound=Base)

ITEMS = ("weapon", "armour", "shield", "container", "consumable", "gear")  # the kinds of content that are items
CONDITION_EFFECTS: dict[str, tuple[Effect, ...]] = {"CutOff": (ForbidFeatures(trait="Magic"),)}


def item(scene: Scene, name: str) -> Item:
    """The item of that name, of whatever kind."""
    for kind in ITEMS:
        found = scene.library.shelves[kind].entries.get(name)
        if found is not None:
            return cast(Item, found)
    raise KeyError(name)


def feature(scene: Scene, name: str) -> Feature:
    return cast(Feature, scene.library.shelves["feature"].entries[name])


def carried(being: Being) -> tuple[str, ...]:
    """All that somebody has on them: in hand, in core slots, in packs; each thing once."""
    packed = [thing for pack in being.packs for thing in (pack.container, *pack.contents)]
    return tuple(dict.fromkeys([*being.held, *(s.thing for s in being.slots if s.thing), *packed]))


def owned(scene: Scene, being: Being) -> tuple[str, ...]:
    """nb.feature.tags: the own features, and those that carried items give for as long as they are carried."""
    given = [name for thing in carried(being) for name in item(scene, thing).features]
    return (*being.sheet.features, *(name for name in given if name not in being.sheet.features))


def usable_by(scene: Scene, being: Being, entry: Feature | Item) -> bool:
    """nb.arch.tag_gate: what names archetypes is of use to those alone; what names none, to everybody."""
    if being.sheet.archetype == "Warrior" and "Magic" in entry.traits and scene.options["opt_warrior_no_magic"]:
        return False
    if not entry.archetypes or (not being.pc and not being.sheet.archetype):
        return True
    return being.sheet.archetype in entry.archetypes


def holds(scene: Scene, being: Being, effect: Base, thing: str = "") -> bool:
    """Do the terms of an effect hold for its owner now?"""
    if effect.when == "held":
        return thing in being.held
    if effect.when == "in_air_zone":
        return being.at in scene.air
    if effect.when == "underground":
        return scene.place.underground
    if effect.when == "entered_from_air_this_turn":
        return being.from_air
    return True


def passive(scene: Scene, being: Being, kind: type[E]) -> Iterator[E]:
    """Every effect of a kind that holds by itself: of features, of things that are carried, and of conditions."""
    for name in owned(scene, being):
        entry = feature(scene, name)
        if entry.timing == "passive" and usable_by(scene, being, entry):
            for effect in entry.effects:
                if isinstance(effect, kind) and effect.on == "passive" and holds(scene, being, effect):
                    yield effect
    for thing in carried(being):
        made = item(scene, thing)
        if isinstance(made, Gear | Weapon) and usable_by(scene, being, made):
            for effect in made.effects:
                if isinstance(effect, kind) and effect.on == "passive" and holds(scene, being, effect, thing):
                    yield effect
    for name in being.states:
        for effect in CONDITION_EFFECTS.get(name, ()):
            if isinstance(effect, kind):
                yield effect


# ---------------------------------------------------------------- what follows from them


def cap(level: int) -> int:
    """nb.attr.cap: 5, and 5 more at level 11 and every ten levels after."""
    return 5 + 5 * (max(0, level - 1) // 10)


def archetype_value(scene: Scene, level: int) -> int:
    """nb.attr.archetype_growth: 3 at level 1, and 1 more every three levels after."""
    if level < 1:
        return 0
    return 3 + (level // 3 if scene.options["opt_archetype_growth"] == "3_6_9" else (level - 1) // 3)


def has_attribute(being: Being, name: str) -> bool:
    return name in CORE or (being.sheet.archetype != "" and ARCHETYPES[being.sheet.archetype] == name)


def attribute(scene: Scene, being: Being, name: str) -> int:
    """nb.attr.boosts: the own value with what magic adds to it, a core one never above its cap."""
    boost = sum(c.value for c in being.conditions if c.name == "Boosted" and c.note == name)
    if name in CORE:
        if scene.recorder is not None:
            cite("nb.attr.core", *(("nb.attr.cap", "nb.attr.boosts") if boost else ()))
        return min(cap(being.sheet.level), being.sheet.attributes.get(name, 0) + boost)
    if scene.recorder is not None:
        cite("nb.attr.archetype", "nb.attr.archetype_no_cap", "nb.attr.archetype_growth")
    return archetype_value(scene, being.sheet.level) + boost


def max_vigor(scene: Scene, being: Being) -> int:
    """nb.vigor.max: 8 + (Mettle + 1, at least 1) × level; Warriors add their Presence (nb.vigor.warrior)."""
    if being.sheet.vigor is not None:
        return being.sheet.vigor
    found = 8 + max(1, attribute(scene, being, "Mettle") + 1) * being.sheet.level
    if being.sheet.archetype == "Warrior":
        found += attribute(scene, being, "Presence")
    if scene.recorder is not None:
        cite("nb.vigor.max", *(("nb.vigor.warrior",) if being.sheet.archetype == "Warrior" else ()))
    return found + sum(effect.amount for effect in passive(scene, being, AddMaxVigor))


def slot_count(scene: Scene, being: Being) -> int:
    """nb.carry.slots: 10 + Brawn + Mettle, not below 0. NPCs have none (nb.carry.npc)."""
    if not being.pc:
        return 0
    found = 10 + attribute(scene, being, "Brawn") + attribute(scene, being, "Mettle")
    return max(0, found + sum(effect.amount for effect in passive(scene, being, AddSlots)))


def skills(scene: Scene, being: Being) -> tuple[str, ...]:
    granted = [effect.skill for effect in passive(scene, being, GrantSkill)]
    return tuple(dict.fromkeys((*being.sheet.skills, *granted)))


def maneuver_cost(scene: Scene, being: Being, maneuver: str, points: int) -> int:
    """What a maneuver costs this character."""
    changed = [effect.cost for effect in passive(scene, being, ManeuverCost) if effect.maneuver == maneuver]
    return min((points, *changed))
