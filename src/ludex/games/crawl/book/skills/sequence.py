"""The check with a skill that is used: what is added, what it has to reach, and who opposes it."""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Modifier
from ludex.games.crawl.book.characters.skills import Skill, critical_from, skill_of
from ludex.games.crawl.book.conditions import end
from ludex.games.crawl.book.dice import FAILURE, HELD, SUCCESS, against, check_modifiers, opposed
from ludex.games.crawl.book.energy import FIGHT, lost_its_turn
from ludex.games.crawl.book.health.disease import disease_difficulty
from ludex.games.crawl.book.health.poison import poison_of
from ludex.games.crawl.book.map.ranges import range_modifier
from ludex.games.crawl.book.map.sight import sees
from ludex.games.crawl.book.movement.jumping import dive_difficulty
from ludex.games.crawl.book.skills.ending_magic import dismissal_modifiers, maker_of
from ludex.games.crawl.book.skills.modifiers import has, hindrance, practised, skill_modifiers
from ludex.games.crawl.book.skills.success import apply_success, look_from
from ludex.games.crawl.book.skills.tasks import time_of_try, tried_again
from ludex.games.crawl.records.effects import EndMagic, Perceive
from ludex.games.crawl.records.kinds import DAMAGE_TYPES
from ludex.games.crawl.state import CORE, Being, Scene

UNSTABLE_FUMBLE = 2  # tc.unstable


@step("tc.skill.check")
async def carry_out(
    scene: Scene, actor: Being, name: str, named: tuple[str, ...], cell: Cell | None, choice: str
) -> None:
    """The check with the skill, or the contest where somebody opposes it (tc.opposed)."""
    if end(scene, actor, "Countered") or actor.senseless or not actor.here or lost_its_turn(scene, actor):
        return
    skill = skill_of(scene, actor, name)
    refusal = hindrance(scene, actor, skill)
    if refusal is not None:
        scene.record("comes_to_nothing", refusal.rule, who=actor.id, skill=name, reason=refusal.reason)
        return
    targets = [scene.beings[one] for one in named]
    task = f"{name}:{named[0]}" if named and skill.use.takes_minutes else ""
    if task and scene.mode != FIGHT:
        time_of_try(scene, actor, task, skill.use.takes_minutes)
    if has(skill, Perceive) and cell is not None:
        scene.next(look_from(actor, name, cell))
        return
    result = SUCCESS
    if skill.use.against != "none":
        result = await roll_check(scene, actor, skill, targets, cell, choice)
    if task and scene.mode != FIGHT:
        tried_again(scene, actor, task, skill.use.takes_minutes, result != FAILURE)
    if result != FAILURE:
        practised(scene, actor, skill)
    apply_success(scene, actor, skill, targets, cell, choice, result)


async def roll_check(
    scene: Scene, actor: Being, skill: Skill, targets: list[Being], cell: Cell | None, choice: str
) -> str:
    """What the dice say: against the difficulty, or against whoever opposes."""
    target = targets[0] if targets else None
    modifiers = check_with(scene, actor, skill, target, cell, choice)
    opponent = opposed_by(scene, actor, skill, target, cell, choice)
    if opponent is not None:
        theirs = answer_modifiers(scene, opponent, skill.use.opposed_by)
        ties = skill.entry.skill == "attack"
        result = await opposed(
            scene, actor, opponent, modifiers, theirs, rule="tc.opposed", ties=ties, difficulty=skill.difficulty,
            critical=critical_from(scene, actor, skill),
        )  # fmt: skip
        if result == HELD and skill.use.opposed_by not in CORE:
            practised(scene, opponent, skill_of(scene, opponent, skill.use.opposed_by))
        return SUCCESS if result == SUCCESS else FAILURE
    difficulty = difficulty_of(scene, actor, skill, target, cell, choice)
    return await against(
        scene, actor, modifiers, difficulty, rule="tc.skill.check", what=skill.id,
        critical=critical_from(scene, actor, skill), fumble=UNSTABLE_FUMBLE if skill.unstable else 0,
        own=difficulty == skill.difficulty,
    )  # fmt: skip


def check_with(
    scene: Scene, actor: Being, skill: Skill, target: Being | None, cell: Cell | None, choice: str
) -> list[Modifier]:
    found = skill_modifiers(scene, actor, skill, types=(choice,) if choice in DAMAGE_TYPES else ())
    if target is not None and target is not actor and skill.use.range != "unlimited":
        found += range_modifier(scene, actor, target, skill)
    if has(skill, EndMagic):
        found += dismissal_modifiers(scene, actor, skill, choice)
    return found


def difficulty_of(
    scene: Scene, actor: Being, skill: Skill, target: Being | None, cell: Cell | None, choice: str
) -> int:
    """The skill's own difficulty, or that of what it is used against where that is higher."""
    if skill.use.against == "stealth" and target is not None:
        hidden = target.condition("Hidden")
        return max(skill.difficulty, hidden.value if hidden is not None else 0)
    if skill.use.against == "affliction" and choice:
        return max(skill.difficulty, affliction_difficulty(scene, choice))
    if skill.use.against == "jump_forward" and cell is not None:
        return max(skill.difficulty, dive_difficulty(scene, actor, cell))
    return skill.difficulty


def affliction_difficulty(scene: Scene, name: str) -> int:
    if name in scene.library.shelves["disease"]:
        return disease_difficulty(scene, name)
    return poison_of(scene, name).removal_difficulty


def opposed_by(
    scene: Scene, actor: Being, skill: Skill, target: Being | None, cell: Cell | None, choice: str
) -> Being | None:
    """Who opposes it: the maker of magic that is to end, or a target who is aware of it."""
    if not skill.use.opposed_by:
        return None
    if has(skill, EndMagic):
        return maker_of(scene, actor, target, cell, choice)
    if target is None or target is actor or target.senseless:
        return None
    if skill.use.opposed_if == "target_aware" and not sees(scene, target, actor):
        return None
    return target


def answer_modifiers(scene: Scene, being: Being, name: str) -> list[Modifier]:
    """tc.opposed: a core aspect, or the skill of an aspect."""
    return (
        check_modifiers(scene, being, name)
        if name in CORE
        else skill_modifiers(scene, being, skill_of(scene, being, name))
    )
