"""Maximum effort: a final attack at the end of a turn, when all energy is spent. Every attack can be the final one; it
is chosen as always and paid in health."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Entry
from ludex.games.crawl.book.attacks.actions import attack_cell, attack_cover
from ludex.games.crawl.book.attacks.areas import area_attack
from ludex.games.crawl.book.attacks.modifiers import Blow
from ludex.games.crawl.book.attacks.sequence import attack_with
from ludex.games.crawl.book.characters.skills import skill_of
from ludex.games.crawl.book.energy import FIGHT, REGISTRY, collect, owe
from ludex.games.crawl.book.turns.maximum_effort import effort_hp, exert, refuse_effort
from ludex.games.crawl.state import Being, Scene

RULE = "tc.maxeffort.attack"


def price(scene: Scene, actor: Being, skill_id: str = "") -> int:
    """The health it costs: the same for any attack, or by option for each EP of it."""
    hp = effort_hp(scene, actor)
    if scene.options["opt_maxeffort_per_ep"] and skill_id:
        return hp * max(1, skill_of(scene, actor, skill_id).ep)
    return hp


class Health:
    """Paid as the action begins, so that what follows from it comes before the attack."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return refuse_effort(scene, actor, price(scene, actor, args[0] if args else ""))

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        owe(scene)


def may_exert(scene: Scene, actor: Being) -> Refusal | None:
    if actor.ep:
        return Refusal(f"it comes when all EP are used up: {actor.ep} left", RULE)
    return None


def final(name: str, ordinary: str, attacks: Callable[..., Entry], label: str, *tags: str) -> None:
    """Offer an attack by maximum effort: with the arguments of an ordinary one, and what forbids that."""
    known = REGISTRY.actions[ordinary]
    assert known.fits is not None
    fits = known.fits
    skill = Arg("skill", known.args[0].values, known.args[0].default or ...)  # by luck any: energy does not matter

    @step(RULE)
    @wraps(known.step.procedure)
    async def strike_last(scene: Scene, actor: Being, *given: Any) -> None:
        """Nothing may follow it. Whoever drops from the strain, or forfeits the turn by it, does not come to it."""
        lost = actor.senseless or not actor.here or scene.turns.over
        scene.turns = scene.turns.end()
        if not lost and fits(scene, actor, *given) is None:
            scene.next(attacks(actor, *given))

    @REGISTRY.action(
        name, rule=RULE, cost=Health(), args=(skill, *known.args[1:]), may=may_exert,
        fits=fits, modes=(FIGHT,), label=label, tags=("effort", *tags),
    )  # fmt: skip
    @wraps(known.step.procedure)
    async def strain(scene: Scene, actor: Being, skill_id: str, *given: Any) -> None:
        """tc.maxeffort.is_damage: the price comes first, unless it was waived."""
        if collect(scene):
            exert(scene, actor, price(scene, actor, skill_id), RULE)
        scene.next(strike_last(actor, skill_id, *given))


@step(RULE)
async def last_blow(scene: Scene, actor: Being, skill_id: str, target: Being, aim: str, also: tuple[str, ...]) -> None:
    attack_with(scene, actor, target, Blow(skill_id, "final", aim, also))


final("final_attack", "attack", last_blow, "Final attack (maximum effort)", "attack")
final("final_area_attack", "area_attack", area_attack, "Final area attack (maximum effort)", "attack")
final("final_attack_cell", "attack_cell", attack_cell, "Final strike at a cell (maximum effort)")
final("final_attack_cover", "attack_cover", attack_cover, "Final strike at cover (maximum effort)")
