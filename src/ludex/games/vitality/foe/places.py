"""Where to go: what each place within reach is good for, who strikes on the way, how to get at those who are far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.derived import derived
from ludex.games.vitality.book.action_types import has_reaction
from ludex.games.vitality.book.characters.features import knack
from ludex.games.vitality.book.characters.scores import attribute
from ludex.games.vitality.book.characters.space import ground
from ludex.games.vitality.book.movement.actions import jump_cost
from ludex.games.vitality.book.movement.footing import FAR, Footing, Found, Spot, flies, way_in
from ludex.games.vitality.foe.attacks import Outlook
from ludex.games.vitality.foe.worth import FARTHEST, Target, blow
from ludex.games.vitality.records.boon_effects import AttackAura, Skirmish
from ludex.games.vitality.state import Being, Scene

TABLE = FARTHEST + 1
HALF = FARTHEST // 2  # spaces: as far as most shoot
NEXT_TURN = 0.4  # what can be done from a place in the next turn, compared with now
CARE, CAREFUL = 0.08, 0.2  # how much it counts to be where enemies can strike; for who fights from afar
SOON, LATE = 0.6, 0.15  # of a blow: after some steps; only after more than that
TRIED = 5  # the best places that are looked at closely
BETTER = 0.3  # by how much a place must be better to be worth the way
SPENT = 0.01  # each space of the way
LINE = 0.5  # of an area that is a line: how often somebody is in it
PATIENCE = 15  # rounds after which somebody jumps down to enemies whom nothing else reaches
HOVER = 3  # spaces above the ground, where hands do not reach a flier


class Place(NamedTuple):
    """Somewhere to go, by which way, and what can be done there."""

    path: tuple[Cell, ...]
    height: int | None
    worth: float  # of the best attack there
    here: float  # of the place itself
    struck: float  # what those who Punish the leaving cost


class Threat(NamedTuple):
    """What an enemy may do in their turn."""

    enemy: Target
    melee: float
    afar: float


class Range(NamedTuple):
    """What can be done to an enemy from afar, and what is to be feared of them."""

    away: Mapping[Cell, int]  # how far they are from every space
    height: int
    now: list[float]  # the best at each distance
    later: list[float]  # and after another move
    at: list[float]  # what may come of them there

    def from_height(self, height: int | None) -> Range:
        """The same from so high; no height: as high as the enemy."""
        apart = 0 if height is None else abs(height - self.height)
        if not apart:
            return self
        now, later, at = [
            [table[min(apart, len(table) - 1)]] * apart + table[apart:] for table in (self.now, self.later, self.at)
        ]
        return Range(self.away, self.height, now, later, at)


class Field:
    """The ground around somebody, with what each place would be good for."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook, self.scene, self.being = outlook, outlook.scene, outlook.being
        self.own = Target(self.scene, self.being)
        self.others = [enemy for enemy in outlook.enemies if enemy.being is not self.being]
        self.shoots = outlook.own.shoots
        self.care = (CAREFUL if self.shoots else CARE) * (2.0 - min(1.0, self.own.left / self.own.most))
        self.flying = flies(self.scene, self.being)
        self._ranges: dict[int | None, list[Range]] = {}

    def ranges(self, spots: Sequence[tuple[Cell, int | None]]) -> Mapping[int | None, list[Range]]:
        """Of each enemy, as they are from so high, for all heights of these spots."""
        for height in dict.fromkeys([height for _, height in spots]):
            if height not in self._ranges:
                self._ranges[height] = [range.from_height(height) for range in self.level]
        return self._ranges

    @cached_property
    def level(self) -> list[Range]:
        """Of each enemy, from as high as they are."""
        board, fast = self.scene.board, self.own.speed
        most = across(board)
        return [
            Range(
                board.away(enemy.being.at),
                enemy.being.height,
                *spread(self.worths_on(enemy), *self.burns(enemy), fast, most),
                coming(threat.melee, threat.afar, enemy.profile.reach, enemy.speed, most),
            )
            for enemy, threat in zip(self.others, self.threats, strict=True)
        ]

    @cached_property
    def best(self) -> float:
        """The best that could be done to anybody."""
        worths = [max([worth for _, worth in self.worths_on(enemy)], default=0.0) for enemy in self.others]
        burns = [self.burns(enemy)[1] for enemy in self.others]
        return max([worth + burnt for worth, burnt in zip(worths, burns, strict=True)], default=0.0)

    def worths_on(self, enemy: Target) -> tuple[tuple[int, float], ...]:
        """How far each own attack that may be made after a move reaches, and what it is worth on somebody."""
        return tuple([
            (arm.far, came.worth * (LINE if arm.strike.attack.shape == "line" else 1.0))
            for arm, came in zip(self.outlook.arms, self.outlook.on(enemy), strict=True)
            if arm.strike.traits.moves
        ])  # fmt: skip

    def burns(self, enemy: Target) -> tuple[int, float]:
        """How far the own aura reaches, and what it does to somebody in it."""
        aura = self.outlook.own.aura
        if aura is None or self.being.has_used("attack_aura"):
            return -1, 0.0
        return aura.radius, burnt(self.being, aura, self.outlook.tier, enemy)

    # -- what a place is worth

    @cached_property
    def threats(self) -> list[Threat]:
        return [self._threat(enemy) for enemy in self.others]

    def _threat(self, enemy: Target) -> Threat:
        return Threat(enemy, *worst(self.scene, enemy, self.own))

    def strikes(self, spots: Sequence[tuple[Cell, int | None]]) -> list[float]:
        """The best that could be done from each of these now, and in the next turn, which counts for less. No height:
        as high as the enemy."""
        ranges, found = self.ranges(spots), []
        for cell, height in spots:
            best = soon = 0.0
            for away, _, now, later, _ in ranges[height]:
                spaces = away[cell]
                if now[spaces] > best:
                    best = now[spaces]
                if later[spaces] > soon:
                    soon = later[spaces]
            found.append(best + NEXT_TURN * soon)
        return found

    def place(self, cell: Cell, height: int | None) -> float:
        """What it is worth to be there at the end of the turn."""
        return self.worths([(cell, height)])[0]

    def worths(self, spots: Sequence[tuple[Cell, int | None]]) -> list[float]:
        """What it is worth to be at each of these at the end of the turn."""
        ranges, found = self.ranges(spots), []
        for cell, height in spots:
            soon = feared = 0.0
            for away, _, _, later, at in ranges[height]:
                spaces = away[cell]
                if later[spaces] > soon:
                    soon = later[spaces]
                feared += at[spaces]
            found.append(NEXT_TURN * soon - self.care * feared)
        return found

    def height_of_flight(self, cell: Cell) -> int | None:
        """How high a flier wants to be there: who strikes by hand as high as whom they strike, who shoots out of
        reach."""
        return ground(self.scene, cell) + HOVER if self.shoots else None

    # -- places within reach

    def places(self, most: int, strikes: bool = True) -> Iterator[Place]:
        """The best places that can be gone to with so much movement, looked at closely: to strike from, or to be at."""
        footing = Footing(self.scene, self.being)
        found = footing.search(most)
        ways = [(spent, spot) for spent, spot, _ in found.values() if spent or self.flying]
        spots: Sequence[tuple[Cell, int | None]] = [spot for _, spot in ways]
        if self.flying:
            spots = [(cell, self.height_of_flight(cell)) for cell, _ in spots]
        worths = self.strikes(spots) if strikes else self.worths(spots)
        rated = [(worth - SPENT * spent, -spent, spot[0]) for worth, (spent, spot) in zip(worths, ways, strict=True)]
        rated.sort(reverse=True)
        tried = 0
        for _, _, cell in rated:
            place = self.closely(footing, found, cell, strikes)
            if place is not None:
                yield place
                tried += 1
                if tried == TRIED:
                    return

    def closely(self, footing: Footing, found: Found, cell: Cell, strikes: bool) -> Place | None:
        """A place as it would be: is there room, and what could really be done from there?"""
        spot = found[cell][1]
        height = self.height_of_flight(cell) if self.flying else spot[1]
        if height is None:
            height = self.height_of_nearest(cell)
        there = (cell, height) if self.flying else spot
        if there == footing.start or not footing.room(there) or not footing.holds(there):
            return None
        worth = self.best_from(there) if strikes else 0.0
        path = way_in(found, cell) or (cell,)
        return Place(path, height if self.flying else None, worth, self.place(cell, height), self.struck(path, height))

    def best_from(self, spot: Spot) -> float:
        """The best attack that could really be made from somewhere."""
        being, before = self.being, (self.being.at, self.being.height)
        being.at, being.height = spot
        found = self.outlook.best()
        being.at, being.height = before
        return 0.0 if found is None else found

    def height_of_nearest(self, cell: Cell) -> int:
        apart = self.scene.board.distance
        near = min(self.others, key=lambda enemy: apart(cell, enemy.being.at), default=None)
        return max(ground(self.scene, cell), near.being.height if near is not None else 0)

    def slips(self, other: Being) -> bool:
        """vt.up.disengage: whom somebody has hit in this turn may not Punish them."""
        return any([c.name == "Slipping" and c.source == other.id for c in self.being.conditions])

    def struck(self, path: tuple[Cell, ...], height: int) -> float:
        """vt.react.punish: what those cost out of whose reach the way leads."""
        scene, being = self.scene, self.being
        if knack(scene, being, Skirmish) is not None:
            return 0.0
        total = 0.0
        for threat in self.threats:
            other = threat.enemy.being
            near = threat.enemy.profile.reach
            if not threat.melee or not has_reaction(other) or self.slips(other):
                continue
            way = [(being.at, being.height), *[(cell, being.height) for cell in path[:-1]], (path[-1], height)]
            away = [away_from(scene, other, spot) for spot in way]
            if any([a <= near < b for a, b in pairwise(away)]):
                total += threat.melee
        return total


@lru_cache(maxsize=1 << 12)
def spread(
    worths: tuple[tuple[int, float], ...], radius: int, burns: float, fast: int, most: int
) -> tuple[list[float], list[float]]:
    """What the best attack is worth at each distance up to the most, with what burns in an aura: now, and after another
    move."""
    found = [0.0] * (max(most, TABLE) + 1)
    for far, worth in worths:
        found[: far + 1] = [before if before >= worth else worth for before in found[: far + 1]]
    for spaces in range(radius + 1):
        found[spaces] += burns
    return found, [found[1]] * (fast + 1) + found[1:]


def worst(scene: Scene, enemy: Target, own: Target) -> tuple[float, float]:
    """The best that an enemy can do to one, by hand and from afar."""
    if enemy.being.senseless:
        return 0.0, 0.0
    by_hand, from_afar = enemy.profile.by_hand, enemy.profile.from_afar
    melee = blow(scene, by_hand, own).worth if by_hand is not None else 0.0
    return melee, blow(scene, from_afar, own).worth if from_afar is not None else 0.0


@lru_cache(maxsize=1 << 12)
def coming(melee: float, afar: float, near: int, fast: int, most: int) -> list[float]:
    """What may come of an enemy at each distance up to the most: near to them, where they soon are, and farther off."""
    by_hand = [
        melee * (1.0 if away <= near else SOON if away <= near + fast else LATE)
        for away in range(max(near + fast + 1, HALF + 1, most) + 1)
    ]
    return [max(melee, afar if away <= HALF else 0.0) for away, melee in enumerate(by_hand)]


@derived()
def across(board: CellBoard) -> int:
    """No two of its spaces are farther apart."""
    ways = [[q for q, _ in board.cells], [r for _, r in board.cells], [q + r for q, r in board.cells]]
    return max([max(way) - min(way) for way in ways], default=0)


def burnt(being: Being, aura: AttackAura, now: int, target: Target) -> float:
    """vt.ability.attack_aura: what it does to somebody inside."""
    amount = aura.base + (1 + aura.tiers) * now + attribute(being, "focus") + attribute(being, "power")
    lost = max(0, amount - target.dr)
    return target.harm(min(lost, target.left), 1.0 if lost >= target.left else 0.0)


# ---------------------------------------------------------------- as commands


def goes(scene: Scene, being: Being, place: Place) -> list[Command]:
    """The ways to get there: on foot or in the air, or by a jump, which nobody can Punish."""
    found = [command(being.id, "move", to=place.path, height=place.height)]
    if place.struck and jump_cost(scene, being) is not None:
        found.insert(0, command(being.id, "teleport", to=place.path[-1], height=None))
    return found


def closer(field: Field, most: int) -> Command | None:
    """Along the shortest way to somebody who can be fought, as far as the movement goes; over an edge only where there
    is no other way, and the fall can be borne or nothing has come of waiting."""
    scene, being = field.scene, field.being
    if not field.others or most <= 0:
        return None
    footing = Footing(scene, being)
    found = footing.search(FAR)
    near = field.outlook.reach
    goals = []
    for cell, (spent, spot, _) in found.items():
        away = min([away_from(scene, enemy.being, spot) for enemy in field.others])
        if footing.holds(spot) and (not spent or footing.room(spot)):
            goals.append((away > near, away if away > near else 0, spent, cell))
    _, away, spent, goal = min(goals)
    if spent == 0 and away > FARTHEST // 2:
        return over_the_edge(field, footing, found, most)
    path = list(way_in(found, goal))
    while path and (found[path[-1]][0] > most or not footing.room(found[path[-1]][1])):
        path.pop()
    return command(being.id, "move", to=tuple(path), height=None) if path else None


def away_from(scene: Scene, other: Being, spot: Spot) -> int:
    return max(scene.board.distance(spot[0], other.at), abs(spot[1] - other.height))


def over_the_edge(field: Field, footing: Footing, found: Found, most: int) -> Command | None:
    """Down to where the enemies are."""
    scene, being = field.scene, field.being
    drops = []
    for cell, (spent, spot, _) in found.items():
        if 0 < spent <= most and not footing.holds(spot):
            floor = ground(scene, cell)
            deep = spot[1] - floor
            if deep - field.own.dr < being.hp or scene.turns.round > PATIENCE:
                drops.append((min([away_from(scene, e.being, (cell, floor)) for e in field.others]), spent, cell))
    if not drops:
        return None
    return command(being.id, "move", to=way_in(found, min(drops)[-1]), height=None)
