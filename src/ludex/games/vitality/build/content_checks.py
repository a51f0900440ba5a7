"""What the rules of Vitality say about entries of content, for `ludex check`: numbers that can be, parts that go
together; and who stands where in a scene."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import get_args

import msgspec

from ludex.core.content.content import Check, Entry, Fault, Library, among, known, sound_id
from ludex.core.content.references import misnamed, twins
from ludex.core.plan.entries import off_board, said_twice
from ludex.games.vitality.book.attacks.built import TYPES
from ludex.games.vitality.book.characters.needs import LIMIT_ONLY
from ludex.games.vitality.book.characters.space import cells_of, ground
from ludex.games.vitality.build import dead_parts
from ludex.games.vitality.build.from_content import make_board, spaces
from ludex.games.vitality.build.legality import enemy_faults, unspent
from ludex.games.vitality.build.legality_of_boons import SIZES
from ludex.games.vitality.records.attack_effects import Need
from ludex.games.vitality.records.boon_effects import Summon
from ludex.games.vitality.records.kinds import (
    Ability,
    Archetype,
    Attack,
    Board,
    Boon,
    Character,
    Conditional,
    Enemy,
    Feature,
    Limit,
    Person,
    Piece,
    Shape,
    Trait,
    Upgrade,
)
from ludex.games.vitality.state import ATTRIBUTES, RESISTANCES, STATS, TIERS, Scene, Sheet

# ---------------------------------------------------------------- what attacks and boons are made of


def _at_least(entry: Entry, field: str, least: int, rule: str = "") -> Iterator[Fault]:
    if getattr(entry, field) < least:
        yield Fault(field, f"expected {least} or more, not {getattr(entry, field)}", rule)


def _archetype(library: Library, entry: Archetype) -> Iterator[Fault]:
    for field in ("attacks", "short", "old_attacks", "old_per_tier", "attributes", "tiers"):
        yield from _at_least(entry, field, 0)
    yield from _at_least(entry, "boons", 1)
    if entry.attacks and entry.part != "attack":
        yield Fault("attacks", "only an attack archetype has special attacks", "vt.arch.attack.budget")


def _upgrade(library: Library, entry: Upgrade) -> Iterator[Fault]:
    yield from _at_least(entry, "cost", 0, "vt.up.list")
    if not entry.effects:
        yield Fault("effects", "it does nothing", "vt.up.list")


def _limit(library: Library, entry: Limit) -> Iterator[Fault]:
    yield from _at_least(entry, "cost", 0, "vt.limit.gate")
    if not entry.needs:
        yield Fault("needs", "expected what must hold", "vt.limit.gate")


def _bonus_needs(needs: Sequence[Need]) -> Iterator[Fault]:
    """vt.enh.needs: a bonus asks for nothing that only an attack can have or pay."""
    if not needs:
        yield Fault("needs", "expected what must hold", "vt.boon.conditional")
    for number, need in enumerate(needs):
        if need.test in LIMIT_ONLY:
            yield Fault(f"needs[{number}].test", f"{need.test} is a test of limits only", "vt.enh.needs")


def _conditional(library: Library, entry: Conditional) -> Iterator[Fault]:
    return _bonus_needs(entry.needs)


def _piece(library: Library, entry: Piece) -> Iterator[Fault]:
    yield from _bonus_needs(entry.needs)
    if not 1 <= entry.grade <= 3:
        yield Fault("grade", f"expected 1 to 3, not {entry.grade}", "vt.boon.custom")


def _trait(library: Library, entry: Trait) -> Iterator[Fault]:
    yield from _at_least(entry, "cost", 1, "vt.tier.table")


def _ability(library: Library, entry: Ability) -> Iterator[Fault]:
    """An improvement changes numbers and switches that the power has."""
    yield from _at_least(entry, "cost", 1, "vt.tier.table")
    fields = entry.power.__struct_fields__
    for number, better in enumerate(entry.improvements):
        for word in ("sets", "adds", "times"):
            yield from among(getattr(better, word), fields, "field of the power", f"improvements[{number}].{word}")


def _feature(library: Library, entry: Feature) -> Iterator[Fault]:
    yield from _at_least(entry, "cost", 0, "vt.feature.list")


# ---------------------------------------------------------------- who there is


def _person(library: Library, entry: Person) -> Iterator[Fault]:
    if not 0 <= entry.level < len(TIERS):
        yield Fault("level", f"expected 0 to {len(TIERS) - 1}, not {entry.level}", "vt.tier.table")
    for part in ("movement", "defensive", "attack", "utility"):
        name = getattr(entry.archetypes, part)
        if name in library.shelves["archetype"]:  # one that nobody has is told already
            yield from _of_part(library, part, name, f"archetypes.{part}")
    yield from _boons(library, entry.boons)
    yield from _attacks(library, entry.attacks)


def unknown_names(library: Library, sheet: Sheet, fields: Collection[str]) -> Iterator[Fault]:
    """What these fields of a sheet, set by hand, name and nobody has."""
    for field in ("movement", "defensive", "attack", "utility_archetype"):
        if field in fields:
            yield from _of_part(library, field.removesuffix("_archetype"), getattr(sheet, field), field)
    if "boons" in fields:
        yield from misnamed(library, sheet.boons, "boons")
        yield from _boons(library, sheet.boons)
    if "attacks" in fields:
        yield from misnamed(library, sheet.attacks, "attacks")
        yield from twins(sheet.attacks, "attacks")
        yield from _attacks(library, sheet.attacks)
    if "utility" in fields:
        yield from known(library, "feature", sheet.utility, "utility")
    if "skill_attributes" in fields:
        yield from among(sheet.skill_attributes, ATTRIBUTES, "attribute", "skill_attributes")


def _of_part(library: Library, part: str, name: str, field: str) -> Iterator[Fault]:
    there = [archetype.id for archetype in library.all("archetype") if archetype.part == part]
    return among([name] if name else [], there, f"{part} archetype", field)


def _boons(library: Library, boons: Sequence[Boon]) -> Iterator[Fault]:
    for number, boon in enumerate(boons):
        yield from _boon(library, boon, f"boons[{number}]")


def _attacks(library: Library, attacks: Sequence[Attack]) -> Iterator[Fault]:
    for number, attack in enumerate(attacks):
        yield from _attack(library, attack, f"attacks[{number}]")


def _boon(library: Library, boon: Boon, field: str) -> Iterator[Fault]:
    if boon.companion and boon.size not in SIZES:
        yield Fault(f"{field}.size", f"expected one of {', '.join(map(str, SIZES))}", "vt.ability.summon")
    if boon.kind == "ability" and boon.id in library.shelves["ability"]:
        entry: Ability = library.shelves["ability"].entries[boon.id]
        yield from among(boon.upgrades, [better.id for better in entry.improvements], "upgrade", f"{field}.upgrades")
        if isinstance(entry.power, Summon) and not boon.companion:
            yield Fault(f"{field}.companion", "expected whose build the companions have", "vt.ability.summon")


def _attack(library: Library, attack: Attack, field: str) -> Iterator[Fault]:
    for fault in sound_id(attack.id):
        yield Fault(f"{field}.id", fault.problem)
    if attack.descriptor:
        kinds = [feature.id for feature in library.all("feature") if feature.kind == "descriptor"]
        yield from among([attack.descriptor], kinds, "descriptor", f"{field}.descriptor")
    for name, words in lacking(attack):
        yield Fault(f"{field}.{name}", words)


def lacking(attack: Attack) -> Iterator[tuple[str, str]]:
    """The fields without which nobody could make the attack, and what is expected there."""
    if attack.effect != "damage" and not attack.versus:
        yield "versus", f"{attack.effect} is rolled against a Resistance; expected one of: {', '.join(RESISTANCES)}"
    if attack.effect == "weaken" and not attack.stat:
        yield "stat", f"weaken lowers a stat; expected one of: {', '.join(STATS)}"
    if TYPES[attack.type].area and not attack.shape:
        yield "shape", f"an area has a shape; expected one of: {', '.join(get_args(Shape))}"


def _forgotten(library: Library, entry: Character) -> Iterator[Fault]:
    for field, refusal in unspent(library, entry):
        yield Fault(field, refusal.reason, refusal.rule)
    yield from dead_parts.WARNINGS["character"](library, entry)


def _enemy(library: Library, entry: Enemy) -> Iterator[Fault]:
    found = list(_person(library, entry))
    yield from found
    if not found and not any(misnamed(library, entry)):
        yield from enemy_faults(library, entry)
    yield from _at_least(entry, "flying", 0)


# ---------------------------------------------------------------- where they are


def _board(library: Library, entry: Board) -> Iterator[Fault]:
    cells = frozenset(spaces(entry))
    yield from said_twice(entry, "width", "height")
    yield from off_board(entry, cells)
    for number, patch in enumerate(entry.terrain):
        if patch.start[1] != patch.end[1] or patch.start[0] > patch.end[0]:
            yield Fault(f"terrain[{number}]", f"{list(patch.start)} to {list(patch.end)} is no run in one row")
        for end in (patch.start, patch.end):
            if end not in cells:
                yield Fault(f"terrain[{number}]", f"{list(end)} is not on the board", "vt.move.board")
        if (patch.kind == "raised" and patch.height < 1) or (patch.kind == "drop" and patch.height > -1):
            yield Fault(f"terrain[{number}].height", "expected above 0 for raised ground, below 0 for a drop")
    make_board(msgspec.structs.replace(entry, terrain=()))  # which tells of edges that are none


CHECKS: dict[str, Check] = {
    "archetype": _archetype,
    "upgrade": _upgrade,
    "limit": _limit,
    "conditional": _conditional,
    "piece": _piece,
    "trait": _trait,
    "ability": _ability,
    "feature": _feature,
    "character": _person,
    "enemy": _enemy,
    "board": _board,
}
WARNINGS: dict[str, Check] = {**dead_parts.WARNINGS, "character": _forgotten}


def misplaced(scene: Scene) -> list[Fault]:
    """vt.move.board: everybody begins in an open space of their own, not below its ground unless Underground."""
    found = []
    taken: dict[tuple[int, int, int], str] = {}
    for being in scene.beings.values():
        spot = f"beings.{being.id}.at"
        above = being.here and "Underground" not in being.states
        shut = [cell for cell in cells_of(being) if not scene.board.open(cell)] if above else []
        if shut:
            found.append(Fault(spot, f"{list(shut[0])} is no open space", "vt.move.board"))
        if not above or being.is_wall or shut or "Carried" in being.states:
            continue
        if being.height < ground(scene, being.at):
            where = f"the ground lies at {ground(scene, being.at)}"
            found.append(Fault(f"beings.{being.id}.height", f"{being.height}: {where}", "vt.move.board"))
        other = taken.setdefault((*being.at, being.height), being.id)
        if other != being.id:
            found.append(Fault(spot, f"{other} stands there", "vt.move.board"))
    return found
