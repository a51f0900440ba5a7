"""Climbing: up to higher ground or down from it, with or without an energy point."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.board.cells import Cell, read_cell
from ludex.core.kernel.action import Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Modifier, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.crawl.book.conditions import afflict
from ludex.games.crawl.book.dice import check
from ludex.games.crawl.book.energy import FIGHT, PLAYED, action, lost_its_turn
from ludex.games.crawl.book.health.kinetic import fall, part_company, put_at
from ludex.games.crawl.book.map.ground import STEP_DOWN, can_stand, cannot_move, cells_left, level, speed
from ludex.games.crawl.book.movement.actions import CellsOfMovement
from ludex.games.crawl.book.movement.steps import begin_move, tell_of_move, use_cells
from ludex.games.crawl.book.skills.perception import audience, come_upon
from ludex.games.crawl.book.turns.openings import CLIMBS, leaving
from ludex.games.crawl.state import LEGS, Being, Scene

EASIEST, FOR_A_METRE = 5, 5  # tc.climb
SPENT = 10  # what an energy point adds
ONE_LEG = -5  # tc.limb.incapacitated
HEIGHT = 2  # metres for a cell of movement
PAY, SAVE = "ep", "nothing"


def height(scene: Scene, being: Being, cell: Cell) -> int:
    """The metres between here and there, upwards or downwards."""
    return abs(level(scene, being, cell) - level(scene, being, being.at))


def cells_of_climb(scene: Scene, actor: Being, cell: Cell, pay: str) -> int:
    """A cell of movement for every 2 m, rounded up."""
    return -(-height(scene, actor, cell) // HEIGHT)


def ep_of_climb(scene: Scene, actor: Being, cell: Cell, pay: str) -> int:
    return 1 if pay == PAY else 0


# ---------------------------------------------------------------- whether


def needs_feet(scene: Scene, actor: Being) -> Refusal | None:
    """Why somebody cannot climb or jump: they must stand free."""
    refusal = cannot_move(scene, actor)
    if refusal is not None:
        return refusal
    if "Prone" in actor.states:
        return Refusal(f"{actor.name} is prone", "tc.prone")
    if "Grabbed" in actor.states:
        return Refusal(f"{actor.name} is held", "tc.grab.held")
    return None


def climbable(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    here = level(scene, actor, actor.at)
    uneven = [cell for cell in scene.board.neighbours(actor.at) if level(scene, actor, cell) != here]
    return [cell for cell in uneven if refuse_climb(scene, actor, cell) is None]


def refuse_climb(scene: Scene, actor: Being, cell: Cell) -> Refusal | None:
    if cell not in scene.board.neighbours(actor.at):
        return Refusal(f"that is not next to {actor.name}", "tc.climb")
    if not scene.board.passable(actor.at, cell) or not can_stand(scene, actor, cell, known_to=actor.side):
        return Refusal("there is no room there", "tc.climb")
    up = level(scene, actor, cell) - level(scene, actor, actor.at)
    if -STEP_DOWN <= up <= 0:
        return Refusal("one can walk there", "tc.climb")
    if scene.mode == FIGHT and cells_of_climb(scene, actor, cell, PAY) > speed(scene, actor):
        return Refusal(f"{abs(up)} m are too much for one movement action", "tc.climb")
    return None


def fits_climb(scene: Scene, actor: Being, cell: Cell, pay: str) -> Refusal | None:
    if pay not in (PAY, SAVE):
        raise BadInput(f"pay: expected {PAY} or {SAVE}, not {spelled(pay)}")
    return refuse_climb(scene, actor, cell)


# ---------------------------------------------------------------- how


@action(
    "climb", rule="tc.climb", cost=CellsOfMovement(cells_of_climb, ep_of_climb),
    args=(
        Arg("cell", climbable, read=read_cell),
        Arg("pay", (PAY, SAVE), default=PAY, closed=True),
    ),
    may=needs_feet, fits=fits_climb, modes=PLAYED, tags=("move",),
)  # fmt: skip
async def climb(scene: Scene, actor: Being, cell: Cell, pay: str) -> None:
    """As a part of a movement action, to a cell beside that is higher or lower; 1 EP makes it much easier."""
    cells = cells_of_climb(scene, actor, cell, pay)
    begin_move(scene, actor, cells)
    if scene.mode == FIGHT:
        leaving(scene, actor, CLIMBS, cell)
    scene.next(scale(actor, cell, pay, min(cells, cells_left(scene, actor))))


@step("tc.climb")
async def scale(scene: Scene, being: Being, cell: Cell, pay: str, cells: int) -> None:
    """One mobility check for the whole height, which must be exceeded. `cells`: the cells of movement that it takes,
    which who has lost a leg may no longer have."""
    if not being.here or needs_feet(scene, being) is not None or lost_its_turn(scene, being):
        return
    if cells > cells_left(scene, being):
        scene.record("halts", "tc.climb", seen_by=audience(scene, being), who=being.id, at=being.at)
        return
    use_cells(scene, being, cells)
    if cell not in scene.board.neighbours(being.at):
        return
    if not can_stand(scene, being, cell):
        come_upon(scene, being, cell)
        return
    metres = height(scene, being, cell)
    difficulty = EASIEST + FOR_A_METRE * metres
    scene.cite("tc.mob.meaning")
    extra = climbing_modifiers(being, pay)
    if await check(scene, being, "mobility", difficulty, rule="tc.climb", exceed=True, extra=extra):
        get_there(scene, being, cell)
    else:
        scene.next(slips(being, cell, pay, metres))


def climbing_modifiers(being: Being, pay: str) -> list[Modifier]:
    modifiers = [Modifier(SPENT, "1 EP", "tc.climb")] if pay == PAY else []
    if being.useless(LEGS):
        modifiers.append(Modifier(ONE_LEG, "a useless leg", "tc.limb.incapacitated"))
    return modifiers


def get_there(scene: Scene, being: Being, cell: Cell) -> None:
    """They stand where they climbed to, however high or low that is."""
    origin = being.at
    being.facing = scene.board.toward(origin, cell)[0]
    scene.record("climbs", "tc.climb", seen_by=audience(scene, being), who=being.id, to=cell)
    put_at(scene, being, cell)
    tell_of_move(scene, being, origin)


@step("tc.climb.fail")
async def slips(scene: Scene, being: Being, cell: Cell, pay: str, metres: int) -> None:
    """Down to the foot, from half the height. Who has spared the energy lies there, and the turn is over."""
    if level(scene, being, cell) < level(scene, being, being.at):
        being.at = cell
        part_company(scene, being)
    scene.record("slips", "tc.climb.fail", seen_by=audience(scene, being), who=being.id, at=being.at)
    if metres // 2:
        scene.next(fall(being, metres // 2, False))
    if pay == SAVE:
        afflict(scene, being, "Prone", rule="tc.climb.fail")
        if scene.mode == FIGHT and scene.turns.current == being.id:
            scene.turns = scene.turns.end()
