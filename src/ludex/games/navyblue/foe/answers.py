"""What the simple policy answers when it is asked. The Director keeps to what the rules and the dice say."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import Question
from ludex.games.navyblue.book.attacks.effects import STAY
from ludex.games.navyblue.book.attacks.sequence import against_target, attack_modifiers, brought
from ludex.games.navyblue.book.dice import tiers_of, total_of
from ludex.games.navyblue.book.features import item
from ludex.games.navyblue.foe.attacks import Outlook, attack_by
from ludex.games.navyblue.foe.places import FARTHER, LATER
from ludex.games.navyblue.foe.worth import odds, pit_worth, result_worths
from ludex.games.navyblue.records.kinds import Shield, Weapon
from ludex.games.navyblue.state import FAR, Being, Scene

COMPANY = 0.3  # for each friend, or enemy, in the zone that somebody is moved to
RAISED = {
    "Warrior": ("Brawn", "Mettle"), "Devout": ("Mettle", "Vibe"), "Adept": ("Finesse", "Acumen"),
    "Mage": ("Logic", "Finesse"),
}  # fmt: skip


def among(question: Question) -> tuple[Plain, ...]:
    return tuple(question.domain.some())


# ---------------------------------------------------------------- defending


def defends(scene: Scene, question: Question) -> Plain:
    """The attribute, or the shield, against which the attack is worth least."""
    about = question.about
    attacker, target = scene.beings[str(about["by"])], scene.beings[str(about["target"])]
    attack = attack_by(scene, attacker, str(about["source"]))
    if attack is None:
        return question.default
    effects = tuple(brought(scene, attacker, attack))
    results = result_worths(scene, attacker, target, attack.strike, effects)
    tiers, total = tiers_of(scene), about.get("total")
    bonus = total_of([*attack_modifiers(scene, attacker, attack), *against_target(scene, attacker, target, attack)])

    def harm(numbers: tuple[int, ...]) -> float:
        if isinstance(total, int):
            return results[tiers.tier(total, numbers)]
        return sum([p * w for p, w in zip(odds(bonus, numbers, tiers), results, strict=True)])

    numbers = cast(tuple[tuple[int, ...], ...], about["thresholds"])
    choices = dict(zip(among(question), numbers, strict=True))
    return min(choices, key=lambda way: (harm(choices[way]), way != question.default))


def wards_off(scene: Scene, question: Question) -> Plain:
    """An Injury that need not be."""
    return True if True in among(question) else question.default


# ---------------------------------------------------------------- whose turn


def next_member(scene: Scene, question: Question) -> Plain:
    """Whoever can do most at once."""
    names = [str(name) for name in among(question) if name in scene.beings]
    return max(names, key=lambda name: (promise(scene, scene.beings[name]), name == question.default))


def promise(scene: Scene, being: Being) -> float:
    """The best attack that somebody could make in their turn, less for who is too far away for it."""
    outlook = Outlook(scene, being)
    hops = scene.hops(being.at)
    best = 0.0
    for number, blow in enumerate(outlook.blows):
        for enemy in outlook.enemies:
            beyond = hops.get(enemy.at, FAR) - blow.reach - being.sheet.speed
            worth = outlook.worth(number, enemy, False, "Prone" in being.states)
            best = max(best, worth if beyond <= 0 else LATER * worth * FARTHER**beyond)
    return max(best, max([aid.worth for aid in outlook.aids()], default=0.0))


# ---------------------------------------------------------------- moving others, letting go


def moves(scene: Scene, question: Question) -> Plain:
    """Enemies into pits, to where friends can get at them, and not to oneself if one fights from afar."""
    if question.about.get("choice") != "move":
        return question.default
    owner, target = scene.beings[question.who], scene.beings[str(question.about["target"])]
    from_afar = any(blow.reach > 0 for blow in Outlook(scene, owner).blows)

    def worth(zone: Plain) -> float:
        at = target.at if zone == STAY else str(zone)
        found = pit_worth(scene, target, at)
        found += COMPANY * sum(friend.at == at for friend in scene.allies(owner))
        found -= COMPANY * sum(other.at == at for other in scene.allies(target))
        return found + (0.0 if at != owner.at else -2 * COMPANY if from_afar else COMPANY)

    return max(among(question), key=lambda zone: (worth(zone), zone == question.default))


def lets_go(scene: Scene, question: Question) -> Plain:
    """Of the own things the least, of an enemy's the best."""
    if question.about.get("choice") != "drop" or not isinstance(question.default, tuple):
        return question.default
    target = scene.beings[str(question.about["target"])]
    own = question.who == target.id

    def dear(chosen: Plain) -> int:
        things = chosen if isinstance(chosen, tuple) else ()
        return sum([thing_worth(scene, target, str(thing)) for thing in things])

    choices = [chosen for chosen in among(question) if isinstance(chosen, tuple)]
    fitting = [chosen for chosen in choices if len(chosen) == len(question.default)]
    if not fitting:
        return question.default
    return min(fitting, key=dear) if own else max(fitting, key=dear)


def thing_worth(scene: Scene, being: Being, thing: str) -> int:
    if thing not in being.held:
        return 3  # what an NPC attacks with
    entry = item(scene, thing)
    return 3 if isinstance(entry, Weapon) else 2 if isinstance(entry, Shield) else 1


def lands(scene: Scene, question: Question) -> Plain:
    """Out of the air to where friends are, not where enemies are."""
    being = scene.beings[question.who]

    def worth(zone: Plain) -> int:
        return sum(friend.at == zone for friend in scene.allies(being)) - sum(
            enemy.at == zone for enemy in scene.enemies(being)
        )

    return max(among(question), key=lambda zone: (worth(zone), zone == question.default))


# ---------------------------------------------------------------- growing


def raises(scene: Scene, question: Question) -> Plain:
    """What the archetype lives by, and then whatever is lowest of it."""
    being = scene.beings[question.who]
    choices = among(question)
    wanted = [name for name in RAISED.get(being.sheet.archetype, ()) if name in choices]
    return wanted[0] if wanted else question.default


ANSWERS: dict[str, Callable[[Scene, Question], Plain]] = {
    "nb.attack.defend_with": defends,
    "nb.shield.hand": defends,
    "nb.feature.tags": wards_off,
    "nb.init.alternate": next_member,
    "nb.action.attack": moves,
    "nb.maneuver.drop": lets_go,
    "nb.zone.air": lands,
    "nb.attr.raise_every_four": raises,
}
