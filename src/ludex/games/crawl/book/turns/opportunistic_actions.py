"""Opportunistic actions: a blow at whoever leaves a threatened cell, a keen look at whoever slips past."""

from __future__ import annotations

from typing import cast

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import step
from ludex.core.kernel.derived import derived
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.scene import Entry
from ludex.core.kernel.timing import Event, Reaction, opponents
from ludex.games.crawl.book.attacks.modifiers import Blow, refuse_attack
from ludex.games.crawl.book.attacks.sequence import attack_with
from ludex.games.crawl.book.characters.aspects import EQUIPMENT
from ludex.games.crawl.book.characters.skills import Skill, own_skills, skill_of, skills
from ludex.games.crawl.book.energy import FIGHT, REGISTRY, lost_its_turn, pay_ep, refuse_ep
from ludex.games.crawl.book.map.ground import cannot_move
from ludex.games.crawl.book.map.ranges import refuse_distance
from ludex.games.crawl.book.map.sight import knows
from ludex.games.crawl.book.map.threat import acts_on_leaving
from ludex.games.crawl.book.movement.actions import may_leave
from ludex.games.crawl.book.movement.climbing import needs_feet
from ludex.games.crawl.book.movement.jumping import may_jump
from ludex.games.crawl.book.movement.steps import price_of_step
from ludex.games.crawl.book.skills.perception import can_make_out, find, makes_out, perceive
from ludex.games.crawl.book.turns.openings import CLIMBS, GETS_AWAY, JUMPS, LEAVING, PASSING, RUNS, WALKS
from ludex.games.crawl.state import LEGS, Being, Scene

WHEN = "opportunistic"  # how such aspects are used
PASSES = "passes_or_appears"


# ---------------------------------------------------------------- a blow at who leaves


def blow_ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    """The opportunistic attacks of who threatens the cell, as far as they can be paid and reach; nobody is struck who
    leaves no longer."""
    mover = scene.beings[event.who]
    if scene.mode != FIGHT or being.side == mover.side:
        return ()
    made = [one for one in own_blows(scene, being) if refuse_ep(scene, being, one.ep) is None]
    if not made or not acts_on_leaving(scene, being, mover, cast(Cell, event.get("cell"))):
        return ()
    if stays(scene, mover, event):
        return ()
    return tuple([one.id for one in made if refuse_attack(scene, being, mover, one.id) is None])


@derived(EQUIPMENT)
def own_blows(scene: Scene, being: Being) -> list[Skill]:
    """The opportunistic attacks of somebody, whatever conditions they are under."""
    return [one for one in own_skills(scene, being, WHEN) if one.aimed]


def stays(scene: Scene, mover: Being, event: Event) -> bool:
    """Has something kept the mover from leaving since they set out, such as the blow of another?"""
    if not mover.here or mover.senseless or lost_its_turn(scene, mover):
        return True
    if ("Prone" in mover.states and not event.get("lying")) or cannot_move(scene, mover) is not None:
        return True
    how, to = event.get("how"), cast(Cell, event.get("to"))
    if how in (WALKS, RUNS):
        lame = how == RUNS and mover.useless(LEGS) > 0
        return lame or price_of_step(scene, mover, to, how == WALKS) is None
    if how == CLIMBS:
        return needs_feet(scene, mover) is not None or to not in scene.board.neighbours(mover.at)
    if how == JUMPS:
        return may_jump(scene, mover) is not None or mover.at != event.get("cell")
    return how == GETS_AWAY and may_leave(scene, mover) is not None


def blow_entry(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    pay_ep(scene, being, skill_of(scene, being, str(way)).ep, "tc.opportunistic")
    return strike_at_leaving(being, scene.beings[event.who], str(way))


@step("tc.opportunistic")
async def strike_at_leaving(scene: Scene, being: Being, mover: Being, skill_id: str) -> None:
    """Before the step; who falls or is seized by it does not take it."""
    if being.here and not being.senseless:
        attack_with(scene, being, mover, Blow(skill_id, "opportunistic"))


# ---------------------------------------------------------------- a look at who slips past


def near_unseen(scene: Scene, being: Being, skill: Skill) -> list[Being]:
    """Enemies in stealth within range of a skill whose place somebody does not know."""
    return [
        other
        for other in scene.enemies(being)
        if can_make_out(scene, being, other)
        and not knows(scene, being, other)
        and refuse_distance(scene, scene.distance(being, other), skill) is None
    ]


def look_ways(scene: Scene, being: Being, event: Event) -> tuple[Plain, ...]:
    """Somebody in stealth moves close by: a keen eye may look, and is not told who it is."""
    if scene.mode != FIGHT or being.senseless or not being.here or "Surprised" in being.states:
        return ()
    fitting = [skill for skill in skills(scene, being, WHEN) if skill.use.trigger == PASSES]
    return tuple([
        skill.id for skill in fitting if refuse_ep(scene, being, skill.ep) is None and near_unseen(scene, being, skill)
    ])  # fmt: skip


def look_entry(scene: Scene, being: Being, event: Event, way: Plain) -> Entry:
    pay_ep(scene, being, skill_of(scene, being, str(way)).ep, "tc.opportunistic")
    return look_up(being, str(way))


@step("tc.opportunistic")
async def look_up(scene: Scene, being: Being, skill_id: str) -> None:
    """A perception check against the stealth value of whoever is near."""
    if being.senseless or not being.here:
        return
    skill = skill_of(scene, being, skill_id)
    total, sure = await perceive(scene, being, skill, "tc.perception.stealth")
    scene.record("looks", "tc.opportunistic", who=being.id, total=total)
    for other in near_unseen(scene, being, skill):
        if makes_out(other, total, sure):
            find(scene, being, other)


REGISTRY.reaction(
    Reaction("interrupt", PASSING, "tc.opportunistic", look_ways, look_entry),
    Reaction("interrupt", LEAVING, "tc.opportunistic", blow_ways, blow_entry, opponents),
)
