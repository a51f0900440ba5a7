"""Moves worth a look: what each zone within reach would be good for, and what waits there."""

from __future__ import annotations

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import listed
from ludex.core.show.face import Suggestion
from ludex.games.navyblue.book.attacks.actions import at_hand, not_ready, weapon_of
from ludex.games.navyblue.book.attacks.reach import own_reach
from ludex.games.navyblue.book.carrying.containers import all_chests
from ludex.games.navyblue.book.movement.actions import destinations
from ludex.games.navyblue.book.movement.steps import falls_at, lost_points
from ludex.games.navyblue.show.names import points, thing_name
from ludex.games.navyblue.state import FAR, Being, Scene


def moves_worth_a_look(scene: Scene, being: Being) -> list[Suggestion]:
    """Every zone within reach, with why one would go there."""
    found = []
    for zone in map(str, destinations(scene, being)):
        why = "; ".join(reasons(scene, being, zone))
        found.append(Suggestion(Command(being.id, "move", (("to", zone),)), why))
    return found


def reasons(scene: Scene, being: Being, zone: str) -> list[str]:
    return [*_enemies(scene, being, zone), *_friends(scene, being, zone), *_ground(scene, being, zone)]


def _enemies(scene: Scene, being: Being, zone: str) -> list[str]:
    """Who would be in the same zone, and who within reach of something at hand."""
    foes = [foe for foe in scene.enemies(being) if foe.threat]
    close = [foe.name for foe in foes if foe.at == zone]
    told = [f"with {listed(close)}"] if close else []
    away = scene.hops(zone)
    for name in at_hand(scene, being):
        used = weapon_of(scene, being, name)
        reach = used.attack.reach
        if isinstance(reach, int) and not_ready(scene, being, used) is None:
            far = own_reach(scene, being, reach)
            reached = [foe.name for foe in foes if foe.name not in close and away.get(foe.at, FAR) <= far]
            if reached:
                told.append(f"{listed(reached)} in reach of {used.name}")
    return told


def _friends(scene: Scene, being: Being, zone: str) -> list[str]:
    hurt = [friend.name for friend in scene.allies(being) if friend.at == zone and not friend.vigor]
    return [f"beside {listed(hurt)}, without Vigor"] if hurt else []


def _ground(scene: Scene, being: Being, zone: str) -> list[str]:
    if zone in scene.unseen:
        return []
    pit = falls_at(scene, being, zone)
    told = ["a fall into the pit"] if pit is not None else []
    waits = lost_points(scene, being, zone, True)
    told += [f"{points(waits)} lost when a Move starts there"] if waits else []
    told += ["exit"] if zone in scene.exits else []
    lying = [thing_name(scene, thing.thing) for thing in scene.lying if thing.at == zone]
    lying += [thing_name(scene, name) for name, chest in all_chests(scene).items() if chest.at == zone]
    return [*told, *([f"{listed(lying)} there"] if lying else [])]
