"""The actions that attack: somebody, a cell that cannot be seen into, cover, and a throw beyond its range."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg, any_of
from ludex.core.kernel.agenda import step
from ludex.core.kernel.derived import derived
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.crawl.book.attacks.hit import damage_cover
from ludex.games.crawl.book.attacks.modifiers import (
    Blow,
    own_modifiers,
    posture_modifiers,
    refuse_attack,
    refuse_side,
    refuse_skill,
    refuse_target,
)
from ludex.games.crawl.book.attacks.sequence import (
    attack_roll,
    attack_with,
    can_still_attack,
    declare,
    fails,
    leave_hand,
)
from ludex.games.crawl.book.characters.aspects import EQUIPMENT, LENT, standing
from ludex.games.crawl.book.characters.skills import Skill, skill_of, skills
from ludex.games.crawl.book.conditions import counts, end
from ludex.games.crawl.book.dice import CRITICAL, HIT, MISS, check
from ludex.games.crawl.book.energy import FIGHT, PLAYED, action, collect, owe, pay_ep, refuse_ep
from ludex.games.crawl.book.map.ground import occupants
from ludex.games.crawl.book.map.ranges import classes_out, distance_modifier, refuse_distance, tried_within
from ludex.games.crawl.book.map.sight import clear, sees
from ludex.games.crawl.book.skills.modifiers import SkillCost
from ludex.games.crawl.state import SLOTS, Being, Scene

LENGTHENED = 10, 5  # tc.weapon.method: the strength check of a longer throw, and more for each class gained


BY_SKILL = SkillCost("tc.ep.spend")

# ---------------------------------------------------------------- arguments


def attack_skills(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """The attacks on somebody: those that are learned, and those that weapons allow unlearned (tc.weapon.method)."""
    return [skill.id for skill in known_attacks(scene, actor)]


@derived(EQUIPMENT, under=LENT)
def known_attacks(scene: Scene, actor: Being) -> Sequence[Skill]:
    """Those that are learned, and those that weapons in hand allow without the matching aspect."""
    found = [skill for skill in skills(scene, actor, "action") if skill.aimed]
    if actor.hands != ("", ""):
        every = skills(scene, actor, "action", unlearned=True)
        found += [skill for skill in every if skill.aimed and skill.weapon and not skill.learned]
    return found


def first_attack(scene: Scene, actor: Being, *chosen: Plain) -> Plain:
    """The attack that is meant when none is named."""
    for skill in known_attacks(scene, actor):
        if refuse_skill(scene, actor, skill) is None:
            return skill.id
    raise BadInput(f"{actor.name} has no attack; name a skill")


def foes(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [enemy.id for enemy in scene.enemies(actor)]


def foes_in_reach(scene: Scene, actor: Being, skill_id: str, *chosen: Plain) -> Iterable[Plain]:
    """Those whom this attack can be made on."""
    skill = skill_of(scene, actor, skill_id)
    if not skill.aimed or refuse_skill(scene, actor, skill) is not None:
        return []
    within = tried_within(scene, skill)
    near = [enemy for enemy in scene.enemies(actor) if scene.distance(actor, enemy) <= within]
    allowed = [enemy for enemy in near if refuse_side(actor, enemy, skill) is None]
    return [enemy.id for enemy in allowed if refuse_target(scene, actor, enemy) is None]


def paid_attacks(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """The attacks that can be made and paid."""
    return [skill.id for skill in known_attacks(scene, actor) if refuse_ep(scene, actor, skill.ep) is None]


def aims(scene: Scene, actor: Being, skill_id: Plain, target: Plain, *chosen: Plain) -> Iterable[Plain]:
    """tc.targeted: worth its penalty only where armour differs from place to place."""
    armoured = any([piece.slot for piece in standing(scene, scene.being(target)).pieces])
    return ("", *SLOTS) if armoured else ("",)


def further_targets(scene: Scene, actor: Being, skill_id: str, target: str, *chosen: Plain) -> Iterable[Plain]:
    """With a skill for several targets: any of the others in reach, and none."""
    skill = skill_of(scene, actor, skill_id)
    yield ()
    if skill.targets > 1:
        others = [other.id for other in scene.enemies(actor) if other.id != target]
        fitting = [name for name in others if refuse_attack(scene, actor, scene.beings[name], skill_id) is None]
        for count in range(1, skill.targets):
            yield from combinations(fitting, count)


SKILL = Arg("skill", attack_skills, default=first_attack, sample=any_of(paid_attacks))
TARGET = Arg("target", foes, sample=any_of(foes_in_reach))
FOE = Arg("target", foes)
AIM = Arg("aim", aims, default="", mild=True)
ALSO = Arg("also", further_targets, default=(), mild=True)


def an_attack(scene: Scene, actor: Being, skill_id: str) -> Skill | Refusal:
    """The skill of that name, if it attacks somebody and can be used on the own turn."""
    if not isinstance(skill_id, str):
        raise BadInput(f"expected the name of a skill, not {spelled(skill_id)}")
    skill = skill_of(scene, actor, skill_id)
    if not skill.aimed:
        return Refusal(f"{skill.name} is no attack on somebody", "tc.attack.roll")
    if skill.use.when != "action":
        return Refusal(f"{skill.name} is used only when its moment comes", "tc.opportunistic")
    return skill


# ---------------------------------------------------------------- attacks on somebody


def fits_attack(
    scene: Scene, actor: Being, skill_id: str, target: Being, aim: str, also: tuple[str, ...]
) -> Refusal | None:
    skill = an_attack(scene, actor, skill_id)
    if isinstance(skill, Refusal):
        return skill
    return refuse_attack(scene, actor, target, skill_id, aim) or refuse_others(scene, actor, target, skill, also)


def refuse_others(scene: Scene, actor: Being, target: Being, skill: Skill, also: tuple[str, ...]) -> Refusal | None:
    """Further targets: different ones, no more than the skill has, each in reach and, where it says so, in cells beside
    each other."""
    if not isinstance(also, tuple):
        raise BadInput(f"also: expected a list of names, not {spelled(also)}")
    if len(also) >= max(skill.targets, 1) and also:
        return Refusal(f"{skill.name} has {skill.targets} targets at most", "tc.ap.cost.options")
    others = [scene.being(name) for name in also]
    if len(dict.fromkeys((target.id, *also))) <= len(others):
        raise BadInput("also: the same target is named twice")
    struck = [target]
    for other in others:
        refusal = refuse_attack(scene, actor, other, skill.id)
        if refusal is not None:
            return refusal
        if skill.use.targets_adjacent and not any([scene.distance(other, each) <= 1 for each in struck]):
            return Refusal(f"{other.name} is not beside the other target", "tc.aspect.definition")
        struck.append(other)
    return None


@action(
    "attack", rule="tc.attack.sequence", cost=BY_SKILL, args=(SKILL, TARGET, AIM, ALSO), fits=fits_attack,
    modes=PLAYED, tags=("forces", "attack", "skill"),
)  # fmt: skip
async def attack(scene: Scene, actor: Being, skill_id: str, target: Being, aim: str, also: tuple[str, ...]) -> None:
    """An attack with a skill, on somebody in sight; `aim`: at a slot or a piece of armour, at -10; `also`: further
    targets of the same roll."""
    attack_with(scene, actor, target, Blow(skill_id, aim=aim, also=also))


# ---------------------------------------------------------------- a longer throw


def thrown_skills(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [skill.id for skill in known_attacks(scene, actor) if skill.thrown]


def fits_long_throw(scene: Scene, actor: Being, skill_id: str, target: Being) -> Refusal | None:
    skill = an_attack(scene, actor, skill_id)
    if isinstance(skill, Refusal):
        return skill
    if not skill.thrown:
        return Refusal(f"{skill.name} is no throw", "tc.weapon.method")
    if not classes_out(scene.distance(actor, target), skill):
        return Refusal(f"{target.name} is within range of a throw", "tc.weapon.method")
    return refuse_attack(scene, actor, target, skill_id)


def far_foes(scene: Scene, actor: Being, skill_id: str, *chosen: Plain) -> Iterable[Plain]:
    """Those beyond the range of this throw."""
    return [enemy.id for enemy in scene.enemies(actor) if fits_long_throw(scene, actor, skill_id, enemy) is None]


class ThrowCost(SkillCost):
    """Paid only when the throw is made."""

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        owe(scene)


def may_lengthen(scene: Scene, actor: Being) -> Refusal | None:
    if scene.mode == FIGHT and actor.has_used("long_throw"):
        return Refusal("one attempt in a turn", "tc.weapon.method")
    return None


@action(
    "long_throw", rule="tc.weapon.method", cost=ThrowCost(),
    args=(Arg("skill", thrown_skills), Arg("target", foes, sample=any_of(far_foes))),
    may=may_lengthen, fits=fits_long_throw, modes=PLAYED, tags=("forces", "attack"),
)  # fmt: skip
async def long_throw(scene: Scene, actor: Being, skill_id: str, target: Being) -> None:
    """A strength check of 10 and 5 for each range class further out: then the throw has no range penalty. A failure
    means no throw, and the EP are kept; one attempt in a turn."""
    due = collect(scene)
    if scene.mode == FIGHT:
        actor.use("long_throw", "round")
    skill = skill_of(scene, actor, skill_id)
    classes = classes_out(scene.distance(actor, target), skill)
    first, each = LENGTHENED
    if await check(scene, actor, "strength", first + each * classes, rule="tc.weapon.method", force=True):
        if due:
            pay_ep(scene, actor, skill.ep, "tc.skill.ep_cost")
        attack_with(scene, actor, target, Blow(skill_id, further=classes))


# ---------------------------------------------------------------- a cell that cannot be seen into


def near_cells(scene: Scene, actor: Being, skill_id: str, *chosen: Plain) -> Iterable[Plain]:
    """For who is blind the cells around, the nearest first; who sees rarely has a reason."""
    if not counts(actor, "Blind"):
        return []
    skill = skill_of(scene, actor, skill_id)
    around = scene.board.within(actor.at, 6)
    return [cell for cell in around if scene.board.open(cell) and not refuse_cell(scene, actor, skill, cell)]


def refuse_cell(scene: Scene, actor: Being, skill: Skill, cell: Cell) -> Refusal | None:
    """Why a cell cannot be attacked with this skill: off the board, out of reach, behind something."""
    if cell not in scene.board.cells:
        raise BadInput(f"there is no cell {spelled(cell)} on this board")
    away = min([scene.board.distance(own, cell) for own in scene.cells(actor)])
    refusal = refuse_distance(scene, away, skill)
    if refusal is None and not clear(scene, actor.at, cell):
        refusal = Refusal("something stands in between", "tc.los")
    return refusal


def fits_cell(scene: Scene, actor: Being, skill_id: str, cell: Cell) -> Refusal | None:
    skill = an_attack(scene, actor, skill_id)
    if isinstance(skill, Refusal):
        return skill
    refusal = refuse_skill(scene, actor, skill) or refuse_cell(scene, actor, skill, cell)
    if refusal is None and any([sees(scene, actor, other) for other in occupants(scene, cell) if other is not actor]):
        return Refusal(f"{actor.name} sees who is there", "tc.blind")
    return refusal


@action(
    "attack_cell", rule="tc.blind", cost=BY_SKILL, args=(SKILL, Arg("cell", near_cells)),
    fits=fits_cell, modes=PLAYED, label="Strike at a cell", tags=("forces",),
)  # fmt: skip
async def attack_cell(scene: Scene, actor: Being, skill_id: str, cell: Cell) -> None:
    """Who is blind, or believes that somebody hides there, attacks a cell; if nobody is there the effort is lost."""
    there = [other for other in occupants(scene, cell) if other is not actor]
    if there:
        attack_with(scene, actor, there[0], Blow(skill_id, "blind"))
    else:
        declare(scene, actor, skill_of(scene, actor, skill_id))
        scene.next(strike_air(actor, cell, Blow(skill_id, "blind")))


@step("tc.attack.roll")
async def strike_air(scene: Scene, attacker: Being, cell: Cell, blow: Blow) -> None:
    """The roll of an attack, with all that it brings the attacker; nobody is struck."""
    if end(scene, attacker, "Countered") or not can_still_attack(scene, attacker, blow):
        return
    skill = skill_of(scene, attacker, blow.skill)
    result = await roll_at_cell(scene, attacker, cell, blow, way="cell")
    scene.record("strikes_nothing", "tc.blind", who=attacker.id, at=cell)
    if result == MISS:
        fails(scene, attacker, skill, attacker)


async def roll_at_cell(scene: Scene, attacker: Being, cell: Cell, blow: Blow, *, way: str) -> str:
    """The attack roll where no body is the target; what is thrown lands there."""
    skill = skill_of(scene, attacker, blow.skill)
    away = min([scene.board.distance(own, cell) for own in scene.cells(attacker)])
    modifiers = [*own_modifiers(scene, attacker, skill), *posture_modifiers(scene, attacker, skill, blow)]
    modifiers += distance_modifier(scene, away, skill)
    result, _, _ = await attack_roll(
        scene, attacker, skill, modifiers, difficulty=skill.difficulty, is_open=False, way=way
    )
    leave_hand(scene, attacker, cell, skill)
    return result


# ---------------------------------------------------------------- cover


def cover_cells(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [cover.at for cover in scene.cover]


def fits_cover(scene: Scene, actor: Being, skill_id: str, cell: Cell) -> Refusal | None:
    skill = an_attack(scene, actor, skill_id)
    if isinstance(skill, Refusal):
        return skill
    if scene.cover_at(cell) is None:
        return Refusal("there is no cover there", "tc.cover.hardness")
    return refuse_skill(scene, actor, skill) or refuse_cell(scene, actor, skill, cell)


@action(
    "attack_cover", rule="tc.cover.hardness", cost=BY_SKILL, modes=PLAYED, label="Strike at cover", tags=("forces",),
    args=(SKILL, Arg("cell", cover_cells)), fits=fits_cover,
)  # fmt: skip
async def attack_cover(scene: Scene, actor: Being, skill_id: str, cell: Cell) -> None:
    """An attack on the object itself, which does not defend."""
    scene.record("attacks_cover", "tc.cover.hardness", who=actor.id, skill=skill_id, at=cell)
    declare(scene, actor, skill_of(scene, actor, skill_id))
    scene.next(strike_cover(actor, cell, Blow(skill_id, "blind" if counts(actor, "Blind") else "attack")))


@step("tc.cover.hardness")
async def strike_cover(scene: Scene, attacker: Being, cell: Cell, blow: Blow) -> None:
    """The check of the skill; no critical table for a thing."""
    if end(scene, attacker, "Countered") or not can_still_attack(scene, attacker, blow) or scene.cover_at(cell) is None:
        return
    if await roll_at_cell(scene, attacker, cell, blow, way="cover") in (HIT, CRITICAL):
        scene.next(damage_cover(attacker, cell, blow))
