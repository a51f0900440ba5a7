"""The kinds of content of Cloudbreaker Alliance. `docs/games/cloudbreaker.md` explains them for a table."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import field

from ludex.core.content.content import Entry, Record, StyleName
from ludex.core.content.numbers import Extent, Level, Natural, Place, Positive, Whole
from ludex.core.content.references import RuleId
from ludex.core.plan.entries import ZonesEntry
from ludex.games.cloudbreaker.records.conditions import ConditionName
from ludex.games.cloudbreaker.records.effects import (
    Afflict,
    Edge,
    Effect,
    GenerateMorale,
    Meal,
    NeutraliseRange,
    OnUse,
    RedirectAttack,
    Reduce,
    Shelter,
)
from ludex.games.cloudbreaker.records.ids import (
    ClassId,
    ClueId,
    ConditionId,
    FeatureId,
    HazardId,
    ItemId,
    MasteryId,
    MethodId,
    NeededClass,
    SpellId,
    WeaponId,
    WeaponOrSpell,
)

Size = Literal[
    "VVV Small", "VV Small", "V Small", "Small", "Medium", "Large", "X Large", "XX Large", "XXX Large",
]  # fmt: skip
Rank = Literal["Normal", "Captain", "Boss", "Horde"]
Role = Literal["frontliner", "backup"]
GoalName = Literal["rout", "survive", "destroy", "defeat", "safe", "trap_survived", "defuse"]
FailureName = Literal["party_wiped_out", "rounds", "npc_killed", "npc_at_zero", "party_retreats"]
ActionKind = Literal["major", "minor", "free"]
Reach = Literal["melee", "ranged"]
Targets = Literal["one", "every_enemy_in_zone", "ally_or_self", "any_unit", "zone", "self", "none"]
Channel = Literal["speech", "sound", "none"]
Sense = Literal["sight", "hearing"]
MethodKind = Literal["skill", "toolkit"]
Maneuver = Literal["grapple", "push", "trip", "disarm", "impair", "latch"]
Tag = Literal["eyes", "ears", "mouth", "legs", "hands"]
ALL_TAGS: tuple[Tag, ...] = ("eyes", "ears", "mouth", "legs", "hands")
Event = Literal[
    "attack_hits", "maneuver_gives_condition", "spirit_given", "neutralise_roll", "analyse_roll", "attack_roll",
    "maneuver_roll", "task_roll", "turn_starts", "round_ends", "always",
]  # fmt: skip


CARRIED = (NeutraliseRange, Meal, Shelter)  # what an item does by being carried
ALWAYS = (Edge, Reduce, GenerateMorale)  # what a feature does by being there


def fit(effects: tuple[Effect, ...], kinds: tuple[type[Record], ...], what: str) -> None:
    """Every effect is of a kind that this entry has; else it would do nothing."""
    for effect in effects:
        if not isinstance(effect, kinds):
            known = ", ".join(str(kind.__struct_config__.tag) for kind in kinds)
            name = effect.__struct_config__.tag
            raise ValueError(f"the effect {name!r} does nothing in {what}; expected some of: {known}")


class Skill(Entry, frozen=True, eq=False, kw_only=True):
    """What task rolls are made with. Speech is barred to the Silenced; a sense to who lacks it."""

    channel: Channel = "none"
    senses: tuple[Sense, ...] = ()


class Toolkit(Entry, frozen=True, eq=False, kw_only=True):
    analyses: tuple[str, ...] = ()  # types of creature
    gear: tuple[ItemId, ...] = ()  # what belongs to it


class Use(Entry, frozen=True, eq=False, kw_only=True):
    """Something that is used on somebody: a weapon, a spell, an item."""

    action: ActionKind = "major"
    reach: Reach = "melee"
    range: Natural = 0
    targets: Targets = "one"
    tags: tuple[str, ...] = ()
    mp_cost: Natural = 0
    verbal: bool = False
    attack_roll: bool = True
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        if self.reach == "melee" and self.range:
            raise ValueError("range: a melee attack reaches its own zone only; expected 0")
        self.fit_effects()

    def fit_effects(self) -> None:
        fit(self.effects, get_args(OnUse), "what is used on somebody")


class Weapon(Use, frozen=True, eq=False, kw_only=True):
    weapon_type: str = ""
    hands: Natural = 1
    natural: bool = False  # grown on: cannot be dropped, takes no hand


class Spell(Use, frozen=True, eq=False, kw_only=True):
    school: str
    reach: Reach = "ranged"


class Item(Use, frozen=True, eq=False, kw_only=True):
    action: ActionKind = "minor"
    targets: Targets = "any_unit"  # "none" for what works by being carried
    attack_roll: bool = False
    consumed: bool = True

    def fit_effects(self) -> None:
        fit(self.effects, (*get_args(OnUse), *CARRIED), "an item")


class Trigger(Record, frozen=True, eq=False, kw_only=True):
    """When a feature works: an event, whose it is, where, and what must hold of the target."""

    event: Event = "always"
    who: Literal["self", "ally", "enemy", "any"] = "self"
    where: Literal["same_zone", "any"] = "any"
    target_has_any: tuple[ConditionName, ...] = ()


class Feature(Entry, frozen=True, eq=False, kw_only=True):
    """`instant` is a choice that costs an action, `triggered` a choice that is free, `passive` always holds."""

    timing: Literal["instant", "triggered", "passive"] = "passive"
    action: Literal["major", "minor", "free"] = "free"
    limit: Literal["", "once_per_turn", "once_per_round", "once_per_situation"] = ""
    surprised_too: bool = False
    trigger: Trigger = Trigger()
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        kinds = ALWAYS if self.timing == "passive" else (*get_args(OnUse), RedirectAttack)
        fit(self.effects, kinds, f"a feature that is {self.timing}")


class Ranked(Record, frozen=True, eq=False, kw_only=True):
    rank: Positive
    feature: FeatureId


class Class(Entry, frozen=True, eq=False, kw_only=True):
    discipline: str = ""
    tier: Literal["basic", "advanced"] = "basic"
    requires: dict[NeededClass, Positive] = {}  # ranks in other classes, for an advanced class
    turn_speed: Natural
    move_m: Natural = 10
    max_move_m: Natural = 20
    masteries: tuple[MasteryId, ...] = ()
    features: tuple[Ranked, ...] = ()


class Method(Record, frozen=True, eq=False, kw_only=True):
    """A way to neutralise an enemy: what to roll with, against which number, from how far."""

    method: MethodId
    kind: MethodKind = "skill"
    channel: Channel = "speech"
    nd: Natural
    nd_faltering: Natural
    range: Natural = 3
    needs_item: ItemId = ""


class Clue(Record, frozen=True, eq=False, kw_only=True):
    """What a hazard, a trap or the secret of an enemy yields to."""

    method: ClueId
    kind: MethodKind = "skill"
    difficulty: Natural


class Falter(Record, frozen=True, eq=False, kw_only=True):
    when: Literal["hp_at_most_half", "mp_at_most_half", "condition", "no_comrade_within", "targets_broken"]
    condition: ConditionId = ""
    zones: Natural = 0
    tag: str = ""
    count: Natural = 0


class Part(Record, frozen=True, eq=False, kw_only=True):
    """A target that can be attacked: a unit has one or more of them, one of them vital."""

    id: str = "body"
    name: str = "Body"
    vital: bool = True
    tags: tuple[Tag, ...] = ALL_TAGS
    defense: Natural
    hp: Positive
    when_broken: tuple[Effect, ...] = ()
    loses: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        fit(self.when_broken, (Afflict,), "when_broken")


class Armed(Record, frozen=True, eq=False, kw_only=True):
    """A weapon or spell in the hands of an enemy, with its bonus to hit."""

    use: WeaponOrSpell
    to_hit: Whole = 0


class Unit(Entry, frozen=True, eq=False, kw_only=True):
    """What enemies, NPCs and objects share."""

    creature_type: str = ""
    size: Size = "Medium"
    turn_speed: Natural = 5
    move_m: Natural = 10
    max_move_m: Natural = 20
    major: Natural = 1
    minor: Natural = 1
    mp: Natural = 10
    hands: Natural = 2
    resist: tuple[str, ...] = ()
    vulnerable: tuple[str, ...] = ()
    reduction: Natural = 0
    targets: tuple[Part, ...]
    attacks: tuple[Armed, ...] = ()
    maneuvers: dict[Maneuver, Natural] = {}
    max_held: Natural = 2
    masteries: tuple[MasteryId, ...] = ()
    mastery_bonus: Whole = 4
    items: tuple[ItemId, ...] = ()
    features: tuple[FeatureId, ...] = ()
    default_role: Role = "frontliner"


class Enemy(Unit, frozen=True, eq=False, kw_only=True):
    rank: Rank = "Normal"
    style: StyleName = ""
    unit_type: Literal[
        "single creature single target", "single creature multiple targets", "multiple creatures single target",
        "multiple creatures multiple targets",
    ] = "single creature single target"  # fmt: skip
    sentient: bool = False
    independent: bool = False
    disguised: bool = False
    looks_like: str = "Something unknown"  # what a disguised one is called until they are analysed
    falter: tuple[Falter, ...] = ()
    neutralise: tuple[Method, ...] = ()
    analyse: tuple[Clue, ...] = ()


class Npc(Unit, frozen=True, eq=False, kw_only=True):
    """Somebody on the party's side whom the game master plays."""


class Object(Unit, frozen=True, eq=False, kw_only=True):
    """A thing that can be attacked and takes no turns: an artifact, a generator of morale."""

    mp: Natural = 0
    hands: Natural = 0


class Character(Entry, frozen=True, eq=False, kw_only=True):
    """A player character."""

    level: Level = 1
    class_: ClassId = field(name="class")
    secondary_class: ClassId = ""
    class_ranks: dict[ClassId, Positive] = {}
    size: Size = "Medium"
    hp: Positive
    mp: Natural
    resolve: Natural
    defense: Natural
    hands: Natural = 2
    resist: tuple[str, ...] = ()
    vulnerable: tuple[str, ...] = ()
    masteries: tuple[MasteryId, ...] = ()
    attunements: tuple[str, ...] = ()
    weapons: tuple[WeaponId, ...] = ()
    wielded: tuple[str, ...] | None = None
    spells: tuple[SpellId, ...] = ()
    items: tuple[ItemId, ...] = ()
    default_role: Role = "frontliner"
    allowed: tuple[RuleId, ...] = ()  # rules of creation that the table has waived


class Curse(Entry, frozen=True, eq=False, kw_only=True):
    """A condition of a table's own: it has a name and a text, and may bring conditions of the book with it."""

    brings: tuple[ConditionName, ...] = ()


class Hazard(Entry, frozen=True, eq=False, kw_only=True):
    """A danger between two zones or in one. Who crosses a blocking one rolls one of `cross`; who fails meets its
    effects and loses the step."""

    hazard_type: Literal["traversal", "zone"]
    triggers: tuple[Literal["cross", "enter", "stay", "leave", "turn_starts", "round_ends"], ...] = ()
    blocks: bool = False
    effects: tuple[Effect, ...] = ()
    cross: tuple[Clue, ...] = ()
    neutralise: tuple[Clue, ...] = ()

    def __post_init__(self) -> None:
        fit(self.effects, get_args(OnUse), "a hazard")


class ZoneEntry(Record, frozen=True, eq=False, kw_only=True):
    id: str
    name: str = ""
    at: tuple[Place, Place]
    cover: bool = False
    safe: bool = False
    shelter: Natural = 0


class Lies(Record, frozen=True, eq=False, kw_only=True):
    """A hazard of the content, with the zone it fills or the two zones between which it lies."""

    hazard: HazardId
    zones: tuple[str, ...]


class Board(ZonesEntry, frozen=True, eq=False, kw_only=True):
    """Zones on a grid. Without `zones`, all of `width` times `height`, called z0_0, z1_0 …; or all that a map of so
    many one-inch squares is divided into."""

    width: Extent = 3
    height: Extent = 1
    squares: tuple[Extent, Extent] | None = None  # of a map, across and down
    indoors: bool = False  # zones of 4 by 4 squares, and not of 6 by 6
    zones: tuple[ZoneEntry, ...] = ()
    closed: tuple[tuple[str, str], ...] = ()
    cover: tuple[str, ...] = ()
    hazards: tuple[Lies, ...] = ()


KINDS: dict[str, type[Entry]] = {
    "skill": Skill,
    "toolkit": Toolkit,
    "weapon": Weapon,
    "spell": Spell,
    "item": Item,
    "feature": Feature,
    "class": Class,
    "character": Character,
    "enemy": Enemy,
    "npc": Npc,
    "object": Object,
    "condition": Curse,
    "hazard": Hazard,
    "board": Board,
}
