"""What the simple policy answers when it is asked: bursts, reactions, morale boosts and the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ludex.core.kernel.agenda import command
from ludex.core.kernel.domain import Split
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Interject, Question
from ludex.core.kernel.timing import DECLINE
from ludex.games.cloudbreaker.book.attacks.damage import PER_RAGE, PER_TOKEN
from ludex.games.cloudbreaker.book.attacks.features import feature
from ludex.games.cloudbreaker.book.attacks.rolls import attack_modifiers
from ludex.games.cloudbreaker.book.attacks.weapons import use_of
from ludex.games.cloudbreaker.book.movement.hazards import entry
from ludex.games.cloudbreaker.book.spirit import EVADE, MOST, RETRY, can_hold
from ludex.games.cloudbreaker.foe.attacks import against, impairing, sums
from ludex.games.cloudbreaker.foe.places import best_chance, task_chance
from ludex.games.cloudbreaker.foe.worth import (
    BY_CONDITION,
    FALL,
    KILL,
    PART,
    TOKEN,
    chances,
    frail,
    help_worth,
    lands,
    mean_damage,
    price,
    use_worth,
    value,
)
from ludex.games.cloudbreaker.records.effects import Damage, Recover, RedirectAttack
from ludex.games.cloudbreaker.state import ENEMY, Being, Placed, Scene

Answer = Plain | Interject
POINT = 0.45  # a point of an effect roll
TASKS = {"cb.hazard.traversal": 5.0, "cb.escape.defuse": 6.0, "cb.hazard.neutralise": 5.0, "cb.man.roll": 1.6}
PAYS = 1.1  # how much more than its tokens a burst should be worth
HALF_DONE = 1.8  # and for Rage that does not bring the target down
RESOLVE_KEPT = 8  # Resolve that one rather keeps than tokens


def asked(scene: Scene, question: Question) -> Being:
    return scene.beings[question.who]


def number(question: Question, name: str) -> int:
    return cast(int, question.about[name])


def affordable(question: Question) -> bool:
    """Can it be paid with the own tokens?"""
    return True in tuple(question.domain.some())


def lent(scene: Scene, being: Being, missing: int) -> Interject | None:
    """The tokens that are missing, from the friend who has most of them to spare."""
    donors = [other for other in scene.allies(being) if can_hold(other) and other.spirit > missing]
    if not donors or being.takes < missing or not can_hold(being):
        return None
    donor = max(donors, key=lambda other: other.spirit)
    return Interject(command(donor.id, "share", to=being.id, amount=missing))


# ---------------------------------------------------------------- Retry


def retry(scene: Scene, question: Question) -> Answer:
    """Where the chance of another try, times what it is worth, is more than the two tokens."""
    if not affordable(question):
        return False
    being, about = asked(scene, question), question.about
    rule = about["roll"]
    worth = 0.0
    if rule == "cb.roll.attack":
        target, use = scene.beings[str(about["target"])], use_of(scene, str(about["use"]))
        bonus = sums(attack_modifiers(scene, being, target, use))[0]
        hit, critical = chances(number(question, "number") - bonus)
        worth = use_worth(scene, target, target.part(str(about["part"])), use, hit, critical, value(scene, target))
    elif rule == "cb.neutral.roll":
        if "number" in about:  # else the enemy is in disguise, and nobody knows whether the try could succeed at all
            likely = task_chance(scene, being, str(about["method"]), number(question, "number"))
            worth = likely * (value(scene, scene.beings[str(about["target"])]) + TOKEN)
    elif rule == "cb.man.roll":
        worth = chances(number(question, "number") - being.sheet.mastery_bonus)[0] * TASKS["cb.man.roll"]
    elif "rolled" in about:
        worth = effect_again(scene, question)
    elif rule in TASKS:
        worth = task_chance(scene, being, str(about["method"]), number(question, "number")) * TASKS[str(rule)]
    return worth > PAYS * price(being.spirit, RETRY)


def effect_again(scene: Scene, question: Question) -> float:
    """How much better another roll would be on average."""
    source = str(question.about.get("source", ""))
    if not source:
        return 0.0
    kind, _, name = source.partition(":")
    for effect in scene.library.shelves[kind].entries[name].effects:
        if isinstance(effect, Damage | Recover) and effect.pool == question.about["pool"]:
            return POINT * (3.5 * effect.dice + effect.bonus - number(question, "rolled"))
    return 0.0


# ---------------------------------------------------------------- Rage, Evade, Resolve


def rage(scene: Scene, question: Question) -> Answer:
    """As many tokens as bring the target down, or what would be lost anyway; else none."""
    being, about = asked(scene, question), question.about
    target = scene.beings[str(about["target"])]
    part = target.part(str(about["part"]))
    left = target.mp if about["pool"] == "MP" else target.parts[part]
    if not left:
        return 0
    worth = value(scene, target)
    if about["pool"] == "HP" and not target.sheet.parts[part].vital:
        worth *= PART
    type_, critical, rolled = str(about["type"]), bool(about["critical"]), number(question, "amount")
    amount = lands(scene, target, rolled, type_, critical)
    if amount >= left:
        return 0
    best, chosen = 0.0, 0
    for tokens in question.domain.some():
        assert isinstance(tokens, int)
        more = min(left, lands(scene, target, rolled + PER_RAGE * tokens, type_, critical))
        falls = more >= left
        gain = worth * (more - amount) / left + (KILL if falls else 0.0)
        gain -= (PAYS if falls else HALF_DONE) * price(being.spirit, tokens)
        if gain > best:
            best, chosen = gain, tokens
    return chosen


def evade(scene: Scene, question: Question) -> Answer:
    """What would bring one down, with the help of friends if need be; and what else costs more than the tokens."""
    being, about = asked(scene, question), question.about
    if "amount" not in about:
        worth = BY_CONDITION.get(str(about["condition"]), 0.0)
        return affordable(question) and worth > PAYS * price(being.spirit, EVADE)
    amount, pool = number(question, "amount"), str(about["pool"])
    left = being.mp if pool == "MP" else being.hp
    falls = amount >= left
    if affordable(question):
        worth = FALL if falls else FALL * amount / left * (0.6 if amount * 2 < left else 0.8)
        return worth > PAYS * price(being.spirit, EVADE)
    if falls and left:
        loan = lent(scene, being, EVADE - being.spirit)
        if loan is not None and price(being.spirit, being.spirit) + TOKEN * (EVADE - being.spirit + 1) < FALL:
            return loan
    return False


def resolve(scene: Scene, question: Question) -> Answer:
    """As many as keep one alive, and a little Resolve with it; friends help against death."""
    being = asked(scene, question)
    amount = number(question, "amount")
    most = max(cast(int, tokens) for tokens in question.domain.some())
    kept = being.resolve - amount
    if kept + PER_TOKEN * most <= 0:
        needed = -(-(1 - kept) // PER_TOKEN)
        loan = lent(scene, being, needed - being.spirit) if needed <= -(-amount // PER_TOKEN) else None
        return loan if loan is not None else 0
    return min(most, max(0, -(-(min(RESOLVE_KEPT, being.resolve) - kept) // PER_TOKEN)))


def spread(scene: Scene, question: Question) -> Answer:
    """The overflow goes one by one to whoever has fewest; those who can act come first, and nobody gets too many."""
    domain = question.domain
    assert isinstance(domain, Split)
    held = {name: scene.beings[name].spirit + (0 if scene.beings[name].active else 3) for name in domain.among}
    given = dict.fromkeys(domain.among, 0)
    for _ in range(domain.most):
        name = min(held, key=lambda each: held[each])
        if held[name] >= MOST:
            break
        held[name] += 1
        given[name] += 1
    return tuple((name, count) for name, count in given.items() if count)


# ---------------------------------------------------------------- reactions


def strike_back(scene: Scene, question: Question) -> Answer:
    """The weapon, and the target, with which a strike is worth most."""
    being = asked(scene, question)
    mover = scene.beings[str(question.about["who"])]
    best, chosen = 0.0, DECLINE
    for way in question.domain.some():
        name, _, part = str(way).partition(":")
        if way != DECLINE:
            at = mover.part(part) if part else mover.sheet.vital
            use = use_of(scene, name)
            worth = against(scene, being, use, mover, at, value(scene, mover))[0] if being.mp > use.mp_cost else 0.0
            if worth > best:
                best, chosen = worth, str(way)
    return chosen


def use_feature(scene: Scene, question: Question) -> Answer:
    """Step in where the friend would suffer more; recover what is missing."""
    being = asked(scene, question)
    for way in question.domain.some():
        if way == DECLINE:
            continue
        for effect in feature(scene, str(way)).effects:
            if isinstance(effect, RedirectAttack):
                if steps_in(scene, being, question):
                    return way
            elif isinstance(effect, Recover):
                whom = being if effect.to == "self" else scene.beings[str(question.about["who"])]
                if help_worth(scene, whom, effect) > 1.0:
                    return way
            else:
                return way
    return DECLINE


def steps_in(scene: Scene, being: Being, question: Question) -> bool:
    friend = scene.beings[str(question.about["who"])]
    use = use_of(scene, str(question.about["use"]))
    pools = [effect.pool for effect in use.effects if isinstance(effect, Damage)]
    if not pools:
        return False
    twice = 2 if question.about["critical"] else 1
    own, theirs = (left(each, pools[0]) - twice * mean_damage(scene, each, use) for each in (being, friend))
    if not friend.active:
        return own > 0 and friend.resolve < 10
    return own > 2 and (theirs <= 1 or frail(friend) < frail(being))


def left(being: Being, pool: str) -> int:
    return being.mp if pool == "MP" else being.hp


# ---------------------------------------------------------------- the game master


def boost(scene: Scene, question: Question) -> Answer:
    """Emergency Half Recovery: where one token is enough to keep the unit going, and is not needed for others."""
    about = question.about
    unit = scene.beings[str(about["target"])]
    after = number(question, "now") - number(question, "amount")
    after += (number(question, "boosts") + 1) * number(question, "half")
    if about["left"] or after <= 0:
        return False
    if about["pool"] == "HP" and not unit.sheet.parts[unit.part(str(about["part"]))].vital:
        return unit.sheet.independent and not comrades(scene, unit)  # a broken target costs no token by itself
    return can_spare(scene, unit)


def ignore(scene: Scene, question: Question) -> Answer:
    """Where it still can be: something may have changed since it was asked."""
    return True in tuple(question.domain.some()) and can_spare(scene, scene.beings[str(question.about["target"])])


def can_spare(scene: Scene, unit: Being) -> bool:
    """The token is lost one way or the other, but who stays can lose another one: so where they could be routed only
    what is left beyond one for each unit is to spare, and elsewhere all but the last."""
    others = comrades(scene, unit)
    needed = len(others) + 1 if any(goal.kind == "rout" for goal in scene.goals) else 1
    return not others or unit.sheet.independent or scene.morale > needed


def comrades(scene: Scene, unit: Being) -> list[Being]:
    return [other for other in scene.allies(unit) if other.sheet.sort == ENEMY and other.here]


# ---------------------------------------------------------------- maneuvers and hazards


def what_to_drop(scene: Scene, question: Question) -> Answer:
    """A friend out of the target's grip before a weapon out of the target's hand."""
    ways = [str(way) for way in question.domain.some()]
    side = asked(scene, question).side
    for way in ways:
        kind, _, rest = way.partition(":")
        if kind == "captive" and scene.beings[rest.partition(":")[0]].side == side:
            return way
    return ways[0]


def how_to_impair(scene: Scene, question: Question) -> Answer:
    target = scene.beings[str(question.about["target"])]
    chosen = impairing(scene, asked(scene, question), target, value(scene, target))[1]
    return chosen if chosen in tuple(question.domain.some()) else question.default


def how_to_cross(scene: Scene, question: Question) -> Answer:
    hazard = entry(scene, Placed(str(question.about["hazard"]), ()))
    return best_chance(scene, asked(scene, question), hazard.cross)[1] or question.default


ANSWERS: dict[str, Callable[[Scene, Question], Any]] = {
    "cb.burst.retry": retry,
    "cb.burst.rage": rage,
    "cb.burst.evade": evade,
    "cb.resolve.reduce": resolve,
    "cb.spirit.overflow": spread,
    "cb.opportunity.strike": strike_back,
    "cb.action.instant": use_feature,
    "cb.morale.boost.half": boost,
    "cb.morale.boost.ignore_neutral": ignore,
    "cb.man.disarm": what_to_drop,
    "cb.man.impair": how_to_impair,
    "cb.hazard.traversal": how_to_cross,
}
