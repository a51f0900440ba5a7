"""The kinds of content of The Crawl. The page of the game under `docs/games` explains them for a table."""

from __future__ import annotations

from typing import Literal

from ludex.core.content.content import Entry, Record, StyleName
from ludex.core.content.numbers import Extent, Measure, Natural, Percent, Place, Positive, Whole
from ludex.core.content.references import RuleId
from ludex.core.plan.entries import CellsEntry
from ludex.games.crawl.records.conditions import ConditionName
from ludex.games.crawl.records.effects import Effect
from ludex.games.crawl.records.ids import (
    AfflictionId,
    AspectId,
    AspectOrChosen,
    AspectOrCore,
    CharacterId,
    ConsumableId,
    Core,
    ItemId,
    NeededAspect,
    NeededAspectOrCore,
)
from ludex.games.crawl.records.parts import DamageType
from ludex.games.crawl.records.price_list import AnyPart

Cell = tuple[Place, Place]
SkillType = Literal["none", "attack", "defense", "concentration", "non-combat"]
When = Literal["action", "movement_action", "defense", "opportunistic", "reactionary", "trigger", "non_combat"]
Method = Literal["slashing", "thrusting", "bludgeoning", "drawn force", "magic", "throwable"]
Slot = Literal["head", "arms", "torso", "legs"]
Source = Literal["rulebook", "supplement", "house"]
Material = Literal[
    "packed mud or sand", "wood", "sandstone", "granite or concrete", "iron or unrefined alloy",
    "steel or refined alloy",
]  # fmt: skip

# ---------------------------------------------------------------- aspects


class Use(Record, frozen=True, eq=False, kw_only=True):
    """How the skill of an aspect is used: what its priced parts do not say.

    `against`: own (its own difficulty), none, defense (the target's), attack (the one it answers), opposed, gm,
    affliction, stealth (that number replaces the own difficulty where it is higher), jump_forward.
    `range`: where no part states one; `weapon` is that of the weapon.
    """

    when: When = "action"
    against: Literal[
        "own", "none", "defense", "attack", "opposed", "gm", "affliction", "stealth", "jump_forward"
    ] = "own"  # fmt: skip
    target: Literal["self", "enemy", "ally", "any", "area", "cell", "task", "magic", "grabbed_enemy", "willing_mind"]
    range: Literal["", "weapon", "personal", "melee", "line_of_sight", "unlimited"] = ""
    methods: tuple[Method, ...] = ()  # of the weapons it works with; empty: it needs none
    needs: Literal["", "shield", "melee_weapon", "free_hand", "object", "crowd"] = ""
    as_aspect: AspectOrChosen = (
        ""  # its roll is that of this aspect's skill; "chosen_melee_attack": of one that is named
    )
    trigger: Literal["", "deals_hp_damage", "magic_used", "passes_or_appears"] = ""
    attacks: Literal["any", "melee", "ranged"] = "any"  # which attacks a defence answers
    dodge: bool = False
    mental: bool = False  # needs no willing control of the body: tc.grappled
    not_while: tuple[ConditionName, ...] = ()
    opposed_by: AspectOrCore = ""
    opposed_if: Literal["", "target_aware", "watcher_has_keen_senses"] = ""
    unknown_effect_modifier: Whole = 0
    targets_adjacent: bool = False  # several targets stand in adjacent cells
    save: Core | Literal[""] = ""  # against an area: halves the damage
    save_difficulty: Natural = 10
    takes_minutes: Natural = 0
    lasts_minutes: Natural = 0  # where no part states it
    limit_hours: Natural = 0  # before the same target can have it again
    ends_on_absorb: bool = False  # its damage resistance ends when it has taken damage off an attack
    with_jump: bool = False  # the roll is that of a jump as well


class Aspect(Entry, frozen=True, eq=False, kw_only=True):
    """tc.ap.schema: its price is the sum of its parts. Without `use` its parts hold by themselves."""

    ap: Natural | None = None  # as printed; what the parts come to must be the same
    source: Source = "house"
    requires: tuple[NeededAspect, ...] = ()
    skill: SkillType = "none"
    inherits: tuple[NeededAspectOrCore, ...] = ()  # the highest counts
    parts: tuple[AnyPart, ...] = ()
    prose: tuple[tuple[Whole, Whole | str], ...] = ()  # opt_prose_wins: parts by number, worth what its words say
    use: Use | None = None
    effects: tuple[Effect, ...] = ()
    choice: Literal["", "weapon_type", "damage_type"] = ""
    max_times: Positive = 1  # how often it may be had; with a choice, once for each
    mind: bool = False  # tc.int.meaning: who is of low intelligence may ignore it
    basic: bool = False  # everybody has it, and it costs nothing
    bestial: bool = False  # of the bodies of beasts and monsters: offered to people last


# ---------------------------------------------------------------- items


class Item(Entry, frozen=True, eq=False, kw_only=True):
    """tc.money: it costs 100 for each aspect point of its parts."""

    price: Natural | None = None  # as printed; what the parts come to must be the same
    source: Source = "house"
    free: bool = False  # given, found or stolen: costs nothing
    weight_kg: Measure = 0
    parts: tuple[AnyPart, ...] = ()
    size: Whole = -3  # tc.size.table; Toss throws what is -3 or smaller


class Weapon(Item, frozen=True, eq=False, kw_only=True):
    """Damage, range, hands, reach, methods and reloading are parts of it. `effects`: of every attack with it."""

    effects: tuple[Effect, ...] = ()


class Armor(Item, frozen=True, eq=False, kw_only=True):
    """What is worn: armour, shields (slot hand) and anything else; it works while it is worn."""

    slot: Slot | Literal["hand"]
    lightweight: bool = False
    limb: Literal["", "left", "right"] = ""  # of a lightweight item for arms or legs that fits one
    requires_strength: Natural | None = None
    don_ep: Natural = 0
    doff_ep: Natural | None = None  # the same unless stated


class Consumable(Item, frozen=True, eq=False, kw_only=True):
    """Used up by its uses (Number of Uses); as many as the part says, 1 without it."""

    use_ep: Natural = 1
    in_combat: bool = True
    effects: tuple[Effect, ...] = ()


class Gear(Item, frozen=True, eq=False, kw_only=True):
    """Anything else that is carried; `compound`: of use against a poison, or as a component of a counter-agent."""

    compound: str = ""


# ---------------------------------------------------------------- afflictions


class Attacks(Record, frozen=True, eq=False, kw_only=True):
    """tc.poison.content: an endurance check against the difficulty, or so much ability damage."""

    aspect: Core
    difficulty: Natural
    ability_damage: Natural = 1


class Poison(Entry, frozen=True, eq=False, kw_only=True):
    """`parts`: negative attributes while it lasts. With a craving interval it is addictive (tc.addiction.substance)."""

    attacks: tuple[Attacks, ...] = ()
    duration_turns: Natural = 0
    condition_while: ConditionName | Literal[""] | tuple[ConditionName, ...] = ""
    parts: tuple[AnyPart, ...] = ()
    removal_difficulty: Natural
    compound: str = ""
    addictiveness: Natural = 0
    craving_interval_hours: Natural = 0

    def __post_init__(self) -> None:
        if self.craving_interval_hours or self.addictiveness:
            check_interval(self.craving_interval_hours)

    @property
    def brings(self) -> tuple[str, ...]:
        """The conditions that come with it."""
        held = self.condition_while
        return held if isinstance(held, tuple) else (held,) if held else ()


class Disease(Entry, frozen=True, eq=False, kw_only=True):
    """tc.disease: one negative attribute, of a core aspect or a part of the price list; its removal difficulty is 5 and
    its strength."""

    strength_modifier: Whole
    aspect: Core | Literal[""] = ""
    value: Whole = -1
    parts: tuple[AnyPart, ...] = ()
    caught: Literal["at_once", "after_fight"] = "after_fight"
    components: tuple[str, ...] = ()  # for a counter-agent
    agent: ConsumableId = ""  # that is one


class Addictive(Consumable, frozen=True, eq=False, kw_only=True):
    """tc.addiction.substance."""

    addictiveness: Natural
    craving_interval_hours: Natural

    def __post_init__(self) -> None:
        check_interval(self.craving_interval_hours)


def check_interval(hours: int) -> None:
    if hours <= 1:
        raise ValueError("craving_interval_hours: expected more than 1 [tc.addiction.substance]")


# ---------------------------------------------------------------- characters and enemies


class Owns(Record, frozen=True, eq=False, kw_only=True):
    """An aspect that somebody has; `changed`: the number of a part (from 1 on) and what it is worth here."""

    aspect: AspectId
    choice: str = ""
    changed: tuple[tuple[Whole, Whole | str], ...] = ()


class Has(Record, frozen=True, eq=False, kw_only=True):
    item: ItemId
    count: Positive = 1
    equipped: bool = False  # in hand, or worn


class Character(Entry, frozen=True, eq=False, kw_only=True):
    """All their numbers follow from their aspects and items."""

    concept: str = ""
    height_m: Measure = 0  # where it is told, the size of its aspects must be that of its height: tc.size.table
    aspects: tuple[Owns, ...] = ()
    ap: Natural = 0  # unspent
    money: Natural = 0  # left
    items: tuple[Has, ...] = ()
    afflictions: tuple[AfflictionId, ...] = ()  # diseases and addictions
    cohort_of: CharacterId = ""  # tc.ap.schema, NPC Cohort: whose points it shares
    allowed: tuple[RuleId, ...] = ()  # rules of creation that the table has waived


class Enemy(Character, frozen=True, eq=False, kw_only=True):
    difficulty: Natural = 1
    style: StyleName = ""
    defends: bool = True  # a construct never does
    unarmed: bool = True  # has fists to strike with beside its attacks
    flees_below_hp: Natural = 0
    tactics: Literal["", "guards", "ambushes", "rushes", "keeps_away"] = ""


# ---------------------------------------------------------------- boards


class CoverEntry(Record, frozen=True, eq=False, kw_only=True):
    """tc.cover.hardness: an object that fills each of its cells; its HP are those of the material unless stated."""

    cells: tuple[Cell, ...]
    percent: Percent
    material: Material = "wood"
    hp: Positive | None = None
    name: str = "cover"


class DoorEntry(Record, frozen=True, eq=False, kw_only=True):
    """Fills a cell; shut, it blocks the way and the view. `lock`: the difficulty of picking it; 0: not locked."""

    at: Cell
    name: str = "door"
    open: bool = False
    lock: Natural = 0


class CrusherEntry(Record, frozen=True, eq=False, kw_only=True):
    """Something heavy that can be dropped on a cell: tc.crush."""

    at: Cell
    kg: Natural
    name: str = "weight"


class HeightEntry(Record, frozen=True, eq=False, kw_only=True):
    """Metres above the floor, or below it: ledges, pits, drops."""

    cells: tuple[Cell, ...]
    m: Whole


class Board(CellsEntry, frozen=True, eq=False, kw_only=True):
    """tc.map.grid: rows of cells. Hexes: axial [q, r], odd rows half a cell to the right, so that row r begins with
    q = -floor(r / 2). Squares: [x, y]. Where it is no rectangle, `rows` lists the cells."""

    shape: Literal["hex", "square"] = "hex"
    width: Extent = 12
    height: Extent = 8
    walls: tuple[Cell, ...] = ()
    wall_edges: tuple[tuple[Cell, Cell], ...] = ()  # between two cells
    rough: tuple[Cell, ...] = ()
    exits: tuple[Cell, ...] = ()
    crowd: tuple[Cell, ...] = ()  # a thick crowd to blend into
    heights: tuple[HeightEntry, ...] = ()
    cover: tuple[CoverEntry, ...] = ()
    doors: tuple[DoorEntry, ...] = ()
    crushers: tuple[CrusherEntry, ...] = ()


class Surprise(Record, frozen=True, eq=False, kw_only=True):
    """tc.surprise: who is surprised when the fight begins, unless a perception check of this difficulty avoids it."""

    side: Literal["", "party", "foes"] = ""
    difficulty: Natural = 0


KINDS: dict[str, type[Entry]] = {
    "aspect": Aspect,
    "weapon": Weapon,
    "armor": Armor,
    "consumable": Consumable,
    "addictive": Addictive,
    "gear": Gear,
    "poison": Poison,
    "disease": Disease,
    "character": Character,
    "enemy": Enemy,
    "board": Board,
}

DAMAGE_TYPES: tuple[DamageType, ...] = ("fire", "kinetic", "electric", "cold", "meta")  # tc.damage.types
