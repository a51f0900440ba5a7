"""Core aspects: strength, mobility, intelligence, with all that raises and lowers them; load and encumbrance."""

from __future__ import annotations

from collections.abc import Sequence

from ludex.core.kernel.derived import Basis, derived
from ludex.core.kernel.ruling import Modifier
from ludex.games.crawl.book.characters.aspects import BODY, LENT, carried, equipment, item_of, lasting, standing
from ludex.games.crawl.records.kinds import Armor, Disease
from ludex.games.crawl.records.price_list import CoreAspectModifier
from ludex.games.crawl.state import Being, Scene

LOAD = Basis("pack worn hands")
GRAMS = 1000
CAPACITY = (25, 50, 80, 110, 170, 260, 410, 650, 1040, 1670, 2690)  # tc.equip.max_weight, by strength, in kg
OVERLOADS = ((20, -1), (45, -2), (70, -3), (100, -4), (130, -5))  # tc.equip.encumbrance: up to so many kg too much
FREE_LIGHTWEIGHT = 2  # tc.equip.lightweight_overload, for each slot


@derived(BODY, under=LENT)
def core_modifiers(scene: Scene, being: Being, name: str) -> Sequence[Modifier]:
    """tc.core.three: a core modifier as it is made up now."""
    found = [Modifier(standing(scene, being).cores[name], name, "tc.core.three")]
    if being.worn or being.hands != ("", ""):
        found += [
            Modifier(held.part.value, held.source, "tc.armor.encumbrance")
            for held in standing(scene, being).parts
            if held.worn and isinstance(held.part, CoreAspectModifier) and held.part.aspect == name
        ]
    if "Affected" in being.states:
        for _, entry, parts, _ in lasting(scene, being):
            for part in parts:
                if isinstance(part, CoreAspectModifier) and part.aspect == name:
                    found.append(Modifier(part.value, entry.name, "tc.aspect.definition"))
    if name == "mobility":
        found += load_modifiers(scene, being)
    if being.damaged(name):
        found.append(Modifier(-being.damaged(name), "ability damage", "tc.ability.damage"))
    if being.states:
        for carried_name, parts in carried(scene, being):
            for part in parts:
                if isinstance(part, CoreAspectModifier) and part.aspect == name:
                    found.append(Modifier(part.value, carried_name, "tc.poison.content"))
    if "Diseased" in being.states:
        for condition in being.conditions:
            if condition.name == "Diseased":
                disease: Disease = scene.library.shelves["disease"].entries[condition.note]
                if disease.aspect == name:
                    found.append(Modifier(disease.value, disease.name, "tc.disease"))
    return found


def core(scene: Scene, being: Being, name: str) -> int:
    """The net modifier."""
    scene.cite("tc.core.three", "tc.modifiers.stack")
    return sum([modifier.amount for modifier in core_modifiers(scene, being, name)])


# ---------------------------------------------------------------- load


def load_modifiers(scene: Scene, being: Being) -> list[Modifier]:
    """What too many lightweight items and too much weight take off mobility."""
    modifiers = []
    light = too_many_lightweight(scene, being)
    if light:
        modifiers.append(Modifier(-light, "lightweight items", "tc.equip.lightweight_overload"))
    if being.pack or being.worn or being.hands != ("", ""):
        heavy = encumbrance(scene, being)
        if heavy:
            modifiers.append(Modifier(heavy, "overload", "tc.equip.encumbrance"))
    return modifiers


def too_many_lightweight(scene: Scene, being: Being) -> int:
    """tc.equip.lightweight_overload: how many there are beyond two, over all slots."""
    if len(being.worn) <= FREE_LIGHTWEIGHT:
        return 0
    worn = [item_of(scene.library, name) for name in being.worn]
    slots = [item.slot for item in worn if isinstance(item, Armor) and item.lightweight]
    return sum([max(0, slots.count(slot) - FREE_LIGHTWEIGHT) for slot in dict.fromkeys(slots)])


@derived(LOAD)
def load(scene: Scene, being: Being) -> int:
    """All that is carried, in grams."""
    names = [*equipment(scene.library, being), *[c.id for c in being.pack for _ in range(c.count)]]
    return sum([round(item_of(scene.library, name).weight_kg * GRAMS) for name in names])


def capacity(scene: Scene, being: Being) -> int:
    """tc.equip.max_weight: by strength, in grams."""
    strength = min(max(core(scene, being, "strength"), 0), len(CAPACITY) - 1)
    kg = CAPACITY[strength]
    if scene.options["opt_weight_additive"] and strength:
        kg += CAPACITY[0]
    scene.cite("tc.equip.max_weight")
    return kg * GRAMS


def excess(scene: Scene, being: Being) -> int:
    """How many grams too many, where weight is tracked."""
    if not scene.options["opt_track_weight"]:
        return 0
    carried = load(scene, being)
    scene.cite("tc.equip.max_weight")
    if carried <= CAPACITY[0] * GRAMS:  # anybody carries that
        return 0
    return max(0, carried - capacity(scene, being))


def encumbrance(scene: Scene, being: Being) -> int:
    """tc.equip.encumbrance: what an overload takes off mobility."""
    too_much = excess(scene, being)
    if not too_much:
        return 0
    return next((amount for kg, amount in OVERLOADS if too_much <= kg * GRAMS), OVERLOADS[-1][1])


@derived(BODY, under=LENT)
def immobile(scene: Scene, being: Being) -> bool:
    """tc.equip.encumbrance: more than 130 kg too much."""
    loaded = bool(being.pack or being.worn) or being.hands != ("", "")
    return loaded and excess(scene, being) > OVERLOADS[-1][0] * GRAMS


def wears(scene: Scene, being: Being, slot: str) -> list[Armor]:
    """What is worn on a slot, or in hand as a shield."""
    made = [item_of(scene.library, name) for name in equipment(scene.library, being)]
    return [thing for thing in made if isinstance(thing, Armor) and thing.slot == slot]
