"""Where turns are not counted whoever likes acts. At a table one of the party leads: they are asked what they do, until
they let another lead or all is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludex.core.kernel.action import BETWEEN, Arg, Registry
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Being, Scene


def add_leading(
    registry: Registry,
    rule: str,
    modes: tuple[str, ...],
    party: Callable[[Any], list[Any]],
    led_by: Callable[[Any], str],
    let_lead: Callable[[Any, str], None],
) -> Callable[[Any], str]:
    """`set_out`, `be_done` and `let_act`; what is given back tells who leads. `party` are those who can do something,
    `led_by` is who has been asked to lead, and `let_lead` asks somebody, or nobody."""

    def leader(scene: Scene[Any]) -> str:
        """Whoever was asked, or the next who can; nobody where nobody was."""
        name = led_by(scene)
        members = [member.id for member in party(scene)] if name else []
        return name if name in members else next(iter(members), "")

    @registry.gm("set_out", rule, modes=modes, tags=(BETWEEN,))
    async def set_out(scene: Scene[Any]) -> None:
        """The party acts as it likes, the first of them first."""
        let_lead(scene, next((member.id for member in party(scene)), ""))
        scene.record("sets_out", rule, who=led_by(scene))

    def may_lead(scene: Scene[Any], actor: Being) -> Refusal | None:
        return None if leader(scene) == actor.id else Refusal(f"{actor.name} is not asked what to do", rule)

    @registry.action("be_done", rule=rule, may=may_lead, modes=modes, label="That is all for now", tags=("passes",))
    async def be_done(scene: Scene[Any], actor: Being) -> None:
        """Nobody does anything more here."""
        let_lead(scene, "")
        scene.record("is_done", rule, who=actor.id)  # named: who does not know them to be there is not told

    def others(scene: Scene[Any], actor: Being, *chosen: Plain) -> list[Plain]:
        return [member.id for member in party(scene) if member is not actor]

    def may_let_act(scene: Scene[Any], actor: Being) -> Refusal | None:
        return may_lead(scene, actor) or (None if others(scene, actor) else Refusal("nobody else can act", rule))

    def fits_let_act(scene: Scene[Any], actor: Being, to: Being) -> Refusal | None:
        return None if to.id in others(scene, actor) else Refusal(f"{to.name} cannot lead", rule)

    @registry.action(
        "let_act", rule=rule, args=(Arg("to", others),), may=may_let_act, fits=fits_let_act, modes=modes,
        label="Let somebody else act", tags=("idle",),
    )  # fmt: skip
    async def let_act(scene: Scene[Any], actor: Being, to: Being) -> None:
        """Somebody else of the party is asked what they do."""
        let_lead(scene, to.id)
        scene.record("leads", rule, who=to.id)

    return leader
