"""Defending: which defences can answer an attack, the choice, the roll, and checks that halve what cannot be dodged."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import NamedTuple

from ludex.core.kernel.derived import derived
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask, roll
from ludex.core.kernel.ruling import Modifier
from ludex.games.crawl.book.attacks.exotic import warded
from ludex.games.crawl.book.attacks.modifiers import Hit
from ludex.games.crawl.book.characters.aspects import EQUIPMENT, item_of
from ludex.games.crawl.book.characters.core_aspects import immobile, wears
from ludex.games.crawl.book.characters.skills import (
    Skill,
    aspect_modifiers,
    critical_from,
    methods_of,
    own_skills,
    rolls_of,
    skill_of,
    skills,
)
from ludex.games.crawl.book.conditions import counts
from ludex.games.crawl.book.dice import D20, Defended, by_the_gm, check, everywhere, shifted, total_of
from ludex.games.crawl.book.energy import FIGHT, pay_ep, refuse_ep
from ludex.games.crawl.book.health.wounds import senses_modifiers
from ludex.games.crawl.book.map.ranges import FURTHEST
from ludex.games.crawl.book.map.threat import behind
from ludex.games.crawl.book.skills.modifiers import practised
from ludex.games.crawl.book.skills.stealth import reveal
from ludex.games.crawl.book.turns.maximum_effort import effort_hp, exert, refuse_effort
from ludex.games.crawl.records.kinds import Weapon
from ludex.games.crawl.state import Being, Scene

NO = "no"
FRIEND, ANYBODY = "ally", "any"  # for whom a defence is that is not for oneself alone
BESIDE = 1
CRITICAL_HIT = -10  # tc.crit.hit
FROM_STEALTH = -10  # tc.stealth.benefits
FROM_BEHIND = -2  # tc.behind
BLIND = -10  # tc.blind
PRONE = -2  # tc.prone
SLOWED = -2  # tc.slowed
STUNNED_CAP = 10  # tc.stunned
UNCAPPED = 60


class Defence(NamedTuple):
    """A defence that can be made, or was chosen. As an answer it is written in one word: `dodge@ilse!` is a dodge of
    Ilse's for a friend, paid by maximum effort."""

    skill: str = ""  # empty: none is made
    by: str = ""  # who makes it, where it is not the target
    effort: bool = False  # paid by maximum effort: tc.maxeffort.defense

    @property
    def plain(self) -> str:
        return f"{self.skill}{'@' if self.by else ''}{self.by}{'!' if self.effort else ''}"


UNDEFENDED = Defence()


@lru_cache(maxsize=1 << 10)
def read_defence(words: str) -> Defence:
    """A defence from the word for it."""
    skill_id, _, by = words.removesuffix("!").partition("@")
    return Defence(skill_id, by, words.endswith("!"))


# ---------------------------------------------------------------- which there are


def defences(scene: Scene, defender: Being, attack_skill: Skill, attacker: Being) -> tuple[str, ...]:
    """tc.defense.roll: how somebody can answer this attack now, as answers: with a skill paid with EP, or by
    maximum effort (tc.maxeffort.defense)."""
    if not can_defend(scene, defender, attack_skill):
        return ()
    effort = by_effort(scene, defender)
    if not effort and scene.mode == FIGHT and defender.ep <= 0:
        return ()
    every = own_defences(scene, defender, attack_skill.melee, bool(attack_skill.area))
    stuck = any([skill.use.dodge for skill in every]) and immobile(scene, defender)
    return paid(scene, defender, [skill for skill in every if not (skill.use.dodge and stuck)], effort)


@derived(EQUIPMENT.and_of("conditions"))
def own_defences(scene: Scene, defender: Being, melee: bool, area: bool) -> list[Skill]:
    """The defences of somebody that can be tried against such an attack, unless the load is too much for a dodge."""
    every = own_skills(scene, defender, "defense", unlearned=True)
    return [
        skill for skill in every if skill.use.target != FRIEND and answers_such(scene, defender, skill, melee, area)
    ]


def by_effort(scene: Scene, defender: Being) -> bool:
    """tc.maxeffort.defense: can a defence be paid with health?"""
    return scene.mode == FIGHT and refuse_effort(scene, defender, effort_hp(scene, defender)) is None


def paid(scene: Scene, defender: Being, fitting: list[Skill], effort: bool) -> tuple[str, ...]:
    """Each of these in all ways in which it can be paid."""
    found = []
    for skill in fitting:
        if refuse_ep(scene, defender, skill.ep) is None:
            found.append(Defence(skill.id).plain)
        if effort:
            found.append(Defence(skill.id, effort=True).plain)
    return tuple(found)


def can_defend(scene: Scene, defender: Being, attack_skill: Skill) -> bool:
    """Can somebody defend at all? Not if they never do, or are senseless or grappled; nor, where the table plays it so,
    if they are surprised or caught in an area."""
    if not defender.sheet.defends or not defender.here or defender.senseless or "Grappled" in defender.states:
        return False
    if "Surprised" in defender.states and scene.options["opt_surprised_no_defence"]:
        scene.cite("tc.surprise")
        return False
    return not (attack_skill.area and scene.options["opt_area_no_defence"])


def answers(scene: Scene, defender: Being, skill: Skill, attack_skill: Skill) -> bool:
    """Can this defence be tried against this attack?"""
    fits = answers_such(scene, defender, skill, attack_skill.melee, bool(attack_skill.area))
    return fits and not (skill.use.dodge and immobile(scene, defender))


def answers_such(scene: Scene, defender: Being, skill: Skill, melee: bool, area: bool) -> bool:
    """Can it be tried against attacks in melee or from afar, on an area or not, as far as the load lets one dodge?"""
    use = skill.use
    if use.attacks != "any" and (use.attacks == "melee") != melee:
        scene.cite("tc.parry")
        return False
    if use.dodge and (area or "No Dodge" in defender.states):
        if area:
            scene.cite("tc.area.no_dodge")
        return False
    if use.needs == "shield" and not shielded(scene, defender, skill):
        return False
    if use.needs == "melee_weapon" and not melee_weapon(scene, defender):
        return False
    return not any([counts(defender, name) for name in use.not_while])


def shielded(scene: Scene, defender: Being, skill: Skill) -> bool:
    """tc.equip.shield: a shield in hand; where the table asks for the aspect, that too."""
    if not any(defender.hands) or not wears(scene, defender, "hand"):
        return False
    scene.cite("tc.equip.shield")
    return skill.learned or not scene.options["opt_shield_needs_aspect"]


def melee_weapon(scene: Scene, defender: Being) -> bool:
    """tc.parry: a weapon in hand that is no bow."""
    held = [item_of(scene.library, name) for name in defender.hands if name]
    return any([isinstance(item, Weapon) and "drawn force" not in methods_of(item) for item in held])


# ---------------------------------------------------------------- for somebody else


def guards(scene: Scene, ally: Being, target: Being, attack_skill: Skill) -> tuple[str, ...]:
    """The defences of others by which somebody can answer an attack on a friend within their range now; of those that
    state none, on a friend beside them. They are paid like their own."""
    every = skills(scene, ally, "defense", unlearned=True)
    for_others = [skill for skill in every if skill.use.target in (FRIEND, ANYBODY)]
    if not for_others or not can_defend(scene, ally, attack_skill):
        return ()
    apart = scene.distance(ally, target)
    fitting = [
        skill
        for skill in for_others
        if answers(scene, ally, skill, attack_skill)
        and apart <= (FURTHEST[skill.range] + skill.reach if skill.range in FURTHEST else BESIDE)
    ]
    return paid(scene, ally, fitting, by_effort(scene, ally))


def ways_to_guard(scene: Scene, ally: Being, target: Being, attack_skill: Skill) -> OneOf:
    return OneOf((NO, *guards(scene, ally, target, attack_skill)))


def guardians(scene: Scene, target: Being, attack_skill: Skill) -> list[Being]:
    """The friends who could answer an attack on somebody."""
    return [ally for ally in scene.allies(target) if guards(scene, ally, target, attack_skill)]


def is_answered(scene: Scene, target: Being, attack_skill: Skill, attacker: Being) -> bool:
    """Can anybody defend against this attack?"""
    return bool(defences(scene, target, attack_skill, attacker) or guardians(scene, target, attack_skill))


def defender_of(scene: Scene, target: Being, guard: Defence) -> tuple[Being, Skill]:
    """Who makes a defence that was chosen, and with what."""
    being = scene.beings[guard.by] if guard.by else target
    return being, skill_of(scene, being, guard.skill)


# ---------------------------------------------------------------- the choice


async def choose_defence(
    scene: Scene, attacker: Being, target: Being, skill: Skill, hit: Hit | None, aim: str = ""
) -> Defence:
    """tc.defense.count: one defence against one attack, or none: the target's own, or that of a friend. Without
    `hit` the total is not known yet (opt_blind_defence)."""
    if defences(scene, target, skill, attacker):
        answer = await ask(
            scene, target.id, lambda: OneOf((NO, *defences(scene, target, skill, attacker))), rule="tc.defense.roll",
            about=shown_to_defender(attacker, target, skill, hit, aim), default=NO,
        )  # fmt: skip
        scene.cite("tc.defense.count")
        if answer != NO:
            return read_defence(str(answer))
    for ally in guardians(scene, target, skill):
        about = {**shown_to_defender(attacker, ally, skill, hit, aim), "for": target.id}
        ways = partial(ways_to_guard, scene, ally, target, skill)
        answer = await ask(scene, ally.id, ways, rule="tc.defense.roll", about=about, default=NO)
        if answer != NO:
            return read_defence(str(answer))._replace(by=ally.id)
    return UNDEFENDED


def shown_to_defender(attacker: Being, defender: Being, skill: Skill, hit: Hit | None, aim: str) -> dict[str, Plain]:
    """What a defender is told of the attack."""
    return {
        **({"aim": aim} if aim else {}),
        "attacker": attacker.id, "skill": skill.id, "ep": defender.ep, "hp": defender.hp,
        "total": hit.total if hit is not None else None, "critical": hit is not None and hit.critical,
        "unseen": hit is not None and hit.hidden, "area": hit is not None and hit.area,
    }  # fmt: skip


def pay_defence(scene: Scene, target: Being, guard: Defence) -> bool:
    """Either with EP or by maximum effort; tells whether something may follow from it that comes first."""
    defender, own = defender_of(scene, target, guard)
    reveal(scene, defender, "defence")
    if guard.effort:
        exert(scene, defender, effort_hp(scene, defender), "tc.maxeffort.defense")
        return True
    pay_ep(scene, defender, own.ep, "tc.skill.ep_cost")
    return False


# ---------------------------------------------------------------- the roll


async def defend(scene: Scene, attacker: Being, target: Being, skill: Skill, hit: Hit, guard: Defence) -> bool:
    """tc.defense.roll, tc.defense.own_difficulty: above the attack, and at or above the own difficulty."""
    being, own = defender_of(scene, target, guard)
    if being.senseless or not being.here:
        return False
    modifiers = defence_modifiers(scene, being, own, attacker, skill, hit, target)
    by_the_gm(scene, being, "tc.defense.roll", modifiers)
    cap = defence_cap(scene, being)
    reading = Defended(total_of(modifiers), hit.total, own.difficulty, cap, critical_from(scene, being, own))
    about: dict[str, Plain] = {"attacker": attacker.id, "skill": own.id, "against": hit.total, "cap": cap}
    defended = await roll(D20, reading, by=being.id, rule="tc.defense.roll", modifiers=modifiers, about=about)
    scene.cite("tc.defense.own_difficulty", "tc.attack.success", "tc.opposed.ties")
    scene.record(
        "defends", "tc.defense.roll", who=being.id, attacker=attacker.id, skill=own.id, defended=defended,
        difficulty=own.difficulty, attack=hit.total,
    )  # fmt: skip
    if defended:
        practised(scene, being, own)
    return defended


def defence_cap(scene: Scene, defender: Being) -> int:
    """tc.stunned: what a defence roll counts at most."""
    if not counts(defender, "Stunned"):
        return UNCAPPED
    scene.cite("tc.stunned")
    return STUNNED_CAP


def defence_modifiers(
    scene: Scene, defender: Being, own: Skill, attacker: Being, skill: Skill, hit: Hit, target: Being | None = None
) -> list[Modifier]:
    """Everything that modifies this defence roll, with its source and rule. `target`: whom it is made for."""
    scene.cite("tc.modifiers.stack")
    found = [*aspect_modifiers(scene, defender, own.aspect), *everywhere(scene, defender)]
    found += shifted(scene, defender, *rolls_of(own), of=own.aspect)
    if hit.critical:
        found.append(Modifier(CRITICAL_HIT, "critical hit", "tc.crit.hit"))
    if hit.hidden:
        found.append(Modifier(FROM_STEALTH, "from stealth", "tc.stealth.benefits"))
    if not hit.area and target in (None, defender) and behind(scene, attacker, defender):
        found.append(Modifier(FROM_BEHIND, "from behind", "tc.behind"))
    if skill.malus:
        found.append(Modifier(skill.malus, skill.entry.name, "tc.ap.schema"))
    return [*found, *state_modifiers(defender, own.use.dodge)] if defender.states else found


def state_modifiers(defender: Being, dodge: bool) -> list[Modifier]:
    """What the defender is under."""
    modifiers = senses_modifiers(defender)
    if counts(defender, "Prone"):
        modifiers.append(Modifier(PRONE, "prone", "tc.prone"))
    if counts(defender, "Blind"):
        modifiers.append(Modifier(BLIND, "blind", "tc.blind"))
    if dodge and counts(defender, "Slowed"):
        modifiers.append(Modifier(SLOWED, "slowed", "tc.slowed"))
    charged = defender.condition("Charged")
    if charged is not None:
        modifiers.append(Modifier(-abs(charged.value), "charged", "tc.charge.defense"))
    return modifiers


# ---------------------------------------------------------------- what cannot be dodged


async def halves(scene: Scene, target: Being, skill: Skill) -> bool:
    """tc.area.no_dodge: the check that an area attack names, or else mobility against 10, for half the damage."""
    if target.senseless or not skill.dice:
        return False
    extra = [modifier for each in skill.dice for modifier in warded(scene, target, each.type)]
    return await check(
        scene, target, skill.use.save or "mobility", skill.use.save_difficulty, rule="tc.area.no_dodge", extra=extra
    )
