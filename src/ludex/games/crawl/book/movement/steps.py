"""Somebody on the move, cell by cell: the steps of a way, what stops them, arriving somewhere, and
teleporting."""

from __future__ import annotations

from ludex.core.board.cells import Cell
from ludex.core.kernel.agenda import step
from ludex.core.kernel.scene import Until, told
from ludex.games.crawl.book.characters.skills import Skill
from ludex.games.crawl.book.conditions import afflict, end, held_by
from ludex.games.crawl.book.energy import FIGHT, lost_its_turn
from ludex.games.crawl.book.health.kinetic import fall, put_at
from ludex.games.crawl.book.map.ground import (
    STEP_DOWN,
    Ground,
    can_stand,
    cannot_move,
    cells_left,
    leave_cells,
    level,
    whole_action,
)
from ludex.games.crawl.book.skills.perception import audience, come_upon
from ludex.games.crawl.book.turns.openings import RUNS, WALKS, leaving, passing
from ludex.games.crawl.book.turns.ready_actions import MOVING, announce, awaited_events
from ludex.games.crawl.state import LEGS, Being, Scene

RUN_UP = 2  # tc.jump.running: the cells of a run-up

# ---------------------------------------------------------------- a way


def begin_move(scene: Scene, being: Being, price: int) -> None:
    """tc.turn.movement_action: where the cells that are left do not suffice, a movement action begins."""
    if scene.mode == FIGHT and price > cells_left(scene, being):
        leave_cells(scene, being, whole_action(scene, being))
        being.run_up = ()


@step("tc.basic.move")
async def walk(
    scene: Scene,
    being: Being,
    path: tuple[Cell, ...],
    counted: bool = True,
    asked: bool = False,
    crawls: bool = False,
) -> None:
    """The rest of a way. `counted`: it uses up cells of a movement action, while a run does not; `asked`: whoever could
    act on the next step has had their chance; `crawls`: they set out lying."""
    go(scene, being, path, counted, asked, crawls)


def go(
    scene: Scene, being: Being, path: tuple[Cell, ...], counted: bool = True, asked: bool = False, crawls: bool = False
) -> None:
    """Cell by cell, until the path ends, somebody can act on it, or something stops the mover. Who comes to lie on the
    way goes no further (tc.prone), nor does who loses a leg in a run (tc.limb.incapacitated)."""
    for number, cell in enumerate(path):
        if ("Prone" in being.states and not crawls) or (not counted and being.useless(LEGS)):
            return
        price = can_step(scene, being, cell, counted)
        if price is None:
            return
        if scene.mode == FIGHT and not asked:
            leaving(scene, being, WALKS if counted else RUNS, cell)
            if scene.fresh:
                scene.next(walk(being, path[number:], counted, True, crawls))
                return
        asked = False
        if counted:
            use_cells(scene, being, price)
        take_step(scene, being, cell, price if counted else 0)
        if scene.fresh:
            if path[number + 1 :]:
                scene.next(walk(being, path[number + 1 :], counted, False, crawls))
            return


def use_cells(scene: Scene, being: Being, cells: int) -> None:
    """So many cells of the movement action under way are covered; who crawls has covered all of it (tc.prone)."""
    if scene.mode == FIGHT:
        leave_cells(scene, being, 0 if "Prone" in being.states else max(0, cells_left(scene, being) - cells))


def can_step(scene: Scene, being: Being, cell: Cell, counted: bool) -> int | None:
    """What the next step costs; nothing, and the way ends, where it cannot be taken."""
    if not being.here or lost_its_turn(scene, being) or cannot_move(scene, being) is not None:
        return None
    price = price_of_step(scene, being, cell, counted)
    if price is None:
        scene.record("halts", "tc.basic.move", seen_by=audience(scene, being), who=being.id, at=being.at)
        come_upon(scene, being, cell)
    return price


def price_of_step(scene: Scene, being: Being, cell: Cell, counted: bool) -> int | None:
    """What the step to a cell costs of the movement action; nothing where it is barred, or more than is left."""
    left = cells_left(scene, being)
    price = Ground(scene, being).cost(being.at, cell, left) if cell in scene.board.neighbours(being.at) else None
    return None if price is None or (counted and price > left) else price


def take_step(scene: Scene, being: Being, cell: Cell, price: int) -> None:
    """One cell on, facing where they go; whoever has readied an action for that may use it."""
    origin = being.at
    being.facing = scene.board.toward(origin, cell)[0]
    run_up = (*being.run_up, origin)[-RUN_UP:]
    seen_by = audience(scene, being)
    scene.record("moves", "tc.basic.move", seen_by=seen_by, who=being.id, origin=origin, to=cell, cost=price)
    cite_ground(scene, being, origin, cell)
    place(scene, being, cell)
    being.run_up = run_up
    tell_of_move(scene, being, origin)


def tell_of_move(scene: Scene, being: Being, origin: Cell) -> None:
    """tc.ready: somebody has moved on their own from there to where they are; a keen eye may notice who slips past."""
    passing(scene, being)
    for kind in MOVING if awaited_events(scene) else ():
        announce(scene, kind, being, at=being.at, origin=origin)


@told
def cite_ground(scene: Scene, being: Being, origin: Cell, cell: Cell) -> None:
    rough = scene.board.terrain.get("rough", frozenset())
    if any([part in rough for part in (*scene.body(being, origin), *scene.body(being, cell))]):
        scene.cite("tc.terrain.rough_move")
    body = scene.body(being, cell)
    if any([part in body for other in scene.allies(being) for part in scene.cells(other)]):
        scene.cite("tc.move.through_friends")


# ---------------------------------------------------------------- arriving


def place(scene: Scene, being: Being, cell: Cell) -> None:
    """Somebody comes to be in a cell, however they got there: holds that do not reach so far end, and where the ground
    is lower by more than a step they fall."""
    before = level(scene, being, being.at)
    put_at(scene, being, cell)
    down = before - level(scene, being, cell)
    if down > STEP_DOWN:
        scene.next(fall(being, down))


# ---------------------------------------------------------------- teleporting


def teleport(scene: Scene, being: Being, skill: Skill, cell: Cell) -> None:
    """Nobody holds them any longer, and no weight does (tc.crush). In a fight they are nowhere until so many of their
    turns begin; without delay, or where time is not counted, they are there at once."""
    for name in ("Grabbed", "Grappled"):
        end(scene, being, name)
        for other in held_by(scene, being):
            end(scene, other, name, source=being.id)
    end(scene, being, "Pinned")
    being.arrives = cell
    scene.record("teleports", "tc.aspect.definition", who=being.id, to=cell, delay=skill.delay)
    if skill.delay and scene.mode == FIGHT:
        afflict(scene, being, "Away", until=Until("start of turn", being.id, skill.delay))
        scene.turns = scene.turns.end()
    else:
        arrive(scene, being)


def arrive(scene: Scene, being: Being) -> None:
    """They come to be where they wanted to, or in the nearest cell with room for them."""
    if being.arrives is None:
        return
    end(scene, being, "Away")
    cell = with_room(scene, being, being.arrives)
    being.arrives = None
    scene.record("arrives", "tc.aspect.definition", who=being.id, at=cell)
    being.at = cell
    place(scene, being, cell)


def with_room(scene: Scene, being: Being, cell: Cell) -> Cell:
    """The cell itself, or the nearest one where they can stand."""
    fit = [one for one in sorted(scene.board.cells) if can_stand(scene, being, one)]
    return min(fit, key=lambda one: (scene.board.distance(cell, one), one), default=being.at)
