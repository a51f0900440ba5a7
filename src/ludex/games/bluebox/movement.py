"""Movement and terrain: speed, paths and what they cost, the Move Action hex by hex, pushes, falls, drags."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ludex.core.agenda import step
from ludex.core.board.hex import (
    DIRECTIONS,
    Cell,
    HexBoard,
    _ordered,
    cells_of,
    distance,
    gap,
    neighbours,
    toward,
    within,
)
from ludex.core.board.hex import away as away_from
from ludex.core.rulebook import cite
from ludex.core.ruling import Refusal
from ludex.core.timing import Event, can_react, window
from ludex.games.bluebox.armory import carried_with
from ludex.games.bluebox.being import (
    BROAD,
    FOOTPRINTS,
    HERE_NOT,
    SHARES,
    SIZES,
    Area,
    Being,
    Scene,
    armor_class,
    power_die,
)
from ludex.games.bluebox.conditions import (
    borders_its_cover,
    check_hold,
    end,
    held_by,
)
from ludex.games.bluebox.damage import falls, suffer
from ludex.games.bluebox.effects import Line
from ludex.games.bluebox.rolls import FAILURE, check, save
from ludex.games.bluebox.threat import opportunity_reach

StepCost = Callable[[Cell, Cell], int | None]

# ---------------------------------------------------------------- speed


def halvings(scene: Scene, being: Being) -> list[tuple[str, str]]:
    """What halves this being's speed, each with its rule."""
    states = being.states
    found = []
    if "Hamstrung" in states:
        found.append(("Hamstrung", "bb.decisive.hamstring"))
    if "Prone" in states:
        found.append(("Prone", "bb.cond.prone"))
    if "Down" in states:
        found.append(("Down", "bb.down.state"))
    if "Grappler" in states:
        found.append(("Grappler", "bb.cond.grappler"))
    return found


def speed(scene: Scene, being: Being) -> int:
    """bb.move.halving: halved once for each source, rounding down each time, never below 1 unless it is 0."""
    metres = being.sheet.speed
    if being.states:
        sources = halvings(scene, being)
        if sources and metres:
            if scene.recorder is not None:
                cite("bb.move.halving", *(rule for _, rule in sources))
            times = 1 if scene.options["opt_halving_once"] else len(sources)
            for _ in range(times):
                metres = max(1, metres // 2)
    return metres


CANNOT_MOVE = {
    "Grappled": "bb.cond.grappled",
    "Immobilized": "bb.cond.immobilized",
    "Stasis": "bb.cond.stasis",
    "Unconscious": "bb.cond.unconscious",
    "Out": "bb.out.state",
}


def cannot_move(being: Being) -> Refusal | None:
    for name, rule in CANNOT_MOVE.items():
        if name in being.states:
            return Refusal(f"{being.name} is {name} and cannot move", rule)
    if being.has_used("drag_failed"):
        return Refusal(f"{being.name} could not drag its victim this turn", "bb.grappler.larger")
    return None


def metres_left(scene: Scene, being: Being) -> int:
    """How far this being can still move this turn, with the Move Actions it has not begun."""
    if not being.moves:
        return being.metres
    return being.metres + next_move(scene, being) + (being.moves - 1) * speed(scene, being)


def next_move(scene: Scene, being: Being) -> int:
    """The metres of the Move Action that is begun next."""
    slowed = being.condition("Slowed")
    return max(0, speed(scene, being) - (slowed.value if slowed is not None else 0))


# ---------------------------------------------------------------- room


def taken_by(scene: Scene, cell: Cell) -> list[Being]:
    """Who stands in a hex."""
    return [b for b in scene.beings.values() if b.here and (b.at == cell or cell in b.cells)]


class Ground:
    """Where one being can go, and at what price, as the board stands now."""

    def __init__(self, scene: Scene, being: Being, dragging: Being | None = None) -> None:
        self.scene = scene
        self.board = scene.board
        self.being = being
        self.footprint = FOOTPRINTS[being.sheet.size]
        self.share = SHARES[being.sheet.size]
        self.flying = "Flying" in being.states
        self.hostile: set[Cell] = set()
        self.filled: dict[Cell, int] = {}
        filled, hostile, side = self.filled, self.hostile, being.side
        for other in scene.beings.values():
            if other is being or other is dragging or not other.states.isdisjoint(HERE_NOT):
                continue
            size = other.sheet.size
            for cell in other.cells if size in BROAD else (other.at,):
                filled[cell] = filled.get(cell, 0) + SHARES[size]
                if other.side != side:
                    hostile.add(cell)
        line = carried_with(scene, being, Line)
        self.rope = line[1].length_m if line is not None else 0
        self.steps = steps_on(self.board, self.rope, self.flying)

    def room(self, anchor: Cell) -> bool:
        """bb.size.hexes: may the being end here? Sizes mix by their share of a hex."""
        for cell in cells_of(anchor, self.footprint):
            if not self.board.open(cell) or self.filled.get(cell, 0) + self.share > 6:
                return False
        return True

    def cost(self, a: Cell, b: Cell) -> int | None:
        """bb.terrain.costs_add: what a step costs; nothing when it cannot be taken."""
        if len(self.footprint) == 1:
            return self._cost_of(a, b)
        dq, dr = b[0] - a[0], b[1] - a[1]
        worst = 0
        own = cells_of(a, self.footprint)
        for cell in own:
            other = (cell[0] + dq, cell[1] + dr)
            if other in own:
                if not self.board.passable(cell, other):
                    return None
                continue
            price = self._cost_of(cell, other)
            if price is None:
                return None
            worst = max(worst, price)
        return worst

    def _cost_of(self, a: Cell, b: Cell) -> int | None:
        steps = self.steps.get(a)  # none where a large body would hang over the rim
        return None if steps is None or b in self.hostile else steps.get(b)

    def reach(self, budget: int) -> dict[Cell, int]:
        """Every hex within the budget and what the cheapest way there costs, cheapest first."""
        single = len(self.footprint) == 1
        hostile = self.hostile
        found: dict[Cell, int] = {}
        waiting: list[list[Cell]] = [[] for _ in range(budget + 1)]  # by cost: prices are small whole numbers
        waiting[0].append(self.being.at)
        for spent, cells in enumerate(waiting):
            for here in cells:
                if here in found:
                    continue
                found[here] = spent
                for there, price in self.steps[here].items():
                    if there in found or there in hostile:
                        continue
                    whole = price if single else self.cost(here, there)
                    if whole is not None and spent + whole <= budget:
                        waiting[spent + whole].append(there)
        return found

    def way(self, goal: Cell, spent: dict[Cell, int]) -> tuple[Cell, ...]:
        """A cheapest path to a hex of `reach`, hex by hex."""
        path = [goal]
        while path[-1] != self.being.at:
            here = path[-1]
            for there in neighbours(here):
                before = spent.get(there)
                if before is not None and before < spent[here]:
                    price = self.cost(there, here)
                    if price is not None and before + price == spent[here]:
                        path.append(there)
                        break
        return tuple(path[-2::-1])

    def price(self, path: tuple[Cell, ...]) -> int | None:
        """What a whole path costs; nothing when a step of it cannot be taken."""
        here = self.being.at
        total = 0
        for cell in path:
            if distance(here, cell) != 1:
                return None
            step_cost = self.cost(here, cell)
            if step_cost is None:
                return None
            total += step_cost
            here = cell
        return total


@lru_cache(maxsize=256)
def steps_on(board: HexBoard, rope: int, flying: bool) -> dict[Cell, dict[Cell, int]]:
    """What each step from hex to neighbouring hex costs, on a board without anybody on it."""
    return {
        a: {b: step_cost(board, a, b, rope, flying) for b in neighbours(a) if board.passable(a, b)} for a in board.cells
    }


def step_cost(board: HexBoard, a: Cell, b: Cell, rope: int, flying: bool) -> int:
    """bb.terrain.costs_add: a metre, and what the ground adds to it."""
    change = board.height(b) - board.height(a)
    if flying:
        return max(1, abs(change))
    price = 1
    if change:  # bb.move.modes: climbing costs 2 m for each metre; a rope makes the way down easy
        price = -change if 0 < -change <= rope else 2 * abs(change)
    price += sum(more for word, more in DEAR_GROUND.items() if board.is_terrain(word, b))
    return price + 1 if _ordered(a, b) in board.cover else price


DEAR_GROUND = {"difficult": 1, "swim": 1, "climb": 1, "dig": 3}


def ground_for(scene: Scene, being: Being) -> Ground:
    return Ground(scene, being, held_by(scene, being) if "Grappler" in being.states else None)


def refuse_path(scene: Scene, being: Being, path: tuple[Cell, ...], budget: int) -> Refusal | None:
    """Why this path may not be taken."""
    ground = ground_for(scene, being)
    here = being.at
    total = 0
    for cell in path:
        if distance(here, cell) != 1:
            return Refusal(f"{list(cell)} is not next to {list(here)}", "bb.move.general")
        price = ground.cost(here, cell)
        if price is None:
            return Refusal(f"the way from {list(here)} to {list(cell)} is blocked", "bb.size.hexes")
        total += price
        here = cell
    if total > budget:
        slow = any(scene.board.is_terrain("difficult", c) for c in path)
        rule = "bb.terrain.difficult" if slow else "bb.move.general"
        return Refusal(f"that way costs {total} m, and {budget} m are left", rule)
    if not ground.room(here):
        return Refusal(f"there is no room at {list(here)}", "bb.size.hexes")
    victim = held_by(scene, being) if "Grappler" in being.states else None
    if victim is not None:
        return refuse_drag(scene, being, victim, path)
    return None


def refuse_drag(scene: Scene, being: Being, victim: Being, path: tuple[Cell, ...]) -> Refusal | None:
    """bb.cond.grappler: the victim is shifted alike; a blocked hex for either refuses the step."""
    if "Immobilized" in victim.states:
        return Refusal(f"{victim.name} is Immobilized and cannot be dragged", "bb.cond.immobilized")
    ground = Ground(scene, victim, being)
    here, there = being.at, victim.at
    for cell in path:
        onward = (there[0] + cell[0] - here[0], there[1] + cell[1] - here[1])
        # the victim's allies are the Grappler's enemies and the other way round: only walls and room count
        moved = zip(cells_of(there, ground.footprint), cells_of(onward, ground.footprint), strict=True)
        if not all(scene.board.passable(a, b) for a, b in moved):
            return Refusal(f"{victim.name} cannot be dragged to {list(onward)}", "bb.cond.grappler")
        here, there = cell, onward
    if not ground.room(there):
        return Refusal(f"there is no room for {victim.name} at {list(there)}", "bb.cond.grappler")
    return None


# ---------------------------------------------------------------- the Move Action


@step("bb.move.general")
async def begin_move(scene: Scene, being: Being, path: tuple[Cell, ...], provokes: bool) -> None:
    """Before the first metre: a larger victim is dragged with a check."""
    being.stopped = False  # a hit that stopped it has ended that Move Action only
    victim = held_by(scene, being)
    if victim is not None and _larger(victim, being) and not being.has_used("dragged"):
        scene.next(drag_larger(being, victim))
    scene.next(walk(being, path, provokes))


def _larger(one: Being, other: Being) -> bool:
    return SIZES.index(one.sheet.size) > SIZES.index(other.sheet.size)


@step("bb.cond.pinned")
async def tear_loose(scene: Scene, being: Being) -> None:
    """A FOR save; failure costs a ✦ of the one who pinned, as Pure damage. Either way the Pin ends."""
    pin = being.condition("Pinned")
    if pin is None:
        return
    end(scene, being, "Pinned")
    if await save(scene, being, "FOR", pin.value or 8, rule="bb.cond.pinned") == FAILURE:
        sides = power_die(scene.beings.get(pin.source, being))
        scene.next(suffer(being, 1, sides, "plain", True, pin.source, "bb.cond.pinned"))


@step("bb.grappler.larger")
async def drag_larger(scene: Scene, being: Being, victim: Being) -> None:
    being.use("dragged", "turn")
    if await check(scene, being, "Grapple", armor_class(victim), rule="bb.grappler.larger") == FAILURE:
        being.use("drag_failed", "turn")


@step("bb.move.general")
async def walk(
    scene: Scene, being: Being, path: tuple[Cell, ...], provokes: bool, back: Cell | None = None
) -> None:
    """Hex by hex, until the path ends, somebody can react, or something stops the mover.

    `back` is the last hex on the way that had room: who is stopped among allies is set back there.
    """
    ground: Ground | None = None
    if "Disengaged" in being.states:
        cite("bb.move.disengage")
        provokes = False
    watchers = watchers_of(scene, being) if provokes else []
    holding = any(other.held is not None for other in scene.beings.values())
    victim = held_by(scene, being) if "Grappler" in being.states else None
    if not being.stopped and cannot_move(being) is None:  # bb.cond.pinned: before the first metre, and on the way
        for pinned in (being, victim):
            if pinned is not None and "Pinned" in pinned.states:
                scene.next(tear_loose(pinned), walk(being, path, provokes, back))
                return
    for number, cell in enumerate(path):
        if ground is None:
            ground = Ground(scene, being, victim)
        if being.stopped or cannot_move(being) is not None or "Dead" in being.states:
            set_back(scene, ground, victim, back)
            return
        price = ground.cost(being.at, cell)
        if price is None or (number == len(path) - 1 and not ground.room(cell)):
            scene.record("halts", "bb.size.hexes", who=being.id, at=being.at)  # somebody unseen stands there
            set_back(scene, ground, victim, back)
            return
        if not pay_metres(scene, being, price):
            set_back(scene, ground, victim, back)
            return
        if both_have_room(scene, ground, victim):
            back = being.at
        before = being.cells
        victim_before = victim.cells if victim is not None else ()
        origin = being.at
        if victim is not None:  # both at once, so that neither is out of the other's reach meanwhile
            victim.at = (victim.at[0] + cell[0] - origin[0], victim.at[1] + cell[1] - origin[1])
        shift(scene, being, cell)
        if victim is not None:
            shift(scene, victim, victim.at)
        scene.record("moves", "bb.move.general", who=being.id, to=cell, cost=price)
        if scene.recorder is not None:
            _cite_ground(scene, ground, origin, cell)
        rest = path[number + 1 :]
        interrupted = enter(scene, being, before)
        if victim is not None:
            interrupted = enter(scene, victim, victim_before) or interrupted
        if watchers:
            count_metre(scene, being, origin, watchers)
        if provokes and (watchers or holding):
            event = Event("moves", being.id, "", (("at", cell), ("from", origin)))
            if can_react(scene, event) is not None:
                scene.next(window(event))
                interrupted = True
        if interrupted:
            if rest:
                scene.next(walk(being, rest, provokes, back))
            return


def both_have_room(scene: Scene, ground: Ground, victim: Being | None) -> bool:
    """Is there room for the mover, and for whom it drags along, where they are now?"""
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
    """Somebody whose movement ends for good where it is now, because the combat does."""
    victim = held_by(scene, being) if "Grappler" in being.states else None
    set_back(scene, Ground(scene, being, victim), victim, None)


def _cite_ground(scene: Scene, ground: Ground, a: Cell, b: Cell) -> None:
    board = scene.board
    climbs = any(board.is_terrain(w, b) for w in ("climb", "swim", "dig")) or board.height(a) != board.height(b)
    difficult = board.is_terrain("difficult", b)
    vaults = _ordered(a, b) in board.cover
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
    while being.metres < price:
        if not being.moves:
            return False
        being.metres += next_move(scene, being)
        being.moves -= 1
        being.relieve("Slowed")
    being.metres -= price
    return True


def shift(scene: Scene, being: Being, cell: Cell) -> None:
    being.at = cell
    if being.states:
        if "Hunkered" in being.states and not borders_its_cover(scene, being):
            end(scene, being, "Hunkered")
        check_hold(scene, being)


def watchers_of(scene: Scene, being: Being) -> list[tuple[Being, int]]:
    """Who may come to strike at this movement, each with its reach."""
    found = []
    for enemy in scene.enemies(being):
        reach = opportunity_reach(scene, enemy)
        if reach:
            found.append((enemy, reach))
    return found


def nearest(scene: Scene, being: Being, origin: Cell, enemy: Being) -> int:
    """How near a metre brought the mover: its end counts, with opt_oa_on_leaving its beginning too."""
    away = scene.distance(being, enemy)
    if scene.options["opt_oa_on_leaving"]:
        left = gap(cells_of(origin, FOOTPRINTS[being.sheet.size]), enemy.cells)
        away = min(away, max(left, abs(scene.board.height(origin) + being.altitude - scene.height(enemy))))
    return max(1, away)


def count_metre(scene: Scene, being: Being, origin: Cell, watchers: list[tuple[Being, int]]) -> None:
    """bb.reaction.opportunity: each metre whose end hex lies within somebody's reach counts."""
    walked = dict(being.walked)
    for enemy, reach in watchers:
        if nearest(scene, being, origin, enemy) <= reach:
            walked[enemy.id] = walked.get(enemy.id, 0) + 1
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
    if "Immobilized" in target.states or not target.here:
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
    drop = scene.height(target) - scene.board.height(cell)
    shift(scene, target, cell)
    target.altitude = drop if "Flying" in target.states else 0
    scene.record("pushed", "bb.action.shove", who=target.id, by=source.id, to=cell)
    if drop > 0 and "Flying" not in target.states:
        scene.next(falls(target, drop))
    enter(scene, target, before)
    if metres > 1:
        scene.next(pushed(source, target, metres - 1, which))


@step()
async def step_aside(scene: Scene, being: Being, cell: Cell) -> None:
    """A metre that is no Move Action and provokes nothing."""
    before = being.cells
    if "Pinned" in being.states:
        scene.next(tear_loose(being))
    shift(scene, being, cell)
    scene.record("moves", "bb.move.general", who=being.id, to=cell, cost=0)
    enter(scene, being, before)


def places_beside(scene: Scene, being: Being) -> tuple[Cell, ...]:
    """Where a being could step with one metre."""
    if cannot_move(being) is not None:
        return ()
    ground = ground_for(scene, being)
    around = [(being.at[0] + q, being.at[1] + r) for q, r in DIRECTIONS]
    return tuple(cell for cell in around if ground.cost(being.at, cell) is not None and ground.room(cell))
