"""Lifting what lies on somebody: the way out from under a weight."""

from __future__ import annotations

from ludex.core.kernel.action import Arg
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.games.crawl.book.conditions import end
from ludex.games.crawl.book.dice import check
from ludex.games.crawl.book.energy import PLAYED, Ep, action
from ludex.games.crawl.book.equipment.handling import ARM_REACH, bound
from ludex.games.crawl.book.health.kinetic import weight_kp
from ludex.games.crawl.state import Being, Scene

RULE = "tc.crush"
LIFTED_AT = 10  # and the kinetic potential of the weight


def pinned(scene: Scene, actor: Being, *chosen: Plain) -> list[Plain]:
    return [being.id for being in scene.beings.values() if fits_lift(scene, actor, being) is None]


def fits_lift(scene: Scene, actor: Being, target: Being) -> Refusal | None:
    if "Pinned" not in target.states:
        return Refusal(f"nothing lies on {target.name}", RULE)
    if scene.distance(actor, target) > ARM_REACH:
        return Refusal(f"{target.name} is out of reach", RULE)
    return None


def may_lift(scene: Scene, actor: Being) -> Refusal | None:
    refusal = bound(scene, actor)
    if refusal is None and not pinned(scene, actor):
        return Refusal("nobody lies under a weight in reach", RULE)
    return refusal


@action(
    "lift_off", rule=RULE, cost=Ep(1), args=(Arg("target", pinned),),
    may=may_lift, fits=fits_lift, modes=PLAYED, label="Lift a weight off somebody",
)  # fmt: skip
async def lift_off(scene: Scene, actor: Being, target: Being) -> None:
    """A strength check of who is beside the weight or under it: 10, and 5 for each ton."""
    weight = target.condition("Pinned")
    if weight is None:
        return
    difficulty, about = LIFTED_AT + weight_kp(weight.value), {"target": target.id}
    if await check(scene, actor, "strength", difficulty, rule=RULE, force=True, about=about):
        end(scene, target, "Pinned", rule=RULE)
