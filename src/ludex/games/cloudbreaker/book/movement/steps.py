"""Movement from zone to zone: strikes at whoever leaves, hazards on the way, and who is carried along."""

from __future__ import annotations

from collections.abc import Callable

from ludex.core.kernel.agenda import step
from ludex.core.kernel.derived import Basis, derived
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.timing import Event, happens
from ludex.games.cloudbreaker.book.attacks.features import edges
from ludex.games.cloudbreaker.book.attacks.grappling import carried_by
from ludex.games.cloudbreaker.book.conditions import face_fears, feared, torn_apart
from ludex.games.cloudbreaker.book.dice import FAILURE, task
from ludex.games.cloudbreaker.book.movement.hazards import entry, on_arrival, on_the_way, rule_of, spring
from ludex.games.cloudbreaker.book.neutralising import cannot_try, is_mute
from ludex.games.cloudbreaker.state import WIDE, Being, Placed, Scene, in_situation

# ---------------------------------------------------------------- where one can go


def cannot_leave(being: Being) -> Refusal | None:
    """Why a unit may spend no action on moving into another zone."""
    if "Grappled" in being.states:
        return Refusal(f"{being.name} is Grappled", "cb.cond.grappled")
    if "Restrained" in being.states:
        return Refusal(f"{being.name} is Restrained", "cb.cond.restrained")
    if "Prone" in being.states:
        return Refusal(f"{being.name} is Prone and has to stand up first", "cb.cond.prone")
    return None


def is_stopped(being: Being) -> bool:
    """Can a unit not go on, after what a strike has done to them?"""
    return being.helpless or cannot_leave(being) is not None


def stays(scene: Scene, being: Being, zone: str) -> bool:
    """Does a unit not take this step any more: stopped, in fear of who is there, or not beside it since?"""
    return is_stopped(being) or dreads(scene, being, zone) is not None or zone not in steps_from(scene, being, being.at)


def block_at(scene: Scene, being: Being, zone: str) -> tuple[str, ...]:
    """The zones a unit would occupy there; nothing where they do not fit on the map."""
    return block_of(scene, WIDE.get(being.sheet.size, 1), zone)


def block_of(scene: Scene, wide: int, zone: str) -> tuple[str, ...]:
    if wide == 1:
        return (zone,)
    found = scene.board.block(zone, wide)
    return found if len(found) == wide * wide else ()


def steps_from(scene: Scene, being: Being, zone: str) -> list[str]:
    """Where a unit can step from a zone: orthogonally, into zones that exist and have room for all of them."""
    return [other for other in scene.board.neighbours(zone) if block_at(scene, being, other)]


def dreads(scene: Scene, being: Being, zone: str) -> Refusal | None:
    """cb.cond.fear: not willingly into the zone of what they fear."""
    if "Fear" in being.states:
        for source in feared(scene, being):
            if source.here and any(z in scene.zones(source) for z in block_at(scene, being, zone)):
                return Refusal(f"{being.name} fears {source.name} and does not go there", "cb.cond.fear")
    return None


ZONE = 100  # what a step counts in finding a way; a hazard on it counts a little more


GROUND = Basis(scene="board hazards")


@derived(GROUND)
def step_cost(scene: Scene, wide: int, here: str, there: str) -> int | None:
    """For finding a way: the shortest one, and among equals the one with the fewest hazards, for a unit so many zones
    across who fears nobody."""
    before, after = block_of(scene, wide, here), block_of(scene, wide, there)
    if not after:
        return None
    met = [*on_the_way(scene, before, after), *on_arrival(scene, before, after)]
    return ZONE + sum([8 if entry(scene, placed).blocks else 2 for placed in met])


def step_in_fear(scene: Scene, being: Being) -> Callable[[str, str], int | None]:
    """The same for somebody who does not go just anywhere."""
    wide = WIDE.get(being.sheet.size, 1)
    return lambda a, b: step_cost(scene, wide, a, b) if dreads(scene, being, b) is None else None


def way_to(scene: Scene, being: Being, zone: str) -> tuple[str, ...] | None:
    """The shortest way to a zone; among equals the one with the fewest hazards."""
    if "Fear" in being.states:
        return scene.board.path(being.at, zone, step_in_fear(scene, being))
    return way_between(scene, WIDE.get(being.sheet.size, 1), being.at, zone)


@derived(GROUND)
def way_between(scene: Scene, wide: int, start: str, goal: str) -> tuple[str, ...] | None:
    return scene.board.path(start, goal, lambda a, b: step_cost(scene, wide, a, b))


def within(scene: Scene, being: Being, budget: int) -> tuple[str, ...]:
    """Every zone that a unit comes to at this price, the nearest first, with their own."""
    if "Fear" in being.states:
        return tuple(scene.board.reach(being.at, budget, step_in_fear(scene, being)))
    return within_from(scene, WIDE.get(being.sheet.size, 1), being.at, budget)


@derived(GROUND)
def within_from(scene: Scene, wide: int, start: str, budget: int) -> tuple[str, ...]:
    return tuple(scene.board.reach(start, budget, lambda a, b: step_cost(scene, wide, a, b)))


# ---------------------------------------------------------------- moving

NO_WAY = ""


@step("cb.move.action")
async def walk(scene: Scene, being: Being, path: tuple[str, ...]) -> None:
    """One zone after the other; whoever is left behind may strike before each step."""
    if stays(scene, being, path[0]):
        return
    happens(scene, Event("leaves", being.id, "", (("to", path[0]),)))
    scene.next(cross(being, path, None))


@step("cb.hazard.traversal")
async def cross(
    scene: Scene, being: Being, path: tuple[str, ...], left: tuple[Placed, ...] | None, pushed_by: str = ""
) -> None:
    """One step of a way: the hazards on it one by one, then the arrival. A barred step is lost."""
    to, *rest = path
    forced = bool(pushed_by)

    def crosses() -> bool:
        """Not who is gone, stopped, or somewhere else since; whoever is pushed goes where they can be moved to."""
        return being.here and (to in steps_from(scene, being, being.at) if forced else not stays(scene, being, to))

    if not crosses():
        return
    if left is None:
        left = on_the_way(scene, scene.zones(being), block_at(scene, being, to))
        if not forced and in_situation(scene):
            being.stride = max(0, being.stride - 1)
            being.moved += 1
    if left:
        placed, *others = left
        blocks = entry(scene, placed).blocks
        method = "" if forced or not blocks else await chosen_way(scene, being, placed)
        if not crosses():
            return
        caught = is_between(scene, being, placed, to) and not (method and await gets_over(scene, being, placed, method))
        if caught and is_between(scene, being, placed, to):  # a Retry may have been thought over meanwhile
            spring(scene, placed, [being, *carried_by(scene, being, forced)], pushed_by or being.id)
            if blocks:
                scene.record("barred", rule_of(scene, placed), who=being.id, hazard=placed.hazard, zone=to)
                return
        scene.next(cross(being, path, tuple(others), pushed_by))
        return
    arrive(scene, being, to, pushed_by)
    if rest:
        scene.next(walk(being, tuple(rest)))


def is_between(scene: Scene, being: Being, placed: Placed, to: str) -> bool:
    """Is a hazard on the way to a zone still there, and the unit still before it?"""
    return placed in on_the_way(scene, scene.zones(being), block_at(scene, being, to))


def ways_over(scene: Scene, being: Being, placed: Placed) -> tuple[str, ...]:
    """The skills and toolkits with which a unit can try to get over a hazard now."""
    return tuple(
        way.method
        for way in entry(scene, placed).cross
        if cannot_try(scene, being, way.method, "cb.hazard.traversal") is None
        and is_mute(scene, being, way.method) is None
    )


async def chosen_way(scene: Scene, being: Being, placed: Placed) -> str:
    """With what a unit tries to get over a hazard that bars the way; nothing where there is no way left to try."""

    def ways() -> tuple[str, ...]:
        return ways_over(scene, being, placed) or (NO_WAY,)

    if len(ways()) == 1:
        return ways()[0]
    method: str = await ask(
        scene, being.id, lambda: OneOf(ways()), rule="cb.hazard.traversal", about={"hazard": placed.hazard},
        default=lambda: ways()[0],
    )  # fmt: skip
    return method


async def gets_over(scene: Scene, being: Being, placed: Placed, method: str) -> bool:
    """A hazard that bars the way: one of its rolls, made as part of the move."""
    number = next(way.difficulty for way in entry(scene, placed).cross if way.method == method)
    result = await task(
        scene, being, method, number, rule="cb.hazard.traversal", extra=edges(scene, being, "task", None),
        hazard=placed.hazard,
    )  # fmt: skip
    return result != FAILURE


def arrive(scene: Scene, being: Being, zone: str, pushed_by: str = "") -> None:
    """A unit is in the next zone, with all whom they carry; what acts on entering does so."""
    before = scene.zones(being)
    company = carried_by(scene, being, bool(pushed_by))
    direction = scene.board.direction(being.at, zone)
    being.at = zone
    for other in company:
        if other.at not in scene.zones(being) or len(before) > 1:
            other.at = scene.board.toward(other.at, direction) or zone
    scene.record("moves", "cb.move.action", who=being.id, to=zone, carried=tuple(other.id for other in company))
    torn_apart(scene)
    face_fears(scene, being, *company)
    if scene.hazards:
        for placed in on_arrival(scene, before, scene.zones(being)):
            spring(scene, placed, [being, *company], pushed_by or being.id)


# ---------------------------------------------------------------- against one's will, and along with somebody


@step("cb.man.push")
async def shove(scene: Scene, being: Being, zone: str, by: str) -> None:
    """A unit is moved one zone by another: no strikes, but hazards act and bar the way."""
    if not being.here or zone not in steps_from(scene, being, being.at):
        return
    scene.record("pushed", "cb.man.push", who=being.id, by=by, to=zone)
    scene.next(cross(being, (zone,), None, by))


@step("cb.man.push.follow")
async def follow(scene: Scene, being: Being, zone: str) -> None:
    """Moving along with whom one has pushed: it counts toward the maximum and may be struck at."""
    if not stays(scene, being, zone):
        scene.cite("cb.move.max")
        scene.next(walk(being, (zone,)), keeps_stride(being, being.stride))


@step("cb.man.push.follow")
async def keeps_stride(scene: Scene, being: Being, stride: int) -> None:
    """Following uses up nothing of a move that is under way."""
    being.stride = stride
