"""What the simple policy answers: whether to defend and with what, who strikes at whom out of turn."""

from __future__ import annotations

from collections.abc import Callable

from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.games.crawl.book.attacks.defence import CRITICAL_HIT, FROM_BEHIND, FROM_STEALTH, NO, read_defence
from ludex.games.crawl.book.attacks.hit import added
from ludex.games.crawl.book.attacks.modifiers import Blow, attack_modifiers
from ludex.games.crawl.book.attacks.sequence import unseen_by
from ludex.games.crawl.book.characters.skills import Skill, critical_from, skill_of
from ludex.games.crawl.book.dice import squeezing, total_of
from ludex.games.crawl.book.map.threat import behind
from ludex.games.crawl.book.turns.ready_actions import RELEASE
from ludex.games.crawl.book.turns.start_of_turn import FORFEIT, PAY
from ludex.games.crawl.foe.attacks import Outlook, brings, is_special, thrown
from ludex.games.crawl.foe.saving_energy import price_of_energy
from ludex.games.crawl.foe.worth import CRIPPLED, ROUNDS, effort_worth, harm, hits, holds, numbers, spread
from ludex.games.crawl.state import Being, Scene

STAGGERED = 0.35  # of a round: the fate die of who is hurt while staggered
FULL_TURN = 2  # energy with which a slowed turn is worth its price
MIDDLE = 12  # the face of an attack that is not known yet


def among(question: Question) -> list[str]:
    """What can be answered beside no."""
    found = question.domain.values if isinstance(question.domain, OneOf) else tuple(question.domain.some())
    return [str(value) for value in found if value != NO]


# ---------------------------------------------------------------- defending


def defends(scene: Scene, question: Question) -> Plain:
    """The defence that saves most after what it costs, in energy that is wanted later or in health."""
    about = question.about
    target, attacker = scene.beings[question.who], scene.beings[str(about["attacker"])]
    struck = scene.beings[str(about.get("for", target.id))]  # a friend, where it is a defence of others
    skill = skill_of(scene, attacker, str(about["skill"]))
    n, of_struck = numbers(scene, target), numbers(scene, struck)
    critical = bool(about["critical"])
    more = total_of(added(scene, attacker, skill))
    lost = harm(of_struck, struck.hp, spread(skill.dice, more, of_struck.resisted(skill)))
    lost += CRIPPLED * of_struck.stake if critical else 0.0
    lost += brings(struck, of_struck, skill, thrown(scene, attacker, skill, struck)) if is_special(skill) else 0.0
    if skill.area:
        lost *= 0.75  # the check that halves it
    total = about["total"]
    if not isinstance(total, int):  # chosen before the roll
        total = MIDDLE + total_of(attack_modifiers(scene, attacker, struck, Blow(skill.id)))
    shift = situation(scene, target, attacker, skill, critical)
    known = {guard.skill: guard for guard in n.guards(skill)}
    best, chosen = 0.0, NO
    spent: dict[int, float] = {}
    for way in among(question):
        defence = read_defence(way)
        guard = known.get(defence.skill)
        if guard is None or n.cap <= total:
            continue
        saved = lost * holds(total - guard.bonus - shift, guard.difficulty - guard.bonus - shift)
        if saved <= best:
            continue
        if defence.effort:
            price = effort_worth(target, n)
            if 4 * (target.hp - n.effort) < n.health:
                price += STAGGERED * n.stake / ROUNDS
        else:
            if guard.ep not in spent:
                spent[guard.ep] = price_of_energy(scene, target, guard.ep)
            price = spent[guard.ep]
        if saved - price > best:
            best, chosen = saved - price, way
    return chosen


def situation(scene: Scene, target: Being, attacker: Being, skill: Skill, critical: bool) -> int:
    """What this attack adds to any defence against it."""
    found = squeezing(scene, target) + skill.malus + (CRITICAL_HIT if critical else 0)
    if unseen_by(attacker, target):
        found += FROM_STEALTH
    return found + (FROM_BEHIND if not skill.area and behind(scene, attacker, target) else 0)


# ---------------------------------------------------------------- striking out of turn


def blow_worth(scene: Scene, attacker: Being, target: Being, name: str) -> float:
    """What an attack with this skill is worth now."""
    skill = skill_of(scene, attacker, name)
    if not skill.dice:
        return 0.0
    n = numbers(scene, target)
    bonus = total_of(attack_modifiers(scene, attacker, target, Blow(name, "opportunistic")))
    lost = harm(n, target.hp, spread(skill.dice, total_of(added(scene, attacker, skill)), n.resisted(skill)))
    guard = n.guard(skill) if target.ep else None
    gap, own = (guard.bonus - bonus, guard.difficulty - guard.bonus) if guard is not None else (0, 99)
    faces = hits(skill.difficulty - bonus, critical_from(scene, attacker, skill), 1, gap, own, 99)
    return sum([share * (1 - p) * (lost + (CRIPPLED * n.stake if hard else 0.0)) for share, hard, p in faces])


def strikes(scene: Scene, question: Question) -> Plain:
    """tc.opportunistic: a blow at who leaves, where it is worth the energy; a look at who slips past always is."""
    being, ways = scene.beings[question.who], among(question)
    whom = scene.beings.get(str(question.about.get("who")))
    if whom is None or whom.side == being.side:
        return ways[0] if being.ep > 1 else NO
    best, chosen = 0.0, NO
    for way in ways:
        worth = blow_worth(scene, being, whom, way) - price_of_energy(scene, being, skill_of(scene, being, way).ep)
        if worth > best:
            best, chosen = worth, way
    return chosen


def strikes_back(scene: Scene, question: Question) -> Plain:
    """tc.parry: a free attack, the best there is."""
    being, target = scene.beings[question.who], scene.beings[str(question.about["target"])]
    return max(among(question), key=lambda way: blow_worth(scene, being, target, way))


def goes_on(scene: Scene, question: Question) -> Plain:
    """tc.attack.sequence: the same attack once more, on whom it does most."""
    being, name = scene.beings[question.who], str(question.about["skill"])
    targets = [one for one in among(question) if not scene.beings[one].beaten] or among(question)
    return max(targets, key=lambda one: blow_worth(scene, being, scene.beings[one], name))


def reacts(scene: Scene, question: Question) -> Plain:
    """tc.reactionary: counter magic while energy is left, with what is learned; use what drawing blood sets off."""
    being = scene.beings[question.who]
    for way in among(question):
        skill = skill_of(scene, being, way)
        if not skill.learned:
            continue
        if skill.heals is None:
            if price_of_energy(scene, being, skill.ep) < numbers(scene, being).blow * skill.ep:
                return way
        elif skill.heals.count * (skill.heals.sides + 1) / 2 > 1:
            return way
    return NO


def releases(scene: Scene, question: Question) -> Plain:
    """tc.ready: it is paid for."""
    return RELEASE


# ---------------------------------------------------------------- what is hurt or slow


def pays_for_slow(scene: Scene, question: Question) -> Plain:
    """tc.slowed: the turn, unless its only point is better kept and there is nobody to walk to."""
    being = scene.beings[question.who]
    if being.ep >= FULL_TURN:
        return PAY
    n = numbers(scene, being)
    outlook = Outlook(scene, being)
    in_reach = any([scene.distance(being, enemy) <= n.reach for enemy in outlook.enemies])
    return FORFEIT if in_reach else PAY


def loses(scene: Scene, question: Question) -> Plain:
    """tc.staggered: a point of energy; the turn where it is as good as over."""
    being = scene.beings[question.who]
    own = scene.turns.current == being.id and not scene.turns.over
    return "turn" if own and being.ep == 1 and being.moved else "ep"


ANSWERS: dict[str, Callable[[Scene, Question], Plain]] = {
    "tc.defense.roll": defends,
    "tc.opportunistic": strikes,
    "tc.parry": strikes_back,
    "tc.attack.sequence": goes_on,
    "tc.reactionary": reacts,
    "tc.ready": releases,
    "tc.slowed": pays_for_slow,
    "tc.staggered": loses,
}
