"""The ground under a character: speed, room, and what each step costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from ludex.core.board.cells import SHAPES, Cell, CellBoard
from ludex.core.content.content import ContentError
from ludex.core.kernel.derived import Basis, derived
from ludex.core.kernel.ruling import Refusal
from ludex.core.plan.entries import best_first
from ludex.games.crawl.book.characters.aspects import EQUIPMENT, LENT, basic_move, own_move
from ludex.games.crawl.book.characters.core_aspects import immobile
from ludex.games.crawl.book.conditions import holders
from ludex.games.crawl.book.energy import FIGHT
from ludex.games.crawl.book.map.sight import unknown_to
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.state import BROAD, LEGS, MOVE_ACTION, Being, Scene

FIXED = CONDITIONS.tagged("fixed")
CRAWL = 1  # tc.prone: cells in a movement action
BEGUN, A_CELL = "begun", "a cell"  # what is used up of a movement action
ROUGH = 2  # tc.terrain.rough_move: what a step into or out of it costs
STEP_DOWN = 1  # metres that one just walks down; from more one falls
AT_WILL = 10**6  # cells, where nothing counts them
FAR = 60  # cells: how far a way is looked for there

# ---------------------------------------------------------------- speed


def speed(scene: Scene, being: Being) -> int:
    """tc.basic.move: the cells of one movement action, with all that slows."""
    return 0 if immobile(scene, being) else unladen_speed(scene, being)


def unladen_speed(scene: Scene, being: Being) -> int:
    """The same for who does not carry too much."""
    if "Prone" in being.states:
        scene.cite("tc.prone")
        return CRAWL
    return on_foot(scene, being)


@derived(EQUIPMENT.and_of("conditions"), under=LENT)
def on_foot(scene: Scene, being: Being) -> int:
    """The cells of a movement action for whoever stands up."""
    cells = basic_move(scene, being)
    if being.useless(LEGS):
        scene.cite("tc.limb.incapacitated")
        cells //= 2
    return cells


def whole_action(scene: Scene, being: Being) -> int:
    """The cells with which a movement action begins. Who lies crawls one of them, which is all of it (tc.prone)."""
    return max(CRAWL, on_foot(scene, being)) if "Prone" in being.states else on_foot(scene, being)


def cells_left(scene: Scene, being: Being) -> int:
    """What is left of the movement action under way; at will where nobody counts. Where the basic move changes on the
    way, by whatever means, the action is as long as it is now, and the cells that are covered count (tc.basic.move).
    Who lies can crawl one cell of it if none has been covered yet (tc.prone)."""
    if scene.mode != FIGHT:
        return CRAWL if "Prone" in being.states else AT_WILL
    if not being.steps:
        return 0
    whole = whole_action(scene, being)
    covered = covered_cells(scene, being)
    if "Prone" in being.states:
        return 0 if covered > 0 else CRAWL
    return max(0, min(whole, whole - covered))


def covered_cells(scene: Scene, being: Being) -> int:
    """How many cells of the movement action under way are behind somebody. That is noted where it was not as long as
    one of their own."""
    walked = [what for what, moment in being.used if moment == MOVE_ACTION]
    return walked.count(A_CELL) if walked else own_move(scene.library, being.sheet) - being.steps


def leave_cells(scene: Scene, being: Being, left: int) -> None:
    """From now on so many cells are left of the movement action under way, and the others are covered."""
    being.give_up_movement()
    being.steps = left
    whole = whole_action(scene, being)
    if left and whole != own_move(scene.library, being.sheet):
        being.used = (*being.used, (BEGUN, MOVE_ACTION), *[(A_CELL, MOVE_ACTION)] * (whole - left))


def cannot_move(scene: Scene, being: Being) -> Refusal | None:
    """Why somebody cannot move at all on their own."""
    if not being.states.isdisjoint(FIXED):
        name = next(name for name in CONDITIONS if name in FIXED and name in being.states)
        return Refusal(f"{being.name} is {name} and cannot move", CONDITIONS[name].rule)
    if immobile(scene, being):
        return Refusal(f"{being.name} carries too much to move", "tc.equip.encumbrance")
    if scene.mode == FIGHT and not unladen_speed(scene, being):
        return Refusal(f"{being.name} cannot move", "tc.basic.move")
    return None


# ---------------------------------------------------------------- room


def occupants(scene: Scene, cell: Cell) -> list[Being]:
    """Who stands in a cell."""
    return [
        being
        for being in scene.beings.values()
        if being.here and (being.at == cell or (being.sheet.size >= BROAD and cell in scene.cells(being)))
    ]


def free_cell(scene: Scene, being: Being, kept: list[Cell], area: Sequence[Cell] = ()) -> Cell:
    """The first cell where somebody's whole body finds room, in open cells that nobody has, nor are kept for others; in
    the start area of a side where there is one."""
    taken = {*kept, *[cell for other in scene.beings.values() if other is not being for cell in scene.cells(other)]}
    filled = {*scene.board.walls, *[cover.at for cover in scene.cover], *[door.at for door in scene.doors]}
    open_cells = scene.board.cells - taken - filled
    for cell in best_first(scene.board, area):
        if all([part in open_cells for part in scene.body(being, cell)]):
            return cell
    raise ContentError("there is no free cell left on the board; say `at`")


def level(scene: Scene, being: Being, at: Cell) -> int:
    """The metres at which somebody would stand there: a broad body on the highest of its cells."""
    heights = scene.board.heights
    if not heights:
        return 0
    if being.sheet.size < BROAD:
        return heights.get(at, 0)
    return max([heights.get(cell, 0) for cell in scene.body(being, at)])


def fills(scene: Scene, cell: Cell) -> str:
    """What fills a cell so that nobody can be in it: a wall, cover, a shut door; empty where nothing does."""
    if not scene.board.open(cell):
        return "wall"
    if scene.cover_at(cell) is not None:
        scene.cite("tc.cover.hardness")
        return "cover"
    door = scene.door_at(cell)
    return "door" if door is not None and not door.open else ""


def can_stand(scene: Scene, being: Being, cell: Cell, *, known_to: str = "") -> bool:
    """tc.move.through_friends: is there room for somebody, as far as things and enemies are concerned, or those that a
    side knows of? Friends share a cell and squeeze."""
    body = scene.body(being, cell)
    if any([fills(scene, part) for part in body]):
        return False
    enemies = [other for other in scene.enemies(being) if not known_to or not unknown_to(scene, other, known_to)]
    return not any([in_the_way(scene, being, other, body) for other in enemies])


def in_the_way(scene: Scene, being: Being, other: Being, body: tuple[Cell, ...]) -> bool:
    """Does an enemy bar these cells? One that somebody holds in a grapple bars nothing."""
    return "Grappled" not in other.states and any([cell in body for cell in scene.cells(other)])


def blocked_by(scene: Scene, being: Being, cell: Cell, start: Cell) -> str:
    """What a thrown body would strike there, coming from the cell beside: `wall` (the rim and higher ground too),
    `cover`, `door` or somebody's id; empty where the body flies on."""
    body = scene.body(being, cell)
    own = scene.cells(being)
    for here, there in zip(scene.body(being, start), body, strict=True):
        filled = fills(scene, there)
        if filled:
            return filled
        if not scene.board.passable(here, there):
            return "wall"
    if level(scene, being, cell) > level(scene, being, start):
        return "wall"
    for part in body:
        for other in occupants(scene, part):
            if other is not being and part not in own:
                return other.id
    return ""


# ---------------------------------------------------------------- ways


class Ground:
    """Where somebody can go and at what price, as things stand now; `known_to` a side: as far as it can know."""

    def __init__(self, scene: Scene, being: Being, *, known_to: str = "") -> None:
        self.scene = scene
        self.board = scene.board
        self.being = being
        self.broad = being.sheet.size >= BROAD and len(scene.body(being, being.at)) > 1
        self.crawling = "Prone" in being.states
        self.steps = steps_on(scene.board)
        self.walks = self.steps.walks
        self.halving = bool(scene.options["opt_rough_halve_remaining"])
        self.rough = scene.board.terrain.get("rough", frozenset())
        self.barred = {*filled_cells(scene)}
        side = being.side
        for other in scene.beings.values():
            if other.side == side or not other.here or "Grappled" in other.states:
                continue
            if known_to and "Hidden" in other.states and unknown_to(scene, other, known_to):
                continue
            if other.sheet.size < BROAD:
                self.barred.add(other.at)
            else:
                self.barred.update(scene.cells(other))
        self.tied_to = holders(scene, being)
        # Does each step cost what it costs on the bare board?
        self.plain = not (self.broad or self.tied_to or self.crawling or self.halving)

    def cost(self, a: Cell, b: Cell, left: int | None = None) -> int | None:
        """tc.terrain.rough_move: what a step costs, of so many cells that are left; nothing where it cannot be taken.
        Over an edge it can: one falls."""
        if not self.broad:
            price = self.steps[a].get(b)
            if price is None or b in self.barred:
                return None
            onto_rough, from_rough = b in self.rough, a in self.rough
        else:
            price = self._cost_of_body(a, b)
            if price is None:
                return None
            onto_rough = any([cell in self.rough for cell in self.scene.body(self.being, b)])
            from_rough = any([cell in self.rough for cell in self.scene.body(self.being, a)])
        if self.tied_to and any([self._apart(b, by) > self.scene.distance(self.being, by) for by in self.tied_to]):
            return None
        if self.crawling:
            return CRAWL
        if self.halving:
            if left is None or not 0 < left < FAR or onto_rough == from_rough:
                return 1
            return left - (left - 1) // 2
        return price

    def _cost_of_body(self, a: Cell, b: Cell) -> int | None:
        scene, being = self.scene, self.being
        own, moved = scene.body(being, a), scene.body(being, b)
        for here, there in zip(own, moved, strict=True):
            if there in self.barred or not self.board.passable(here, there):
                return None
        if level(scene, being, b) > level(scene, being, a):
            return None
        return ROUGH if any([cell in self.rough for cell in (*own, *moved)]) else 1

    def _apart(self, at: Cell, by: Being) -> int:
        """How far from a holder somebody would be there."""
        own = self.scene.body(self.being, at)
        return min([self.board.distance(a, b) for a in own for b in self.scene.cells(by)])

    def drop(self, a: Cell, b: Cell) -> int:
        """How many metres one falls on this step; none where one just walks down."""
        if not self.board.heights:
            return 0
        down = level(self.scene, self.being, a) - level(self.scene, self.being, b)
        return down if down > STEP_DOWN else 0

    def reach(self, budget: int) -> dict[Cell, int]:
        """Every cell within the budget that can be walked to without a fall, with what the cheapest way there costs,
        cheapest first."""
        plain = self.plain
        if plain and not self.rough:
            return self._spread(budget)
        found: dict[Cell, int] = {}
        waiting: list[list[Cell]] = [[] for _ in range(budget + 1)]  # by cost: prices are small whole numbers
        waiting[0].append(self.being.at)
        for spent, cells in enumerate(waiting):
            for here in cells:
                if here in found:
                    continue
                found[here] = spent
                if plain:
                    for there, price in self.walks[here]:
                        if there not in found and there not in self.barred and spent + price <= budget:
                            waiting[spent + price].append(there)
                    continue
                for there in self.board.neighbours(here):
                    if there in found or there in self.barred:
                        continue
                    cost = self.cost(here, there, budget - spent)
                    if cost is not None and spent + cost <= budget and not self.drop(here, there):
                        waiting[spent + cost].append(there)
        return found

    def _spread(self, budget: int) -> dict[Cell, int]:
        """`reach`, where each step costs one cell."""
        around, start = self.walks.around, self.being.at
        found = dict.fromkeys([start, *self.barred], 0)
        ring = [start]
        for spent in range(1, budget + 1):
            further = []
            for here in ring:
                for there in around[here]:
                    if there not in found:
                        found[there] = spent
                        further.append(there)
            if not further:
                break
            ring = further
        for cell in self.barred:
            if cell != start:
                del found[cell]
        return found

    def edges(self, found: dict[Cell, int], budget: int) -> dict[Cell, Cell]:
        """The cells below an edge into which one can leap from those found, each with where one leaps from."""
        leaps: dict[Cell, Cell] = {}
        if self.board.heights:
            for here, spent in found.items():
                for there in self.board.neighbours(here):
                    if there not in found and there not in leaps and self.cost(here, there) is not None:
                        price = self.cost(here, there, budget - spent)
                        if price is not None and spent + price <= budget and self.drop(here, there):
                            leaps[there] = here
        return leaps

    def way(self, goal: Cell, found: dict[Cell, int], budget: int) -> tuple[Cell, ...]:
        """A cheapest path to a cell of `reach` with that budget, cell by cell."""
        path = [goal]
        while path[-1] != self.being.at:
            path.append(self._before(path[-1], found, budget))
        return tuple(path[-2::-1])

    def _before(self, here: Cell, found: dict[Cell, int], budget: int) -> Cell:
        """The first cell from which a cheapest path leads to this one."""
        spent = found[here]
        if self.plain:
            for there, cost in self.steps.arrivals[here]:
                if found.get(there, AT_WILL) + cost == spent:
                    return there
        for there in self.board.neighbours(here):
            before = found.get(there)
            if before is not None and before < spent and not self.drop(there, here):
                price = self.cost(there, here, budget - before)
                if price is not None and before + price == spent:
                    return there
        raise ValueError(f"no way leads to {here}")

    def price(self, path: tuple[Cell, ...], budget: int | None = None) -> int | None:
        """What a whole path costs; nothing when a step of it cannot be taken."""
        here = self.being.at
        total = 0
        for cell in path:
            step_cost = self.cost(here, cell, None if budget is None else budget - total)
            if step_cost is None:
                return None
            total += step_cost
            here = cell
        return total


def ground_for(scene: Scene, being: Being) -> Ground:
    """The ground as the character's side can know it: who is unseen is met on the way, and blocks no plan."""
    return Ground(scene, being, known_to=being.side)


def refuse_path(scene: Scene, being: Being, path: tuple[Cell, ...], budget: int) -> Refusal | None:
    """Why this path may not be taken with so many cells of movement."""
    ground = ground_for(scene, being)
    here, total = being.at, 0
    for cell in path:
        if cell not in scene.board.neighbours(here):
            return Refusal("a step leads to a cell that is not next to the one before", "tc.basic.move")
        price = ground.cost(here, cell, budget - total)
        if price is None:
            return why_blocked(scene, ground, here, cell)
        total += price
        here = cell
    if total > budget:
        rough = any([cell in ground.rough for cell in (being.at, *path)])
        rule = "tc.terrain.rough_move" if rough else "tc.prone" if ground.crawling else "tc.basic.move"
        return Refusal(f"that way costs {total} cells of movement, and there are {budget}", rule)
    return None


def why_blocked(scene: Scene, ground: Ground, here: Cell, cell: Cell) -> Refusal:
    """What keeps somebody from this step, and by which rule."""
    being, body = ground.being, scene.body(ground.being, cell)
    filled = [fills(scene, part) for part in body if fills(scene, part)]
    if filled:
        rule = "tc.cover" if filled[0] == "cover" else "tc.map.grid"
        return Refusal(f"something fills it: {filled[0]}", rule)
    if not can_stand(scene, being, cell, known_to=being.side):
        return Refusal("an enemy stands in the way", "tc.move.through_friends")
    if level(scene, being, cell) > level(scene, being, here):
        return Refusal("it is higher there: climb or jump", "tc.climb")
    if ground.tied_to:
        return Refusal(f"{being.name} is held by {ground.tied_to[0].name}", "tc.grab.held")
    return Refusal("the way is blocked", "tc.map.grid")


# ---------------------------------------------------------------- the bare board


@derived(Basis(scene="doors cover", shared=False))
def filled_cells(scene: Scene) -> tuple[Cell, ...]:
    """The cells that shut doors and cover fill."""
    return (*[door.at for door in scene.doors if not door.open], *[cover.at for cover in scene.cover])


@derived()
def steps_on(board: CellBoard) -> Steps:
    return Steps(board)


class Steps(dict[Cell, dict[Cell, int]]):
    """What each step to a neighbouring cell costs on a board without anybody on it: worked out when asked."""

    def __init__(self, board: CellBoard) -> None:
        self.board = board
        self.walks = Walks(self)
        self.arrivals = Arrivals(self)
        self.rough = board.terrain.get("rough", frozenset())

    def __missing__(self, a: Cell) -> dict[Cell, int]:
        board = self.board
        there = [b for b in board.neighbours(a) if board.passable(a, b) and board.height(b) <= board.height(a)]
        found = self[a] = {b: ROUGH if a in self.rough or b in self.rough else 1 for b in there}
        return found


class Walks(dict[Cell, tuple[tuple[Cell, int], ...]]):
    """The steps on which nobody falls."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.around = Around(self)

    def __missing__(self, a: Cell) -> tuple[tuple[Cell, int], ...]:
        height = self.steps.board.height
        found = self[a] = tuple([(b, cost) for b, cost in self.steps[a].items() if height(a) - height(b) <= STEP_DOWN])
        return found


class Around(dict[Cell, tuple[Cell, ...]]):
    """Where they lead, whatever they cost."""

    def __init__(self, walks: Walks) -> None:
        self.walks = walks

    def __missing__(self, a: Cell) -> tuple[Cell, ...]:
        found = self[a] = tuple([b for b, _ in self.walks[a]])
        return found


class Arrivals(dict[Cell, tuple[tuple[Cell, int], ...]]):
    """From where a step on which nobody falls leads to a cell, and at what cost."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps

    def __missing__(self, b: Cell) -> tuple[tuple[Cell, int], ...]:
        walks = self.steps.walks
        around = [a for a in self.steps.board.neighbours(b) if a in self.steps.board.cells]
        found = self[b] = tuple([(a, cost) for a in around for there, cost in walks[a] if there == b])
        return found


def straight(
    board: CellBoard, a: Cell, b: Cell, free: Callable[[Cell, Cell], bool], last: bool = True
) -> tuple[Cell, ...] | None:
    """The straight path from one cell to another, without the first: cells that the line between their centres crosses,
    or at least touches where it runs between two. `free` says whether a step can be taken; `last`: the last one too."""
    rings = rings_on_line(board.shape, a, b)
    paths: dict[Cell, tuple[Cell, ...]] = {a: ()}
    for ring in rings:
        landing = ring is rings[-1] and not last
        layer: dict[Cell, tuple[Cell, ...]] = {}
        for cell in ring:
            for before, path in paths.items():
                if board.distance(before, cell) == 1 and (landing or free(before, cell)):
                    layer.setdefault(cell, (*path, cell))
        paths = layer
    return paths.get(b)


@lru_cache(maxsize=1 << 13)
def rings_on_line(shape: str, a: Cell, b: Cell) -> tuple[list[Cell], ...]:
    """The cells on shortest ways that the line meets, by the number of steps from the first, without that one; of each
    number those whose inside it crosses come first."""
    kind = SHAPES[shape]
    far = kind.distance(a, b)
    inside = kind.crossed(a, b)
    rings: list[list[Cell]] = [[] for _ in range(far + 1)]
    for cell in (*inside, *[cell for cell in kind.crossed(a, b, touching=True) if cell not in inside]):
        number = kind.distance(a, cell)
        if number + kind.distance(cell, b) == far:
            rings[number].append(cell)
    return tuple(rings[1:])
