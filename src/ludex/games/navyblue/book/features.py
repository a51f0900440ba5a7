"""Features and what holds by itself: who has which, and what follows for attributes, slots, Vigor and costs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar, cast

from ludex.core.content.content import Library
from ludex.core.kernel.derived import Basis, derived
from ludex.games.navyblue.records.effects import (
    AddMaxVigor,
    AddSlots,
    Base,
    Effect,
    ForbidFeatures,
    GrantLanguage,
    GrantSkill,
    LowerResult,
    ManeuverCost,
    On,
    Untargetable,
)
from ludex.games.navyblue.records.ids import ITEMS
from ludex.games.navyblue.records.kinds import Feature, Gear, Item, Weapon
from ludex.games.navyblue.state import ARCHETYPES, CORE, Being, Scene

E = TypeVar("E", bound=Base)

BODY = "body:"  # a dead character as a thing: this and their id
PERSON = 6  # slots that a body takes, before what it carries
CONDITION_EFFECTS: dict[type, tuple[tuple[str, Effect], ...]] = {
    ForbidFeatures: (("CutOff", ForbidFeatures(trait="Magic")),),
    LowerResult: (("Suppressed", LowerResult(trait="Magic")),),
    Untargetable: (("Hidden", Untargetable()),),
}  # what conditions do by themselves, by the kind of effect

CARRYING = Basis("sheet held slots slotless packs")
ANYWHERE = CARRYING.and_of("conditions from_air", "air place")  # all that `holds` reads, but for who is in the air
STANDING = ANYWHERE.and_of("at")  # and that too


def item(scene: Scene, name: str) -> Item:
    """The item of that name, of whatever kind."""
    found = items(scene.library).get(name)
    if found is not None:
        return found
    if name.startswith(BODY):
        return body(scene, scene.beings[name.removeprefix(BODY)])
    raise KeyError(name)


@derived()
def items(library: Library) -> dict[str, Item]:
    """Every item of the content, whatever its kind."""
    return {name: item for kind in reversed(ITEMS) for name, item in library.shelves[kind].entries.items()}


def body(scene: Scene, dead: Being) -> Item:
    """nb.carry.sizes: six slots, and one for each slot of what that person carries; a pack's own size stands for what
    is in it, but for a backpack on the back, which has none."""
    filled = sum([slot.thing != "" for slot in dead.slots])
    others = [*dead.held, *(thing for pack in dead.packs if pack.worn for thing in pack.contents)]
    size = PERSON + filled + sum([item(scene, thing).slots for thing in others])
    return Item(id=BODY + dead.id, name=dead.name, slots=size, hands=2)


def feature(scene: Scene, name: str) -> Feature:
    return cast(Feature, scene.library.shelves["feature"].entries[name])


@dataclass(frozen=True, slots=True, eq=False)
class Having:
    """What somebody's features and things come to."""

    things: tuple[str, ...]  # all that is carried, each once
    features: tuple[Feature, ...]  # the own ones, and those that things give
    passive: dict[type, list[tuple[Feature | Item, Effect]]]  # what holds by itself, by the kind of effect
    moments: dict[str, list[tuple[Feature, Effect]]]  # what passive features do at moments of their own


@derived(CARRYING)
def having(scene: Scene, being: Being) -> Having:
    packed = [thing for pack in being.packs for thing in (pack.container, *pack.contents)]
    stowed = [slot.thing for slot in (*being.slots, *being.slotless) if slot.thing]
    things = tuple(dict.fromkeys([*being.held, *stowed, *packed]))
    carried_items = [item(scene, thing) for thing in things]
    own = being.sheet.features
    giving = [entry for entry in carried_items if entry.features]
    if giving:
        scene.cite("nb.feature.tags", "nb.item.schema", "nb.arch.tag_gate")
    lent = [name for entry in giving if usable_by(scene, being, entry) for name in entry.features]
    features = tuple([feature(scene, name) for name in (*own, *(name for name in lent if name not in own))])
    passive: dict[type, list[tuple[Feature | Item, Effect]]] = {}
    moments: dict[str, list[tuple[Feature, Effect]]] = {}
    for entry in features:
        for effect in entry.effects if entry.timing == "passive" else ():
            if effect.on == "passive":
                passive.setdefault(type(effect), []).append((entry, effect))
            else:
                moments.setdefault(effect.on, []).append((entry, effect))
    for thing in carried_items:
        for effect in thing.effects if isinstance(thing, Gear | Weapon) else ():
            if effect.on == "passive":
                passive.setdefault(type(effect), []).append((thing, effect))
    return Having(things, features, passive, moments)


def carried(scene: Scene, being: Being) -> tuple[str, ...]:
    """All that somebody has on them: in hand, in core slots, in packs; each thing once."""
    return having(scene, being).things


def owned(scene: Scene, being: Being) -> tuple[Feature, ...]:
    """nb.feature.tags: the own features, and those that carried items give for as long as they are carried, to whom
    they are of use."""
    return having(scene, being).features


def usable_by(scene: Scene, being: Being, entry: Feature | Item) -> bool:
    """nb.arch.tag_gate: what names archetypes is of use to those alone; what names none, to everybody."""
    if being.sheet.archetype == "Warrior" and "Magic" in entry.traits and scene.options["opt_warrior_no_magic"]:
        return False
    if not entry.archetypes or (not being.pc and not being.sheet.archetype):
        return True
    scene.cite("nb.arch.tag_gate")
    return being.sheet.archetype in entry.archetypes


def forbidden(scene: Scene, being: Being, traits: tuple[str, ...]) -> bool:
    """nb.arch.counterplay: does something keep somebody from using what has these traits? What forbids, a condition, a
    feature or a thing, is never forbidden itself."""
    if not traits:
        return False
    for entry, effect in having(scene, being).passive.get(ForbidFeatures, ()):
        aimed = isinstance(effect, ForbidFeatures) and effect.trait in traits
        if aimed and usable_by(scene, being, entry) and holds(scene, being, effect, entry.id):
            return True
    return any([effect.trait in traits for effect in by_conditions(being, ForbidFeatures)])


def by_conditions(being: Being, kind: type[E]) -> list[E]:
    """The effects of a kind that somebody's conditions have."""
    if not being.states or kind not in CONDITION_EFFECTS:
        return []
    return [e for name, e in CONDITION_EFFECTS[kind] if name in being.states and isinstance(e, kind)]


def own_traits(archetype: str, sub_lineages: Iterable[str]) -> tuple[str, ...]:
    """nb.ancestry.sublineage, nb.arch.tag_gate: what a character is called by their archetype and their ancestry."""
    return tuple(dict.fromkeys(filter(None, (archetype, *sub_lineages))))


def magic_kind(library: Library, archetype: str, features: Iterable[str]) -> str:
    """nb.arch.counterplay: a Devout's magic comes from outside, a Mage's from within; others may have some too."""
    if archetype in ("Devout", "Mage"):
        return archetype
    shelf = library.shelves["feature"].entries
    return "other" if any("Magic" in shelf[name].traits for name in features) else "none"


def uses_left(being: Being, entry: Feature) -> bool:
    """May a feature be used once more before what gives its uses back?"""
    return not entry.uses.count or [name for name, _ in being.used].count(entry.id) < entry.uses.count


def use_up(being: Being, entry: Feature) -> None:
    if entry.uses.count:
        being.use(entry.id, entry.uses.per)


def at_moment(scene: Scene, being: Being, on: On) -> list[Effect]:
    """What the passive features of somebody do by themselves at a moment of their own."""
    found = having(scene, being).moments.get(on, ())
    return [effect for entry, effect in found if works_for(scene, being, entry, effect)]


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


def works_for(scene: Scene, being: Being, entry: Feature | Item, effect: Base) -> bool:
    """Has somebody the good of this effect now: by archetype, by what is forbidden, by its own terms?"""
    if not usable_by(scene, being, entry) or forbidden(scene, being, entry.traits):
        return False
    return holds(scene, being, effect, entry.id)


def passive(scene: Scene, being: Being, kind: type[E]) -> list[E]:
    """Every effect of a kind that holds by itself: of features, of things that are carried, and of conditions."""
    if kind in having(scene, being).passive:
        return in_force(scene, being, kind)
    return by_conditions(being, kind) if being.states else []


@derived(STANDING)
def in_force(scene: Scene, being: Being, kind: type[E]) -> list[E]:
    own = having(scene, being).passive[kind]
    found = [effect for entry, effect in own if isinstance(effect, kind) and works_for(scene, being, entry, effect)]
    return found + by_conditions(being, kind)


def passive_by(scene: Scene, being: Being, kind: type[E]) -> list[tuple[str, E]]:
    """The effects of a kind that features and things have by themselves, each with what it comes from."""
    own = having(scene, being).passive.get(kind, [])
    return [(entry.id, e) for entry, e in own if isinstance(e, kind) and works_for(scene, being, entry, e)]


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
    boost = 0
    if "Boosted" in being.states:
        boost = sum([c.value for c in being.conditions if c.name == "Boosted" and c.note == name])
    if name in CORE:
        scene.cite("nb.attr.core")
        if boost:
            scene.cite("nb.attr.cap", "nb.attr.boosts")
        return min(cap(being.sheet.level), being.sheet.attributes.get(name, 0) + boost)
    scene.cite("nb.attr.archetype", "nb.attr.archetype_no_cap", "nb.attr.archetype_growth")
    return archetype_value(scene, being.sheet.level) + boost


def max_vigor(scene: Scene, being: Being) -> int:
    """nb.vigor.max: 8 + (Mettle + 1, at least 1) × level; Warriors add their Presence (nb.vigor.warrior)."""
    stated = being.sheet.vigor
    return stated if stated is not None else own_vigor(scene, being)


@derived(STANDING)
def own_vigor(scene: Scene, being: Being) -> int:
    """The most Vigor of who has no stat block that states it."""
    scene.cite("nb.vigor.max")
    found = 8 + max(1, attribute(scene, being, "Mettle") + 1) * being.sheet.level
    if being.sheet.archetype == "Warrior":
        scene.cite("nb.vigor.warrior")
        found += attribute(scene, being, "Presence")
    return found + sum(effect.amount for effect in passive(scene, being, AddMaxVigor))


def slot_count(scene: Scene, being: Being) -> int:
    """nb.carry.slots: 10 + Brawn + Mettle, not below 0. NPCs have none (nb.carry.npc)."""
    if not being.pc:
        return 0
    scene.cite("nb.carry.slots")
    found = 10 + attribute(scene, being, "Brawn") + attribute(scene, being, "Mettle")
    return max(0, found + sum(effect.amount for effect in passive(scene, being, AddSlots)))


def skills(scene: Scene, being: Being) -> tuple[str, ...]:
    granted = [effect.skill for effect in passive(scene, being, GrantSkill)]
    return tuple(dict.fromkeys((*being.sheet.skills, *granted)))


def languages(scene: Scene, being: Being) -> list[tuple[str, bool, bool]]:
    """Every language that somebody has, with speaking and reading: learned, or given without points."""
    found = {name: (speaks, reads) for name, speaks, reads in being.sheet.languages}
    for given in passive(scene, being, GrantLanguage):
        speaks, reads = found.get(given.language, (False, False))
        found[given.language] = (speaks or given.speak, reads or given.read)
    return [(name, *halves) for name, halves in found.items()]


def maneuver_cost(scene: Scene, being: Being, maneuver: str, points: int) -> int:
    """What a maneuver costs this character."""
    changed = passive(scene, being, ManeuverCost)
    return min([points, *[effect.cost for effect in changed if effect.maneuver == maneuver]]) if changed else points
