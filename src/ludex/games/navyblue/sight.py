"""Who is in sight: enemies whom the party has not met take no part in anything until it comes across them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ludex.core.scene import Condition
from ludex.games.navyblue.being import FOES, PARTY, Being, Scene


def noticed(scene: Scene, zones: Iterable[str]) -> tuple[str, ...]:
    """nb.gap.sight: enemies in these zones and in those beside them, with nothing shut between; not who hides."""
    near = [near for zone in zones for near in (zone, *scene.board.neighbours(zone)) if sees(scene, zone, near)]
    return tuple(foe.id for foe in dangers(scene) if foe.at in near and "Hidden" not in foe.states)


def sees(scene: Scene, zone: str, other: str) -> bool:
    return zone == other or scene.passes(zone, other)


def dangers(scene: Scene) -> list[Being]:
    """All enemies who could fight, met or not."""
    return [foe for foe in scene.side_of(FOES) if foe.threat or "Unmet" in foe.states]


def unmet_in_sight(scene: Scene) -> tuple[str, ...]:
    """Those of whom the party knows nothing yet, and whom it sees now."""
    unmet = [foe.id for foe in scene.side_of(FOES) if "Unmet" in foe.states]
    if not unmet:
        return ()
    seen = noticed(scene, dict.fromkeys(being.at for being in scene.side_of(PARTY) if being.here))
    return tuple(name for name in unmet if name in seen)


def lose_sight(scene: Scene) -> None:
    """A party that enters a place meets only those who are in sight."""
    seen = noticed(scene, dict.fromkeys(being.at for being in scene.side_of(PARTY) if being.here))
    for foe in dangers(scene):
        if foe.id not in (*seen, *(scene.meeting or ())) and "Unmet" not in foe.states:
            foe.afflict(Condition("Unmet"))  # not told: it is a secret


def meet(scene: Scene, names: Iterable[str]) -> None:
    """From now on they take part; in a fight they may be chosen from their side's next choice on."""
    for name in names:
        if not scene.beings[name].relieve("Unmet") or scene.mode != "fight":
            continue
        scene.foes_at_start += 1
        scene.bygone = tuple(other for other in scene.bygone if other != name)
        scene.turns = replace(scene.turns, order=(*scene.turns.order, name))
        scene.record("joins", "nb.init.alternate", who=name, at=scene.beings[name].at)
