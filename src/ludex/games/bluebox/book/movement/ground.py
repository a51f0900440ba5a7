"""The ground under a being: speed, room, and what each step costs."""

from __future__ import annotations

from ludex.core.board.hex import (
    Cell,
    HexBoard,
    border,
    cells_of,
    distance,
    neighbours,
)
from ludex.core.kernel.derived import derived
from ludex.core.kernel.ruling import Refusal
from ludex.games.bluebox.book.attacks.weapons import carried_with
from ludex.games.bluebox.book.conditions import (
    held_by,
)
from ludex.games.bluebox.book.movement.sight import unknown_to
from ludex.games.bluebox.records.effects import Line
from ludex.games.bluebox.state import (
    AWAY,
    BROAD,
    FOOTPRINTS,
    SHARES,
    Being,
    Scene,
)

# ---------------------------------------------------------------- speed


HALVES = {
    "Hamstrung": "bb.decisive.hamstring",
    "Prone": "bb.cond.prone",
    "Down": "bb.down.state",
    "Grappler": "bb.cond.grappler",
}


def speed(scene: Scene, being: Being) -> int:
    """bb.move.halving: halved once for each source, rounding down each time, never below 1 unless it is 0."""
    metres = being.sheet.speed
    if metres and being.states and not being.states.isdisjoint(HALVES):
        rules = [rule for name, rule in HALVES.items() if name in being.states]
        scene.cite("bb.move.halving", *rules)
        times = 1 if scene.options["opt_halving_once"] else len(rules)
        for _ in range(times):
            metres = max(1, metres // 2)
    return metres


CANNOT_MOVE = {
    "Grappled": "bb.cond.grappled",
    "Immobilized": "bb.cond.immobilized",
    "Stasis": "bb.cond.stasis",
    "Unconscious": "bb.cond.unconscious",
    "Out": "bb.out.state",
    "Dead": "bb.out.state",
    "Fled": "bb.combat.end",
}


def cannot_move(being: Being) -> Refusal | None:
    if being.states and not being.states.isdisjoint(CANNOT_MOVE):
        name, rule = next((name, rule) for name, rule in CANNOT_MOVE.items() if name in being.states)
        return Refusal(f"{being.name} is {name} and cannot move", rule)
    hold = being.condition("Grappler")
    if hold is not None and being.has_used(f"drag_failed>{hold.source}"):
        return Refusal(f"{being.name} could not drag their victim this turn", "bb.grappler.larger")
    return None


def metres_left(scene: Scene, being: Being) -> int:
    """How far this being can still move this turn, with the Move Actions they have not begun."""
    pace = speed(scene, being)
    left = left_under_way(being, pace)
    if not being.moves:
        return left
    return left + next_move(being, pace) + (being.moves - 1) * pace


def left_under_way(being: Being, pace: int) -> int:
    """bb.move.halving: of the Move Action under way, at the speed of now; what was walked of it counts."""
    if not being.pace:
        return being.metres
    return max(0, being.metres + pace - being.pace)


def next_move(being: Being, pace: int) -> int:
    """The metres of the Move Action that is begun next, at the speed of now."""
    slowed = being.condition("Slowed")
    return max(0, pace - (slowed.value if slowed is not None else 0))


# ---------------------------------------------------------------- room


def taken_by(scene: Scene, cell: Cell) -> list[Being]:
    """Who stands in a hex."""
    return [b for b in scene.beings.values() if b.here and (b.at == cell or cell in b.cells)]


class Ground:
    """Where one being can go, and at what price, as the board stands now, or as far as a side can know it."""

    def __init__(self, scene: Scene, being: Being, dragging: Being | None = None, *, known_to: str = "") -> None:
        self.scene = scene
        self.board = scene.board
        self.being = being
        self.footprint = FOOTPRINTS[being.sheet.size]
        self.share = SHARES[being.sheet.size]
        self.flying = "Flying" in being.states
        self.level = scene.height(being) if self.flying else 0  # a flier need not follow the ground below
        others: list[Being] = []
        taken: set[Cell] = set()
        hostile: set[Cell] = set()
        self.others, self.taken, self.hostile = others, taken, hostile
        for other in scene.beings.values():
            if other is being or other is dragging or (other.states and not other.states.isdisjoint(AWAY)):
                continue
            if known_to and not other.seen and unknown_to(other, known_to):
                continue
            others.append(other)
            if other.sheet.size in BROAD:
                taken.update(other.cells)
                if other.side != being.side:
                    hostile.update(other.cells)
            else:
                taken.add(other.at)
                if other.side != being.side:
                    hostile.add(other.at)
        line = carried_with(scene, being, Line) if being.items and self.board.heights else None
        self.rope = line[1].length_m if line is not None else 0
        self.steps = steps_on(self.board, self.rope)

    def room(self, anchor: Cell) -> bool:
        """bb.size.hexes: may the being end here? Sizes mix by their share of a hex."""
        board = self.board
        for cell in (anchor,) if len(self.footprint) == 1 else cells_of(anchor, self.footprint):
            if cell not in board.cells or cell in board.walls:
                return False
            if cell in self.taken and self.share + self._filled(cell) > 6:
                return False
        return True

    def _filled(self, cell: Cell) -> int:
        return sum([SHARES[other.sheet.size] for other in self.others if cell in other.cells])

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
        price = self.steps[a].get(b)
        if price is None or b in self.hostile:
            return None
        if self.flying:
            return max(1, self.board.height(b) - max(self.board.height(a), self.level))
        return price

    def reach(self, budget: int) -> dict[Cell, int]:
        """Every hex within the budget and what the cheapest way there costs, cheapest first."""
        as_stated = len(self.footprint) == 1 and not self.flying
        closed = self.hostile - {self.being.at}  # to be gone to no more
        found: dict[Cell, int] = {}
        waiting: list[list[Cell]] = [[] for _ in range(budget + 1)]  # by cost: prices are small whole numbers
        waiting[0].append(self.being.at)
        for spent, cells in enumerate(waiting):
            for here in cells:
                if here in closed:
                    continue
                closed.add(here)
                found[here] = spent
                for there, price in self.steps[here].items():
                    if there not in closed:
                        whole = price if as_stated else self.cost(here, there)
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


@derived()
def steps_on(board: HexBoard, rope: int) -> Steps:
    """The board's steps for somebody with a rope of this length."""
    return Steps(board, rope)


class Steps(dict[Cell, dict[Cell, int]]):
    """What each step from hex to neighbouring hex costs, on a board without anybody on it: worked out when asked."""

    def __init__(self, board: HexBoard, rope: int) -> None:
        self.board = board
        self.rope = rope
        self.dear = [(board.terrain[word], more) for word, more in DEAR_GROUND.items() if word in board.terrain]

    def __missing__(self, a: Cell) -> dict[Cell, int]:
        board, around = self.board, neighbours(a)
        there = [b for b in around if board.passable(a, b)] if a in board.cells else ()  # a large body may hang over
        found = self[a] = {b: self.price(a, b) for b in there}
        return found

    def price(self, a: Cell, b: Cell) -> int:
        """bb.terrain.costs_add: a metre, and what the ground adds to it."""
        board = self.board
        change = board.height(b) - board.height(a)
        price = 1
        if change:  # bb.move.modes: climbing costs 2 m for each metre; a rope makes the way down easy
            price = -change if 0 < -change <= self.rope else 2 * abs(change)
        price += sum([more for cells, more in self.dear if b in cells])
        return price + 1 if border(a, b) in board.cover else price


DEAR_GROUND = {"difficult": 1, "swim": 1, "climb": 1, "dig": 3}


def ground_for(scene: Scene, being: Being) -> Ground:
    """The ground as the being's side can know it: who is unseen is met on the way, and blocks no plan."""
    return Ground(scene, being, held_by(scene, being) if "Grappler" in being.states else None, known_to=being.side)


def refuse_path(scene: Scene, being: Being, path: tuple[Cell, ...], budget: int) -> Refusal | None:
    """Why this path may not be taken."""
    ground = ground_for(scene, being)
    here = being.at
    total = 0
    for cell in path:
        if distance(here, cell) != 1:
            return Refusal("a step leads to a hex that is not next to the one before", "bb.move.general")
        price = ground.cost(here, cell)
        if price is None:
            return Refusal("the way is blocked", "bb.size.hexes")
        total += price
        here = cell
    if total > budget:
        slow = any(scene.board.is_terrain("difficult", c) for c in path)
        rule = "bb.terrain.difficult" if slow else "bb.move.general"
        return Refusal(f"that way costs {total} m, with {budget} m left", rule)
    if not ground.room(here):
        return Refusal("there is no room there", "bb.size.hexes")
    victim = held_by(scene, being) if "Grappler" in being.states else None
    if victim is not None:
        return refuse_drag(scene, being, victim, path)
    return None


def refuse_drag(scene: Scene, being: Being, victim: Being, path: tuple[Cell, ...]) -> Refusal | None:
    """bb.cond.grappler: the victim is shifted alike; a blocked hex for either refuses the step."""
    ground = Ground(scene, victim, being, known_to=being.side)
    here, there = being.at, victim.at
    for cell in path:
        refusal = cannot_drag(scene, being, victim, here, there, cell)
        if refusal is not None:
            return refusal
        there = (there[0] + cell[0] - here[0], there[1] + cell[1] - here[1])
        here = cell
        if parted(scene, being, victim, here, there):
            return None
    if not ground.room(there):
        return Refusal(f"there is no room for {victim.name} there", "bb.cond.grappler")
    return None


def cannot_drag(scene: Scene, being: Being, victim: Being, here: Cell, there: Cell, cell: Cell) -> Refusal | None:
    """Why a victim does not come along when their Grappler steps into a hex: a wall, or a height out of the hold.
    The victim's allies are the Grappler's enemies and the other way round, so nobody stands in the way."""
    if "Immobilized" in victim.states:
        return Refusal(f"{victim.name} is Immobilized and cannot be dragged", "bb.cond.immobilized")
    board = scene.board
    onward = (there[0] + cell[0] - here[0], there[1] + cell[1] - here[1])
    footprint = FOOTPRINTS[victim.sheet.size]
    moved = zip(cells_of(there, footprint), cells_of(onward, footprint), strict=True)
    up = board.height(onward) > board.height(there) + victim.altitude
    if (up and parted(scene, being, victim, cell, onward)) or not all(board.passable(a, b) for a, b in moved):
        return Refusal(f"{victim.name} cannot be dragged there", "bb.cond.grappler")
    return None


def parted(scene: Scene, being: Being, victim: Being, here: Cell, there: Cell) -> bool:
    """bb.grappler.ends: would the one in this hex be out of the other's hold in that one, by its height?"""
    hold = being.condition("Grappler")
    apart = abs(scene.board.height(here) - scene.board.height(there))
    return hold is not None and apart > max(1, hold.value)
