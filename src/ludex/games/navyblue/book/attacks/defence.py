"""Defending: the three thresholds of a Defence DV, what armour and shields add, and what may be defended with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludex.core.kernel.derived import derived
from ludex.games.navyblue.book.dice import BASE
from ludex.games.navyblue.book.features import STANDING, attribute, has_attribute, item, passive, usable_by
from ludex.games.navyblue.records.effects import AddDefence, Key, Shift, ThresholdShift
from ludex.games.navyblue.records.kinds import Armour, Shield, Strike
from ludex.games.navyblue.state import ARCHETYPES, CORE, MENTAL, PHYSICAL, Being, Scene, half_level

OWN = "own"  # the shield of a stat block, which is no item
NOTHING = ""  # defended with by whoever has none of the attributes that an attack allows
KEYS: dict[str, tuple[str, ...]] = {"Phys": PHYSICAL, "Ment": MENTAL, "Core": CORE}  # nb.armour.keys
WEIGHTS = {"Light": "nb.shield.light", "Medium": "nb.shield.medium", "Heavy": "nb.shield.heavy"}


def stands_for(attrs: tuple[Key, ...], attr: str) -> bool:
    """nb.armour.keys, nb.attr.groups: do these keys name the attribute?"""
    for key in attrs:
        if key == attr or attr in KEYS.get(key, ()) or (key == "Archetype" and attr in ARCHETYPES.values()):
            return True
    return False


# ---------------------------------------------------------------- armour and shields


def intact(scene: Scene, being: Being, name: str, helmet: bool) -> bool:
    """nb.armour.disabled: body armour fails while all its slots are marked; helmets do only at some tables."""
    if helmet and not scene.options["opt_helmets_break"]:
        return True
    own = [slot.marked for slot in being.slots if slot.thing == name and slot.worn]
    return not own or not all(own)


def armour_shifts(scene: Scene, being: Being, attr: str) -> Iterator[Shift]:
    """nb.armour.trait: what the armour that is worn adds when defending with this attribute; so for stat blocks."""
    for name in being.worn:
        armour = item(scene, name)
        if not isinstance(armour, Armour) or not usable_by(scene, being, armour):
            continue
        works = intact(scene, being, name, armour.helmet)
        scene.cite("nb.item.helmet" if armour.helmet else "nb.armour.trait", "nb.armour.keys", "nb.attr.groups")
        if works:
            yield from [given.shift for given in armour.protects if stands_for(given.attrs, attr)]
        else:
            scene.cite("nb.armour.disabled")
    for given in being.sheet.protection:
        if not given.shield and stands_for(given.attrs, attr):
            scene.cite("nb.armour.trait", "nb.armour.keys")
            yield given.shift


class Raised(NamedTuple):
    """A shield, as it helps when defending with some attribute."""

    id: str  # of the item, or OWN
    weight: str
    shift: Shift


def shields(scene: Scene, being: Being, attr: str) -> list[Raised]:
    """The shields that help when defending with this attribute: those in hand, and that of a stat block."""
    held = [item(scene, name) for name in being.held]
    shields = [thing for thing in held if isinstance(thing, Shield) and usable_by(scene, being, thing)]
    found = [Raised(shield.id, shield.weight, shield.shift) for shield in shields if stands_for(shield.attrs, attr)]
    own = [given for given in being.sheet.protection if given.shield and stands_for(given.attrs, attr)]
    if own:
        one, two, three = map(sum, zip(*[given.shift for given in own], strict=True))
        found.append(Raised(OWN, own[0].shield, (one, two, three)))
    return found


def shield_shifts(scene: Scene, being: Being, attr: str, picked: str) -> list[Shift]:
    """nb.shield.hand: what the shield adds; of two the one that was picked, or else the better one, unless both
    help at this table."""
    found = shields(scene, being, attr)
    if found:
        scene.cite("nb.shield.hand", "nb.shield.trait", *[WEIGHTS[shield.weight] for shield in found])
    if len(found) > 1 and not scene.options["opt_two_shields"]:
        found = [shield for shield in found if shield.id == picked] or found
        return [max([shield.shift for shield in found], key=strength)]
    return [shield.shift for shield in found]


def added_up(scene: Scene, shifts: list[Shift]) -> Shift:
    """nb.armour.multiple: they add up, unless only the highest of each tier counts at this table."""
    if not shifts:
        return (0, 0, 0)
    if len(shifts) > 1:
        scene.cite("nb.armour.multiple")
    count = max if scene.options["opt_armour_best_only"] else sum
    one, two, three = zip(*shifts, strict=True)
    return count(one), count(two), count(three)


# ---------------------------------------------------------------- the thresholds


@derived(STANDING)
def thresholds(scene: Scene, defender: Being, attr: str, shield: str = "") -> tuple[int, int, int]:
    """nb.attack.defence_dv: 3, 7 and 10, with half level, the attribute, and the shifts for that attribute; of two
    shields this one helps, or else the better one."""
    scene.cite("nb.attack.defence_dv")
    added = half_level(scene, defender)
    if attr == NOTHING:
        return BASE[0] + added, BASE[1] + added, BASE[2] + added
    added += attribute(scene, defender, attr)
    shifts = [*armour_shifts(scene, defender, attr), *shield_shifts(scene, defender, attr, shield)]
    one, two, three = added_up(scene, shifts)
    for effect in passive(scene, defender, ThresholdShift):
        if stands_for(effect.attrs, attr):
            one, two, three = one + effect.shift[0], two + effect.shift[1], three + effect.shift[2]
    return BASE[0] + added + one, BASE[1] + added + two, BASE[2] + added + three


def strength(numbers: Shift) -> tuple[int, int, int]:
    """By what a defence is the better one: Tier 2 first, then 3, then 1."""
    one, two, three = numbers
    return two, three, one


@derived(STANDING)
def shields_to_pick(scene: Scene, defender: Being, attr: str) -> dict[str, tuple[int, int, int]]:
    """nb.shield.hand: the shields, with the thresholds that each gives, where the holder has to pick one; none
    where one is as good as the others in everything."""
    found = {shield.id: thresholds(scene, defender, attr, shield.id) for shield in shields(scene, defender, attr)}
    settled = any([all([as_good(at, other) for other in found.values()]) for at in found.values()])
    return {} if settled else found


def as_good(one: Shift, other: Shift) -> bool:
    return all([a >= b for a, b in zip(one, other, strict=True)])


def defences(scene: Scene, defender: Being, strike: Strike, traits: tuple[str, ...]) -> tuple[str, ...]:
    """nb.attack.defend_with: what somebody may defend with: the attributes named by the attack that they have."""
    found: list[str] = [attr for attr in strike.defend_with if has_attribute(defender, attr)]
    if "Guarded" in defender.states:
        for condition in defender.conditions:
            if condition.name == "Guarded":
                attrs, _, trait = condition.note.partition("|")
                found += guarding(defender, tuple(attrs.split(",")), trait, traits)
    for effect in passive(scene, defender, AddDefence):
        found += guarding(defender, effect.attrs, effect.against_trait, traits)
    return tuple(dict.fromkeys(found)) or (NOTHING,)


def guarding(defender: Being, attrs: tuple[str, ...], against: str, traits: tuple[str, ...]) -> list[str]:
    """The attributes that somebody may defend with beside those that the attack names."""
    if against and against not in traits:
        return []
    return [attr for attr in attrs if has_attribute(defender, attr)]
