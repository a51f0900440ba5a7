"""The price list: every priced part by name (tc.ap.cost.options, tc.ap.cost.linear, tc.ap.cost.dice).

`part` names it in content, as in the aspects document: Failure Chance is `failure_chance`.
"""

from __future__ import annotations

import msgspec

from ludex.core.content.numbers import Natural, Whole
from ludex.games.crawl.records.ids import Core, GrantedAspect
from ludex.games.crawl.records.parts import (
    EASY,
    HARD,
    HEROIC,
    NORMAL,
    RANGES,
    Chosen,
    ChosenType,
    Dice,
    NamedType,
    Part,
    Shifts,
    Stepped,
    given_back,
    listed,
    stepped,
    type_named,
)

METHODS = ("slashing", "thrusting", "bludgeoning", "drawn force", "magic", "throwable")
DURATIONS = ("1 turn", "2 turns", "4 turns", "8 turns", "10 min", "30 min", "1 hour", "12 hours", "1 day")
MINUTES = {"10 min": 10, "30 min": 30, "1 hour": 60, "12 hours": 720, "1 day": 1440}

# ---------------------------------------------------------------- what a character is


class CoreAspectModifier(Stepped, frozen=True, eq=False, kw_only=True, tag="core_aspect_modifier"):
    PRICES = stepped(HARD, -3, 3)
    aspect: Core


class HpPoolModifier(Stepped, frozen=True, eq=False, kw_only=True, tag="hp_pool_modifier"):
    RULE = "tc.ap.cost.linear"
    PRICES = {value: value for value in range(-10, 11) if value}


class EnergyPointPoolModifier(Stepped, frozen=True, eq=False, kw_only=True, tag="energy_point_pool_modifier"):
    PRICES = stepped(HARD, -2, 2)


class EnergyPointRefreshModifier(Stepped, frozen=True, eq=False, kw_only=True, tag="energy_point_refresh_modifier"):
    PRICES = stepped(HARD, -2, 2)


class BasicMoveModifier(Stepped, frozen=True, eq=False, kw_only=True, tag="basic_move_modifier"):
    PRICES = stepped(NORMAL, -2, 2)


class ActorSizeModifier(Stepped, frozen=True, eq=False, kw_only=True, tag="actor_size_modifier"):
    PRICES = {0: 0} | stepped(NORMAL, -5, 5)


class DamageResistance(Stepped, frozen=True, eq=False, kw_only=True, tag="damage_resistance"):
    RULE = "tc.ap.cost.linear"
    PRICES = {value: 2 * value for value in range(1, 25)}
    type: ChosenType

    def __post_init__(self) -> None:
        super().__post_init__()
        msgspec.structs.force_setattr(self, "type", type_named(self.type))


class StartingWealthModifier(Stepped, frozen=True, eq=False, kw_only=True, tag="starting_wealth_modifier"):
    RULE = "tc.ap.cost.linear"
    PRICES = {100 * value: value for value in range(1, 45)}


class AfflictionImmunity(Chosen, frozen=True, eq=False, kw_only=True, tag="affliction_immunity"):
    OPTIONS = {"staggered": 13, "sickened": 13, "diseased": 13}


class CombatExpertise(Chosen, frozen=True, eq=False, kw_only=True, tag="combat_expertise"):
    OPTIONS = {"can't be flanked": 8}


class EnvironmentMitigation(Chosen, frozen=True, eq=False, kw_only=True, tag="environment_mitigation"):
    OPTIONS = listed(HARD, ("low light", "infrared", "echo"))
    CHANGES = True


class SimpleFeature(Part, frozen=True, eq=False, kw_only=True, tag="simple_feature"):
    PRICE = 2


class NpcCohort(Part, frozen=True, eq=False, kw_only=True, tag="npc_cohort"):
    """A cohort shares the aspect points; at most half are the cohort's."""

    PRICE = 5


# ---------------------------------------------------------------- modifiers on rolls


class AccuracyModifier(Shifts, frozen=True, eq=False, kw_only=True, tag="accuracy_modifier"):
    PRICES = stepped(NORMAL, -5, 5)


class DefenseModifier(Shifts, frozen=True, eq=False, kw_only=True, tag="defense_modifier"):
    PRICES = stepped(NORMAL, -5, 5)


class DefenseMalus(Stepped, frozen=True, eq=False, kw_only=True, tag="defense_malus"):
    """On the defence of whoever is attacked with it: less is dearer."""

    PRICES = {-value: price for value, price in stepped(NORMAL, -5, 5).items()}


class ConcentrationModifier(Shifts, frozen=True, eq=False, kw_only=True, tag="concentration_modifier"):
    PRICES = stepped(EASY, -5, 5)


class PresenceModifier(Stepped, frozen=True, eq=False, kw_only=True, tag="presence_modifier"):
    PRICES = stepped(NORMAL, 1, 6)


class CritSuccessModifier(Shifts, frozen=True, eq=False, kw_only=True, tag="crit_success_modifier"):
    """tc.crit.range: widens the critical range; all together by no more than 5."""

    PRICES = stepped(NORMAL, 1, 5)


# ---------------------------------------------------------------- how a skill is used


class EnergyPointCost(Stepped, frozen=True, eq=False, kw_only=True, tag="energy_point_cost"):
    PRICES = given_back(NORMAL, 5)


class ReloadEpCost(Stepped, frozen=True, eq=False, kw_only=True, tag="reload_ep_cost"):
    PRICES = given_back(NORMAL, 5)


class FailureChance(Stepped, frozen=True, eq=False, kw_only=True, tag="failure_chance"):
    """The difficulty; a lower one is dearer. 1: only a critical failure fails; 20: only a critical success succeeds."""

    RULE = "tc.ap.cost.linear"
    PRICES = {1: 14, **{value: 15 - value for value in range(2, 20)}, 20: -5}


class Range(Chosen, frozen=True, eq=False, kw_only=True, tag="range"):
    OPTIONS = listed(NORMAL, [name for name in RANGES if name != "close"])
    CHANGES = True


class EffectDuration(Chosen, frozen=True, eq=False, kw_only=True, tag="effect_duration"):
    OPTIONS = listed(NORMAL, DURATIONS)
    CHANGES = True


class DelayedEffectDuration(Chosen, frozen=True, eq=False, kw_only=True, tag="delayed_effect_duration"):
    OPTIONS = listed(NORMAL, DURATIONS)
    CHANGES = True


class EffectTrigger(Chosen, frozen=True, eq=False, kw_only=True, tag="effect_trigger"):
    OPTIONS = dict.fromkeys(("when attacking", "when defending", "when HP damage is dealt"), -5)


class AreaEffect(Chosen, frozen=True, eq=False, kw_only=True, tag="area_effect"):
    OPTIONS = dict.fromkeys(("line", "cone", "dome"), 8)


class Length(Stepped, frozen=True, eq=False, kw_only=True, tag="length"):
    PRICES = stepped(NORMAL, 1, 7)


class DomeRadius(Stepped, frozen=True, eq=False, kw_only=True, tag="dome_radius"):
    RULE = "tc.ap.cost.linear"
    PRICES = {value: value for value in range(1, 8)}


class ExtraAttack(Stepped, frozen=True, eq=False, kw_only=True, tag="extra_attack"):
    PRICES = stepped(HEROIC, 1, 3)


class ExtraTarget(Stepped, frozen=True, eq=False, kw_only=True, tag="extra_target"):
    PRICES = stepped(NORMAL, 1, 5)


class OpportunisticAction(Chosen, frozen=True, eq=False, kw_only=True, tag="opportunistic_action"):
    OPTIONS = {"opportunistic": 13, "reactionary": 21}


class MeleeReach(Stepped, frozen=True, eq=False, kw_only=True, tag="melee_reach"):
    PRICES = stepped(NORMAL, 1, 2)


class Damage(Dice, frozen=True, eq=False, kw_only=True, tag="damage"):
    type: NamedType = "kinetic"
    bonus: Whole = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        msgspec.structs.force_setattr(self, "type", type_named(self.type))


class ArmorPenetration(Dice, frozen=True, eq=False, kw_only=True, tag="armor_penetration"):
    """tc.armor_penetration, where the table plays it: rolled like damage, and only lowers DR."""


class DamageHealed(Dice, frozen=True, eq=False, kw_only=True, tag="damage_healed"):
    pass


class HealsAffliction(Chosen, frozen=True, eq=False, kw_only=True, tag="heals_affliction"):
    OPTIONS = listed(NORMAL, ("sickened", "diseased", "poisoned"))


class ExoticDamage(Chosen, frozen=True, eq=False, kw_only=True, tag="exotic_damage"):
    OPTIONS = dict.fromkeys(("cold", "fire", "energetic", "meta"), 13)


class KineticDamage(Part, frozen=True, eq=False, kw_only=True, tag="kinetic_damage"):
    pass


class KineticPotential(Part, frozen=True, eq=False, kw_only=True, tag="kinetic_potential"):
    """tc.kinetic.attack_push: a hit pushes, by 5 KP for each damage die and what stands here."""

    PRICE = 13
    kp: Natural = 0


class CarefulBlow(Part, frozen=True, eq=False, kw_only=True, tag="careful_blow"):
    PRICE = 3


class MayEnterStealth(Part, frozen=True, eq=False, kw_only=True, tag="may_enter_stealth"):
    PRICE = 5


class Grapple(Part, frozen=True, eq=False, kw_only=True, tag="grapple"):
    PRICE = 5


class Teleportation(Part, frozen=True, eq=False, kw_only=True, tag="teleportation"):
    PRICE = 13


class TargetRestriction(Chosen, frozen=True, eq=False, kw_only=True, tag="target_restriction"):
    OPTIONS = dict.fromkeys(("allies only", "enemies only"), 13)


class PersistentEffect(Part, frozen=True, eq=False, kw_only=True, tag="persistent_effect"):
    PRICE = 13


class Magic(Part, frozen=True, eq=False, kw_only=True, tag="magic"):
    PRICE = 2


class Technological(Part, frozen=True, eq=False, kw_only=True, tag="technological"):
    PRICE = 2


class UnstableMagic(Part, frozen=True, eq=False, kw_only=True, tag="unstable_magic"):
    pass


class ExperimentalTechnology(Part, frozen=True, eq=False, kw_only=True, tag="experimental_technology"):
    pass


# ---------------------------------------------------------------- of items alone


class AttackMethod(Chosen, frozen=True, eq=False, kw_only=True, tag="attack_method"):
    OPTIONS = dict.fromkeys(METHODS, 0)


class NumberOfHands(Chosen, frozen=True, eq=False, kw_only=True, tag="number_of_hands"):
    OPTIONS = {"one": 0, "two": 1}


class NumberOfUses(Stepped, frozen=True, eq=False, kw_only=True, tag="number_of_uses"):
    PRICES = {1: -3, 2: -2, 3: -1, 4: 0}


class GrantsAspect(Part, frozen=True, eq=False, kw_only=True, tag="grants_aspect"):
    """tc.money: costs what the aspect costs; `prices_of` in `aspects.py` knows that."""

    aspect: GrantedAspect


AnyPart = (
    CoreAspectModifier | HpPoolModifier | EnergyPointPoolModifier | EnergyPointRefreshModifier | BasicMoveModifier
    | ActorSizeModifier | DamageResistance | StartingWealthModifier | AfflictionImmunity | CombatExpertise
    | EnvironmentMitigation | SimpleFeature | NpcCohort | AccuracyModifier | DefenseModifier | DefenseMalus
    | ConcentrationModifier | PresenceModifier | CritSuccessModifier | EnergyPointCost | ReloadEpCost | FailureChance
    | Range | EffectDuration | DelayedEffectDuration | EffectTrigger | AreaEffect | Length | DomeRadius | ExtraAttack
    | ExtraTarget | OpportunisticAction | MeleeReach | Damage | ArmorPenetration | DamageHealed | HealsAffliction
    | ExoticDamage | KineticDamage | KineticPotential | CarefulBlow | MayEnterStealth | Grapple | Teleportation
    | TargetRestriction | PersistentEffect | Magic | Technological | UnstableMagic | ExperimentalTechnology
    | AttackMethod | NumberOfHands | NumberOfUses | GrantsAspect
)  # fmt: skip
