"""Questions of The Crawl in words, with all that one must know to answer them: what it costs, and what the chances
are."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from ludex.core.kernel.dice import distribution
from ludex.core.kernel.english import count, listed, number
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import Modifier
from ludex.core.show.lasting import minutes_words
from ludex.core.show.sentences import Asked, with_sign
from ludex.games.crawl.book.attacks.defence import NO, Defence, defence_cap, defence_modifiers, read_defence
from ludex.games.crawl.book.attacks.exotic import smallest
from ludex.games.crawl.book.attacks.modifiers import Hit
from ludex.games.crawl.book.characters.aspects import ap_of, aspect, max_hp
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.book.characters.skills import Skill, critical_from, skill_of
from ludex.games.crawl.book.dice import D20, Defended, total_of
from ludex.games.crawl.book.health.damage import resisting
from ludex.games.crawl.book.turns.maximum_effort import effort_hp
from ludex.games.crawl.build.advancement import own_of, part_of, upgrade_cost
from ludex.games.crawl.show.effects import harm_words, roll_words, skill_words
from ludex.games.crawl.show.names import being_name, skill_name, thing_name
from ludex.games.crawl.show.parts import part_name
from ludex.games.crawl.show.rolls import task_words, to_hold
from ludex.games.crawl.show.sentences import action_name, trigger_words
from ludex.games.crawl.state import Being, Learned, Scene


def percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.0f} %"


def health(scene: Scene, being: Being) -> str:
    return f"{being.name} has {number(being.hp)} of {max_hp(scene, being)} HP and {being.ep} EP."


# ---------------------------------------------------------------- defending


def _defend(scene: Scene, question: Question) -> list[str]:
    """The attack, what it may do, and each defence with its price and its chance."""
    about, being = question.about, scene.beings[question.who]
    attacker = scene.beings[str(about["attacker"])]
    skill = skill_of(scene, attacker, str(about["skill"]))
    total = cast(int | None, about["total"])
    target = scene.beings[str(about.get("for", being.id))]
    aim = str(about.get("aim", ""))
    comes = f"{attacker.name} attacks {target.name} with {skill.name}"
    if aim:
        comes += f", at the {thing_name(scene, aim)},"
    if total is not None:
        comes += f" and reaches {total}" + (", a critical hit" if about["critical"] else "")
    told = [f"{comes}. {_threat(scene, attacker, target, skill, aim)}{health(scene, target)}"]
    if target is not being:
        told.append(f"{being.name} may defend {target.name}. {health(scene, being)}")
    ways = [read_defence(str(way)) for way in question.domain.some() if way != NO]
    if total is None:
        return [*told, "The defence is chosen before the attack is rolled. With what?"]
    hit = Hit(total, int(bool(about["critical"])), bool(about["unseen"]), bool(about["area"]))
    hopeless = []
    for name in dict.fromkeys(way.skill for way in ways):
        own = skill_of(scene, being, name)
        chance, modifiers = _chance(scene, being, attacker, skill, hit, own, target)
        if chance:
            prices = [_price(scene, being, own, way) for way in ways if way.skill == name]
            added = "".join(f" {with_sign(m.amount)} {m.source}" for m in modifiers if m.amount)
            needed = to_hold(hit.total, own.difficulty)
            told.append(f"{own.name}, {listed(prices, 'or')}: d20{added}, {needed}: {percent(chance)}.")
        else:
            hopeless.append(own.name)
    return [*told, f"No roll holds with {listed(hopeless, 'or')}."] if hopeless else told


def _threat(scene: Scene, attacker: Being, being: Being, skill: Skill, aim: str) -> str:
    """`It deals 1d6 kinetic damage, and Sefa resists 2 kinetic. `"""
    if not skill.dice:
        return ""
    kinds = list(dict.fromkeys(each.type for each in skill.dice))
    off = [(kind, sum(p.value for p in resisting(scene, being, kind, aim))) for kind in kinds]
    resists = [f"{much} {kind}" for kind, much in off if much]
    pushes = f" and a push of {skill.kp} KP" if skill.push is not None else ""
    against = f", and {being.name} resists {listed(resists)}" if resists else ""
    return f"It deals {harm_words(scene, attacker, skill)}{pushes}{against}. "


def _chance(
    scene: Scene, being: Being, attacker: Being, skill: Skill, hit: Hit, own: Skill, target: Being
) -> tuple[Fraction, list[Modifier]]:
    """How likely a defence holds, and all that modifies it."""
    modifiers = defence_modifiers(scene, being, own, attacker, skill, hit, target)
    cap = defence_cap(scene, being)
    spread = distribution(
        D20, Defended(total_of(modifiers), hit.total, own.difficulty, cap, critical_from(scene, being, own))
    )
    return Fraction(sum(weight for held, weight in spread.weights if held), spread.total), modifiers


def _price(scene: Scene, being: Being, own: Skill, way: Defence) -> str:
    return f"{effort_hp(scene, being)} HP of maximum effort" if way.effort else f"{own.ep} EP"


# ---------------------------------------------------------------- attacks that come free


def _riposte(scene: Scene, question: Question) -> list[str]:
    target, being = scene.beings[str(question.about["target"])], scene.beings[question.who]
    return [
        f"{being.name} has parried {target.name} and may strike back at no cost. {health(scene, target)}",
        *_skills(scene, being, question),
    ]


def _skills(scene: Scene, being: Being, question: Question) -> list[str]:
    """Every skill among the answers, with its numbers."""
    ways = [str(way) for way in question.domain.some() if way != NO]
    return [f"{skill_name(scene, way)}: {skill_words(scene, being, skill_of(scene, being, way))}." for way in ways]


def _again(scene: Scene, question: Question) -> list[str]:
    being = scene.beings[question.who]
    skill = skill_of(scene, being, str(question.about["skill"]))
    foes = [scene.beings[str(who)] for who in question.domain.some() if who != NO]
    left = [f"{foe.name} ({foe.hp} HP)" for foe in foes]
    more = cast(int, question.about["left"])
    return [
        f"{being.name} may attack {'once' if more == 1 else f'{more} times'} more with {skill.name}, at no cost: "
        f"{roll_words(scene, being, skill)}. In reach: {listed(left)}. Whom?"
    ]


def _opportunity(scene: Scene, question: Question) -> list[str]:
    about, being = question.about, scene.beings[question.who]
    if about["event"] != "leaving":
        return [
            f"Somebody unseen is on the move near {being.name}. An opportunistic look may find them; "
            f"{being.name} has {being.ep} EP.",
            *_skills(scene, being, question),
        ]
    mover = scene.beings[str(about["who"])]
    return [
        f"{mover.name} sets out to leave {scene.cell_name(about['cell'])}, which {being.name} threatens. "
        f"{health(scene, mover)} {being.name} has {being.ep} EP, which a defence may need.",
        *_skills(scene, being, question),
    ]


def _reaction(scene: Scene, question: Question) -> list[str]:
    about, being = question.about, scene.beings[question.who]
    if about["event"] == "casting":
        caster = scene.beings[str(about["who"])]
        cast_ = skill_name(scene, about["skill"])
        oppose = core(scene, caster, "intelligence")
        first = (
            f"{caster.name} uses {cast_}, and {being.name} may counter it: the check must meet the difficulty of the "
            f"skill and beat d20 {with_sign(oppose)} (intelligence of {caster.name}). {being.name} has {being.ep} EP."
        )
    else:
        first = f"{being.name} has drawn blood. {health(scene, being)}"
    return [first, *_skills(scene, being, question)]


def _readied(scene: Scene, question: Question) -> list[str]:
    being = scene.beings[question.who]
    who = being_name(scene, question.about["who"]) if question.about["who"] else "somebody"
    readied = being.readied
    if readied is None:
        return [f"What {being.name} has waited for has come. Do they act?"]
    args = [thing_name(scene, value) for name, value in readied.command.args if name == "skill"]
    deed = ", ".join([action_name(scene, readied.command.name), *args])
    event = "gm" if question.about["event"] == "gm" else readied.trigger.event
    come = trigger_words(scene, event, who, readied.trigger.cell)
    return [
        f"What {being.name} has waited for has come: {come}. {being.name} has readied {deed}, "
        "which is paid for and lost when their next turn begins. Do they act now?"
    ]


# ---------------------------------------------------------------- what wounds and skills bring


def _surge(scene: Scene, question: Question) -> list[str]:
    being, target = scene.beings[question.who], being_name(scene, question.about["target"])
    skill = skill_of(scene, being, str(question.about["skill"]))
    return [
        f"The energy of {skill.name} may surge in {target}: a fate die, and on a plus (1 in 3) d{smallest(skill)} "
        "electric damage more. It costs nothing. Roll it?"
    ]


def _staggered(scene: Scene, question: Question) -> list[str]:
    being = scene.beings[question.who]
    turn = "this turn" if scene.turns.current == being.id else "the next turn"
    return [
        f"{being.name} is hurt while staggered, and the fate die shows a minus: 1 EP or {turn} is lost. "
        f"{health(scene, being)} Which?"
    ]


def _slowed(scene: Scene, question: Question) -> list[str]:
    being = scene.beings[question.who]
    return [
        f"{being.name} is slowed: 1 EP of {being.ep} is due, or the turn is forfeited and the EP are kept for "
        f"defences. {health(scene, being)}"
    ]


def _mend(scene: Scene, question: Question) -> list[str]:
    about, being = question.about, scene.beings[question.who]
    damage = [f"{name} {points} ({with_sign(core(scene, being, name))} now)" for name, points in being.ability]
    left = cast(int, about["points"])
    return [f"{count(left, 'point')} of ability damage of {being.name} may heal: {listed(damage)}. Which one first?"]


def _ignore(scene: Scene, question: Question) -> list[str]:
    being = scene.beings[question.who]
    by, what = being_name(scene, question.about["by"]), skill_name(scene, question.about["skill"])
    slow = core(scene, being, "intelligence")
    return [
        f"{what} of {by} works on the mind, and {being.name}, of intelligence {with_sign(slow)}, may simply ignore it. "
        "Do they?"
    ]


# ---------------------------------------------------------------- tasks and advancement


def _difficulty(scene: Scene, question: Question) -> list[str]:
    about = question.about
    who = scene.beings[str(about["who"])]
    skill = skill_of(scene, who, str(about["skill"]))
    on = f" on {task_words(scene, about['task'])}" if about["task"] else ""
    unlearned = "" if skill.learned else " (not learned)"
    return [
        f"{who.name} tries {skill.name}{unlearned}{on}, with {roll_words(scene, who, skill)}. How hard is it? "
        f"{skill.difficulty or 'Nothing'} is the difficulty of the skill itself."
    ]


def _minutes(scene: Scene, question: Question) -> list[str]:
    about = question.about
    on = f" on {task_words(scene, about['task'])}" if about["task"] else ""
    return [
        f"How many minutes does this first attempt of {being_name(scene, about['who'])} with "
        f"{skill_name(scene, about['skill'])}{on} take? Each further one takes twice as long as the one before; "
        f"{minutes_words(cast(int, question.default))} is usual."
    ]


def _acquire(scene: Scene, question: Question) -> list[str]:
    about, being = question.about, scene.beings[question.who]
    entry = aspect(scene.library, str(about["aspect"]))
    cost = ap_of(scene.library, Learned(entry.id))
    return [f"{being.name} masters {entry.name}. It costs {cost} of {being.ap} AP. {entry.text} Acquire it?"]


def _upgrade(scene: Scene, question: Question) -> list[str]:
    about = question.about
    who = scene.beings[str(about["who"])]
    own = own_of(who, str(about["aspect"]), str(about["choice"]))
    place, worth = cast(int, about["part"]), cast(int | str, about["worth"])
    part = part_of(scene, own, place) if own is not None else None
    if own is None or part is None:
        return [f"{who.name} would upgrade {thing_name(scene, about['aspect'])}. Has it seen frequent use?"]
    cost = upgrade_cost(scene, own, place, worth)
    return [
        f"{who.name} would upgrade {thing_name(scene, own.aspect)}: {part_name(part)} from {part.worth} to {worth}, "
        f"for {cost} of {who.ap} AP. Has it seen frequent use?"
    ]


QUESTIONS: dict[str, Asked] = {
    "tc.defense.roll": _defend,
    "tc.parry": _riposte,
    "tc.attack.sequence": _again,
    "tc.opportunistic": _opportunity,
    "tc.reactionary": _reaction,
    "tc.ready": _readied,
    "tc.exotic.energetic": _surge,
    "tc.staggered": _staggered,
    "tc.slowed": _slowed,
    "tc.ability.heal": _mend,
    "tc.int.meaning": _ignore,
    "tc.skill.check": _difficulty,
    "tc.skill.retry": _minutes,
    "tc.aspect.acquire": _acquire,
    "tc.aspect.upgrade": _upgrade,
}
