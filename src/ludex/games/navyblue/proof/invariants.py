"""What must hold in every scene at a boundary, whatever has been played."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.games.navyblue.book.conditions import GONE
from ludex.games.navyblue.book.features import BODY, carried, item, max_vigor, slot_count
from ludex.games.navyblue.state import Being, Scene


def faults(scene: Scene) -> list[str]:
    """What in this scene no rule allows. Empty unless there is a mistake in the rules."""
    found = [fault for being in scene.beings.values() for fault in of_being(scene, being)]
    return [*found, *of_scene(scene)]


def of_being(scene: Scene, being: Being) -> Iterator[str]:
    name = being.id
    if not 0 <= being.vigor <= max_vigor(scene, being):
        yield f"{name} has {being.vigor} Vigor of {max_vigor(scene, being)}"
    for what, value in (("motion", being.motion), ("actions", being.actions), ("experience", being.experience)):
        if value < 0:
            yield f"{name}.{what} is {value}"
    if being.states != frozenset(condition.name for condition in being.conditions):
        yield f"{name}.states are {sorted(being.states)}, their conditions {[c.name for c in being.conditions]}"
    if being.at not in scene.board:
        yield f"{name} stands at {being.at!r}, which does not exist"
    yield from of_slots(scene, being)
    yield from of_death(scene, being)


def of_slots(scene: Scene, being: Being) -> Iterator[str]:
    """nb.carry.slots, nb.carry.limit: as many slots as there should be, and every thing fills as many as it takes."""
    if not being.pc:
        if being.slots:
            yield f"{being.id} is an NPC and has slots"
        return
    if len(being.slots) != slot_count(scene, being):
        yield f"{being.id} has {len(being.slots)} slots in place of {slot_count(scene, being)}"
    filled: dict[str, int] = {}
    for slot in being.slots:
        if slot.thing:
            filled[slot.thing] = filled.get(slot.thing, 0) + 1
    for thing, count in filled.items():
        size = _size(scene, thing)
        if size and count % size:
            yield f"{being.id} has {count} slots of {thing!r}, which takes {size}"
    hands = sum(item(scene, thing).hands for thing in being.held)
    if hands > 2:
        yield f"{being.id} holds {being.held} in two hands"


def _size(scene: Scene, thing: str) -> int:
    if thing.startswith("body:"):
        return 0  # its size depends on what it carries
    return item(scene, thing).slots


def of_death(scene: Scene, being: Being) -> Iterator[str]:
    """nb.death.pc, nb.death.npc."""
    doomed = not being.vigor and (not being.pc or all(slot.marked for slot in being.slots))
    if doomed and "Dead" not in being.states:
        yield f"{being.id} has no Vigor and no slot left, and lives"
    if "Dead" in being.states and being.vigor:
        yield f"{being.id} is dead and has {being.vigor} Vigor"
    for thing in carried(scene, being):
        if thing.startswith(BODY) and "Dead" not in scene.beings[thing.removeprefix(BODY)].states:
            yield f"{being.id} carries {thing}, who lives"


def of_scene(scene: Scene) -> Iterator[str]:
    if scene.agenda or scene.fresh:
        yield f"something is still under way: {scene.agenda} {scene.fresh}"
    for name in scene.meeting:
        if not scene.beings[name].states.isdisjoint(GONE):
            yield f"{name} is met and is gone"
    turns = scene.turns
    for name in (*turns.order, *turns.acted):
        if name not in scene.beings:
            yield f"{name} has a turn and does not exist"
    if scene.mode != "fight":
        if turns.current or turns.order:
            yield f"it is {turns.current}'s turn outside a fight"
    elif turns.current and not scene.beings[turns.current].here:
        yield f"{turns.current} is to act and is {sorted(scene.beings[turns.current].states)}"
