"""What somebody in a scene by luck has beside their own: boons, features, archetypes and attacks that go together."""

from __future__ import annotations

from typing import Any

from ludex.core.content.content import Library
from ludex.core.drawing import Pick, one_of, some_of
from ludex.games.vitality.book.attacks.built import SIZES, TYPES
from ludex.games.vitality.build.legality_of_boons import AURA_STATS
from ludex.games.vitality.records.conditions import OF_ATTACKS
from ludex.games.vitality.records.kinds import Limit, Upgrade
from ludex.games.vitality.state import RESISTANCES, STATS

SIZES_OF_COMPANIONS = (10, 25, 50, 100)
MOST_BOONS, MOST_FEATURES, MOST_ATTACKS = 4, 3, 2

Table = dict[str, Any]


def draft(library: Library, pick: Pick) -> Table:
    """Fields of a being that stand in place of their own; now and then none."""
    given: Table = {}
    if pick(3):
        given["boons"] = [boon(library, pick) for _ in range(pick(MOST_BOONS + 1))]
    if not pick(2):
        given["utility"] = some_of([f.id for f in library.all("feature") if f.effects], MOST_FEATURES, pick)
    if not pick(2):
        given["movement"] = one_of(["", *[a.id for a in library.all("archetype") if a.part == "movement"]], pick)
    if not pick(2):
        given["defensive"] = one_of(["", *[a.id for a in library.all("archetype") if a.part == "defensive"]], pick)
    if pick(3):
        given["attacks"] = [attack(library, f"drawn_{number}", pick) for number in range(1 + pick(MOST_ATTACKS))]
    return given


# ---------------------------------------------------------------- boons


def boon(library: Library, pick: Pick) -> Table:
    kind = one_of(("ability", "ability", "conditional", "passive", "trait", "custom"), pick)
    if kind == "custom":
        pieces = some_of(library.shelves["piece"].entries, 2, pick)
        return {"kind": kind, "id": "our_own", "stats": some_stats(2, pick), "pieces": pieces}
    found: Table = {"kind": kind, "id": one_of(library.shelves[kind].entries, pick)}
    if kind == "ability":
        return found | ability(library, found["id"], pick)
    if kind != "trait":
        found["stats"] = some_stats(2 if kind == "conditional" else 1, pick)
    if found["id"] == "glass_cannon":
        found["loses"] = one_of(("avoidance", "durability"), pick)
    if found["id"] == "straightforward":
        found["limit"] = one_of(library.shelves["limit"].entries, pick)
    return found


def some_stats(count: int, pick: Pick) -> list[str]:
    left = list(STATS)
    return [left.pop(pick(len(left))) for _ in range(count)]


def ability(library: Library, name: str, pick: Pick) -> Table:
    entry = library.shelves["ability"].entries[name]
    given: Table = {"upgrades": some_of([better.id for better in entry.improvements], 2, pick)}
    if name == "support_aura":
        given["stats"] = [one_of(AURA_STATS, pick)]
    if name == "summon":
        given["companion"] = one_of(library.shelves["enemy"].entries, pick)
        given["size"] = one_of(SIZES_OF_COMPANIONS, pick)
    return given


# ---------------------------------------------------------------- attacks


def attack(library: Library, name: str, pick: Pick) -> Table:
    """An attack of any type with upgrades and limits that may be on it; nobody counts the points."""
    sort = one_of([kind for kind in TYPES if not kind.startswith("basic")], pick)
    kind = TYPES[sort]
    effect = "damage"
    if kind.only == "condition" or (not kind.only and pick(2)):
        effect = one_of(OF_ATTACKS, pick)
    given: Table = {"id": name, "name": name.replace("_", " ").capitalize(), "type": sort, "effect": effect}
    if effect != "damage":
        given["versus"] = one_of(RESISTANCES, pick)
    if effect == "weaken":
        given["stat"] = one_of(STATS, pick)
    if kind.area:
        given["shape"] = one_of(SIZES, pick)
    given["upgrades"] = upgrades(library, given, pick)
    given["limits"] = limits(library, pick)
    return given


def upgrades(library: Library, given: Table, pick: Pick) -> list[str]:
    found: list[str] = []
    for entry in some_of(library.all("upgrade"), 3, pick):
        wanted = [entry.needs_upgrade, entry.id] if entry.needs_upgrade else [entry.id]
        entries = [library.shelves["upgrade"].entries[name] for name in wanted if name not in found]
        if all(may_have(other, given, found, library) for other in entries):
            found += [other.id for other in entries]
    return found


def may_have(entry: Upgrade, given: Table, found: list[str], library: Library) -> bool:
    wrong_effect = entry.on != "any" and (entry.on == "damage") != (given["effect"] == "damage")
    wrong_type = bool(entry.types) and given["type"] not in entry.types
    wrong_shape = bool(entry.needs_shape) and given.get("shape") != entry.needs_shape
    others = [library.shelves["upgrade"].entries[name] for name in found]
    clash = any([entry.id in other.not_with or other.id in entry.not_with for other in others])
    return not (wrong_effect or wrong_type or wrong_shape or clash)


def limits(library: Library, pick: Pick) -> list[str]:
    found: list[Limit] = []
    for entry in some_of(library.all("limit"), 2, pick):
        if all([entry.id not in other.not_with and other.id not in entry.not_with for other in found]):
            found.append(entry)
    return [entry.id for entry in found]
