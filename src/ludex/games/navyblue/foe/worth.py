"""What things are worth to the simple policy: about ten for somebody who is out of the fight, and parts of that.

Small sums over exact distributions, each worked out once. They are rules of thumb of a player, not of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ludex.core.kernel.dice import dice, distribution
from ludex.games.navyblue.book.attacks.effects import in_hand, resists, where_to
from ludex.games.navyblue.book.attacks.sequence import base_damage
from ludex.games.navyblue.book.damage import NPC_FACTOR, SPIKES
from ludex.games.navyblue.book.dice import CHECKS, CRITICAL, MISS, SUCCESSES, Against, Tiers, check_modifiers, total_of
from ludex.games.navyblue.book.features import attribute, has_attribute, max_vigor
from ludex.games.navyblue.book.movement.actions import check_bonuses
from ludex.games.navyblue.book.movement.steps import falls_at
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.records.effects import (
    Afflict,
    Base,
    CreateObstruction,
    Damage,
    DamageBonus,
    DirectInjuries,
    DropHeld,
    Effect,
    HealVigor,
    MoveTarget,
    RemoveInjuries,
    RollModifier,
)
from ludex.games.navyblue.records.kinds import Strike
from ludex.games.navyblue.state import Being, Pit, Scene, half_level

FALL = 10.0  # that somebody is out of the fight
KILL = 2.0  # that it happens now
LEVEL = 1.0  # more for each level of an NPC
LEADER = 3.0  # more for whoever the others look to
POINT_OFF = 0.35  # a point off somebody's next attack roll
DISARMED = 0.8
MOVED = 0.2
MUDDIED = 0.3  # that the ground about somebody takes points
NOT_SURE = 0.7  # of an effect that has terms of its own
MENDED = 1.2  # an Injury less

# ---------------------------------------------------------------- chances


@lru_cache(maxsize=1 << 12)
def odds(bonus: int, thresholds: tuple[int, ...], tiers: Tiers) -> tuple[float, ...]:
    """How likely each result is, from the failure line to the critical."""
    spread = distribution(dice(2, 6), Against(bonus, thresholds, tiers))
    found = dict(spread.weights)
    return tuple([found.get(result, 0) / spread.total for result in range(len(thresholds) + 2)])


def check_chance(
    scene: Scene, being: Being, attr: str, difficulty: str, tiers: Tiers, skill: str = "", maneuver: str = ""
) -> float:
    """How likely a Check succeeds, imperfectly at least."""
    extra = check_bonuses(scene, being, maneuver, attr) if maneuver else ()
    thresholds, results = CHECKS[difficulty]
    likely = odds(total_of(check_modifiers(scene, being, attr, skill, extra)), thresholds, tiers)
    return sum([chance for chance, result in zip(likely, results, strict=True) if result in SUCCESSES])


# ---------------------------------------------------------------- who


def life(being: Being) -> int:
    """What is left of somebody: Vigor, and the slots that can still be marked."""
    return being.vigor + len(being.slots) - being.injuries


def whole_life(scene: Scene, being: Being) -> int:
    return max_vigor(scene, being) + len(being.slots)


def value(unit: Being) -> float:
    """What it is worth to be rid of somebody."""
    if unit.pc:
        return FALL
    return 0.7 * FALL + LEVEL * unit.sheet.level + (LEADER if unit.sheet.leader else 0.0)


# ---------------------------------------------------------------- harm


def result_worths(
    scene: Scene, attacker: Being, target: Being, strike: Strike, effects: Iterable[Effect]
) -> list[float]:
    """What each result of an attack is worth, from a miss to a critical: the part of the target's life that it takes,
    and what it brings beside."""
    level, worth, left = half_level(scene, attacker), value(target), max(1, life(target))
    dealt = [base_damage(strike.damage, result) + level for result in range(CRITICAL + 1)]
    harm, beside = [0] * len(dealt), [0.0] * len(dealt)
    for effect in effects:
        those = range(max(MISS + 1, effect.min_result), min(CRITICAL, effect.max_result) + 1)
        if isinstance(effect, DamageBonus):
            _add(harm, those, effect.amount)
        elif isinstance(effect, Damage) and effect.to == "target":
            _add(harm, those, effect.amount + (level if effect.add_hl else 0))
        elif isinstance(effect, DirectInjuries):
            _add(harm, those, effect.amount * (1 if target.pc else NPC_FACTOR))
            if effect.replaces_damage:
                dealt = [0 if result in those else amount for result, amount in enumerate(dealt)]
        else:
            for result in those:
                beside[result] += effect_worth(scene, attacker, target, effect, result)
    found = [0.0]
    for result in range(MISS + 1, CRITICAL + 1):
        lost = harm[result] + dealt[result]
        found.append(worth + KILL if lost >= left else worth * lost / left + beside[result] * worth / FALL)
    return found


def _add(amounts: list[int], those: range, more: int) -> None:
    for number in those:
        amounts[number] += more


def effect_worth(scene: Scene, attacker: Being, target: Being, effect: Base, result: int) -> float:
    """What something beside the damage is worth."""
    found = 0.0
    if isinstance(effect, Afflict):
        if effect.to == "target" and effect.condition not in target.states:
            found = 0.0 if resists(scene, target, effect, result) else CONDITIONS[effect.condition].worth
    elif isinstance(effect, MoveTarget):
        zones = where_to(scene, attacker, target, effect.direction) if scene.pits else ()
        found = MOVED + max([pit_worth(scene, target, zone) for zone in zones], default=0.0)
    elif isinstance(effect, DropHeld):
        found = DISARMED if in_hand(target) else 0.0
    elif isinstance(effect, RollModifier) and effect.to == "target":
        found = -POINT_OFF * effect.amount
    elif isinstance(effect, CreateObstruction):
        found = MUDDIED
    return found if effect.when == "always" else NOT_SURE * found


def pit_worth(scene: Scene, being: Being, zone: str) -> float:
    """What somebody's fall into the pit of a zone is worth to their enemies."""
    pit = falls_at(scene, being, zone)
    return fall_worth(being, pit) if pit is not None and zone != being.at else 0.0


def fall_worth(being: Being, pit: Pit) -> float:
    harm = (pit.depth + SPIKES * pit.spikes) * (1 if being.pc else NPC_FACTOR)
    return FALL * min(1.0, harm / max(1, life(being))) + CONDITIONS["Prone"].worth


# ---------------------------------------------------------------- help


def heal_worth(scene: Scene, friend: Being, amount: int) -> float:
    """Vigor that comes back: the more, the less is left."""
    most = max_vigor(scene, friend)
    gained = min(amount, most - friend.vigor)
    if gained <= 0 or 2 * gained < amount:
        return 0.0
    return FALL * gained / (life(friend) + gained) * (1.0 if 2 * friend.vigor < most else 0.5)


def aid_worth(scene: Scene, owner: Being, friend: Being, effects: Iterable[Effect]) -> float:
    """What it is worth to use something on a friend, or on oneself."""
    found = 0.0
    for effect in effects:
        if isinstance(effect, HealVigor) and effect.on == "use":
            amount = effect.amount + (half_level(scene, owner) if effect.add_hl else 0)
            if effect.add_attribute and has_attribute(owner, effect.add_attribute):
                amount += attribute(scene, owner, effect.add_attribute)
            found += heal_worth(scene, friend, amount)
        elif isinstance(effect, RemoveInjuries) and effect.on == "use":
            found += MENDED * min(effect.amount, friend.injuries)
    return found
