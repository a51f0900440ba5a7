"""Moving about and ending the turn: the Move Action, Quick-step, Dash, Disengage, standing up, leaving."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from ludex.core.board.cells import off_board, read_path
from ludex.core.board.hex import DIRECTIONS, Cell, distance, neighbours
from ludex.core.kernel.action import NO_VALUE, Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.games.bluebox.book.action_economy import Ap, Free, action
from ludex.games.bluebox.book.attacks.weapons import carried_with
from ludex.games.bluebox.book.conditions import (
    afflict,
    drop_focus,
    end,
    until_end_of_turn,
)
from ludex.games.bluebox.book.movement.ground import cannot_move, ground_for, metres_left, refuse_path
from ludex.games.bluebox.book.movement.steps import places_beside, set_out
from ludex.games.bluebox.records.effects import Lamp
from ludex.games.bluebox.state import Being, Scene

read_hexes = partial(read_path, noun="hex")


def bound(actor: Being) -> Refusal | None:
    """Why this being may not use a Move Action at all."""
    refusal = cannot_move(actor)
    if refusal is None and "Escalated" in actor.states:
        refusal = Refusal("an escalated action is a 1 AP action", "bb.escalation.activate")
    return refusal


def may_move(scene: Scene, actor: Being) -> Refusal | None:
    refusal = bound(actor)
    if refusal is not None:
        return refusal
    if scene.mode == "combat" and metres_left(scene, actor) < 1:
        return Refusal("the Move Action is used up", "bb.move.general")
    return None


def budget(scene: Scene, actor: Being) -> int:
    return metres_left(scene, actor) if scene.mode == "combat" else 10**6


def destinations(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Every hex that can be reached, each as the cheapest path to it."""
    ground = ground_for(scene, actor)
    costs = ground.reach(min(budget(scene, actor), 60))
    return [ground.way(cell, costs) for cell in costs if cell != actor.at and ground.room(cell)]


def whole_path(scene: Scene, actor: Being, path: tuple[Cell, ...]) -> tuple[Cell, ...] | None:
    """A single far hex stands for the cheapest way to it."""
    if len(path) == 1 and distance(actor.at, path[0]) != 1:
        return scene.board.path(actor.at, path[0], ground_for(scene, actor).cost)
    return path


def fits_move(scene: Scene, actor: Being, to: tuple[Cell, ...]) -> Refusal | None:
    path = whole_path(scene, actor, to)
    if path is None:
        known = to[0] in scene.board.cells
        return Refusal("there is no way there" if known else off_board(scene, to[0]), "bb.move.general")
    return refuse_path(scene, actor, path, budget(scene, actor))


def stroll(scene: Scene, actor: Being, pick: Callable[[int], int], *chosen: Plain) -> Plain:
    """Some path within the budget, a metre after the other by luck."""
    ground = ground_for(scene, actor)
    left = min(budget(scene, actor), 60)
    here = actor.at
    path: list[Cell] = []
    for _ in range(1 + pick(max(1, left))):
        (q, r), (east, south) = here, DIRECTIONS[pick(6)]
        there = (q + east, r + south)
        price = ground.cost(here, there)
        if price is not None and price <= left:
            left -= price
            path.append(there)
            here = there
    while path and not ground.room(path[-1]):
        path.pop()
    if "Grappler" in actor.states and fits_move(scene, actor, tuple(path)) is not None:
        path.clear()
    return tuple(path) if path else NO_VALUE


TO = Arg("to", destinations, sample=stroll, sure=True, read=read_hexes)


@action("move", rule="bb.move.general", args=(TO,), may=may_move, fits=fits_move, tags=("move",))
async def move(scene: Scene, actor: Being, to: tuple[Cell, ...]) -> None:
    """The Move Action, or a part of it: `to` is a hex, or the path to it hex by hex."""
    path = whole_path(scene, actor, to)
    assert path is not None
    if scene.mode != "combat":
        actor.metres = 10**6
    set_out(scene, actor, path, provokes=True)
    if scene.mode != "combat":
        scene.next(step_done(actor, 0, 0))


def may_quick_step(scene: Scene, actor: Being) -> Refusal | None:
    refusal = bound(actor)
    if refusal is not None:
        return refusal
    if actor.has_used("quick_step"):
        return Refusal("one Quick-step per round", "bb.move.quick_step")
    if not actor.moves:
        return Refusal("the Move Action is used up; Dash gives another", "bb.move.quick_step")
    return None


def beside(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [(cell,) for cell in places_beside(scene, actor)]


def some_side(scene: Scene, actor: Being, pick: Callable[[int], int], *chosen: Plain) -> Plain:
    return (neighbours(actor.at)[pick(6)],)


def fits_quick_step(scene: Scene, actor: Being, to: tuple[Cell, ...]) -> Refusal | None:
    if len(to) != 1 or abs(scene.board.height(to[0]) - scene.board.height(actor.at)) > 1:
        return Refusal("a Quick-step is 1 m", "bb.move.quick_step")
    return refuse_path(scene, actor, to, 99)


@action(
    "quick_step", rule="bb.move.quick_step",
    args=(Arg("to", beside, sample=some_side, read=read_hexes),),
    may=may_quick_step, fits=fits_quick_step, modes=("combat",), label="Quick-step", tags=("move",),
)  # fmt: skip
async def quick_step(scene: Scene, actor: Being, to: tuple[Cell, ...]) -> None:
    """Once per round, as the Move Action: 1 m that provokes no Reactions, whatever the terrain."""
    actor.moves -= 1
    actor.use("quick_step", "round")
    metres, pace = actor.metres, actor.pace
    actor.metres, actor.pace = ground_for(scene, actor).price(to) or 1, 0
    set_out(scene, actor, to, provokes=False)
    scene.next(step_done(actor, metres, pace))


@step()
async def step_done(scene: Scene, actor: Being, metres: int, pace: int) -> None:
    """No metres are left but those of another Move Action."""
    actor.metres, actor.pace = metres, pace


def may_dash(scene: Scene, actor: Being) -> Refusal | None:
    if actor.has_used("dash"):
        return Refusal("one Dash per round", "bb.move.dash")
    return None


@action("dash", rule="bb.move.dash", cost=Ap(1), may=may_dash, modes=("combat",), tags=("move",))
async def dash(scene: Scene, actor: Being) -> None:
    """1 AP, once per round: a second Move Action on this turn."""
    actor.use("dash", "round")
    actor.moves += 1
    actor.stopped = False


@action("disengage", rule="bb.move.disengage", cost=Ap(1), modes=("combat",), tags=("move",))
async def disengage(scene: Scene, actor: Being) -> None:
    """1 AP: no Reactions to your movement this turn; no attack rolls or forced saves from then on."""
    afflict(scene, actor, "Disengaged", source=actor.id, until=until_end_of_turn(scene, actor))


def may_stand(scene: Scene, actor: Being) -> Refusal | None:
    if "Prone" not in actor.states:
        return Refusal(f"{actor.name} is not Prone", "bb.cond.prone")
    return None


class StandCost:
    """bb.cond.prone: 1 AP or the Move Action."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if scene.mode != "combat" or not args:
            return None
        if args[0] == "move":
            return None if actor.moves else Refusal("the Move Action is used up", "bb.cond.prone")
        return Ap(1).refusal(scene, actor, args)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if args[0] == "ap":
            Ap(1).pay(scene, actor, args)
        elif scene.mode == "combat":
            actor.moves -= 1


@action(
    "stand_up", rule="bb.cond.prone", cost=StandCost(),
    args=(Arg("pay", ("ap", "move"), default="ap", closed=True),),
    may=may_stand,
)  # fmt: skip
async def stand_up(scene: Scene, actor: Being, pay: str) -> None:
    """1 AP or the Move Action: no longer Prone."""
    end(scene, actor, "Prone")


def at_rim(scene: Scene, actor: Being) -> bool:
    return any(n not in scene.board.cells for cell in actor.cells for n in neighbours(cell))


def may_leave(scene: Scene, actor: Being) -> Refusal | None:
    refusal = may_move(scene, actor)
    if refusal is None and not at_rim(scene, actor):
        refusal = Refusal(f"{actor.name} is not at the rim of the map", "bb.combat.end")
    return refusal


@action(
    "leave_map", rule="bb.combat.end", may=may_leave, modes=("combat",), label="Flee off the map", tags=("gives_up",)
)
async def leave_map(scene: Scene, actor: Being) -> None:
    """With a metre of movement left, at the rim of the map: out of the combat."""
    end(scene, actor, "Fleeing")
    afflict(scene, actor, "Fled")


@action("surrender", rule="bb.combat.end", cost=Free("surrender"), modes=("combat",), tags=("gives_up", "yields"))
async def surrender(scene: Scene, actor: Being) -> None:
    """Free Action: out of the combat, by one's own will."""
    afflict(scene, actor, "Surrendered")


def may_drop_focus(scene: Scene, actor: Being) -> Refusal | None:
    return None if actor.focus else Refusal(f"{actor.name} maintains nothing", "bb.focus.one")


@action("drop_focus", rule="bb.focus.one", cost=Free("drop_focus"), may=may_drop_focus)
async def drop_focus_(scene: Scene, actor: Being) -> None:
    """Free Action: end what one maintains."""
    drop_focus(scene, actor)


def may_cover_lamp(scene: Scene, actor: Being) -> Refusal | None:
    if carried_with(scene, actor, Lamp) is None:
        return Refusal(f"{actor.name} carries no light", "bb.item.lightstone_holster")
    return None


@action(
    "lamp", rule="bb.item.lightstone_holster", cost=Free("lamp"), may=may_cover_lamp, label="Cover or uncover the light"
)
async def lamp(scene: Scene, actor: Being) -> None:
    """Free Action: cover the lightstone, or uncover it."""
    actor.covered_lamp = not actor.covered_lamp
    scene.record("lamp", "bb.item.lightstone_holster", who=actor.id, light=not actor.covered_lamp)


def may_end_turn(scene: Scene, actor: Being) -> Refusal | None:
    if any(["Escalated" in b.states for b in scene.beings.values() if b is not actor or scene.turns.current != b.id]):
        return Refusal("an escalated action is open; use it or forgo it", "bb.escalation.activate")
    return None


@action("end_turn", rule="bb.turn.durations", may=may_end_turn, modes=("combat",), tags=("passes",))
async def end_turn(scene: Scene, actor: Being) -> None:
    """The turn ends; unspent AP is lost."""
    actor.relieve("Escalated")
    scene.turns = scene.turns.end()
