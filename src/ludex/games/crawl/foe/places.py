"""Where to go: what each place within reach is good for, who strikes on the way, and how to get at who is far off."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, cast

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.derived import derived
from ludex.games.crawl.book.characters.skills import DamageDice
from ludex.games.crawl.book.health.kinetic import KP_FOR_A_DIE, SAFE_FALL, SIDES, kinetic_dice
from ludex.games.crawl.book.map.doors import to_open
from ludex.games.crawl.book.map.ground import FAR, Ground, cannot_move, fills, ground_for, level
from ludex.games.crawl.book.map.ranges import FURTHEST, furthest
from ludex.games.crawl.book.map.sight import clear, cover_on_line, sees
from ludex.games.crawl.book.map.threat import threatens
from ludex.games.crawl.book.movement.actions import budget
from ludex.games.crawl.book.movement.climbing import EASIEST, FOR_A_METRE, PAY, SAVE, climbable, needs_feet
from ludex.games.crawl.book.movement.climbing import SPENT as SPENT_EP
from ludex.games.crawl.book.movement.jumping import FORWARD, difficulty, flight, landings, may_jump, metres_of
from ludex.games.crawl.foe.attacks import Outlook
from ludex.games.crawl.foe.saving_energy import Threat, attacks_in_turn, patience
from ludex.games.crawl.foe.worth import ROUNDS, chance, harm, spread
from ludex.games.crawl.state import METRES, Being, Scene

TABLE = 31  # cells: no farther is anything looked at
NEXT_TURN = 0.35  # what can be done from a place in the next turn, compared with now
CARE = 0.4  # how much it counts to be where enemies can strike
FEWER = (1.0, 0.6, 0.1)  # in reach, after some steps, only by charging
AFAR = 0.7  # for those who strike from afar
TRIED = 4  # the best places that are looked at closely
BETTER = 0.15  # by how much a place must be better to be worth the way
SPENT = 0.01  # each cell of the way


class Place(NamedTuple):
    """Somewhere to go, by which way, and what can be done there."""

    path: tuple[Cell, ...]
    worth: float  # of the best attack there
    here: float  # of the place itself
    struck: float  # what those who strike at the leaving cost


class Field:
    """The ground around somebody, with what each place would be good for."""

    def __init__(self, outlook: Outlook, threats: list[Threat]) -> None:
        self.outlook, self.scene, self.being = outlook, outlook.scene, outlook.being
        self.far = far_apart(self.scene.board)
        self.tables = [(enemy, *self._table(enemy)) for enemy in outlook.enemies]
        self.best = max([best for _, _, best in self.tables], default=0.0)
        self.threats = [(self.scene.cells(t.enemy), self._reach_of(t), t) for t in threats]
        self.care = CARE * patience(self.scene)
        # Of each enemy: how far off every cell is, and by that what can be done to them and what may come from them
        self.near: list[tuple[Mapping[Cell, int], Sequence[float], Sequence[float]]] = []
        if outlook.small:
            away, nothing = outlook.away, (0.0,) * self.far
            fears = {threat.enemy.id: table for _, table, threat in self.threats}
            self.near = [(away[enemy.id], table, fears.get(enemy.id, nothing)) for enemy, table, _ in self.tables]

    def _table(self, enemy: Being) -> tuple[list[float], float]:
        """What the best attack on somebody is worth at each distance, and at the best of them."""
        own, n = self.outlook.n, self.outlook.numbers[enemy.id]
        key = (self.far, own.strikes, own.stake, enemy.hp, min(enemy.ep, n.dearest), self.outlook.throws(enemy))
        found = n.struck_from.get(key)
        if found is None:
            table = self._worked_out(enemy)
            found = n.struck_from[key] = table, max(table)
        return found

    def _worked_out(self, enemy: Being) -> list[float]:
        found = [0.0] * self.far
        for number, strike in enumerate(self.outlook.n.strikes):
            skill = strike.skill
            reach = FURTHEST.get(skill.range, TABLE) + skill.reach
            near = self.outlook.worth(number, enemy, 0)[0] / strike.cost
            for cells in range(min(TABLE, reach + 1)):
                if near > found[cells]:
                    found[cells] = near
            if not skill.melee:
                far = self.outlook.worth(number, enemy, -1)[0] / strike.cost
                for cells in range(reach + 1, furthest(skill, TABLE - 1) + 1):
                    if far > found[cells]:
                        found[cells] = far
        return found

    def _reach_of(self, threat: Threat) -> tuple[float, ...]:
        """What may come from an enemy at each distance."""
        n, skill = threat.n, threat.strike.skill
        worth = threat.worth * attacks_in_turn(threat.enemy, n, threat.strike.cost)
        if not skill.melee:
            return by_distance(self.far, (AFAR * worth, furthest(skill, TABLE - 1) + 1))
        return by_distance(
            self.far, (FEWER[0] * worth, n.reach + 1), (FEWER[1] * worth, n.speed), (FEWER[2] * worth, n.speed)
        )

    @cached_property
    def ground(self) -> Ground:
        return ground_for(self.scene, self.being)

    # -- what a place is worth

    def away(self, cell: Cell, enemy: Being) -> int:
        if self.outlook.small:
            return self.outlook.away[enemy.id][cell]
        apart = self.scene.board.distance
        return min([apart(a, b) for a in self.scene.body(self.being, cell) for b in self.scene.cells(enemy)])

    def within(self, cells: Iterable[Cell], enemy: Being, reach: int) -> list[Cell]:
        """Those of these cells that are no farther from an enemy."""
        if self.outlook.small:
            away = self.outlook.away[enemy.id]
            return [cell for cell in cells if away[cell] <= reach]
        return [cell for cell in cells if self.away(cell, enemy) <= reach]

    def rated(self, cells: Iterable[Cell]) -> list[tuple[float, float]]:
        """The best that could be done from each of these cells, and what may come at somebody there."""
        if not self.outlook.small:
            return [(self._struck_from(cell), self._feared_at(cell)) for cell in cells]
        found = []
        for cell in cells:
            best = total = 0.0
            for away, table, fears in self.near:
                far = away[cell]
                if table[far] > best:
                    best = table[far]
                total += fears[far]
            found.append((best, total))
        return found

    def _struck_from(self, cell: Cell) -> float:
        return max([0.0, *[table[self.away(cell, enemy)] for enemy, table, _ in self.tables]])

    def _feared_at(self, cell: Cell) -> float:
        apart = self.scene.board.distance
        return sum([fears[min([apart(cell, part) for part in body])] for body, fears, _ in self.threats])

    def place(self, cell: Cell) -> float:
        """What it is worth to stand there at the end of the turn."""
        best, feared = self.rated((cell,))[0]
        return NEXT_TURN * best - self.care * feared

    def exposed(self, cell: Cell) -> float:
        """What may come at somebody there."""
        return self.rated((cell,))[0][1]

    # -- places within reach

    def places(self, most: int, energy: int) -> Iterator[Place]:
        """The best places that can be walked to with so many cells of movement, looked at closely; `energy` is left to
        attack from there."""
        ground, costs = self.ground, self.ground.reach(min(most, FAR))
        share = (1 + NEXT_TURN) if energy > 0 else NEXT_TURN
        care, rated = self.care, self.rated(costs)
        found = [
            (share * best - care * feared - SPENT * spent, -spent, cell)
            for (cell, spent), (best, feared) in zip(costs.items(), rated, strict=True)
            if spent
        ]
        found.sort(reverse=True)
        watchers = self.watchers(most)
        taken = taken_by_others(self.scene, self.being)
        for _, _, cell in found[:TRIED]:
            if not taken.isdisjoint(self.scene.body(self.being, cell)):
                continue
            path = ground.way(cell, costs, min(most, FAR))
            worth = self.closely(cell, energy) if energy > 0 else 0.0
            yield Place(path, worth, self.place(cell), self.struck(path, watchers))

    # -- out of the way

    def in_sight(self, cell: Cell) -> float:
        """What may come at somebody there; from those who shoot, only as far as they would see them."""
        total = 0.0
        for body, fears, threat in self.threats:
            far = self.away(cell, threat.enemy)
            if fears[far]:
                total += fears[far] * (1.0 if threat.strike.skill.melee else self.open_to(cell, body))
        return total

    def open_to(self, cell: Cell, body: tuple[Cell, ...]) -> float:
        """How much of somebody there is not hidden from an enemy."""
        near = self.scene.board.nearest((cell,), body)[1] if len(body) > 1 else body[0]
        if not clear(self.scene, near, cell):
            return 0.0
        cover = cover_on_line(self.scene, near, cell) if self.scene.cover else None
        return 1.0 if cover is None else (100 - cover.percent) / 100

    def shelters(self, most: int) -> Iterator[Place]:
        """Where less is to be feared for the rest of the round, the nearest such places first; `here`: by how much."""
        now = self.care * self.in_sight(self.being.at)
        if now < BETTER:
            return
        ground, costs = self.ground, self.ground.reach(min(most, FAR))
        taken = taken_by_others(self.scene, self.being)
        found = sorted([(self.care * self.in_sight(cell) + SPENT * spent, spent, cell)
                        for cell, spent in costs.items() if spent])  # fmt: skip
        watchers = self.watchers(most)
        for feared, _, cell in found[:TRIED]:
            if taken.isdisjoint(self.scene.body(self.being, cell)):
                path = ground.way(cell, costs, min(most, FAR))
                yield Place(path, 0.0, now - feared, self.struck(path, watchers))

    def closely(self, cell: Cell, energy: int) -> float:
        """The best attack from a place as it would be there: line of sight, cover, flanking."""
        here, self.being.at = self.being.at, cell
        every = [self.outlook.worth_with_others(*each) / each[0].cost
                 for each in self.outlook.strikes() if each[0].cost <= energy]  # fmt: skip
        found = max(every, default=0.0)
        self.being.at = here
        return found

    def watchers(self, most: int) -> list[tuple[Being, int, float]]:
        """Who may strike at somebody who leaves their reach within so many cells, how far they reach, and what that
        would cost."""
        scene, being = self.scene, self.being
        found = []
        for _, _, threat in self.threats:
            enemy, n = threat.enemy, threat.n
            near = enemy.ep >= n.opportunity and self.away(being.at, enemy) < n.reach + most
            if near and threatens(scene, enemy) and sees(scene, enemy, being):
                found.append((enemy, n.reach, threat.worth))
        return found

    def struck(self, path: tuple[Cell, ...], watchers: list[tuple[Being, int, float]]) -> float:
        left = (self.being.at, *path[:-1])
        return sum([worth for enemy, reach, worth in watchers if self.within(left, enemy, reach)])


@derived()
def far_apart(board: CellBoard) -> int:
    """How long a table must be that tells of any two cells of a board."""
    columns, rows = [cell[0] for cell in board.cells], [cell[1] for cell in board.cells]
    return max(TABLE, max(columns) - min(columns) + max(rows) - min(rows) + 1)


@lru_cache(maxsize=1 << 12)
def by_distance(far: int, *parts: tuple[float, int]) -> tuple[float, ...]:
    """A table in which each value holds for so many cells, one after the other, as far as anything is looked at."""
    found = [value for value, cells in parts for _ in range(cells)][:TABLE]
    return (*found, *[0.0] * (far - len(found)))


def taken_by_others(scene: Scene, being: Being) -> set[Cell]:
    """Where somebody else stands: there one does not stay, since friends squeeze each other."""
    others = [other for other in scene.beings.values() if other is not being and other.here]
    return {cell for other in others for cell in scene.cells(other)}


# ---------------------------------------------------------------- getting at those who are far


def closer(field: Field, most: int) -> Command | None:
    """Along the shortest way to somebody who can be fought, as far as the movement goes; over edges, walls of rock and
    gaps, and through doors, where there is no way to walk."""
    scene, being = field.scene, field.being
    goals = field.tables
    if not goals or cannot_move(scene, being) is not None:
        return None
    ground, costs = field.ground, field.ground.reach(FAR)
    for reach in dict.fromkeys((max(1, outlook_reach(field)), 1)):  # where nothing can be done from afar, close by
        near = sorted([
            (costs[cell] - 2.0 * worth, costs[cell], cell, enemy)
            for enemy, _, worth in goals
            for cell in field.within(costs, enemy, reach)
        ], key=_nearest)  # fmt: skip
        found = next((each for each in near if reach == 1 or field.open_to(each[2], scene.cells(each[3]))), None)
        if found is not None and found[1]:
            way = walk(scene, being, ground, costs, found[2], most)
            return way if not being.moved or nearer(field, way) else None
    return over_obstacles(field, ground, costs, most)


def _nearest(found: tuple[float, int, Cell, Being]) -> tuple[float, int, Cell]:
    return found[:3]


def nearer(field: Field, way: Command | None) -> bool:
    """Does it lead nearer to somebody, or only around others and back?"""
    if way is None:
        return False
    there = cast(tuple[Cell, ...], way.arg("to"))[-1]
    return any([field.away(there, enemy) < field.away(field.being.at, enemy) for enemy, _, _ in field.tables])


def outlook_reach(field: Field) -> int:
    """From how far off something can be done."""
    return max([FURTHEST.get(s.skill.range, 6) + s.skill.reach for s in field.outlook.n.strikes], default=1)


def walk(scene: Scene, being: Being, ground: Ground, costs: dict[Cell, int], goal: Cell, most: int) -> Command | None:
    """As far along the way as the movement goes and there is room."""
    path, taken = list(ground.way(goal, costs, FAR)), taken_by_others(scene, being)
    while path and (costs[path[-1]] > most or not taken.isdisjoint(scene.body(being, path[-1]))):
        path.pop()
    return command(being.id, "move", to=tuple(path)) if path else None


def over_obstacles(field: Field, ground: Ground, costs: dict[Cell, int], most: int) -> Command | None:
    """As near as one can walk; then a door, a climb, a jump or a leap down, where that is not too dangerous."""
    scene, being = field.scene, field.being

    def away(cell: Cell) -> int:
        return min([field.away(cell, enemy) for enemy, _, _ in field.tables])

    now = away(being.at)
    goal = min(costs, key=lambda cell: (away(cell), costs[cell]))
    if away(goal) < now and best_venture(field, goal, costs, most) is not None:
        return walk(scene, being, ground, costs, goal, most)
    shut = [door.at for door in scene.doors if not door.open and not door.lock]
    for cell in to_open(scene, being):
        if cell in shut and not being.small:
            return command(being.id, "open_door", cell=cell)
    beside = [cell for cell in costs if any([scene.board.distance(cell, door) == 1 for door in shut])]
    if beside and being.at not in beside:
        return walk(scene, being, ground, costs, min(beside, key=lambda cell: costs[cell]), most)
    best = best_venture(field, being.at, costs, most)
    if best is not None:
        return best.command
    return walk(scene, being, ground, costs, goal, most) if away(goal) < now else None  # as near as one can get


def best_venture(field: Field, cell: Cell, walked: Collection[Cell], most: int) -> Venture | None:
    """The likeliest way on from there to where nobody can walk, if that is not too dangerous."""

    def away(cell: Cell) -> int:
        return min([field.away(cell, enemy) for enemy, _, _ in field.tables])

    being = field.being
    here, being.at = being.at, cell
    tried = [each for each in ventures(field, most) if each.to not in walked and away(each.to) < away(cell)]
    being.at = here
    best = max(tried, key=lambda each: each.likely, default=None)
    if best is None:
        return None
    too_dangerous = best.likely * NEXT_TURN * field.best < (1 - best.likely) * best.harm * patience(field.scene)
    return None if too_dangerous else best


class Venture(NamedTuple):
    """A way where one cannot walk: where to, how likely it goes well, what it costs where it does not."""

    to: Cell
    likely: float
    harm: float
    command: Command


def ventures(field: Field, most: int) -> Iterator[Venture]:
    """Climbs, jumps and leaps from here."""
    scene, being, n = field.scene, field.being, field.outlook.n
    here = level(scene, being, being.at)
    if most and needs_feet(scene, being) is None:
        pay, helped = (PAY, SPENT_EP) if being.ep else (SAVE, 0)
        for cell in cast(Iterable[Cell], climbable(scene, being)):
            metres = abs(level(scene, being, cell) - here)
            likely = chance(n.mobility + helped, EASIEST + FOR_A_METRE * metres + 1)
            yield Venture(cell, likely, fallen(field, metres // 2), command(being.id, "climb", cell=cell, pay=pay))
    if being.ep and may_jump(scene, being) is None:
        for cell in cast(Iterable[Cell], landings(scene, being, FORWARD)):
            if here - level(scene, being, cell) > SAFE_FALL:
                continue
            number = difficulty(scene, being, FORWARD, metres_of(scene, being, FORWARD, cell))
            path = flight(scene, being, cell) or (cell,)
            deep = max([here - level(scene, being, over) for over in path[:-1]], default=0)
            likely = chance(n.strength, number + 1) if number else 1.0
            yield Venture(cell, likely, fallen(field, deep), command(being.id, "jump", kind=FORWARD, cell=cell))
    for cell in ground_for(scene, being).edges({being.at: 0}, most):
        harm = fallen(field, here - level(scene, being, cell))
        yield Venture(cell, 0.5, harm, command(being.id, "move", to=(cell,)))


def fallen(field: Field, metres: int) -> float:
    """tc.fall: what a fall from there costs."""
    count = kinetic_dice(KP_FOR_A_DIE * ((metres - SAFE_FALL) // METRES))
    if count <= 0:
        return 0.0
    n = field.outlook.n
    lost = spread((DamageDice(count, SIDES, "kinetic"),), 0, (n.resistance.get("kinetic", 0),))
    return harm(n, field.being.hp, lost) + n.stake / ROUNDS  # and to be down there


def to_exit(scene: Scene, being: Being) -> Command | None:
    """Out of the fight: over an exit, or on the way to one."""
    if being.at in scene.exits:
        return Command(being.id, "leave")
    most = budget(scene, being)
    if not scene.exits or not most or cannot_move(scene, being) is not None:
        return None
    ground = ground_for(scene, being)
    costs = ground.reach(FAR)
    there = [cell for cell in scene.exits if cell in costs and not fills(scene, cell)]
    if not there:
        return None
    return walk(scene, being, ground, costs, min(there, key=lambda cell: costs[cell]), most)
