"""What the rules of Navy Blue say about entries of content, for `ludex check`: traits that may be put on them, effects
at moments when they do something; and who stands where in a scene."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ludex.core.content.content import Check, ContentError, Fault, Library, among, sound_id
from ludex.core.content.references import misnamed
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import cite
from ludex.core.plan.entries import no_zones
from ludex.games.navyblue.book.attacks.effects import CARRIED_OUT
from ludex.games.navyblue.book.features import passive
from ludex.games.navyblue.build.from_content import HANDS, make_board
from ludex.games.navyblue.records.effects import (
    AddDefence,
    Base,
    DamageBonus,
    EndConditionOnRoll,
    Fly,
    IgnoreObstruction,
    PreventInjury,
    RopeEdge,
)
from ludex.games.navyblue.records.ids import ITEMS
from ludex.games.navyblue.records.kinds import (
    Armour,
    Board,
    Character,
    Consumable,
    Container,
    Encounters,
    Feature,
    Gear,
    Item,
    Lineage,
    Npc,
    NpcAttack,
    Strike,
    Trait,
    Weapon,
)
from ludex.games.navyblue.state import Scene

# ---------------------------------------------------------------- entries of content


def _traits(library: Library, names: Iterable[str], on: str, field: str = "traits") -> Iterator[Fault]:
    """nb.trait.def: a trait is put only on what its sub-traits name."""
    cite("nb.trait.def")
    for name in names:
        trait: Trait | None = library.shelves["trait"].entries.get(name)
        if trait is not None and on not in trait.applies_to:
            fits = " or ".join(f"{kind}s" for kind in trait.applies_to)
            yield Fault(field, f"{name} can be put on {fits} only", "nb.trait.def")


MOMENTS: dict[type, str] = {EndConditionOnRoll: "own_turn_start", PreventInjury: "injury", DamageBonus: "result"}
TARGETED = ("use", "result", "attacked_result")  # moments at which there is somebody else


def _moment(effect: Base, spot: str) -> Iterator[Fault]:
    """An effect at a moment, or under terms, that nothing looks at does nothing."""
    kind = type(effect)
    only = MOMENTS.get(kind)
    if only is not None and effect.on != only:
        yield Fault(f"{spot}.on", f"expected {only}; at no other moment does it do anything")
    elif kind in CARRIED_OUT and kind not in (AddDefence, IgnoreObstruction) and effect.on == "passive":
        yield Fault(f"{spot}.on", "expected a moment; it does nothing that holds by itself")
    elif kind not in CARRIED_OUT and only is None and kind is not RopeEdge and effect.on != "passive":
        yield Fault(f"{spot}.on", f"expected passive; it does nothing at a moment such as {effect.on}")
    if effect.when == "target_in_adjacent_zone" and effect.on not in TARGETED:
        yield Fault(f"{spot}.when", f"there is no target with {effect.on}; expected one of: {', '.join(TARGETED)}")
    if effect.when == "attack_reach_0" and effect.on != "attacked_result":
        yield Fault(f"{spot}.when", "expected together with attacked_result, and only then")


def _effects(effects: Iterable[Base], field: str) -> Iterator[Fault]:
    for number, effect in enumerate(effects):
        spot = f"{field}[{number}]"
        if not 0 <= effect.min_result <= effect.max_result <= 4:
            yield Fault(spot, "expected results from 0 (a miss) to 4 (a critical), the lower one as min_result")
        yield from _moment(effect, spot)


def _strike(strike: Strike | None, field: str) -> Iterator[Fault]:
    if strike is None:
        return
    for name in ("attack_attr", "defend_with"):
        if not getattr(strike, name):
            yield Fault(f"{field}.{name}", "expected at least one attribute", "nb.item.weapon")
    damage = strike.damage
    if min(damage.tier1, damage.tier2, damage.tier3, damage.crit) < 0:
        yield Fault(f"{field}.damage", "expected 0 or more for every result", "nb.attack.table")


# ---------------------------------------------------------------- what they can do, and have


def _lineage(library: Library, lineage: Lineage) -> Iterator[Fault]:
    yield from _traits(library, lineage.sub_lineages, "character", "sub_lineages")
    for field in ("dominant_features", "variable_features"):
        names = getattr(lineage, field)
        for name in names:
            feature: Feature | None = library.shelves["feature"].entries.get(name)
            if feature is not None and feature.lineage != lineage.id:
                yield Fault(field, f"{name} is no feature of this lineage; its lineage is {feature.lineage!r}")
    if lineage.size_inches[0] > lineage.size_inches[1]:
        yield Fault("size_inches", "expected the lower one first", "nb.ancestry.size_age")


def _feature(library: Library, feature: Feature) -> Iterator[Fault]:
    cite("nb.feature.def", "nb.feature.tags")
    yield from _traits(library, feature.traits, "feature")
    if feature.lineage in library.shelves["lineage"]:
        there = library.shelves["lineage"].entries[feature.lineage].sub_lineages
        known = [name for name in feature.sub_lineages if name in library.shelves["trait"]]  # others are told already
        yield from among(known, there, "sub-lineage", "sub_lineages")
    yield from _effects(feature.effects, "effects")
    yield from _strike(feature.attack, "attack")
    if not feature.effects and feature.attack is None:
        yield Fault("effects", "it does nothing", "nb.feature.def")
    active = feature.timing != "passive"
    if active != ("Active" in feature.traits) or active == ("Passive" in feature.traits):
        expected = "Active and not Passive" if active else "Passive and not Active"
        yield Fault("traits", f"expected {expected}, since its timing is {feature.timing}", "nb.feature.tags")
    if feature.timing == "action" and not feature.cost.actions:
        yield Fault("cost.actions", "expected 1 or more, since it takes an Action", "nb.feature.tags")
    if min(feature.cost.actions, feature.cost.motion, feature.uses.count) < 0:
        yield Fault("cost", "expected 0 or more")
    if (feature.uses.count > 0) != (feature.uses.per != "none"):
        yield Fault("uses", "expected both how often and per what, or neither")


def _item(library: Library, item: Item) -> Iterator[Fault]:
    """nb.item.schema: traits, slots, hands, features."""
    cite("nb.item.schema", *(("nb.item.gear",) if isinstance(item, Gear) else ()))
    yield from _traits(library, item.traits, "item")
    for name in item.features:
        feature: Feature | None = library.shelves["feature"].entries.get(name)
        if feature is not None and "Item" not in feature.traits:
            yield Fault("features", f"{name} lacks the trait Item", "nb.feature.tags")
    if item.slots < 0 or not 0 <= item.hands <= HANDS:
        yield Fault("slots", f"expected 0 or more slots, and at most {HANDS} hands", "nb.item.schema")
    if isinstance(item, Weapon | Consumable | Gear):
        yield from _effects(item.effects, "effects")
    if isinstance(item, Weapon | Consumable):
        yield from _strike(item.attack, "attack")
    if isinstance(item, Consumable) and not item.effects and item.attack is None:
        yield Fault("effects", "it does nothing", "nb.item.consumable")
    if isinstance(item, Container) and item.holds < 1:
        yield Fault("holds", f"expected 1 slot or more, not {item.holds}", "nb.container.slots")
    if isinstance(item, Armour) and item.helmet != ("Helmet" in item.traits):
        yield Fault("helmet", "expected together with the trait Helmet, and only then", "nb.item.helmet")


# ---------------------------------------------------------------- who there is


def _character(library: Library, entry: Character) -> Iterator[Fault]:
    yield from _traits(library, entry.sub_lineages, "character", "sub_lineages")
    if not any(misnamed(library, entry)):
        yield from _fits(library, entry)


def _fits(library: Library, entry: Character) -> Iterator[Fault]:
    """nb.carry.hands, nb.carry.limit: hands, packs and armour hold what they are said to."""
    game = GAMES["navyblue"]
    options = game.rulebook.check_options({})
    try:
        game.set_up({"options": options, "beings": {"somebody": {"from": entry.id}}}, "scene", library)
    except ContentError as fault:
        words, _, rule = str(fault).removesuffix("]").partition(" [")
        field = re.search(r"field (\w+)", words)
        yield Fault(field[1] if field else "", words.rpartition(": ")[2], rule)


def _npc(library: Library, entry: Npc) -> Iterator[Fault]:
    yield from _traits(library, entry.traits, "character")
    for number, attack in enumerate(entry.attacks):
        yield from _attack(library, attack, f"attacks[{number}]")
    if entry.level < 0 or entry.speed < 0:
        yield Fault("level", "expected a level and a Speed from 0 on", "nb.gap.npc_build")
    if entry.max_vigor is not None and entry.max_vigor < 1:
        yield Fault("max_vigor", f"expected 1 or more, not {entry.max_vigor}", "nb.death.npc")
    if entry.morale is not None and not 2 <= entry.morale <= 12:
        yield Fault("morale", f"expected 2 to 12, or none at all, not {entry.morale}", "nb.morale.roll")


def _attack(library: Library, attack: NpcAttack, field: str) -> Iterator[Fault]:
    for fault in sound_id(attack.id):
        yield Fault(f"{field}.id", fault.problem)
    yield from _traits(library, attack.traits, "feature", f"{field}.traits")
    yield from _strike(attack.attack, f"{field}.attack")
    yield from _effects(attack.effects, f"{field}.effects")


# ---------------------------------------------------------------- where they are, and whom they meet


def _board(library: Library, board: Board) -> Iterator[Fault]:
    try:
        ground = make_board(board)
    except ContentError as fault:
        yield from fault.faults
        return
    yield from no_zones(board, ground.board.zones)
    for zone in ground.air:
        if all(other in ground.air for other in ground.board.neighbours(zone)):
            yield Fault("zones", f"{zone} is in the air and joined with no ground beneath it", "nb.zone.air")
    for pit in ground.pits:
        if pit.zone in ground.air or pit.depth < 1:
            yield Fault("zones", f"{pit.zone}: a pit is in the ground, and 1 zone deep or more", "nb.zone.pit")
    if sum(zone.key_item for zone in board.zones) > 1:
        yield Fault("zones", "expected at most one zone with the key item", "nb.xp.roleplay")


def _encounters(library: Library, table: Encounters) -> Iterator[Fault]:
    if sorted(row.roll for row in table.rows) != list(range(1, table.die + 1)):
        yield Fault("rows", f"expected one row for every face from 1 to {table.die}", "nb.gap.encounter_tables")
    for number, row in enumerate(table.rows):
        if any(group.count < 1 for group in row.npcs):
            yield Fault(f"rows[{number}].npcs", "expected a count of 1 or more")


CHECKS: dict[str, Check] = {
    "lineage": _lineage,
    "feature": _feature,
    **dict.fromkeys(ITEMS, _item),
    "character": _character,
    "npc": _npc,
    "board": _board,
    "encounters": _encounters,
}


# ---------------------------------------------------------------- scenes


def misplaced(scene: Scene) -> list[Fault]:
    """nb.zone.air, nb.zone.ground: only fliers begin in the air, and no zone holds more than the table allows."""
    found = [
        Fault(f"beings.{being.id}.at", f"{being.name} cannot fly, and {being.at!r} is in the air", "nb.zone.air")
        for being in scene.beings.values()
        if being.here and being.at in scene.air and not passive(scene, being, Fly)
    ]
    most = int(scene.options["opt_zone_capacity"])
    crowded = [being.at for being in scene.beings.values() if being.here and being.at not in scene.air]
    for being in scene.beings.values() if most else ():
        if being.here and crowded.count(being.at) > most:
            found.append(Fault(f"beings.{being.id}.at", f"more than {most} stand at {being.at!r}", "nb.zone.ground"))
    return found
