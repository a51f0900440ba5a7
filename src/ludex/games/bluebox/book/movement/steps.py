"""A being on the move, hex by hex: the Move Action, Dangerous Terrain, dragging, and being pushed or pulled."""

from __future__ import annotations

from ludex.core.board.hex import (
    DIRECTIONS,
    Cell,
    border,
    cells_of,
    gap,
    toward,
    within,
)
from ludex.core.board.hex import away as away_from
from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import cite
from ludex.core.kernel.scene import told
from ludex.core.kernel.timing import Event, can_react, window
from ludex.core.scene.namesakes import come_to_light
from ludex.games.bluebox.book.action_economy import opportunity_reach
from ludex.games.bluebox.book.conditions import (
    all_but_over,
    borders_its_cover,
    cannot_act,
    check_hold,
    comes_to_nothing,
    end,
    held_by,
)
from ludex.games.bluebox.book.damage import falls, suffer
from ludex.games.bluebox.book.dice import FAILURE, check, save
from ludex.games.bluebox.book.movement.ground import (
    Ground,
    cannot_drag,
    cannot_move,
    ground_for,
    left_under_way,
    next_move,
    speed,
)
from ludex.games.bluebox.book.movement.sight import unknown_to
from ludex.games.bluebox.state import (
    FOOTPRINTS,
    SIZES,
    Area,
    Being,
    Scene,
    armor_class,
    power_die,
)

# ---------------------------------------------------------------- the Move Action


def set_out(scene: Scene, being: Being, path: tuple[Cell, ...], provokes: bool) -> None:
    """Before the first metre: a larger victim is dragged with a check."""
    being.stopped = False  # a hit that stops somebody ends that Move Action only
    victim = held_by(scene, being)
    if victim is not None and _larger(victim, being) and not being.has_used(f"dragged>{victim.id}"):
        scene.next(drag_larger(being, victim), walk(being, path, provokes))
    else:
        go(scene, being, path, provokes)


def _larger(one: Being, other: Being) -> bool:
    return SIZES.index(one.sheet.size) > SIZES.index(other.sheet.size)


def goes_no_farther(scene: Scene, being: Being) -> bool:
    return being.stopped or cannot_move(being) is not None or all_but_over(scene)


@step("bb.cond.pinned")
async def tear_loose(scene: Scene, being: Being, mover: Being | None = None) -> None:
    """A FOR save; failure costs a ✦ of the one who pinned, as Pure damage. Either way the Pin ends. `mover` is who
    moves of their own will, and so tears this being loose; nobody where that is done to them."""
    pin = being.condition("Pinned")
    if pin is None or not being.here or (mover is not None and goes_no_farther(scene, mover)):
        return
    end(scene, being, "Pinned")
    if await save(scene, being, "FOR", pin.value or 8, rule="bb.cond.pinned") == FAILURE:
        sides = power_die(scene.beings.get(pin.source, being))
        scene.next(suffer(being, 1, sides, "plain", True, pin.source, "bb.cond.pinned"))


@step("bb.grappler.larger")
async def drag_larger(scene: Scene, being: Being, victim: Being) -> None:
    """Once a turn for each victim; a failure binds for as long as that one is held."""
    if held_by(scene, being) is not victim or goes_no_farther(scene, being):
        return
    being.use(f"dragged>{victim.id}", "turn")
    if await check(scene, being, "Grapple", armor_class(victim), rule="bb.grappler.larger") == FAILURE:
        being.use(f"drag_failed>{victim.id}", "turn")


@step("bb.move.general")
async def walk(
    scene: Scene,
    being: Being,
    path: tuple[Cell, ...],
    provokes: bool,
    back: Cell | None = None,
    dragged: Being | None = None,
) -> None:
    """The rest of a way. Who was dragged so far and is held no longer stays behind, where there is room."""
    if dragged is not None and held_by(scene, being) is not dragged:
        settle(scene, dragged)
    go(scene, being, path, provokes, back)


def go(scene: Scene, being: Being, path: tuple[Cell, ...], provokes: bool, back: Cell | None = None) -> None:
    """Hex by hex, until the path ends, somebody can react, or something stops the mover.

    `back` is the last hex on the way that had room: who is stopped among allies is set back there.
    """
    if all_but_over(scene):
        return
    ground: Ground | None = None
    if "Disengaged" in being.states:
        cite("bb.move.disengage")
        provokes = False
    watchers = watchers_of(scene, being) if provokes else []
    holding = provokes and any([other.held is not None for other in scene.beings.values()])
    victim = held_by(scene, being) if "Grappler" in being.states else None
    if not being.stopped and cannot_move(being) is None:  # bb.cond.pinned: before the first metre, and on the way
        for pinned in (being, victim):
            if pinned is not None and "Pinned" in pinned.states:
                scene.next(tear_loose(pinned, being), walk(being, path, provokes, back))
                return
    for number, cell in enumerate(path):
        if ground is None:
            ground = Ground(scene, being, victim)
        refusal = cannot_move(being)
        if being.stopped or refusal is not None:
            if refusal is not None and not being.stopped and not being.beaten:
                halt(scene, being, refusal.rule)
            set_back(scene, ground, victim, back)
            return
        price = ground.cost(being.at, cell)
        if price is None or (number == len(path) - 1 and not room_at_the_end(scene, ground, victim, cell)):
            halt(scene, being, "bb.size.hexes")
            come_upon(scene, being, victim, cell)
            set_back(scene, ground, victim, back)
            return
        refusal = cannot_drag(scene, being, victim, being.at, victim.at, cell) if victim is not None else None
        if refusal is not None:
            halt(scene, being, refusal.rule)
            set_back(scene, ground, victim, back)
            return
        if not pay_metres(scene, being, price):
            halt(scene, being, "bb.move.halving")
            set_back(scene, ground, victim, back)
            return
        if both_have_room(scene, ground, victim):
            back = being.at
        before = being.cells
        victim_before = victim.cells if victim is not None else ()
        origin = being.at
        drop = 0
        if victim is not None:  # both at once, so that neither is out of the other's reach meanwhile
            onward = dragged_to(being, victim, cell)
            drop = carry_over(scene, victim, onward)
            victim.at = onward
        shift(scene, being, cell)
        if ground.flying:  # level over lower ground, and gently down where the move ends
            last = number == len(path) - 1
            being.altitude = 0 if last else max(0, ground.level - scene.board.height(cell))
        if victim is not None:
            shift(scene, victim, victim.at)
        scene.record("moves", "bb.move.general", who=being.id, origin=origin, to=cell, cost=price)
        _cite_ground(scene, ground, origin, cell)
        rest = path[number + 1 :]
        interrupted = enter(scene, being, before)
        if victim is not None:
            if drop > 0:
                scene.next(falls(victim, drop))
            let_loose = drop > 0 or held_by(scene, being) is not victim
            interrupted = enter(scene, victim, victim_before) or interrupted or let_loose
        if watchers:
            count_metre(scene, being, origin, watchers)
        if holding or (provokes and any([m > 1 and scene.beings[name].reaction for name, m in being.walked])):
            event = Event("moves", being.id, "", (("at", cell), ("from", origin)))
            if interrupted or can_react(scene, event) is not None:  # what interrupts may free somebody to react
                scene.next(window(event))
                interrupted = True
        if interrupted:
            if rest:
                scene.next(walk(being, rest, provokes, back, victim))
            return


def halt(scene: Scene, being: Being, rule: str) -> None:
    """Somebody goes no farther, though they meant to."""
    scene.record("halts", rule, who=being.id, at=being.at)


def dragged_to(being: Being, victim: Being, cell: Cell) -> Cell:
    """Where a victim comes to be when their Grappler steps into a hex."""
    return victim.at[0] + cell[0] - being.at[0], victim.at[1] + cell[1] - being.at[1]


def room_at_the_end(scene: Scene, ground: Ground, victim: Being | None, cell: Cell) -> bool:
    """Is there room for the mover in their last hex, and for whom they drag along?"""
    if not ground.room(cell):
        return False
    return victim is None or Ground(scene, victim, ground.being).room(dragged_to(ground.being, victim, cell))


def come_upon(scene: Scene, being: Being, victim: Being | None, cell: Cell) -> None:
    """bb.cond.hidden: who stood unseen where somebody wanted to go stays Hidden, but their place is known now."""
    body = cells_of(cell, FOOTPRINTS[being.sheet.size])
    if victim is not None:
        body += cells_of(dragged_to(being, victim, cell), FOOTPRINTS[victim.sheet.size])
    for other in scene.enemies(being):
        if unknown_to(other, being.side) and any(part in body for part in other.cells):
            other.seen = True
            come_to_light(scene, other)
            scene.record("comes_upon", "bb.cond.hidden", who=being.id, whom=other.id)


def both_have_room(scene: Scene, ground: Ground, victim: Being | None) -> bool:
    """Is there room for the mover, and for whom they drag along, where they are now?"""
    if not ground.room(ground.being.at):
        return False
    return victim is None or Ground(scene, victim, ground.being).room(victim.at)


def set_back(scene: Scene, ground: Ground, victim: Being | None, back: Cell | None) -> None:
    """bb.size.hexes: nobody stays where there is no room."""
    being = ground.being
    if not being.here or both_have_room(scene, ground, victim):
        return
    here, there = being.at, victim.at if victim is not None else (0, 0)
    for cell in (*((back,) if back is not None else ()), *within(here, ROOM_WITHIN)):
        being.at = cell
        if victim is not None:
            victim.at = (there[0] + cell[0] - here[0], there[1] + cell[1] - here[1])
        if both_have_room(scene, ground, victim):
            break
    shift(scene, being, being.at)
    scene.record("set_back", "bb.size.hexes", who=being.id, to=being.at)


ROOM_WITHIN = 8  # metres in which room is looked for: more than any crowd fills


def settle(scene: Scene, being: Being) -> None:
    """Somebody whose movement ends for good where they are now, because the combat does."""
    victim = held_by(scene, being) if "Grappler" in being.states else None
    set_back(scene, Ground(scene, being, victim), victim, None)


@told
def _cite_ground(scene: Scene, ground: Ground, a: Cell, b: Cell) -> None:
    board = scene.board
    climbs = any(board.is_terrain(w, b) for w in ("climb", "swim", "dig")) or board.height(a) != board.height(b)
    difficult = board.is_terrain("difficult", b)
    vaults = border(a, b) in board.cover
    if ground.flying:
        return
    if difficult:
        cite("bb.terrain.difficult")
    if climbs:
        cite("bb.move.modes")
    if vaults:
        cite("bb.cover.vault")
    if difficult + climbs + vaults > 1:
        cite("bb.terrain.costs_add")
    if 0 < scene.board.height(a) - scene.board.height(b) <= ground.rope:
        cite("bb.item.rope")


def pay_metres(scene: Scene, being: Being, price: int) -> bool:
    """Spend metres of the Move Action; the next one is begun when this one is used up."""
    pace = speed(scene, being)
    while (left := left_under_way(being, pace)) < price:
        if not being.moves:
            return False
        being.metres, being.pace = left + next_move(being, pace), pace
        being.moves -= 1
        being.relieve("Slowed")
    being.metres, being.pace = left - price, pace if being.pace else 0
    return True


def shift(scene: Scene, being: Being, cell: Cell) -> None:
    being.at = cell
    if being.states:
        if "Hunkered" in being.states and not borders_its_cover(scene, being):
            end(scene, being, "Hunkered")
        check_hold(scene, being)


def watchers_of(scene: Scene, being: Being) -> list[tuple[Being, int]]:
    """Who may come to strike at this movement, each with their reach."""
    watching = [(enemy, opportunity_reach(scene, enemy)) for enemy in scene.enemies(being)]
    return [(enemy, reach) for enemy, reach in watching if reach]


def nearest(scene: Scene, being: Being, origin: Cell, enemy: Being) -> int:
    """How near a metre brought the mover: its end counts, with opt_oa_on_leaving its beginning too."""
    away = scene.distance(being, enemy)
    if scene.options["opt_oa_on_leaving"]:
        left = gap(cells_of(origin, FOOTPRINTS[being.sheet.size]), enemy.cells)
        away = min(away, max(left, abs(scene.board.height(origin) + being.altitude - scene.height(enemy))))
    return max(1, away)


def count_metre(scene: Scene, being: Being, origin: Cell, watchers: list[tuple[Being, int]]) -> None:
    """bb.reaction.opportunity: each metre whose end hex lies within somebody's reach counts."""
    near = [enemy.id for enemy, reach in watchers if nearest(scene, being, origin, enemy) <= reach]
    if near:
        walked = dict(being.walked)
        for name in near:
            walked[name] = walked.get(name, 0) + 1
        being.walked = tuple(walked.items())


# ---------------------------------------------------------------- Dangerous Terrain


def enter(scene: Scene, being: Being, before: tuple[Cell, ...]) -> bool:
    """bb.terrain.dangerous: a save each time a being comes into an area from outside."""
    if not scene.areas or "Flying" in being.states:
        return False
    entered = False
    for area in scene.areas:
        if not area.dice:
            continue
        if any(c in area.cells for c in being.cells) and not any(c in area.cells for c in before):
            scene.next(brave(being, area))
            entered = True
    return entered


@step("bb.terrain.dangerous")
async def brave(scene: Scene, being: Being, area: Area) -> None:
    """The save that goes with the terrain; failure brings its damage."""
    if not being.here:
        return
    if await save(scene, being, area.save, area.dc, rule="bb.terrain.dangerous") == FAILURE:
        scene.next(suffer(being, area.dice, area.sides, area.type, False, area.source, "bb.terrain.dangerous"))


# ---------------------------------------------------------------- being moved


@step()
async def push(scene: Scene, source: Being, target: Being, metres: int, which: str) -> None:
    """Moved by another, 1 m after the other in a straight line, as far as there is room."""
    if not target.here:
        return
    if "Immobilized" in target.states:
        cite("bb.cond.immobilized")
        return
    if "Pinned" in target.states and _next_hex(scene, source, target, which) is not None:
        scene.next(tear_loose(target))
    scene.next(pushed(source, target, metres, which))


def _next_hex(scene: Scene, source: Being, target: Being, which: str) -> Cell | None:
    """Where a push or pull takes the target next; nowhere when that is blocked."""
    if which == "toward" and scene.distance(source, target) <= 1:
        return None
    order = away_from(source.at, target.at) if which == "away" else toward(source.at, target.at)
    cell = order[0]
    ground = Ground(scene, target)
    low = scene.board.height(cell) <= scene.height(target)
    wall = not all(
        scene.board.passable(c, (c[0] + cell[0] - target.at[0], c[1] + cell[1] - target.at[1]))
        for c in cells_of(target.at, ground.footprint)
    )
    return cell if ground.room(cell) and low and not wall else None


@step()
async def pushed(scene: Scene, source: Being, target: Being, metres: int, which: str) -> None:
    cell = _next_hex(scene, source, target, which)
    if cell is None or not metres or not target.here:
        return
    before = target.cells
    drop = carry_over(scene, target, cell)
    shift(scene, target, cell)  # bb.grappler.ends: a hold ends before a fall
    scene.record("pushed", "bb.action.shove", who=target.id, by=source.id, to=cell)
    if drop > 0:
        scene.next(falls(target, drop))
    enter(scene, target, before)
    if metres > 1:
        scene.next(pushed(source, target, metres - 1, which))


def carry_over(scene: Scene, being: Being, cell: Cell) -> int:
    """Somebody is moved to a hex: who flies stays at their height. Gives how far others fall."""
    drop = scene.height(being) - scene.board.height(cell)
    being.altitude = max(0, drop) if "Flying" in being.states else 0
    return 0 if "Flying" in being.states else max(0, drop)


@step()
async def step_aside(scene: Scene, being: Being, cell: Cell) -> None:
    """A metre that is no Move Action and provokes nothing."""
    if comes_to_nothing(scene, being, cannot_act(scene, being) or cannot_move(being)):
        return
    ground = Ground(scene, being)
    if ground.cost(being.at, cell) is None or not ground.room(cell):
        halt(scene, being, "bb.size.hexes")
        come_upon(scene, being, None, cell)
        return
    before, origin = being.cells, being.at
    if "Pinned" in being.states:
        scene.next(tear_loose(being))
    shift(scene, being, cell)
    scene.record("moves", "bb.move.general", who=being.id, origin=origin, to=cell, cost=0)
    enter(scene, being, before)


def places_beside(scene: Scene, being: Being) -> tuple[Cell, ...]:
    """Where a being could step with one metre."""
    if cannot_move(being) is not None:
        return ()
    ground = ground_for(scene, being)
    around = [(being.at[0] + q, being.at[1] + r) for q, r in DIRECTIONS]
    return tuple(cell for cell in around if ground.cost(being.at, cell) is not None and ground.room(cell))
