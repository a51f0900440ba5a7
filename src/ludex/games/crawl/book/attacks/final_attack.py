"""Maximum effort: a final attack at the end of a turn, when all energy is spent."""

from __future__ import annotations

from typing import Any

from ludex.core.board.cells import Cell
from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Refusal
from ludex.games.crawl.book.attacks.actions import (
    AIM,
    ALSO,
    TARGET,
    attack_cell,
    attack_cover,
    attack_skills,
    cover_cells,
    first_attack,
    fits_attack,
    fits_cell,
    fits_cover,
    near_cells,
)
from ludex.games.crawl.book.attacks.areas import area_attack, area_skills, fits_area, places
from ludex.games.crawl.book.attacks.modifiers import Blow
from ludex.games.crawl.book.attacks.sequence import attack_with
from ludex.games.crawl.book.characters.skills import skill
from ludex.games.crawl.book.energy import FIGHT, action, collect, owe
from ludex.games.crawl.book.turns.maximum_effort import effort_hp, exert, refuse_effort
from ludex.games.crawl.state import Being, Scene

RULE = "tc.maxeffort.attack"
TAGS = ("attack", "effort")
SKILL = Arg("skill", attack_skills, default=first_attack)


def price(scene: Scene, actor: Being, skill_id: str = "") -> int:
    """The same for any attack; with the other reading for each EP of it."""
    hp = effort_hp(scene, actor)
    if scene.options["opt_maxeffort_per_ep"] and skill_id:
        return hp * max(1, skill(scene, actor, skill_id).ep)
    return hp


class Health:
    """Due as the action begins, so that what follows from it comes before the attack."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return refuse_effort(scene, actor, price(scene, actor, args[0] if args else ""))

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        owe(scene)


HEALTH = Health()


def strain(scene: Scene, actor: Being, skill_id: str) -> None:
    """tc.maxeffort.is_damage: what it costs, unless that was waived."""
    if collect(scene):
        exert(scene, actor, price(scene, actor, skill_id), RULE)


def may_exert(scene: Scene, actor: Being) -> Refusal | None:
    if actor.ep:
        return Refusal(f"{actor.ep} EP are left: it comes when all are used up", RULE)
    return None


def last_breath(scene: Scene, actor: Being) -> bool:
    """Nothing may follow it. Whoever drops from the strain, or forfeits the turn by it, does not come to it at all."""
    lost = actor.senseless or not actor.here or scene.turns.over
    scene.turns = scene.turns.end()
    return not lost


# ---------------------------------------------------------------- on somebody


@action(
    "final_attack", rule=RULE, cost=HEALTH, args=(SKILL, TARGET, AIM, ALSO), may=may_exert, fits=fits_attack,
    modes=(FIGHT,), label="Final attack (maximum effort)", tags=TAGS,
)  # fmt: skip
async def final_attack(
    scene: Scene, actor: Being, skill_id: str, target: Being, aim: str, also: tuple[str, ...]
) -> None:
    """One more attack, paid in health; the turn ends with it."""
    strain(scene, actor, skill_id)
    scene.next(strike_last(actor, skill_id, target, aim, also))


@step(RULE)
async def strike_last(
    scene: Scene, actor: Being, skill_id: str, target: Being, aim: str, also: tuple[str, ...]
) -> None:
    if last_breath(scene, actor) and fits_attack(scene, actor, skill_id, target, aim, also) is None:
        attack_with(scene, actor, target, Blow(skill_id, "final", aim, also))


# ---------------------------------------------------------------- on an area


@action(
    "final_area_attack", rule=RULE, cost=HEALTH, args=(Arg("skill", area_skills), Arg("at", places)),
    may=may_exert, fits=fits_area, modes=(FIGHT,), label="Final area attack (maximum effort)", tags=TAGS,
)  # fmt: skip
async def final_area_attack(scene: Scene, actor: Being, skill_id: str, at: Cell | int) -> None:
    """The same with an area."""
    strain(scene, actor, skill_id)
    scene.next(burst_last(actor, skill_id, at))


@step(RULE)
async def burst_last(scene: Scene, actor: Being, skill_id: str, at: Cell | int) -> None:
    if last_breath(scene, actor) and fits_area(scene, actor, skill_id, at) is None:
        scene.next(area_attack(actor, skill_id, at))


# ---------------------------------------------------------------- at a cell, at cover


@action(
    "final_attack_cell", rule=RULE, cost=HEALTH, args=(SKILL, Arg("cell", near_cells)), may=may_exert, fits=fits_cell,
    modes=(FIGHT,), label="Final strike at a cell (maximum effort)", tags=("effort",),
)  # fmt: skip
async def final_attack_cell(scene: Scene, actor: Being, skill_id: str, cell: Cell) -> None:
    """The same at a cell that cannot be seen into."""
    strain(scene, actor, skill_id)
    scene.next(strike_cell_last(actor, skill_id, cell))


@step(RULE)
async def strike_cell_last(scene: Scene, actor: Being, skill_id: str, cell: Cell) -> None:
    if last_breath(scene, actor) and fits_cell(scene, actor, skill_id, cell) is None:
        scene.next(attack_cell(actor, skill_id, cell))


@action(
    "final_attack_cover", rule=RULE, cost=HEALTH, args=(SKILL, Arg("cell", cover_cells)), may=may_exert,
    fits=fits_cover, modes=(FIGHT,), label="Final strike at cover (maximum effort)", tags=("effort",),
)  # fmt: skip
async def final_attack_cover(scene: Scene, actor: Being, skill_id: str, cell: Cell) -> None:
    """The same at cover."""
    strain(scene, actor, skill_id)
    scene.next(strike_cover_last(actor, skill_id, cell))


@step(RULE)
async def strike_cover_last(scene: Scene, actor: Being, skill_id: str, cell: Cell) -> None:
    if last_breath(scene, actor) and fits_cover(scene, actor, skill_id, cell) is None:
        scene.next(attack_cover(actor, skill_id, cell))
