"""The kinds of content of Vitality. The page of the game under `docs/games` explains them for a table."""

from __future__ import annotations

from typing import Literal

from ludex.core.content.content import Entry, Record, StyleName
from ludex.core.content.numbers import Extent, Natural, Place, Positive, Whole
from ludex.core.content.references import RuleId
from ludex.core.plan.entries import CellsEntry
from ludex.games.vitality.records.attack_effects import Attribute, Effect, Need, Resistance, Stat
from ludex.games.vitality.records.boon_effects import BoonEffect, Knack, Power
from ludex.games.vitality.records.conditions import Afflicts
from ludex.games.vitality.records.ids import (
    ArchetypeId,
    BoonId,
    BuildId,
    FeatureId,
    LimitId,
    NeededUpgrade,
    PieceId,
    UpgradeId,
    UpgradeOrLimit,
)

AttackType = Literal[
    "melee_accuracy", "melee_effect", "ranged", "area", "direct_condition", "direct_area_condition", "direct_damage",
    "direct_area_damage",
]  # fmt: skip
Part = Literal["movement", "defensive", "attack", "utility"]
Shape = Literal["burst", "cone", "line"]
HpClass = Literal["player", "minion", "captain", "vanguard", "boss", "ally"]
Terrain = Literal["wall", "difficult", "drop", "raised", "soft_ground"]
Wealth = Literal["poor", "comfortable", "well_off", "wealthy"]
Cell = tuple[Place, Place]


class Archetype(Entry, frozen=True, eq=False, kw_only=True):
    """What a character is made of. Of an attack archetype: how many special attacks, and how many points each is short
    of twice the Tier; `old_` is the larger scale (opt_attack_scale_hundred). Of a utility archetype, which only
    opt_utility_archetypes knows: so many `tiers` on skill checks with so many `attributes`, 0 for all of them."""

    part: Part
    effects: tuple[Knack, ...] = ()
    attacks: Natural = 0
    short: Natural = 0
    old_attacks: Natural = 0
    old_per_tier: Natural = 0
    boons: Natural = 1  # times the number of boons
    attributes: Natural = 0
    tiers: Whole = 0


class Upgrade(Entry, frozen=True, eq=False, kw_only=True):
    """vt.up.list: what an attack can be given for points. No types: for all of them."""

    cost: Natural
    rule: RuleId = ""  # where it stands in the book; our own id, `vt.up.` and the id of the entry unless stated
    types: tuple[AttackType, ...] = ()
    on: Literal["any", "damage", "condition"] = "any"
    not_with: tuple[UpgradeOrLimit, ...] = ()
    needs_upgrade: NeededUpgrade = ""
    needs_shape: Shape | Literal[""] = ""  # of an area attack
    ranks: bool = False
    effects: tuple[Effect, ...] = ()


class Limit(Entry, frozen=True, eq=False, kw_only=True):
    """vt.limit.gate: a bonus in Tiers on all rolls of an attack that can only be made while its needs are met."""

    cost: Natural
    tiers: Whole
    group: Literal["random", "turn", "hp", "resource", "conditional", "sequential", "position", "special", "sacrifice"]
    needs: tuple[Need, ...]
    not_with: tuple[UpgradeOrLimit, ...] = ()
    no_healing: bool = False  # not together with anything that restores HP


class Passive(Entry, frozen=True, eq=False, kw_only=True):
    """vt.boon.passive: Tier on one stat for good, and a drawback."""

    effects: tuple[BoonEffect, ...]


class Conditional(Entry, frozen=True, eq=False, kw_only=True):
    """vt.boon.conditional: Tier on two stats while its needs are met."""

    needs: tuple[Need, ...]


class Piece(Entry, frozen=True, eq=False, kw_only=True):
    """vt.boon.custom: a graded condition from which a table builds conditional bonuses of its own."""

    grade: Positive
    needs: tuple[Need, ...]


class Trait(Entry, frozen=True, eq=False, kw_only=True):
    rule: RuleId
    cost: Natural = 1
    alone: bool = False  # only one of this kind
    effects: tuple[BoonEffect, ...]


class Improvement(Record, frozen=True, eq=False, kw_only=True):
    """An upgrade of an ability: what it sets, adds to or multiplies in it."""

    id: str
    name: str
    cost: Natural = 1
    ranks: bool = False
    sets: dict[str, bool | Whole] = {}
    adds: dict[str, Whole] = {}
    times: dict[str, Whole] = {}


class Ability(Entry, frozen=True, eq=False, kw_only=True):
    """vt.ability.*: something that a boon buys and more boons improve."""

    rule: RuleId
    cost: Natural = 1
    power: Power
    improvements: tuple[Improvement, ...] = ()


class Feature(Entry, frozen=True, eq=False, kw_only=True):
    """Something bought with utility points: a feature, a sense, a way to move, a descriptor."""

    kind: Literal["feature", "sense", "movement", "descriptor"] = "feature"
    cost: Natural
    rule: RuleId = ""
    ranks: bool = False
    not_with: tuple[FeatureId, ...] = ()
    effects: tuple[Knack, ...] = ()


# ---------------------------------------------------------------- characters


class Boon(Record, frozen=True, eq=False, kw_only=True):
    """A boon of somebody, with what was chosen when it was taken."""

    kind: Literal["passive", "conditional", "custom", "trait", "ability"]
    id: BoonId
    stats: tuple[Stat, ...] = ()
    upgrades: tuple[str, ...] = ()  # of an ability; twice for two ranks
    pieces: tuple[PieceId, ...] = ()  # of a custom bonus
    versus: Resistance | Literal[""] = ""
    loses: Stat | Literal[""] = ""
    limit: LimitId = ""
    companion: BuildId = ""  # of Summon: whose build the companions have
    size: Literal[0, 10, 25, 50, 100] = 0  # and their maximum of HP


class Attack(Record, frozen=True, eq=False, kw_only=True):
    """A special attack as it was built."""

    id: str
    name: str
    text: str = ""
    type: AttackType
    effect: Afflicts | Literal["damage"] = "damage"
    versus: Resistance | Literal[""] = ""
    stat: Stat | Literal[""] = ""  # of Weaken
    shape: Shape | Literal[""] = ""
    upgrades: tuple[UpgradeId, ...] = ()  # twice for two ranks
    limits: tuple[LimitId, ...] = ()
    descriptor: str = ""


class Archetypes(Record, frozen=True, eq=False, kw_only=True):
    movement: ArchetypeId = ""
    defensive: ArchetypeId = ""
    attack: ArchetypeId = ""
    utility: ArchetypeId = ""


class Person(Entry, frozen=True, eq=False, kw_only=True):
    """What player characters and enemies have in common."""

    level: Natural = 0
    attributes: dict[Attribute, Whole] = {}
    skill_attributes: tuple[Attribute, ...] = ()
    archetypes: Archetypes = Archetypes()
    boons: tuple[Boon, ...] = ()
    attacks: tuple[Attack, ...] = ()
    utility: tuple[FeatureId, ...] = ()  # twice for two ranks
    allowed: tuple[RuleId, ...] = ()  # rules of creation that the table has waived


class Character(Person, frozen=True, eq=False, kw_only=True):
    """A player character."""

    wealth: Wealth = "comfortable"


class Enemy(Person, frozen=True, eq=False, kw_only=True):
    """Somebody whom the game master plays."""

    hp_class: HpClass = "minion"
    style: StyleName = ""
    flying: Natural = 0  # the height at which it begins


class Patch(Record, frozen=True, eq=False, kw_only=True):
    """Spaces of one row, both ends among them. `height`: how high raised ground lies, or how deep a drop is."""

    kind: Terrain
    start: Cell
    end: Cell
    height: Whole = 0


class Board(CellsEntry, frozen=True, eq=False, kw_only=True):
    """A rectangle of `height` rows with `width` spaces each, or what `rows` lists. Hexes: axial [q, r], odd rows half a
    space to the right. All is written for hexes; with squares (opt_square_grid) the space [q, r] is [q + r // 2, r]."""

    width: Extent = 12
    height: Extent = 8
    wall_edges: tuple[tuple[Cell, Cell], ...] = ()  # between two spaces
    terrain: tuple[Patch, ...] = ()


KINDS: dict[str, type[Entry]] = {
    "archetype": Archetype,
    "upgrade": Upgrade,
    "limit": Limit,
    "passive": Passive,
    "conditional": Conditional,
    "piece": Piece,
    "trait": Trait,
    "ability": Ability,
    "feature": Feature,
    "character": Character,
    "enemy": Enemy,
    "board": Board,
}
