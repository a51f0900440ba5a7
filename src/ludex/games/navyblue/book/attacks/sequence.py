"""Attacking: one roll against what each target defends with, the damage of the result, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Faces, dice
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask, roll
from ludex.core.kernel.ruling import Modifier, Refusal
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, happens
from ludex.games.navyblue.book.adventure.downtime import unpaused
from ludex.games.navyblue.book.attacks.defence import NOTHING, defences, shields_to_pick, strength, thresholds
from ludex.games.navyblue.book.attacks.effects import Moment, fits, happen
from ludex.games.navyblue.book.attacks.reach import cannot_reach, no_target
from ludex.games.navyblue.book.conditions import lacking, stops, unable
from ludex.games.navyblue.book.damage import deal
from ludex.games.navyblue.book.dice import (
    BONUS,
    CRITICAL,
    MISS,
    RESULTS,
    AgainstAll,
    Thrown,
    Tiers,
    by_the_gm,
    tiers_of,
    total_of,
)
from ludex.games.navyblue.book.features import at_moment, attribute, forbidden, has_attribute, item, passive
from ludex.games.navyblue.book.movement.steps import running
from ludex.games.navyblue.records.effects import DamageBonus, DirectInjuries, Effect, LowerResult
from ludex.games.navyblue.records.kinds import Results, Strike
from ludex.games.navyblue.state import Being, Scene, half_level

RUNNING = -2  # nb.move.running
PRONE = 2  # nb.prone: better for who is near, worse from afar
UNPAUSED = -1  # nb.dungeon.pause_due
RULE = "nb.attack.def"
FISTS = "fists"
NO_SHIELD = ""  # none was to be picked
Numbers = dict[str, tuple[int, int, int]]  # the thresholds of each choice


class Attack(NamedTuple):
    """An attack as it is made: with what, by which attribute, and what it brings."""

    strike: Strike
    effects: tuple[Effect, ...]
    source: str  # weapon:cutlass, feature:sever, npc:tide_ghoul.drowning_grip
    traits: tuple[str, ...]
    attr: str
    by_action: bool = True  # or by a maneuver

    @property
    def weapon(self) -> str:
        return self.source.removeprefix("weapon:")


class Defence(NamedTuple):
    """What somebody has picked to defend with."""

    attr: str
    shield: str = NO_SHIELD  # of two that could help


@dataclass(frozen=True, slots=True)
class Swing:
    """The result against each target, and whether the dice were two 1s where that matters."""

    against: AgainstAll
    ones_matter: bool

    def total(self, faces: Faces) -> int:
        return self.against.total(faces)

    def called(self, reading: tuple[tuple[int, ...], bool]) -> str:
        results, ones = reading
        return f"{self.against.called(results)} with two 1s" if ones else self.against.called(results)

    def __call__(self, faces: Faces) -> tuple[tuple[int, ...], bool]:
        return self.against(faces), self.ones_matter and faces == (1, 1)


# ---------------------------------------------------------------- declaring it


def attack_attrs(actor: Being, strike: Strike) -> tuple[str, ...]:
    """nb.item.weapon: of the attributes that an attack can be made with, the ones the attacker has."""
    return tuple([attr for attr in strike.attack_attr if has_attribute(actor, attr)])


def best_attr(scene: Scene, actor: Being, strike: Strike) -> str:
    return max(attack_attrs(actor, strike), key=lambda attr: attribute(scene, actor, attr), default="")


async def strike_with(
    scene: Scene,
    actor: Being,
    strike: Strike,
    effects: tuple[Effect, ...],
    source: str,
    traits: tuple[str, ...],
    targets: tuple[str, ...],
    attr: str = "",
    by_action: bool = True,
) -> None:
    """Make an attack; with the best attribute it can be made with unless one is named."""
    attack = Attack(strike, effects, source, traits, attr or best_attr(scene, actor, strike), by_action)
    await scene.then(attacks(actor, attack, targets))


# ---------------------------------------------------------------- what modifies the roll


def attack_modifiers(scene: Scene, attacker: Being, attack: Attack) -> list[Modifier]:
    """nb.attack.penalties: all that modifies the roll whoever is attacked, with its source and rule."""
    found = [Modifier(half_level(scene, attacker), "half level", "nb.hl", BONUS)]
    if attack.attr:
        found.append(Modifier(attribute(scene, attacker, attack.attr), attack.attr, "nb.roll.format", BONUS))
    if attack.by_action and running(scene, attacker):
        found.append(Modifier(RUNNING, "running", "nb.move.running", BONUS))
    if unpaused(attacker):
        found.append(Modifier(UNPAUSED, "unpaused", "nb.dungeon.pause_due", BONUS))
    if "Hindered" in attacker.states:
        hindered = [c for c in attacker.conditions if c.name == "Hindered" and c.note in ("attack", "any")]
        found += [Modifier(c.value, "hindered", "nb.attack.penalties", BONUS) for c in hindered]
    return found


def against_target(scene: Scene, attacker: Being, target: Being, attack: Attack) -> list[Modifier]:
    """nb.prone: what it adds that the target, or the attacker, is Prone; by the reach of what is used."""
    if "Prone" not in attacker.states and "Prone" not in target.states:
        return []
    reach = attack.strike.reach
    if scene.options["opt_prone_by_distance"] or not isinstance(reach, int):
        reach = scene.distance(attacker, target)
    modifiers = []
    if "Prone" in target.states:
        modifiers.append(Modifier(PRONE if reach <= 0 else -PRONE, "target Prone", "nb.prone", BONUS))
    if "Prone" in attacker.states and (reach <= 0 or scene.options["opt_prone_all_attacks"]):
        modifiers.append(Modifier(-PRONE, "Prone", "nb.prone", BONUS))
    return modifiers


# ---------------------------------------------------------------- what has changed while defenders picked


def as_they_stand(scene: Scene, attacker: Being, beings: list[Being]) -> tuple[object, ...]:
    """All by which an attack can come to nothing before its roll."""
    placed = [(being.at, being.conditions) for being in beings]
    return attacker.at, attacker.conditions, attacker.held, scene.doors, placed


def cannot_go_on(scene: Scene, attacker: Being, attack: Attack) -> Refusal | None:
    """nb.item.weapon: why somebody cannot make the attack any more that they have begun."""
    refusal = unable(attacker)
    kind, _, name = attack.source.partition(":")
    if refusal is not None:
        return refusal
    if kind == "weapon" and name != FISTS and name not in attacker.held:
        return Refusal(f"{item(scene, name).name} is not in hand", "nb.item.weapon")
    if lacks(attacker, name.rpartition(".")[2]):
        return Refusal("it is not at hand", "nb.item.weapon")
    if forbidden(scene, attacker, attack.traits):
        return Refusal(f"{attacker.name} is cut off from magic", "nb.arch.counterplay")
    return None


def lacks(being: Being, thing: str) -> bool:
    return any([name == thing for name, _ in lacking(being)])


def strikes(scene: Scene, attacker: Being, target: Being, attack: Attack) -> bool:
    """Does an attack still come about, and against this one?"""
    return cannot_go_on(scene, attacker, attack) is None and not_struck(scene, attacker, target, attack) is None


def not_struck(scene: Scene, attacker: Being, target: Being, attack: Attack) -> Refusal | None:
    return no_target(scene, attacker, target) or cannot_reach(scene, attacker, target, attack.strike.reach)


def still_aimed_at(
    scene: Scene, attacker: Being, attack: Attack, beings: list[Being], picked: list[Defence]
) -> tuple[list[Being], list[Defence]]:
    """Those who can still be struck, with what they defend with."""
    left = []
    for being, defence in zip(beings, picked, strict=True):
        if not stops(scene, attacker, not_struck(scene, attacker, being, attack)):
            left.append((being, defence))
    return [being for being, _ in left], [defence for _, defence in left]


# ---------------------------------------------------------------- the roll


@step(RULE)
async def attacks(scene: Scene, attacker: Being, attack: Attack, targets: tuple[str, ...]) -> None:
    """One roll against every target; each has picked what to defend with before it, or does so after it."""
    beings = [scene.beings[name] for name in targets if scene.beings[name].here]
    if not beings:
        return
    attacker.acted = attacker.acted or attack.by_action
    scene.cite("nb.attack.roll_once", "nb.attack.penalties", "nb.roll.format", "nb.roll.doubles", "nb.roll.risk")
    if scene.options["opt_defend_after_roll"]:
        await roll_first(scene, attacker, attack, beings)
    else:
        await defend_first(scene, attacker, attack, beings)


async def defend_first(scene: Scene, attacker: Being, attack: Attack, beings: list[Being]) -> None:
    stood = as_they_stand(scene, attacker, beings)
    picked: list[Defence] = []
    for being in beings:
        struck_still = not picked or as_they_stand(scene, attacker, beings) == stood
        if struck_still or strikes(scene, attacker, being, attack):
            picked.append(await defends(scene, attacker, being, attack))
        else:
            picked.append(Defence(NOTHING))
    if as_they_stand(scene, attacker, beings) != stood:
        if stops(scene, attacker, cannot_go_on(scene, attacker, attack)):
            return
        beings, picked = still_aimed_at(scene, attacker, attack, beings, picked)
    if not beings:
        return
    struck = list(zip(beings, picked, strict=True))
    defended = [defence.attr for defence in picked]
    modifiers, bonus, apart = all_modifiers(scene, attacker, attack, beings)
    numbers = tuple(
        [
            tuple([at - more for at in thresholds(scene, being, *defence)])
            for (being, defence), more in zip(struck, apart, strict=True)
        ]
    )
    ones_matter = any([effect.on == "double_ones" for effect in attack.effects])
    about: dict[str, Plain] = {
        "source": attack.source, "attribute": attack.attr, "targets": tuple([being.id for being in beings]),
        "defended_with": tuple(defended), "thresholds": numbers,
    }  # fmt: skip
    swing = Swing(AgainstAll(bonus, numbers, tiers_of(scene)), ones_matter)
    results, ones = await roll(dice(2, 6), swing, by=attacker.id, rule=RULE, modifiers=modifiers, about=about)
    spend_hindrances(attacker)
    for being, attr, result in zip(beings, defended, results, strict=True):
        await then_lands(scene, lands(attacker, being, attack, attr, result))
    finish(scene, attacker, attack, ones)


async def then_lands(scene: Scene, landing: Entry) -> None:
    """nb.fight.end: nobody is struck any more where the one before has been the last."""
    if scene.maybe_over:
        scene.next(landing)
    else:
        await scene.then(landing)


async def roll_first(scene: Scene, attacker: Being, attack: Attack, beings: list[Being]) -> None:
    """opt_defend_after_roll: what to defend with is picked when the total is known."""
    modifiers, bonus, apart = all_modifiers(scene, attacker, attack, beings)
    about: dict[str, Plain] = {
        "source": attack.source, "attribute": attack.attr, "targets": tuple([being.id for being in beings]),
    }  # fmt: skip
    total, double = await roll(dice(2, 6), Thrown(bonus), by=attacker.id, rule=RULE, modifiers=modifiers, about=about)
    spend_hindrances(attacker)
    for being, more in zip(beings, apart, strict=True):
        scene.next(defends_after(attacker, being, attack, total + more, double))
    scene.next(finishes(attacker, attack, double == 1))


def all_modifiers(
    scene: Scene, attacker: Being, attack: Attack, beings: list[Being]
) -> tuple[list[Modifier], int, list[int]]:
    """Every modifier, what they add to the roll, and what is added against each of several targets alone."""
    modifiers = attack_modifiers(scene, attacker, attack)
    by_the_gm(scene, attacker, RULE, modifiers)
    own = [against_target(scene, attacker, being, attack) for being in beings]
    if len(beings) == 1:
        modifiers += own[0]
        return modifiers, total_of(modifiers), [0]
    bonus = total_of(modifiers)
    modifiers += [m._replace(kind=being.id) for being, found in zip(beings, own, strict=True) for m in found]
    return modifiers, bonus, [total_of(found) for found in own]


def spend_hindrances(attacker: Being) -> None:
    """What lasted for the next attack roll is over with it."""
    if attacker.conditions:
        attacker.keep(lambda c: c.until is None or c.until.when != "next_attack_roll")


async def defends(scene: Scene, attacker: Being, target: Being, attack: Attack, total: int | None = None) -> Defence:
    """nb.attack.defend_with: the defender picks among what the attack allows; with one choice nobody is asked."""

    def by_attribute() -> Numbers:
        among = defences(scene, target, attack.strike, attack.traits)
        return {attr: thresholds(scene, target, attr) for attr in among}

    def by_shield() -> Numbers:
        return shields_to_pick(scene, target, attr) or {NO_SHIELD: thresholds(scene, target, attr)}

    def struck() -> bool:
        return target.here if total is not None else strikes(scene, attacker, target, attack)

    scene.cite("nb.attack.defend_with")
    attr, *others = defences(scene, target, attack.strike, attack.traits)
    if others:
        attr = await picks(scene, attacker, target, attack, "nb.attack.defend_with", by_attribute, total, struck)
    if not shields_to_pick(scene, target, attr) or not struck():
        return Defence(attr)
    return Defence(attr, await picks(scene, attacker, target, attack, "nb.shield.hand", by_shield, total, struck))


async def picks(
    scene: Scene,
    attacker: Being,
    target: Being,
    attack: Attack,
    rule: str,
    numbers: Callable[[], Numbers],
    total: int | None,
    struck: Callable[[], bool],
) -> str:
    """The defender picks one of these, by the thresholds that each gives, for as long as they are `struck`."""
    told: dict[str, Plain] = {"by": attacker.id, "target": target.id, "source": attack.source}
    known: dict[str, Plain] = {} if total is None else {"total": total}
    picked: str = await ask(
        scene, target.id, lambda: OneOf(tuple(numbers())), rule=rule,
        about=lambda: {**told, "thresholds": tuple(numbers().values()), **known},
        default=lambda: usual_defence(numbers(), tiers_of(scene), total),
        matters=lambda: struck() and len(numbers()) > 1,
    )  # fmt: skip
    return picked


def usual_defence(numbers: Numbers, tiers: Tiers, total: int | None) -> str:
    """The one with the highest Tier 2 threshold, then Tier 3, then Tier 1; where the total is known, what it meets
    the least of."""
    best = sorted(numbers, key=lambda attr: strength(numbers[attr]), reverse=True)
    return best[0] if total is None else min(best, key=lambda attr: tiers.tier(total, numbers[attr]))


@step("nb.attack.defend_with")
async def defends_after(scene: Scene, attacker: Being, target: Being, attack: Attack, total: int, double: int) -> None:
    """The total is known; after two 1s or two 6s there is nothing to pick."""
    if not target.here:
        return
    if double:
        await scene.then(lands(attacker, target, attack, "", CRITICAL if double == 6 else MISS))
        return
    defence = await defends(scene, attacker, target, attack, total)
    if not target.here:
        return
    result = tiers_of(scene).tier(total, thresholds(scene, target, *defence))
    await scene.then(lands(attacker, target, attack, defence.attr, result))


# ---------------------------------------------------------------- what it does


@step("nb.attack.table")
async def lands(scene: Scene, attacker: Being, target: Being, attack: Attack, attr: str, result: int) -> None:
    """nb.attack.table: the damage of the result with the attacker's half level, then what the attack brings beside.
    Whoever has dropped out since the roll is not struck."""
    if not target.here:
        return
    result = lowered(scene, attacker, attack, result)
    scene.cite("nb.roll.tiers", "nb.roll.crossing")
    scene.record(
        "attack", "nb.attack.table", who=attacker.id, target=target.id, source=attack.source, defended_with=attr,
        result=RESULTS[result],
    )  # fmt: skip
    moment = Moment(result, source=attack.source)
    found = [e for e in brought(scene, attacker, attack) if e.min_result <= result <= e.max_result]
    effects = [e for e in found if e.when == "always" or fits(scene, attacker, e, target, moment)]
    if result != MISS and not any([isinstance(e, DirectInjuries) and e.replaces_damage for e in effects]):
        bonus = [e.amount for e in effects if isinstance(e, DamageBonus) and e.weapon in ("", attack.weapon)]
        amount = base_damage(attack.strike.damage, result) + half_level(scene, attacker) + sum(bonus)
        deal(scene, target, amount, attack.strike.damage_type, attacker.id, attack.source)
    for effect in effects:
        happen(scene, attacker, effect, target, result, source=attack.source, type=attack.strike.damage_type)
    happens(scene, Event("attacked", target.id, attacker.id, (("result", result), ("reach", attack.strike.reach))))


def base_damage(table: Results, result: int) -> int:
    return (0, table.tier1, table.tier2, table.tier3, table.crit)[result]


def brought(scene: Scene, attacker: Being, attack: Attack) -> Iterable[Effect]:
    """The effects of a result: those of the attack itself, and those of the attacker's features."""
    own = [effect for effect in attack.effects if effect.on == "result"]
    return (*own, *at_moment(scene, attacker, "result"))


def lowered(scene: Scene, attacker: Being, attack: Attack, result: int) -> int:
    """nb.arch.counterplay: a hit of the Suppressed counts lower, but stays a hit."""
    if not attack.traits or result == MISS:
        return result
    for effect in passive(scene, attacker, LowerResult):
        if effect.trait in attack.traits and result > effect.min_result_left:
            result = max(effect.min_result_left, result - effect.amount)
            scene.cite("nb.gap.suppression")
            scene.record("suppressed", "nb.arch.counterplay", who=attacker.id, result=RESULTS[result])
    return result


@step("nb.action.attack")
async def finishes(scene: Scene, attacker: Being, attack: Attack, ones: bool) -> None:
    finish(scene, attacker, attack, ones)


def finish(scene: Scene, attacker: Being, attack: Attack, ones: bool) -> None:
    """What an attack brings whatever its result, and what two 1s bring."""
    for effect in attack.effects:
        if effect.on == "after_attack" or (effect.on == "double_ones" and ones):
            happen(scene, attacker, effect, None, source=attack.source, type=attack.strike.damage_type)
