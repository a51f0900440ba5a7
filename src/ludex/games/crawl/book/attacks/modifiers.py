"""What an attack is: with which skill, on whom, why it cannot be made, and everything that modifies its roll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ludex.core.kernel.derived import derived
from ludex.core.kernel.ruling import BadInput, Modifier, Refusal
from ludex.games.crawl.book.characters.aspects import EQUIPMENT, aspect, item_of, items, lasting
from ludex.games.crawl.book.characters.skills import (
    OWN,
    Skill,
    aspect_modifiers,
    rolls_of,
    skill_of,
    skills,
    with_weapons,
)
from ludex.games.crawl.book.conditions import counts
from ludex.games.crawl.book.dice import everywhere, shifted, total_of
from ludex.games.crawl.book.health.wounds import senses_modifiers
from ludex.games.crawl.book.map.ranges import distance_modifier, in_reach
from ludex.games.crawl.book.map.sight import line, sees, unknown_to
from ludex.games.crawl.book.map.threat import flankers
from ludex.games.crawl.book.skills.modifiers import refuse_use
from ludex.games.crawl.records.ids import CHOSEN
from ludex.games.crawl.records.parts import Shifts
from ludex.games.crawl.state import ARMS, SLOTS, Being, Carried, Lying, Scene

TARGETED = -10  # tc.targeted
CHARGING = 2  # tc.charge
OCCUPIED = -2  # tc.melee.occupied_cell
HELD_ARM = -2  # tc.grab.held
LYING_SHOT, LYING_BLOW = 2, -2  # tc.prone
SMALL_OBJECT = -3  # the size of what can be thrown by mind


class Blow(NamedTuple):
    """One attack: the skill by its id, how it came about, and what it aims at."""

    skill: str
    kind: str = "attack"  # attack, charge, opportunistic, readied, final, riposte, extra, blind
    aim: str = ""  # tc.targeted: a slot, or a piece of armour
    also: tuple[str, ...] = ()  # further targets of the same roll
    further: int = 0  # tc.weapon.method: range classes by which a throw was lengthened


class Hit(NamedTuple):
    """An attack roll that has met its difficulty."""

    total: int  # 0 where nobody can defend
    tables: int = 0  # tc.crit.hit: how often the critical table is rolled
    hidden: bool = False  # tc.stealth.benefits: it came from stealth
    area: bool = False  # tc.area.no_dodge

    @property
    def critical(self) -> bool:
        return self.tables > 0


# ---------------------------------------------------------------- why it cannot be made


def refuse_attack(scene: Scene, actor: Being, target: Being, skill_id: str, aim: str = "") -> Refusal | None:
    """Why somebody cannot attack this target with this skill now, apart from what it costs."""
    skill = skill_of(scene, actor, skill_id)
    check_aim(scene, target, aim)
    if not skill.aimed:
        return Refusal(f"{skill.name} is no attack on somebody", "tc.attack.roll")
    return (
        refuse_side(actor, target, skill)
        or refuse_skill(scene, actor, skill)
        or refuse_target(scene, actor, target)
        or in_reach(scene, actor, target, skill)
    )


def refuse_side(actor: Being, target: Being, skill: Skill) -> Refusal | None:
    """Target Restriction: allies, or enemies, only."""
    if skill.only and (skill.only == "enemies only") == (actor.side == target.side):
        return Refusal(f"{skill.name}: {skill.only}", "tc.ap.cost.options")
    return None


def check_aim(scene: Scene, target: Being, aim: str) -> None:
    """tc.targeted: a slot, with armour or without, or a piece that the target wears or holds."""
    if aim and aim not in SLOTS and aim not in target.worn and aim not in target.hands:
        raise BadInput(f"an attack aims at one of {', '.join(SLOTS)} or at what {target.name} wears, not at {aim!r}")


def refuse_skill(scene: Scene, actor: Being, skill: Skill) -> Refusal | None:
    """Why somebody cannot use this attack, whoever the target is."""
    refusal = refuse_use(scene, actor, skill) or refuse_weapon(scene, actor, skill)
    if refusal is None and skill.use.needs == "object" and not object_for(scene, actor):
        return Refusal(f"{skill.name} needs a small thing at hand or on the ground", "tc.aspect.definition")
    return refusal


def refuse_weapon(scene: Scene, actor: Being, skill: Skill) -> Refusal | None:
    """tc.weapon.method: an aspect works with the weapons of its methods, in hand and ready (tc.reload)."""
    if skill.use.range != "weapon":
        if skill.weapon:
            raise BadInput(f"{skill.entry.name} is used without a weapon")
    elif not skill.weapon:
        return Refusal(f"{skill.name} needs a weapon in hand", "tc.weapon.method")
    elif skill.weapon not in actor.hands:
        return Refusal(f"{item_of(scene.library, skill.weapon).name} is not in hand", "tc.weapon.method")
    elif not fits_weapon(scene, actor, skill.id):
        return Refusal(f"{skill.name}: the weapon has no such method", "tc.weapon.method")
    if actor.unloaded and loaded_as(skill) in actor.unloaded:
        return Refusal(f"{skill.name} must be made ready first", "tc.reload")
    return None


@derived(EQUIPMENT)
def fits_weapon(scene: Scene, actor: Being, skill_id: str) -> bool:
    """Has what somebody holds the method of this skill?"""
    return skill_id in with_weapons(scene, actor, skill_of(scene, actor, skill_id).entry)


def loaded_as(skill: Skill) -> str:
    """What must be reloaded after it: the weapon, or the aspect where there is none."""
    return skill.weapon or skill.aspect


def object_for(scene: Scene, actor: Being) -> Lying | Carried | None:
    """The small thing that would be thrown by mind: the nearest on the ground, or one of the pack."""
    lying = [thing for thing in scene.lying if item_of(scene.library, thing.item).size <= SMALL_OBJECT]
    if lying:
        return min(lying, key=lambda thing: scene.board.distance(actor.at, thing.at))
    return next((carried for carried in actor.pack if item_of(scene.library, carried.id).size <= SMALL_OBJECT), None)


def take_object(scene: Scene, actor: Being) -> str:
    """Take up the thing that is thrown by mind, from where it was."""
    thing = object_for(scene, actor)
    if isinstance(thing, Lying):
        scene.lying = tuple([other for other in scene.lying if other is not thing])
        return thing.item
    if thing is None:
        return ""
    rest = replace(thing, count=thing.count - 1, used=0)
    actor.pack = tuple([rest if c is thing else c for c in actor.pack if c is not thing or rest.count])
    return thing.id


def refuse_target(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    """tc.los: whoever is attacked must be there and be seen."""
    if target is actor:
        return Refusal("nobody attacks themselves", "tc.attack.roll")
    if "Dead" in target.states:
        return Refusal(f"{target.name} is dead", "tc.hp.death")
    if not target.here:
        return Refusal(f"{target.name} is not there", "tc.attack.roll")
    if counts(actor, "Blind"):
        return Refusal(f"{actor.name} is blind and can only attack a cell", "tc.blind")
    if not sees(scene, actor, target):
        return Refusal(f"{actor.name} has no line of sight to {target.name}", "tc.los")
    return None


# ---------------------------------------------------------------- what modifies the roll


def attack_modifiers(scene: Scene, attacker: Being, target: Being, blow: Blow) -> list[Modifier]:
    """Everything that modifies this attack roll, with its source and rule."""
    skill = skill_of(scene, attacker, blow.skill)
    found = [*own_modifiers(scene, attacker, skill), *posture_modifiers(scene, attacker, skill, blow)]
    found += distance_modifier(scene, scene.range(attacker, target) - 1, skill, blow.further)
    if skill.melee:
        around = flankers(scene, target)
        if attacker in around:
            found.append(Modifier(len(around), "flanking", "tc.flank"))
        if skill.reach and not skill.careful and through_somebody(scene, attacker, target):
            found.append(Modifier(OCCUPIED, "through an occupied cell", "tc.melee.occupied_cell"))
    else:
        found += [*called_shots(scene, attacker, target), *mist_modifiers(scene, attacker, target)]
    if scene.options["opt_prone_incoming"] and counts(target, "Prone"):
        found.append(Modifier(-LYING_BLOW if skill.melee else -LYING_SHOT, "target prone", "tc.prone"))
    return found


def own_modifiers(scene: Scene, attacker: Being, skill: Skill) -> list[Modifier]:
    """tc.ap.inherit: of the skill itself, of aspects that name such attacks, and what lies on every roll."""
    found = [*aspect_modifiers(scene, attacker, skill.aspect)]
    if skill.use.as_aspect == CHOSEN:
        found += chosen_attack(scene, attacker, skill)
    if skill.weapon:
        found += weapon_modifiers(scene, skill)
    types = [each.type for each in skill.dice]
    found += shifted(scene, attacker, *rolls_of(skill), of=skill.aspect, chosen=(skill.weapon, *types))
    return [*found, *everywhere(scene, attacker)]


def weapon_modifiers(scene: Scene, skill: Skill) -> list[Modifier]:
    """tc.ap.schema: what the weapon itself adds to attacks with it."""
    weapon = item_of(scene.library, skill.weapon)
    more = sum([part.value for part in weapon.parts if isinstance(part, OWN) and part.on == "own"])
    return [Modifier(more, weapon.name, "tc.ap.schema")] if more else []


def chosen_attack(scene: Scene, attacker: Being, skill: Skill) -> Sequence[Modifier]:
    """The modifiers of the best melee attack that this weapon allows, where a skill is used as one of them."""
    ways = [
        aspect_modifiers(scene, attacker, other.aspect)
        for other in skills(scene, attacker, "action")
        if other.weapon == skill.weapon and other.melee and other.use.methods
    ]
    return max(ways, key=total_of, default=())


def posture_modifiers(scene: Scene, attacker: Being, skill: Skill, blow: Blow) -> list[Modifier]:
    """How the attacker stands and what they attempt."""
    found = []
    if blow.kind == "charge":
        found.append(Modifier(CHARGING, "charge", "tc.charge"))
    if blow.kind == "blind" or (counts(attacker, "Blind") and not skill.use.mental):
        found += not_seen(scene)
    if blow.aim:
        piece = item_of(scene.library, blow.aim).name if blow.aim in items(scene.library) else blow.aim
        found.append(Modifier(TARGETED, f"aims at the {piece}", "tc.targeted"))
    if attacker.states:
        if counts(attacker, "Prone") and not scene.options["opt_prone_incoming"]:
            found.append(Modifier(LYING_BLOW if skill.melee else LYING_SHOT, "prone", "tc.prone"))
        found += senses_modifiers(attacker)
        if "Grabbed" in attacker.states and skill.weapon and held_arm(attacker, skill.weapon):
            found.append(Modifier(HELD_ARM, "held arm", "tc.grab.held"))
    return found


def not_seen(scene: Scene) -> list[Modifier]:
    """tc.blind: what takes off an attack on a cell that one does not see into, or on whom one sees no longer."""
    worse = scene.options["opt_blind_attack_penalty"]
    assert isinstance(worse, int)
    return [Modifier(worse, "target not seen", "tc.blind")] if worse else []


def held_arm(attacker: Being, weapon: str) -> bool:
    """tc.grab.held: does somebody hold the arm that leads this weapon?"""
    limbs = [condition.note for condition in attacker.conditions if condition.name == "Grabbed"]
    return any([arm in limbs and held == weapon for arm, held in zip(ARMS, attacker.hands, strict=True)])


def through_somebody(scene: Scene, attacker: Being, target: Being) -> bool:
    """tc.melee.occupied_cell: is there somebody else in a cell that the line crosses, as far as the attacker's side
    knows?"""
    scene.cite("tc.melee.occupied_cell")
    if scene.options["opt_no_occupied_penalty"]:
        return False
    a, b = line(scene, attacker, target)
    between = [cell for cell in scene.board.crossed(a, b) if cell not in (a, b)]
    others = [other for other in scene.beings.values() if other.here and other is not attacker and other is not target]
    known = [other for other in others if not unknown_to(scene, other, attacker.side)]
    return any([cell in between for other in known for cell in scene.cells(other)])


def called_shots(scene: Scene, attacker: Being, target: Being) -> list[Modifier]:
    """What somebody has called out for the next ranged attack, on a target that the caller sees."""
    modifiers = []
    for condition, entry, parts, _ in lasting(scene, attacker):
        caller = scene.beings.get(condition.source)
        if caller is None or not sees(scene, caller, target):
            continue
        for part in parts:
            if isinstance(part, Shifts) and part.on == "next_ranged_attack":
                modifiers.append(Modifier(part.value, entry.name, "tc.ap.inherit"))
    return modifiers


def spend_called_shots(scene: Scene, attacker: Being) -> None:
    """Called shots count for one ranged attack, and are gone with it."""
    called = [
        condition
        for condition, _, parts, _ in lasting(scene, attacker)
        if any([isinstance(part, Shifts) and part.on == "next_ranged_attack" for part in parts])
    ]
    if called:
        attacker.keep(lambda condition: condition not in called)


def mist_modifiers(scene: Scene, attacker: Being, target: Being) -> list[Modifier]:
    """What lies on cells and hinders ranged attacks that are made inside or go into it."""
    if not scene.areas:
        return []
    ends, modifiers = (*scene.cells(attacker), *scene.cells(target)), []
    for area in scene.areas:
        if any([cell in area.cells for cell in ends]):
            entry = aspect(scene.library, area.aspect)
            for part in entry.parts:
                if isinstance(part, Shifts) and part.on == "ranged_attack_through_area":
                    modifiers.append(Modifier(part.value, entry.name, "tc.area.shapes"))
    return modifiers
