"""Where to go: how the ground lies for a being, with doors and pits in the way, and what it is worth to stand where."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from ludex.core.foe.deciding import Idea
from ludex.games.navyblue.book.dice import tiers_of
from ludex.games.navyblue.book.features import maneuver_cost, passive
from ludex.games.navyblue.book.movement.obstacles import is_heavy, pit_at
from ludex.games.navyblue.book.movement.steps import Footing
from ludex.games.navyblue.book.movement.unblocking import is_lock, usual_attribute
from ludex.games.navyblue.foe.attacks import Outlook, blows
from ludex.games.navyblue.foe.hiding import seeks
from ludex.games.navyblue.foe.worth import check_chance, fall_worth
from ludex.games.navyblue.records.effects import Fly
from ludex.games.navyblue.state import FAR, Being, Door, Obstruction, Scene

WALK, OPEN, UNBLOCK, LEAP = "walk", "open", "unblock", "leap"
LATER = 0.4  # what can be done next turn, compared with now
FARTHER = 0.85  # and for each Motion Point that it is still away
NEARER = 2.5  # what it is worth at least to get at an enemy, however little one can do
SOUGHT = 6.0  # to stand where somebody has hidden, for who looks for them
CROWDED = 0.6  # each friend in the own zone, where somebody strikes at all of a zone
EXPOSED = 0.7  # for who fights from afar: each enemy in the own zone
PATIENCE = 12  # rounds after which nobody keeps back any more
MIRED = 0.15  # to end a turn where the next Move loses a point
DREAD = 1.5  # how much rather one does not fall oneself
ALOFT = 0.4  # to end a turn in the air
PIT = 4.0  # points that it seems to cost to go through a pit
STEPS = 90.0  # more than any way takes


class Step(NamedTuple):
    """From one zone to another: about how many points it takes, and what has to be done for it."""

    to: str
    cost: float
    how: str
    over: str = ""  # of a Leap


@lru_cache(maxsize=1 << 10)
def walking(to: str, cost: float) -> Step:
    """A step that only takes points."""
    return Step(to, cost, WALK)


class Route(NamedTuple):
    """The way from one zone to another: what it costs, its last step, and the way before that."""

    cost: float
    last: Step | None
    before: Route | None

    @property
    def steps(self) -> tuple[Step, ...]:
        found, way = [], self
        while way.last is not None and way.before is not None:
            found.append(way.last)
            way = way.before
        return tuple(reversed(found))


class Terrain:
    """The ground as one being finds it, worked out where it is wanted."""

    def __init__(self, scene: Scene, being: Being) -> None:
        self.scene, self.being = scene, being
        self.footing = Footing(scene, being)
        self.hops = scene.all_hops()
        self._entering: dict[str, float] = {}
        self._steps: dict[str, list[Step]] = {}
        self._searches: dict[str, Search] = {}

    @cached_property
    def flies(self) -> bool:
        return self.footing.flies

    @cached_property
    def leap_cost(self) -> int:
        return maneuver_cost(self.scene, self.being, "Leap", 2)

    def away(self, zone: str, other: str) -> int:
        return self.hops[zone].get(other, FAR)

    def pit(self, zone: str) -> bool:
        return not self.flies and pit_at(self.scene, zone) is not None

    def steps(self, zone: str) -> list[Step]:
        known = self._steps.get(zone)
        if known is None:
            known = self._steps[zone] = [*self._walks(zone), *self._leaps(zone)]
        return known

    def _walks(self, here: str) -> list[Step]:
        scene, found = self.scene, []
        for there in scene.board.neighbours(here):
            if there in scene.air and not self.flies:
                continue
            cost = self._entering.get(there)
            if cost is None:
                cost = self._entering[there] = self._cost_of(there)
            door = scene.door(here, there) if (here, there) in self.hops.shut else None
            if door is None:
                found.append(walking(there, cost))
            elif self.heavy(door, here):
                found.append(Step(there, cost + 2.0 / max(0.02, clearing(scene, self.being, door)), UNBLOCK))
            else:
                found.append(Step(there, cost + 1.0, OPEN))
        return found

    def _cost_of(self, zone: str) -> float:
        """About how many points it takes to enter a zone."""
        lost = self.footing.loss(zone, False)[0] if self.scene.mode == "fight" else 0
        return 1.0 + lost + (PIT if self.pit(zone) else 0.0)

    def heavy(self, door: Door, here: str) -> bool:
        """Does it take an Unblock from that side, as far as is known?"""
        return is_heavy(self.being, door) and not (door.state == "barred" and door.barred_from == here)

    def _leaps(self, here: str) -> list[Step]:
        """Over pits; elsewhere one can as well walk."""
        scene = self.scene
        if not scene.pits or here in scene.air or self.pit(here):
            return []
        return [
            Step(there, self.leap_cost + 0.5, LEAP, over)
            for over in scene.board.neighbours(here)
            if self.pit(over) and scene.passes(here, over)
            for there in scene.board.neighbours(over)
            if there != here and there not in scene.air and not self.pit(there) and scene.passes(over, there)
        ]

    def routes(self, start: str) -> dict[str, Route]:
        """The best way from a zone to every other, whatever has to be cleared on it, the cheapest first."""
        return dict(self.nearest(start))

    def nearest(self, start: str) -> Iterator[tuple[str, Route]]:
        """The same, looked for no farther than it is asked for."""
        search = self._searches.get(start)
        if search is None:
            search = self._searches[start] = Search(self, start)
        yield from list(search.found.items())
        while (more := search.next()) is not None:
            yield more

    def cost(self, start: str, to: str) -> float:
        route = self.route(start, to)
        return route.cost if route is not None else STEPS

    def route(self, start: str, to: str) -> Route | None:
        """The best way from one zone to another, if one leads there."""
        for zone, found in self.nearest(start):
            if zone == to:
                return found
        return None


class Search:
    """The best ways from a zone, as far as they have been looked for."""

    def __init__(self, terrain: Terrain, start: str) -> None:
        self.terrain, self.start = terrain, start
        self.found: dict[str, Route] = {}
        self._queue: list[tuple[float, int, Step | None, Route | None]] = [(0.0, 0, None, None)]
        self._tried = 0

    def next(self) -> tuple[str, Route] | None:
        """The next zone, and the way to it."""
        queue, found = self._queue, self.found
        while queue:
            cost, _, last, before = heappop(queue)
            here = last.to if last is not None else self.start
            if here in found:
                continue
            way = found[here] = Route(cost, last, before)
            for step in self.terrain.steps(here):
                if step.to not in found:
                    self._tried += 1
                    heappush(queue, (cost + step.cost, self._tried, step, way))
            return here, way
        return None


def clearing(scene: Scene, being: Being, thing: Door | Obstruction) -> float:
    """How likely an Unblock clears it."""
    skill = "locks_and_traps" if is_lock(thing) else ""
    return check_chance(
        scene, being, usual_attribute(thing), thing.difficulty, tiers_of(scene), skill=skill, maneuver="Unblock"
    )


# ---------------------------------------------------------------- the place


def crowds(scene: Scene, being: Being, threats: list[Being]) -> list[str]:
    """The zones of friends, where an enemy can strike at all who are in one."""
    if not any([blow.attack.strike.area != "single" for enemy in threats for blow in blows(scene, enemy)]):
        return []
    return [friend.at for friend in scene.allies(being) if friend.here]


class Ground:
    """What a being can do from each zone, and what it is worth to stand there at the end of the turn."""

    def __init__(self, outlook: Outlook, terrain: Terrain) -> None:
        self.outlook, self.terrain = outlook, terrain
        self.scene, self.being = outlook.scene, outlook.being
        threats = [enemy for enemy in outlook.enemies if enemy.threat]
        reach = max([blow.reach for blow in outlook.blows], default=0)
        keeps_back = (reach > 0 or terrain.flies) and self.scene.turns.round < PATIENCE
        self.exposed = EXPOSED * (1 - self.scene.turns.round / PATIENCE) if keeps_back else 0.0
        self.threats = [enemy.at for enemy in threats]
        self.seeks = not threats and bool(outlook.lurking) and seeks(self.scene, self.being)
        self.hovers = terrain.flies and any(
            not flight.land_at_end_of_turn for flight in passive(self.scene, self.being, Fly)
        )
        self._strikes: dict[tuple[str, bool, bool], tuple[float, int, str, str]] = {}
        self.crowd = crowds(self.scene, self.being, threats)
        self._places: dict[str, float] = {}
        self._wanted: list[tuple[float, str, int]] | None = None

    # -- what can be done from there

    def strike(self, zone: str, runs: bool, prone: bool) -> tuple[float, int, str, str]:
        """The best attack from a zone: what it is worth, which one, and at whom or at which zone."""
        known = self._strikes.get((zone, runs, prone))
        if known is None:
            known = self._strikes[zone, runs, prone] = self._strike(zone, runs, prone)
        return known

    def _strike(self, zone: str, runs: bool, prone: bool) -> tuple[float, int, str, str]:
        outlook, best = self.outlook, (0.0, -1, "", "")
        away = self.terrain.hops[zone]
        next_door = bool(self.scene.options["opt_reach_exact_one"])
        for number, blow in enumerate(outlook.blows):
            if blow.motion > self.being.motion:
                continue
            least = 1 if next_door and blow.reach == 1 else 0
            if blow.attack.strike.area == "single":
                for enemy in outlook.enemies:
                    if least <= away.get(enemy.at, FAR) <= blow.reach:
                        worth = outlook.worth(number, enemy, runs, prone)
                        best = max(best, (worth, number, enemy.id, ""))
                continue
            for there in dict.fromkeys([enemy.at for enemy in outlook.enemies]):
                if least <= away.get(there, FAR) <= blow.reach:
                    struck = [outlook.worth(number, e, runs, prone) for e in outlook.enemies if e.at == there]
                    best = max(best, (sum(struck), number, "", there))
        return best

    def aid(self, zone: str) -> Idea | None:
        for aid in self.outlook.aids():
            if aid.target is self.being or self.terrain.away(zone, aid.target.at) <= aid.reach:
                return aid.idea
        return None

    # -- what is to come

    def wanted(self) -> list[tuple[float, str, int]]:
        """What could be done later: how much it is worth, at which zone, from how far off."""
        if self._wanted is None:
            best: dict[tuple[str, int], float] = {}
            for number, blow in enumerate(self.outlook.blows):
                for enemy in self.outlook.enemies:
                    key = (enemy.at, blow.reach)
                    floor = NEARER if enemy.threat else 0.0
                    best[key] = max(best.get(key, floor), self.outlook.worth(number, enemy, False, False))
            if self.seeks:
                best |= {(enemy.at, 0): SOUGHT for enemy in self.outlook.lurking}
            self._wanted = sorted([(worth, at, reach) for (at, reach), worth in best.items()], reverse=True)
        return self._wanted

    def later(self, zone: str) -> tuple[float, str]:
        """What the best of that is worth from a zone, and where one would go for it."""
        best, goal = 0.0, zone
        for worth, at, reach in self.wanted():
            if worth <= best:
                break
            near = self.terrain.hops[at]
            for there, route in self.terrain.nearest(zone):
                if near.get(there, FAR) <= reach:
                    found = worth * FARTHER**route.cost
                    if found > best:
                        best, goal = found, there
                    break
        return LATER * best, goal

    def place(self, zone: str) -> float:
        known = self._places.get(zone)
        if known is None:
            known = self._places[zone] = self._place(zone)
        return known

    def _place(self, zone: str) -> float:
        found = self.later(zone)[0]
        if self.exposed:
            found -= self.exposed * self.threats.count(zone)
        if self.crowd:
            found -= CROWDED * self.crowd.count(zone)
        terrain = self.terrain
        if zone != self.being.at and terrain.pit(zone):
            pit = pit_at(self.scene, zone)
            found -= DREAD * fall_worth(self.being, pit) if pit is not None else 0.0
        if self.hovers and zone in self.scene.air:
            found += ALOFT
        if terrain.footing.loss(zone, True)[0]:
            found -= MIRED
        return found
