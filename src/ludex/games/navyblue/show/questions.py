"""Questions of Navy Blue in words, with all that one must know to answer them."""

from __future__ import annotations

from typing import cast

from ludex.core.kernel.english import count, listed
from ludex.core.kernel.procedure import GM, Question
from ludex.core.show.sentences import Asked, saying, with_sign
from ludex.games.navyblue.book.features import attribute, feature, item, max_vigor
from ludex.games.navyblue.book.fighting import yet_to_act
from ludex.games.navyblue.book.movement.obstacles import pit_at
from ludex.games.navyblue.records.kinds import Armour
from ludex.games.navyblue.show.effects import all_effects
from ludex.games.navyblue.show.names import (
    SIDES,
    barrier_name,
    being_name,
    everybody,
    place_name,
    points,
    shield_name,
    slots_in_words,
    thing_name,
)
from ludex.games.navyblue.show.rolls import tiers
from ludex.games.navyblue.state import ARCHETYPES, FOES, PARTY, Being, Scene

# ---------------------------------------------------------------- attacks and harm


def _defend(scene: Scene, question: Question) -> list[str]:
    return _attacked(scene, question, [str(attr or "nothing") for attr in question.domain.some()], "With what?")


def _shield(scene: Scene, question: Question) -> list[str]:
    shields = [shield_name(scene, shield) for shield in question.domain.some()]
    return _attacked(scene, question, shields, "Only one of the shields helps. Which?")


def _attacked(scene: Scene, question: Question, choices: list[str], asks: str) -> list[str]:
    about, being = question.about, scene.beings[question.who]
    numbers = cast(tuple[tuple[int, int, int], ...], about["thresholds"])
    ways = [f"{choice} {tiers(at)}" for choice, at in zip(choices, numbers, strict=True)]
    total = f" and rolls {about['total']}" if "total" in about else ""
    return [
        f"{being_name(scene, about['by'])} attacks {being.name} with {thing_name(scene, about['source'])}{total}. "
        f"{_health(scene, being)}",
        f"The thresholds of a Glancing Blow, a Standard Impact and a Powerful Strike: {listed(ways)}. {asks}",
    ]


def _health(scene: Scene, being: Being) -> str:
    free = sum(not slot.marked for slot in being.slots)
    slots = f" and {count(free, 'slot')} without an Injury" if being.pc else ""
    return f"{being.name} has {being.vigor} of {max_vigor(scene, being)} Vigor{slots}."


def _injuries(scene: Scene, question: Question) -> list[str]:
    about, being = question.about, scene.beings[question.who]
    amount = cast(int, about["amount"])
    by = f" from {being_name(scene, about['by'])}" if about["by"] else ""
    free = sum(not slot.marked for slot in being.slots)
    slots = f"{free - amount} of {count(len(being.slots), 'slot')} stay unmarked"
    fails = [f"{thing_name(scene, name)} fails once all of its slots are marked" for name in _body_armour(scene, being)]
    return [
        f"{being.name} takes {count(amount, 'Injury')}{by}. Slots: {slots_in_words(scene, being)}.",
        f"{'; '.join(['What is in a marked slot can be taken out, but nothing goes in', *fails])}. "
        f"{slots}, and {being.name} has {being.vigor} Vigor; with neither left they die. "
        f"Which {'slot is' if amount == 1 else f'{amount} slots are'} marked?",
    ]


def _body_armour(scene: Scene, being: Being) -> list[str]:
    """The armour that Injuries can bring to fail."""
    worn = dict.fromkeys(slot.thing for slot in being.slots if slot.worn and not slot.marked)
    breaks = bool(scene.options["opt_helmets_break"])
    pieces = [(name, item(scene, name)) for name in worn]
    return [name for name, made in pieces if isinstance(made, Armour) and (breaks or not made.helmet)]


def _heal(scene: Scene, question: Question) -> list[str]:
    being, amount = scene.beings[question.who], cast(int, question.about["amount"])
    return [
        f"{count(amount, 'Injury')} of {being.name} {'heals' if amount == 1 else 'heal'}. "
        f"Slots: {slots_in_words(scene, being)}.",
        "A healed slot can be used again, and so can armour that has failed. Which?",
    ]


def _prevent(scene: Scene, question: Question) -> list[str]:
    about, being = question.about, scene.beings[question.who]
    entry = feature(scene, str(about["feature"]))
    often = f" ({entry.uses.count} a {entry.uses.per})" if entry.uses.count else ""
    free = sum(not slot.marked for slot in being.slots)
    return [
        f"{being.name} is about to take {count(cast(int, about['amount']), 'Injury')}, and has "
        f"{count(free, 'slot')} without one.",
        f"{entry.name}{often} wards off {about['prevents']} of them. Use it?",
    ]


def _fall(scene: Scene, question: Question) -> list[str]:
    about = question.about
    who = being_name(scene, about["who"])
    if "from" in about:
        return [f"{who} cannot fly and falls out of {place_name(scene, about['from'])}. Into which zone?"]
    spikes = " onto spikes" if about["spikes"] else ""
    return [f"{who} falls {count(cast(int, about['depth']), 'zone')}{spikes}. How many Direct Injuries?"]


def _drop(scene: Scene, question: Question) -> list[str]:
    who = scene.beings[str(question.about["target"])]
    return [f"{who.name} is made to let go of something in their hands. What falls to the ground?"]


MOVED = {"to_attacker": "towards themselves", "away": "away from themselves", "any": "into a zone beside"}


def _move(scene: Scene, question: Question) -> list[str]:
    about = question.about
    target = scene.beings[str(about["target"])]
    told = [
        f"{being_name(scene, question.who)} may move {target.name} out of {place_name(scene, target.at)}, "
        f"{MOVED[str(about['direction'])]}. Where to?"
    ]
    for zone in map(str, question.domain.some()):
        pit = pit_at(scene, zone)
        if pit is not None:
            spikes = " with spikes" if pit.spikes else ""
            told.append(f"{place_name(scene, zone)} has a pit{spikes}, {count(pit.depth, 'zone')} deep.")
    return told


# ---------------------------------------------------------------- turns and movement


def _next(scene: Scene, question: Question) -> list[str]:
    side = str(question.about["side"])
    other = FOES if side == PARTY else PARTY
    waiting = [f"{b.name} ({b.vigor} Vigor, {place_name(scene, b.at)})" for b in yet_to_act(scene, side)]
    against = len(yet_to_act(scene, other))
    return [
        f"Round {scene.turns.round}: {SIDES[side]} chooses who acts next. Not yet this round: {listed(waiting)}.",
        f"After that {SIDES[other]} chooses; yet to act there: {against}."
        if against
        else f"Of {SIDES[other]}, all have acted.",
    ]


def _land(scene: Scene, question: Question) -> list[str]:
    told = [
        f"{being_name(scene, question.who)} glides down from {place_name(scene, question.about['from'])}. Where to?"
    ]
    for zone in map(str, question.domain.some()):
        foes = [b.name for b in scene.enemies(scene.beings[question.who]) if b.at == zone]
        there = [f"with {listed(foes)}"] if foes else []
        there += ["a pit"] if pit_at(scene, zone) is not None else []
        if there:
            told.append(f"{place_name(scene, zone)}: {', '.join(there)}.")
    return told


def _bodily(scene: Scene, question: Question) -> str:
    being = scene.beings[question.who]
    values = [f"{name} {with_sign(attribute(scene, being, str(name)))}" for name in question.domain.some()]
    return f"With which attribute does {being.name} make the Check? {listed(values)}."


def _leap(scene: Scene, question: Question) -> list[str]:
    about = question.about
    if about.get("choice") == "attribute":
        return ["A Leap has to be landed: Prone and hurt, Prone, stable, or stable with 1 MP back.",
                _bodily(scene, question)]  # fmt: skip
    over = cast(tuple[str, ...], about["over"])
    pits = [place_name(scene, zone) for zone in over if pit_at(scene, zone) is not None]
    below = f" There is a pit below: {listed(pits)}." if pits else ""
    return [
        f"{being_name(scene, about['who'])} leaps over {place_name(scene, over)} into {place_name(scene, about['to'])}."
        f"{below} Does the landing take a Check?"
    ]


def _climb(scene: Scene, question: Question) -> list[str]:
    if question.who != GM:
        return [_bodily(scene, question)]
    about = question.about
    pit = pit_at(scene, str(about["zone"]))
    deep = f", {count(pit.depth, 'zone')} deep" if pit is not None else ""
    return [f"{being_name(scene, about['who'])} climbs out of the pit in {place_name(scene, about['zone'])}{deep}. "
            "How hard is the Check?"]  # fmt: skip


def _propose(scene: Scene, question: Question) -> list[str]:
    about = question.about
    return [f"{being_name(scene, about['who'])} would work on {barrier_name(scene, about['what'], about['who'])} with "
            f"{about['attribute']}, in place of the attribute that is set for it. Will it do?"]  # fmt: skip


def _don(scene: Scene, question: Question) -> list[str]:
    who = scene.beings[str(question.about["who"])]
    left = f"{count(who.actions, 'Action')} and {points(who.motion)}"
    return [f"{who.name} would put on or take off {thing_name(scene, question.about['thing'])} in a fight, and has "
            f"{left} left. What does it cost?"]  # fmt: skip


# ---------------------------------------------------------------- meetings and time


def _attitude(scene: Scene, question: Question) -> list[str]:
    about = question.about
    met = everybody(scene, cast(tuple[str, ...], about["who"]))
    if "rolled" in about:
        return [f"The dice give this attitude to {met}: {about['rolled']}. Keep it, or pick another?",
                "The Violent attack at once; all others wait for what the party does."]  # fmt: skip
    return _comes_of_it(scene, question)


def _comes_of_it(scene: Scene, question: Question) -> list[str]:
    met = everybody(scene, cast(tuple[str, ...], question.about["who"]))
    return [f"The party has dealt with {met} ({question.about['reaction']}). What comes of it?",
            "Talked out of violence or sneaked past counts for Experience like a fight; parted does not."]  # fmt: skip


def _respite(scene: Scene, question: Question) -> list[str]:
    about = question.about
    if "arrived" in about:
        return ["The party has come to the end of its journey. Is it a safe place, with time for a Respite?"]
    if "level_due" not in about:
        return [f"{being_name(scene, about['who'])} would have the party take a Respite of 24 hours.",
                "After how many hours does something call them away? 24: nothing does."]  # fmt: skip
    hurt = [
        f"{b.name} ({b.vigor} of {max_vigor(scene, b)} Vigor, {count(b.injuries, 'Injury')})" for b in scene.party()
    ]
    due = cast(tuple[str, ...], about["level_due"])
    level = f" A level is due for {everybody(scene, due)}." if due else ""
    return [f"The party may take a Respite of 24 hours: {listed(hurt)}.{level}", "Take it?"]


def _deed(scene: Scene, question: Question) -> list[str]:
    return ["The party has searched all of the place, and nobody there is a threat any more.",
            "Has a notable location been cleared? It is 1 Experience for everybody who is alive."]  # fmt: skip


# ---------------------------------------------------------------- levels


def _archetype(scene: Scene, question: Question) -> list[str]:
    own = [f"{name} ({attr})" for name, attr in ARCHETYPES.items()]
    return [
        f"{being_name(scene, question.who)} reaches level 1. Which archetype, with its own attribute? {listed(own)}."
    ]


def _raise(scene: Scene, question: Question) -> list[str]:
    about, being = question.about, scene.beings[question.who]
    values = [f"{name} {with_sign(being.sheet.attributes.get(str(name), 0))}" for name in question.domain.some()]
    return [f"{being.name} reaches level {about['level']} and raises {about['left']} more of their core attributes "
            f"by 1, none above {about['cap']}: {listed(values)}. Which?"]  # fmt: skip


def _learn(scene: Scene, question: Question) -> list[str]:
    being = scene.beings[question.who]
    told = [f"{being.name}, {being.sheet.archetype}, learns a feature at level {question.about['level']}. Which?"]
    known = [feature(scene, str(name)) for name in question.domain.some()]
    texts = [entry.text or all_effects(scene, entry.effects) for entry in known]
    return [*told, *(f"{entry.name}: {entry.in_words(text)}" for entry, text in zip(known, texts, strict=True))]


def _skill(scene: Scene, question: Question) -> list[str]:
    being = scene.beings[question.who]
    has = listed([thing_name(scene, name) for name in being.sheet.skills]) or "none"
    return [f"{being.name} learns a skill at level {question.about['level']}, and has: {has}. Which?"]


HALVES = {"speak": "to speak", "read": "to read and write"}


def _language(scene: Scene, question: Question) -> list[str]:
    about = question.about
    return [f"{being_name(scene, about['who'])} would learn {HALVES[str(about['half'])]} "
            f"{thing_name(scene, about['language'])} for a language point. Does it suit the story?"]  # fmt: skip


QUESTIONS: dict[str, Asked] = {
    "nb.attack.defend_with": _defend,
    "nb.shield.hand": _shield,
    "nb.injury.choice": _injuries,
    "nb.heal.injuries": _heal,
    "nb.feature.tags": _prevent,
    "nb.direct.falling": _fall,
    "nb.maneuver.drop": _drop,
    "nb.action.attack": _move,
    "nb.init.alternate": _next,
    "nb.zone.air": _land,
    "nb.leap.check": _leap,
    "nb.zone.pit": _climb,
    "nb.maneuver.unblock": _propose,
    "nb.item.armour_slots": _don,
    "nb.reaction.table": _attitude,
    "nb.xp.combat": _comes_of_it,
    "nb.xp.avoid": _comes_of_it,
    "nb.respite": _respite,
    "nb.xp.roleplay": _deed,
    "nb.arch.pick_one": _archetype,
    "nb.attr.raise_every_four": _raise,
    "nb.gap.features": _learn,
    "nb.gap.skills": _skill,
    "nb.lang.later": _language,
    "nb.tenet.specific_beats_general": saying("These contradict each other ({what}), and neither is narrower. Which?"),
}
