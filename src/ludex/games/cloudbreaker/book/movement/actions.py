"""Moving, standing up and retreating."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from ludex.core.board.zone import read_way
from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.timing import Event, happens
from ludex.games.cloudbreaker.book.actions import MAJOR, MINOR, action, pay_minor
from ludex.games.cloudbreaker.book.attacks.grappling import dragged
from ludex.games.cloudbreaker.book.conditions import afflict, end
from ludex.games.cloudbreaker.book.movement.hazards import in_zones, spring
from ludex.games.cloudbreaker.book.movement.steps import (
    ZONE,
    cannot_leave,
    dreads,
    is_stopped,
    steps_from,
    walk,
    way_to,
    within,
)
from ludex.games.cloudbreaker.state import Being, Scene, in_situation

ABOUT = ("situation", "adventure")
DRAGS = "drags"  # noted when a reluctant captive is paid for

# ---------------------------------------------------------------- what a move costs


def actions_for(scene: Scene, actor: Being, zones: int) -> int:
    """cb.move.action: minor actions for so many zones beyond what is left of the last one. With a reluctant captive
    each takes another, and so does what is left of one that was begun without (cb.man.grapple.move)."""
    moves = moves_for(actor, zones)
    return 2 * moves + begun_alone(actor) if dragged(scene, actor) else moves


def moves_for(actor: Being, zones: int) -> int:
    beyond = zones - actor.stride
    return -(-beyond // actor.sheet.move) if beyond > 0 and actor.sheet.move else 0


def begun_alone(actor: Being) -> int:
    """What it costs more to drag somebody with the rest of a move for which nothing more was paid."""
    return 1 if actor.stride and not actor.has_used(DRAGS) else 0


class MoveCost:
    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if not in_situation(scene):
            return None
        zones = len(whole_path(scene, actor, args[0]) or ()) if args else 1
        needed = actions_for(scene, actor, zones)
        if needed > actor.minor + actor.major:
            if dragged(scene, actor):
                return Refusal("moving with a reluctant captive takes a second minor action", "cb.man.grapple.move")
            return Refusal(f"it takes {needed} minor actions", "cb.move.action")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if not in_situation(scene):
            return
        zones = len(whole_path(scene, actor, args[0]) or ())
        needed, moves = actions_for(scene, actor, zones), moves_for(actor, zones)
        if needed:
            if dragged(scene, actor):
                actor.use(DRAGS, "turn")
                scene.cite("cb.man.grapple.move")
            pay_minor(scene, actor, needed)
            actor.stride += moves * actor.sheet.move
        else:
            scene.cite("cb.move.split")


def zones_left(scene: Scene, actor: Being) -> int:
    """How far a unit can still move in this turn, by their actions and by their maximum."""
    if not in_situation(scene):
        return 99
    actions = actor.minor + actor.major
    if dragged(scene, actor):
        actions -= begun_alone(actor)
        if actions < 0:
            return 0
        actions //= 2
    return max(0, min(actor.stride + actions * actor.sheet.move, actor.sheet.max_move - actor.moved))


# ---------------------------------------------------------------- move


def destinations(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Every zone that can be reached."""
    budget = ZONE * zones_left(scene, actor) + ZONE - 1
    return [zone for zone in within(scene, actor, budget) if zone != actor.at]


def whole_path(scene: Scene, actor: Being, to: Plain) -> tuple[str, ...] | None:
    """A zone stands for the shortest way to it."""
    if isinstance(to, str):
        return way_to(scene, actor, to) if to in scene.board else None
    return cast(tuple[str, ...], to)


def may_move(scene: Scene, actor: Being) -> Refusal | None:
    refusal = cannot_leave(actor)
    if refusal is not None or not in_situation(scene):
        return refusal
    if actor.latched is not None:
        return Refusal(f"{actor.name} is latched on and has to let go first", "cb.man.latch")
    if actor.moved >= actor.sheet.max_move:
        return Refusal(f"{actor.name} has moved their maximum of {actor.sheet.max_move} zones", "cb.move.max")
    return None


def fits_move(scene: Scene, actor: Being, to: Plain) -> Refusal | None:
    unknown = [zone for zone in (to if isinstance(to, tuple) else (to,)) if zone not in scene.board]
    if unknown:
        raise BadInput(f"there is no zone {unknown[0]!r}; {there_are(unknown[0], scene.board)}")
    path = whole_path(scene, actor, to)
    if not path:
        dread = dreads(scene, actor, to) if isinstance(to, str) else None
        return dread or Refusal("there is no way there", "cb.move.diagonal")
    here = actor.at
    for zone in path:
        if zone not in steps_from(scene, actor, here):
            return Refusal(
                f"{scene.board.named(zone)} cannot be stepped into from {scene.board.named(here)}", "cb.move.diagonal"
            )
        refusal = dreads(scene, actor, zone)
        if refusal is not None:
            return refusal
        here = zone
    if in_situation(scene) and actor.moved + len(path) > actor.sheet.max_move:
        left = actor.sheet.max_move - actor.moved
        return Refusal(f"{len(path)} zones, with {left} left of the maximum", "cb.move.max")
    return None


@action(
    "move", rule="cb.move.action", cost=MoveCost(), args=(Arg("to", destinations, sure=True, read=read_way),),
    may=may_move, fits=fits_move, modes=ABOUT, tags=("move",),
)  # fmt: skip
async def move(scene: Scene, actor: Being, to: Plain) -> None:
    """To a zone by the shortest way, or zone by zone: what is left of the range may be used later in the turn."""
    path = whole_path(scene, actor, to)
    assert path
    scene.next(walk(actor, path))


# ---------------------------------------------------------------- standing up


def may_stand(scene: Scene, actor: Being) -> Refusal | None:
    return None if "Prone" in actor.states else Refusal(f"{actor.name} is not Prone", "cb.cond.prone")


@action(
    "stand_up", rule="cb.cond.prone", cost=MINOR, may=may_stand, modes=ABOUT, label="Stand up", tags=("move",)
)  # fmt: skip
async def stand_up(scene: Scene, actor: Being) -> None:
    """A minor action; by `opt_stand_and_move` it moves as well."""
    end(scene, actor, "Prone")
    if scene.options["opt_stand_and_move"] and in_situation(scene):
        actor.stride += actor.sheet.move


# ---------------------------------------------------------------- retreat


def may_retreat(scene: Scene, actor: Being) -> Refusal | None:
    if not actor.pc:
        return Refusal("only player characters retreat", "cb.retreat.action")
    if not scene.retreat_allowed:
        return Refusal("this situation allows no retreat", "cb.retreat.action")
    return cannot_leave(actor)


@action(
    "retreat", rule="cb.retreat.action", cost=MAJOR, may=may_retreat, modes=("situation",), tags=("gives_up",)
)  # fmt: skip
async def retreat(scene: Scene, actor: Being) -> None:
    """Out of the situation; whoever shares the zone may strike first."""
    happens(scene, Event("leaves", actor.id, "", (("to", ""),)))
    scene.next(gets_clear(actor))


@step("cb.retreat.action")
async def gets_clear(scene: Scene, actor: Being) -> None:
    """Who can still go after the strikes is away; hazards that act on who leaves do so once more."""
    if not is_stopped(actor) and scene.hazards:
        for placed in in_zones(scene, scene.zones(actor), "leave"):
            spring(scene, placed, [actor])
    scene.next(is_away(actor))


@step("cb.retreat.action")
async def is_away(scene: Scene, actor: Being) -> None:
    if not is_stopped(actor):
        afflict(scene, actor, "Retreated")
