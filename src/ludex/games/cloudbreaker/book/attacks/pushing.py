"""Push: a unit is moved one zone against their will, and the pusher may move along."""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Refusal
from ludex.games.cloudbreaker.book.actions import MAJOR, action, pay_minor
from ludex.games.cloudbreaker.book.attacks.grappling import (
    ANYONE,
    WILLING,
    all_around,
    cannot_consent,
    dragged,
    too_large,
)
from ludex.games.cloudbreaker.book.attacks.maneuvers import SCUFFLE, cannot_seize, gets_hold, part_for, succeeds
from ludex.games.cloudbreaker.book.movement.steps import dreads, follow, is_stopped, shove, steps_from
from ludex.games.cloudbreaker.state import Being, Scene

NOWHERE = ""


def may_push(scene: Scene, actor: Being) -> Refusal | None:
    return None if list(all_around(scene, actor)) else Refusal("nobody else is in the same zone", "cb.man.roll")


def fits_push(scene: Scene, actor: Being, target: Being, part: str, willing: bool) -> Refusal | None:
    refusal = (
        cannot_seize(scene, actor, target, part, "push")
        or too_large(actor, target, "cb.man.push")
        or cannot_consent(actor, target, willing)
    )
    if refusal is None and not steps_from(scene, target, target.at):
        return Refusal(f"there is no zone to push {target.name} into", "cb.man.push")
    return refusal


@action(
    "push", rule="cb.man.push", cost=MAJOR, args=(ANYONE, part_for("push"), WILLING), may=may_push, fits=fits_push,
    modes=("situation",), tags=("attack",),
)  # fmt: skip
async def push(scene: Scene, actor: Being, target: Being, part: str, willing: bool) -> None:
    """On a success, or without a roll if they are willing, the unit is moved one zone."""
    if willing:
        scene.record("willing", "cb.man.willing", who=target.id, by=actor.id, maneuver="push")
    elif not await succeeds(scene, actor, target, part, "push", SCUFFLE):
        return
    scene.next(pushed(actor, target))


@step("cb.man.push")
async def pushed(scene: Scene, actor: Being, target: Being) -> None:
    """The pusher chooses the direction, by the zone that lies there."""

    def among() -> tuple[str, ...]:
        found = steps_from(scene, target, target.at) if gets_hold(scene, actor, target) else ()
        return tuple(found) or (NOWHERE,)

    zone = among()[0]
    if len(among()) > 1:
        zone = await ask(
            scene,
            actor.id,
            lambda: OneOf(among()),
            rule="cb.man.push",
            about=lambda: {"target": target.id, "from": target.at},
            default=lambda: among()[0],
        )
    if zone == NOWHERE:
        return
    direction = scene.board.direction(target.at, zone)
    scene.next(shove(target, zone, actor.id), moves_along(actor, target, zone, direction))


def way_along(scene: Scene, actor: Being, direction: str) -> str | None:
    """Where the pusher would go; nowhere if they cannot leave, have moved their maximum, or do not dare."""
    zone = scene.board.toward(actor.at, direction)
    if zone is None or zone not in steps_from(scene, actor, actor.at):
        return None
    if is_stopped(actor) or actor.latched is not None:
        return None
    if actor.moved >= actor.sheet.max_move or dreads(scene, actor, zone) is not None:
        return None
    return zone


def costs(scene: Scene, actor: Being) -> int:
    """cb.man.grapple.move: following is free, but a reluctant captive takes a minor action here too."""
    return 1 if dragged(scene, actor) else 0


@step("cb.man.push.follow")
async def moves_along(scene: Scene, actor: Being, target: Being, zone: str, direction: str) -> None:
    """Once the unit has really been moved, the pusher may go with them; whoever holds somebody may let go for that."""

    def able() -> bool:
        there = target.at == zone and way_along(scene, actor, direction) == to
        return there and costs(scene, actor) <= actor.minor + actor.major

    to = way_along(scene, actor, direction)
    if target.at != zone or to is None:
        return
    goes = await ask(
        scene,
        actor.id,
        lambda: OneOf((False, True) if able() else (False,)),
        rule="cb.man.push.follow",
        about=lambda: {"target": target.id, "to": to, "minor": costs(scene, actor)},
        default=False,
    )
    if goes:
        minor = costs(scene, actor)  # they may have let go while they were asked
        if minor:
            pay_minor(scene, actor, minor)
            scene.cite("cb.man.grapple.move")
        scene.next(follow(actor, to))
