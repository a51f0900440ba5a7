"""Where somebody can set foot: room, what each step costs, and the cheapest way.

vt.move.board: a spot is a space and a height. One creature fills one spot; friends can be passed, enemies cannot. The
walls of a board reach up as far as anybody flies. A step goes up or down one space of height by itself; what is higher
has to be climbed or flown, and where the ground is lower somebody without wings steps into the air, and falls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ludex.core.board.cells import Cell, CellBoard, border
from ludex.core.kernel.derived import derived
from ludex.core.kernel.ruling import Refusal
from ludex.games.vitality.book.characters.features import SHEET, knack
from ludex.games.vitality.book.characters.scores import half
from ludex.games.vitality.book.characters.space import aloft, ground, raised_walls, spaces_apart, top_of
from ludex.games.vitality.records.boon_effects import Burrows, Flies, Phases, WalksWalls
from ludex.games.vitality.state import OUT, WALL, Being, Scene

Spot = tuple[Cell, int]
Found = dict[Cell, tuple[int, Spot, Cell]]  # what the cheapest way to a space costs, where it leads, whence it came

FAR = 60  # spaces: farther nobody looks for a way where movement is not counted
SPACES_KEPT = 10_000  # of a board: so many of what was found on foot, over all searches
BURROW, TUNNEL, LEAP = "burrow", "tunnel", "leap"  # ways to go that are not on foot or in the air
BELOW = (BURROW, TUNNEL)
NOWHERE = OUT | {"Carried"}  # who fills no space
ORDINARY, DIFFICULT, HARD = 1, 2, 2  # what a space costs

# ---------------------------------------------------------------- in the air


def flies(scene: Scene, being: Being) -> bool:
    """vt.arch.move.flight: whoever has wings, or the like, and can act."""
    return not being.senseless and knack(scene, being, Flies) is not None


def climbs(scene: Scene, being: Being) -> bool:
    return not being.senseless and knack(scene, being, WalksWalls) is not None


@derived(SHEET)
def ways_to_move(scene: Scene, being: Being) -> tuple[bool, bool, bool, Burrows | None]:
    """Does somebody fly, walk on walls, and go through them; and how do they burrow?"""
    able = [knack(scene, being, kind) is not None for kind in (Flies, WalksWalls, Phases)]
    return able[0], able[1], able[2], knack(scene, being, Burrows)


def supported(scene: Scene, cell: Cell, height: int) -> bool:
    """vt.moveability.list: is there a wall beside this space, as high up, to cling to?"""
    board = scene.board
    for beside in board.neighbours(cell):
        if beside in board.walls or (beside in board.cells and ground(scene, beside) >= height):
            return True
        if border(cell, beside) in board.wall_edges:
            return True
    return any(
        [
            wall.height <= height <= top_of(wall) and any([beside in wall.body for beside in board.neighbours(cell)])
            for wall in raised_walls(scene)
        ]
    )


def falls(scene: Scene, being: Being) -> bool:
    """vt.fall.rate: is somebody in the air with nothing to hold them there?"""
    if not aloft(scene, being) or not being.here or being.is_wall or "Carried" in being.states:
        return False
    if flies(scene, being):
        return False
    return not (climbs(scene, being) and supported(scene, being.at, being.height))


# ---------------------------------------------------------------- spots


def spot_of(scene: Scene, being: Being) -> Spot:
    below = "Underground" in being.states
    return being.at, ground(scene, being.at) - 1 if below else being.height


def apart(scene: Scene, other: Being, spot: Spot) -> int:
    """How far somebody is from a spot."""
    cell, height = spot
    flat = spaces_apart(scene, cell, other.at) if scene.portals else scene.board.distance(cell, other.at)
    return flat if height == other.height else max(flat, abs(height - other.height))


def near_spot(scene: Scene, cell: Cell, height: int) -> Spot:
    """Where somebody comes to be in a space that they are put into from that height: on the ground, where that is no
    more than a step away, or else in the air."""
    floor = ground(scene, cell)
    return cell, floor if abs(floor - height) <= 1 else max(floor, height)


def room(scene: Scene, being: Being, cell: Cell, height: int) -> bool:
    """vt.move.board: may somebody be there? Nobody ends in an occupied space."""
    if not any([other.at == cell or other.body for other in scene.beings.values() if other is not being]):
        return scene.board.open(cell) and height >= ground(scene, cell)
    return Footing(scene, being).room((cell, height))


Steps = tuple[tuple[Spot, int], ...]  # where they lead to, and what each costs


class Onward(dict[Cell, Steps]):
    """The steps from the ground of each space, on a board without anybody on it; worked out when they are asked for."""

    def __init__(self, board: CellBoard, of: Callable[[CellBoard, Cell], Steps]) -> None:
        self.board, self.of = board, of
        self.priced: dict[Cell, dict[Spot, int]] = {}
        self.sides: dict[Cell, dict[Cell, tuple[Spot, int]]] = {}
        self.searched: dict[tuple[Spot, int, frozenset[Spot]], Found] = {}
        self.spaces = 0  # in all that was found

    def __missing__(self, cell: Cell) -> Steps:
        self[cell] = found = self.of(self.board, cell)
        return found

    def prices(self, cell: Cell) -> dict[Spot, int]:
        """The same steps, for who knows where they go."""
        try:
            return self.priced[cell]
        except KeyError:
            self.priced[cell] = found = dict(self[cell])
            return found

    def aside(self, cell: Cell) -> dict[Cell, tuple[Spot, int]]:
        """The same steps by the space that they lead into."""
        try:
            return self.sides[cell]
        except KeyError:
            self.sides[cell] = found = {step[0][0]: step for step in self[cell]}
            return found

    def keep(self, key: tuple[Spot, int, frozenset[Spot]], found: Found) -> Found:
        """What was found from a spot, with so much movement and these in the way; forgotten when it is too much."""
        self.spaces += len(found)
        if self.spaces > SPACES_KEPT:
            self.searched.clear()
            self.spaces = len(found)
        self.searched[key] = found
        return found


@derived()
def onward_on_foot(board: CellBoard) -> Onward:
    return Onward(board, steps_on_foot)


def steps_on_foot(board: CellBoard, cell: Cell) -> Steps:
    """Up no more than one space, and out into the air where the ground lies lower than that."""
    low = board.height(cell)
    sides = [(side, floor, floor >= low - 1) for side, floor in open_sides(board, cell) if floor <= low + 1]
    return tuple([((s, floor if firm else low), price_on_foot(board, s, firm)) for s, floor, firm in sides])


@derived()
def onward_on_walls(board: CellBoard) -> Onward:
    return Onward(board, steps_on_walls)


def steps_on_walls(board: CellBoard, cell: Cell) -> Steps:
    """Up and down walls, from the ground of one space to that of the next."""
    low, sides = board.height(cell), open_sides(board, cell)
    return tuple([((s, floor), max(price_on_foot(board, s, True), abs(floor - low))) for s, floor in sides])


def price_on_foot(board: CellBoard, cell: Cell, firm: bool) -> int:
    """vt.move.difficult: what a space costs to enter, by whoever is on the ground there."""
    return DIFFICULT if firm and board.is_terrain("difficult", cell) else ORDINARY


@derived()
def open_sides(board: CellBoard, cell: Cell) -> tuple[tuple[Cell, int], ...]:
    """The spaces that a step leads to past all walls of the board, each with the height of its ground."""
    return tuple([(side, board.height(side)) for side in board.neighbours(cell) if board.passable(cell, side)])


class Gait:
    """How one being goes: on foot, on walls, through them, in the air or below; and from where."""

    def __init__(self, scene: Scene, being: Being, how: str = "walk") -> None:
        self.scene = scene
        self.board = scene.board
        self.being = being
        self.start = spot_of(scene, being)
        self.burrowing = how in BELOW
        self.leaping = how == LEAP
        self.flying, self.climbing, self.phasing, self.digs = ways_to_move(scene, being)
        if being.senseless:
            self.flying = self.climbing = False
        self.grounded = being.height <= scene.board.heights.get(being.at, 0)

    def clings(self, spot: Spot) -> bool:
        return self.climbing and (spot[1] == ground(self.scene, spot[0]) or supported(self.scene, *spot))

    def linked(self, here: Spot, cell: Cell) -> bool:
        """vt.arch.move.portal: is the way through a pair of portals one step?"""
        if here[1] > ground(self.scene, here[0]) + 1 or self.burrowing or not self.scene.portals:
            return False
        distance = self.board.distance
        return any(
            [
                distance(here[0], end) <= 1 and distance(cell, far) <= 1
                for portal in self.scene.portals
                for end, far in ((portal.one, portal.other), (portal.other, portal.one))
            ]
        )

    def onward(self, here: Spot, cell: Cell, aim: int | None = None) -> Spot:
        """Where a step into a space leads; `aim` is how high somebody wants to be in the end."""
        height = here[1]
        floor = ground(self.scene, cell)
        if self.burrowing:
            return cell, floor - 1
        if self.scene.portals and self.board.distance(here[0], cell) > 1:
            return cell, floor
        nearer = height if aim is None else height + max(-1, min(1, aim - height))
        if self.flying:
            follows = aim is None and self.grounded and floor >= height - 1
            return cell, floor if follows else max(floor, nearer)
        if self.phasing and (cell in self.board.walls or floor > height + 1):
            return cell, height
        if self.climbing:
            return (cell, nearer) if aim is not None and self.clings((cell, nearer)) else (cell, floor)
        return cell, floor if floor >= height - 1 else height

    def spots(self, path: Iterable[Cell], aim: int | None = None) -> tuple[Spot, ...]:
        """A path with its heights, and at its end straight up or down to the height that was wanted."""
        here = self.start
        way = []
        for cell in path:
            here = self.onward(here, cell, aim)
            way.append(here)
        while aim is not None and here[1] != aim:
            here = here[0], here[1] + (1 if aim > here[1] else -1)
            way.append(here)
        return tuple(way)


class Footing(Gait):
    """Where one being can go, and at what price, as everybody stands now."""

    def __init__(self, scene: Scene, being: Being, how: str = "walk") -> None:
        super().__init__(scene, being, how)
        taken: set[Spot] = set()
        barred: set[Spot] = set()  # of these, where an enemy bars the way
        self.taken, self.barred = taken, barred
        self.walls: dict[Cell, Being] = {}
        side = being.side
        for other in scene.beings.values():
            if other is being:
                continue
            states = other.states
            if states and not states.isdisjoint(NOWHERE):
                continue
            if other.sheet.hp_class == WALL:
                self.walls.update(dict.fromkeys(other.body, other))
                continue
            spot = spot_of(scene, other) if "Underground" in states else (other.at, other.height)
            taken.add(spot)
            if other.side != side and "Unconscious" not in states:
                barred.add(spot)
            elif spot in barred:
                barred.remove(spot)
        self.table: Onward | None = None  # of the steps, where the board alone tells them
        if not (self.phasing or self.burrowing or self.flying or self.walls or scene.portals):
            self.table = onward_on_walls(scene.board) if self.climbing else onward_on_foot(scene.board)

    # -- one spot ---------------------------------------------------------------------------------------------

    def wall_at(self, spot: Spot) -> Being | None:
        """The wall that somebody has raised there, if it reaches that height."""
        wall = self.walls.get(spot[0]) if self.walls else None
        return wall if wall is not None and wall.height <= spot[1] <= top_of(wall) else None

    def room(self, spot: Spot) -> bool:
        """May the being end here?"""
        cell, height = spot
        if spot in self.taken or self.wall_at(spot) is not None or cell not in self.board.cells:
            return False
        if self.burrowing and height < ground(self.scene, cell):
            return True
        return cell not in self.board.walls and height >= ground(self.scene, cell)

    def last_room(self, way: Sequence[Spot], before: Spot | None) -> Spot | None:
        """The last spot of a way in which the being may end, or the one before it all."""
        return next((spot for spot in reversed(way) if self.room(spot)), before)

    def enterable(self, spot: Spot) -> bool:
        """May it be passed through?"""
        cell, height = spot
        if cell not in self.board.cells or spot in self.barred:
            return False
        below = height < ground(self.scene, cell)
        if self.burrowing and below:
            return True
        if cell in self.board.walls or below:
            return self.phasing
        wall = self.wall_at(spot)
        return wall is None or self.phasing or self.lets_through(wall)

    def lets_through(self, wall: Being) -> bool:
        """vt.ability.wall: the friends of its owner pass a permeable wall once a turn."""
        being = self.being
        return wall.sheet.permeable and wall.side == being.side and not being.has_used(f"through {wall.id}")

    # -- one step ---------------------------------------------------------------------------------------------

    def step(self, here: Spot, cell: Cell) -> tuple[Spot, int] | None:
        """Where a step into a space leads, and what it costs; nothing when it cannot be taken."""
        if self.table is not None and not self.climbing and here[1] == self.board.heights.get(here[0], 0):
            found = self.table.aside(here[0]).get(cell)
            return None if found is None or found[0] in self.barred else found
        there = self.onward(here, cell)
        price = self.cost(here, there) if self.holds(here) else None
        return None if price is None else (there, price)

    def cost(self, here: Spot, there: Spot) -> int | None:
        """What a step costs; nothing when it cannot be taken."""
        (a, low), (b, high) = here, there
        if self.table is not None and low == self.board.heights.get(a, 0):
            price = self.table.prices(a).get(there)
            if price is not None:
                return None if there in self.barred else price
            if not self.climbing:
                return None
        if not self.enterable(there):
            return None
        if self.burrowing:
            return self.cost_below(here, there)
        rise = abs(high - low)
        if a == b:
            upright = self.flying or (self.clings(here) and self.clings(there))
            return rise if upright else None
        through = self.board.distance(a, b) != 1
        if not (self.linked(here, b) if through else self.phasing or self.board.passable(a, b)):
            return None
        if self.flying:
            return max(1, rise)
        floor = ground(self.scene, b)
        price = price_on_foot(self.scene.board, b, high == floor)
        if through:
            return price
        if self.clings(here) and self.clings(there):
            return max(price, rise)
        on_foot = rise <= 1 and high <= floor
        return price if on_foot or self.over_the_edge(here, there) else None

    def over_the_edge(self, here: Spot, there: Spot) -> bool:
        """Does this step lead out into the air?"""
        return there[1] == here[1] > ground(self.scene, there[0]) + 1

    def cost_below(self, here: Spot, there: Spot) -> int | None:
        """vt.arch.move.mole: soft ground at full speed, hard material at half; in a tunnel anybody goes at full speed.
        Going in and coming out is part of the way."""
        (a, _), (b, high) = here, there
        if a == b:
            return 0
        if self.board.distance(a, b) != 1 or high != ground(self.scene, b) - 1:
            return None
        if b in self.scene.tunnels:
            return ORDINARY
        if self.digs is None:
            return None
        if self.board.is_terrain("soft_ground", b):
            return ORDINARY if self.digs.soft_full else HARD
        return HARD if self.digs.hard else None

    # -- a whole way ------------------------------------------------------------------------------------------

    def search(self, budget: int) -> Found:
        """Every space within the budget, the cheapest first. On foot that is kept with the board: it follows from the
        start, the budget and who bars the way."""
        if self.table is None or self.climbing:
            return self._searched(budget)
        key = (self.start, budget, frozenset(self.barred))
        known = self.table.searched.get(key)
        return self.table.keep(key, self._searched(budget)) if known is None else known

    def _searched(self, budget: int) -> Found:
        """Nobody goes on from where one falls."""
        found: Found = {}
        waiting: list[list[tuple[Spot, Cell]]] = [[] for _ in range(budget + 1)]  # by cost: prices are small
        waiting[0].append((self.start, self.start[0]))
        heights, barred = self.board.heights, self.barred
        for spent, spots in enumerate(waiting):
            for here, before in spots:
                cell, height = here
                if cell in found:
                    continue
                found[cell] = (spent, here, before)
                if height != heights.get(cell, 0) and not self.holds(here):
                    continue
                for there, price in self.steps(here):
                    if there[0] not in found and spent + price <= budget and there not in barred:
                        waiting[spent + price].append((there, cell))
        return found

    def steps(self, here: Spot) -> Iterable[tuple[Spot, int]]:
        """The steps that can be taken from a spot, each with its cost; enemies in the way are not looked at."""
        cell, height = here
        if self.table is not None and (not self.climbing or height == self.board.heights.get(cell, 0)):
            return self.table[cell]
        if self.flying and not (self.phasing or self.burrowing or self.scene.portals):
            open_ones = self.steps_in_the_air(here)
            return [(there, price) for there, price in open_ones if self.enterable(there)] if self.walls else open_ones
        spots = [self.onward(here, beside) for beside in self.beside(here)]
        return [(there, price) for there in spots if (price := self.cost(here, there)) is not None]

    def steps_in_the_air(self, here: Spot) -> list[tuple[Spot, int]]:
        """The steps of somebody who flies, without anybody in the way: see `onward` and `cost`."""
        cell, height = here
        found = []
        for side, floor in open_sides(self.scene.board, cell):
            high = floor if floor > height or (self.grounded and floor == height - 1) else height
            found.append(((side, high), max(1, abs(high - height))))
        return found

    def holds(self, spot: Spot) -> bool:
        """Is somebody there on firm ground, on a wall, or able to fly?"""
        return self.flying or self.burrowing or spot[1] <= ground(self.scene, spot[0]) or self.clings(spot)

    def beside(self, here: Spot) -> tuple[Cell, ...]:
        near = self.board.neighbours(here[0])
        if not self.scene.portals:
            return near
        ends = [pair for p in self.scene.portals for pair in ((p.one, p.other), (p.other, p.one))]
        near_by = [far for end, far in ends if self.board.distance(here[0], end) <= 1]
        beyond = [cell for far in near_by for cell in self.board.within(far, 1)]
        linked = [cell for cell in beyond if cell != here[0] and self.linked(here, cell)]
        return tuple(dict.fromkeys((*near, *linked)))

    def path(self, goal: Cell, budget: int = FAR) -> tuple[Cell, ...] | None:
        """The cheapest way to a space; nothing when there is none."""
        found = self.search(budget)
        return way_in(found, goal) if goal in found else None

    def price(self, way: tuple[Spot, ...], spaces: int | None) -> int | Refusal:
        """What a whole way costs, or why it cannot be gone; with no number of spaces nobody counts them."""
        here, total = self.start, 0
        for spot in way:
            step = self.cost(here, spot)
            if step is None or not (self.holds(here) or self.leaping):
                return Refusal("the way there is barred", "vt.move.board")
            paid = step if spaces is None else self.paid(step, spaces - total)
            if paid is None:
                return Refusal(f"that way costs more than the {spaces} spaces of movement left", self.why_dear(way))
            total += paid
            here = spot
        if not self.room(here):
            return Refusal("there is no room there", "vt.move.board")
        return total

    def paid(self, step: int, left: int) -> int | None:
        """What a step takes of the movement that is left; nothing when that is too little. Half of an odd number of
        spaces is rounded up (vt.round.up), so the last hard one may take only 1."""
        if step <= left:
            return step
        return left if self.burrowing and left == 1 and half(self.scene, 1) else None

    def why_dear(self, way: tuple[Spot, ...]) -> str:
        if self.burrowing:
            return "vt.arch.move.mole" if self.being.sheet.movement == "mole" else "vt.moveability.list"
        slow = not self.flying and any([self.board.is_terrain("difficult", cell) for cell, _ in way])
        return "vt.move.difficult" if slow else "vt.move.speed"


def way_in(found: Found, goal: Cell) -> tuple[Cell, ...]:
    """The way to a space among those that were found."""
    way = []
    while found[goal][2] != goal:
        way.append(goal)
        goal = found[goal][2]
    return tuple(way[::-1])
