"""Questions of Vitality in words, with all that one must know to answer them: what it costs, and what comes of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import cast

from ludex.core.kernel.domain import OneOf, Several
from ludex.core.kernel.english import count, listed, number
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.timing import DECLINE
from ludex.core.show.lasting import until_words
from ludex.core.show.sentences import Asked, with_sign
from ludex.games.vitality.book.abilities.skills import for_one_check
from ludex.games.vitality.book.attacks.built import Built, attack_of
from ludex.games.vitality.book.characters.scores import attribute, avoidance, durability, resistance, tier, total_of
from ludex.games.vitality.book.dice import ACCURACY, CONDITION, DAMAGE, INITIATIVE, SKILL, SURVIVAL
from ludex.games.vitality.book.effort.effort import allowed
from ludex.games.vitality.book.movement.pushing import IMPACT, IMPACT_TIERS
from ludex.games.vitality.book.turns.punish import EFFORT
from ludex.games.vitality.show.effects import attack_words, condition_roll, in_effect, to_hit
from ludex.games.vitality.show.names import (
    attack_title,
    being_name,
    condition_name,
    condition_words,
    effect_name,
    everybody,
    helper_name,
    spaces,
    stat_name,
)
from ludex.games.vitality.show.sentences import action_name
from ludex.games.vitality.show.sentences_of_deeds import trigger_words
from ludex.games.vitality.show.sentences_of_levels import LEVEL_QUESTIONS
from ludex.games.vitality.state import Being, Scene

ROLLS = {
    ACCURACY: "Accuracy Check", DAMAGE: "Damage Roll", CONDITION: "Condition Check", SURVIVAL: "Survival Check",
    SKILL: "Check", INITIATIVE: "Initiative",
}  # fmt: skip


def health(being: Being) -> str:
    return f"{being.name} has {number(being.hp)} of {being.sheet.hp} HP"


def against(scene: Scene, being: Being, attack: Built, target: Being) -> str:
    """`d20 +5 to hit against Avoidance 12 and 3d6 +3 damage less Durability 3`"""
    first = to_hit(scene, being, attack)
    if not attack.kind.direct:
        first = f"{first} against Avoidance {total_of(avoidance(scene, target))}"
    if attack.damages:
        return f"{first} and {in_effect(scene, being, attack)} less Durability {total_of(durability(scene, target))}"
    score = total_of(resistance(scene, target, attack.versus, attack.effect))
    return f"{first} and {condition_roll(scene, being, attack)} against {stat_name(attack.versus)} {score}"


def price_of_effort(scene: Scene, being: Being) -> str:
    """What one more Effort costs, and how many there are."""
    most, now = allowed(scene, being), tier(scene, being)
    if being.efforts >= most:
        return (
            f"It is the last Effort of {being.name}, who falls unconscious when their next turn starts, until a rest."
        )
    after = now - being.owing - 1
    rest = most - being.efforts - 1
    then = f"{rest} more would be left until a rest, and then" if rest else "Until a rest there would be only"
    costs = f"It costs {being.name} an Effort: their Tier is {number(after)} from their next turn on."
    return f"{costs} {then} a last one, which knocks them out."


# ---------------------------------------------------------------- a roll that may be changed


def _look(scene: Scene, question: Question) -> list[str]:
    """The roll as it has fallen, and what each way to change it would make of it."""
    about, being = question.about, scene.beings[question.who]
    ways = [way for way in question.domain.some() if way != DECLINE]
    told = [" ".join(part for part in (f"{_as_it_fell(scene, question)}.", _comes_to(scene, question)) if part)]
    total, goal, now = cast(int, about["total"]), cast(int | None, about["number"]), cast(int, about["tier"])
    if "tier" in ways:
        then = ""
        if goal is not None:
            stands = "brings the target down" if total + now >= goal else "still leaves the target standing"
            then = f", which {stands}" if about["kind"] == DAMAGE else f", {_judged(about, total + now, goal)}"
        told.append(f"Tier {now} more makes it {total + now}{then}.")
    if "score" in ways and goal is not None:
        how_long = "against this" if "source" in about else "for the whole attack"
        told.append(f"{stat_name(about['score'])} would be raised by {now} {how_long}.")
    if "lucky" in ways:
        told.append("Lucky throws the dice again, and the higher result counts.")
    if "perfectionist" in ways:
        told.append("A Perfectionist may throw a low result again, and the new one stands.")
    return [*told, price_of_effort(scene, being)] if {"tier", "reroll", "score"} & set(map(str, ways)) else told


def _as_it_fell(scene: Scene, question: Question) -> str:
    """Dice that have fallen for several, or none at all, are nobody's to throw again."""
    about = question.about
    roll = str(about.get("source") or ROLLS.get(str(about["kind"]), "Roll"))
    roll = roll[0].upper() + roll[1:]
    by = f" of {being_name(scene, about['by'])}" if about["by"] else ""
    what = f" with {attack_title(scene, about['attack'], about['by'])}" if about.get("attack") else ""
    whom = f" on {being_name(scene, about['target'])}" if about.get("target") else ""
    dice = f"{about['natural']} on the dice, " if about["natural"] else ""
    return f"{roll}{by}{what}{whom}: {dice}{about['total']} in all"


def guarded(question: Question, unsure: Collection[str]) -> Question:
    """Without the damage that would bring somebody down of whom it is not known what they have left, nor who of several
    goes down first."""
    about = question.about
    hit = {about.get("target"), *cast(tuple[str, ...], about.get("targets", ()))}
    if about.get("kind") != DAMAGE or hit.isdisjoint(unsure):
        return question
    return replace(question, about={**about, "number": None, "felled": ""})


def _harmed(about: Mapping[str, Plain]) -> str:
    """Whom damage is for: of several, who goes down first."""
    return str(about.get("target") or about.get("felled") or "")


def _comes_to(scene: Scene, question: Question) -> str:
    about = question.about
    total, goal = cast(int, about["total"]), cast(int | None, about["number"])
    if about["kind"] == DAMAGE and (target := scene.beings.get(_harmed(about))) is not None:
        hp = max(0, total - cast(int, about.get("times", 1)) * total_of(durability(scene, target)))
        if goal is None:
            return f"{target.name} loses {hp} HP."
        end = "which brings them down" if total >= goal else "which leaves them standing"
        return f"{health(target)} and loses {hp}, {end}."
    if goal is None:
        return ""
    score = f"{stat_name(about['score'])} {goal}" if about["score"] else str(goal)
    if "easiest" in about:  # of several, who is hit first
        score = being_name(scene, about["easiest"])
    if about["kind"] == SURVIVAL:
        return f"It has to be more than {goal}."
    return f"Against {score} it is {_judged(about, total, goal)}."


def _judged(about: Mapping[str, Plain], total: int, goal: int) -> str:
    """`2 short, a miss`"""
    hits = f", {'a hit' if total >= goal else 'a miss'}" if about["kind"] == ACCURACY else ""
    return f"{_compared(total, goal)}{hits}"


def _compared(total: int, goal: int) -> str:
    if total == goal:
        return "just enough"
    return f"{goal - total} short" if total < goal else f"{total - goal} above"


def _shake_off(scene: Scene, question: Question) -> list[str]:
    being = scene.beings[question.who]
    names = cast(tuple[str, ...], question.about["conditions"])
    under = [condition_words(scene, c) for c in being.conditions if c.name in being.afflictions]
    lost = "loses the turn" if "Controlled" not in names else "does what another wants"
    return [
        f"{being.name} is {listed([condition_name(name) for name in names])} and {lost}, unless an Effort ends all "
        f"conditions: {listed(under)}.",
        price_of_effort(scene, being),
    ]


def _special(scene: Scene, question: Question) -> list[str]:
    who = scene.beings[str(question.about["who"])]
    what = question.about["what"]
    wish = f"this: {what}" if what else "something special"
    return [f"{who.name} wants to spend an Effort for {wish}. Granted?", price_of_effort(scene, who)]


# ---------------------------------------------------------------- attacks


def _assist(scene: Scene, question: Question) -> list[str]:
    about = question.about
    by = being_name(scene, about["by"])
    help_ = scene.beings[question.who].condition("Assisted")
    until = f" It holds {until_words(scene, help_.until)}." if help_ is not None and help_.until is not None else ""
    targets = cast(tuple[str, ...], about["targets"])
    return [
        f"{by} has assisted {being_name(scene, question.who)}: {with_sign(cast(int, about['amount']))} on one roll. "
        f"Use it on this {ROLLS[str(about['roll'])]} against {everybody(scene, targets)}?{until}"
    ]


def _melee(scene: Scene, question: Question) -> list[str]:
    about = question.about
    targets = cast(tuple[str, ...], about["targets"])
    who = scene.beings[question.who]
    attack = attack_title(scene, about["attack"], who.id)
    return [
        f"{who.name} attacks {everybody(scene, targets)} with {attack}. Where does the Tier of {tier(scene, who)} go?"
    ]


def _punish(scene: Scene, question: Question) -> list[str]:
    """Who leaves, and every attack that could be made on them."""
    about, being = question.about, scene.beings[question.who]
    target = scene.beings[str(about["who"])]
    if about["event"] == "leaves_reach":
        deed = f"moves out of the reach of {being.name}{scene.reached(about['to'], target.id)}"
    elif about.get("device"):
        deed = f"uses the {str(about['device']).replace('_', ' ')} beside {being.name}"
    else:
        deed = f"is Vulnerable beside {being.name}"
    ways = [str(way) for way in question.domain.some() if way != DECLINE]
    told = [f"{target.name} {deed}. {health(target)}."]
    for name in ways:
        attack = attack_of(scene, being, name.removeprefix(EFFORT))
        told.append(f"{attack.name}: {against(scene, being, attack, target)}.")
    if any(way.startswith(EFFORT) for way in ways):
        return [*told, f"The Reaction is spent. {price_of_effort(scene, being)}"]
    return [*told, f"It costs the Reaction, which is back when the turn of {being.name} starts."]


def _prepared(scene: Scene, question: Question) -> list[str]:
    being = scene.beings[question.who]
    prepared = being.prepared
    if prepared is None:
        return [f"What {being.name} has waited for has come. Do they act?"]
    attack = prepared.command.arg("attack")
    deed = attack_title(scene, attack, being.id) if attack else action_name(scene, prepared.command.name)
    whom = being_name(scene, question.about["by"] or question.about["who"])
    event = str(question.about["event"])
    come = "the game master says so" if event == "gm" else trigger_words(prepared.event, whom)
    more = f" {deed}: {attack_words(scene, being, attack_of(scene, being, str(attack)))}." if attack else ""
    return [
        f"What {being.name} has waited for has come: {come}. {being.name} has prepared {deed}, which is lost when "
        f"their next turn starts; acting costs the Reaction.{more}"
    ]


# ---------------------------------------------------------------- what upgrades bring


def _others(scene: Scene, question: Question) -> str:
    """Whom an attack could go on to, with what stands against it."""
    being = scene.beings[question.who]
    attack = attack_of(scene, being, str(question.about["attack"]))
    assert isinstance(question.domain, OneOf | Several)
    found = [scene.beings[str(name)] for name in question.domain.values if name in scene.beings]
    told = [f"{health(other)} ({against(scene, being, attack, other)})" for other in found]
    return f"In reach: {'; '.join(told)}."


def _ricochet(scene: Scene, question: Question) -> list[str]:
    about, most = question.about, cast(int, question.about["most"])
    attack = attack_title(scene, about["attack"], question.who)
    return [
        f"The critical hit on {being_name(scene, about['target'])} lets {attack} glance off to "
        f"{'one other' if most == 1 else f'up to {most} others'}, each with rolls of their own.",
        _others(scene, question),
    ]


def _splinter(scene: Scene, question: Question) -> list[str]:
    attack, more = attack_title(scene, question.about["attack"], question.who), cast(int, question.about["left"])
    return [
        f"An enemy has fallen, and {attack} may go on to another ({count(more, 'time')} at most). Whom?",
        _others(scene, question),
    ]


def _contagious(scene: Scene, question: Question) -> list[str]:
    about = question.about
    attack = attack_title(scene, about["attack"], question.who)
    return [
        f"{attack} has taken hold of {being_name(scene, about['target'])} and may spread to somebody near. To whom?",
        _others(scene, question),
    ]


def _brawl(scene: Scene, question: Question) -> list[str]:
    about = question.about
    target = scene.beings[str(about["target"])]
    ways = [str(way) for way in question.domain.some()]
    lines = {
        "push": f"pushed up to {spaces(cast(int, about['spaces']))} away, and hurt by what they run into",
        "prone": "Prone: Tier more to hit them in melee, and half their movement to stand up",
        "grab": "Grabbed: no movement until somebody breaks the hold",
        "move": f"moved up to {spaces(cast(int, about['spaces']))}",
    }
    told = [lines[way] for way in ways if way in lines]
    return [f"{health(target)}. {target.name} may be {'; '.join(told)}. Which?"]


def _martial(scene: Scene, question: Question) -> list[str]:
    """Twice: what is done, and where they are moved to."""
    return _where(scene, question) if _is_place(question) else _brawl(scene, question)


def _is_place(question: Question) -> bool:
    return any(isinstance(way, tuple) for way in question.domain.some())


def _where(scene: Scene, question: Question) -> list[str]:
    target, far = scene.beings[str(question.about["target"])], cast(int, question.about["spaces"])
    return [f"{target.name} may be moved up to {spaces(far)} in a straight line. Where to?"]


def _bully(scene: Scene, question: Question) -> list[str]:
    being, target = scene.beings[question.who], scene.beings[str(question.about["target"])]
    powers = f"Power {attribute(being, 'power')} against {attribute(target, 'power')}"
    return [f"{being.name} is stronger than {target.name} ({powers}).", *_where(scene, question)]


def _push(scene: Scene, question: Question) -> list[str]:
    about, being = question.about, scene.beings[question.who]
    target, into = scene.beings[str(about["target"])], str(about["into"])
    free = cast(int, about["free"])
    what = being_name(scene, into) if into in scene.beings else f"the {into}"
    amount = IMPACT + IMPACT_TIERS * tier(scene, being)
    both = " for both" if into in scene.beings else ""
    crash = (
        f" One space more, and {target.name} runs into {what}: {amount} damage less Durability{both}." if into else ""
    )
    room = f"has {spaces(free)} of room" if free else "has no room"
    return [f"{target.name} is pushed away and {room}.{crash} How far?"]


def _terror(scene: Scene, question: Question) -> list[str]:
    about, being = question.about, scene.beings[question.who]
    targets = cast(tuple[str, ...], about["targets"])
    resolves = [
        f"{scene.beings[n].name} (Resolve {total_of(resistance(scene, scene.beings[n], 'resolve'))})" for n in targets
    ]
    return [
        f"{being_name(scene, about['fallen'])} has fallen. {being.name} may make a Condition Check "
        f"({effect_name(about['effect'])}) against everybody near: {listed(resolves)}."
    ]


# ---------------------------------------------------------------- body and mind


def _survive(scene: Scene, question: Question) -> list[str]:
    being = scene.beings[question.who]
    return [
        f"{being.name} has passed the Survival Check at {number(being.hp)} HP. They may stay standing and act; every "
        "further loss of HP brings a harder check. Or they fall unconscious, and are perhaps left alone."
    ]


def _support(scene: Scene, question: Question) -> list[str]:
    about, being = question.about, scene.beings[question.who]
    helps = [f"{with_sign(c.value)} from {helper_name(scene, c.source)}" for c in for_one_check(being)]
    goal = f" against {about['number']}" if about["number"] is not None else ""
    what = f"{str(about['attribute']).capitalize()} check" if "attribute" in about else "feature check"
    return [
        f"{what} of {being.name}: 3d6 {with_sign(cast(int, about['bonus']))}{goal}. Help for one check: "
        f"{listed(helps)}. Use it now?"
    ]


QUESTIONS: dict[str, Asked] = {
    "vt.effort.any_time": _look,
    "vt.effort.end_conditions": _shake_off,
    "vt.effort.special": _special,
    "vt.act.assist": _assist,
    "vt.attack.type.melee_accuracy": _melee,
    "vt.react.punish": _punish,
    "vt.act.prepare": _prepared,
    "vt.up.ricochet": _ricochet,
    "vt.up.splinter": _splinter,
    "vt.up.contagious": _contagious,
    "vt.up.martial_artist": _martial,
    "vt.up.bully": _bully,
    "vt.up.intimidating_presence": _terror,
    "vt.up.terrifying_display": _terror,
    "vt.cond.brawl": _brawl,
    "vt.cond.push": _push,
    "vt.survival.check": _survive,
    "vt.feature.support": _support,
    **LEVEL_QUESTIONS,
}
