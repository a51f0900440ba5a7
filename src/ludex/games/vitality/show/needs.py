"""What limits and conditional bonuses ask for, in words."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.kernel.english import listed
from ludex.games.vitality.records.attack_effects import Need

NEEDS = {
    "turn_at_least": "it is round {n} or later",
    "turn_at_most": "it is round {n} or earlier",
    "hp_at_most": "they have {n} HP or fewer",
    "hp_full": "they have all their HP",
    "hp_below_max_by": "they have lost {n} HP or more",
    "no_condition": "they have no condition",
    "d20_at_least": "a d20 shows {n} or more",
    "hit_since_last_turn": "they were hit since their last turn",
    "not_hit_since_last_turn": "they were not hit since their last turn",
    "attacked_since_last_turn": "they were attacked since their last turn",
    "not_attacked_since_last_turn": "they were not attacked since their last turn",
    "damaged_since_last_turn": "they were damaged since their last turn",
    "not_damaged_since_last_turn": "they were not damaged since their last turn",
    "damaged_or_conditioned_since_last_turn": "they were damaged or got a condition since their last turn",
    "not_conditioned_since_last_turn": "they got no condition since their last turn",
    "no_own_attack_since_last_turn": "they have not attacked since their last turn",
    "hit_target_last_turn": "they hit the target last turn",
    "dealt_damage_last_turn": "they dealt damage last turn",
    "dealt_damage_this_turn": "they have dealt damage this turn",
    "applied_condition_last_turn": "a condition of theirs took hold last turn",
    "applied_condition_this_turn": "a condition of theirs has taken hold this turn",
    "effect_last_turn": "they dealt damage or a condition last turn",
    "effect_this_turn": "they have dealt damage or a condition this turn",
    "defeated_enemy_last_turn": "they defeated an enemy last turn",
    "defeated_enemy_this_turn": "they have defeated an enemy this turn",
    "no_movement_this_turn": "they do not move this turn",
    "moved_straight_over_half": "they have run straight at the target, over half their movement",
    "no_enemy_within": "no enemy is within {n} spaces",
    "enemies_within": "{count} or more enemies are within {n} spaces",
    "no_ally_within": "no ally is within {n} spaces",
    "no_civilian_within": "no civilian is within {n} spaces",
    "more_adjacent_allies_than_enemies": "more allies than enemies are adjacent",
    "higher_than_target": "they are higher than the target",
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
    "target_grabbed_by_self": "they hold the target",
    "target_has_condition": "the target has a condition",
}


def need_words(need: Need) -> str:
    return NEEDS[need.test].format(n=need.n, count=need.count)


def all_needs(needs: Iterable[Need]) -> str:
    return listed([need_words(need) for need in needs])
