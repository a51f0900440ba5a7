"""Maneuvers of movement: Move, Dive, Stand, Surge, leaving the board; and the Action Sprint."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from ludex.core.board.zone import read_way
from ludex.core.kernel.action import Arg
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import BadInput, Modifier, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.navyblue.book.conditions import afflict, end, stops, unable
from ludex.games.navyblue.book.dice import BONUS, CHECKS, SUCCESSES, check
from ludex.games.navyblue.book.features import attribute, passive_by, use_up
from ludex.games.navyblue.book.motion import ACTION, Motion, action
from ludex.games.navyblue.book.movement.sight import no_such_zone
from ludex.games.navyblue.book.movement.steps import (
    NEVER,
    Footing,
    cannot_step,
    falls_at,
    go,
    price,
    running,
    running_limit,
    steps_out,
    way_to,
    ways,
)
from ludex.games.navyblue.records.effects import CheckBonus
from ludex.games.navyblue.state import FAR, Being, Scene

ABOUT = ("fight", "adventure", "dungeon", "traversal")
FREELY = ("fight", "adventure")  # in a dungeon going about takes an interval
BODILY = ("Brawn", "Finesse")
OFF = ""  # where one is who has left the board
NO_CHECK = "none"
SURGE = "Surge"  # noted when it is used, which it is once a turn

# ---------------------------------------------------------------- what a Move costs


class MoveCost:
    """nb.maneuver.move: points spent and points lost must both be at hand; only those spent count for running."""

    def path(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> tuple[tuple[str, ...], int | str]:
        to, up = args
        return whole_path(scene, actor, to) or (), up

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if scene.mode != "fight":
            return None
        if not args:
            return Refusal("a Move costs at least 1 MP", "nb.motion.points") if actor.motion < 1 else None
        due = price(Footing(scene, actor), *self.path(scene, actor, args))
        if due.short:
            rule = "nb.motion.points" if not due.lost else "nb.obstruct.zone"
            lost = f" and loses {due.lost}" if due.lost else ""
            return Refusal(f"this Move spends {due.spent} MP{lost}, with {actor.motion} left", rule)
        forbidden = actor.acted and scene.options["opt_run_after_action"] == "forbidden"
        if forbidden and actor.on_move + due.spent > running_limit(scene, actor):
            return Refusal("nobody runs after an Action of the same turn", "nb.move.running")
        return None

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode != "fight":
            return
        due = price(Footing(scene, actor), *self.path(scene, actor, args))
        ran = running(scene, actor)
        actor.motion -= due.spent + due.lost
        actor.on_move += due.spent
        actor.run_up = False
        if due.spared_by is not None:
            use_up(actor, due.spared_by)
        scene.cite("nb.motion.points", "nb.maneuver.list", *(("nb.prone",) if "Prone" in actor.states else ()))
        if due.lost:
            rule = "nb.obstruct.hostile" if due.materials == ("hostile",) else "nb.obstruct.zone"
            if "pit" in due.materials:
                scene.cite("nb.zone.pit")
            scene.record("loses", rule, who=actor.id, points=due.lost, materials=due.materials)
        if due.spared_by is not None:
            scene.record("spared", "nb.obstruct.zone", who=actor.id, feature=due.spared_by.id)
        if running(scene, actor) and not ran:
            scene.record("running", "nb.move.running", who=actor.id, points=actor.on_move)


class LeaveCost(MoveCost):
    """Off the board, as into one zone more."""

    def path(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> tuple[tuple[str, ...], int | str]:
        return (OFF,), NEVER

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return super().refusal(scene, actor, (OFF, NEVER))


# ---------------------------------------------------------------- Move


def read_up(value: Plain) -> Plain:
    if value == NEVER or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        return value
    raise BadInput(
        f"up: expected after how many zones to get up (0: before the first), or {NEVER}, not {spelled(value)}"
    )


def destinations(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Every zone that can be reached with the points at hand."""
    footing = Footing(scene, actor)
    found = {zone: way for zone, way in ways(footing).items() if leads_out(scene, actor, zone) is None}
    if scene.mode != "fight":
        return list(found)
    up = cast(int | str, usual_up(scene, actor))
    return [zone for zone, way in found.items() if len(way) <= actor.motion and not price(footing, way, up).short]


def ups(scene: Scene, actor: Being, to: Plain) -> Iterable[Plain]:
    """When a Prone character can get up: first of all, never, or after some zone."""
    if "Prone" not in actor.states:
        return (NEVER,)
    path = whole_path(scene, actor, to) or ()
    last = len(path) - (bool(path) and falls_at(scene, actor, path[-1]) is not None)
    return (0, NEVER, *range(1, last + 1))


def usual_up(scene: Scene, actor: Being, *chosen: Plain) -> Plain:
    """Getting up first is never dearer than crawling."""
    return 0 if "Prone" in actor.states else NEVER


def whole_path(scene: Scene, actor: Being, to: Plain) -> tuple[str, ...] | None:
    """A zone stands for the cheapest way to it; a way ends where one falls."""
    if isinstance(to, str):
        if to not in scene.board or to == actor.at:
            return None
        return way_to(scene, actor, to)
    path = cast(tuple[str, ...], to)
    for number, zone in enumerate(path, 1):
        if falls_at(scene, actor, zone) is not None:
            return path[:number]
    return path


def leads_out(scene: Scene, actor: Being, zone: str) -> Refusal | None:
    """nb.morale.break: who flees goes nowhere but toward an exit."""
    if "Fleeing" not in actor.states:
        return None
    now = steps_out(scene, actor, actor.at)
    if now < FAR and steps_out(scene, actor, zone) >= now:
        return Refusal(f"{actor.name} flees, and {scene.board.named(zone)} is no nearer to an exit", "nb.morale.break")
    return None


def fits_move(scene: Scene, actor: Being, to: Plain, up: int | str) -> Refusal | None:
    for zone in to if isinstance(to, tuple) else (to,):
        if zone not in scene.board:
            raise no_such_zone(scene, zone, "to")
    if to == actor.at:
        return Refusal(f"{actor.name} is there already", "nb.maneuver.move")
    path = whole_path(scene, actor, to)
    if path is None:
        direct = cannot_step(scene, actor, actor.at, str(to))
        if direct is not None and direct.rule != "nb.maneuver.move":
            return direct
        return Refusal("no way leads there that is open", "nb.maneuver.move")
    last = (actor.at, *path)[-1]
    return cannot_walk(scene, actor, path) or fits_up(scene, actor, path, up) or leads_out(scene, actor, last)


def cannot_walk(scene: Scene, actor: Being, path: tuple[str, ...]) -> Refusal | None:
    """What bars a way from where somebody is."""
    here = actor.at
    for zone in path:
        refusal = cannot_step(scene, actor, here, zone)
        if refusal is not None:
            return refusal
        here = zone
    return None


def fits_up(scene: Scene, actor: Being, path: tuple[str, ...], up: int | str) -> Refusal | None:
    if up == NEVER:
        return None
    if "Prone" not in actor.states:
        return Refusal(f"{actor.name} is not Prone", "nb.move.get_up")
    last = len(path) - (falls_at(scene, actor, path[-1]) is not None)
    if cast(int, up) > last:
        return Refusal(f"this Move is over after {last} zones", "nb.move.get_up")
    return None


@action(
    "move", rule="nb.maneuver.move", cost=MoveCost(),
    args=(Arg("to", destinations, read=read_way), Arg("up", ups, default=usual_up, read=read_up)), fits=fits_move,
    modes=FREELY, tags=("move", "flees"),
)  # fmt: skip
async def move(scene: Scene, actor: Being, to: Plain, up: int | str) -> None:
    """To a zone by the cheapest way, or zone by zone: all of it is one Move."""
    path = whole_path(scene, actor, to)
    assert path
    if scene.options["opt_pit_exit"] == "check" and not await climbs(scene, actor, path):
        return
    go(scene, actor, path, up)


async def climbs(scene: Scene, actor: Being, path: tuple[str, ...]) -> bool:
    """nb.zone.pit, as an option: out of a pit by a Check, if the Director calls for one. The points are gone."""
    if not in_a_pit(scene, actor):
        return True
    start, lay = actor.at, "Prone" in actor.states

    def has_to_climb() -> bool:
        return in_a_pit(scene, actor) and cannot_climb(scene, actor, start, lay, path) is None

    about = {"choice": "climb", "who": actor.id, "zone": actor.at}
    difficulty = await ask(
        scene, GM, OneOf((*CHECKS, NO_CHECK)), rule="nb.zone.pit", about=about, default="Normal", matters=has_to_climb
    )
    called_for = difficulty != NO_CHECK and has_to_climb()
    attr = await bodily(scene, actor, "nb.zone.pit", has_to_climb) if called_for else ""
    if stops(scene, actor, cannot_climb(scene, actor, start, lay, path)):
        return False
    if not called_for or not in_a_pit(scene, actor):
        return True
    if await check(scene, actor, attr, difficulty, skill="athletics", rule="nb.zone.pit") in SUCCESSES:
        return True
    scene.record("stays_down", "nb.zone.pit", who=actor.id, zone=actor.at)
    return False


def in_a_pit(scene: Scene, actor: Being) -> bool:
    """In one that takes climbing to leave."""
    pit = falls_at(scene, actor, actor.at)
    return pit is not None and not pit.roped


def cannot_climb(scene: Scene, actor: Being, start: str, lay: bool, path: tuple[str, ...]) -> Refusal | None:
    """nb.maneuver.move: why a Move is over before it has begun, as somebody is not what they were when they paid."""
    refusal = unable(actor, flees=True)
    if refusal is not None:
        return refusal
    if actor.at != start:
        return Refusal(f"{actor.name} is elsewhere", "nb.maneuver.move")
    if not lay and "Prone" in actor.states:
        return Refusal(f"{actor.name} is Prone", "nb.maneuver.move")
    return cannot_walk(scene, actor, path)


async def bodily(scene: Scene, actor: Being, rule: str, matters: Callable[[], bool]) -> str:
    """Brawn or Finesse, as who makes the Check picks."""

    def best() -> str:
        return max(BODILY, key=lambda name: attribute(scene, actor, name))

    chosen: str = await ask(
        scene, actor.id, OneOf(BODILY), rule=rule, about={"choice": "attribute"}, default=best, matters=matters
    )
    return chosen


def check_bonuses(scene: Scene, actor: Being, maneuver: str, attr: str) -> list[Modifier]:
    """What is in hand or known helps with the Checks of a maneuver."""
    return [
        Modifier(bonus.amount, source, "nb.item.gear", BONUS)
        for source, bonus in passive_by(scene, actor, CheckBonus)
        if bonus.maneuver in ("", maneuver) and bonus.attribute in ("", attr)
    ]


# ---------------------------------------------------------------- off the board


def may_leave(scene: Scene, actor: Being) -> Refusal | None:
    if actor.at not in scene.exits:
        return Refusal(f"{scene.board.named(actor.at)} is no exit", "nb.morale.break")
    return None


@action(
    "leave", rule="nb.morale.break", cost=LeaveCost(), may=may_leave, modes=("fight",), label="Leave the board",
    tags=("flees", "gives_up"),
)  # fmt: skip
async def leave(scene: Scene, actor: Being) -> None:
    """Off the board at an exit, and out of the fight."""
    end(scene, actor, "Fleeing")
    afflict(scene, actor, "Fled")


# ---------------------------------------------------------------- Dive, Stand


def may_dive(scene: Scene, actor: Being) -> Refusal | None:
    return Refusal(f"{actor.name} is Prone already", "nb.maneuver.dive") if "Prone" in actor.states else None


@action("dive", rule="nb.maneuver.dive", cost=Motion("Dive", 0), may=may_dive, modes=ABOUT, tags=("stance",))
async def dive(scene: Scene, actor: Being) -> None:
    afflict(scene, actor, "Prone")


def may_stand(scene: Scene, actor: Being) -> Refusal | None:
    return None if "Prone" in actor.states else Refusal(f"{actor.name} is not Prone", "nb.maneuver.stand")


@action(
    "stand", rule="nb.maneuver.stand", cost=Motion("Stand", 1), may=may_stand, modes=ABOUT, tags=("flees",)
)  # fmt: skip
async def stand(scene: Scene, actor: Being) -> None:
    """No part of a Move, and so it does not count for running."""
    end(scene, actor, "Prone", rule="nb.maneuver.stand")


# ---------------------------------------------------------------- Sprint, Surge


@action("sprint", rule="nb.action.sprint", cost=ACTION, modes=("fight",), tags=("flees",))
async def sprint(scene: Scene, actor: Being) -> None:
    """Two points more for this turn; Speed stays as it is."""
    actor.motion += 2
    scene.record("sprints", "nb.action.sprint", who=actor.id, motion=actor.motion)


def may_surge(scene: Scene, actor: Being) -> Refusal | None:
    return Refusal("Surge works once a turn", "nb.maneuver.surge") if actor.has_used(SURGE) else None


@action("surge", rule="nb.maneuver.surge", cost=Motion("Surge", 3), may=may_surge, modes=("fight",))
async def surge(scene: Scene, actor: Being) -> None:
    """One Action more in this turn."""
    actor.use(SURGE, "turn")
    actor.actions += 1
    scene.record("surges", "nb.maneuver.surge", who=actor.id, actions=actor.actions)
