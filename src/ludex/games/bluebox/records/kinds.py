"""The kinds of content of Blue Box: what stands in its TOML files. `docs/games/bluebox.md` explains them."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from ludex.core.content.content import Entry, Record, StyleName
from ludex.core.content.numbers import DiceCount, Level, Natural, Place, Positive, Whole
from ludex.core.content.references import RuleId
from ludex.core.plan.entries import CellsEntry
from ludex.games.bluebox.records.effects import (
    OF_A_CALLING,
    OF_A_GUARD,
    OF_A_WEAPON,
    OF_AN_ITEM,
    ON_SOMEBODY,
    ON_THE_GROUND,
    Ability,
    Effect,
    RaiseCover,
    Resist,
    Save,
    Zone,
)
from ludex.games.bluebox.records.effects import StatName as Stat
from ludex.games.bluebox.records.effects import TypeName as Type
from ludex.games.bluebox.records.ids import (
    ArmorId,
    BackgroundId,
    CallingId,
    CoreId,
    ItemId,
    MaskId,
    ModuleId,
    PowerId,
    PracticedId,
    SpeciesId,
    WeaponId,
)

Hex = tuple[Place, Place]
Element = Literal[
    "", "Fire", "Ice", "Water", "Air", "Stone", "Earth", "Iron", "Magnetism", "Gravity", "Psychic",
    "Lightning", "Plasma", "Sonic", "Plant-life", "Acid", "Light", "Shadow",
]  # fmt: skip
Size = Literal["Tiny", "Small", "Medium", "Large", "Giant"]
Class = Literal["melee", "ranged"]
Limit = Literal["1/turn", "1/round", "1/combat", "1/rest", "1/ally", "1/self"]
Frequency = Literal["1/turn", "1/round", "1/combat", "1/rest"]
Tag = Literal["being", "creature", "construct", "organic", "Rahi"]
AbilityName = Literal[Ability, "Athletics", "Deduction"]  # the last two are older names


ON_A_HIT = ("hit", "damage", "hp_lost")


def fit(effects: tuple[Effect, ...], kinds: tuple[type[Effect], ...], moments: tuple[str, ...], what: str) -> None:
    """Every effect is of a kind, and happens at a moment, that this entry has; else it would do nothing."""
    for effect in effects:
        name = f"the effect {effect.__struct_config__.tag!r}"
        if not isinstance(effect, kinds):
            known = ", ".join(str(kind.__struct_config__.tag) for kind in kinds)
            raise ValueError(f"{name} does nothing in {what}; expected some of: {known}")
        when = getattr(effect, "when", "")
        once = when == "use" and getattr(effect, "to", "") == "user"  # whatever comes of the attack or the saves
        if when and moments and when not in moments and not (once and what.startswith("this")):
            raise ValueError(f"{name}: in {what} nothing happens at when = {when!r}; expected: {', '.join(moments)}")


def fit_focus(effects: tuple[Effect, ...], focus: bool, what: str) -> None:
    """Only what is maintained lasts as long as the Focus."""
    if not focus and any(getattr(effect, "until", "") == "focus" for effect in effects):
        raise ValueError(f"until = 'focus', but {what} is not maintained; expected focus = true, or another end")


class Armor(Entry, frozen=True, eq=False, kw_only=True):
    ac: Natural = 0
    bac: Natural = 0
    plating: Natural = 0
    resist: tuple[Type, ...] = ()
    immune: tuple[Type, ...] = ()
    vulnerable: tuple[Type, ...] = ()


class Species(Entry, frozen=True, eq=False, kw_only=True):
    size: Size = "Medium"
    speed: Natural = 6
    natural_plating: Natural = 0
    needs_mask: bool = False
    tags: tuple[Tag, ...] = ("being", "creature")
    resist: tuple[Type, ...] = ()
    immune: tuple[Type, ...] = ()
    vulnerable: tuple[Type, ...] = ()


class Core(Entry, frozen=True, eq=False, kw_only=True):
    """What a weapon is built on."""

    type_of: Class = field(name="class")
    stats: tuple[Stat, ...]
    distance: tuple[Natural, Natural]
    critical: tuple[Natural, ...] = ()
    dice: DiceCount = 1
    bonus: Whole = 0
    reactions: bool = True
    thrown: bool = False


class Module(Entry, frozen=True, eq=False, kw_only=True):
    cost: Natural
    limits: tuple[Frequency, ...] = ()
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        fit(self.effects, (*OF_A_WEAPON, *ON_SOMEBODY), ON_A_HIT, "a module")
        fit_focus(self.effects, False, "a hit")


class Weapon(Entry, frozen=True, eq=False, kw_only=True):
    """A weapon: what it does not state comes from its core. A weapon without a core states its class and distance."""

    core: CoreId = ""
    type_of: Class | None = field(name="class", default=None)
    stat: Stat
    distance: tuple[Natural, Natural] | None = None
    critical: tuple[Natural, ...] | None = None
    dice: DiceCount | None = None
    bonus: Whole | None = None
    type: Type = "plain"
    reactions: bool | None = None
    thrown: bool | None = None
    natural: bool = False  # part of the body: never chosen for Destroy, never put away
    modules: tuple[ModuleId, ...] = ()
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        fit(self.effects, (*OF_A_WEAPON, *ON_SOMEBODY), ON_A_HIT, "a weapon")
        fit_focus(self.effects, False, "a hit")


class Target(Record, frozen=True, eq=False, kw_only=True):
    """Whom it is used on. `others` and `everyone` are all within the radius of the user, without and with the user."""

    who: Literal["being", "ally_or_self", "self", "others", "everyone", "hex", "edges"]
    distance: tuple[Natural, Natural] = (0, 0)
    radius: Natural = 0
    side: Literal["any", "allies", "enemies"] = "any"  # of those that an area takes in
    los: bool = True
    ground_only: bool = False  # who is in the air is not reached


SELF = Target(who="self")


def fit_target(effects: tuple[Effect, ...], target: Target | None, what: str) -> None:
    """Terrain needs a hex to lie on, and Cover edges."""
    who = target.who if target is not None else ""
    if any(isinstance(effect, Zone) for effect in effects) and who != "hex":
        raise ValueError(f"{what} that makes terrain needs target.who = 'hex'")
    covers = sum(isinstance(effect, RaiseCover) for effect in effects)
    if covers != (who == "edges"):
        raise ValueError(f"{what} has target.who = 'edges' and one effect 'cover', or neither")


def moments(save: Save | None, effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """When effects happen that no attack brings. The save of a power that makes terrain is that of the terrain."""
    if save is None or any(isinstance(effect, Zone) for effect in effects):
        return ("use",)
    return ("fail", "success")


class Strike(Record, frozen=True, eq=False, kw_only=True):
    """The attack of a power: d12 + stat; damage = dice × ✦ + the same stat + bonus."""

    type_of: Class = field(name="class", default="ranged")
    stat: Stat = "SPI"
    distance: tuple[Natural, Natural]
    critical: tuple[Natural, ...] = ()
    dice: DiceCount = 1
    bonus: Whole = 0
    type: Type = "plain"


class Power(Entry, frozen=True, eq=False, kw_only=True):
    element: Element = ""
    timing: Literal["action", "free_action"] = "action"
    ap: Natural = 1
    ep: Natural = 0
    focus: bool = False
    limits: tuple[Limit, ...] = ()
    target: Target
    attack: Strike | None = None
    save: Save | None = None
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        if self.attack is not None:
            if self.save is not None:
                raise ValueError("a power has an attack or a save; a save after a hit is the `save` of an effect")
            if self.target.who != "being":
                raise ValueError("a power with an attack needs target.who = 'being'")
        when = ON_A_HIT if self.attack is not None else moments(self.save, self.effects)
        fit(self.effects, (*ON_SOMEBODY, *ON_THE_GROUND), when, "this power")
        fit_focus(self.effects, self.focus, "this power")
        fit_target(self.effects, self.target, "a power")


class Mode(Record, frozen=True, eq=False, kw_only=True):
    """One way to use a mask."""

    id: str
    name: str
    timing: Literal["action", "free_action", "reaction"] = "action"
    trigger: Literal["", "hit_before_damage", "own_fall"] = ""
    ap: Natural = 0
    ep: Natural = 1
    limits: tuple[Limit, ...] = ()
    focus: bool = False
    max_rounds: Natural = 0
    target: Target = SELF
    save: Save | None = None
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        if (self.timing == "reaction") != bool(self.trigger):
            raise ValueError("a mode has timing = 'reaction' and a trigger, or neither")
        if self.trigger and self.target.who != "self":
            raise ValueError("a mode that is a Reaction is used on oneself")
        fit(self.effects, (*ON_SOMEBODY, *ON_THE_GROUND), moments(self.save, self.effects), "this mode")
        fit_focus(self.effects, self.focus, "this mode")
        fit_target(self.effects, self.target, "a mode")


class Mask(Entry, frozen=True, eq=False, kw_only=True):
    of: str = ""
    modes: tuple[Mode, ...] = ()


class Item(Entry, frozen=True, eq=False, kw_only=True):
    craft_dc: Natural = 0
    craft_hours: Natural = 0
    ap: Natural = 0
    uses: Literal[0, 1] = 0  # 1: gone when it is used
    grenade: bool = False
    weapon: WeaponId = ""  # the item is this weapon
    target: Target | None = None
    save: Save | None = None
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        fit(self.effects, (*OF_AN_ITEM, *ON_SOMEBODY, *ON_THE_GROUND), moments(self.save, self.effects), "this item")
        fit_focus(self.effects, False, "an item")
        fit_target(self.effects, self.target, "an item")


class AbilityEdge(Record, frozen=True, eq=False, kw_only=True):
    ability: AbilityName
    amount: Whole = 1
    context: str = ""


class Background(Entry, frozen=True, eq=False, kw_only=True):
    edge: tuple[AbilityEdge, ...] = ()
    ep_at_session_end: Natural = 1


class Calling(Entry, frozen=True, eq=False, kw_only=True):
    limits: tuple[Frequency, ...] = ()
    trigger: Literal["sacrificed_on_melee_hit", "while_plated", "flash_shot_hits", "power_save_failed", "always"]
    powers: tuple[PowerId, ...] = ()
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        if self.trigger in ("while_plated", "always"):
            kinds = (*OF_A_GUARD, Resist) if self.trigger == "always" else OF_A_GUARD
            fit(self.effects, kinds, (), f"a calling with trigger = {self.trigger!r}")
        else:
            fit(self.effects, (*OF_A_CALLING, *ON_SOMEBODY), (), "a calling that answers to something")
            fit_focus(self.effects, False, "a calling")


class Practiced(Record, frozen=True, eq=False, kw_only=True):
    abilities: tuple[AbilityName, ...] = ()
    saves: tuple[Stat, ...] = ()
    weapons: tuple[PracticedId, ...] = ()


class Carried(Record, frozen=True, eq=True, kw_only=True):
    """Items of one kind that a being carries."""

    id: ItemId
    count: Positive = 1
    crafter_kno: Whole = 0


class Character(Entry, frozen=True, eq=False, kw_only=True):
    """Anybody who can stand in a scene. What is left out comes from the species and the formulas."""

    species: SpeciesId = ""
    element: Element = ""
    level: Level = 1
    stats: dict[Stat, Whole]
    armor: ArmorId = "none"
    hp: Positive | None = None
    hp_rolls: tuple[Positive, ...] = ()
    ep: Natural | None = None
    ap: Natural = 2
    size: Size | None = None
    speed: Natural | None = None
    natural_plating: Natural | None = None
    tags: tuple[Tag, ...] | None = None
    needs_mask: bool | None = None
    ac: Natural | None = None
    bac: Natural | None = None
    plating: Natural | None = None
    abilities: dict[AbilityName, Whole] = {}
    practiced: Practiced = Practiced()
    resist: tuple[Type, ...] = ()
    immune: tuple[Type, ...] = ()
    vulnerable: tuple[Type, ...] = ()
    sees_natural_dark: bool = False
    sees_supernatural_dark: bool = False
    mask: MaskId = ""
    masks: tuple[MaskId, ...] = ()
    weapons: tuple[WeaponId, ...] = ()
    ready: tuple[str, ...] | None = None  # in hand at the start; all weapons where nothing is said
    powers: tuple[PowerId, ...] = ()
    items: tuple[Carried, ...] = ()
    background: BackgroundId = ""
    calling: CallingId = ""
    allowed: tuple[RuleId, ...] = ()  # rules of creation that the table has waived for this character


class Enemy(Character, frozen=True, eq=False, kw_only=True):
    difficulty: Natural = 0
    style: StyleName = ""
    minion: bool = False
    flees_below_hp: Natural = 0


class Heights(Record, frozen=True, eq=False, kw_only=True):
    hexes: tuple[Hex, ...]
    m: Whole


class Danger(Record, frozen=True, eq=False, kw_only=True):
    """An area of Dangerous Terrain."""

    hexes: tuple[Hex, ...]
    save: Stat = "DEX"
    dc: Natural = 8
    dice: DiceCount = 1
    type: Type = "plain"


class Board(CellsEntry, frozen=True, eq=False, kw_only=True):
    """A hex map: axial hexes [q, r], pointy-top, q running east and r south-east; all of q × r exists, or what `rows`
    lists."""

    q: tuple[Place, Place] = (0, 11)
    r: tuple[Place, Place] = (0, 7)
    heights: tuple[Heights, ...] = ()
    walls: tuple[Hex, ...] = ()
    wall_edges: tuple[tuple[Hex, Hex], ...] = ()
    cover: tuple[tuple[Hex, Hex], ...] = ()
    terrain: dict[
        Literal["difficult", "water", "swim", "climb", "dig", "dark", "supernatural_dark"],
        tuple[Hex, ...],
    ] = {}
    dangerous: tuple[Danger, ...] = ()


KINDS = {
    "armor": Armor,
    "species": Species,
    "core": Core,
    "module": Module,
    "weapon": Weapon,
    "power": Power,
    "mask": Mask,
    "item": Item,
    "background": Background,
    "calling": Calling,
    "character": Character,
    "enemy": Enemy,
    "board": Board,
}
