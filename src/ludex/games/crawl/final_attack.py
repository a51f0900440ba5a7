"""Maximum effort: a final attack at the end of a turn, when all energy is spent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludex.core.action import Arg
from ludex.core.agenda import step
from ludex.core.plain import Plain
from ludex.core.ruling import Refusal
from ludex.games.crawl.attacks import attack_with
from ludex.games.crawl.being import Being, Scene
from ludex.games.crawl.economy import FIGHT, action
from ludex.games.crawl.effort import effort_hp, exert, refuse_effort
from ludex.games.crawl.skills import skill, skills
from ludex.games.crawl.strikes import Blow, refuse_attack


def price(scene: Scene, actor: Being, skill_id: str = "") -> int:
    """tc.maxeffort.attack: the same for any attack; with the other reading for each EP of it."""
    hp = effort_hp(scene, actor)
    if scene.options["opt_maxeffort_per_ep"] and skill_id:
        return hp * max(1, skill(scene, actor, skill_id).ep)
    return hp


class Health:
    """Paid by the step itself, so that what follows from it comes before the attack."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return refuse_effort(scene, actor, price(scene, actor, args[0] if args else ""))

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        pass


def attacks(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [made.id for made in skills(scene, actor, "action") if made.aimed]


def targets(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [enemy.id for enemy in scene.enemies(actor) if "Dead" not in enemy.states]


def may_exert(scene: Scene, actor: Being) -> Refusal | None:
    if actor.ep:
        return Refusal(f"{actor.ep} EP are left: it comes when all are used up", "tc.maxeffort.attack")
    return None


def fits_final(scene: Scene, actor: Being, skill_id: str, target: Being, aim: str) -> Refusal | None:
    return refuse_attack(scene, actor, target, skill_id, aim)


@action(
    "final_attack", rule="tc.maxeffort.attack", cost=Health(),
    args=(Arg("skill", attacks), Arg("target", targets), Arg("aim", lambda *a: ("",), default=lambda *a: "")),
    may=may_exert, fits=fits_final, modes=(FIGHT,), label="Final attack (maximum effort)", tags=("attack", "effort"),
)  # fmt: skip
async def final_attack(scene: Scene, actor: Being, skill_id: str, target: Being, aim: str) -> None:
    """One more attack, paid in health; the turn ends with it."""
    exert(scene, actor, price(scene, actor, skill_id), "tc.maxeffort.attack")
    scene.next(strike_last(actor, skill_id, target, aim))


@step("tc.maxeffort.attack")
async def strike_last(scene: Scene, actor: Being, skill_id: str, target: Being, aim: str) -> None:
    """Whoever drops from the strain, or forfeits the turn, does not come to it."""
    lost = actor.senseless or not actor.here or scene.turns.over
    scene.turns = scene.turns.end()
    if not lost and refuse_attack(scene, actor, target, skill_id, aim) is None:
        attack_with(scene, actor, target, Blow(skill_id, "final", aim))
