"""Jumps: up from a standstill, forward from a standstill, after a run-up, and into cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from ludex.core.board.cells import Cell, read_cell
from ludex.core.kernel.action import NO_VALUE, Arg
from ludex.core.kernel.agenda import step
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.toml import spelled
from ludex.games.crawl.book.characters.core_aspects import core
from ludex.games.crawl.book.dice import check, strict
from ludex.games.crawl.book.energy import FIGHT, PLAYED, Ep, action, lost_its_turn
from ludex.games.crawl.book.map.ground import can_stand, fills, level, straight
from ludex.games.crawl.book.map.sight import unknown_to
from ludex.games.crawl.book.movement.climbing import needs_feet
from ludex.games.crawl.book.movement.steps import RUN_UP, place, tell_of_move
from ludex.games.crawl.book.skills.perception import audience, come_upon
from ludex.games.crawl.book.turns.openings import JUMPS, leaving
from ludex.games.crawl.state import LEGS, METRES, Being, Scene

VERTICAL, FORWARD, RUNNING = "vertical", "forward", "running"
KINDS = (VERTICAL, FORWARD, RUNNING)
RULES = {VERTICAL: "tc.jump.vertical", FORWARD: "tc.jump.forward", RUNNING: "tc.jump.running"}
CHECKED = {VERTICAL: "strength", FORWARD: "strength", RUNNING: "mobility"}
FOR_A_METRE = {VERTICAL: 10, FORWARD: 5, RUNNING: 5}  # the difficulty of each metre too many
LOOKED_FOR = 6  # cells: how far jumps are looked for

# ---------------------------------------------------------------- how far


def safe_halves(scene: Scene, being: Being, kind: str) -> int:
    """The half metres that somebody jumps without a check: half of strength, or strength and mobility together."""
    if kind == RUNNING:
        scene.cite("tc.mob.meaning")
        return max(0, 2 * (core(scene, being, "strength") + core(scene, being, "mobility")))
    return max(0, core(scene, being, "strength"))


def difficulty(scene: Scene, being: Being, kind: str, metres: int) -> int:
    """What the total must exceed for a jump of so many metres; 0: no check. Of half a point the part that matters."""
    over = 2 * metres - safe_halves(scene, being, kind)
    halves = max(0, over) * FOR_A_METRE[kind]
    return halves // 2 if strict(scene) else -(-halves // 2)


def metres_of(scene: Scene, being: Being, kind: str, cell: Cell) -> int:
    """How far the jump to this cell is: its height, or 2 m for each cell that is cleared; with the other reading the
    cell in which one lands counts too."""
    if kind == VERTICAL:
        return level(scene, being, cell) - level(scene, being, being.at)
    return METRES * (scene.board.distance(being.at, cell) - free_cells(scene))


def free_cells(scene: Scene) -> int:
    """The cells of a jump that are not counted."""
    return 0 if scene.options["opt_jump_to_landing"] else 1


def covered(scene: Scene, being: Being, kind: str, path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """As much of a jump as is safe, where the check for more has failed."""
    return path[: free_cells(scene) + safe_halves(scene, being, kind) // (2 * METRES)]


# ---------------------------------------------------------------- whether


def may_jump(scene: Scene, actor: Being) -> Refusal | None:
    if actor.useless(LEGS):
        return Refusal(f"{actor.name} has a useless leg", "tc.limb.incapacitated")
    return needs_feet(scene, actor)


def fits_jump(scene: Scene, actor: Being, kind: str, cell: Cell) -> Refusal | None:
    if kind not in KINDS:
        raise BadInput(f"kind: expected one of {', '.join(KINDS)}, not {spelled(kind)}")
    rule = RULES[kind]
    if not can_stand(scene, actor, cell, known_to=actor.side):
        return Refusal("there is no room there", rule)
    up = level(scene, actor, cell) - level(scene, actor, actor.at)
    if kind == VERTICAL:
        if cell not in scene.board.neighbours(actor.at) or not scene.board.passable(actor.at, cell):
            return Refusal(f"that is not next to {actor.name}", rule)
        return None if up > 0 else Refusal("it is not higher there", rule)
    if up > 0:
        return Refusal("it is higher there: climb, or jump up", rule)
    if scene.board.distance(actor.at, cell) <= free_cells(scene):
        return Refusal("there is nothing to jump over", rule)
    if flight(scene, actor, cell) is None:
        return Refusal("something is in the way", rule)
    return refuse_run_up(scene, actor, cell) if kind == RUNNING else None


def flight(scene: Scene, being: Being, cell: Cell) -> tuple[Cell, ...] | None:
    """The cells of a straight jump: over gaps, friends and low things, not through walls, doors, enemies and hills."""
    own = level(scene, being, being.at)
    known = [other for other in scene.enemies(being) if not unknown_to(scene, other, being.side)]
    enemies = [part for other in known for part in scene.cells(other)]

    def free(a: Cell, b: Cell) -> bool:
        if not scene.board.passable(a, b) or b in enemies or fills(scene, b) == "door":
            return False
        cover = scene.cover_at(b)
        return level(scene, being, b) <= own and (cover is None or cover.percent < 100)

    return straight(scene.board, being.at, cell, free)


def refuse_run_up(scene: Scene, actor: Being, cell: Cell) -> Refusal | None:
    """tc.jump.running: two cells walked in a straight line just before, on firm ground."""
    cells = (*actor.run_up, actor.at)
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)]
    if len(steps) < RUN_UP or len(set(steps)) > 1:
        return Refusal("a running jump needs two cells of run-up in a straight line", "tc.jump.running")
    ahead = [scene.board.directions[number] for number in scene.board.toward(actor.at, cell)]
    if steps[0] not in ahead:
        return Refusal("a running jump goes on in the direction of the run-up", "tc.jump.running")
    rough = scene.board.terrain.get("rough", frozenset())
    if not scene.options["opt_rough_no_limits"] and any([part in rough for part in cells]):
        return Refusal("no running jump from rough terrain", "tc.terrain.rough_maneuvers")
    return None


def kinds(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return KINDS if len(actor.run_up) == RUN_UP else (VERTICAL, FORWARD)


def landings(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Where a jump of this kind could lead: with a natural 20 at the most."""
    kind = str(chosen[0])
    near = [cell for cell in scene.board.within(actor.at, LOOKED_FOR)[1:] if cell in scene.board.cells]
    return [
        cell
        for cell in near
        if fits_jump(scene, actor, kind, cell) is None
        and difficulty(scene, actor, kind, metres_of(scene, actor, kind, cell)) < LIKELY
    ]


LIKELY = 25  # a jump that is harder is not offered
TRIES, NEAR = 3, 3  # of a landing by luck: how often one is looked for, and how far at most


def some_landing(scene: Scene, actor: Being, pick: Callable[[int], int], kind: str) -> Any:
    """A landing by luck, without looking at all of them."""
    near = scene.board.within(actor.at, 1 if kind == VERTICAL else NEAR)[1:]
    for _ in range(TRIES):
        cell = near[pick(len(near))]
        if cell in scene.board.cells and fits_jump(scene, actor, kind, cell) is None:
            return cell
    return NO_VALUE


# ---------------------------------------------------------------- how


@action(
    "jump", rule="tc.mob.meaning", cost=Ep(1),
    args=(Arg("kind", kinds), Arg("cell", landings, sample=some_landing, read=read_cell)),
    may=may_jump, fits=fits_jump, modes=PLAYED, tags=("move",),
)  # fmt: skip
async def jump(scene: Scene, actor: Being, kind: str, cell: Cell) -> None:
    """1 EP, also in the middle of a movement: up onto a cell beside, forward over a gap, or farther after a run-up."""
    if scene.mode == FIGHT:
        leaving(scene, actor, JUMPS)
    scene.next(leap(actor, kind, cell, actor.at))


@step("tc.mob.meaning")
async def leap(scene: Scene, being: Being, kind: str, cell: Cell, origin: Cell) -> None:
    """Within the safe distance no check; else strength, or mobility after a run-up, which must exceed the number. Who
    is no longer where they set out from jumps nowhere."""
    if not being.here or may_jump(scene, being) is not None or lost_its_turn(scene, being) or being.at != origin:
        return
    path = (cell,) if kind == VERTICAL else flight(scene, being, cell)
    metres, rule = metres_of(scene, being, kind, cell), RULES[kind]
    number = difficulty(scene, being, kind, metres)
    scene.cite(rule)
    if path is None or (kind == VERTICAL and metres <= 0):
        return
    far = True
    if number:
        about: dict[str, Plain] = {"metres": metres, "kind": kind}
        far = await check(scene, being, CHECKED[kind], number, rule=rule, exceed=True, about=about)
    if far:
        touch_down(scene, being, path, rule)
    elif kind != VERTICAL:
        touch_down(scene, being, covered(scene, being, kind, path), rule)


def touch_down(scene: Scene, being: Being, path: tuple[Cell, ...], rule: str) -> None:
    """The jumper comes down in the last cell of the path where there is room, and falls where the ground is lower."""
    room = [cell for cell in path if can_stand(scene, being, cell)]
    if not path:
        return
    if not room or room[-1] != path[-1]:
        come_upon(scene, being, path[-1])
    if not room:
        return
    cell, origin = room[-1], being.at
    being.facing = scene.board.toward(origin, cell)[0]
    scene.record("jumps", rule, seen_by=audience(scene, being), who=being.id, to=cell)
    place(scene, being, cell)
    tell_of_move(scene, being, origin)


# ---------------------------------------------------------------- diving for cover


DIVE_WITHIN = 3  # cells: beyond that hardly any roll would do


def to_dive(scene: Scene, actor: Being) -> list[Cell]:
    """The cells next to cover, with room for somebody, that a jump can reach."""
    if not scene.cover or may_jump(scene, actor) is not None:
        return []
    near = [cell for cell in scene.board.within(actor.at, DIVE_WITHIN)[1:] if protected(scene, cell)]
    return sorted([cell for cell in near if has_room(scene, actor, cell)])


def protected(scene: Scene, cell: Cell) -> bool:
    return any([scene.cover_at(side) is not None for side in scene.board.neighbours(cell)])


def has_room(scene: Scene, actor: Being, cell: Cell) -> bool:
    return can_stand(scene, actor, cell, known_to=actor.side) and flight(scene, actor, cell) is not None


def dive_difficulty(scene: Scene, actor: Being, cell: Cell) -> int:
    """tc.jump.forward: the difficulty of a jump so far, which must be exceeded."""
    scene.cite("tc.jump.forward")
    number = difficulty(scene, actor, FORWARD, metres_of(scene, actor, FORWARD, cell))
    return number + 1 if number and strict(scene) else number


def dive(scene: Scene, actor: Being, cell: Cell) -> None:
    """Out of the own cell, past whoever threatens it, and into cover."""
    if scene.mode == FIGHT:
        leaving(scene, actor, JUMPS)
    scene.next(land(actor, cell, actor.at))


@step("tc.jump.forward")
async def land(scene: Scene, actor: Being, cell: Cell, origin: Cell) -> None:
    """The end of a dive. They may have been stopped on the way out, or thrown out of it, or somebody unseen may be in
    the cell."""
    if lost_its_turn(scene, actor) or actor.at != origin:
        return
    if actor.here and may_jump(scene, actor) is None and can_stand(scene, actor, cell):
        scene.record("dives", "tc.jump.forward", who=actor.id, to=cell)
        place(scene, actor, cell)
        tell_of_move(scene, actor, origin)
