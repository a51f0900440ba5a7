"""What things are worth to the simple policy, in exact odds: of hitting, of what a Damage Roll takes, of a condition.

People are worth what they can still do to their enemies: their stake, in HP. A blow is worth the part that it takes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from ludex.core.kernel.derived import Basis, derived
from ludex.core.kernel.dice import dice, distribution
from ludex.games.vitality.book.attacks.built import Built, Part, attack_of, attacks_of
from ludex.games.vitality.book.attacks.limits import chances, charges
from ludex.games.vitality.book.attacks.rolls import DEFENCELESS
from ludex.games.vitality.book.attacks.upgrades import most_left, pierces
from ludex.games.vitality.book.characters.features import abilities, immune, powerless, reach
from ludex.games.vitality.book.characters.scores import (
    ADDS,
    AS_BUILT,
    BY_HP,
    Moments,
    attribute,
    avoidance,
    durability,
    fifth_of_hp,
    moments_of,
    resistance,
    speed,
    tier,
    total_of,
)
from ludex.games.vitality.book.dice import NATURAL, Sum
from ludex.games.vitality.book.effort.effort import allowed
from ludex.games.vitality.book.health.survival import makes_checks
from ludex.games.vitality.records.attack_effects import (
    Blast,
    Bleed,
    Brutal,
    Concentrate,
    Effect,
    Excess,
    Finish,
    FollowUp,
    Lasting,
    Leech,
    Panic,
    Repeat,
    Ricochet,
    Splinter,
    Spread,
    StrikeAgain,
)
from ludex.games.vitality.records.boon_effects import AttackAura, Heal, Regeneration
from ludex.games.vitality.records.conditions import CONDITIONS, STATES
from ludex.games.vitality.records.kinds import Boon
from ludex.games.vitality.state import BEATEN, Being, Scene

ROUNDS = 4.0  # for so long somebody is expected to go on as now
LEAST = 1.0  # what a round of the weakest is worth
HURT, FELLED = 0.6, 0.4  # of a stake: for all HP that are left, and for who goes down
REGROWN = 0.25  # in place of HURT, of those who regenerate
SURVIVES = 8  # HP below 0 at which a Survival Check is about even, Endurance not counted
TYPICAL_AV, TYPICAL_DR, TYPICAL_RESISTANCE = 7, 3, 13  # and Tier: of nobody in particular
TYPICAL_ROUND = 9.0  # what a round of nobody in particular is worth
BLED, LEECHED = 1.7, 1.2  # times damage counts that bleeds, or that heals the attacker
LIMITED = 0.6  # of an attack: what a limit that may not be met leaves of it
HP_AT_MOST = "hp_at_most"  # a limit that asks for few HP
UNMET = 0.3  # the same, of a limit that asks for fewer HP than somebody has
TIRED = 0.08  # of a round: what a Tier less costs, in what one does and again in what is done to one
WEARY = 1.0  # times as much more for each Tier that is lost already
HEALS = 2  # times: how often somebody heals who can
KEPT = 0.5  # of a round: what an Effort is worth in the next fight
EVEN = 2.0  # times as long as their enemies: who does not last so much longer saves nothing for another fight
FARTHEST = 30  # spaces: as far as anybody looks
MOST_KEPT = 1 << 12  # of what was found to come of attacks on one guard; then it begins anew
STANDING = Basis("sheet lost conditions", shared=False)  # what follows from how somebody stands, but for their HP
AGAINST = ("avoidance", "durability", "all_resistances", "speed")  # the stats of who is attacked


# ---------------------------------------------------------------- odds of a d20


@lru_cache(maxsize=1 << 10)
def at_least(rolled: int, face: int) -> float:
    """That the highest of so many d20 shows this face or more."""
    if face > NATURAL:
        return 0.0
    return 1.0 if face <= 1 else 1.0 - float(((face - 1) / NATURAL) ** rolled)


def least_face(scene: Scene, need: int, sure: int = NATURAL) -> int:
    """The face from which on a check succeeds that needs so many points of the die."""
    options = scene.options
    need += 1 if options["opt_tie_to_defender"] else 0
    return min(sure, max(need, 2 if options["opt_nat1_misses"] else 1))


# ---------------------------------------------------------------- odds of damage


@lru_cache(maxsize=8)
def sums(explodes: int) -> tuple[tuple[int, float, float], ...]:
    """3d6, with what the dice from a face on bring; 0: no dice. Each sum from the lowest on, its chance, and that of so
    much or more."""
    if not explodes:
        return ((0, 1.0, 1.0),)
    thrown = distribution(dice(3, 6, more=tuple(range(explodes, 7))), Sum(0))
    shares = [(total, weight / thrown.total) for total, weight in sorted(thrown.weights, reverse=True)]
    found = zip(shares, accumulate([share for _, share in shares]), strict=True)
    return tuple([(total, share, or_more) for (total, share), or_more in found])[::-1]


@lru_cache(maxsize=1 << 8)
def sums_from(least: int) -> float:
    """That 3d6 come to so much at least."""
    return next((or_more for total, _, or_more in sums(6) if total >= least), 0.0)


@lru_cache(maxsize=1 << 16)
def losses(explodes: int, less: int, left: int, brutal: int) -> tuple[float, float]:
    """The HP that a roll takes on average from somebody with so many left, and the chance that it takes them all;
    `less` is what is taken off the dice. `brutal`: from so much on half of it more."""
    mean = 0.0
    for total, share, or_more in sums(explodes):
        lost = total - less
        if lost > 0:
            if brutal and lost >= brutal:
                lost += lost // 2
            if lost >= left:  # and so it is with every higher sum
                return mean + or_more * left, or_more
            mean += share * lost
    return mean, 0.0


# ---------------------------------------------------------------- what somebody is able to do


# effects from which more attacks follow, on the same target or on others
FOLLOWING = (Repeat, StrikeAgain, FollowUp, Concentrate, Ricochet, Blast, Splinter, Panic, Spread)


class Traits(NamedTuple):
    """What of an attack counts for its worth, quick to read."""

    explodes: int  # 0: no dice
    finishes: tuple[Finish, ...]
    brutal: int  # Tiers
    times: float  # by how much more its damage counts
    bleeds: bool
    excess: Excess | None
    against: tuple[Part, ...]  # what it adds against a maximum of HP
    moves: bool  # can it be made in a turn with movement?
    follows: tuple[Effect, ...]  # from which more attacks follow
    plain: bool  # nothing but damage
    alone: bool  # it does damage, nothing follows from it, and it costs nothing


@lru_cache(maxsize=1 << 10)
def traits_of(attack: Built) -> Traits:
    brutal = attack.part(Brutal)
    finishes = tuple([effect for effect in attack.effects if isinstance(effect, Finish)])
    against = tuple([part for part in attack.parts.get("damage", ()) if part.against_max_hp])
    follows = tuple([effect for effect in attack.effects if isinstance(effect, FOLLOWING)])
    changed = finishes or against or any([attack.part(kind) is not None for kind in (Brutal, Leech, Bleed, Excess)])
    return Traits(
        0 if attack.flat else attack.explodes,
        finishes,
        brutal.tiers if brutal is not None else 0,
        LEECHED if attack.part(Leech) is not None else 1.0,
        attack.part(Bleed) is not None,
        attack.part(Excess),
        against,
        not any([need.test == "no_movement_this_turn" for limit in attack.limits for need in limit.needs]),
        follows,
        attack.damages and not changed,
        attack.damages and not follows and not attack.limits,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Strike:
    """An attack of somebody with all that does not depend on the target. Equal ones are one: see `strike_with`."""

    attack: Built
    accuracy: int
    damage: int
    condition: int
    tier: int
    traits: Traits

    def plus(self, accuracy: int = 0, damage: int = 0, condition: int = 0) -> Strike:
        """With more on its rolls."""
        rolls = self.accuracy + accuracy, self.damage + damage, self.condition + condition
        return strike_with(self.attack, *rolls, self.tier)


@lru_cache(maxsize=1 << 12)
def strike_with(attack: Built, accuracy: int, damage: int, condition: int, tier: int) -> Strike:
    return Strike(attack, accuracy, damage, condition, tier, traits_of(attack))


class Profile:
    """What somebody can do, wherever they are: by their sheet, their Tier, and whether they have their powers."""

    def __init__(self, scene: Scene, being: Being, now: int) -> None:
        sheet = being.sheet
        attacks = [attack_of(scene, being, name) for name in attacks_of(being)] if being.fights else []
        self.strikes = tuple([by_sheet(being, attack, now) for attack in attacks])
        self.reach = reach(scene, being)
        worths = {strike: typical(strike) * open_to(being, strike.attack) for strike in self.strikes}
        self.by_hand = max([s for s in self.strikes if s.attack.melee], key=worths.__getitem__, default=None)
        self.from_afar = max([s for s in self.strikes if not s.attack.melee], key=worths.__getitem__, default=None)
        self.melee = worths[self.by_hand] if self.by_hand is not None else 0.0
        self.afar = worths[self.from_afar] if self.from_afar is not None else 0.0
        self.shoots = self.afar > 0.7 * self.melee
        self.heals = 0
        self.lasts = HURT  # of the stake: what all HP are worth, as far as they stay away
        self.aura: AttackAura | None = None
        self.output = max(self.melee, self.afar)
        for _, _, power in abilities(scene, being) if sheet.boons else ():
            if isinstance(power, Heal):
                self.heals = power.hp
            elif isinstance(power, AttackAura):
                amount = power.base + (1 + power.tiers) * now + attribute(being, "focus") + attribute(being, "power")
                self.output += 0.5 * max(0, amount - TYPICAL_DR - now)
                self.aura = power
            elif isinstance(power, Regeneration):
                self.lasts = REGROWN
        self.output = max(LEAST, self.output, 0.4 * self.heals)
        self.stake = max(self.output, self.heals) * ROUNDS  # who heals so much undoes as much


def by_sheet(being: Being, attack: Built, now: int) -> Strike:
    found = {}
    for stat, name in ADDS.items():
        boons = sum([now for boon in being.sheet.boons if _always(boon, stat)])
        found[stat] = now + attribute(being, name) + boons
    return adding(attack, found, now)


def adding(attack: Built, rolls: dict[str, int], now: int, channelled: int = 0) -> Strike:
    """An attack of whoever adds so much to each of its rolls."""
    accuracy, damage, condition = added_by(attack, now)
    return strike_with(
        attack, rolls["accuracy"] + accuracy + channelled, rolls["damage"] + damage + attack.flat + channelled,
        rolls["condition"] + condition + channelled, now,
    )  # fmt: skip


@lru_cache(maxsize=1 << 10)
def added_by(attack: Built, now: int) -> tuple[int, ...]:
    """What an attack itself adds to its rolls, against nobody in particular."""
    parts = [[p for p in attack.parts.get(stat, ()) if not p.against_max_hp] for stat in ADDS]
    return tuple([sum([p.tiers * now + p.flat for p in some]) for some in parts])


def _always(boon: Boon, stat: str) -> bool:
    return boon.kind == "passive" and stat in boon.stats


def typical(strike: Strike) -> float:
    """What an attack does in a turn to nobody in particular."""
    attack, now, traits = strike.attack, strike.tier, strike.traits
    face = min(NATURAL, TYPICAL_AV + now - strike.accuracy)
    hit, critical = chances_from(attack, face, False)
    if attack.damages:
        less, brutal = TYPICAL_DR + now - strike.damage, traits.brutal * now
        if traits.excess is not None:
            less -= beyond(traits.excess, now, TYPICAL_AV + now - strike.accuracy, face)
        plain = losses(traits.explodes, less, 60, brutal)[0]
        well = losses(traits.explodes, less - attack.critical_tiers * now, 60, brutal)[0]
        worth = ((hit - critical) * plain + critical * well) * traits.times * (BLED if traits.bleeds else 1.0)
    else:
        held = at_least(attack.condition_dice, min(20, TYPICAL_RESISTANCE + now - strike.condition))
        worth = hit * held * ROUND_LOST[attack.effect] * TYPICAL_ROUND
    worth *= (1.5 if attack.kind.area else 1.0) * (1.0 + again(traits, hit, critical))
    if attack.limits:
        worth *= at_least(1, chances(attack)) if chances(attack) else 1.0 / (1 + charges(attack))
    return worth


def open_to(being: Being, attack: Built) -> float:
    """How far the limits of an attack leave it to somebody."""
    if not attack.limits or chances(attack):
        return 1.0
    needs = [need for limit in attack.limits for need in limit.needs]
    if any([need.test == HP_AT_MOST and being.hp > need.n for need in needs]):
        return UNMET
    return 1.0 if all([need.test == HP_AT_MOST for need in needs]) else LIMITED


@derived("being.sheet")
def hp_asked(scene: Scene, being: Being) -> tuple[int, ...]:
    """Of how few HP the attacks of somebody ask whether that is all they have left."""
    limits = [limit for name in attacks_of(being) for limit in attack_of(scene, being, name).limits]
    return tuple(sorted({need.n for limit in limits for need in limit.needs if need.test == HP_AT_MOST}))


def again(traits: Traits, hit: float, critical: float) -> float:
    """How often an attack strikes the same target once more."""
    found = 0.0
    for effect in traits.follows:
        if isinstance(effect, Repeat):
            found += effect.times - 1
        elif isinstance(effect, StrikeAgain):
            found += critical
        elif isinstance(effect, FollowUp):
            found += hit
        elif isinstance(effect, Concentrate):
            found += 0.4 * hit
    return found


class Made(NamedTuple):
    """What follows from how somebody stands, but for their HP."""

    asked: tuple[int, ...]  # of how few HP their attacks ask whether that is all they have left
    profiles: dict[tuple[bool, ...], Profile]  # by whether it is
    endures: int  # HP below 0

    def profile(self, scene: Scene, being: Being) -> Profile:
        few = tuple([being.hp <= most for most in self.asked]) if self.asked else ()
        found = self.profiles.get(few)
        if found is None:
            now = tier(scene, being)
            found = self.profiles[few] = profile_with(scene, being, now, powerless(being), few)
        return found

    def left(self, being: Being) -> int:
        """The HP that have to be taken before they go down."""
        left = being.hp + self.endures
        return left if left > 1 else 1


@derived(STANDING)
def made(scene: Scene, being: Being) -> Made:
    endures = SURVIVES + attribute(being, "endurance") if makes_checks(scene, being) else 0
    return Made(hp_asked(scene, being), {}, endures)


def profile(scene: Scene, being: Being) -> Profile:
    return made(scene, being).profile(scene, being)


@derived("being.sheet")
def profile_with(scene: Scene, being: Being, now: int, powerless: bool, few: tuple[bool, ...]) -> Profile:
    """Of whoever has such a Tier, and few enough HP for these of their limits."""
    return Profile(scene, being, now)


# ---------------------------------------------------------------- whom it is done to


Came = dict[tuple["Strike", int, tuple[int, float]], "Blown"]  # of an attack, by what the target is worth


class Guard:
    """What stands against an attack on somebody, and what was found to come of attacks on it."""

    __slots__ = ("_raised", "av", "came", "defenceless", "dr", "held", "pierced", "resists", "spared", "speed")

    def __init__(self, scene: Scene, being: Being, av: int, dr: int, pierced: int, speed: int) -> None:
        self.av, self.dr, self.pierced, self.speed = av, dr, pierced, speed
        self.defenceless = not being.states.isdisjoint(DEFENCELESS)
        bleeding = "Bleeding" in being.states
        self.came = harm_done(scene, being, av, dr, pierced, self.defenceless, bleeding, powerless(being))
        self.held: Came = {}
        self.resists: dict[str, int] = {}  # without what the HP left add
        self.spared: dict[tuple[str, str], bool] = {}
        self._raised: dict[tuple[int, int], Guard] = {}

    def raised(self, scene: Scene, being: Being, av: int = 0, dr: int = 0) -> Guard:
        """With more on a score."""
        found = self._raised.get((av, dr))
        if found is None:
            found = Guard(scene, being, self.av + av, self.dr + dr, self.pierced, self.speed)
            self._raised[av, dr] = found
        return found


@derived(STANDING)
def guard(scene: Scene, being: Being, moments: Moments) -> Guard:
    """Others have a part in it by the moment alone."""
    av, dr = total_of(avoidance(scene, being)), total_of(durability(scene, being))
    pierced = total_of(durability(scene, being, pierced=True))
    return Guard(scene, being, av, dr, pierced, speed(scene, being))


@derived(AS_BUILT)
def harm_done(scene: Scene, being: Being, *numbers: int) -> Came:
    """What was found to come of attacks that do damage, on somebody so built on whom it depends by these numbers."""
    return {}


class Target:
    """Somebody on whom something may be done: what stands against it, and what they are worth."""

    __slots__ = (
        "alone", "av", "being", "defenceless", "dr", "guard", "left", "most", "profile", "scene", "speed", "stake",
    )  # fmt: skip

    def __init__(self, scene: Scene, being: Being) -> None:
        self.scene, self.being = scene, being
        own = made(scene, being)
        self.left, self.profile = own.left(being), own.profile(scene, being)
        self.most = max(1, being.sheet.hp)
        self.stake = self.profile.stake if being.fights else LEAST
        self._stand(guard(scene, being, moments_of(scene, being, AGAINST)))

    def _stand(self, guard: Guard) -> None:
        self.guard = guard
        self.av, self.dr, self.speed, self.defenceless = guard.av, guard.dr, guard.speed, guard.defenceless
        self.alone: float | None = None

    def behind(self, guard: Guard) -> Target:
        """The same with another guard."""
        other = object.__new__(Target)
        other.scene, other.being, other.left, other.most = self.scene, self.being, self.left, self.most
        other.profile, other.stake = self.profile, self.stake
        other._stand(guard)
        return other

    def durability(self, attack: Built) -> int:
        return self.guard.pierced if attack.effects and pierces(attack) else self.dr

    def resistance(self, versus: str, effect: str) -> int:
        scene, being, kept = self.scene, self.being, self.guard.resists
        found = kept.get(versus)
        if found is None:
            found = kept[versus] = total_of(resistance(scene, being, versus))
        return found + total_of(fifth_of_hp(scene, being, versus, effect)) if effect in BY_HP else found

    def spared(self, state: str, versus: str) -> bool:
        """Does no such condition take hold of them, or hold them already? vt.trait.immutable, vt.arch.move.behemoth."""
        kept, key = self.guard.spared, (state, versus)
        found = kept.get(key)
        if found is None:
            being = self.being
            found = kept[key] = bool(state in being.states or immune(self.scene, being, state, versus))
        return found

    def exploited(self) -> float:
        """Have they two enemies at least, of whom one uses what the other has done?"""
        if self.alone is None:
            self.alone = 1.0 if len(self.scene.opponents(self.being)) > 1 else ALONE
        return self.alone

    def harm(self, mean: float, felled: float) -> float:
        """What such a loss is worth."""
        return harm(self.stake, self.profile.lasts, self.left, mean, felled)


def harm(stake: float, lasts: float, left: int, mean: float, felled: float) -> float:
    """A loss counts for the more the less is left: a side strikes at one after the other."""
    return stake * (lasts * mean / left + FELLED * felled)


def falls(scene: Scene, being: Being, lost: int) -> float:
    """vt.survival.check: how likely such a loss brings somebody down."""
    below = lost - being.hp
    if lost <= 0 or below < 0:
        return 0.0
    if not makes_checks(scene, being):
        return 1.0
    return 1.0 - at_least(1, min(NATURAL, below - attribute(being, "endurance") + 1))


# ---------------------------------------------------------------- a blow


class Blown(NamedTuple):
    """What an attack on somebody comes to: what it is worth, and how likely it hits, hits well and fells."""

    worth: float
    hit: float
    critical: float
    felled: float


def face_to_hit(scene: Scene, strike: Strike, target: Target, more: int) -> int:
    """The least face that hits; 0: it hits without a roll."""
    attack = strike.attack
    if attack.kind.direct:
        return 0
    sure = attack.critical_from if scene.options["opt_wide_crit_autohit"] else NATURAL
    return least_face(scene, target.av - strike.accuracy - more, sure)


def chances_from(attack: Built, face: int, defenceless: bool) -> tuple[float, float]:
    """That an attack hits, and that it hits critically, whose check succeeds from a face on."""
    if attack.kind.direct:
        return 1.0, 0.0
    hit = at_least(attack.accuracy_dice, face)
    return hit, hit if defenceless else at_least(attack.accuracy_dice, max(face, attack.critical_from))


@lru_cache(maxsize=1 << 10)
def beyond(excess: Excess, now: int, need: int, face: int, last: int = NATURAL) -> int:
    """vt.up.overhit: what the faces between two bring to the effect on average, where so much is needed to hit."""
    over = [max(0, shown - need) for shown in range(min(face, last), last + 1)]
    return round(sum([each // excess.per for each in over if each >= excess.tiers * now]) / len(over))


def effect_worth(
    scene: Scene, strike: Strike, target: Target, critical: bool, more: int = 0, condition: float | None = None
) -> tuple[float, float]:
    """What a hit is worth, and how likely it fells; `more` is added to the effect. `condition`: what that of the attack
    is worth, where it is known."""
    attack, traits = strike.attack, strike.traits
    more += attack.critical_tiers * strike.tier if critical else 0
    if attack.effect != "damage":
        worth = condition_worth(target, attack) if condition is None else condition
        return worth * holds(scene, strike, target, more), 0.0
    less, left = target.durability(attack) - strike.damage - more, target.left
    if traits.plain:
        mean, felled = losses(traits.explodes, less, left, 0)
        return target.harm(mean, felled), felled
    for finish in traits.finishes:
        left = max(1, left - most_left(scene, finish, target.being))
    for part in traits.against:
        if part.against_max_hp == target.most and not target.being.is_wall:  # vt.up.slayer
            less -= part.tiers * strike.tier + part.flat
    mean, felled = losses(traits.explodes, less, left, traits.brutal * strike.tier)
    times = traits.times * (BLED if traits.bleeds and "Bleeding" not in target.being.states else 1.0)
    return target.harm(min(times * mean, target.left), felled), felled


def overhit(scene: Scene, strike: Strike, target: Target, more: int) -> tuple[int, int]:
    """What a hit brings that is more than enough; and a critical one."""
    attack, excess = strike.attack, strike.traits.excess
    if excess is None or attack.kind.direct:
        return 0, 0
    now, need = strike.tier, target.av - strike.accuracy - more
    face, well = face_to_hit(scene, strike, target, more), attack.critical_from
    if target.defenceless:
        return 0, beyond(excess, now, need, face)
    return beyond(excess, now, need, face, well - 1), beyond(excess, now, need, max(face, well))


def holds(scene: Scene, strike: Strike, target: Target, more: int = 0) -> float:
    """How likely the condition of an attack takes hold after a hit."""
    attack = strike.attack
    need = target.resistance(attack.versus, attack.effect) - strike.condition - more
    critical = attack.condition_critical_from
    if need >= critical:
        need = max(critical, need - attack.condition_critical_tiers * strike.tier)
    return at_least(attack.condition_dice, least_face(scene, need))


def blow(scene: Scene, strike: Strike, target: Target, more: int = 0) -> Blown:
    """An attack with one target, by the odds; `more` is what the place of both adds to the Accuracy Check. What came of
    it is kept, but for conditions that are resisted by the HP left."""
    attack = strike.attack
    if attack.damages:
        came, worth = target.guard.came, (target.left, target.stake)
    else:
        condition = condition_worth(target, attack)
        if attack.effect in BY_HP:
            return blown(scene, strike, target, more, condition)
        came, worth = target.guard.held, (0, condition)
    found = came.get((strike, more, worth))
    if found is None:
        if len(came) >= MOST_KEPT:
            came.clear()
        found = came[strike, more, worth] = blown(scene, strike, target, more, worth[1])
    return found


def blown(scene: Scene, strike: Strike, target: Target, more: int, condition: float) -> Blown:
    """The same, worked out; `condition` is what that of the attack is worth, if it has one."""
    hit, critical = chances_from(strike.attack, face_to_hit(scene, strike, target, more), target.defenceless)
    over = overhit(scene, strike, target, more) if strike.traits.excess is not None else (0, 0)
    plain, felled = effect_worth(scene, strike, target, False, over[0], condition) if hit > critical else (0.0, 0.0)
    worth, fells = (hit - critical) * plain, (hit - critical) * felled
    if critical:
        well, felled = effect_worth(scene, strike, target, True, over[1], condition)
        worth += critical * well
        fells += critical * felled
    return Blown(worth, hit, critical, fells)


# ---------------------------------------------------------------- conditions

# of the worth of a round of somebody: what a condition takes of it, or gives to its enemies
ROUND_LOST = {effect: CONDITIONS[name].worth for effect, name in STATES.items()}
ALONE = 0.5  # of a condition: what it is worth to whoever fights alone
LONG = 8  # rounds after which a fight drags on
LONGER = 1.3  # times, where a condition may last longer


def patience(scene: Scene) -> float:
    """How much it still counts to keep others from acting: a fight that drags on is to be decided."""
    return 1.0 / (1.0 + max(0, scene.turns.round - LONG) / LONG)


def condition_worth(target: Target, attack: Built) -> float:
    """What the condition of an attack is worth once it holds; nothing more where it does already. Whoever fights alone
    wins a turn by it, and has spent one."""
    if target.being.is_wall or target.spared(STATES[attack.effect], attack.versus):
        return 0.0
    if target.defenceless and attack.effect != "control":
        return 0.0
    worth = ROUND_LOST[attack.effect] * target.profile.output * patience(target.scene) * target.exploited()
    return worth * (LONGER if attack.part(Lasting) is not None else 1.0)


# ---------------------------------------------------------------- Effort


def fighters(scene: Scene, being: Being) -> list[Being]:
    """Somebody and all friends who are awake."""
    return [one for one in (being, *scene.allies(being)) if one.states.isdisjoint(BEATEN) and one.fights]


def strength_of(scene: Scene, some: list[Being]) -> tuple[float, int]:
    """What some do together in a round, and the HP that have to be taken from them."""
    output, left = 0.0, 0
    for one in some:
        how = made(scene, one)
        own = how.profile(scene, one)
        output += own.output
        left += how.left(one) + HEALS * own.heals
    return output, left


def outlasts(left: int, against: float) -> float:
    """For how many rounds some are expected to stand against so much in each."""
    return min(8.0, left / max(1.0, against))


def price_of_effort(scene: Scene, being: Being) -> float:
    """vt.effort.tier_loss: a Tier less in all numbers for the rest of the fight, and an Effort less in the next one,
    which counts for nothing while this one may be lost, and for the more the better it goes; vt.effort.third: the last
    knocks out. What it brings counts for less where the fight will soon be over, and so its price is higher there."""
    own = profile(scene, being)
    friends, enemies = fighters(scene, being), scene.opponents(being)
    (going, our_hp), (coming, their_hp) = strength_of(scene, friends), strength_of(scene, enemies)
    ours, theirs = outlasts(our_hp, coming), outlasts(their_hp, going)
    left = min(ours, theirs)
    kept = KEPT * own.output * min(2.0, max(0.0, ours / max(0.1, theirs) - EVEN))
    if being.efforts >= allowed(scene, being):
        return own.stake + kept
    threat = coming / max(1, len(friends))
    tired = TIRED * (1.0 + WEARY * being.efforts)
    return (tired * max(0.0, left - 1) * (own.output + threat) + kept) / min(1.0, max(0.1, left / ROUNDS))
