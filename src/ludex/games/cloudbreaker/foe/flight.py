"""Running from an epic trap: the way to safety, what bars it, defusing, and shelter when time is up."""

from __future__ import annotations

from ludex.core.foe.deciding import Idea
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.english import count
from ludex.games.cloudbreaker.book.attacks.weapons import cannot_use, free_hands, use_of
from ludex.games.cloudbreaker.book.conditions import captives
from ludex.games.cloudbreaker.book.movement.actions import zones_left
from ludex.games.cloudbreaker.book.movement.hazards import entry, on_the_way
from ludex.games.cloudbreaker.book.movement.steps import block_at, cannot_leave, way_to
from ludex.games.cloudbreaker.book.situations.escape import PER_ZONE
from ludex.games.cloudbreaker.foe.places import best_chance, harm_of
from ludex.games.cloudbreaker.records.effects import Construct
from ludex.games.cloudbreaker.records.kinds import Clue
from ludex.games.cloudbreaker.state import FOES, OBJECT, Being, Placed, Scene, Trap, larger

BARRED = 2.5  # that a step is lost
CLEARED = 2.5  # what it must spare the own side to clear a hazard away


def runs(scene: Scene, being: Being) -> bool:
    """Is there a trap that has yet to go off, and does it reach this one?"""
    return scene.trap is not None and not scene.fired and being.side != FOES and not safe(scene, being)


def safe(scene: Scene, being: Being) -> bool:
    return any(zone in scene.safe_zones for zone in scene.zones(being))


def in_a_turn(being: Being) -> int:
    sheet = being.sheet
    return min(sheet.max_move, sheet.move * (sheet.minor + sheet.major))


def way_out(scene: Scene, being: Being) -> tuple[str, ...]:
    """The way to the safe zone if it can be reached in time, else to where the trap hurts least."""
    trap = scene.trap
    assert trap is not None
    turns = max(0, trap.round - scene.turns.round)
    budget = zones_left(scene, being) + turns * in_a_turn(being)
    ways = [way for zone in scene.safe_zones if (way := way_to(scene, being, zone)) is not None]
    nearest = min(ways, key=len, default=None)
    if nearest is not None and len(nearest) <= budget:
        return nearest
    best = (shelter(scene, trap, being.at), 0)
    found: tuple[str, ...] = ()
    for zone in scene.board:
        way = way_to(scene, being, zone)
        if way is not None and len(way) <= budget and (shelter(scene, trap, zone), -len(way)) > best:
            best, found = (shelter(scene, trap, zone), -len(way)), way
    return found


def shelter(scene: Scene, trap: Trap, zone: str) -> int:
    """How much of the trap's damage a zone takes off."""
    diagonal = bool(scene.options["opt_diagonal_distance"])
    found = PER_ZONE * scene.board.distance(trap.epicenter, zone, diagonal)
    found += max((n for there, n in scene.shelters if there == zone), default=0)
    return found + max((raised.reduction for raised in scene.raised if raised.zone == zone), default=0)


def escape(scene: Scene, being: Being, enemies: list[Being]) -> Idea | None:
    """The next thing to do for who runs from a trap: defuse it, take a friend along, clear the way, run, or hide."""
    trap = scene.trap
    assert trap is not None
    turns = max(0, trap.round - scene.turns.round)
    way = way_out(scene, being)
    first = defusing(scene, being, trap) or taking_along(scene, being, way, turns)
    if first is not None:
        return first
    if "Prone" in being.states and way and being.minor + being.major:
        return Idea(9.0, Command(being.id, "stand_up"), "On the feet first, to run.")
    if way and cannot_leave(being) is None and being.latched is None:
        if len(way) <= (turns - 1) * in_a_turn(being) and engaged(scene, being, enemies):
            return None  # there is time to fight before one turns one's back
        return clearing(scene, being, way, turns) or running(scene, being, way, turns)
    return raising(scene, being, trap) if not turns else None


def engaged(scene: Scene, being: Being, enemies: list[Being]) -> bool:
    return any(not enemy.helpless and enemy.sheet.sort != OBJECT and scene.together(being, enemy) for enemy in enemies)


def running(scene: Scene, being: Being, way: tuple[str, ...], turns: int) -> Idea | None:
    """As far as minor actions go, if that is enough; else with the Major Action as well."""
    left = zones_left(scene, being)
    strolling = min(left, being.stride + being.sheet.move * being.minor)
    later = min(being.sheet.max_move, being.sheet.move * being.sheet.minor) * turns
    far = strolling if len(way) <= strolling + later else left
    far = min(far, up_to_hazard(scene, being, way))
    if not far:
        return None
    given = command(being.id, "move", to=way[:far])
    return Idea(9.0, given, f"Away from the trap: {count(len(way), 'zone')} to go")


def taking_along(scene: Scene, being: Being, way: tuple[str, ...], turns: int) -> Idea | None:
    """A friend who cannot walk is held, and comes along."""
    if (
        not being.major
        or not way
        or free_hands(scene, being) < 1
        or len(captives(scene, being)) >= being.sheet.max_held
    ):
        return None
    ahead = min(being.sheet.max_move - being.moved, being.stride + being.sheet.move * being.minor)
    if len(way) > ahead + turns * in_a_turn(being):
        return None
    for friend in scene.allies(being):
        lies = "Downed" in friend.states and "Grappled" not in friend.states and larger(friend, being) <= 1
        if lies and scene.together(being, friend):
            given = command(being.id, "grapple", target=friend.id, willing=True)
            return Idea(9.5, given, "{} comes along.", (friend.name,))
    return None


def defusing(scene: Scene, being: Being, trap: Trap) -> Idea | None:
    """Defuse it, as long as that is likely to be done in time and is a way to win."""
    if not trap.defuse or not any(goal.kind == "defuse" for goal in scene.goals):
        return None
    here = trap.epicenter in scene.zones(being)
    if not here or not being.minor + being.major:
        return None
    clues = tuple(Clue(method=method, difficulty=number) for method, number in trap.defuse)
    likely, method = best_chance(scene, being, clues)
    turns = max(0, trap.round - scene.turns.round)
    tries = (
        being.minor + being.major + (being.sheet.minor + being.sheet.major) * max(0, turns - away_from(scene, being))
    )
    if likely * tries < 1.3 * (trap.successes - scene.defused):
        return None
    return Idea(9.0, command(being.id, "defuse", method=method), "Defuse the trap with {}", (method,), likely)


def away_from(scene: Scene, being: Being) -> int:
    """The turns that it takes to get to safety from here."""
    ways = [way for zone in scene.safe_zones if (way := way_to(scene, being, zone)) is not None]
    return -(-min(map(len, ways), default=0) // max(1, in_a_turn(being)))


def up_to_hazard(scene: Scene, being: Being, way: tuple[str, ...]) -> int:
    """The steps before a hazard that is better cleared than met; all of them where there is none."""
    here = being.at
    for far, there in enumerate(way):
        if far and clears(scene, being, here, there, way) is not None:
            return far
        here = there
    return len(way)


def clearing(scene: Scene, being: Being, way: tuple[str, ...], turns: int) -> Idea | None:
    """Neutralise what lies before the next step, where that is easier than to cross or spares others."""
    actions = being.minor + being.major
    spare = turns > 0 or actions > 1 or being.stride
    found = clears(scene, being, being.at, way[0], way) if actions and spare else None
    if found is None:
        return None
    placed, likely, method = found
    given = command(being.id, "disable", hazard=placed.hazard, at=placed.zones, method=method)
    return Idea(9.0, given, "Clear {} out of the way", (entry(scene, placed).name,), likely)


def clears(scene: Scene, being: Being, here: str, there: str, way: tuple[str, ...]) -> tuple[Placed, float, str] | None:
    """A hazard of this step that should be neutralised first, how likely that is, and with what."""
    for placed in on_the_way(scene, block_at(scene, being, here), block_at(scene, being, there)):
        hazard = entry(scene, placed)
        likely, method = best_chance(scene, being, hazard.neutralise)
        if not likely:
            continue
        behind = [
            other
            for other in scene.allies(being)
            if other.active
            and other.sheet.sort != OBJECT
            and not safe(scene, other)
            and scene.board.distance(other.at, way[-1]) >= scene.board.distance(here, way[-1])
        ]
        if hazard.blocks:
            own = best_chance(scene, being, hazard.cross)[0]
            barred = [(1 - best_chance(scene, other, hazard.cross)[0], other) for other in behind]
            spared = sum(likely_barred * (BARRED + harm_of(scene, other, placed)) for likely_barred, other in barred)
        else:
            own = 1.0
            spared = sum(harm_of(scene, other, placed) for other in (being, *behind))
        if likely > own or likely * spared > CLEARED:
            return placed, likely, method
    return None


def raising(scene: Scene, being: Being, trap: Trap) -> Idea | None:
    """A construct for the zone where most friends are caught, before the trap goes off."""
    for name in being.spells:
        use = use_of(scene, name)
        wall = next((effect for effect in use.effects if isinstance(effect, Construct)), None)
        if wall is None or cannot_use(scene, being, use) is not None or being.mp <= use.mp_cost:
            continue
        if not (being.major if use.action == "major" else being.minor + being.major):
            continue
        best, where = 0, ""
        for zone in scene.board:
            near = scene.board.distance(being.at, zone) <= use.range
            if near and zone not in scene.safe_zones and all(raised.zone != zone for raised in scene.raised):
                caught = sum(o.at == zone and o.here and o.side == being.side for o in scene.beings.values())
                if caught > best:
                    best, where = caught, zone
        if where:
            given = Command(being.id, "cast", (("part", ""), ("spell", name), ("target", where)))
            return Idea(6.0, given, "{}: {} less for {}", (use.name, wall.reduction, best))
    return None
