"""Lifting what lies on somebody: the way out from under a weight."""

from __future__ import annotations

from ludex.core.action import Arg
from ludex.core.plain import Plain
from ludex.core.ruling import Refusal
from ludex.games.crawl.being import Being, Scene
from ludex.games.crawl.conditions import end
from ludex.games.crawl.economy import ADVENTURE, FIGHT, Ep, action
from ludex.games.crawl.handling import ARM_REACH, bound
from ludex.games.crawl.kinetic import weight_kp
from ludex.games.crawl.rolls import check

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
    return bound(scene, actor) or (None if pinned(scene, actor) else Refusal("nobody lies under a weight in reach", RULE))


@action(
    "lift_off", rule=RULE, cost=Ep(1), args=(Arg("target", pinned, default=lambda *given: pinned(*given)[0]),),
    may=may_lift, fits=fits_lift, modes=(FIGHT, ADVENTURE), label="Lift a weight off somebody",
)  # fmt: skip
async def lift_off(scene: Scene, actor: Being, target: Being) -> None:
    """A strength check for who lies beside it or under it: 10, and 5 for each ton."""
    weight = target.condition("Pinned")
    if weight is not None and await check(
        scene, actor, "strength", LIFTED_AT + weight_kp(weight.value), rule=RULE, force=True, about={"target": target.id}
    ):
        end(scene, target, "Pinned", rule=RULE)
