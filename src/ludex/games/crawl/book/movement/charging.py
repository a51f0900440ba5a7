"""Charging: a run at somebody in a straight line that ends in a blow."""

from __future__ import annotations

from typing import Any

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.games.crawl.book.attacks.actions import FOE, an_attack, known_attacks
from ludex.games.crawl.book.attacks.modifiers import Blow, refuse_skill, refuse_target
from ludex.games.crawl.book.attacks.sequence import attack_with, within_reach
from ludex.games.crawl.book.characters.skills import Skill, skill_of
from ludex.games.crawl.book.energy import FIGHT, action, lost_its_turn, pay_ep, refuse_ep
from ludex.games.crawl.book.map.ground import Ground, ground_for, speed, straight
from ludex.games.crawl.book.map.ranges import FURTHEST
from ludex.games.crawl.book.map.sight import unknown_to
from ludex.games.crawl.book.movement.climbing import needs_feet
from ludex.games.crawl.book.movement.steps import walk
from ludex.games.crawl.state import LEGS, Being, Scene

COST = 1  # beside that of the attack
RUN = 2  # times the basic move
LEAST, SHORT = 3, 2  # the least distance; with opt_charge_distance2

# ---------------------------------------------------------------- the way


def least_distance(scene: Scene) -> int:
    return SHORT if scene.options["opt_charge_distance2"] else LEAST


def rough_bars(scene: Scene) -> bool:
    """tc.terrain.rough_maneuvers: no charge over rough ground where there is any, unless the table lets it be
    crossed."""
    return "rough" in scene.board.terrain and not scene.options["opt_rough_no_limits"]


def reach_of(skill: Skill) -> int:
    return FURTHEST[skill.range] + skill.reach


def obstacles(scene: Scene, ground: Ground, rough: bool) -> set[Cell]:
    """Cells over which nobody charges: those of anybody known to be there; rough ground too where it counts."""
    others = [o for o in scene.beings.values() if o.here and o is not ground.being]
    known = [o for o in others if not unknown_to(scene, o, ground.being.side)]
    return {*(cell for other in known for cell in scene.cells(other)), *(ground.rough if rough else ())}


def course(scene: Scene, ground: Ground, target: Being, skill: Skill, rough: bool) -> tuple[Cell, ...] | None:
    """A shortest straight path at the target, to the first cell from which the attack reaches; none where something is
    in the way. `rough`: rough ground is an obstacle."""
    actor = ground.being
    apart, reach = scene.board.distance, reach_of(skill)
    body = scene.cells(target)
    goal = min(body, key=lambda cell: (apart(actor.at, cell), cell))

    def reaches(at: Cell) -> bool:
        return min([apart(a, b) for a in scene.body(actor, at) for b in body]) <= reach

    def free(a: Cell, b: Cell) -> bool:
        solid = ground.cost(a, b) is None or ground.drop(a, b)
        return (not solid and barred.isdisjoint(scene.body(actor, b))) or reaches(a)

    if reaches(actor.at):
        return ()
    barred = obstacles(scene, ground, rough)
    path = straight(scene.board, actor.at, goal, free)
    if path is None:
        return None
    end = next(number for number, cell in enumerate(path, 1) if reaches(cell))
    return path[:end]


# ---------------------------------------------------------------- whether


class ChargeCost:
    """tc.charge: 1 EP and those of the attack."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return refuse_ep(scene, actor, COST + (skill_of(scene, actor, args[0]).ep if args else 0), "tc.charge")

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        pay_ep(scene, actor, COST + skill_of(scene, actor, args[0]).ep, "tc.charge")


def charges(scene: Scene, actor: Being, *chosen: Plain) -> list[str]:
    """The melee attacks with which somebody can charge."""
    return [skill.id for skill in known_attacks(scene, actor) if skill.melee and not skill.thrown]


def may_charge(scene: Scene, actor: Being) -> Refusal | None:
    if actor.useless(LEGS):
        return Refusal(f"{actor.name} has a useless leg", "tc.limb.incapacitated")
    return needs_feet(scene, actor)


def fits_charge(scene: Scene, actor: Being, skill_id: str, target: Being) -> Refusal | None:
    skill = an_attack(scene, actor, skill_id)
    if isinstance(skill, Refusal):
        return skill
    if not skill.melee or skill.thrown:
        return Refusal(f"{skill.name} is no melee attack", "tc.charge")
    refusal = refuse_skill(scene, actor, skill) or refuse_target(scene, actor, target)
    if refusal is not None:
        return refusal
    if scene.distance(actor, target) < least_distance(scene):
        return Refusal(f"{target.name} is too near for a running start", "tc.charge")
    if scene.distance(actor, target) > RUN * speed(scene, actor) + reach_of(skill):
        return Refusal(f"{target.name} is out of reach for a charge", "tc.charge")
    ground, rough = ground_for(scene, actor), rough_bars(scene)
    path = course(scene, ground, target, skill, rough)
    if path is None:
        if rough and course(scene, ground, target, skill, rough=False) is not None:
            return Refusal(f"the way to {target.name} leads over rough terrain", "tc.terrain.rough_maneuvers")
        return Refusal(f"something is between {actor.name} and {target.name}", "tc.charge")
    price = ground.price(path)
    if price is None or price > RUN * speed(scene, actor):
        return Refusal(f"{target.name} is out of reach for a charge", "tc.charge")
    return None


# ---------------------------------------------------------------- how


@action(
    "charge", rule="tc.charge", cost=ChargeCost(),
    args=(Arg("skill", charges, default=first(charges, "unarmed_strike")), FOE),
    may=may_charge, fits=fits_charge, modes=(FIGHT,), tags=("attack", "move"),
)  # fmt: skip
async def charge(scene: Scene, actor: Being, skill_id: str, target: Being) -> None:
    """1 EP and the attack: up to twice the basic move straight at somebody, and a blow at +2; -2 on defences after it.
    No part of a movement action."""
    path = course(scene, ground_for(scene, actor), target, skill_of(scene, actor, skill_id), rough_bars(scene))
    scene.record("charges", "tc.charge", who=actor.id, target=target.id, skill=skill_id)
    scene.next(walk(actor, path or (), counted=False), strike_home(actor, target, skill_id))


@step("tc.charge")
async def strike_home(scene: Scene, actor: Being, target: Being, skill_id: str) -> None:
    """The blow, if the charger has come through and could still charge. It was declared before the run: who is blinded
    on the way strikes where the target is (tc.blind)."""
    if actor.senseless or not actor.here or lost_its_turn(scene, actor):
        return
    skill = skill_of(scene, actor, skill_id)
    refusal = may_charge(scene, actor) or refuse_skill(scene, actor, skill)
    if refusal is None and not within_reach(scene, actor, target, skill):
        refusal = Refusal(f"{target.name} is out of reach", "tc.charge")
    if refusal is not None:
        scene.record("comes_to_nothing", refusal.rule, who=actor.id, action="charge", reason=refusal.reason)
        return
    attack_with(scene, actor, target, Blow(skill_id, "charge"))
