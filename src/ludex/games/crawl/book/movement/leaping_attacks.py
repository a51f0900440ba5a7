"""Leaping attacks: a jump and a blow on one roll."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Modifier, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.crawl.book.attacks.actions import BY_SKILL, FOE, an_attack, known_attacks
from ludex.games.crawl.book.attacks.defence import UNDEFENDED, Defence, choose_defence, pay_defence
from ludex.games.crawl.book.attacks.modifiers import Blow, Hit, attack_modifiers, refuse_skill, refuse_target
from ludex.games.crawl.book.attacks.sequence import attack_roll, can_still_attack, declare, lands, past_cover, unseen_by
from ludex.games.crawl.book.characters.skills import Skill, skill_of
from ludex.games.crawl.book.conditions import end
from ludex.games.crawl.book.dice import CRITICAL, HIT, strict
from ludex.games.crawl.book.energy import FIGHT, PLAYED, action
from ludex.games.crawl.book.map.ground import can_stand, level
from ludex.games.crawl.book.map.ranges import FURTHEST
from ludex.games.crawl.book.map.sight import clear
from ludex.games.crawl.book.movement.jumping import (
    FORWARD,
    covered,
    difficulty,
    flight,
    may_jump,
    metres_of,
    touch_down,
)
from ludex.games.crawl.book.turns.openings import JUMPS, leaving
from ludex.games.crawl.state import Being, Scene

LOOKED_FOR = 3  # cells: beyond that hardly any roll would do


def leaps(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [skill.id for skill in known_attacks(scene, actor) if skill.use.with_jump and skill.learned]


def landing_cells(scene: Scene, actor: Being, skill_id: str, target: str) -> Iterable[Plain]:
    """Where a leap could end from which the blow reaches the target."""
    skill, other = skill_of(scene, actor, skill_id), scene.being(target)
    near = [cell for cell in scene.board.within(actor.at, LOOKED_FOR)[1:] if cell in scene.board.cells]
    return [cell for cell in near if refuse_landing(scene, actor, skill, other, cell) is None]


def refuse_landing(scene: Scene, actor: Being, skill: Skill, target: Being, cell: Cell) -> Refusal | None:
    """tc.jump.forward: room to land, nothing in the way, no higher ground, and the target in reach from there."""
    if cell not in scene.board.cells:
        raise BadInput(f"there is no cell {spelled(cell)} on this board")
    if cell == actor.at or not can_stand(scene, actor, cell, known_to=actor.side):
        return Refusal("there is no room there", "tc.jump.forward")
    if level(scene, actor, cell) > level(scene, actor, actor.at) or flight(scene, actor, cell) is None:
        return Refusal("something is in the way", "tc.jump.forward")
    if not can_reach_from(scene, actor, skill, target, cell):
        return Refusal(f"from there {skill.name} does not reach {target.name}", "tc.range.penalty")
    return None


def can_reach_from(scene: Scene, actor: Being, skill: Skill, target: Being, cell: Cell) -> bool:
    """Would the blow reach the target from that cell?"""
    apart = [(scene.board.distance(a, b), a, b) for a in scene.body(actor, cell) for b in scene.cells(target)]
    away, one, two = min(apart)
    return away <= FURTHEST[skill.range] + skill.reach and clear(scene, one, two)


def fits_leap(scene: Scene, actor: Being, skill_id: str, target: Being, cell: Cell) -> Refusal | None:
    skill = an_attack(scene, actor, skill_id)
    if isinstance(skill, Refusal):
        return skill
    if not skill.use.with_jump:
        return Refusal(f"{skill.name} is made without a jump", "tc.jump.forward")
    return (
        refuse_skill(scene, actor, skill)
        or refuse_target(scene, actor, target)
        or refuse_landing(scene, actor, skill, target, cell)
    )


@action(
    "leaping_attack", rule="tc.jump.forward", cost=BY_SKILL, may=may_jump, fits=fits_leap, modes=PLAYED,
    args=(Arg("skill", leaps), FOE, Arg("cell", landing_cells)), tags=("forces", "attack", "skill"),
)  # fmt: skip
async def leaping_attack(scene: Scene, actor: Being, skill_id: str, target: Being, cell: Cell) -> None:
    """A standing jump to a cell and an attack from there; one roll is both checks."""
    skill = skill_of(scene, actor, skill_id)
    scene.record("leaps_at", "tc.jump.forward", who=actor.id, target=target.id, skill=skill.id, to=cell)
    if scene.mode == FIGHT:
        leaving(scene, actor, JUMPS)
    declare(scene, actor, skill, target)
    if scene.options["opt_blind_defence"]:
        scene.next(brace_for_leap(actor, target, Blow(skill_id), cell, actor.at))
    else:
        scene.next(leap_at(actor, target, Blow(skill_id), cell, None, actor.at))


def can_leap(scene: Scene, attacker: Being, target: Being, blow: Blow, cell: Cell, origin: Cell) -> bool:
    """Has nothing come in between? They must be where they set out from, and the target still be in reach from there
    where they come down."""
    if "Countered" in attacker.states or not can_still_attack(scene, attacker, blow) or not target.here:
        return False
    if attacker.at != origin or not can_reach_from(
        scene, attacker, skill_of(scene, attacker, blow.skill), target, cell
    ):
        return False
    return may_jump(scene, attacker) is None and flight(scene, attacker, cell) is not None


@step("tc.defense.roll")
async def brace_for_leap(scene: Scene, attacker: Being, target: Being, blow: Blow, cell: Cell, origin: Cell) -> None:
    """opt_blind_defence: the target chooses and pays before they know the roll."""
    guard = UNDEFENDED
    if can_leap(scene, attacker, target, blow, cell, origin):
        guard = await choose_defence(scene, attacker, target, skill_of(scene, attacker, blow.skill), None)
        if guard.skill:
            pay_defence(scene, target, guard)
    scene.next(leap_at(attacker, target, blow, cell, guard, origin))


@step("tc.attack.roll")
async def leap_at(
    scene: Scene, attacker: Being, target: Being, blow: Blow, cell: Cell, guard: Defence | None, origin: Cell
) -> None:
    """Who does not jump far enough comes down short of it and strikes nothing. `guard`: the defence chosen before."""
    skill = skill_of(scene, attacker, blow.skill)
    path = flight(scene, attacker, cell)
    goes = can_leap(scene, attacker, target, blow, cell, origin)
    if end(scene, attacker, "Countered") or not goes or path is None:
        return
    number = difficulty(scene, attacker, FORWARD, metres_of(scene, attacker, FORWARD, cell))
    far = number + 1 if number and strict(scene) else number
    unseen = unseen_by(attacker, target)
    modifiers = from_there(scene, attacker, target, blow, cell)
    result, total, tables = await attack_roll(
        scene, attacker, skill, modifiers, difficulty=min(skill.difficulty, far) if far else skill.difficulty,
        is_open=True, target=target.id, way="leap",
    )  # fmt: skip
    arrives = not far or result == CRITICAL or (result == HIT and total >= far)
    down = path if arrives else covered(scene, attacker, FORWARD, path)
    touch_down(scene, attacker, down, "tc.jump.forward")
    if arrives and attacker.at == cell and (result == CRITICAL or (result == HIT and lands(total, skill))):
        scene.next(past_cover(attacker, target, blow, Hit(total, tables, unseen), guard))


def from_there(scene: Scene, attacker: Being, target: Being, blow: Blow, cell: Cell) -> list[Modifier]:
    """What would modify the attack if the attacker stood there."""
    here, attacker.at = attacker.at, cell
    modifiers = attack_modifiers(scene, attacker, target, blow)
    attacker.at = here
    return modifiers
