"""What things are worth to the simple policy, in Health Points taken from the enemy or kept from them.

Small sums over exact distributions, each worked out once. They are rules of thumb of a player, not of the game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ludex.core.board.hex import away
from ludex.core.kernel.dice import Total, dice, distribution
from ludex.games.bluebox.book.damage import resists
from ludex.games.bluebox.book.dice import DECISIVE, FLAWS_ON_DEX_SAVES, SUCCESS, Against, d12_pool
from ludex.games.bluebox.book.movement.ground import taken_by
from ludex.games.bluebox.book.powers.effects import dc_of, sides_of
from ludex.games.bluebox.records.conditions import CONDITIONS
from ludex.games.bluebox.records.effects import Afflict, Damage, Effect, Heal, Push, Save, Zone
from ludex.games.bluebox.records.kinds import Item, Mode, Power
from ludex.games.bluebox.state import Attack, Being, Scene, armor_class, power_die

DROP = 4.0  # that somebody falls
MARK = 1.5  # damage to who is Down already: they have half a turn left, and those who stand have a whole one
REVIVE = 4.0  # that somebody gets up again
EP = 0.5
FOCUS = 1.0  # more for who is nearly down: so a side strikes at one after the other
AT_BAC = 3.0  # what an attack is worth that hits for no other reason than that somebody is Back-footed
BARED = 1.5  # that somebody has to put their mask on again
PIT = 1.5  # that somebody has to climb out again
HALF = 0.4  # of a condition, for who has half a turn because they are Down


@lru_cache(maxsize=1 << 12)
def chances(need: int, edge: int, practiced: bool, once: bool = False) -> tuple[float, float]:
    """How likely a d12 roll succeeds, and how likely it shows a 12. `need` is the number less all bonuses."""
    edge = max(-2, min(2, edge))
    spread = distribution(d12_pool(edge, practiced, practiced and once), Against(0, edge, need))
    found = dict(spread.weights)
    decisive = found.get(DECISIVE, 0) / spread.total
    return found.get(SUCCESS, 0) / spread.total + decisive, decisive


class Hit(NamedTuple):
    """A hit as far as its damage goes."""

    dice: int
    sides: int
    bonus: int
    each: int  # Plating that a sacrificed die destroys
    twice: int  # what resistances make of damage, doubled: 0 immune, 1 resists, 2 plain, 4 vulnerable


def hit_of(attacker: Being, target: Being, attack: Attack, count: int) -> Hit:
    sides = power_die(attacker)
    twice = 2
    if attack.type != "plain":
        sheet = target.sheet
        if attack.type in sheet.immune:
            return Hit(count, sides, attack.bonus, 0, 0)
        if resists(target, attack.type):
            twice = 2 if attack.type in sheet.vulnerable else 1
        elif attack.type in sheet.vulnerable:
            twice = 4
    return Hit(count, sides, attack.bonus, sides // 2, twice)


@lru_cache(maxsize=1 << 15)
def best_use(hit: Hit, plating: int, left: int, heavy: bool = False) -> tuple[float, int]:
    """What a hit is worth against so much Plating and health, and how many dice to sacrifice for that."""
    found = [(_worth(hit, plating, left, given_up, heavy), -given_up) for given_up in range(hit.dice + 1)]
    worth, given_up = max(found if plating and hit.each else found[:1])
    return worth * (1 + FOCUS / (1 + _effort(hit, plating, left))), -given_up


def shattering(hit: Hit, plating: int, left: int) -> float:
    """What it is worth to break all Plating, and to hit through it at once."""
    spared = _effort(hit, plating, left) - _effort(hit, 0, left)
    return best_use(hit, 0, left)[0] + spared * _mean(hit) if plating else 0.0


def unmasking(hit: Hit, plating: int, left: int, faints: float) -> float:
    """What it is worth to hit and knock the mask off the face of somebody who faints without it so likely."""
    struck = best_use(hit, plating, left)[0]
    rest = _effort(hit, plating, left) * _mean(hit) + DROP - struck  # what it would take to bring them down after that
    return struck + BARED + faints * rest if faints and rest > 0 else struck


def fainting(scene: Scene, being: Being) -> float:
    """How likely somebody without a mask faints as their turn starts."""
    sheet, options = being.sheet, scene.options
    if not sheet.needs_mask:
        return 0.0
    need = (8 if options["opt_unmasked_dc_8"] else 6) - sheet.stats["SPI"]
    return 1 - chances(need, 0, "SPI" in sheet.practiced_saves, bool(options["opt_reroll_once"]))[0]


def _worth(hit: Hit, plating: int, left: int, given_up: int, heavy: bool) -> float:
    after = max(0, plating - given_up * hit.each)
    before = _effort(hit, plating, left)
    per_hit = _mean(hit)
    if given_up == hit.dice:
        return (before - _effort(hit, after, left)) * per_hit
    amounts = distribution(dice(hit.dice - given_up, hit.sides), Total(hit.bonus, 1))
    rolled = ((hit.dice - given_up) * hit.sides + hit.bonus, 1)
    total = 0.0
    for amount, weight in [rolled] if heavy else amounts.weights:
        taken = amount * hit.twice // 2
        if after:
            taken = max(1, taken // 2) if taken else 0
        if taken >= left:
            total += weight * (before * per_hit + DROP)
        else:
            total += weight * (before - _effort(hit, after, left - taken)) * per_hit
    return total / (1 if heavy else amounts.total)


def _mean(hit: Hit) -> float:
    return max(1.0, (hit.dice * (hit.sides + 1) / 2 + hit.bonus) * hit.twice / 2)


def _effort(hit: Hit, plating: int, left: int) -> float:
    """About how many such hits it takes to bring somebody down: through their Plating, or after breaking it."""
    plain = left / _mean(hit)
    if not plating:
        return plain
    through = 2 * plain
    return min(through, plating / (hit.dice * hit.each) + plain) if hit.each else through


def health(being: Being) -> int:
    return being.hp + being.thp


def blow_worth(attacker: Being, target: Being, attack: Attack, count: int) -> float:
    """What a hit with so many ✦ is worth."""
    if "Down" in target.states:
        return MARK + (DROP if target.marks >= 2 else 0) if attack.type not in target.sheet.immune else 0.0
    return best_use(hit_of(attacker, target, attack, count), target.plating, health(target))[0]


# ---------------------------------------------------------------- powers, masks and items


def failing(scene: Scene, user: Being, target: Being, save: Save) -> float:
    """How likely a save against this fails."""
    sheet = target.sheet
    edge = -sum(name in target.states for name in FLAWS_ON_DEX_SAVES) if save.stat == "DEX" else 0
    need = dc_of(user, save) - sheet.stats[save.stat]
    return 1 - chances(need, edge, save.stat in sheet.practiced_saves, bool(scene.options["opt_reroll_once"]))[0]


def off_balance(scene: Scene, user: Being, target: Being) -> float:
    """What it is worth to the user's next attacks and to those of allies that somebody is Back-footed."""
    sheet = target.sheet
    if sheet.ac <= sheet.bac or target.back_footed:
        return 0.0
    helpers = max(0, user.ap - 1) + 0.7 * min(3, sum([not ally.beaten for ally in scene.allies(user)]))
    return (sheet.ac - sheet.bac) / 12 * helpers * AT_BAC


def landing(scene: Scene, user: Being, target: Being, metres: int) -> float:
    """What it is worth where a push takes somebody: down into a pit, or into what burns."""
    board = scene.board
    if not (board.heights or scene.areas) or "Flying" in target.states or "Immobilized" in target.states:
        return 0.0
    found, here = 0.0, target.at
    for _ in range(metres):
        there = away(user.at, here)[0]
        drop = board.height(here) - board.height(there)
        if not board.open(there) or not board.passable(here, there) or drop < 0 or taken_by(scene, there):
            break
        if drop > 2:
            found += PIT + _pure(target, (drop - 2) * 2.5)
        for area in scene.areas:
            if area.dice and there in area.cells and here not in area.cells:
                need = area.dc - target.sheet.stats[area.save]
                likely = 1 - chances(need, 0, area.save in target.sheet.practiced_saves)[0]
                found += 1.5 * likely * _harm(target, area.dice * (area.sides + 1) / 2, area.type)
        here = there
    return found


def _pure(target: Being, amount: float) -> float:
    return MARK if "Down" in target.states else amount + (DROP if amount >= health(target) else 0.0)


def use_worth(scene: Scene, user: Being, entry: Power | Mode | Item, target: Being) -> float:
    """What a power, mask or item is worth on one target: the target's loss for an enemy, their gain for a friend."""
    failed = failing(scene, user, target, entry.save) if entry.save is not None else 1.0
    total = 0.0
    for effect in entry.effects:
        when = effect.when if isinstance(effect, Damage | Afflict | Push | Heal) else "use"
        likely = {"fail": failed, "success": 1 - failed}.get(when, 1.0)
        total += likely * effect_worth(scene, user, target, effect, failed)
    return total


def effect_worth(scene: Scene, user: Being, target: Being, effect: Effect, failed: float) -> float:
    if isinstance(effect, Damage):
        wanted = effect.damage
        bonus = wanted.bonus + (user.sheet.stats[wanted.stat] if wanted.stat else 0)
        mean = wanted.dice * (sides_of(wanted.die, user) + 1) / 2 + bonus
        return _harm(target, mean / 2 if effect.half else mean, wanted.type)
    if isinstance(effect, Zone):  # those inside save at once, and some of them once more
        mean = (sides_of(effect.damage.die, user) + 1) / 2 if effect.damage is not None else 0.5
        return 1.5 * failed * _harm(target, mean, effect.damage.type if effect.damage is not None else "plain")
    if isinstance(effect, Afflict):
        if effect.condition in target.states:
            return 0.0
        kind = CONDITIONS[effect.condition]
        worth = kind.worth * (HALF if "Down" in target.states else 1.0)
        return worth + (off_balance(scene, user, target) if "back-footing" in kind.tags else 0.0)
    return 0.2 + landing(scene, user, target, effect.m) if isinstance(effect, Push) else 0.0


def _harm(target: Being, mean: float, type_: str) -> float:
    if type_ in target.sheet.immune:
        return 0.0
    if "Down" in target.states:
        return MARK
    factor = 0.5 if resists(target, type_) else 2.0 if type_ in target.sheet.vulnerable else 1.0
    amount = mean * factor / (2 if target.plating else 1)
    left = health(target)
    return amount + (DROP if amount >= left else 0)


def healing_worth(healed: Being, amount: float) -> float:
    """Health regained, and more for whoever gets up by it."""
    missing = healed.sheet.hp - healed.hp
    worth = min(amount, missing) * (1.0 if healed.hp * 2 < healed.sheet.hp else 0.6)
    if not healed.states.isdisjoint(("Down", "Out")):
        worth += REVIVE + (REVIVE if "Out" in healed.states else 0)
    return worth + sum(CONDITIONS[name].worth for name in ("Bleeding", "Poisoned") if name in healed.states)


def mean_healing(user: Being, effect: Heal, crafter_kno: int) -> float:
    amount = effect.amount
    bonus = crafter_kno if amount.stat == "crafter_KNO" else user.sheet.stats[amount.stat] if amount.stat else 0
    return max(amount.least, amount.dice * (sides_of(amount.die, user) + 1) / 2 + amount.bonus + bonus)


def need_to_hit(attack: Attack, attacker: Being, target: Being) -> int:
    return armor_class(target) - attack.to_hit + attacker.exhaustion
