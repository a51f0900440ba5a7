"""Who and what is in sight: enemies whom the party has not met take no part in anything until it comes across them, and
of zones of a dungeon that it has not seen it knows no more than that there is a way."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache

from ludex.core.board.zone import ZoneBoard
from ludex.core.kernel.english import there_are
from ludex.core.kernel.ruling import BadInput
from ludex.core.kernel.scene import Condition
from ludex.core.scene.namesakes import come_to_light
from ludex.games.navyblue.state import FOES, PARTY, Being, Door, Scene

SOMEWHERE = ""  # a zone that nobody can name


def noticed(scene: Scene, zones: Iterable[str]) -> tuple[str, ...]:
    """nb.gap.sight: enemies in these zones and in those beside them, with nothing shut between; not who hides."""
    near = in_view(scene, zones)
    return tuple(foe.id for foe in dangers(scene) if foe.at in near and "Hidden" not in foe.states)


def in_view(scene: Scene, zones: Iterable[str]) -> list[str]:
    """These zones, and those beside them with nothing shut between."""
    return [near for zone in zones for near in (zone, *scene.board.neighbours(zone)) if sees(scene, zone, near)]


def where_the_party_is(scene: Scene) -> tuple[str, ...]:
    return tuple(dict.fromkeys(being.at for being in scene.side_of(PARTY) if being.here))


def sees(scene: Scene, zone: str, other: str) -> bool:
    return zone == other or scene.passes(zone, other)


def dangers(scene: Scene) -> list[Being]:
    """All enemies who could fight, met or not."""
    return [foe for foe in scene.side_of(FOES) if foe.threat or "Unmet" in foe.states]


def unmet_in_sight(scene: Scene) -> tuple[str, ...]:
    """Those of whom the party knows nothing yet, and whom it sees now."""
    unmet = [foe.id for foe in scene.beings.values() if "Unmet" in foe.states and foe.side == FOES]
    if not unmet:
        return ()
    seen = noticed(scene, where_the_party_is(scene))
    return tuple(name for name in unmet if name in seen)


def lose_sight(scene: Scene) -> None:
    """A party that enters a place meets only those who are in sight, and knows the zones that are."""
    there = where_the_party_is(scene)
    known = [*in_view(scene, there), *(being.at for being in scene.side_of(PARTY)), *scene.place.searched]
    scene.unseen = scene.unseen or tuple(zone for zone in scene.board if zone not in known)
    seen = noticed(scene, there)
    for foe in dangers(scene):
        if foe.id not in (*seen, *scene.meeting) and "Unmet" not in foe.states:
            foe.afflict(Condition("Unmet"))  # not told: it is a secret


def look_about(scene: Scene) -> None:
    """nb.gap.sight: what the party sees now it has seen."""
    if scene.unseen:
        seen = [zone for zone in in_view(scene, where_the_party_is(scene)) if zone in scene.unseen]
        new = tuple(chest for chest in scene.chests if chest.at in seen)
        if new:  # those that are known keep what they are called
            scene.chests = (*(chest for chest in scene.chests if chest not in new), *new)
        scene.unseen = tuple(zone for zone in scene.unseen if zone not in seen)


def shows(scene: Scene, door: Door) -> bool:
    """nb.gap.sight: a door is seen from either side."""
    return not scene.unseen or any([zone not in scene.unseen for zone in door.zones])


def ways_on(scene: Scene) -> list[str]:
    """Zones that the party has not seen, beside those that it has."""
    board = scene.board
    return [zone for zone in scene.unseen if any(near not in scene.unseen for near in board.neighbours(zone))]


def known_zones(scene: Scene) -> list[str]:
    """The zones that the party has heard of: those that it has seen, and those beside them."""
    return [*(zone for zone in scene.board if zone not in scene.unseen), *ways_on(scene)]


def charted(scene: Scene) -> ZoneBoard:
    """The board as far as the party knows it: the zones that it has seen, those beside them, and where somebody is whom
    it knows."""
    if not scene.unseen:
        return scene.board
    met = [being.at for being in scene.beings.values() if "Unmet" not in being.states and being.at in scene.unseen]
    return part_of(scene.board, scene.unseen, tuple(dict.fromkeys((*ways_on(scene), *met))))


@lru_cache(maxsize=256)
def part_of(board: ZoneBoard, unseen: tuple[str, ...], shown: tuple[str, ...]) -> ZoneBoard:
    """What has been seen, and of the rest some zones; what is in those and how they are joined with each other is not
    known."""
    zones = [zone for zone in board.zones.values() if zone.id not in unseen or zone.id in shown]
    there = [zone.id for zone in zones]
    apart = [(one, other) for one in shown for other in board.beside(one) if other in shown]
    return ZoneBoard(
        zones,
        [*(pair for pair in board.closed if pair[0] in there and pair[1] in there), *apart],
        [zone for zone in there if zone in board.cover and zone not in unseen],
        [(a, b) for a, b in board.links if a in there and b in there and not (a in unseen and b in unseen)],
    )


def known_exits(scene: Scene) -> tuple[str, ...]:
    """The exits that the party has seen; where it has seen none of them, it knows that there is one somewhere."""
    if not scene.unseen or not scene.exits:
        return scene.exits
    return tuple([zone for zone in scene.exits if zone not in scene.unseen]) or (SOMEWHERE,)


def no_such_zone(scene: Scene, zone: object, field: str) -> BadInput:
    """What is wrong with a zone that is none; it tells of no zone that nobody has heard of."""
    return BadInput(f"{field}: there is no zone {zone!r}; {there_are(zone, known_zones(scene))}")


def free_name(name: str, before: str, taken: Collection[str]) -> str:
    """The name, with a number behind it where somebody has it."""
    found, number = name, 1
    while found in taken:
        number += 1
        found = f"{name}{before}{number}"
    return found


def names_of_the_met(scene: Scene) -> list[str]:
    return [being.name for being in scene.beings.values() if "Unmet" not in being.states]


def meet(scene: Scene, names: Iterable[str]) -> None:
    """From now on they take part; in a fight they may be chosen from their side's next choice on."""
    for name in names:
        being, called = scene.beings[name], names_of_the_met(scene)
        if not being.relieve("Unmet"):
            continue
        come_to_light(scene, being)
        being.name = free_name(being.name, " ", called)  # who was known before the dungeon may have a namesake by now
        if scene.mode != "fight":
            continue
        scene.foes_at_start += 1
        scene.bygone = tuple(other for other in scene.bygone if other != name)
        scene.turns = replace(scene.turns, order=(*scene.turns.order, name))
        scene.record("joins", "nb.init.alternate", who=name, at=scene.beings[name].at)
