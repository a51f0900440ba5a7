"""Movement from zone to zone: what it costs, who can go where, falls, flight, and being moved by others."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from heapq import heappop, heappush
from typing import NamedTuple

from ludex.core.kernel.agenda import step
from ludex.core.kernel.derived import derived
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Entry, told
from ludex.games.navyblue.book.attacks.reach import find_hidden
from ludex.games.navyblue.book.carrying.slots import bring_along
from ludex.games.navyblue.book.conditions import end, unable
from ludex.games.navyblue.book.damage import falls
from ludex.games.navyblue.book.features import (
    STANDING,
    forbidden,
    holds,
    maneuver_cost,
    owned,
    passive,
    usable_by,
    uses_left,
)
from ludex.games.navyblue.book.movement.obstacles import bars, pit_at
from ludex.games.navyblue.book.movement.sight import charted, known_exits, look_about
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.records.effects import Fly, IgnoreObstruction, ObstructionLoss, RunningLimit
from ludex.games.navyblue.records.kinds import Feature
from ludex.games.navyblue.state import FAR, PARTY, Being, Pit, Scene

NEVER = "never"  # of a Prone character who does not get up in a Move
COMFORTABLE = 9  # nb.zone.ground: so many characters fit into a zone
WAYS_KEPT = 1 << 10  # of a board: from so many places, as the ground takes somebody there

# ---------------------------------------------------------------- where one can go


def can_fly(scene: Scene, being: Being) -> bool:
    return bool(passive(scene, being, Fly))


def falls_at(scene: Scene, being: Being, zone: str) -> Pit | None:
    """nb.zone.pit: the pit that somebody falls into who enters a zone without flying."""
    pit = pit_at(scene, zone) if scene.pits else None
    return pit if pit is not None and not can_fly(scene, being) else None


def no_room(scene: Scene, being: Being, zone: str) -> Refusal | None:
    """nb.zone.ground: a table may let ground zones hold no more than nine."""
    most = int(scene.options["opt_zone_capacity"])
    if most and zone not in scene.air and len(standing_in(scene, zone, being)) >= most:
        return Refusal(f"{scene.board.named(zone)} is full: it holds {most} characters", "nb.zone.ground")
    return None


def standing_in(scene: Scene, zone: str, but: Being) -> list[Being]:
    return [other for other in scene.beings.values() if other.at == zone and other.here and other is not but]


def cannot_step(scene: Scene, being: Being, here: str, there: str) -> Refusal | None:
    """Why somebody cannot go from one zone into another with a Move."""
    if there not in scene.board.neighbours(here):
        return Refusal(f"{scene.board.named(there)} is not adjacent to {scene.board.named(here)}", "nb.maneuver.move")
    if there in scene.air and not can_fly(scene, being):
        return Refusal(f"{scene.board.named(there)} is in the air, and {being.name} does not fly", "nb.zone.air")
    return bars(scene, being, here, there) or no_room(scene, being, there)


# ---------------------------------------------------------------- points lost


class Footing:
    """How the ground takes a mover: worked out when it is wanted, and once for all the ways that are compared."""

    def __init__(self, scene: Scene, being: Being) -> None:
        self.scene = scene
        self.being = being
        self.each = maneuver_cost(scene, being, "Move", 1)  # the points for a zone
        self.foes: dict[str, list[Being]] = {}
        side = being.side
        for other in scene.beings.values():
            if other.side != side and other.threat:
                self.foes.setdefault(other.at, []).append(other)
        self.filled = {*self.foes, *[obstruction.zone for obstruction in scene.obstructions]}
        self.losses: dict[tuple[str, bool], tuple[int, tuple[str, ...]]] = {}

    @cached_property
    def flies(self) -> bool:
        return can_fly(self.scene, self.being)

    def filling(self, zone: str, starting: bool) -> list[tuple[str, int]]:
        """nb.obstruct.zone, nb.obstruct.hostile: all that fills a zone for a mover, and the points that each takes."""
        scene = self.scene
        found = [(obstruction.material, 1) for obstruction in scene.obstructions if obstruction.zone == zone]
        if zone in self.foes:
            foes = self.foes[zone] if starting else []
            more = [loss.amount for foe in foes for loss in passive(scene, foe, ObstructionLoss)]
            found.append(("hostile", max((1, *more))))
        if starting and scene.pits and scene.options["opt_pit_exit"] == "obstruction":
            pit = falls_at(scene, self.being, zone)
            if pit is not None and not pit.roped:
                found.append(("pit", 1))
        return found

    @cached_property
    def spare(self) -> tuple[Feature, IgnoreObstruction] | None:
        """The first limited feature that is not used up."""
        for entry, effect in limited(self.scene, self.being):
            if uses_left(self.being, entry) and not forbidden(self.scene, self.being, entry.traits):
                return entry, effect
        return None

    def loss(self, zone: str, starting: bool) -> tuple[int, tuple[str, ...]]:
        """The points that a Move loses in a zone, and to what: one for the zone, however many things fill it."""
        if not starting and zone not in self.filled:
            return 0, ()
        known = self.losses.get((zone, starting))
        if known is None:
            found = self.filling(zone, starting)
            known = self.losses[zone, starting] = self.lost_to(found) if found else (0, ())
        return known

    def all_losses(self) -> dict[str, int]:
        """The points that a Move loses in each zone that it enters."""
        return {zone: self.loss(zone, False)[0] for zone in self.filled}

    @cached_property
    def leaving(self) -> int:
        """The points that a Move loses where it starts."""
        return self.loss(self.being.at, True)[0]

    def takes_points(self, path: tuple[str, ...]) -> bool:
        """Is anything lost on a way from here?"""
        if self.leaving:
            return True
        return not self.filled.isdisjoint(path) and any([self.loss(zone, False)[0] for zone in path])

    def lost_to(self, found: list[tuple[str, int]]) -> tuple[int, tuple[str, ...]]:
        free = ignored(self.scene, self.being)
        left = [] if "any" in free else [(material, points) for material, points in found if material not in free]
        points = [points for _, points in left]
        total = sum(points) if self.scene.options["opt_obstruction_stack"] else max(points, default=0)
        return total, tuple([material for material, _ in left])


@derived(STANDING)
def limited(scene: Scene, being: Being) -> list[tuple[Feature, IgnoreObstruction]]:
    """Features that spare the loss to one zone obstruction, but only so often."""
    return [
        (entry, effect)
        for entry in owned(scene, being)
        if entry.uses.count and entry.timing == "passive" and usable_by(scene, being, entry)
        for effect in entry.effects
        if isinstance(effect, IgnoreObstruction) and holds(scene, being, effect)
    ]


@derived(STANDING)
def ignored(scene: Scene, being: Being) -> list[str]:
    """The materials that cost somebody nothing, whenever they are met."""
    some = [effect for _, effect in limited(scene, being)]
    found: list[str] = [
        material
        for effect in passive(scene, being, IgnoreObstruction)
        if all([effect is not other for other in some])
        for material in effect.materials
    ]
    if "Unhindered" in being.states:
        found += [m for c in being.conditions if c.name == "Unhindered" for m in c.note.split(",")]
    return found


def lost_points(scene: Scene, being: Being, zone: str, starting: bool) -> int:
    """nb.obstruct.zone: what a Move loses for entering a zone, or for starting in it."""
    return Footing(scene, being).loss(zone, starting)[0]


def spares(effect: IgnoreObstruction, met: tuple[str, ...]) -> bool:
    """Does it take the loss to these materials away?"""
    return "any" in effect.materials or all(material in effect.materials for material in met)


# ---------------------------------------------------------------- what a Move costs


class Price(NamedTuple):
    spent: int  # on Move: these count for running
    lost: int  # to zone obstructions
    short: bool  # there are not so many
    materials: tuple[str, ...]  # what points are lost to
    spared_by: Feature | None  # the limited feature that is used up by it


def price(footing: Footing, path: tuple[str, ...], up: int | str) -> Price:
    """nb.maneuver.move: a point for each zone, one more while Prone (nb.prone), one for getting up, and what zone
    obstructions take. All must be at hand; by `opt_obstruction_loss` a loss takes only what there is."""
    being, options = footing.being, footing.scene.options
    crawls = "Prone" in being.states
    if not crawls and up == NEVER and not footing.takes_points(path):
        spent = footing.each * len(path)
        return Price(spent, 0, being.motion < spent, (), None)
    stages: list[tuple[int, int, tuple[str, ...]]] = [(0, *footing.loss(being.at, True))]
    if up == 0:
        stages.append((1, 0, ()))
        crawls = False
    for number, zone in enumerate(path, 1):
        stages.append((footing.each + crawls, *footing.loss(zone, False)))
        if up == number:
            stages.append((1, 0, ()))
            crawls = False
    spared_by: Feature | None = None
    spare = footing.spare if any([lost for _, lost, _ in stages]) else None
    if spare is not None:
        entry, effect = spare
        fitting = [number for number, (_, lost, met) in enumerate(stages) if lost and spares(effect, met)]
        if fitting:
            greatest = max(fitting, key=lambda number: stages[number][1])
            stages[greatest] = (stages[greatest][0], 0, ())
            spared_by = entry
    left = being.motion
    spent_in_all = lost_in_all = 0
    floor = options["opt_obstruction_loss"] == "floor_zero"
    materials: dict[str, None] = {}
    for spent, lost, met in stages:
        left -= spent
        spent_in_all += spent
        if lost:
            materials.update(dict.fromkeys(met))
            if floor:
                lost = min(lost, max(0, left))
            left -= lost
            lost_in_all += lost
    return Price(spent_in_all, lost_in_all, left < 0, tuple(materials), spared_by)


def running_limit(scene: Scene, being: Being) -> int:
    """nb.speed: how many points on Move are no running yet."""
    scene.cite("nb.speed")
    return being.sheet.speed + sum(more.amount for more in passive(scene, being, RunningLimit))


def running(scene: Scene, being: Being) -> bool:
    """nb.move.running: more points spent on Move in this turn than their Speed; Actions are rolled at -2."""
    return being.on_move > being.sheet.speed and being.on_move > running_limit(scene, being)


# ---------------------------------------------------------------- ways


def ways(footing: Footing) -> dict[str, tuple[str, ...]]:
    """The cheapest way to every zone, among equals the shortest, the cheapest first; who falls goes no farther, and
    none of the party beyond a zone that it has not seen.

    It goes by the ground alone, not by what is at hand now: a zone stands for the same way before and after paying."""
    scene, being = footing.scene, footing.being
    closed: tuple[str, ...] = scene.air if scene.air and not footing.flies else ()
    if scene.options["opt_zone_capacity"]:
        closed = (*closed, *[zone for zone in scene.board.zones if no_room(scene, being, zone) is not None])
    ends: tuple[str, ...] = scene.unseen if being.side == PARTY else ()
    if scene.pits and not footing.flies:
        ends = (*ends, *[pit.zone for pit in scene.pits])
    fight = scene.mode == "fight"
    filled = (frozenset(footing.foes), scene.obstructions, *ignored(scene, being)) if fight else ()
    kept, of = scene.all_hops().ways, (being.at, closed, ends, filled, scene.options["opt_obstruction_stack"])
    found = kept.get(of)
    if found is None:
        if len(kept) >= WAYS_KEPT:
            kept.clear()
        found = kept[of] = cheapest(scene, being.at, closed, ends, footing.all_losses() if fight else {})
    return found


def cheapest(
    scene: Scene, start: str, closed: Collection[str], ends: Collection[str], lost: Mapping[str, int]
) -> dict[str, tuple[str, ...]]:
    """Ways past closed zones and shut doors that lead no farther than to where they end."""
    shut = scene.all_hops().shut
    queue: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, ())]  # points, zones, the way
    found: dict[str, tuple[str, ...]] = {}
    while queue:
        points, zones, way = heappop(queue)
        here = way[-1] if way else start
        if here in found:
            continue
        found[here] = way
        if way and here in ends:
            continue
        for there in scene.board.neighbours(here):
            if there not in found and there not in closed and (here, there) not in shut:
                heappush(queue, (points + 1 + lost.get(there, 0), zones + 1, (*way, there)))
    del found[start]
    return found


def way_to(scene: Scene, being: Being, zone: str) -> tuple[str, ...] | None:
    """The cheapest way to a zone, if one leads there."""
    return ways(Footing(scene, being)).get(zone)


def steps_out(scene: Scene, being: Being, zone: str) -> int:
    """How many steps it is from a zone to the nearest exit that they know; doors can be opened. Without one: FAR."""
    flies = can_fly(scene, being) if scene.air else False
    board, exits = (charted(scene), known_exits(scene)) if being.side == PARTY else (scene.board, scene.exits)
    hops = board.hops(zone, lambda here, there: flies or there not in scene.air) if zone in board else {}
    return min([hops[out] for out in exits if out in hops], default=FAR)


# ---------------------------------------------------------------- moving


def enter(scene: Scene, being: Being, zone: str, falling: bool = False) -> None:
    """Somebody is in another zone, however they came there; without flight they fall into a pit, unless that is
    part of a fall already."""
    if scene.mode == "fight":
        being.from_air = being.at in scene.air and zone not in scene.air
    being.at = zone
    bring_along(scene, being)
    look_about(scene)
    tell_zone(scene, being, zone)
    find_hidden(scene)
    pit = falls_at(scene, being, zone) if not falling else None
    if pit is not None:
        scene.record("falls_in", "nb.zone.pit", who=being.id, zone=zone, depth=pit.depth, spikes=pit.spikes)
        scene.next(falls(being, pit.depth, pit.spikes))


@told
def tell_zone(scene: Scene, being: Being, zone: str) -> None:
    """nb.zone.ground: of what sort it is, and whether it is crowded now."""
    scene.cite("nb.zone.def", "nb.zone.air" if zone in scene.air else "nb.zone.ground")
    count = len(standing_in(scene, zone, being)) + 1
    if count > COMFORTABLE and zone not in scene.air:
        scene.record("crowded", "nb.zone.ground", zone=zone, count=count)


def arrive(scene: Scene, being: Being, zone: str) -> None:
    """nb.maneuver.move: into the next zone, of their own will."""
    scene.record("moves", "nb.maneuver.move", who=being.id, to=zone)
    enter(scene, being, zone)


def go(scene: Scene, being: Being, path: tuple[str, ...], up: int | str) -> None:
    """One zone after the other; a fall ends the Move. `up`: after how many zones a Prone character gets up."""
    for number, zone in enumerate(path):
        if up == number:
            end(scene, being, "Prone", rule="nb.move.get_up")
        arrive(scene, being, zone)
        if falls_at(scene, being, zone) is not None:
            break
    if up == len(path):
        end(scene, being, "Prone", rule="nb.move.get_up")
    being.run_up = scene.mode == "fight"
    if "Unhindered" in being.states:
        over = [c for c in being.conditions if c.name == "Unhindered" and c.until and c.until.when == "next_move"]
        CONDITIONS.end_these(scene, being, over)
    if scene.mode == "fight":
        warn(scene, being)


@told
def warn(scene: Scene, being: Being) -> None:
    """nb.obstruct.end_warning: who ends a Move where it is hard to get on hears what that will cost."""
    waits = lost_points(scene, being, being.at, True)
    if waits:
        scene.record("will_lose", "nb.obstruct.end_warning", who=being.id, zone=being.at, points=waits)


@step("nb.maneuver.move")
async def walk(scene: Scene, being: Being, path: tuple[str, ...]) -> None:
    """Along a path as far as nothing bars it, without counting points."""
    here, open_so_far = being.at, 0
    for zone in path:
        if cannot_step(scene, being, here, zone) is not None:
            break
        here, open_so_far = zone, open_so_far + 1
    if open_so_far and unable(being, flees=True) is None:
        go(scene, being, path[:open_so_far], 0 if "Prone" in being.states else NEVER)


# ---------------------------------------------------------------- moved by others


@step("nb.zone.def")
async def shove(scene: Scene, being: Being, zone: str, by: str) -> None:
    """Somebody is moved one zone by another: no points are lost, but who is shoved into a pit falls."""
    if not being.here or zone not in scene.board.neighbours(being.at) or not scene.passes(being.at, zone):
        return
    scene.record("shoved", "nb.zone.def", who=being.id, by=by, to=zone)
    enter(scene, being, zone)


# ---------------------------------------------------------------- out of the air


def comes_down(scene: Scene, being: Being) -> Entry | None:
    """nb.zone.air: at the end of their turn, or of the fight, a glider lands, and who cannot fly at all falls."""
    if being.at not in scene.air or not being.here or not beneath(scene, being):
        return None
    flights = passive(scene, being, Fly)
    if not flights:
        return drops(being)
    return glides(being) if all(flight.land_at_end_of_turn for flight in flights) else None


def beneath(scene: Scene, being: Being) -> tuple[str, ...]:
    """The ground zones under an air zone; those without a pit first."""
    found = [z for z in scene.board.neighbours(being.at) if z not in scene.air and scene.passes(being.at, z)]
    return tuple(sorted(found, key=lambda zone: pit_at(scene, zone) is not None))


def down_from(scene: Scene, being: Being) -> tuple[str, ...]:
    """Where somebody in the air can come down now; where they are, if they were brought to the ground meanwhile."""
    return (beneath(scene, being) if being.at in scene.air else ()) or (being.at,)


def several_ways_down(scene: Scene, being: Being) -> bool:
    return being.here and len(down_from(scene, being)) > 1


@step("nb.zone.air")
async def glides(scene: Scene, being: Being) -> None:
    """The glider picks a ground zone beneath and lands there without harm."""
    among = beneath(scene, being)
    if not among:
        return
    zone = among[0]
    if len(among) > 1:
        about = {"from": being.at}
        zone = await ask(
            scene, being.id, lambda: OneOf(down_from(scene, being)), rule="nb.zone.air", about=about,
            default=lambda: down_from(scene, being)[0], matters=lambda: several_ways_down(scene, being),
        )  # fmt: skip
    if not being.here or zone == being.at:
        return
    scene.record("lands", "nb.zone.air", who=being.id, to=zone)
    enter(scene, being, zone)


@step("nb.direct.falling")
async def drops(scene: Scene, being: Being) -> None:
    """Who is in the air and cannot fly falls a zone, and a pit beneath makes it deeper. The Director says where."""
    among = beneath(scene, being)
    if not among:
        return
    zone = among[0]
    if len(among) > 1:
        about = {"who": being.id, "from": being.at}
        zone = await ask(
            scene, GM, lambda: OneOf(down_from(scene, being)), rule="nb.direct.falling", about=about,
            default=lambda: down_from(scene, being)[0], matters=lambda: several_ways_down(scene, being),
        )  # fmt: skip
    if not being.here or zone == being.at:
        return
    pit = pit_at(scene, zone)
    scene.record("drops", "nb.direct.falling", who=being.id, to=zone)
    enter(scene, being, zone, falling=True)
    scene.next(falls(being, 1 + (pit.depth if pit else 0), pit is not None and pit.spikes))
