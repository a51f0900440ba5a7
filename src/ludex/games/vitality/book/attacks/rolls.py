"""The rolls of an attack: all that is added to them, and the throws that are made of it.

Formulas and boons are in `scores.py`, types, upgrades and limits in `built.py`; here is what depends on who is
attacked, from where, and on what was done before: by friends too.
"""

from __future__ import annotations

from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Modifier
from ludex.core.kernel.scene import Condition
from ludex.games.vitality.book.attacks.blow import WAITED, Blow, Hit
from ludex.games.vitality.book.attacks.built import MELEE, Built, attack_of, attack_parts
from ludex.games.vitality.book.attacks.upgrades import cite_critical, enough, excess_bonus, pierces
from ludex.games.vitality.book.characters.scores import avoidance, cite_parts, durability, roll_parts, tier, total_of
from ludex.games.vitality.book.characters.space import adjacent
from ludex.games.vitality.book.conditions import end
from ludex.games.vitality.book.dice import ACCURACY, CONDITION, DAMAGE, NATURAL, Throw, marks_of
from ludex.games.vitality.book.effort.effort import efforts_left
from ludex.games.vitality.book.health.survival import makes_checks
from ludex.games.vitality.records.attack_effects import Blast, Excess
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.state import Being, Scene

About = tuple[tuple[str, Plain], ...]

READIES = {ACCURACY: "Aiming", DAMAGE: "Empowered", CONDITION: "Refined"}
SHOOTS = ("ranged", "basic_ranged")
MELEE_TYPES = ("melee_accuracy", "melee_effect")
HIT_RULE, DAMAGE_RULE = "vt.formula.accuracy", "vt.formula.damage"
DEFENCELESS = frozenset({"Stunned", "Unconscious"})  # every hit on them counts as critical: vt.cond.stun
OF_TIER = 2  # the first two parts of a roll: Tier and an attribute

# ---------------------------------------------------------------- the parts of a roll


def parts_of(scene: Scene, blow: Blow, attack: Built, stat: str, target: Being | None) -> list[Modifier]:
    """vt.formula.*: what somebody adds, what the attack adds, and what both do on this target."""
    attacker = scene.beings[blow.by]
    own = [*roll_parts(scene, attacker, stat, target)]
    if stat == DAMAGE and attack.kind.direct and scene.options["opt_direct_flat_only"]:
        own = own[OF_TIER:]
    if stat == DAMAGE and attack.flat:
        rule = attack.kind.rule if attack.kind.direct else "vt.up.high_impact"
        own.insert(0, Modifier(attack.flat, "in place of dice", rule))
    parts = attack_parts(scene, attacker, attack, stat, target)
    if blow.melee:
        parts = as_chosen(scene, blow, stat, parts)
    return [*own, *parts]


def as_chosen(scene: Scene, blow: Blow, stat: str, parts: list[Modifier]) -> list[Modifier]:
    """opt_melee_choose_each_time: the Tier of a melee attack goes where the attacker has said."""
    kept = [part for part in parts if part.source != MELEE]
    if (stat == ACCURACY) != (blow.melee == ACCURACY):
        return kept
    rule = "vt.attack.type.melee_accuracy" if stat == ACCURACY else "vt.attack.type.melee_effect"
    return [Modifier(tier(scene, scene.beings[blow.by]), MELEE, rule), *kept]


def accuracy_parts(scene: Scene, blow: Blow, attack: Built, target: Being) -> list[Modifier]:
    """vt.formula.accuracy: with what the situation does to it."""
    attacker = scene.beings[blow.by]
    modifiers = parts_of(scene, blow, attack, ACCURACY, target)
    now = tier(scene, attacker)
    if attack.melee and "Prone" in target.states:
        modifiers.append(Modifier(now, "target Prone", "vt.cond.prone"))
    if "Marked" in target.states:
        markers = {mark.source for mark in target.conditions if mark.name == "Marked"} - {attacker.id}
        if more := sum([tier(scene, scene.beings[who]) for who in markers if who in scene.beings]):
            modifiers.append(Modifier(more, "target Marked", "vt.up.priority_target"))
    if attack.type_of in SHOOTS and blow.origin is None and beset(scene, attacker):
        modifiers.append(Modifier(-now, "enemy adjacent", "vt.attack.type.ranged"))
    return modifiers


def beset(scene: Scene, attacker: Being) -> bool:
    """vt.attack.type.ranged: is an enemy adjacent who is awake?"""
    return any([adjacent(scene, attacker, enemy) for enemy in scene.opponents(attacker)])


def of_hit(scene: Scene, blow: Blow, attack: Built, hit: Hit) -> list[Modifier]:
    """What the Accuracy Check has brought for the effect on this target: a critical result, and Overhit."""
    attacker = scene.beings[blow.by]
    modifiers = []
    if hit.critical:
        amount = attack.critical_tiers * tier(scene, attacker)
        cite_critical(scene, attack, ACCURACY)
        modifiers.append(Modifier(amount, "critical", "vt.dice.nat20.accuracy_bonus"))
    if hit.excess and (more := excess_bonus(scene, attacker, attack, hit.excess)):
        modifiers.append(Modifier(more, "Overhit", "vt.up.overhit"))
    return modifiers


# ---------------------------------------------------------------- what is used up by a roll


def readied(scene: Scene, attacker: Being, stat: str) -> list[Modifier]:
    """vt.act.aim, vt.act.empower, vt.act.refine: Tier on the next roll of its kind, which uses it up."""
    name = READIES[stat]
    if name not in attacker.states:
        return []
    end(scene, attacker, name)
    return [Modifier(tier(scene, attacker), name, CONDITIONS[name].rule)]


async def assisted(scene: Scene, attacker: Being, stat: str, *targets: str) -> list[Modifier]:
    """vt.act.assist: before each roll whoever was assisted says whether this is the one; of one helper once."""
    found: dict[str, Modifier] = {}
    if "Assisted" not in attacker.states:
        return []
    for help_ in [c for c in attacker.conditions if c.name == "Assisted" and c.note in ("", *targets)]:
        if help_.source in found or help_ not in attacker.conditions:
            continue
        about: dict[str, Plain] = {"by": help_.source, "roll": stat, "targets": targets, "amount": help_.value}
        if await wants(scene, attacker, help_, about):
            found[help_.source] = Modifier(help_.value, "Assist", "vt.act.assist")
    return list(found.values())


async def wants(scene: Scene, attacker: Being, help_: Condition, about: dict[str, Plain]) -> bool:
    """Does whoever was assisted use it now, as long as they still have it?"""

    def has_it() -> bool:
        return help_ in attacker.conditions

    wanted = await ask(
        scene, attacker.id, lambda: OneOf((True, False) if has_it() else (False,)), rule="vt.act.assist",
        about=about, default=has_it,
    )  # fmt: skip
    if wanted:
        attacker.keep(lambda c: c != help_)
    return bool(wanted)


# ---------------------------------------------------------------- the throws


def attack_in(scene: Scene, blow: Blow) -> tuple[Being, Built]:
    attacker = scene.beings[blow.by]
    return attacker, attack_of(scene, attacker, blow.attack)


def about_of(blow: Blow) -> About:
    return (("attack", blow.attack), ("how", blow.how))


def accuracy(scene: Scene, blow: Blow, name: str, modifiers: tuple[Modifier, ...]) -> Throw:
    """vt.formula.accuracy: the check against the Avoidance of one target, with what is used up by it."""
    target = scene.beings[name]
    attacker, attack = attack_in(scene, blow)
    unseen = "Hidden" in attacker.states and blow.how not in WAITED
    score = avoidance(scene, target, hidden=unseen)
    cite_parts(scene, score)
    throw = Throw(
        ACCURACY, blow.by, HIT_RULE, (*accuracy_parts(scene, blow, attack, target), *modifiers),
        attack.accuracy_dice, number=total_of(score), against=name, score="avoidance",
        sure=attack.critical_from if scene.options["opt_wide_crit_autohit"] else NATURAL,
        about=(("target", name), *about_of(blow)), unseen=unseen,
    )  # fmt: skip
    if attack.part(Blast) is not None:
        return throw
    critical = NATURAL + 1 if not target.states.isdisjoint(DEFENCELESS) else attack.critical_from
    marks = marks_of(scene, throw, critical)
    if attack.part(Excess) is not None:
        marks = tuple(sorted({*marks, *marks_of_excess(scene, attacker, attack, throw)}))
    return throw.marked(*marks)


def shared_accuracy(
    scene: Scene, blow: Blow, targets: tuple[str, ...], parts: tuple[Modifier, ...], modifiers: tuple[Modifier, ...]
) -> Throw:
    """opt_area_one_accuracy: one die for everybody; what holds for one of them is added there. Its number is what hits
    the enemy who is hit most easily: to fall short of it is to miss them all."""
    attacker, attack = attack_in(scene, blow)
    enemies = [name for name in targets if scene.beings[name].side != attacker.side]
    each = [accuracy(scene, blow, name, modifiers) for name in enemies or targets]
    bonus = total_of(parts)
    number, easiest = min([(one.number - one.bonus + bonus, one.against) for one in each if one.number is not None])
    about: About = (("targets", targets), ("easiest", easiest), *about_of(blow))
    return Throw(
        ACCURACY, blow.by, HIT_RULE, parts, attack.accuracy_dice, number=number, sure=each[0].sure, about=about
    )


def marks_of_excess(scene: Scene, attacker: Being, attack: Built, throw: Throw) -> list[int]:
    """vt.up.overhit: the faces from which on more is added to the effect."""
    assert throw.number is not None
    below = throw.bonus - throw.number
    found = [excess_bonus(scene, attacker, attack, max(0, face + below)) for face in range(NATURAL + 1)]
    return [face for face in range(1, NATURAL + 1) if found[face] != found[face - 1]]


def asks_for_total(attack: Built) -> bool:
    """Does it matter by how much the check succeeds?"""
    return attack.part(Excess) is not None or attack.part(Blast) is not None


def damage(scene: Scene, blow: Blow, hit: Hit, modifiers: tuple[Modifier, ...]) -> Throw:
    """vt.formula.damage: the Damage Roll against one target. Its number is what brings the target to 0 HP."""
    target = scene.beings[hit.target]
    attacker, attack = attack_in(scene, blow)
    score = durability(scene, target, pierced=pierces(attack))
    cite_parts(scene, score)
    left, against = enough(scene, attacker, attack, target), total_of(score)
    marks: tuple[int, ...] = (against - total_of(modifiers),)
    if not makes_checks(scene, target):  # whoever is defeated at 0 HP loses no more
        most = max(1, target.hp) + efforts_left(scene, target) * tier(scene, target)  # Efforts on Durability among it
        marks = (*marks, marks[0] + most)
    return Throw(
        DAMAGE, blow.by, DAMAGE_RULE, modifiers, d20s=0, explodes=attack.explodes, number=against + left,
        against=target.id, score="durability", about=(("target", target.id), *about_of(blow)), marks=marks,
        diceless=bool(attack.flat), pierced=pierces(attack), left=left,
    )  # fmt: skip


def shared_damage(scene: Scene, blow: Blow, hits: tuple[Hit, ...], modifiers: tuple[Modifier, ...]) -> Throw:
    """vt.attack.type.area: one Damage Roll for all who are hit; what holds for one of them is added there. Its number
    is the least that brings one of them to 0 HP."""
    _, attack = attack_in(scene, blow)
    each = [own_damage(scene, blow, hit, modifiers) for hit in hits]
    marks: tuple[int, ...] = (min([throw.marks[0] for throw in each]),)
    if all([len(throw.marks) > 1 for throw in each]):
        marks = (*marks, max([throw.marks[1] for throw in each]))
    bonus = total_of(modifiers)
    number, felled = min([(throw.number - throw.bonus + bonus, throw.against) for throw in each if throw.number])
    about: About = (("targets", tuple([hit.target for hit in hits])), ("felled", felled), *about_of(blow))
    return Throw(
        DAMAGE, blow.by, DAMAGE_RULE, modifiers, d20s=0, explodes=attack.explodes, number=number, marks=marks,
        about=about, diceless=bool(attack.flat),
    )  # fmt: skip


def own_damage(scene: Scene, blow: Blow, hit: Hit, modifiers: tuple[Modifier, ...]) -> Throw:
    """The shared roll as it falls on one target: nobody's to make again, but the target may raise their Durability."""
    target = scene.beings[hit.target]
    attacker, attack = attack_in(scene, blow)
    own = of_hit(scene, blow, attack, hit)
    if attacker.sheet.boons or attack.effects:  # what may depend on the target
        own += parts_of(scene, blow, attack, DAMAGE, target)
        for part in parts_of(scene, blow, attack, DAMAGE, None):
            own.remove(part)
    return damage(scene, blow, hit, (*modifiers, *own))._replace(fallen=True)
