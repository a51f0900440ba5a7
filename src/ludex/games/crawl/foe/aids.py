"""Ideas of the simple policy that are no attacks: healing, magic, getting free, taking up arms, grabbing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.derived import derived
from ludex.games.crawl.book.characters.aspects import EQUIPMENT, item_of, max_hp
from ludex.games.crawl.book.characters.skills import Skill, methods_of, skills
from ludex.games.crawl.book.conditions import holder
from ludex.games.crawl.book.dice import total_of
from ludex.games.crawl.book.equipment.consuming import reload_cost, to_consume
from ludex.games.crawl.book.equipment.equipping import on_ground, to_draw
from ludex.games.crawl.book.equipment.handling import hands_full, things_in_hand, usable_hands
from ludex.games.crawl.book.movement.grabbing import HELD_ITEM
from ludex.games.crawl.book.skills.actions import ENERGIES, needs_cell, own_ready, refuse_target
from ludex.games.crawl.book.skills.modifiers import hindrance, skill_modifiers
from ludex.games.crawl.foe.attacks import Outlook
from ludex.games.crawl.foe.saving_energy import Threat
from ludex.games.crawl.foe.worth import (
    DROPPED,
    HURT,
    ROUNDS,
    Numbers,
    chance,
    condition_worth,
    harm,
    numbers,
    spread,
    weapon_arm,
)
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.records.effects import Afflict, Energy, RemoveCondition
from ludex.games.crawl.records.kinds import Consumable, Weapon
from ludex.games.crawl.records.parts import Shifts
from ludex.games.crawl.records.price_list import DamageHealed, DamageResistance, EnergyPointPoolModifier
from ludex.games.crawl.state import Being, Scene

SURE = 0.95  # what something is worth that need not be done now
WARDED = 3.0  # attacks from which a ward is expected to protect
HELPED = 0.05  # of a round: a modifier of 1
FREED = 1.0  # of a round: to be free again
DISARMED = 0.4  # of a stake: to have lost the weapon
GRIPPED = 0.25  # of a round
FAR_OFF = 0.3  # of what it is worth to hinder somebody: who can get at nobody


class Aid(NamedTuple):
    """Something worth doing from here, and what it costs in energy."""

    worth: float
    cost: int
    command: Command
    why: str


# ---------------------------------------------------------------- healing


def healing(scene: Scene, target: Being, amount: float) -> float:
    """Health regained; much more for who comes round by it."""
    if "Dead" in target.states:
        return 0.0
    n, most = numbers(scene, target), max_hp(scene, target)
    missing = most - target.hp
    gained = min(amount, missing)
    if gained < amount and 2 * target.hp > most:
        return 0.0  # what is spent on a scratch is missed later
    worth = n.stake * HURT * gained / max(most / 2, target.hp, 1)
    if target.beaten and target.hp + gained > 0:
        worth += n.stake * DROPPED
    return worth


def relief(scene: Scene, target: Being, name: str) -> float:
    """To be rid of a condition."""
    if name not in target.states:
        return 0.0
    n = numbers(scene, target)
    if name == "Bleeding":
        turns = sum([c.value for c in target.conditions if c.name == name])
        return harm(n, target.hp, ((turns, 1.0),))
    return CONDITIONS[name].worth * 2 * n.stake / ROUNDS


def potions(scene: Scene, being: Being) -> Iterator[Aid]:
    """What can be used up, by oneself or by whoever is in reach."""
    for name in map(str, to_consume(scene, being) if being.pack or being.hands != ("", "") else ()):
        item = item_of(scene.library, name)
        assert isinstance(item, Consumable)
        for target in (being, *[friend for friend in scene.allies(being) if scene.distance(being, friend) <= 1]):
            worth = 0.0
            for part in item.parts:
                if isinstance(part, DamageHealed):
                    worth += SURE * healing(scene, target, part.dice * (part.sides + 1) / 2)
            for effect in item.effects:
                if isinstance(effect, RemoveCondition):
                    worth += relief(scene, target, effect.condition)
                elif isinstance(effect, Energy):
                    n = numbers(scene, target)
                    worth += 0.5 * n.blow * min(effect.value, max(0, n.pool - target.ep) - item.use_ep)
            if worth > 0:
                given = command(being.id, "consume", item=name, target=target.id)
                yield Aid(worth, item.use_ep, given, f"{item.name} for {target.name}")


# ---------------------------------------------------------------- skills


def spells(scene: Scene, being: Being, threats: list[Threat]) -> Iterator[Aid]:
    """Every skill on somebody that helps a friend or hinders an enemy."""
    for skill in helping(scene, being):
        if skill.ep > being.ep or hindrance(scene, being, skill) is not None:
            continue
        bonus: int | None = None
        for target in meant(scene, being, skill):
            worth, choice = done_to(scene, being, skill, target, threats)
            if worth <= 0:
                continue
            if bonus is None:
                bonus = total_of(skill_modifiers(scene, being, skill))
            if refuse_target(scene, being, skill, target) is None:
                likely = chance(bonus, skill.difficulty) if skill.use.against != "none" else 1.0
                target_id = target.id if not skill.area else ""
                given = command(being.id, "use", skill=skill.id, target=target_id, cell=None, choice=choice)
                yield Aid(likely * worth, skill.ep, given, f"{skill.name} on {target.name}")


@derived(EQUIPMENT, also="scene.mode")
def helping(scene: Scene, being: Being) -> list[Skill]:
    """Those that do so."""
    every = own_ready(scene, being, False)
    return [s for s in every if not needs_cell(s) and (s.heals or s.granted or s.effects or s.cures)]


def meant(scene: Scene, being: Being, skill: Skill) -> list[Being]:
    if skill.use.target == "self" or skill.area:
        return [being]
    if skill.use.target == "enemy":
        return [enemy for enemy in scene.enemies(being) if not enemy.beaten]
    if skill.use.target == "ally":
        return scene.allies(being)
    return [being, *scene.allies(being)] if skill.use.target == "any" else []


def done_to(scene: Scene, being: Being, skill: Skill, target: Being, threats: list[Threat]) -> tuple[float, str]:
    """What a skill is worth on somebody, and what has to be chosen for it."""
    n = numbers(scene, target)
    if target.side != being.side:
        return _hindered(target, n, skill) * (1.0 if dangerous(scene, target, n) else FAR_OFF), ""
    worth, choice = 0.0, ""
    if skill.heals is not None:
        friends = [target, *scene.allies(being)] if skill.area else [target]
        worth += sum([healing(scene, f, skill.heals.count * (skill.heals.sides + 1) / 2) for f in friends])
    for effect in skill.effects:
        if isinstance(effect, RemoveCondition):
            worth += relief(scene, target, effect.condition)
    if "sickened" in skill.cures:
        worth += relief(scene, target, "Sickened")
    under = any([c.name == "Affected" and c.note.partition(":")[0] == skill.aspect for c in target.conditions])
    if skill.granted and not under:
        granted, choice = _granted(scene, target, n, skill, threats if target is being else [])
        worth += granted
    return worth, choice


def dangerous(scene: Scene, enemy: Being, n: Numbers) -> bool:
    """Can they strike at anybody before what hinders them is over?"""
    if n.afar:
        return True
    near = n.reach + n.speed
    return any([not other.beaten and scene.distance(enemy, other) <= near for other in scene.enemies(enemy)])


def _hindered(target: Being, n: Numbers, skill: Skill) -> float:
    """Conditions that a check wards off."""
    if skill.entry.mind and n.intelligence < 0:
        return 0.0
    worth = 0.0
    for effect in skill.effects:
        if isinstance(effect, Afflict) and effect.on == "success":
            likely = 1 - chance(getattr(n, effect.save), effect.difficulty) if effect.save else 1.0
            worth += likely * condition_worth(target, n, effect.condition, effect.turns)
    return worth


def _granted(scene: Scene, target: Being, n: Numbers, skill: Skill, threats: list[Threat]) -> tuple[float, str]:
    """What lasts: resistance by what it takes off the blows that come, modifiers, energy."""
    turns = min(skill.turns or 4, 4)
    worth, choice = 0.0, ""
    for part in skill.granted:
        if isinstance(part, DamageResistance):
            saved: dict[str, float] = {}
            for _, _, strike, attack, _, _ in threats:
                kinds = list(dict.fromkeys([each.type for each in strike.skill.dice]))
                for kind in kinds:
                    if part.type in (kind, "chosen"):
                        resisted = tuple([r + (part.value if k == kind else 0)
                                          for k, r in zip(kinds, n.resisted(strike.skill), strict=True)])  # fmt: skip
                        less = harm(n, target.hp, spread(strike.skill.dice, strike.more, resisted))
                        saved[kind] = saved.get(kind, 0.0) + 0.5 * (attack.worth - less)
            open_to = [kind for kind in saved if part.type != "chosen" or kind in ENERGIES]
            best = max(open_to, key=lambda kind: saved[kind], default="")
            if best:
                often = 1.0 if skill.use.ends_on_absorb else turns * 0.7
                worth += min(saved[best], WARDED * saved[best] / max(1, len(threats))) * often
                choice = best if part.type == "chosen" else ""
        elif isinstance(part, Shifts):
            worth += HELPED * part.value * turns * n.stake / ROUNDS
        elif isinstance(part, EnergyPointPoolModifier):
            worth += 0.3 * part.value * n.blow
    return worth, choice or (ENERGIES[0] if _chooses(skill) else "")


def _chooses(skill: Skill) -> bool:
    return any([isinstance(part, DamageResistance) and part.type == "chosen" for part in skill.granted])


# ---------------------------------------------------------------- getting free, taking up arms


def recovery(scene: Scene, being: Being, n: Numbers, wants_to_walk: bool) -> Iterator[Aid]:
    """Out of grips, up from the ground, the weapon in hand again."""
    a_round = n.stake / ROUNDS
    if being.states:
        by = holder(scene, being)
        if by is not None:
            other = numbers(scene, by)
            wins = min(0.95, max(0.05, 0.5 + 0.045 * (n.strength - other.strength)))
            if "Grappled" in being.states:
                yield Aid(wins * 2 * FREED * a_round, 1, Command(being.id, "escape_grapple"), "Out of the grapple")
            else:
                worth = wins * (FREED if wants_to_walk else 2 * GRIPPED) * a_round
                yield Aid(worth, 1, command(being.id, "break_grab", holder=by.id), "Out of the grip")
        if "Prone" in being.states:
            worth = (FREED if wants_to_walk else 0.2 if n.afar else 0.5) * a_round
            yield Aid(worth, 1, Command(being.id, "rise"), "Up again")
    if being.unloaded:
        for name in being.unloaded:
            yield Aid(n.stake / ROUNDS, reload_cost(scene, being, name),
                      command(being.id, "reload", thing=name), "Ready again")  # fmt: skip
    if not armed(scene, being) and not n.afar:
        yield from arms(scene, being)
    if not n.strikes and things_in_hand(being) and usable_hands(being):
        yield Aid(a_round, 0, command(being.id, "drop", thing=things_in_hand(being)[0]), "A free hand")


@derived(EQUIPMENT)
def armed(scene: Scene, being: Being) -> bool:
    """Does it hold a weapon for an attack that it has learned, if it has learned any?"""
    wanted = _methods(scene, being)
    held_ones = [item_of(scene.library, name) for name in things_in_hand(being)]
    return not wanted or any([isinstance(m, Weapon) and set(methods_of(m)) & set(wanted) for m in held_ones])


def _methods(scene: Scene, being: Being) -> list[str]:
    entries = [scene.library.shelves["aspect"].get(one.aspect) for one in being.sheet.aspects]
    return [m for entry in entries if entry.use is not None and entry.use.when == "action" for m in entry.use.methods]


def arms(scene: Scene, being: Being) -> Iterator[Aid]:
    """A weapon out of the pack or from the ground."""
    wanted = set(_methods(scene, being))
    for act, names in (("draw", to_draw(scene, being)), ("pick_up", on_ground(scene, being))):
        for name in map(str, names):
            item = item_of(scene.library, name)
            fits = isinstance(item, Weapon) and not wanted.isdisjoint(methods_of(item))
            if fits and hands_full(scene, being, name) is None:
                stake = numbers(scene, being).stake
                yield Aid(DISARMED * stake, 0, command(being.id, act, thing=name), f"{item.name} in hand")


# ---------------------------------------------------------------- grabbing


def grabs(scene: Scene, being: Being, outlook: Outlook) -> Iterator[Aid]:
    """tc.grab: to take a weapon away, or to hold the arm that leads it; with an aspect for it, on to a grapple."""
    n = outlook.n
    near = [(enemy, o) for enemy, o in outlook.known if not enemy.senseless and outlook.apart(enemy) <= n.reach]
    wrestles = [skill for skill in skills(scene, being, "action") if skill.grapple] if near else []
    for enemy, other in near:
        wins = min(0.95, max(0.05, 0.52 + 0.045 * (n.mobility - other.mobility)))
        if any([c.name == "Grabbed" and c.source == being.id for c in enemy.conditions]):
            for skill in wrestles:
                strong = min(0.95, max(0.05, 0.5 + 0.045 * (n.strength - other.strength)))
                given = command(being.id, "grapple", skill=skill.id, target=enemy.id)
                yield Aid(strong * 2 * other.stake / ROUNDS, skill.ep, given, f"{enemy.name} held fast")
            continue
        if "Grabbed" in enemy.states or "Grappled" in enemy.states:
            continue
        fast = wins * (0.8 if wrestles else GRIPPED) * other.stake / ROUNDS
        limb = command(being.id, "grab", target=enemy.id, what=weapon_arm(enemy))
        yield Aid(fast, 1, limb, f"Hold of {enemy.name}")
        for thing in things_in_hand(enemy):
            made_item = item_of(scene.library, thing)
            if isinstance(made_item, Weapon) and hands_full(scene, being, thing) is None:
                takes = min(0.95, max(0.05, wins - 0.045 * HELD_ITEM))
                given = command(being.id, "grab", target=enemy.id, what=thing)
                yield Aid(takes * 0.5 * DISARMED * other.stake, 1, given, f"{made_item.name} from {enemy.name}")
