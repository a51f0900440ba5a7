"""What a legal attack is: type and effect, the upgrades and limits that may stand on it, and what they may cost.

vt.attack.build, vt.up.list, vt.limit.gate, vt.arch.attack.budget.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import cast

from ludex.core.book.rulebook import Value
from ludex.core.content.content import Fault, Library
from ludex.core.creation import about
from ludex.core.kernel.ruling import Refusal, cite
from ludex.games.vitality.book.attacks.built import BASIC, OLD_PRICE, PRICES, TYPES, price_of
from ludex.games.vitality.records.attack_effects import Leech
from ludex.games.vitality.records.boon_effects import Heal, Regeneration
from ludex.games.vitality.records.kinds import Archetype, Attack, Limit, Person, Upgrade
from ludex.games.vitality.state import TIERS

RULES = (
    "vt.attack.build", "vt.up.list", "vt.limit.gate", "vt.enh.general", "vt.arch.attack.budget",
    "vt.arch.attack.specialist",
)  # fmt: skip
OLD_STEP = 10  # opt_attack_scale_hundred: points are rounded up to tens

# ---------------------------------------------------------------- points


def attack_archetype(library: Library, entry: Person) -> Archetype | None:
    return cast(Archetype | None, library.shelves["archetype"].entries.get(entry.archetypes.attack))


def attack_count(library: Library, entry: Person, options: Mapping[str, Value]) -> int:
    """vt.arch.attack.budget: how many special attacks somebody has; a Specialist, or whoever has no archetype, none."""
    archetype = attack_archetype(library, entry)
    if archetype is None:
        return 0
    return archetype.old_attacks if options["opt_attack_scale_hundred"] else archetype.attacks


def attack_points(library: Library, entry: Person, options: Mapping[str, Value]) -> int:
    """vt.arch.attack.budget: 2T, 2T - 2 or 2T - 4 for each; on the older scale 30T, 25T or 20T, rounded up to tens."""
    archetype = attack_archetype(library, entry)
    if archetype is None or not attack_count(library, entry, options):
        return 0
    tier = TIERS[entry.level]
    if options["opt_attack_scale_hundred"]:
        return -(-archetype.old_per_tier * tier // OLD_STEP) * OLD_STEP
    return max(0, 2 * tier - archetype.short)


def price(library: Library, attack: Attack, options: Mapping[str, Value]) -> int:
    return price_of(library, attack, bool(options["opt_attack_scale_hundred"]))


def price_in(attack_type: str, cost: int, options: Mapping[str, Value]) -> int:
    """What an upgrade or limit of this cost takes of an attack's points: areas pay twice."""
    times = 2 if attack_type in TYPES and TYPES[attack_type].area else 1
    return times * cost * (OLD_PRICE if options["opt_attack_scale_hundred"] else 1)


# ---------------------------------------------------------------- one attack


def about_attack(library: Library, entry: Person, attack: Attack, options: Mapping[str, Value]) -> Iterator[Refusal]:
    """All that is wrong with an attack of somebody, whatever the others are."""
    yield from about_form(attack)
    yield from about_enhancements(library, attack)
    yield from about_price(library, entry, attack, options)
    if attack.id in BASIC:
        yield Refusal(f"{attack.id} is everybody's own and cannot be built anew", "vt.attack.basic")


def about_form(attack: Attack) -> Iterator[Refusal]:
    """Type, effect, Resistance, stat and shape go together."""
    kind, damages = TYPES[attack.type], attack.effect == "damage"
    if kind.only and (kind.only == "damage") != damages:
        yield Refusal(f"a {attack.type.replace('_', ' ')} attack is for {kind.only} only", kind.rule)
    if damages and attack.versus:
        yield Refusal("damage is rolled against no Resistance", "vt.attack.build")
    elif not damages and not attack.versus:
        yield Refusal("a condition is rolled against one Resistance", "vt.attack.build")
    if (attack.effect == "weaken") != bool(attack.stat):
        yield Refusal("Weaken, and nothing else, names the stat that it lowers", "vt.cond.weaken")
    if kind.area != bool(attack.shape):
        yield Refusal("an area, and nothing else, is a burst, a cone or a line", "vt.attack.area.shape")


def about_enhancements(library: Library, attack: Attack) -> Iterator[Refusal]:
    upgrades: list[Upgrade] = [library.shelves["upgrade"].entries[name] for name in attack.upgrades]
    limits: list[Limit] = [library.shelves["limit"].entries[name] for name in attack.limits]
    for upgrade in dict.fromkeys(upgrades):
        yield from about_upgrade(upgrade, attack)
        if not upgrade.ranks and upgrades.count(upgrade) > 1:
            yield Refusal(f"{upgrade.name} is on an attack once", "vt.attack.build")
    for limit in dict.fromkeys(limits):
        if limits.count(limit) > 1:
            yield Refusal(f"{limit.name} is on an attack once", "vt.attack.build")
    every: list[Upgrade | Limit] = [*upgrades, *limits]
    for one, other in combinations(dict.fromkeys(every), 2):
        if one.id in other.not_with or other.id in one.not_with:
            cite("vt.enh.general")
            rule = "vt.up.list" if isinstance(one, Upgrade) else f"vt.limit.{one.group}"
            yield Refusal(f"{one.name} and {other.name} do not stand on the same attack", rule)


def about_upgrade(upgrade: Upgrade, attack: Attack) -> Iterator[Refusal]:
    """vt.up.list: the types and effects that it is for, and what it stands on."""
    if upgrade.types and attack.type not in upgrade.types:
        yield Refusal(f"{upgrade.name} is not for {attack.type.replace('_', ' ')} attacks", "vt.up.list")
    if upgrade.on != "any" and (upgrade.on == "damage") != (attack.effect == "damage"):
        yield Refusal(f"{upgrade.name} is for attacks that have {upgrade.on} as their effect", "vt.up.list")
    if upgrade.needs_shape and attack.type == "area" and attack.shape != upgrade.needs_shape:
        yield Refusal(f"{upgrade.name} on an area attack needs a {upgrade.needs_shape}", "vt.up.list")
    if upgrade.needs_upgrade and upgrade.needs_upgrade not in attack.upgrades:
        needed = upgrade.needs_upgrade.replace("_", " ").title()
        yield Refusal(f"{upgrade.name} needs {needed} on the same attack", "vt.up.list")


def about_price(library: Library, entry: Person, attack: Attack, options: Mapping[str, Value]) -> Iterator[Refusal]:
    cost, points = price(library, attack, options), attack_points(library, entry, options)
    if cost > points:
        yield Refusal(f"{attack.name} costs {cost} points; an attack has {points}", "vt.arch.attack.budget")


# ---------------------------------------------------------------- all attacks of somebody


def about_attacks(library: Library, entry: Person, options: Mapping[str, Value]) -> Iterator[Fault]:
    for number, attack in enumerate(entry.attacks):
        yield from about(f"attacks[{number}]", about_attack(library, entry, attack, options))
    most = attack_count(library, entry, options)
    if len(entry.attacks) > most:
        archetype = attack_archetype(library, entry)
        specialist = archetype is not None and not archetype.attacks
        rule = "vt.arch.attack.specialist" if specialist else "vt.arch.attack.budget"
        yield Fault("attacks", f"{len(entry.attacks)} special attacks; there are {most}", rule)
    yield from about("attacks", about_healing(library, entry))


def about_healing(library: Library, entry: Person) -> Iterator[Refusal]:
    """vt.limit.hp: whoever pays with HP has nothing that restores them."""
    paying = [a.name for a in entry.attacks if any([library.shelves["limit"].entries[n].no_healing for n in a.limits])]
    healing = sources_of_hp(library, entry)
    if paying and healing:
        yield Refusal(f"{paying[0]} is paid with HP, and {healing[0]} restores them", "vt.limit.hp")


def sources_of_hp(library: Library, entry: Person) -> list[str]:
    """The names of what restores HP: abilities, and upgrades of attacks."""
    powers = [library.shelves["ability"].entries[boon.id] for boon in entry.boons if boon.kind == "ability"]
    upgrades = [library.shelves["upgrade"].entries[name] for attack in entry.attacks for name in attack.upgrades]
    found = [power.name for power in powers if isinstance(power.power, Heal | Regeneration)]
    return [*found, *[up.name for up in upgrades if any([isinstance(effect, Leech) for effect in up.effects])]]


def effect_price(effect: str, options: Mapping[str, Value]) -> int:
    return PRICES[effect] * (OLD_PRICE if options["opt_attack_scale_hundred"] else 1)


PAID_WITH = {  # the abilities that a price of a limit is paid with
    "pay_heal_use": ("heal",), "pay_own_aura": ("attack_aura", "support_aura"), "pay_summon": ("summon",),
}  # fmt: skip


def never_met(library: Library, entry: Person, name: str) -> Iterator[Refusal]:
    """vt.limit.gate: a limit that is paid with an ability which the character does not have."""
    limit: Limit = library.shelves["limit"].entries[name]
    owned = [boon.id for boon in entry.boons if boon.kind == "ability"]
    for need in limit.needs:
        wanted = PAID_WITH.get(need.test, ())
        if wanted and not any([ability in owned for ability in wanted]):
            yield Refusal("it is paid with an ability that you do not have", "vt.limit.gate")
