"""What a legal character is: the rules of creation and level, each as a check that names its rule.

The steps of creation refuse by the same checks that judge a finished character.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ludex.core.content.content import Library
from ludex.core.kernel.ruling import Refusal, cite
from ludex.games.bluebox.book.attacks.weapons import about_modules
from ludex.games.bluebox.book.levels import ABILITY_POINTS, STAT_MOST, stat_raises
from ludex.games.bluebox.build.from_content import OLD_NAMES, make_sheet
from ludex.games.bluebox.records.ids import KNOWN_MASKS, POWERLESS
from ludex.games.bluebox.records.kinds import Carried, Character, Power, Species, Weapon
from ludex.games.bluebox.state import STATS

STEPS = "bb.creation.steps"
ARRAY = (2, 2, 1, 0, -1)
FIRST_ABILITIES = 4
PRACTICED = 2  # abilities
HP_DICE, HP_SIDES = 7, 4
FIRST_POWERS = 2
KIT = 4


def die_at(level: int) -> int:
    return 4 if level < 4 else 6 if level < 7 else 8


# ---------------------------------------------------------------- stats, abilities, Practiced


def about_stats(stats: Sequence[int], level: int = 1) -> Iterator[Refusal]:
    """bb.gap.stat_array: +2, +2, +1, 0, -1 in any order, raised at levels 4 and 7."""
    if len(stats) != len(STATS):
        yield Refusal(f"a character has the five stats {', '.join(STATS)}", "bb.stat.list")
        return
    above = [have - base for have, base in zip(sorted(stats, reverse=True), ARRAY, strict=True)]
    raised = stat_raises(level)
    if min(above) < 0 or sum(above) > raised or max(stats) > STAT_MOST:
        shown = ", ".join(f"{n:+d}" if n else "0" for n in stats)
        later = f", with {raised} raised since" if raised else ""
        yield Refusal(f"the stats {shown} are not +2, +2, +1, 0, -1 in some order{later}", STEPS)


def about_abilities(bonuses: Mapping[str, int], level: int = 1) -> Iterator[Refusal]:
    """Four different abilities at +1; two more points at each level; never above the level."""
    for name, bonus in bonuses.items():
        if bonus > level:
            reason = f"{name} +{bonus}: at level {level} no ability bonus is above +{level}"
            yield Refusal(reason, "bb.ability.bonus_cap")
    points = FIRST_ABILITIES + ABILITY_POINTS * (level - 1)
    given = sum(bonuses.values())
    if min(bonuses.values(), default=1) < 1:
        yield Refusal("an ability bonus is at least +1; leave out the others", STEPS)
    elif given > points or (level == 1 and given < points):
        shape = "four different abilities at +1" if level == 1 else f"at most {points} points at level {level}"
        yield Refusal(f"{len(bonuses)} ability bonuses, {given} points in all; it is {shape}", STEPS)


def about_practiced(abilities: Collection[str], level: int = 1) -> Iterator[Refusal]:
    if len(set(abilities)) != len(abilities) or not enough(len(abilities), PRACTICED, level):
        yield Refusal(f"Practiced in two different abilities, not in {len(abilities)}", STEPS)


def about_saves(saves: Collection[str], level: int = 1) -> Iterator[Refusal]:
    if not enough(len(saves), 1, level):
        yield Refusal(f"Practiced in one save, not in {len(saves)}", STEPS)


def enough(have: int, wanted: int, level: int) -> bool:
    """What a new character has exactly, a seasoned one may have learned more of."""
    return have == wanted if level == 1 else have >= wanted


# ---------------------------------------------------------------- HP


def about_hp_dice(faces: Sequence[int]) -> Iterator[Refusal]:
    if len(faces) != HP_DICE or not all(1 <= face <= HP_SIDES for face in faces):
        shown = ", ".join(map(str, faces)) or "none"
        yield Refusal(f"HP are rolled with seven d4, not {shown}", "bb.hp.creation")


def about_hp(entry: Character) -> Iterator[Refusal]:
    """7d4 + FOR, and at each level + ✦ + FOR, at least 1."""
    strong = entry.stats.get("FOR", 0)
    if entry.hp_rolls or entry.hp is None:
        yield from about_hp_dice(entry.hp_rolls)
    if entry.hp is None:
        return
    rolled = sum(entry.hp_rolls) if entry.hp_rolls else None
    least = (rolled if rolled is not None else HP_DICE) + strong
    most = (rolled if rolled is not None else HP_DICE * HP_SIDES) + strong
    if entry.level > 1:
        least += entry.level - 1 - stat_raises(entry.level)
        most += sum(max(1, die_at(level) + strong) for level in range(2, entry.level + 1))
    if not least <= entry.hp <= most:
        span = str(least) if least == most else f"{least} to {most}"
        yield Refusal(f"{entry.hp} HP, where the dice and FOR give {span}", "bb.hp.creation")


# ---------------------------------------------------------------- Tools


def about_weapon(library: Library, weapon: Weapon, level: int = 1) -> Iterator[Refusal]:
    """A Tool is a core, a stat that the core allows, and Modules; the rest comes from the core."""
    core = library.shelves["core"].entries.get(weapon.core)
    if core is None:
        yield Refusal(f"{weapon.name} is not built on a core", STEPS)
        return
    if weapon.stat not in core.stats:
        yield Refusal(f"{weapon.name} uses {weapon.stat}; a {core.name} uses {' or '.join(core.stats)}", STEPS)
    for name in ("type_of", "distance", "critical", "dice", "bonus", "reactions", "thrown"):
        own = getattr(weapon, name)
        if own is not None and own != getattr(core, name):
            word = "class" if name == "type_of" else name
            yield Refusal(f"{weapon.name} states another {word} than its core, {core.name}", STEPS)
    if weapon.type != "plain" or weapon.effects:
        yield Refusal(f"{weapon.name} has a type or effects of its own that no Module gives", STEPS)
    yield from about_modules(library, weapon.modules, level)


# ---------------------------------------------------------------- mask, powers, kit, origins


def about_mask(library: Library, mask: str, needed: bool) -> Iterator[Refusal]:
    if needed and not mask:
        yield Refusal("this species must wear a mask", STEPS)
    if mask and mask not in library.shelves["mask"] and mask not in KNOWN_MASKS and mask != POWERLESS:
        yield Refusal(f"{mask!r} is no mask of the content and none that the book names", "bb.kanohi.known")


def own_powers(library: Library, element: str) -> list[Power]:
    """Those of the own element that cost no EP: every character of the element knows them."""
    return [power for power in library.all("power") if element and power.element == element and not power.ep]


def powers_to_choose(library: Library, element: str) -> list[Power]:
    """Those that cost EP, of the own element or of none."""
    return [power for power in library.all("power") if power.ep and power.element in ("", element)]


def about_power(library: Library, element: str, name: str) -> Iterator[Refusal]:
    """Whether a power can be chosen at all: it costs EP, and is of the own element or of none."""
    power: Power | None = library.shelves["power"].entries.get(name)
    if power is not None and power.element not in ("", element):
        yield Refusal(f"{power.name} is a power of {power.element}, not of {element or 'no element'}", STEPS)
    elif power is not None and not power.ep:
        yield Refusal(f"{power.name} costs no EP and is not of the own element", STEPS)


def about_powers(library: Library, element: str, chosen: Sequence[str], level: int = 1) -> Iterator[Refusal]:
    """The powers that were chosen: two that cost EP, and at each level perhaps one more."""
    for name in chosen:
        yield from about_power(library, element, name)
    if len(set(chosen)) != len(chosen):
        yield Refusal("the same power is chosen twice", STEPS)
    least = min(FIRST_POWERS, len(powers_to_choose(library, element)))
    most = least + level - 1
    if not least <= len(chosen) <= most:
        span = str(least) if least == most else f"{least} to {most}"
        yield Refusal(f"{len(chosen)} powers that cost EP, in place of {span}", STEPS)


def about_kit(items: Iterable[Carried]) -> Iterator[Refusal]:
    carried = sum(item.count for item in items)
    if carried > KIT:
        yield Refusal(f"a starting kit of {carried} items; up to {KIT} are allowed", STEPS)


def about_background(library: Library, background: str) -> Iterator[Refusal]:
    if background not in library.shelves["background"]:
        reason = f"there is no Background {background!r}" if background else "every character takes one Background"
        yield Refusal(reason, "bb.background.choose")


def about_calling(library: Library, calling: str) -> Iterator[Refusal]:
    if calling not in library.shelves["calling"]:
        reason = f"there is no Calling {calling!r}" if calling else "every character takes one Calling"
        yield Refusal(reason, "bb.calling.known")


# ---------------------------------------------------------------- a whole character


def faults(library: Library, entry: Character) -> list[Refusal]:
    """What of this character no rule of creation or level allows, but for the rules that their table has waived."""
    cite(STEPS, "bb.ability.bonus_cap", "bb.tool.hex_points", "bb.background.choose", "bb.calling.known")
    cite("bb.kanohi.known", "bb.hp.creation", "bb.stat.list")
    return [refusal for refusal in _all_faults(library, entry) if refusal.rule not in entry.allowed]


def _all_faults(library: Library, entry: Character) -> Iterator[Refusal]:
    level = entry.level
    if level < 1:
        yield Refusal(f"level {level}: characters have a level from 1", "bb.level.rules")
        return
    shelves = library.shelves
    species: Species | None = shelves["species"].entries.get(entry.species)
    if species is None:
        yield Refusal(f"there is no species {entry.species!r}" if entry.species else "no species", STEPS)
    if entry.armor not in shelves["armor"]:
        yield Refusal(f"there is no armor set {entry.armor!r}", "bb.armor.sets")
    yield from about_stats([entry.stats[stat] for stat in STATS if stat in entry.stats], level)
    yield from about_abilities({OLD_NAMES.get(name, name): bonus for name, bonus in entry.abilities.items()}, level)
    yield from about_practiced(entry.practiced.abilities, level)
    yield from about_saves(entry.practiced.saves, level)
    if set(entry.practiced.weapons) != set(entry.weapons):
        yield Refusal("Practiced in each of the starting weapons and in no other", STEPS)
    yield from about_hp(entry)
    for name in entry.weapons:
        if name in shelves["weapon"]:
            yield from about_weapon(library, shelves["weapon"].entries[name], level)
    needed = entry.needs_mask if entry.needs_mask is not None else species is not None and species.needs_mask
    yield from about_mask(library, entry.mask, needed)
    if entry.masks:
        yield Refusal("a new character has one mask, the one they wear", STEPS)
    yield from _about_known_powers(library, entry)
    yield from about_background(library, entry.background)
    yield from about_calling(library, entry.calling)
    yield from about_kit(entry.items)
    yield from _about_formulas(library, entry, species)


def _about_known_powers(library: Library, entry: Character) -> Iterator[Refusal]:
    own = [power.id for power in own_powers(library, entry.element)]
    for name in own:
        if name not in entry.powers:
            yield Refusal(f"a power of the own element that costs no EP is missing: {name}", STEPS)
    yield from about_powers(library, entry.element, [name for name in entry.powers if name not in own], entry.level)


FORMULAS = {
    "ac": "bb.armor.ac",
    "bac": "bb.armor.bac",
    "plating": "bb.plating.value",
    "ep": "bb.ep.resource",
    "size": STEPS,
    "speed": STEPS,
    "natural_plating": STEPS,
    "needs_mask": STEPS,
    "tags": STEPS,
}
GIVEN_BY_NOTHING = ("resist", "immune", "vulnerable", "sees_natural_dark", "sees_supernatural_dark")


def _about_formulas(library: Library, entry: Character, species: Species | None) -> Iterator[Refusal]:
    """What follows from the other choices may be stated, but not otherwise."""
    if entry.ap != 2:
        yield Refusal(f"{entry.ap} AP; a character has 2", "bb.ap.points")
    for name in GIVEN_BY_NOTHING:
        if getattr(entry, name):
            yield Refusal(f"nothing in creation gives {name}", STEPS)
    if species is None or entry.armor not in library.shelves["armor"] or len(entry.stats) != len(STATS):
        return
    stated: dict[str, Any] = {name: getattr(entry, name) for name in FORMULAS}
    bare = msgspec.structs.replace(entry, **dict.fromkeys(FORMULAS), powers=())
    sheet = make_sheet(library, bare)
    for name, value in stated.items():
        by_rule = getattr(sheet, name)
        if value is not None and value != by_rule:
            yield Refusal(f"{name} is stated as {value}; by the rules it is {by_rule}", FORMULAS[name])
