"""Light, for people: no rule asks whether it is dark (nb.gap.sight), but who carries a lantern is to be seen."""

from __future__ import annotations

from ludex.games.navyblue.book.features import item, passive
from ludex.games.navyblue.records.effects import Light
from ludex.games.navyblue.records.kinds import Gear, Weapon
from ludex.games.navyblue.state import Scene


def lights(scene: Scene) -> dict[str, int]:
    """The zones from which light falls, and how many zones far: of what is held, and of what was set down."""
    found: dict[str, int] = {}
    for being in scene.beings.values():
        if being.here:
            for light in passive(scene, being, Light):
                found[being.at] = max(light.reach, found.get(being.at, 0))
    for lying in scene.lying:
        thing = item(scene, lying.thing)
        for effect in thing.effects if isinstance(thing, Gear | Weapon) else ():
            if isinstance(effect, Light):
                found[lying.at] = max(effect.reach, found.get(lying.at, 0))
    return found
