"""Moves worth a look: what each zone within reach would be good for, and what lies on the way."""

from __future__ import annotations

from ludex.core.kernel.agenda import Command
from ludex.core.kernel.english import listed
from ludex.core.show.face import Suggestion
from ludex.games.cloudbreaker.book.attacks.weapons import at_hand, cannot_use, use_of
from ludex.games.cloudbreaker.book.movement.actions import destinations, whole_path
from ludex.games.cloudbreaker.book.movement.hazards import between, entry, in_zones
from ludex.games.cloudbreaker.book.movement.steps import block_at
from ludex.games.cloudbreaker.records.kinds import Use
from ludex.games.cloudbreaker.show.names import thing_name
from ludex.games.cloudbreaker.state import Being, Placed, Scene


def moves_worth_a_look(scene: Scene, being: Being) -> list[Suggestion]:
    """Every zone within reach, with why one would go there."""
    found = []
    for zone in map(str, destinations(scene, being)):
        why = "; ".join(reasons(scene, being, zone))
        found.append(Suggestion(Command(being.id, "move", (("to", zone),)), why))
    return found


def reasons(scene: Scene, being: Being, zone: str) -> list[str]:
    there = being.fork()
    there.at = zone
    return [
        *_enemies(scene, being, there),
        *_friends(scene, being, there),
        *_ground(scene, there),
        *_on_the_way(scene, being, zone),
    ]


def _enemies(scene: Scene, being: Being, there: Being) -> list[str]:
    """Who would be in the same zone, and who only in range."""
    foes = [foe for foe in scene.enemies(being) if foe.targetable]
    close = [foe.name for foe in foes if scene.together(there, foe)]
    told = [f"with {listed(close)}"] if close else []
    for use in _ranged(scene, being):
        reached = [f.name for f in foes if f.name not in close and scene.distance(there, f) <= use.range]
        if reached and not any(scene.distance(being, foe) <= use.range for foe in foes):
            told.append(f"{listed(reached)} in range of {use.name}")
    return told


def _ranged(scene: Scene, being: Being) -> list[Use]:
    uses = [use_of(scene, name) for name in (*at_hand(scene, being), *being.spells)]
    return [
        use for use in uses if use.reach == "ranged" and use.targets == "one" and cannot_use(scene, being, use) is None
    ]


def _friends(scene: Scene, being: Being, there: Being) -> list[str]:
    down = [f.name for f in scene.allies(being) if "Downed" in f.states and scene.together(there, f)]
    return [f"beside {listed(down)}, who {'is' if len(down) == 1 else 'are'} Downed"] if down else []


def _ground(scene: Scene, there: Being) -> list[str]:
    zones = scene.zones(there)
    told = ["safe zone"] if any(zone in scene.safe_zones for zone in zones) else []
    told += ["covers"] if all(zone in scene.board.cover for zone in zones) else []
    told += [f"shelter: −{most} damage" for zone, most in scene.shelters if zone in zones]
    told += ["the epicenter"] if scene.trap is not None and not scene.fired and scene.trap.epicenter in zones else []
    lying = [thing_name(scene, thing.thing) for thing in scene.lying if thing.at in zones]
    return [*told, *([f"{listed(lying)} on the ground"] if lying else [])]


def _on_the_way(scene: Scene, being: Being, zone: str) -> list[str]:
    """The hazards that the shortest way meets, those of the last zone included."""
    if not scene.hazards:
        return []
    over: list[Placed] = []
    into: list[Placed] = []
    before = scene.zones(being)
    for step in whole_path(scene, being, zone) or ():
        after = block_at(scene, being, step)
        over += [*in_zones(scene, before, "leave"), *between(scene, before, after)]
        into += in_zones(scene, tuple(z for z in after if z not in before), "enter")
        before = after
    for trigger in ("stay", "turn_starts", "round_ends"):
        into += in_zones(scene, before, trigger)
    met = (("over", over), ("into", into))
    return [f"{word} {_names(scene, hazards)}" for word, hazards in met if hazards]


def _names(scene: Scene, hazards: list[Placed]) -> str:
    return listed(dict.fromkeys(entry(scene, placed).name for placed in hazards))
