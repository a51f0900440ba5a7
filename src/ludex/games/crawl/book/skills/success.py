"""What comes of a skill that was used: healing, cures, what lasts, and its effects, one target after the other."""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import step
from ludex.games.crawl.book.attacks.areas import area_cells
from ludex.games.crawl.book.characters.aspects import max_ep
from ludex.games.crawl.book.characters.skills import Skill, critical_from, skill_of
from ludex.games.crawl.book.dice import CRITICAL, FAILURE, against
from ludex.games.crawl.book.energy import FIGHT, lost_its_turn
from ludex.games.crawl.book.equipment.handling import carry, gone_unloaded, in_pack, lose, must_reload
from ludex.games.crawl.book.health.damage import amount
from ludex.games.crawl.book.health.healing import heal, tend
from ludex.games.crawl.book.health.poison import cure
from ludex.games.crawl.book.movement.jumping import dive
from ludex.games.crawl.book.movement.steps import teleport
from ludex.games.crawl.book.skills.effects import happen, ignores, put_under
from ludex.games.crawl.book.skills.ending_magic import end_magic
from ludex.games.crawl.book.skills.modifiers import practised, skill_modifiers
from ludex.games.crawl.book.skills.perception import notice, perceive
from ludex.games.crawl.records.effects import EndMagic, Message, MoveToCover, TakeObject
from ludex.games.crawl.state import Being, Scene

HAPPENS = "tc.aspect.definition"
REFUND = 1  # tc.unstable


def apply_success(
    scene: Scene, actor: Being, skill: Skill, targets: list[Being], cell: Cell | None, choice: str, result: str
) -> None:
    """The result is agreed: what follows from it."""
    if result == FAILURE:
        scene.record("fails", "tc.skill.check", who=actor.id, skill=skill.id)
        scene.next(*[happen(actor, skill.id, e, actor, "failure") for e in skill.effects if e.on == "failure"])
        return
    if result == CRITICAL and skill.unstable and scene.mode == FIGHT:
        actor.ep = min(actor.ep + REFUND, max(actor.ep, max_ep(scene, actor)))
        scene.record("refund", "tc.unstable", who=actor.id, now=actor.ep)
    if skill.teleport and cell is not None:
        teleport(scene, actor, skill, cell)
        return
    if skill.area:
        cells = area_cells(scene, actor, skill, cell if cell is not None else actor.at)
        if skill.use.target == "cell":
            put_under(scene, actor, skill, cells, choice)
            return
        targets = [being for being in scene.beings.values() if is_meant(scene, actor, skill, being, cells)]
    at_once(scene, actor, skill, targets, cell, choice)
    scene.next(*[benefit(actor, skill.id, target, choice) for target in targets])


def is_meant(scene: Scene, actor: Being, skill: Skill, being: Being, cells: tuple[Cell, ...]) -> bool:
    """Who is in the area, and of the side that the skill is restricted to where it is."""
    if not being.here or not any([cell in cells for cell in scene.cells(being)]):
        return False
    return not skill.only or (being.side == actor.side) is (skill.only == "allies only")


def at_once(scene: Scene, actor: Being, skill: Skill, targets: list[Being], cell: Cell | None, choice: str) -> None:
    """Effects that go by what was chosen."""
    target = targets[0] if targets else None
    for effect in skill.effects:
        if isinstance(effect, EndMagic):
            end_magic(scene, actor, target, cell, choice)
        elif isinstance(effect, TakeObject) and target is not None and in_pack(target, choice) is not None:
            carry(scene, actor, choice, 1, lose(scene, target, choice))
            if gone_unloaded(target, choice):
                must_reload(actor, choice)
            scene.record("pockets", HAPPENS, seen_by=actor.side, who=actor.id, target=target.id, thing=choice)
        elif isinstance(effect, MoveToCover) and cell is not None:
            dive(scene, actor, cell)


@step("tc.perception")
async def look_from(scene: Scene, actor: Being, name: str, cell: Cell) -> None:
    """The check is a look around from that cell: whoever hides in sight of it is found where its total reaches the
    stealth value."""
    if actor.senseless or not actor.here or lost_its_turn(scene, actor):
        return
    skill = skill_of(scene, actor, name)
    total, sure = await perceive(scene, actor, skill, "tc.perception")
    if not sure and total < skill.difficulty:
        scene.record("fails", "tc.skill.check", who=actor.id, skill=name)
        return
    scene.record("looks", "tc.perception", who=actor.id, total=total)
    practised(scene, actor, skill)
    notice(scene, actor, total, sure, cell)


@step(HAPPENS)
async def benefit(scene: Scene, actor: Being, name: str, target: Being, choice: str) -> None:
    """What the skill does to one of its targets."""
    skill = skill_of(scene, actor, name)
    if not target.here or await ignores(scene, actor, name, target):
        return
    if skill.heals is not None:
        healed = await amount(
            scene,
            actor,
            skill.heals.count,
            skill.heals.sides,
            rule="tc.heal",
            bonus=skill.heals.bonus,
            target=target.id,
        )
        heal(scene, target, healed, rule="tc.heal")
        tend(scene, target, skill.aspect)
    for affliction in skill.cures:
        cure(scene, target, affliction, choice)
    if skill.granted or skill.lasts:
        put_under(scene, actor, skill, target, choice)
    for effect in skill.effects:
        if isinstance(effect, Message) and skill.use.against == "gm":
            scene.next(understand(actor, name, target))
        else:
            scene.next(happen(actor, name, effect, target, "success"))


@step("tc.skill.check")
async def understand(scene: Scene, actor: Being, name: str, target: Being) -> None:
    """Communication for which both sides roll: the other has to understand."""
    if target.senseless:
        return
    skill = skill_of(scene, target, name)
    modifiers = skill_modifiers(scene, target, skill)
    result = await against(
        scene, target, modifiers, skill.difficulty, rule="tc.skill.check", what=name,
        critical=critical_from(scene, target, skill), own=True,
    )  # fmt: skip
    if result != FAILURE:
        scene.record("message", HAPPENS, who=actor.id, target=target.id, spoken=False)
