"""What things are worth to the simple policy: about ten for somebody who is out of the fight, and parts of that.

Small sums over exact distributions, each worked out once. They are rules of thumb of a player, not of the game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ludex.core.kernel.dice import Total, dice, distribution
from ludex.games.cloudbreaker.book.attacks.damage import by_features
from ludex.games.cloudbreaker.book.attacks.weapons import use_of
from ludex.games.cloudbreaker.book.dice import CRITICAL, SUCCESS, Against
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.records.effects import (
    Afflict,
    Cure,
    Damage,
    GainSpirit,
    GenerateMorale,
    LoseSpirit,
    Recover,
    Revive,
)
from ludex.games.cloudbreaker.records.kinds import Use
from ludex.games.cloudbreaker.state import ENEMY, FOES, OBJECT, PC, TOKENS, Being, Scene

FALL = 10.0  # that somebody is out of the fight
KILL = 2.0  # that it happens now
RANKS = {"Normal": 9.0, "Captain": 12.0, "Boss": 15.0, "Horde": 14.0}
GENERATES = 5.0  # more for whatever gives the enemy group morale at the end of each round
AIM = 40.0  # more for whatever a goal or a failure names
PART = 0.35  # of a unit's worth, for a target that their life does not hang on
FALLEN = 0.2  # of a character's worth, for damage to who is downed already
UP_AGAIN = 7.0  # that somebody gets up
TOKEN = 0.8  # a spirit token
SPARE_TOKEN = 0.3  # one that would soon be lost
BY_CONDITION = {name: kind.worth for name, kind in CONDITIONS.items()}
SPEECHLESS = 2.0  # Silenced, for who sings or speaks spells


# ---------------------------------------------------------------- chances


@lru_cache(maxsize=1 << 10)
def chances(need: int, edge: int = 0) -> tuple[float, float]:
    """How likely two dice succeed, and how likely critically. `need` is the number less all bonuses."""
    spread = distribution(dice(3 if edge else 2, 6), Against(0, edge, need))
    found = dict(spread.weights)
    critical = found.get(CRITICAL, 0) / spread.total
    return found.get(SUCCESS, 0) / spread.total + critical, critical


class Blow(NamedTuple):
    """Damage as far as it matters to whom it hits."""

    dice: int
    bonus: int
    least: int
    twice: int  # what resistances make of damage, doubled: 1 resists, 2 plain, 4 vulnerable
    flat: int  # taken off at the end


def blow_at(scene: Scene, target: Being, effect: Damage) -> Blow:
    twice, flat = softened(scene, target, effect.type)
    return Blow(effect.dice, effect.bonus + effect.per_spirit * target.spirit, effect.minimum, twice, flat)


def softened(scene: Scene, target: Being, type_: str) -> tuple[int, int]:
    """What resistances make of damage, doubled, and what is taken off at the end."""
    sheet = target.sheet
    twice = 2
    if type_:
        if type_ in sheet.resist:
            twice = 1
        if type_ in sheet.vulnerable:
            twice *= 2
    return twice, sheet.reduction + (by_features(scene, target, type_) if sheet.features else 0)


def lands(scene: Scene, target: Being, amount: int, type_: str, critical: bool) -> int:
    """What is left of damage when it lands."""
    twice, flat = softened(scene, target, type_)
    return max(0, (2 * amount if critical else amount) * twice // 2 - flat)


@lru_cache(maxsize=1 << 15)
def toll(blow: Blow, left: int, critical: bool = False) -> tuple[float, float]:
    """The part of a pool that a hit takes away on average, and how likely it takes the last of it."""
    if left <= 0:
        return 0.0, 0.0
    spread = distribution(dice(blow.dice, 6), Total(blow.bonus, blow.least)) if blow.dice else None
    amounts = spread.weights if spread is not None else ((max(blow.bonus, blow.least), 1),)
    taken = fatal = 0
    for amount, weight in amounts:
        amount = max(0, (2 * amount if critical else amount) * blow.twice // 2 - blow.flat)
        taken += weight * min(amount, left)
        fatal += weight * (amount >= left)
    total = spread.total if spread is not None else 1
    return taken / (left * total), fatal / total


def mean_damage(scene: Scene, target: Being, use: Use) -> float:
    """About how much a hit with this takes from somebody."""
    found = 0.0
    for effect in use.effects:
        if isinstance(effect, Damage):
            blow = blow_at(scene, target, effect)
            found += max(0.0, (3.5 * blow.dice + blow.bonus) * blow.twice / 2 - blow.flat)
    return found


# ---------------------------------------------------------------- who


def value(scene: Scene, unit: Being) -> float:
    """What it is worth to be rid of a unit."""
    sheet = unit.sheet
    if sheet.sort == PC:
        return FALL if "Downed" not in unit.states else FALL * FALLEN
    found = RANKS[sheet.rank] if sheet.sort == ENEMY else 0.0 if sheet.sort == OBJECT else 0.8 * FALL
    if sheet.features and sheet.sort in (ENEMY, OBJECT) and generates(scene, unit):
        found += GENERATES
    if sheet.sort == ENEMY and scene.options["opt_rank_worth_tokens"]:
        found += 2.0 * TOKENS[sheet.rank]
    for goal in scene.goals:
        if goal.who == unit.id:
            found += AIM
    for goal in scene.failures:
        if goal.who == unit.id:
            found += AIM
    return found


def generates(scene: Scene, unit: Being) -> bool:
    entries = scene.library.shelves["feature"].entries
    return any(isinstance(effect, GenerateMorale) for name in unit.sheet.features for effect in entries[name].effects)


def frail(being: Being) -> float:
    """How near somebody is to falling: the smaller, the nearer."""
    sheet = being.sheet
    return min(being.hp / sheet.parts[sheet.vital].hp, being.mp / sheet.mp if sheet.mp else 1.0)


# ---------------------------------------------------------------- time


def rounds_left(scene: Scene, side: str) -> int | None:
    """How many rounds a side has left until the other has won by waiting, this one included; nothing where waiting wins
    nobody anything."""
    if side == FOES:
        ends = [goal.rounds for goal in scene.goals if goal.kind == "survive"]
    else:
        ends = [goal.rounds for goal in scene.failures if goal.kind == "rounds"]
    return max(1, min(ends) - scene.ended) if ends else None


# ---------------------------------------------------------------- harm


def damage_worth(
    scene: Scene, target: Being, number: int, effect: Damage, hit: float, critical: float, worth: float
) -> float:
    """What the damage of an attack is worth. Whichever pool is nearer to 0 is the better one to attack."""
    sheet = target.sheet
    blow = blow_at(scene, target, effect)
    if effect.pool == "MP":
        left = target.mp
    else:
        left = target.parts[number]
        if not sheet.parts[number].vital:
            worth *= PART
    if not left and target.sheet.sort == PC:
        return hit * worth  # downed: it goes to the Resolve
    part, fatal = toll(blow, left)
    found = (hit - critical) * (part * worth + fatal * KILL)
    if critical:
        part, fatal = toll(blow, left, True)
        found += critical * (part * worth + fatal * KILL)
    return found


def use_worth(scene: Scene, target: Being, number: int, use: Use, hit: float, critical: float, worth: float) -> float:
    """What it is worth to use something against somebody, at one of their targets."""
    found = 0.0
    for effect in use.effects:
        if isinstance(effect, Damage):
            found += damage_worth(scene, target, number, effect, hit, critical, worth)
        elif isinstance(effect, Afflict):
            if effect.to == "target":
                found += hit * condition_worth(scene, target, effect.condition, worth)
        elif isinstance(effect, LoseSpirit):
            found += hit * TOKEN * min(effect.amount, target.spirit)
        elif isinstance(effect, Recover) and effect.to == "target":
            found -= hit * help_worth(scene, target, effect)
    return found


def condition_worth(scene: Scene, target: Being, name: str, worth: float) -> float:
    """What it is worth that somebody has a condition which they do not have yet."""
    if name in target.states or target.sheet.sort == OBJECT or not target.active:
        return 0.0
    if name == "Silenced" and speaks(scene, target):
        return SPEECHLESS * worth / FALL
    if name not in BY_CONDITION:
        curse = scene.library.shelves["condition"].entries.get(name)
        return sum(condition_worth(scene, target, each, worth) for each in curse.brings) if curse is not None else 0.0
    return BY_CONDITION[name] * worth / FALL


def speaks(scene: Scene, being: Being) -> bool:
    """Do they need their voice to fight?"""
    return any(use_of(scene, name).verbal for name in (*being.weapons, *being.spells))


# ---------------------------------------------------------------- help


def help_worth(scene: Scene, friend: Being, effect: Recover) -> float:
    """HP or MP regained: the more, the nearer to 0 the pool was; and more for whoever gets up by it."""
    amount = 3.5 * effect.dice + effect.bonus
    sheet = friend.sheet
    if effect.pool == "Resolve":
        return min(amount, sheet.resolve - friend.resolve) * 0.1
    top, left = (sheet.mp, friend.mp) if effect.pool == "MP" else (sheet.parts[sheet.vital].hp, friend.hp)
    if not top or left >= top:
        return 0.0
    gained = min(amount, top - left)
    found = FALL * gained / top * (1.0 if 2 * left < top else 0.5)
    if "Downed" in friend.states:
        other = friend.hp if effect.pool == "MP" else friend.mp
        return found + UP_AGAIN if other and not left else 0.5 * found
    return found


def aid_worth(scene: Scene, friend: Being, use: Use) -> float:
    """What it is worth to use something on a friend."""
    barred = "recovery" in use.tags and "Medicated" in friend.states
    found = 0.0
    for effect in use.effects:
        if isinstance(effect, Recover):
            found += 0.0 if barred or effect.to == "self" else help_worth(scene, friend, effect)
        elif isinstance(effect, Cure):
            found += sum(BY_CONDITION.get(name, 0.0) for name in effect.conditions if name in friend.states)
        elif isinstance(effect, Revive):
            found += UP_AGAIN if "Knocked Out" in friend.states and friend.hp and friend.mp else 0.0
        elif isinstance(effect, GainSpirit) and effect.to != "self":
            found += tokens_worth(friend, effect.amount)
    return found


# ---------------------------------------------------------------- tokens and MP


def price(spirit: int, count: int) -> float:
    """What it costs to spend so many of so many spirit tokens: the fifth and those above would soon be lost."""
    spare = max(0, min(count, spirit - 4))
    return SPARE_TOKEN * spare + TOKEN * (count - spare)


def tokens_worth(being: Being, count: int) -> float:
    """What it is worth to somebody to gain so many."""
    return price(being.spirit + count, count) if being.sheet.sort == PC and being.active else 0.0


def mp_price(scene: Scene, user: Being, cost: int) -> float | None:
    """What it costs to spend MP, which are life as well; nothing says that it would be the end."""
    if not cost or (scene.rush and user.pc):
        return 0.0
    left = user.mp - cost
    if left <= 0:
        return None
    return 2.5 * cost / left
