"""Questions of Cloudbreaker Alliance in words, with all that one must know to answer them.

Tokens are read off the table: friends may have shared some since the question was first asked.
"""

from __future__ import annotations

from typing import cast

from ludex.core.kernel.english import count, listed
from ludex.core.kernel.procedure import Question
from ludex.core.show.sentences import Asked, saying
from ludex.games.cloudbreaker.book.attacks.damage import PER_RAGE, PER_TOKEN
from ludex.games.cloudbreaker.book.attacks.features import feature
from ludex.games.cloudbreaker.book.movement.hazards import in_zones, on_the_way
from ludex.games.cloudbreaker.book.movement.steps import block_at
from ludex.games.cloudbreaker.book.spirit import RAGE
from ludex.games.cloudbreaker.show.names import (
    being_name,
    part_name,
    place_name,
    thing_name,
    things,
    to_pool,
    tokens,
    typed,
)
from ludex.games.cloudbreaker.show.rolls import MANEUVERS, TASKS, told_result
from ludex.games.cloudbreaker.state import ENEMY, PARTY, Being, Scene


def owns(scene: Scene, who: str) -> str:
    being = scene.beings[who]
    return f"{being.name} has {tokens(being.spirit)}."


def short_of(scene: Scene, who: str, cost: int) -> str:
    """Where the own tokens do not suffice, what friends would have to give."""
    missing = cost - scene.beings[who].spirit
    return f" {missing} more would have to be shared first." if missing > 0 else ""


# ---------------------------------------------------------------- bursts


def _retry(scene: Scene, question: Question) -> list[str]:
    about, cost = question.about, cast(int, question.about["cost"])
    price = f"Retry costs {cost} spirit tokens. {owns(scene, question.who)}{short_of(scene, question.who, cost)}"
    if "rolled" in about:
        what = _rolled(scene, question)
        return [f"{what} The most that could fall is {about['best']}.", f"{price} Throw again? The new roll counts."]
    short = f"{_tried(scene, question)} fell short"
    if told_result(about):
        short += f" of {about['number']}"
    return [f"{short}.", f"{price} Throw again? Edge and setback do not count then, bonuses do."]


def _rolled(scene: Scene, question: Question) -> str:
    """What an effect roll or a contest has come to."""
    about = question.about
    if "source" not in about:
        return f"{being_name(scene, question.who)} has {about['rolled']} with {thing_name(scene, about['method'])}."
    what = f"{about['pool']} to recover" if about.get("recovers") else f"{typed(str(about['type']))} damage".strip()
    where = "" if about.get("recovers") else to_pool(str(about["pool"]))
    return f"{thing_name(scene, about['source'])} has come to {about['rolled']} {what}{where}."


def _tried(scene: Scene, question: Question) -> str:
    """What the roll was for."""
    about, who = question.about, being_name(scene, question.who)
    aimed = about.get("target")
    target = f"{being_name(scene, aimed)}{part_name(scene, aimed, about.get('part'))}"
    if "maneuver" in about:
        return f"The roll of {who}, who {MANEUVERS[str(about['maneuver'])].format(target=target)},"
    if "use" in about:
        return f"The attack of {who} on {target} with {thing_name(scene, about['use'])}"
    named = {key: thing_name(scene, value) for key, value in about.items()}
    doing = TASKS.get(str(about["roll"]))
    return f"The roll of {who}, who {doing.format_map({**named, 'target': target})}," if doing else f"The roll of {who}"


def _rage(scene: Scene, question: Question) -> list[str]:
    about, target = question.about, scene.beings[str(question.about["target"])]
    part = str(about["part"])
    left = target.mp if about["pool"] == "MP" else target.parts[target.part(part)]
    doubled = ", which the critical hit doubles" if about["critical"] else ""
    whom = f"{target.name}{part_name(scene, target.id, part)}"
    return [
        f"{about['amount']} damage{to_pool(str(about['pool']))} for {whom}{doubled}; they have {left} {about['pool']}.",
        f"Rage adds {PER_RAGE} for each spirit token{doubled}, and takes at least {RAGE} tokens. "
        f"{owns(scene, question.who)}{short_of(scene, question.who, RAGE)} How many?",
    ]


def _evade(scene: Scene, question: Question) -> list[str]:
    about, being = question.about, scene.beings[question.who]
    cost = cast(int, about["cost"])
    price = f"Evade costs {cost} spirit tokens. {owns(scene, question.who)}{short_of(scene, question.who, cost)} Evade?"
    if "condition" in about:
        return [f"A condition is about to take hold of {being.name}: {thing_name(scene, about['condition'])}.", price]
    return [_comes(being, cast(int, about["amount"]), str(about["pool"])), price]


def _comes(being: Being, amount: int, pool: str) -> str:
    """What damage would do to a character."""
    left = being.mp if pool == "MP" else being.hp
    then = f"{left - amount} would be left"
    if amount >= left:
        beyond = f", and {amount - left} would fall on their {being.resolve} Resolve" if amount > left else ""
        then = f"they would be Downed{beyond}" if left else f"all of it would fall on their {being.resolve} Resolve"
    return f"{amount} damage{to_pool(pool)} for {being.name}, who has {left} {pool}: {then}."


def _reduce(scene: Scene, question: Question) -> list[str]:
    amount, being = cast(int, question.about["amount"]), scene.beings[question.who]
    dies = amount >= being.resolve
    warning = f" Without tokens {being.name} dies." if dies else f" {being.resolve - amount} would be left."
    needed = f" {-(-(amount - being.resolve + 1) // PER_TOKEN)} at least are needed to live." if dies else ""
    return [
        f"{amount} resolve damage for {being.name}, who has {being.resolve} Resolve.{warning}",
        f"Each spirit token takes {PER_TOKEN} off.{needed} {owns(scene, question.who)} How many?",
    ]


def _overflow(scene: Scene, question: Question) -> list[str]:
    return [
        f"{being_name(scene, question.who)} ends the turn with {tokens(question.about['excess'])} more than 5.",
        "Who gets the excess? It costs nothing; what is given to nobody is lost.",
    ]


# ---------------------------------------------------------------- the game master's boosts


def _half(scene: Scene, question: Question) -> list[str]:
    about = question.about
    target, pool = being_name(scene, about["target"]), about["pool"]
    whom = f"{target}{part_name(scene, about['target'], about['part'])}"
    used = f"With {count(cast(int, about['boosts']), 'boost')} so far" if about["boosts"] else "Without a boost"
    return [
        f"{about['amount']} damage to {whom}, who has {about['now']} {pool}. "
        f"{used} they are left with {about['left']}.",
        f"Emergency Half Recovery gives {about['half']} {pool} back, up to half. It costs 1 of "
        f"{tokens(scene.morale, 'morale')}, which the party captures. Boost?",
    ]


def _ignore(scene: Scene, question: Question) -> list[str]:
    about = question.about
    return [
        f"{being_name(scene, about['by'])} has neutralised {being_name(scene, about['target'])}.",
        f"Ignore Neutralization keeps them in the situation. It costs 1 of {tokens(scene.morale, 'morale')}, "
        f"which {being_name(scene, about['by'])} captures. Ignore it?",
    ]


def _capture(scene: Scene, question: Question) -> list[str]:
    return ["The enemy group has lost a morale token, and nobody of the party has earned it. Who gets it?"]


def _rush(scene: Scene, question: Question) -> list[str]:
    foes = [being.name for being in scene.beings.values() if being.sheet.sort == ENEMY and being.here]
    return [
        f"The enemy group is routed. Still there: {listed(foes)}.",
        "A Finale Rush is one more round for the party alone, with 5 spirit tokens each: nothing is used up, nothing "
        "is recovered, and the victory stands. Call for it?",
    ]


# ---------------------------------------------------------------- reactions


def _opportunity(scene: Scene, question: Question) -> list[str]:
    mover, being = scene.beings[str(question.about["who"])], scene.beings[question.who]
    to = str(question.about.get("to") or "")
    where = f"for {place_name(scene, to)}" if to else "the situation"
    return [
        f"{mover.name} (HP {mover.hp}, MP {mover.mp}) leaves {place_name(scene, being.at)} {where}.",
        f"{being.name} may strike once with a melee attack, at no action. With what?",
    ]


def _instant(scene: Scene, question: Question) -> list[str]:
    being = scene.beings[question.who]
    ways = [feature(scene, str(way)) for way in question.domain.some() if way in being.sheet.features]
    texts = [f"{entry.name} ({PRICES[entry.action]}): {entry.text}" for entry in ways]
    return [_event(scene, question), *texts, f"{being.name} has {left_of(being)} left. Use it?"]


PRICES = {"major": "a Major Action", "minor": "a minor action", "free": "free"}


def left_of(being: Being) -> str:
    return f"{being.major} Major and {being.minor} minor"


def _event(scene: Scene, question: Question) -> str:
    about = question.about
    who, by = being_name(scene, about["who"]), being_name(scene, about["by"])
    match about["event"]:
        case "attack_hits":
            critical = " critically" if about.get("critical") else ""
            part = part_name(scene, about["who"], about.get("part"))
            return (
                f"{by} has hit {who}{part}{critical} with {thing_name(scene, about['use'])}; no damage is rolled yet."
            )
        case "maneuver_gives_condition":
            return f"{who} has made {by} {thing_name(scene, about['condition'])}."
        case "spirit_given":
            return f"{who} has given {tokens(about['amount'])} to {by}."
        case "turn_starts":
            return f"The turn of {who} begins."
    return "The round ends."


# ---------------------------------------------------------------- formation, maneuvers, the rest


def _formation(scene: Scene, question: Question) -> list[str]:
    side = "The party takes" if question.about["side"] == PARTY else "The enemies take"
    return [
        f"{side} up formation: who goes forward as a frontliner? The others stay back.",
        "If both sides advance, frontliners go one zone; if only one side does, its frontliners may go all the way.",
    ]


def _first_turn(scene: Scene, question: Question) -> list[str]:
    order = [f"{scene.beings[name].name} {scene.beings[name].number}" for name in dict.fromkeys(scene.turns.order)]
    return [
        f"Nobody has acted yet. The order of turns: {', '.join(order)}.",
        "Whoever wants to come later delays their turn now, or lets another of the same number go first.",
    ]


def _one_side(scene: Scene, question: Question) -> list[str]:
    return ["Only this side advances. Who goes all the way into the zone of the others? The rest go one zone."]


def _hazard(scene: Scene, question: Question) -> list[str]:
    hazard = scene.library.shelves["hazard"].entries[str(question.about["hazard"])]
    open_now = tuple(question.domain.some())
    ways = [
        f"{thing_name(scene, way.method)} against {way.difficulty}" for way in hazard.cross if way.method in open_now
    ]
    who = being_name(scene, question.who)
    return [
        f"{hazard.name} bars the way: {hazard.text} Who fails stays behind, and the step is lost.",
        f"{who} rolls {' or '.join(ways)}. With what?" if ways else f"{who} has no way left to try.",
    ]


def _push(scene: Scene, question: Question) -> list[str]:
    target = scene.beings[str(question.about["target"])]
    told = [f"{target.name} is pushed out of {place_name(scene, question.about['from'])}. Where to?"]
    for zone in map(str, question.domain.some()):
        met = list(on_the_way(scene, scene.zones(target), block_at(scene, target, zone)))
        met += [placed for placed in in_zones(scene, (zone,), "enter") if placed not in met]
        if met:
            told.append(f"To {place_name(scene, zone)}: {things(scene, [placed.hazard for placed in met])}.")
    return told


def _follow(scene: Scene, question: Question) -> list[str]:
    about = question.about
    minor = " It takes a minor action, because of the captive." if about["minor"] else " It takes no action."
    return [
        f"{being_name(scene, question.who)} may move along to {place_name(scene, about['to'])}.{minor}",
        "It counts toward the most they can move, and whoever is left behind may strike. Move along?",
    ]


def _impair(scene: Scene, question: Question) -> list[str]:
    about = question.about
    whom = f"{being_name(scene, about['target'])}{part_name(scene, about['target'], about['part'])}"
    return [f"What shall {whom} be, until the end of the next turn of {being_name(scene, question.who)}?"]


def _improvised(scene: Scene, question: Question) -> list[str]:
    about = question.about
    who = scene.beings[str(about["who"])]
    return [f"{who.name} would do this: {about['what']}. They have {left_of(who)} left. What does it cost?"]


def _class(scene: Scene, question: Question) -> list[str]:
    ranks = cast(tuple[tuple[str, int], ...], question.about["ranks"])
    has = listed([f"{thing_name(scene, name)} {rank}" for name, rank in ranks]) or "none"
    who = being_name(scene, question.who)
    return [f"{who} reaches level {question.about['level']}. Ranks so far: {has}. In which class is the new one?"]


QUESTIONS: dict[str, Asked] = {
    "cb.burst.retry": _retry,
    "cb.burst.rage": _rage,
    "cb.burst.evade": _evade,
    "cb.resolve.reduce": _reduce,
    "cb.spirit.overflow": _overflow,
    "cb.morale.boost.half": _half,
    "cb.morale.boost.ignore_neutral": _ignore,
    "cb.spirit.gain.capture": _capture,
    "cb.finale.rush": _rush,
    "cb.opportunity.strike": _opportunity,
    "cb.action.instant": _instant,
    "cb.formation.standard": _formation,
    "cb.formation.one_side": _one_side,
    "cb.turn.delay": _first_turn,
    "cb.hazard.traversal": _hazard,
    "cb.man.push": _push,
    "cb.man.push.follow": _follow,
    "cb.man.impair": _impair,
    "cb.man.disarm": saying("{asked} has disarmed {target}. What do they let go of?"),
    "cb.action.improvised": _improvised,
    "cb.class.rank_up": _class,
}
