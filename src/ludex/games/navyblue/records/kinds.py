"""The kinds of content of Navy Blue. The page of the game under `docs/games` explains them for a table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ludex.core.content.content import Entry, Record, StyleName
from ludex.core.content.numbers import Extent, Natural, Place, Positive, Sides, Whole
from ludex.core.content.references import RuleId
from ludex.core.kernel.english import count
from ludex.core.plan.entries import ZonesEntry
from ludex.games.navyblue.records.effects import Attribute, Core, Difficulty, Effect, Key, MagicKind, Shift
from ludex.games.navyblue.records.ids import (
    FeatureId,
    ItemId,
    LanguageId,
    LineageId,
    NpcId,
    SkillId,
    SubLineageId,
    TraitId,
)

Archetype = Literal["Warrior", "Devout", "Adept", "Mage"]
Reach = Natural | Literal["Self", "Special"]
Per = Literal["none", "turn", "fight", "Rest", "Respite"]
Block = Literal["travel", "camping", "rest", "any"]
Way = Literal["Traversal", "Dungeoneering"]
Weight = Literal["Light", "Medium", "Heavy"]
DoorState = Literal["open", "shut", "barred", "locked", "blocked"]


class Trait(Entry, frozen=True, eq=False, kw_only=True):
    """nb.trait.def: what it may be put on."""

    applies_to: tuple[Literal["feature", "item", "character"], ...]

    def __post_init__(self) -> None:
        if not self.applies_to:
            raise ValueError("applies_to: expected at least one of feature, item, character")


class Skill(Entry, frozen=True, eq=False, kw_only=True):
    pass


class Language(Entry, frozen=True, eq=False, kw_only=True):
    pass


class Activity(Entry, frozen=True, eq=False, kw_only=True):
    """Something that takes one interval."""

    mode: Way
    block: Block = "any"


class Lineage(Entry, frozen=True, eq=False, kw_only=True):
    size_inches: tuple[Natural, Natural]
    max_age: Natural
    sub_lineages: tuple[TraitId, ...]
    dominant_features: tuple[FeatureId, ...] = ()
    variable_features: tuple[FeatureId, ...] = ()


class Cost(Record, frozen=True, eq=False, kw_only=True):
    actions: Natural = 0
    motion: Natural = 0

    def __str__(self) -> str:
        parts = [count(self.actions, "Action")] if self.actions else []
        return " and ".join([*parts, *([f"{self.motion} MP"] if self.motion else [])])


class Uses(Record, frozen=True, eq=False, kw_only=True):
    """How often; a count of 0 is no limit."""

    count: Natural = 0
    per: Per = "none"

    def __str__(self) -> str:
        often = {0: "", 1: "once", 2: "twice"}.get(self.count, f"{self.count} times")
        return f"{often} a {self.per}" if often and self.per != "none" else often


class Aim(Record, frozen=True, eq=False, kw_only=True):
    who: Literal["self", "ally", "ally_or_self", "enemy", "any", "zone"] = "self"
    reach: Reach = "Self"
    trait: TraitId = ""  # only those who have it


class Results(Record, frozen=True, eq=False, kw_only=True):
    """nb.attack.table: what each result deals; HL is added to all of them."""

    tier1: Natural = 1
    tier2: Natural = 2
    tier3: Natural = 3
    crit: Natural = 5


class Strike(Record, frozen=True, eq=False, kw_only=True):
    """An attack: what it is made with, and what may be defended with."""

    attack_attr: tuple[Attribute, ...]
    defend_with: tuple[Attribute, ...]
    reach: Reach = 0
    area: Literal["single", "zone_enemies"] = "single"
    damage: Results = Results()
    damage_type: Literal["physical", "mental"] = "physical"


class Feature(Entry, frozen=True, eq=False, kw_only=True):
    """`passive` holds by itself; `action` and `maneuver` are for the own turn; `replacement` answers to an event."""

    origin: Literal["lineage", "archetype", "npc", "item"] = "archetype"
    archetypes: tuple[Archetype, ...] = ()
    lineage: LineageId = ""
    role: Literal["", "dominant", "variable"] = ""
    sub_lineages: tuple[SubLineageId, ...] = ()
    traits: tuple[TraitId, ...]
    timing: Literal["passive", "action", "maneuver", "replacement"] = "passive"
    cost: Cost = Cost()
    uses: Uses = Uses()
    target: Aim = Aim()
    attack: Strike | None = None
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        if not self.traits:
            raise ValueError("traits: every feature has at least one [nb.feature.def]")

    def in_words(self, does: str, *more: str) -> str:
        """`1 MP, twice a Rest. Heals …`: what it costs and how often it can be used, and then what it does."""
        terms = ", ".join(filter(None, (str(self.cost), str(self.uses), *more)))
        return f"{terms[:1].upper()}{terms[1:]}. {does}" if terms else does


class Item(Entry, frozen=True, eq=False, kw_only=True):
    """What every item has (nb.item.schema)."""

    traits: tuple[TraitId, ...] = ()
    archetypes: tuple[Archetype, ...] = ()
    slots: Natural
    hands: Natural = 1
    features: tuple[FeatureId, ...] = ()


class Weapon(Item, frozen=True, eq=False, kw_only=True):
    attack: Strike
    effects: tuple[Effect, ...] = ()


class Protects(Record, frozen=True, eq=False, kw_only=True):
    """`[Attr] Armour X/Y/Z`: which attributes, and what each threshold is shifted by."""

    attrs: tuple[Key, ...]
    shift: Shift
    shield: Weight | Literal[""] = ""  # of an NPC's shield, which is no armour


class Armour(Item, frozen=True, eq=False, kw_only=True):
    helmet: bool = False
    protects: tuple[Protects, ...]


class Shield(Item, frozen=True, eq=False, kw_only=True):
    weight: Weight
    attrs: tuple[Key, ...]
    shift: Shift


class Container(Item, frozen=True, eq=False, kw_only=True):
    holds: Natural
    backpack: bool = False


class Consumable(Item, frozen=True, eq=False, kw_only=True):
    """Used up by using it: on oneself (Consume), on somebody else (Administer), or in peace."""

    ways: tuple[Literal["consume", "administer", "out_of_fight"], ...] = ("consume", "administer")
    target: Aim = Aim()
    attack: Strike | None = None
    effects: tuple[Effect, ...] = ()


class Gear(Item, frozen=True, eq=False, kw_only=True):
    effects: tuple[Effect, ...] = ()


class Known(Record, frozen=True, eq=False, kw_only=True):
    """A language with its points: 1 is speaking or literacy, 2 both; 0 is broken speech."""

    language: LanguageId
    speak: bool = True
    read: bool = False


class Packed(Record, frozen=True, eq=False, kw_only=True):
    """A container with what is in it, the top first."""

    container: ItemId
    contents: tuple[ItemId, ...] = ()
    open: bool = False


class Character(Entry, frozen=True, eq=False, kw_only=True):
    """A player character."""

    level: Annotated[int, Meta(ge=0, le=100)] = 1  # nb.char.level0: 0 until an archetype is picked
    archetype: Archetype | Literal[""] = ""
    lineages: tuple[LineageId, ...] = ()  # the dominant one first
    sub_lineages: tuple[TraitId, ...] = ()
    size_inches: Natural = 0
    age: Natural = 0
    attributes: dict[Core, Whole] = {}
    skills: tuple[SkillId, ...] = ()
    languages: tuple[Known, ...] = ()
    features: tuple[FeatureId, ...] = ()
    speed: Natural = 2
    held: tuple[ItemId, ...] = ()
    worn: tuple[ItemId, ...] = ()  # body armour and helmet
    carried: tuple[ItemId, ...] = ()  # in core slots
    packs: tuple[Packed, ...] = ()  # the worn backpack, and other containers that are carried
    experience: Natural = 0
    allowed: tuple[RuleId, ...] = ()  # rules of creation that the table has waived


class NpcAttack(Record, frozen=True, eq=False, kw_only=True):
    id: str
    name: str
    text: str = ""
    traits: tuple[TraitId, ...] = ()
    held: bool = False
    attack: Strike
    effects: tuple[Effect, ...] = ()


class Npc(Entry, frozen=True, eq=False, kw_only=True):
    """Somebody whom the Director plays."""

    difficulty: Natural = 0
    level: Natural = 0
    style: StyleName = ""
    leader: bool = False
    traits: tuple[TraitId, ...] = ()
    archetype: Archetype | Literal[""] = ""
    magic_kind: MagicKind = "none"
    attributes: dict[Core, Whole] = {}
    max_vigor: Positive | None = None  # by the formula unless stated
    speed: Natural = 2
    body_reach: Natural = 0
    morale: Natural | None = None  # none: they have no survival instinct
    protection: tuple[Protects, ...] = ()
    unarmed: bool = False
    attacks: tuple[NpcAttack, ...] = ()
    features: tuple[FeatureId, ...] = ()
    minor_up_to: Natural = 0  # so many of them are a minor encounter


class Obstructs(Record, frozen=True, eq=False, kw_only=True):
    material: str
    unblock: bool = False
    attribute: Core | Literal[""] = ""
    difficulty: Difficulty = "Normal"


class PitEntry(Record, frozen=True, eq=False, kw_only=True):
    depth: Natural = 1
    spikes: bool = False


class ZoneEntry(Record, frozen=True, eq=False, kw_only=True):
    """A zone; `at` is where it is drawn on the map."""

    id: str
    name: str = ""
    at: tuple[Place, Place]
    air: bool = False
    obstruction: Obstructs | None = None
    pit: PitEntry | None = None
    light: ItemId = ""  # that lies there and shines
    searchable: bool = False
    key_item: bool = False
    exit: bool = False


class DoorEntry(Record, frozen=True, eq=False, kw_only=True):
    """Between two zones. `barred_from` is the zone on whose side the bar lies."""

    zones: tuple[str, str]
    name: str = "door"
    state: DoorState = "shut"
    barred_from: str = ""
    attribute: Core | Literal[""] = ""
    difficulty: Difficulty = "Normal"
    known: bool = False  # somebody of the party has tried it


class Board(ZonesEntry, frozen=True, eq=False, kw_only=True):
    """Zones joined in a graph: neighbours on the map unless `closed`, and what `links` joins beside that. Where none is
    listed there are `width` times `height` plain ones: z0_0, z1_0 and so on."""

    zones: tuple[ZoneEntry, ...] = ()
    width: Extent = 3
    height: Extent = 1
    closed: tuple[tuple[str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    doors: tuple[DoorEntry, ...] = ()
    underground: bool = False


class Group(Record, frozen=True, eq=False, kw_only=True):
    npc: NpcId
    count: Positive = 1


class Row(Record, frozen=True, eq=False, kw_only=True):
    roll: Natural
    npcs: tuple[Group, ...] = ()
    text: str


class Encounters(Entry, frozen=True, eq=False, kw_only=True):
    """Who is met when a Random Encounter happens."""

    mode: Way
    die: Sides = 6
    rows: tuple[Row, ...]


KINDS: dict[str, type[Entry]] = {
    "trait": Trait,
    "skill": Skill,
    "language": Language,
    "activity": Activity,
    "lineage": Lineage,
    "feature": Feature,
    "weapon": Weapon,
    "armour": Armour,
    "shield": Shield,
    "container": Container,
    "consumable": Consumable,
    "gear": Gear,
    "character": Character,
    "npc": Npc,
    "board": Board,
    "encounters": Encounters,
}
