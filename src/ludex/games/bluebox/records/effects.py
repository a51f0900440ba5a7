"""The effect vocabulary: the records that powers, masks, modules, items and callings are combined from.

`do` names the effect, `when` the moment at which it happens. `docs/games/bluebox.md` lists them all; what they
do is written in `book/powers/effects.py` and, for what a weapon or a calling adds to a blow, in
`book/attacks/hits.py`.
"""

from __future__ import annotations

from typing import Literal

from ludex.core.content.content import Record
from ludex.core.content.numbers import DiceCount, Natural, Whole
from ludex.games.bluebox.records.conditions import ConditionName

When = Literal["use", "hit", "damage", "hp_lost", "fail", "success"]
Ends = Literal[
    "own_terms", "focus", "combat", "rest", "end_of_own_turn", "start_of_source_next_turn", "end_of_source_next_turn"
]
Stays = Literal["focus", "combat"]  # how long something on the ground lasts
Whom = Literal["target", "user"]
StatName = Literal["FOR", "DEX", "SPI", "CHA", "KNO"]
DieName = Literal["power", "d4", "d6", "d8", "d12"]
TypeName = Literal[
    "plain", "Fire", "Ice", "Water", "Air", "Stone", "Earth", "Iron", "Magnetism", "Gravity", "Psychic",
    "Lightning", "Plasma", "Sonic", "Plant-life", "Acid", "Light", "Shadow",
]  # fmt: skip

Ability = Literal[
    "Strength", "Intimidation", "Grapple", "Acrobatics", "Pilot", "Sleight of Hand", "Stealth", "Focus", "Insight",
    "Perception", "Persuasion", "Deception", "Performance", "Rahi Handling", "Medicine", "Investigation", "History",
    "Navigation", "Survival", "Crafting", "Hacking",
]  # fmt: skip


class Save(Record, frozen=True, eq=False, kw_only=True):
    """A save that the target makes: against the user's Save DC of `dc_stat`, or against the number `dc`."""

    stat: StatName
    dc_stat: StatName | Literal[""] = ""
    dc: Natural = 8


class GroundDice(Record, frozen=True, eq=False, kw_only=True):
    """Damage that the place itself deals, without anybody's stat."""

    dice: DiceCount = 1
    die: DieName = "power"
    type: TypeName = "plain"


class DamageDice(Record, frozen=True, eq=False, kw_only=True):
    dice: DiceCount = 1
    die: DieName = "power"
    stat: StatName | Literal[""] = ""
    bonus: Whole = 0
    type: TypeName = "plain"
    pure: bool = False


class Amount(Record, frozen=True, eq=False, kw_only=True):
    dice: DiceCount = 1
    die: DieName = "power"
    stat: StatName | Literal["", "crafter_KNO"] = ""
    bonus: Whole = 0
    least: Natural = 0


class Damage(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="damage"):
    """Damage to the target. `half`: only half of it, rounded up. `shared`: one roll for all targets."""

    when: When = "use"
    damage: DamageDice
    half: bool = False
    shared: bool = False


class Heal(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="heal"):
    when: When = "use"
    to: Whom = "target"
    amount: Amount


class Shield(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="thp"):
    """Temporary Health Points for the target."""

    when: When = "use"
    to: Whom = "target"
    amount: Amount


class Afflict(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="condition"):
    """A condition on the target. `save` wards it off; `dc`, or the user's Save DC of `dc_stat`, is for conditions that
    ask for saves of their own."""

    when: When = "use"
    to: Whom = "target"
    condition: ConditionName
    until: Ends = "own_terms"
    dc: Natural = 0
    dc_stat: StatName | Literal[""] = ""
    save: Save | None = None


class Push(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="push"):
    when: When = "hit"
    m: Natural
    save: Save | None = None


class Pull(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="pull"):
    when: When = "hit"
    m: Natural
    save: Save | None = None


class Zone(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="terrain"):
    """The chosen hexes become Dangerous or Difficult Terrain."""

    when: When = "use"
    terrain: Literal["dangerous", "difficult"] = "dangerous"
    damage: GroundDice | None = None
    save_at_once: bool = True
    until: Stays = "combat"


class RaiseCover(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="cover"):
    when: When = "use"
    edges: Natural
    connected: bool = True
    until: Stays = "combat"


class Resist(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="resistance"):
    when: When = "use"
    type: TypeName
    until: Ends = "focus"


class ScorchGrappled(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="scorch_grappled"):
    """Each enemy that the user grapples within 1 m takes this at the start of their turn."""

    when: When = "use"
    damage: GroundDice
    until: Ends = "focus"


class AddDice(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="add_dice"):
    """The user's next melee hit has more ✦."""

    when: When = "use"
    dice: DiceCount = 1
    until: Ends = "end_of_own_turn"


class CheckEdge(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="edge"):
    """Edge (or, below 0, Flaw) on the user's next check of one of these abilities."""

    when: When = "use"
    on: tuple[Ability, ...]
    amount: Whole = 1
    until: Ends = "end_of_own_turn"


class Fly(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="fly"):
    """Rise or sink as part of movement, over terrain and Cover."""

    when: When = "use"
    until: Ends = "end_of_own_turn"


class NoFallDamage(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="no_fall_damage"):
    when: When = "use"


class MoveSelf(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="move_self"):
    """The user may move this far at once, without provoking Reactions and without a Move Action."""

    m: Natural


class MoveAlly(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="move_ally"):
    """One ally within some metres may move this far at once, without provoking Reactions."""

    m: Natural
    within: Natural


class LoseMovement(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="lose_movement"):
    """The target's next Move Action is this much shorter."""

    when: When = "use"
    m: Natural


class GuardAllies(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="guard_allies"):
    """Ranged attacks against adjacent allies have Flaw."""

    amount: Natural = 1


class DamageType(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="damage_type"):
    """Damage of the weapon is of the wielder's element, or of a type."""

    type: TypeName | Literal["element"] = "element"


class ShoveFarther(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="shove"):
    m: Natural


class SteadyBeyondRange(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="beyond_range"):
    """Beyond Range with the weapon has no Flaw."""


class GrappleFarther(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="grapple"):
    m: Natural


class Cable(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="attack_then_pull"):
    """1 AP: an attack roll without damage on a target within m; on a hit they are pulled in until adjacent."""

    m: Natural


class Unbreakable(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="unbreakable"):
    """The weapon cannot be chosen for Destroy."""


class MakePure(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="damage_pure"):
    """After a hit, before dice are sacrificed, its wielder may make the damage Pure."""


class Payload(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="payload"):
    """With a Grenade: more ✦, or Flaw on the saves against it."""

    dice: DiceCount = 1
    flaw: Natural = 1


class Lamp(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="light"):
    """Light without a hand; it can be covered."""


class Line(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="descend"):
    """A line to climb down by: no half speed, no fall."""

    length_m: Natural


class Air(Record, frozen=True, eq=False, kw_only=True, tag_field="do", tag="air"):
    minutes: Natural


Effect = (
    Damage | Heal | Shield | Afflict | Push | Pull | Zone | RaiseCover | Resist | ScorchGrappled | AddDice | CheckEdge
    | Fly | NoFallDamage | MoveSelf | MoveAlly | LoseMovement | GuardAllies | DamageType | ShoveFarther
    | SteadyBeyondRange | GrappleFarther | Cable | Unbreakable | MakePure | Payload | Lamp | Line | Air
)  # fmt: skip

# What can be combined into what. An effect that stands where nothing asks for it is refused when it is read.
ON_SOMEBODY = (
    Damage, Heal, Shield, Afflict, Push, Pull, Resist, ScorchGrappled, AddDice, CheckEdge, Fly, NoFallDamage,
    LoseMovement,
)  # fmt: skip
ON_THE_GROUND = (Zone, RaiseCover)
OF_A_WEAPON = (
    DamageType, ShoveFarther, SteadyBeyondRange, GrappleFarther, Cable, Unbreakable, MakePure,
)  # fmt: skip
OF_AN_ITEM = (Payload, Lamp, Line, Air)
OF_A_CALLING = (MoveSelf, MoveAlly)
OF_A_GUARD = (GuardAllies,)  # of a calling that holds by itself
