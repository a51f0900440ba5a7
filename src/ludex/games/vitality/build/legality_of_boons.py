"""What legal boons are: what each asks for when it is taken, what they cost, and what goes together.

vt.boon.passive, vt.boon.conditional, vt.boon.custom, vt.trait.*, vt.ability.*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import cast

import msgspec

from ludex.core.book.rulebook import Value
from ludex.core.content.content import Fault, Library
from ludex.core.creation import about
from ludex.core.kernel.reading import read
from ludex.core.kernel.ruling import Refusal
from ludex.games.vitality.book.characters.sheet import BONUSES, boons_for, cost_of
from ludex.games.vitality.build.legality_of_attacks import about_attacks, attack_archetype, attack_points, price_in
from ludex.games.vitality.build.legality_of_attributes import about_attributes
from ludex.games.vitality.records.attack_effects import Base
from ludex.games.vitality.records.boon_effects import (
    Fragile,
    NoArchetype,
    NoUtility,
    OneLimit,
    Regeneration,
    Summon,
    SupportAura,
)
from ludex.games.vitality.records.kinds import Ability, Boon, Limit, Passive, Person
from ludex.games.vitality.state import STATS

RULES = ("vt.tier.table", "vt.boon.passive", "vt.boon.conditional", "vt.boon.custom", "vt.trait.immutable")
OWN = "custom:own"  # vt.boon.custom: the choice of a bonus of the table's own making
GRADES = 3  # vt.boon.custom: what the pieces of a bonus make up together
STATS_OF = {"passive": 1, "conditional": 2, "custom": 2}
AURA_STATS = ("accuracy", "damage", "avoidance", "durability", "all_resistances")  # vt.ability.support_aura
NOT_RAISED = ("avoidance", "durability")  # by whoever has Regeneration
SIZES = (10, 25, 50, 100)  # maximum HP of companions: vt.ability.summon

# ---------------------------------------------------------------- what a boon is


def boon_of(choice: str, others: Sequence[Boon]) -> Boon:
    """The boon of a choice such as `passive:slow`, before anything is chosen with it. One of the table's own making is
    told apart from the `others` of its owner by the first number that is free."""
    kind, _, name = choice.partition(":")
    if choice == OWN:
        taken = {boon.id for boon in others}
        name = next(own for number in count(1) if (own := f"own_{number}") not in taken)
    return read({"kind": kind, "id": name}, Boon)


def boon_name(library: Library, boon: Boon) -> str:
    if boon.kind == "custom":
        return boon.id.replace("_", " ").capitalize()
    name: str = library.shelves[boon.kind].entries[boon.id].name
    return name


def rule_of(library: Library, boon: Boon) -> str:
    if boon.kind in BONUSES:
        return BONUSES[boon.kind]
    rule: str = library.shelves[boon.kind].entries[boon.id].rule
    return rule


def spent(library: Library, entry: Person) -> int:
    return sum([cost_of(library, boon) for boon in entry.boons])


def boon_points(library: Library, entry: Person) -> int:
    """vt.tier.table: as many boons as the level; vt.arch.attack.specialist: twice as many."""
    archetype = attack_archetype(library, entry)
    return entry.level * (1 if archetype is None else archetype.boons)


def passive_effects(library: Library, boon: Boon) -> tuple[Base, ...]:
    if boon.kind != "passive":
        return ()
    entry: Passive = library.shelves["passive"].entries[boon.id]
    return entry.effects


def power_of(library: Library, boon: Boon) -> Base | None:
    if boon.kind != "ability":
        return None
    return cast(Ability, library.shelves["ability"].entries[boon.id]).power


def asks_for(library: Library, boon: Boon) -> tuple[str, ...]:
    """What has to be chosen with a boon, as the fields of its record; improvements of an ability may be chosen."""
    found: list[str] = ["pieces"] if boon.kind == "custom" else []
    if STATS_OF.get(boon.kind) or isinstance(power_of(library, boon), SupportAura):
        found.append("stats")
    for effect in passive_effects(library, boon):
        if isinstance(effect, Fragile):
            found.append("loses")
        elif isinstance(effect, OneLimit):
            found.append("limit")
    if isinstance(power_of(library, boon), Summon):
        found += ["companion", "size"]
    if boon.kind == "ability" and library.shelves["ability"].entries[boon.id].improvements:
        found.append("upgrades")
    return tuple(found)


# ---------------------------------------------------------------- one boon


def about_boon(library: Library, entry: Person, boon: Boon, options: Mapping[str, Value]) -> Iterator[Refusal]:
    """What was chosen with a boon is all that it asks for, and nothing else."""
    rule, name, wanted = rule_of(library, boon), boon_name(library, boon), asks_for(library, boon)
    yield from about_stats(library, boon)
    for field in ("loses", "limit", "companion", "size", "pieces", "upgrades"):
        if getattr(boon, field) and field not in wanted:
            yield Refusal(f"{name} has no {field}", rule)
        elif not getattr(boon, field) and field in wanted and field not in ("pieces", "upgrades"):
            yield Refusal(f"{name} asks for its {field}", rule)
    yield from about_fragile(library, boon)
    if boon.kind == "custom":
        yield from about_pieces(library, boon, options)
    if boon.kind == "ability":
        yield from about_improvements(library, boon)
    if boon.companion:
        yield from about_companion(library, entry, boon, options)


def about_stats(library: Library, boon: Boon) -> Iterator[Refusal]:
    """vt.boon.passive: one; vt.boon.conditional: two different ones; vt.ability.support_aura: one of its five."""
    count = STATS_OF.get(boon.kind, 1) if "stats" in asks_for(library, boon) else 0
    if len(boon.stats) != count or len(set(boon.stats)) != count:
        reason = f"{boon_name(library, boon)}: {len(set(boon.stats))} stats are named; there are {count}"
        yield Refusal(reason, rule_of(library, boon))
    for stat in boon.stats if boon.kind == "ability" else ():
        if stat not in AURA_STATS:
            yield Refusal(f"{boon_name(library, boon)} does not raise {stat}", rule_of(library, boon))


def about_fragile(library: Library, boon: Boon) -> Iterator[Refusal]:
    """vt.boon.passive: a Glass Cannon loses one of two scores, and can raise neither."""
    for effect in passive_effects(library, boon):
        if isinstance(effect, Fragile):
            either = " or ".join(effect.stats)
            if boon.loses and boon.loses not in effect.stats:
                yield Refusal(f"what is lost is {either}, not {boon.loses}", "vt.boon.passive")
            if any([stat in effect.stats for stat in boon.stats]):
                yield Refusal(f"the bonus cannot be on {either}", "vt.boon.passive")


def about_pieces(library: Library, boon: Boon, options: Mapping[str, Value]) -> Iterator[Refusal]:
    """vt.boon.custom: different conditions whose grades make 3; only where the table plays so."""
    if not options["opt_custom_bonuses"]:
        yield Refusal("this table builds no bonuses of its own", "vt.boon.custom")
    grades = sum([library.shelves["piece"].entries[name].grade for name in boon.pieces])
    if grades != GRADES or len(set(boon.pieces)) != len(boon.pieces):
        yield Refusal(f"the grades make {grades}; different ones make {GRADES} together", "vt.boon.custom")


def about_improvements(library: Library, boon: Boon) -> Iterator[Refusal]:
    entry: Ability = library.shelves["ability"].entries[boon.id]
    for better in entry.improvements:
        if not better.ranks and boon.upgrades.count(better.id) > 1:
            yield Refusal(f"{entry.name}: {better.name} is bought once", entry.rule)


def about_companion(library: Library, entry: Person, boon: Boon, options: Mapping[str, Value]) -> Iterator[Refusal]:
    """vt.ability.summon: a build that is legal at the summoner's level, and has no boons but those of Special."""
    builds: list[Person] = [
        library.shelves[kind].entries[boon.companion]
        for kind in ("character", "enemy")
        if boon.companion in library.shelves[kind]
    ]
    for build in builds:
        kept = boons_for(library, build, boon.upgrades.count("special"))
        same: Person = msgspec.structs.replace(build, level=entry.level, boons=kept, utility=())
        for fault in (*about("attributes", about_attributes(same)), *about_attacks(library, same, options)):
            yield Refusal(f"{build.name}, at level {entry.level}: {fault.problem}", "vt.ability.summon")


# ---------------------------------------------------------------- all boons of somebody


def about_boons(library: Library, entry: Person, options: Mapping[str, Value]) -> Iterator[Fault]:
    for number, boon in enumerate(entry.boons):
        yield from about(f"boons[{number}]", about_boon(library, entry, boon, options))
    yield from about("boons", about_together(library, entry))


def about_together(library: Library, entry: Person) -> Iterator[Refusal]:
    """Points, what is taken twice, and drawbacks against what somebody has."""
    points = boon_points(library, entry)
    if spent(library, entry) > points:
        rule = "vt.tier.table" if points == entry.level else "vt.arch.attack.specialist"
        yield Refusal(f"{spent(library, entry)} boons; at level {entry.level} there are {points}", rule)
    yield from about_twice(library, entry)
    yield from about_regeneration(library, entry)
    for boon in entry.boons:
        for effect in passive_effects(library, boon):
            yield from about_drawback(library, entry, boon, effect)


def about_twice(library: Library, entry: Person) -> Iterator[Refusal]:
    """The same boon, the same stat by two passive or by two conditional bonuses, two traits of which one has one."""
    taken = [(boon.kind, boon.id) for boon in entry.boons]
    for boon in {key: boon for key, boon in zip(taken, entry.boons, strict=True) if taken.count(key) > 1}.values():
        yield Refusal(f"{boon_name(library, boon)} is taken once", rule_of(library, boon))
    for stat in STATS:
        for kinds in (("passive",), ("conditional", "custom")):
            if len([boon for boon in entry.boons if boon.kind in kinds and stat in boon.stats]) > 1:
                yield Refusal(f"{stat} is raised by one {kinds[0]} bonus", BONUSES[kinds[0]])
    traits = [library.shelves["trait"].entries[boon.id] for boon in entry.boons if boon.kind == "trait"]
    alone = [trait for trait in traits if trait.alone]
    for trait in alone[1:]:
        if trait.rule == alone[0].rule and trait is not alone[0]:
            yield Refusal(f"{alone[0].name} and {trait.name}: only one of the kind", trait.rule)


def about_regeneration(library: Library, entry: Person) -> Iterator[Refusal]:
    """vt.ability.regeneration: its owner raises neither Avoidance nor Durability by boons."""
    if not regenerates(library, entry):
        return
    for boon in entry.boons:
        if boon.kind in BONUSES and any([stat in NOT_RAISED for stat in boon.stats]):
            reason = f"{boon_name(library, boon)}: with Regeneration neither {' nor '.join(NOT_RAISED)} is raised"
            yield Refusal(reason, "vt.ability.regeneration")


def regenerates(library: Library, entry: Person) -> bool:
    return any([isinstance(power_of(library, boon), Regeneration) for boon in entry.boons])


def about_drawback(library: Library, entry: Person, boon: Boon, effect: Base) -> Iterator[Refusal]:
    """vt.boon.passive: no archetype, no utility points, one limit on every attack."""
    name = boon_name(library, boon)
    if isinstance(effect, NoArchetype) and getattr(entry.archetypes, effect.part):
        yield Refusal(f"who is {name} has no {effect.part} archetype", "vt.boon.passive")
    elif isinstance(effect, NoUtility) and entry.utility:
        yield Refusal(f"{name}: there are no utility points", "vt.boon.passive")
    elif isinstance(effect, OneLimit):
        archetype = attack_archetype(library, entry)
        if archetype is None or not archetype.attacks:
            yield Refusal(f"{name}: there are no special attacks to put a limit on", "vt.boon.passive")
        elif archetype.id == effect.not_for:
            yield Refusal(f"{name} is not for a {archetype.name}", "vt.boon.passive")
        for attack in entry.attacks:
            if boon.limit and boon.limit not in attack.limits:
                limit = library.shelves["limit"].entries[boon.limit].name
                yield Refusal(f"{name}: {limit} is on every attack, and not on {attack.name}", "vt.boon.passive")


# ---------------------------------------------------------------- what is left to choose


def has_effect(library: Library, entry: Person, kind: type[Base], part: str = "") -> bool:
    """Has somebody a passive bonus with such a drawback?"""
    effects = [effect for boon in entry.boons for effect in passive_effects(library, boon)]
    return any([isinstance(effect, kind) and (not part or getattr(effect, "part", "") == part) for effect in effects])


def free_stats(library: Library, entry: Person, boon: Boon) -> tuple[str, ...]:
    """The stats that a new boon of somebody could be on."""
    if boon.kind == "ability":
        return AURA_STATS
    kinds = ("passive",) if boon.kind == "passive" else ("conditional", "custom")
    barred: set[str] = {stat for other in entry.boons if other.kind in kinds for stat in other.stats}
    if regenerates(library, entry):
        barred |= set(NOT_RAISED)
    for effect in passive_effects(library, boon):
        if isinstance(effect, Fragile):
            barred |= set(effect.stats)
    return tuple([stat for stat in STATS if stat not in barred])


def about_pick(library: Library, entry: Person, boon: Boon, options: Mapping[str, Value]) -> Iterator[Refusal]:
    """Why a boon cannot be taken beside those there are, whatever is chosen with it later."""
    taken: Person = msgspec.structs.replace(entry, boons=(*entry.boons, boon))
    yield from about_together(library, taken)
    if boon.kind == "custom" and not options["opt_custom_bonuses"]:
        yield Refusal("this table builds no bonuses of its own", "vt.boon.custom")
    if boon.kind in STATS_OF and len(free_stats(library, entry, boon)) < STATS_OF[boon.kind]:
        yield Refusal(f"{boon_name(library, boon)}: no stats are left for it", rule_of(library, boon))


def about_field(
    library: Library, entry: Person, boon: Boon, field: str, options: Mapping[str, Value]
) -> Iterator[Refusal]:
    """Why what was chosen last with a boon, in this field, is not legal beside the boons there are."""
    taken: Person = msgspec.structs.replace(entry, boons=(*entry.boons, boon))
    match field:
        case "stats":
            yield from about_stats(library, boon)
            yield from about_fragile(library, boon)
            yield from about_together(library, taken)
        case "loses":
            yield from about_fragile(library, boon)
        case "limit":
            limit: Limit = library.shelves["limit"].entries[boon.limit]
            if price_in("", limit.cost, options) > attack_points(library, entry, options):
                yield Refusal(f"no attack has the points for {limit.name}", "vt.boon.passive")
        case "pieces":
            yield from about_pieces(library, boon, options)
        case "companion":
            yield from about_companion(library, entry, boon, options)
        case "upgrades":
            yield from about_improvements(library, boon)
            yield from about_together(library, taken)
