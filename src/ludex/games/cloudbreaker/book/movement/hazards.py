"""Hazards: what lies between zones and in them, and what happens to whoever meets it."""

from __future__ import annotations

from collections.abc import Iterable

from ludex.core.board.zone import ZoneBoard
from ludex.core.content.content import ContentError, Library
from ludex.core.kernel.agenda import step
from ludex.core.kernel.derived import Basis, derived
from ludex.core.kernel.english import there_are
from ludex.games.cloudbreaker.book.attacks.damage import spared
from ludex.games.cloudbreaker.book.attacks.effects import happen
from ludex.games.cloudbreaker.records.kinds import Hazard
from ludex.games.cloudbreaker.state import Being, Placed, Scene, vital_hit


def entry(scene: Scene, placed: Placed) -> Hazard:
    found: Hazard = scene.library.shelves["hazard"].entries[placed.hazard]
    return found


def check_hazards(library: Library, board: ZoneBoard, hazards: Iterable[Placed], where: str) -> None:
    """cb.hazard.traversal, cb.hazard.zone: in one zone, or between two neighbours."""
    for number, placed in enumerate(hazards):
        kind = library.shelves["hazard"].get(placed.hazard, f"{where}[{number}]").hazard_type
        for zone in placed.zones:
            if zone not in board:
                raise ContentError(f"{where}[{number}]: there is no zone {zone!r}; {there_are(zone, board)}")
        if len(placed.zones) != (2 if kind == "traversal" else 1):
            expected = "two zones, between which it lies" if kind == "traversal" else "one zone"
            raise ContentError(f"{where}[{number}]: {placed.hazard} is a {kind} hazard; expected {expected}")
        if len(placed.zones) == 2 and placed.zones[1] not in board.beside(placed.zones[0]):
            raise ContentError(f"{where}[{number}]: {placed.zones[0]} and {placed.zones[1]} are not side by side")


def triggers(scene: Scene, placed: Placed) -> tuple[str, ...]:
    """cb.hazard.zone: no trigger listed means entering; cb.hazard.traversal: crossing."""
    hazard = entry(scene, placed)
    return hazard.triggers or (("cross",) if hazard.hazard_type == "traversal" else ("enter",))


HAZARDS = Basis(scene="hazards")


@derived(HAZARDS)
def in_zones(scene: Scene, zones: tuple[str, ...], trigger: str) -> tuple[Placed, ...]:
    """The hazards in these zones that such an event sets off."""
    return tuple([
        placed
        for placed in scene.hazards
        if len(placed.zones) == 1 and placed.zones[0] in zones and trigger in triggers(scene, placed)
    ])  # fmt: skip


def between(scene: Scene, before: tuple[str, ...], after: tuple[str, ...]) -> list[Placed]:
    """The hazards that lie between the zones that are left and those that are entered."""
    return [
        placed
        for placed in scene.hazards
        if len(placed.zones) == 2
        and "cross" in triggers(scene, placed)
        and ((placed.zones[0] in before and placed.zones[1] in after and placed.zones[1] not in before)
             or (placed.zones[1] in before and placed.zones[0] in after and placed.zones[0] not in before))
    ]  # fmt: skip


@derived(HAZARDS)
def on_the_way(scene: Scene, before: tuple[str, ...], after: tuple[str, ...]) -> tuple[Placed, ...]:
    """All hazards that a step meets before it arrives: those it leaves, those between, those that bar the entry."""
    entered = tuple(zone for zone in after if zone not in before)
    left = tuple(zone for zone in before if zone not in after)
    barring = [placed for placed in in_zones(scene, entered, "enter") if entry(scene, placed).blocks]
    return (*in_zones(scene, left, "leave"), *between(scene, before, after), *barring)


@derived(HAZARDS)
def on_arrival(scene: Scene, before: tuple[str, ...], after: tuple[str, ...]) -> tuple[Placed, ...]:
    """The hazards that a step sets off by arriving: those that act on entering and bar nobody."""
    entered = tuple(zone for zone in after if zone not in before)
    return tuple([placed for placed in in_zones(scene, entered, "enter") if not entry(scene, placed).blocks])


def rule_of(scene: Scene, placed: Placed) -> str:
    return "cb.hazard.traversal" if entry(scene, placed).hazard_type == "traversal" else "cb.hazard.zone"


def spring(scene: Scene, placed: Placed, beings: list[Being], moved_by: str = "") -> None:
    """A hazard activates for these. One that blocks does so for those whom it stops. `moved_by`: who has pushed or
    dragged them there, or gone there; what it does to others is their doing."""
    hazard = entry(scene, placed)
    rule = rule_of(scene, placed)
    hits = tuple(vital_hit(being) for being in beings if hazard.effects and not spared(scene, being))
    for hit in hits:
        scene.record("hazard", rule, hazard=hazard.id, who=hit.target)
    if hits:
        source = f"hazard:{hazard.id}"
        zone = placed.zones[0]
        scene.next(*[happen(None, source, number, hits, zone, moved_by) for number in range(len(hazard.effects))])


@step("cb.hazard.zone")
async def acts(scene: Scene, being: Being, trigger: str) -> None:
    """The hazards of the zones that a unit is in, at a moment of their turn."""
    if being.here:
        for placed in in_zones(scene, scene.zones(being), trigger):
            spring(scene, placed, [being])


def end_of_round(scene: Scene) -> None:
    """Hazards that act when a round ends, on everybody who is there."""
    for placed in scene.hazards:
        if "round_ends" in triggers(scene, placed):
            there = [b for b in scene.beings.values() if b.here and any(z in placed.zones for z in scene.zones(b))]
            spring(scene, placed, there)
