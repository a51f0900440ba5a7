"""Getting away: who runs, by which way to which exit, and off the board."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.foe.deciding import Idea
from ludex.core.kernel.agenda import Command, command
from ludex.games.navyblue.book.movement.steps import NEVER, price, ways
from ludex.games.navyblue.foe.jobs import clear_way
from ludex.games.navyblue.foe.places import LEAP, STEPS, Terrain
from ludex.games.navyblue.foe.worth import life
from ludex.games.navyblue.state import Being, Scene

TOO_LONG = 30  # rounds after which nobody goes on with a fight
NEAR_DEATH = 4  # what is left of a player character who gives up
CLOSE = 2  # zones between them and the next enemy


def runs_away(scene: Scene, being: Being) -> bool:
    """Who flees, who has next to no life left, and everybody when a fight drags on."""
    if "Fleeing" in being.states:
        return True
    if not scene.exits:
        return False
    if scene.turns.round > TOO_LONG:
        return True
    if not being.pc or life(being) > NEAR_DEATH:
        return False
    return any(enemy.threat and scene.distance(enemy, being) <= CLOSE for enemy in scene.enemies(being))


def escape(scene: Scene, being: Being) -> Iterator[Idea]:
    """What leads out, the best first: over the edge, on toward the nearest exit, through what bars the way."""
    yield Idea(9.0, Command(being.id, "leave"), "Away from here.")
    terrain = Terrain(scene, being)
    routes = terrain.routes(being.at)
    out = min([zone for zone in scene.exits if zone in routes], key=lambda zone: routes[zone].cost, default="")
    if not out or not routes[out].steps:
        return
    first = routes[out].steps[0]
    if first.how == LEAP:
        yield Idea(8.0, command(being.id, "leap", to=first.to, over=(first.over,)), "Over {}", (first.over,))
    for job in clear_way(scene, being, first.how, first.to, 8.0):
        yield job.idea
    up = 0 if "Prone" in being.states else NEVER
    reached = [
        zone
        for zone, path in ways(terrain.footing).items()
        if not price(terrain.footing, path, up).short and not terrain.pit(zone)
    ]
    now = routes[out].cost
    nearer = sorted([(terrain.cost(zone, out), zone) for zone in reached])
    if nearer and nearer[0][0] < min(now, STEPS):
        yield Idea(7.0, command(being.id, "move", to=nearer[0][1]), "Toward {}", (out,))
    if being.actions and scene.mode == "fight":
        yield Idea(6.0, Command(being.id, "sprint"), "Faster.")
