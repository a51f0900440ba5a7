"""The effect vocabulary: the records that features, weapons, items and conditions are combined from.

`do` names the effect, `on` the moment at which it happens. The page of the game under `docs/games` lists them all for
a table; what they do is written in `book/attacks/effects.py`, and for what holds by itself in `book/features.py`.
"""

from __future__ import annotations

from typing import Literal

from ludex.core.content.content import Record
from ludex.core.content.numbers import Natural, Sides, Whole
from ludex.games.navyblue.records.conditions import ConditionName
from ludex.games.navyblue.records.ids import LanguageId, SkillId, TraitId, WeaponId

On = Literal[
    "passive", "use", "result", "double_ones", "after_attack", "attacked_result", "own_turn_start", "injury",
]  # fmt: skip
When = Literal[
    "always", "held", "in_air_zone", "underground", "target_in_adjacent_zone", "entered_from_air_this_turn",
    "attack_reach_0",
]  # fmt: skip
Ends = Literal[
    "instant", "end_of_turn", "start_of_own_next_turn", "end_of_target_next_turn", "end_of_fight", "next_move",
    "next_attack_roll",
]  # fmt: skip
Whom = Literal["self", "target", "attacker", "user_or_target"]
Core = Literal["Brawn", "Finesse", "Mettle", "Acumen", "Logic", "Vibe"]
Attribute = Literal[
    "Brawn", "Finesse", "Mettle", "Acumen", "Logic", "Vibe", "Presence", "Bind", "Flow", "Aether",
]  # fmt: skip
Key = Literal[
    "Brawn", "Finesse", "Mettle", "Acumen", "Logic", "Vibe", "Presence", "Bind", "Flow", "Aether", "Phys", "Ment",
    "Core", "Archetype",
]  # fmt: skip
Difficulty = Literal["Easy", "Normal", "Hard"]
Material = Literal["water", "mud", "ice", "oil", "tar", "hostile", "pit", "any"]
Maneuver = Literal[
    "Dive", "Stand", "Move", "Open", "Clutch", "Rummage", "Leap", "Unblock", "Consume", "Surge", "Stow", "Hide",
]  # fmt: skip
MagicKind = Literal["none", "Devout", "Mage", "other"]
Shift = tuple[Whole, Whole, Whole]


class Base(Record, frozen=True, eq=False, kw_only=True, tag_field="do"):
    """When an effect happens; of an attack, from which result to which (0 a miss, 4 a critical)."""

    on: On = "passive"
    when: When = "always"
    min_result: Natural = 0
    max_result: Natural = 4


class HealVigor(Base, frozen=True, eq=False, kw_only=True, tag="heal_vigor"):
    amount: Natural = 0
    add_attribute: Attribute | Literal[""] = ""
    add_hl: bool = False
    to: Whom = "self"


class RemoveInjuries(Base, frozen=True, eq=False, kw_only=True, tag="remove_injuries"):
    """The injured player picks which."""

    amount: Natural = 1
    to: Whom = "self"


class HealsInjuriesBy(Base, frozen=True, eq=False, kw_only=True, tag="heals_injuries_by"):
    """At the end of a Respite Injuries heal by this attribute in place of Mettle."""

    attribute: Attribute


class Damage(Base, frozen=True, eq=False, kw_only=True, tag="damage"):
    """Ordinary damage beside that of an attack; HL is the owner's. `until`: how long it lies in wait."""

    amount: Natural
    add_hl: bool = False
    to: Whom = "target"
    until: Ends = "instant"


class DirectInjuries(Base, frozen=True, eq=False, kw_only=True, tag="direct_injuries"):
    amount: Natural
    replaces_damage: bool = False
    to: Whom = "target"


class Afflict(Base, frozen=True, eq=False, kw_only=True, tag="condition"):
    condition: ConditionName
    until: Ends = "instant"
    to: Whom = "target"
    only_magic_kind: tuple[MagicKind, ...] = ()  # on whom it takes hold; empty: on everybody


class ImmuneCondition(Base, frozen=True, eq=False, kw_only=True, tag="immune_condition"):
    conditions: tuple[ConditionName, ...]


class ImmuneForcedMove(Base, frozen=True, eq=False, kw_only=True, tag="immune_forced_move"):
    pass


class EndConditionOnRoll(Base, frozen=True, eq=False, kw_only=True, tag="end_condition_on_roll"):
    condition: ConditionName
    die: Sides = 6
    min_face: Natural


class PreventInjury(Base, frozen=True, eq=False, kw_only=True, tag="prevent_injury"):
    amount: Natural = 1


class GrantSkill(Base, frozen=True, eq=False, kw_only=True, tag="grant_skill"):
    skill: SkillId


class GrantLanguage(Base, frozen=True, eq=False, kw_only=True, tag="grant_language"):
    language: LanguageId
    speak: bool = True
    read: bool = False


class AddSlots(Base, frozen=True, eq=False, kw_only=True, tag="add_slots"):
    amount: Whole


class AddMaxVigor(Base, frozen=True, eq=False, kw_only=True, tag="add_max_vigor"):
    amount: Whole


class ThresholdShift(Base, frozen=True, eq=False, kw_only=True, tag="threshold_shift"):
    """A shift of the three thresholds when defending with one of these attributes."""

    attrs: tuple[Key, ...]
    shift: Shift


class ManeuverCost(Base, frozen=True, eq=False, kw_only=True, tag="maneuver_cost"):
    maneuver: Maneuver
    cost: Natural


class RunningLimit(Base, frozen=True, eq=False, kw_only=True, tag="running_limit"):
    amount: Natural


class IgnoreObstruction(Base, frozen=True, eq=False, kw_only=True, tag="ignore_obstruction"):
    materials: tuple[Material, ...]
    until: Ends = "instant"


class ObstructionLoss(Base, frozen=True, eq=False, kw_only=True, tag="obstruction_loss"):
    """A hostile that starts a Move in the owner's zone loses so many points for it in place of 1."""

    amount: Natural


class CreateObstruction(Base, frozen=True, eq=False, kw_only=True, tag="create_obstruction"):
    """The zone that is aimed at, or that of the attacked target, becomes a zone obstruction."""

    material: Material
    unblock: bool = False
    attribute: Core | Literal[""] = ""
    difficulty: Difficulty = "Normal"
    until: Literal["end_of_turn", "start_of_own_next_turn", "end_of_fight"] = "end_of_fight"


class GrantMotion(Base, frozen=True, eq=False, kw_only=True, tag="grant_motion"):
    """Temporary Motion Points at the start of the target's next turn."""

    amount: Natural
    to: Whom = "target"


class Fly(Base, frozen=True, eq=False, kw_only=True, tag="fly"):
    land_at_end_of_turn: bool = False


class ImmuneFalling(Base, frozen=True, eq=False, kw_only=True, tag="immune_falling"):
    pass


class ReachBonus(Base, frozen=True, eq=False, kw_only=True, tag="reach_bonus"):
    amount: Whole
    min_reach: Natural = 0


class BodyReach(Base, frozen=True, eq=False, kw_only=True, tag="body_reach"):
    reach: Natural
    not_for: tuple[str, ...] = ()


class RevealHidden(Base, frozen=True, eq=False, kw_only=True, tag="reveal_hidden"):
    reach: Natural = 0


class Light(Base, frozen=True, eq=False, kw_only=True, tag="light"):
    """For people: no rule asks whether it is dark (nb.gap.sight)."""

    reach: Natural = 0


class DamageBonus(Base, frozen=True, eq=False, kw_only=True, tag="damage_bonus"):
    amount: Whole
    weapon: WeaponId = ""  # empty: any


class AddDefence(Base, frozen=True, eq=False, kw_only=True, tag="add_defence"):
    """May also defend with these attributes against attacks that have the trait."""

    attrs: tuple[Attribute, ...]
    against_trait: TraitId = ""
    until: Ends = "instant"


class MoveTarget(Base, frozen=True, eq=False, kw_only=True, tag="move_target"):
    """The attacker moves the target: into the attacker's own zone, away from it, or to any adjacent zone."""

    zones: Natural = 1
    direction: Literal["to_attacker", "away", "any"]
    optional: bool = False
    else_condition: ConditionName | Literal[""] = ""


class DropHeld(Base, frozen=True, eq=False, kw_only=True, tag="drop_held"):
    amount: Natural = 1
    chooser: Literal["target", "attacker"] = "target"


class LoseItem(Base, frozen=True, eq=False, kw_only=True, tag="lose_item"):
    until: Ends = "end_of_fight"


class NeedsReload(Base, frozen=True, eq=False, kw_only=True, tag="needs_reload"):
    motion: Natural


class RollModifier(Base, frozen=True, eq=False, kw_only=True, tag="roll_modifier"):
    roll: Literal["attack", "check", "any"] = "attack"
    amount: Whole
    until: Ends = "next_attack_roll"
    to: Whom = "target"


class CheckBonus(Base, frozen=True, eq=False, kw_only=True, tag="check_bonus"):
    amount: Whole
    maneuver: Maneuver | Literal[""] = ""
    attribute: Attribute | Literal[""] = ""


class RopeEdge(Base, frozen=True, eq=False, kw_only=True, tag="rope_edge"):
    """Fixed for so many Motion Points at the edge of a pit: that pit is no obstruction."""

    motion: Natural


class Untargetable(Base, frozen=True, eq=False, kw_only=True, tag="untargetable"):
    pass


class ForbidFeatures(Base, frozen=True, eq=False, kw_only=True, tag="forbid_features"):
    trait: TraitId


class LowerResult(Base, frozen=True, eq=False, kw_only=True, tag="lower_result"):
    trait: TraitId
    amount: Natural = 1
    min_result_left: Natural = 1


Effect = (
    HealVigor | RemoveInjuries | HealsInjuriesBy | Damage | DirectInjuries | Afflict | ImmuneCondition
    | ImmuneForcedMove | EndConditionOnRoll | PreventInjury | GrantSkill | GrantLanguage | AddSlots | AddMaxVigor
    | ThresholdShift | ManeuverCost | RunningLimit | IgnoreObstruction | ObstructionLoss | CreateObstruction
    | GrantMotion | Fly | ImmuneFalling | ReachBonus | BodyReach | RevealHidden | Light | DamageBonus | AddDefence
    | MoveTarget | DropHeld | LoseItem | NeedsReload | RollModifier | CheckBonus | RopeEdge | Untargetable
    | ForbidFeatures | LowerResult
)  # fmt: skip
