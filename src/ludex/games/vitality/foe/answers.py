"""What the simple policy answers: when an Effort pays, who strikes out of turn, whom an attack goes on to."""

from __future__ import annotations

from collections.abc import Callable

from ludex.core.kernel.domain import Amount, OneOf, Several
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.timing import DECLINE
from ludex.games.vitality.book.attacks.bully import MOVE
from ludex.games.vitality.book.attacks.condition_checks import GRAB, PRONE, PUSH
from ludex.games.vitality.book.characters.scores import attribute, tier
from ludex.games.vitality.book.characters.space import distance
from ludex.games.vitality.book.dice import ACCURACY, CONDITION, DAMAGE, NATURAL, SURVIVAL
from ludex.games.vitality.book.effort.on_rolls import LUCKY, REROLL, RETRY, SCORE, TIER
from ludex.games.vitality.book.movement.pushing import IMPACT, IMPACT_TIERS, heading, slide_of
from ludex.games.vitality.book.turns.combat import standing
from ludex.games.vitality.book.turns.prepare import ACT
from ludex.games.vitality.book.turns.punish import EFFORT
from ludex.games.vitality.foe.worth import (
    FELLED,
    ROUND_LOST,
    TYPICAL_ROUND,
    Strike,
    Target,
    at_least,
    blow,
    effect_worth,
    falls,
    least_face,
    price_of_effort,
    profile,
    sums_from,
)
from ludex.games.vitality.state import Being, Scene

A_USE = 0.6  # what one of the rerolls of the Lucky is worth later
LOST_TURN = 1.2  # of a round: what it costs not to decide about one's own turn
EDGE = 12  # HP below 0, Endurance not counted, from which on it is wiser to stay down
HELD, DOWN, PUSHED = 0.3, 0.3, 0.1  # of a round: to be held, to lie, to be elsewhere


def among(question: Question) -> list[str]:
    """What can be answered beside no."""
    found = question.domain.values if isinstance(question.domain, OneOf) else tuple(question.domain.some())
    return [str(value) for value in found if value != DECLINE]


def number_of(value: Plain) -> int:
    return value if isinstance(value, int) else 0


def strike_of(scene: Scene, being: Being, attack: str) -> Strike | None:
    return next((strike for strike in profile(scene, being).strikes if strike.attack.id == attack), None)


def blow_worth(scene: Scene, being: Being, target: Target, attack: str) -> float:
    strike = strike_of(scene, being, attack)
    return blow(scene, strike, target).worth if strike is not None else 0.0


# ---------------------------------------------------------------- Effort on a roll or a score


def looks(scene: Scene, question: Question) -> Plain:
    """vt.effort.any_time: what turns the result, where that is worth what it costs."""
    being, about = scene.beings[question.who], question.about
    number = about["number"]
    ways = among(question)
    if being.home:  # vt.cond.control: not for whoever decides about it now
        return DECLINE
    if not isinstance(number, int):
        return RETRY if RETRY in ways and number_of(about["natural"]) <= 5 else DECLINE
    own_roll = about["by"] == being.id
    price = price_of_effort(scene, being) if {TIER, REROLL, SCORE}.intersection(ways) else 0.0
    costs = {way: A_USE if way == LUCKY else 0.0 if way == RETRY else price for way in ways}
    least = min(costs.values(), default=0.0)
    worth = gain_of(scene, question, least) if own_roll else loss_of(scene, question)
    chance = again(scene, question, number) if own_roll else 1 - again(scene, question, number)
    best, chosen = 0.0, DECLINE
    for way, cost in costs.items():
        surely = way in (TIER, SCORE)
        gain = (worth if surely else chance * worth) - cost
        if gain > best and (not surely or total_after(scene, question, own_roll)):
            best, chosen = gain, way
    return chosen


def total_after(scene: Scene, question: Question, own_roll: bool) -> bool:
    """Is a Tier enough to turn the result?"""
    about = question.about
    more = number_of(about["tier"]) * number_of(about.get("times", 1))
    gap = number_of(about["number"]) - number_of(about["total"])
    tie = about["kind"] in (ACCURACY, CONDITION) and bool(scene.options["opt_tie_to_defender"])
    if own_roll:
        return gap + (1 if tie else 0) <= more
    return gap + more + (1 if tie else 0) > 0


def again(scene: Scene, question: Question, number: int) -> float:
    """How likely a new throw succeeds."""
    about = question.about
    bonus = number_of(about["total"]) - number_of(about["natural"])
    if about["kind"] == DAMAGE:
        return sums_from(number - bonus)
    if about["kind"] == SURVIVAL:
        return at_least(1, min(NATURAL, number - bonus + 1))
    return at_least(1, least_face(scene, number - bonus))


def gain_of(scene: Scene, question: Question, least: float) -> float:
    """What it is worth to somebody that their own roll succeeds; how likely it fells is not looked at where felling
    somebody is worth no more than the `least` that it costs."""
    being, about = scene.beings[question.who], question.about
    kind = about["kind"]
    target = scene.beings.get(str(about.get("target") or about.get("felled") or about.get("easiest", "")))
    if kind == SURVIVAL:
        return profile(scene, being).stake
    if target is None or target.side == being.side:
        return 1.0
    whom = Target(scene, target)
    strike = strike_of(scene, being, str(about.get("attack", "")))
    if kind == ACCURACY and strike is not None:
        return effect_worth(scene, strike, whom, False)[0]
    if kind == DAMAGE:
        less = whom.dr if strike is None else whom.durability(strike.attack)
        felled = FELLED * whom.stake
        if felled <= least:
            return 0.0
        return felled * falls(scene, target, number_of(about["total"]) + number_of(about["tier"]) - less)
    if kind == CONDITION:
        return ROUND_LOST.get(str(about.get("effect", "")), 0.3) * whom.profile.output
    return 1.0


def loss_of(scene: Scene, question: Question) -> float:
    """What it costs somebody that a roll against them succeeds."""
    being, about = scene.beings[question.who], question.about
    own = Target(scene, being)
    attacker = scene.beings.get(str(about["by"]) or scene.turns.current)
    kind = about["kind"]
    if kind == CONDITION:
        return ROUND_LOST.get(str(about.get("effect", "")), 0.3) * own.profile.output
    if kind == DAMAGE:
        times = number_of(about.get("times", 1))
        lost = number_of(about["total"]) - times * own.dr
        less = min(lost, times * number_of(about["tier"]))
        return own.harm(less, falls(scene, being, lost) - falls(scene, being, lost - less))
    strike = strike_of(scene, attacker, str(about.get("attack", ""))) if attacker is not None else None
    if strike is None:
        return own.harm(TYPICAL_ROUND, 0.0)
    return effect_worth(scene, strike, own, number_of(about["natural"]) >= strike.attack.critical_from)[0]


def shakes_off(scene: Scene, question: Question) -> Plain:
    """vt.effort.end_conditions: a turn of one's own, where it is worth more than the Effort."""
    being = scene.beings[question.who]
    return LOST_TURN * profile(scene, being).output > price_of_effort(scene, being)


# ---------------------------------------------------------------- striking out of turn


def punishes(scene: Scene, question: Question) -> Plain:
    """vt.react.punish: with the best attack; by an Effort only where that pays."""
    being, whom = scene.beings[question.who], scene.beings[str(question.about["who"])]
    target = Target(scene, whom)
    best, chosen = 0.0, DECLINE
    price: float | None = None
    for way in among(question):
        worth = blow_worth(scene, being, target, way.removeprefix(EFFORT))
        if way.startswith(EFFORT):
            price = price_of_effort(scene, being) if price is None else price
            worth -= price
        if worth > best:
            best, chosen = worth, way
    return chosen


def acts(scene: Scene, question: Question) -> Plain:
    """vt.act.prepare: it is paid for."""
    return ACT


# ---------------------------------------------------------------- whom an attack goes on to


def goes_on_to(scene: Scene, question: Question) -> Plain:
    """vt.up.splinter, vt.up.contagious: whoever it does most to."""
    being, attack = scene.beings[question.who], str(question.about["attack"])
    return max(among(question), key=lambda name: blow_worth(scene, being, Target(scene, scene.beings[name]), attack))


def ricochets(scene: Scene, question: Question) -> Plain:
    """vt.up.ricochet: those it does most to."""
    being, attack = scene.beings[question.who], str(question.about["attack"])
    domain = question.domain
    assert isinstance(domain, Several)
    worths = {
        str(name): blow_worth(scene, being, Target(scene, scene.beings[str(name)]), attack) for name in domain.values
    }
    best = sorted(worths, key=lambda name: -worths[name])[: number_of(question.about["most"])]
    return tuple([name for name in worths if name in best])


def swings(scene: Scene, question: Question) -> Plain:
    """opt_melee_choose_each_time: the Tier goes to Accuracy or to the effect, whichever does more."""
    being, attack = scene.beings[question.who], str(question.about["attack"])
    strike = strike_of(scene, being, attack)
    targets = question.about["targets"]
    if strike is None or not isinstance(targets, tuple) or not targets:
        return question.default
    now, kind = strike.tier, strike.attack.kind
    base = strike.plus(-kind.accuracy * now, -kind.damage * now, -kind.condition * now)
    target = Target(scene, scene.beings[str(targets[0])])
    surer = blow(scene, base.plus(accuracy=now), target).worth
    harder = blow(scene, base.plus(damage=now, condition=now), target).worth
    return ACCURACY if surer >= harder else "effect"


# ---------------------------------------------------------------- moving others about


def brawls(scene: Scene, question: Question) -> Plain:
    """vt.cond.brawl: into a wall where there is one, held where they would walk away, or down."""
    being, target = scene.beings[question.who], scene.beings[str(question.about["target"])]
    whom = Target(scene, target)
    a_round = whom.profile.output
    worths = {PUSH: PUSHED * a_round, PRONE: DOWN * a_round, GRAB: HELD * a_round, MOVE: PUSHED * a_round}
    if "Prone" in target.states:
        worths[PRONE] = 0.0
    if "Grabbed" in target.states:
        worths[GRAB] = 0.0
    friends = [ally for ally in scene.friends(being) if not ally.beaten]
    beside = [ally for ally in (being, *friends) if distance(scene, ally, target) <= 2]
    worths[PRONE] *= 0.5 + 0.5 * len(beside)
    if distance(scene, being, target) > 1 or whom.profile.afar > whom.profile.melee:
        worths[GRAB] *= 0.5
    amount = IMPACT + IMPACT_TIERS * tier(scene, being) - whom.dr
    if collides(scene, being, target, number_of(question.about["spaces"])) and amount > 0:
        worths[PUSH] += whom.harm(min(amount, whom.left), 1.0 if amount >= whom.left else 0.0)
    return max(among(question), key=lambda way: worths.get(way, 0.0))


def collides(scene: Scene, being: Being, target: Being, spaces: int) -> bool:
    """Would a push straight away run into something?"""
    slide = slide_of(scene, target, heading(scene, being, target), spaces)
    if slide.into in scene.beings and scene.beings[slide.into].side == being.side:
        return False
    return bool(slide.into) and len(slide.way) < spaces


def pushes(scene: Scene, question: Question) -> Plain:
    """vt.cond.push: as far as it goes, but not into a friend."""
    being, domain = scene.beings[question.who], question.domain
    assert isinstance(domain, Amount)
    into = scene.beings.get(str(question.about["into"]))
    if into is not None and into.side == being.side:
        return number_of(question.about["free"])
    return domain.most


def puts(scene: Scene, question: Question) -> Plain:
    """vt.up.bully, vt.up.martial_artist: farthest from one's friends who shoot; where one is alone, nearer."""
    domain = question.domain
    if not isinstance(domain, OneOf) or any([isinstance(value, str) and value != DECLINE for value in domain.values]):
        return brawls(scene, question)
    return question.default


# ---------------------------------------------------------------- the rest


def stays_up(scene: Scene, question: Question) -> Plain:
    """vt.survival.check: while the next wound need not be the last, or nobody else is left."""
    being = scene.beings[question.who]
    others = [ally for ally in scene.allies(being) if ally.fights and not ally.beaten]
    return -being.hp < EDGE + attribute(being, "endurance") or not others or not standing(scene, being.own_side)


def takes_help(scene: Scene, question: Question) -> Plain:
    """vt.feature.support: help that was given is used."""
    return next(iter(among(question)), DECLINE)


def assisted(scene: Scene, question: Question) -> Plain:
    """vt.act.assist: on the Accuracy Check, or on whatever comes after it."""
    return True


ANSWERS: dict[str, Callable[[Scene, Question], Plain]] = {
    "vt.effort.any_time": looks,
    "vt.effort.end_conditions": shakes_off,
    "vt.react.punish": punishes,
    "vt.act.prepare": acts,
    "vt.act.assist": assisted,
    "vt.up.splinter": goes_on_to,
    "vt.up.contagious": goes_on_to,
    "vt.up.ricochet": ricochets,
    "vt.attack.type.melee_accuracy": swings,
    "vt.cond.brawl": brawls,
    "vt.cond.push": pushes,
    "vt.up.martial_artist": puts,
    "vt.up.bully": puts,
    "vt.survival.check": stays_up,
    "vt.feature.support": takes_help,
}
