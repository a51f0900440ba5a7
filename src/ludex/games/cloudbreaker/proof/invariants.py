"""What must hold in every scene at a boundary, whatever has been played."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.cloudbreaker.book.morale import MOST as MOST_MORALE
from ludex.games.cloudbreaker.state import WIDE, Being, Scene


def faults(scene: Scene) -> list[str]:
    """What in this scene no rule allows. Empty unless there is a mistake in the rules."""
    found = [fault for being in scene.beings.values() for fault in of_being(scene, being)]
    return [*found, *of_scene(scene)]


def of_being(scene: Scene, being: Being) -> Iterator[str]:
    name, sheet, states = being.id, being.sheet, being.states
    pools = [("mp", being.mp, sheet.mp), ("resolve", being.resolve, sheet.resolve)]
    pools += [(f"parts.{part.id}", hp, part.hp) for part, hp in zip(sheet.parts, being.parts, strict=True)]
    pools += [("major", being.major, sheet.major), ("minor", being.minor, sheet.minor)]
    pools += [("moved", being.moved, sheet.max_move), ("spirit", being.spirit, 99)]
    for pool, value, most in pools:
        if not 0 <= value <= most:
            yield f"{name}.{pool} is {value}, outside 0 to {most}"
    if states != frozenset(condition.name for condition in being.conditions):
        yield f"{name}.states are {sorted(states)}, their conditions {[c.name for c in being.conditions]}"
    yield from of_fall(scene, being)
    yield from of_holds(scene, being)
    if being.at not in scene.board or len(scene.zones(being)) != WIDE.get(sheet.size, 1) ** 2:
        yield f"{name} stands at {being.at}, where they have no room"
    hands = sum(w.hands for w in (scene.library.shelves["weapon"].entries[x] for x in being.wielded) if not w.natural)
    if hands > sheet.hands or set(being.wielded) - set(being.weapons):
        yield f"{name} wields {being.wielded} with {sheet.hands} hands, of {being.weapons}"


def of_fall(scene: Scene, being: Being) -> Iterator[str]:
    """cb.cond.downed, cb.death, cb.defeat.enemy: empty pools have their consequences, and nothing else brings them."""
    empty = being.empty
    if being.pc:
        fallen = being.states & {"Downed", "Knocked Out", "Dead"}
        if len(fallen) > 1:
            yield f"{being.id} is {' and '.join(sorted(fallen))} at once"
        if "Downed" in fallen and not empty:
            yield f"{being.id} is Downed with {being.hp} HP and {being.mp} MP"
        if empty and not fallen and not scene.options["opt_cost_never_downs"]:
            yield f"{being.id} has {being.hp} HP and {being.mp} MP and has not fallen"
        if not being.resolve and "Dead" not in fallen:
            yield f"{being.id} has no Resolve and lives"
    elif empty and being.here and not scene.options["opt_cost_never_downs"]:
        yield f"{being.id} has {being.hp} HP and {being.mp} MP and is still there"


def of_holds(scene: Scene, being: Being) -> Iterator[str]:
    for condition in being.conditions:
        if condition.name == "Grappled" and condition.source in scene.beings:
            grappler = scene.beings[condition.source]
            if not scene.together(being, grappler) or not grappler.here:
                yield f"{being.id} is held by {grappler.id}, who is not there"
    if being.latched is not None:
        carrier = scene.beings[being.latched[0]]
        if not carrier.here or not scene.together(being, carrier):
            yield f"{being.id} clings to {carrier.id}, who is not there"


def of_scene(scene: Scene) -> Iterator[str]:
    if scene.agenda or scene.fresh or scene.hits:
        yield f"something is still under way: {scene.agenda} {scene.fresh} {scene.hits}"
    if not 0 <= scene.morale <= MOST_MORALE:
        yield f"morale is {scene.morale}"
    turns = scene.turns
    for name in (*turns.order, *turns.acted):
        if name not in scene.beings:
            yield f"{name} has a turn and does not exist"
    if scene.mode != "situation":
        if turns.current or turns.order:
            yield f"it is {turns.current}'s turn outside a situation"
        return
    if turns.current and scene.beings[turns.current].helpless:
        yield f"{turns.current} is to act and is {sorted(scene.beings[turns.current].states)}"
