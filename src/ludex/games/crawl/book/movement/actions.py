"""Moving about: the movement action, the two-meter step, facing, rising and dropping prone, and leaving
the fight."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludex.core.board.cells import Cell, off_board, read_cell, read_path
from ludex.core.kernel.action import NO_VALUE, Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.derived import derived
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.crawl.book.characters.aspects import EQUIPMENT, always
from ludex.games.crawl.book.characters.core_aspects import immobile
from ludex.games.crawl.book.conditions import afflict, end, held_by
from ludex.games.crawl.book.energy import FIGHT, MOVEMENT, PLAYED, Ep, action, lost_its_turn, pay_ep, refuse_ep
from ludex.games.crawl.book.map.ground import FAR, cannot_move, cells_left, ground_for, refuse_path, speed
from ludex.games.crawl.book.movement.steps import begin_move, can_step, go, take_step, use_cells
from ludex.games.crawl.book.skills.perception import audience
from ludex.games.crawl.book.turns.openings import GETS_AWAY, leaving
from ludex.games.crawl.records.effects import ActCost
from ludex.games.crawl.state import LEGS, Being, Scene

# ---------------------------------------------------------------- the movement action


def further_action(scene: Scene, actor: Being) -> Refusal | None:
    """tc.turn.movement_action: why no further movement action can be begun."""
    return MOVEMENT.refusal(scene, actor, ())


def budget(scene: Scene, actor: Being) -> int:
    """The most cells that one command can cover: those that are left, or those of a new movement action."""
    left = cells_left(scene, actor)
    if scene.mode != FIGHT:
        return left
    return left if further_action(scene, actor) is not None else max(left, speed(scene, actor))


class CellsOfMovement:
    """So many cells of the movement action under way; where they do not suffice a new one begins. `extra` EP beside."""

    def __init__(self, cells: Callable[..., int], extra: Callable[..., int] = lambda *args: 0) -> None:
        self.cells = cells
        self.extra = extra

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        if scene.mode != FIGHT:
            return None
        if not args:
            return None if cells_left(scene, actor) else further_action(scene, actor)
        extra = self.extra(scene, actor, *args)
        if self.cells(scene, actor, *args) <= cells_left(scene, actor):
            return refuse_ep(scene, actor, extra)
        return further_action(scene, actor) or refuse_ep(scene, actor, MOVEMENT.points(scene, actor) + extra)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if scene.mode == FIGHT and self.cells(scene, actor, *args) > cells_left(scene, actor):
            MOVEMENT.pay(scene, actor, args)
        pay_ep(scene, actor, self.extra(scene, actor, *args))


def destinations(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Every cell that can be reached, each as the cheapest path to it; and those below an edge, into which one
    would leap."""
    ground, cells = ground_for(scene, actor), min(budget(scene, actor), FAR)
    found = ground.reach(cells)
    walks = [ground.way(cell, found, cells) for cell in found if cell != actor.at]
    leaps = ground.edges(found, cells).items()
    return [*walks, *[(*ground.way(edge, found, cells), cell) for cell, edge in leaps]]


def whole_path(scene: Scene, actor: Being, path: tuple[Cell, ...]) -> tuple[Cell, ...] | None:
    """A single far cell stands for the cheapest way to it, without leaps."""
    if len(path) != 1 or path[0] in scene.board.neighbours(actor.at):
        return path
    ground, cells = ground_for(scene, actor), max(min(budget(scene, actor), FAR), speed(scene, actor))
    for most in (cells, FAR):
        found = ground.reach(most)
        if path[0] in found:
            return ground.way(path[0], found, most)
    return None


def price_of(scene: Scene, actor: Being, to: tuple[Cell, ...]) -> int:
    path = whole_path(scene, actor, to) or to
    return ground_for(scene, actor).price(path, cells_left(scene, actor)) or 0


def fits_move(scene: Scene, actor: Being, to: tuple[Cell, ...]) -> Refusal | None:
    if to == (actor.at,):
        return Refusal(f"{actor.name} is there", "tc.basic.move")
    path = whole_path(scene, actor, to)
    if path is None and "Grabbed" in actor.states:
        return Refusal(f"{actor.name} is held, and cannot get there", "tc.grab.held")
    if path is None:
        known = to[0] in scene.board.cells
        return Refusal("there is no way there" if known else off_board(scene, to[0]), "tc.basic.move")
    most = max(cells_left(scene, actor), speed(scene, actor)) if scene.mode == FIGHT else cells_left(scene, actor)
    return refuse_path(scene, actor, path, most)


def stroll(scene: Scene, actor: Being, pick: Callable[[int], int], *chosen: Plain) -> Plain:
    """Some path within the budget, a cell after the other by luck."""
    ground = ground_for(scene, actor)
    left = min(budget(scene, actor), FAR)
    here, path = actor.at, []
    for _ in range(1 + pick(max(1, left))):
        around = scene.board.neighbours(here)
        there = around[pick(len(around))]
        price = ground.cost(here, there, left)
        if price is not None and price <= left:
            left -= price
            path.append(there)
            here = there
    return tuple(path) if path else NO_VALUE


@action(
    "move", rule="tc.turn.movement_action", cost=CellsOfMovement(price_of),
    args=(Arg("to", destinations, sample=stroll, sure=True, read=read_path),),
    may=cannot_move, fits=fits_move, modes=PLAYED, tags=("move",),
)  # fmt: skip
async def move(scene: Scene, actor: Being, to: tuple[Cell, ...]) -> None:
    """A movement action, or a part of it: `to` is a cell, or the path to it cell by cell."""
    path = whole_path(scene, actor, to) or to
    begin_move(scene, actor, price_of(scene, actor, to))
    go(scene, actor, path, crawls="Prone" in actor.states)


# ---------------------------------------------------------------- the two-meter step


def beside(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    ground = ground_for(scene, actor)
    return [cell for cell in scene.board.neighbours(actor.at) if ground.cost(actor.at, cell) is not None]


def fits_step(scene: Scene, actor: Being, cell: Cell) -> Refusal | None:
    if cell not in scene.board.neighbours(actor.at):
        return Refusal("a two-meter step is one cell", "tc.step")
    return refuse_path(scene, actor, (cell,), FAR)


@action(
    "two_meter_step", rule="tc.step", cost=Ep(1), args=(Arg("cell", beside, sure=True, read=read_cell),),
    may=cannot_move, fits=fits_step, modes=(FIGHT,), label="Two-meter step", tags=("move",),
)  # fmt: skip
async def two_meter_step(scene: Scene, actor: Being, cell: Cell) -> None:
    """One cell whatever the ground, on which nobody can act by opportunity; no part of a movement action."""
    if can_step(scene, actor, cell, counted=False) is not None:
        take_step(scene, actor, cell, 0)
    if scene.options["opt_step_ends_turn"]:
        scene.next(step_taken(actor))


@step("tc.step.ends_turn")
async def step_taken(scene: Scene, actor: Being) -> None:
    """Where the table plays it so, the turn is over."""
    if scene.turns.current == actor.id:
        scene.turns = scene.turns.end()


# ---------------------------------------------------------------- facing


def ways_to_face(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return [number for number in range(len(scene.board.directions)) if number != actor.facing]


def may_face(scene: Scene, actor: Being) -> Refusal | None:
    if scene.options["opt_no_facing"]:
        return Refusal("this table plays without facing", "tc.behind")
    if "Grappled" in actor.states:
        return Refusal(f"{actor.name} is grappled", "tc.grappled")
    return None


def fits_face(scene: Scene, actor: Being, direction: int) -> Refusal | None:
    if type(direction) is not int or direction not in range(len(scene.board.directions)):
        raise BadInput(f"expected a direction from 0 to {len(scene.board.directions) - 1}, not {spelled(direction)}")
    if direction == actor.facing:
        return Refusal(f"{actor.name} faces there already", "tc.behind")
    return None


@action(
    "face", rule="tc.behind", args=(Arg("direction", ways_to_face),),
    may=may_face, fits=fits_face, modes=PLAYED, label="Turn", tags=("idle",),
)  # fmt: skip
async def face(scene: Scene, actor: Being, direction: int) -> None:
    """Turns to one of the sides of the own cell; free in the own turn."""
    actor.facing = direction
    scene.record("faces", "tc.behind", seen_by=audience(scene, actor), who=actor.id, direction=direction)


# ---------------------------------------------------------------- prone


@derived(EQUIPMENT)
def posture_points(scene: Scene, being: Being, act: str) -> int:
    return min([effect.ep for effect in always(scene, being, ActCost) if effect.act == act], default=1)


class PostureCost:
    """1 EP, unless an aspect changes it."""

    def __init__(self, act: str, rule: str) -> None:
        self.act = act
        self.rule = rule

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return refuse_ep(scene, actor, self.points(scene, actor), self.rule)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        pay_ep(scene, actor, self.points(scene, actor), self.rule)

    def points(self, scene: Scene, actor: Being) -> int:
        return posture_points(scene, actor, self.act)


def may_rise(scene: Scene, actor: Being) -> Refusal | None:
    if "Prone" not in actor.states:
        return Refusal(f"{actor.name} is not prone", "tc.prone.rise")
    if actor.useless(LEGS) == len(LEGS):
        return Refusal(f"{actor.name} can use neither leg", "tc.limb.incapacitated")
    for name, rule in (("Grappled", "tc.grappled"), ("Pinned", "tc.crush")):
        if name in actor.states:
            return Refusal(f"{actor.name} is {name}", rule)
    return None


@action("rise", rule="tc.prone.rise", cost=PostureCost("rise", "tc.prone.rise"), may=may_rise, modes=PLAYED)
async def rise(scene: Scene, actor: Being) -> None:
    """1 EP: no longer prone. It uses no movement."""
    end(scene, actor, "Prone", rule="tc.prone.rise")


def may_drop(scene: Scene, actor: Being) -> Refusal | None:
    if "Prone" in actor.states:
        return Refusal(f"{actor.name} is prone", "tc.prone.drop")
    if "Grappled" in actor.states:
        return Refusal(f"{actor.name} is grappled", "tc.grappled")
    return None


@action("drop_prone", rule="tc.prone.drop", cost=PostureCost("drop", "tc.prone.drop"), may=may_drop, modes=PLAYED)
async def drop_prone(scene: Scene, actor: Being) -> None:
    """1 EP: prone, without hurting oneself."""
    afflict(scene, actor, "Prone", rule="tc.prone.drop")


# ---------------------------------------------------------------- leaving a fight over the edge of the board


class OneStep:
    """A cell of the movement action under way, or a new one."""

    def refusal(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> Refusal | None:
        return None if cells_left(scene, actor) else MOVEMENT.refusal(scene, actor, args)

    def pay(self, scene: Scene, actor: Being, args: tuple[Any, ...]) -> None:
        if cells_left(scene, actor):
            use_cells(scene, actor, 1)
        else:
            MOVEMENT.pay(scene, actor, args)


def may_leave(scene: Scene, actor: Being) -> Refusal | None:
    if not any([cell in scene.exits for cell in scene.cells(actor)]):
        return Refusal(f"{actor.name} does not stand at an exit", "tc.turn.movement_action")
    for name, rule in (("Grappled", "tc.grappled"), ("Grabbed", "tc.grab.held"), ("Pinned", "tc.crush")):
        if name in actor.states:
            return Refusal(f"{actor.name} is {name.lower()}", rule)
    return Refusal(f"{actor.name} carries too much to move", "tc.equip.encumbrance") if immobile(scene, actor) else None


@action("leave", rule="tc.turn.movement_action", cost=OneStep(), may=may_leave, modes=(FIGHT,), label="Leave the fight",
        tags=("flees", "gives_up"))  # fmt: skip
async def leave(scene: Scene, actor: Being) -> None:
    """One more step, and away; whoever threatens the exit may still strike."""
    leaving(scene, actor, GETS_AWAY)
    scene.next(get_away(actor, "Prone" in actor.states))


@step("tc.turn.movement_action")
async def get_away(scene: Scene, actor: Being, crawls: bool) -> None:
    """`crawls`: they set out lying; who comes to lie at the last step does not take it (tc.prone)."""
    if actor.senseless or not actor.here or lost_its_turn(scene, actor) or may_leave(scene, actor) is not None:
        return
    if "Prone" in actor.states and not crawls:
        return
    for other in held_by(scene, actor):
        for name in ("Grabbed", "Grappled"):
            end(scene, other, name, source=actor.id)
    afflict(scene, actor, "Fled")
    scene.turns = scene.turns.end()
    scene.maybe_over = True
