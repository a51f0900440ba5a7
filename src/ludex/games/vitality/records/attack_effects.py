"""The effect vocabulary of attacks: the records that upgrades are combined from, and the needs of limits and bonuses.

`do` names the effect. Keys that end in `tiers` are multiples of Tier. Boons, archetypes and features have a vocabulary
of their own in `boon_effects.py`. The page of the game under `docs/games` lists both for a table.
"""

from __future__ import annotations

from typing import Literal

from ludex.core.content.content import Record
from ludex.core.content.numbers import DiceCount, Natural, Whole

Stat = Literal["accuracy", "damage", "condition", "avoidance", "durability", "all_resistances", "speed"]
RollStat = Literal["accuracy", "damage", "condition"]
Check = Literal["accuracy", "condition"]
Resistance = Literal["resolve", "stability", "vitality"]
Attribute = Literal["focus", "power", "mobility", "endurance", "awareness", "communication", "intelligence"]
Test = Literal[
    "turn_at_least", "turn_at_most", "hp_at_most", "hp_full", "hp_below_max_by", "no_condition", "d20_at_least",
    "hit_since_last_turn", "not_hit_since_last_turn", "attacked_since_last_turn", "not_attacked_since_last_turn",
    "damaged_since_last_turn", "not_damaged_since_last_turn", "damaged_or_conditioned_since_last_turn",
    "not_conditioned_since_last_turn", "no_own_attack_since_last_turn", "hit_target_last_turn",
    "dealt_damage_last_turn", "dealt_damage_this_turn", "applied_condition_last_turn", "applied_condition_this_turn",
    "effect_last_turn", "effect_this_turn", "defeated_enemy_last_turn", "defeated_enemy_this_turn",
    "no_movement_this_turn", "moved_straight_over_half", "no_enemy_within", "enemies_within", "no_ally_within",
    "no_civilian_within", "more_adjacent_allies_than_enemies", "higher_than_target", "ally_unconscious_or_peril",
    "charged_turns", "unused_for_turns", "uses_per_minute_rest", "activated_turns", "pay_hp", "pay_effort",
    "pay_heal_use", "pay_own_aura", "pay_summon", "target_adjacent_to_own_wall", "target_in_own_barrier",
    "target_grabbed_by_self", "target_has_condition",
]  # fmt: skip


class Need(Record, frozen=True, eq=False, kw_only=True):
    """vt.enh.needs: a test of a limit or a conditional bonus, with its number."""

    test: Test
    n: Natural = 0
    count: Natural = 0


class Base(Record, frozen=True, eq=False, kw_only=True, tag_field="do"):
    pass


# ---------------------------------------------------------------- the rolls of an attack


class Bonus(Base, frozen=True, eq=False, kw_only=True, tag="bonus"):
    """To these rolls of the attack; against a maximum of HP where one is named."""

    rolls: tuple[RollStat, ...]
    tiers: Whole = 0
    flat: Whole = 0
    against_max_hp: Natural = 0


class BestOf(Base, frozen=True, eq=False, kw_only=True, tag="best_of"):
    """So many d20, of which the highest counts."""

    roll: Check
    dice: DiceCount = 2


class Critical(Base, frozen=True, eq=False, kw_only=True, tag="critical"):
    """Dice from this face on are critical; a critical adds so many Tiers more than the one it always adds."""

    roll: Check = "accuracy"
    least: Natural = 15
    tiers: Whole = 0


class Excess(Base, frozen=True, eq=False, kw_only=True, tag="excess"):
    """Accuracy above Avoidance by so many Tiers: 1 to the effect roll for every `per` points of the excess."""

    tiers: Whole = 3
    per: Natural = 2


class FixedDice(Base, frozen=True, eq=False, kw_only=True, tag="fixed_dice"):
    """A number in place of the dice of the Damage Roll."""

    amount: Natural


class ExplodeFrom(Base, frozen=True, eq=False, kw_only=True, tag="explode_from"):
    """Damage dice bring another one from this face on."""

    face: Natural


class Channel(Base, frozen=True, eq=False, kw_only=True, tag="channel"):
    """A bonus to all rolls in Tiers: `first` at the first use, `step` more with every turn in a row, at most `most`."""

    first: Whole = -3
    step: Whole = 1
    most: Natural = 5


# ---------------------------------------------------------------- where an attack reaches, and whom


class Range(Base, frozen=True, eq=False, kw_only=True, tag="range"):
    spaces: Natural = 0
    sight: bool = False  # as far as one sees


class Scale(Base, frozen=True, eq=False, kw_only=True, tag="scale"):
    burst: Natural = 2
    cone: Natural = 4
    line: Natural = 8


class Origin(Base, frozen=True, eq=False, kw_only=True, tag="origin"):
    """The area starts at a space so far away."""

    spaces: Natural = 15


class ChooseTargets(Base, frozen=True, eq=False, kw_only=True, tag="choose_targets"):
    pass


class Leap(Base, frozen=True, eq=False, kw_only=True, tag="leap"):
    """A straight move towards the target as part of the attack."""

    spaces: Natural = 6


# ---------------------------------------------------------------- damage


class Pierce(Base, frozen=True, eq=False, kw_only=True, tag="pierce"):
    """The Endurance in the target's Durability does not count."""


class Brutal(Base, frozen=True, eq=False, kw_only=True, tag="brutal"):
    tiers: Whole = 5


class Finish(Base, frozen=True, eq=False, kw_only=True, tag="finish"):
    """Whom the damage leaves at `hp` or lower, or below one `share`-th of the maximum, is defeated."""

    hp: Natural = 0
    share: Natural = 0


class Bleed(Base, frozen=True, eq=False, kw_only=True, tag="bleed"):
    pass


class Leech(Base, frozen=True, eq=False, kw_only=True, tag="leech"):
    share: Natural = 2


class Shatter(Base, frozen=True, eq=False, kw_only=True, tag="shatter"):
    times: Natural = 2


class Bully(Base, frozen=True, eq=False, kw_only=True, tag="bully"):
    pass


class Hazard(Base, frozen=True, eq=False, kw_only=True, tag="hazard"):
    pass


# ---------------------------------------------------------------- attacks that bring others


class Ricochet(Base, frozen=True, eq=False, kw_only=True, tag="ricochet"):
    """A critical hit: the attack on so many others in range."""

    targets: Natural = 2


class StrikeAgain(Base, frozen=True, eq=False, kw_only=True, tag="strike_again"):
    """A critical hit: the attack once more on the same target."""


class Blast(Base, frozen=True, eq=False, kw_only=True, tag="blast"):
    """A critical hit: also all enemies so near to the target whom the same total hits."""

    radius: Natural = 2


class Manhandle(Base, frozen=True, eq=False, kw_only=True, tag="manhandle"):
    """A critical hit: Grab, so many spaces of movement, or Prone."""

    spaces: Natural = 3


class Repeat(Base, frozen=True, eq=False, kw_only=True, tag="repeat"):
    times: Natural = 3


class FollowUp(Base, frozen=True, eq=False, kw_only=True, tag="follow_up"):
    """A hit whose effect succeeds: once a turn the attack again on the same target."""


class Splinter(Base, frozen=True, eq=False, kw_only=True, tag="splinter"):
    """Defeating an enemy: the attack on another, at most half the Tier times."""


class Panic(Base, frozen=True, eq=False, kw_only=True, tag="panic"):
    """Defeating an enemy: a Condition Check against all enemies so near."""

    condition: Literal["taunt", "frighten"]
    radius: Natural = 2
    versus: Resistance = "resolve"


# ---------------------------------------------------------------- conditions of an attack


class Lasting(Base, frozen=True, eq=False, kw_only=True, tag="lasting"):
    """A margin of the target's Tier or more: so many turns longer."""

    turns: Natural = 1


class Spread(Base, frozen=True, eq=False, kw_only=True, tag="spread"):
    """A condition that takes hold: the attack again on another within Tier spaces of the first."""


class Permanent(Base, frozen=True, eq=False, kw_only=True, tag="permanent"):
    """By a margin of so many Tiers, or one that, so often, is at least the HP the target has left."""

    tiers: Whole = 0
    times: Natural = 0


class Concentrate(Base, frozen=True, eq=False, kw_only=True, tag="concentrate"):
    pass


class Disengage(Base, frozen=True, eq=False, kw_only=True, tag="disengage"):
    pass


class Mark(Base, frozen=True, eq=False, kw_only=True, tag="mark"):
    pass


Effect = (
    Bonus | BestOf | Critical | Excess | FixedDice | ExplodeFrom | Channel | Range | Scale | Origin | ChooseTargets
    | Leap | Pierce | Brutal | Finish | Bleed | Leech | Shatter | Bully | Hazard | Ricochet | StrikeAgain | Blast
    | Manhandle | Repeat | FollowUp | Splinter | Panic | Lasting | Spread | Permanent | Concentrate | Disengage | Mark
)  # fmt: skip
