"""What limits and conditional bonuses ask for, in words."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.english import listed
from ludex.games.vitality.records.attack_effects import Need

NEEDS = {
    "turn_at_least": "it is round {n} or later",
    "turn_at_most": "it is round {n} or earlier",
    "hp_at_most": "it has {n} HP or fewer",
    "hp_full": "it has all its HP",
    "hp_below_max_by": "it has lost {n} HP or more",
    "no_condition": "it has no condition",
    "d20_at_least": "a d20 shows {n} or more",
    "hit_since_last_turn": "it was hit since its last turn",
    "not_hit_since_last_turn": "it was not hit since its last turn",
    "attacked_since_last_turn": "it was attacked since its last turn",
    "not_attacked_since_last_turn": "it was not attacked since its last turn",
    "damaged_since_last_turn": "it was damaged since its last turn",
    "not_damaged_since_last_turn": "it was not damaged since its last turn",
    "damaged_or_conditioned_since_last_turn": "it was damaged or got a condition since its last turn",
    "not_conditioned_since_last_turn": "it got no condition since its last turn",
    "no_own_attack_since_last_turn": "it has not attacked since its last turn",
    "hit_target_last_turn": "it hit the target last turn",
    "dealt_damage_last_turn": "it dealt damage last turn",
    "dealt_damage_this_turn": "it has dealt damage this turn",
    "applied_condition_last_turn": "a condition of its took hold last turn",
    "applied_condition_this_turn": "a condition of its has taken hold this turn",
    "effect_last_turn": "it dealt damage or a condition last turn",
    "effect_this_turn": "it has dealt damage or a condition this turn",
    "defeated_enemy_last_turn": "it defeated an enemy last turn",
    "defeated_enemy_this_turn": "it has defeated an enemy this turn",
    "no_movement_this_turn": "it does not move this turn",
    "moved_straight_over_half": "it has run straight at the target, over half its movement",
    "no_enemy_within": "no enemy is within {n} spaces",
    "enemies_within": "{count} or more enemies are within {n} spaces",
    "no_ally_within": "no ally is within {n} spaces",
    "no_civilian_within": "no civilian is within {n} spaces",
    "more_adjacent_allies_than_enemies": "more allies than enemies are adjacent",
    "higher_than_target": "it is higher than the target",
    "ally_unconscious_or_peril": "an ally is unconscious or great peril has come",
    "charged_turns": "it was charged for {n} turns",
    "unused_for_turns": "it was not used for {n} turns",
    "uses_per_minute_rest": "{n} uses between minutes of rest",
    "activated_turns": "it is switched on, for {n} turns",
    "pay_hp": "it costs {n} HP",
    "pay_effort": "it costs an Effort",
    "pay_heal_use": "it costs {n} uses of Heal",
    "pay_own_aura": "it costs an aura that is on",
    "pay_summon": "it costs a companion of {n} HP",
    "target_adjacent_to_own_wall": "the target is adjacent to an own wall",
    "target_in_own_barrier": "the target is inside an own barrier",
    "target_grabbed_by_self": "it holds the target",
    "target_has_condition": "the target has a condition",
}


def need_words(need: Need) -> str:
    return NEEDS[need.test].format(n=need.n, count=need.count)


def all_needs(needs: Iterable[Need]) -> str:
    return listed([need_words(need) for need in needs])
