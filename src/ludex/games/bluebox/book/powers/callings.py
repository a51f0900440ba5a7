"""Callings: what a character's Calling adds in play."""

from __future__ import annotations

from typing import cast

from ludex.core.board.hex import Cell
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import cite
from ludex.core.kernel.timing import DECLINE
from ludex.games.bluebox.book.conditions import all_but_over, cannot_act
from ludex.games.bluebox.book.movement.steps import places_beside, step_aside
from ludex.games.bluebox.book.powers.effects import RESETS, follow_up
from ludex.games.bluebox.records.effects import MoveAlly, MoveSelf
from ludex.games.bluebox.records.kinds import Calling
from ludex.games.bluebox.state import Being, Scene

RULE = "bb.gap.callings"


def calling_of(scene: Scene, being: Being, trigger: str) -> Calling | None:
    """The being's Calling, if it answers to this trigger and is not used up."""
    if not being.sheet.calling:
        return None
    calling: Calling | None = scene.library.shelves["calling"].entries.get(being.sheet.calling)
    if calling is None or calling.trigger != trigger or being.has_used(calling.id):
        return None
    return calling


def use_calling(being: Being, calling: Calling) -> None:
    for limit in calling.limits:
        cite("bb.limit.frequency")
        being.use(calling.id, RESETS[limit])


def on_sacrifice(scene: Scene, attacker: Being, target: Being) -> None:
    """When dice were sacrificed on an own melee hit."""
    answer_to(scene, attacker, target, calling_of(scene, attacker, "sacrificed_on_melee_hit"))


def on_flash_shot(scene: Scene, attacker: Being, target: Being) -> None:
    """When an own Flash Shot hits."""
    answer_to(scene, attacker, target, calling_of(scene, attacker, "flash_shot_hits"))


def on_failed_save(scene: Scene, user: Being, target: Being, power: str) -> None:
    """When a save against one of the powers that the Calling names fails."""
    calling = calling_of(scene, user, "power_save_failed")
    if calling is not None and (not calling.powers or power in calling.powers):
        answer_to(scene, user, target, calling)


def answer_to(scene: Scene, being: Being, target: Being, calling: Calling | None) -> None:
    """What the Calling adds: steps are offered, and count as its use when they are taken; the rest happens."""
    if calling is None:
        return
    happen = [effect for effect in calling.effects if not isinstance(effect, MoveSelf | MoveAlly)]
    if happen:
        use_calling(being, calling)
        scene.record("calling", RULE, who=being.id, calling=calling.name, target=target.id)
    follow_up(scene, being, target, happen)
    for effect in calling.effects:
        if isinstance(effect, MoveSelf):
            scene.next(offer_step(being, being, effect.m))
        elif isinstance(effect, MoveAlly):
            scene.next(offer_ally_step(being, effect.m, effect.within))


@step(RULE)
async def offer_step(scene: Scene, being: Being, mover: Being, metres: int) -> None:
    """The mover may step aside at once, a metre after the other."""

    def places() -> tuple[Plain, ...]:
        stays = all_but_over(scene) or cannot_act(scene, mover) is not None
        return () if stays else places_beside(scene, mover)

    if not places():
        return
    to: Plain = await ask(
        scene, mover.id, lambda: OneOf((DECLINE, *places())), rule=RULE, about={"calling": being.sheet.calling},
        default=DECLINE,
    )  # fmt: skip
    if to == DECLINE:
        return
    calling = scene.library.shelves["calling"].get(being.sheet.calling)
    if mover is being:
        use_calling(being, calling)
    scene.record("calling", RULE, who=being.id, calling=calling.name, target=mover.id)
    scene.next(step_aside(mover, cast(Cell, to)))
    if metres > 1:
        scene.next(offer_step(being, mover, metres - 1))


@step(RULE)
async def offer_ally_step(scene: Scene, being: Being, metres: int, within: int) -> None:
    """One ally within some metres may step aside."""

    def near() -> list[Plain]:
        allies = [ally for ally in scene.allies(being) if scene.distance(being, ally) <= within]
        return [a.id for a in allies if cannot_act(scene, a) is None and places_beside(scene, a)]

    if cannot_act(scene, being) is not None or all_but_over(scene) or not near():
        return
    who: Plain = await ask(
        scene, being.id, lambda: OneOf((DECLINE, *near())), rule=RULE, about={"calling": being.sheet.calling},
        default=DECLINE,
    )  # fmt: skip
    if who != DECLINE:
        scene.next(offer_step(being, scene.beings[str(who)], metres))
