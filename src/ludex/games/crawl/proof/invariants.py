"""What must hold in every scene at a boundary, whatever has been played."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.kernel.english import listed
from ludex.games.crawl.book.characters.aspects import item_of, items, max_ep, max_hp
from ludex.games.crawl.book.characters.skills import hands_of
from ludex.games.crawl.book.conditions import COUNTED, HELD, note_fault
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.records.kinds import Armor
from ludex.games.crawl.state import CORE, PARTY, Being, Scene


def faults(scene: Scene) -> list[str]:
    """What in this scene no rule allows. Empty unless there is a mistake in the rules."""
    found = [fault for being in scene.beings.values() for fault in of_being(scene, being)]
    return [*found, *of_place(scene), *of_scene(scene)]


# ---------------------------------------------------------------- somebody


def of_being(scene: Scene, being: Being) -> Iterator[str]:
    name = being.id
    if being.hp > max_hp(scene, being):
        yield f"{name} has {being.hp} HP of {max_hp(scene, being)}"
    if not 0 <= being.ep <= most_ep(scene, being):
        yield f"{name} has {being.ep} EP of {max_ep(scene, being)}"
    counted = ("steps", "small", "overflow", "fasted", "parched", "ap", "money")
    for what in counted:
        if getattr(being, what) < 0:
            yield f"{name}.{what} is {getattr(being, what)}"
    for core, points in being.ability:
        if core not in CORE or points <= 0:
            yield f"{name}.ability of {core} is {points}; expected 1 or more, of {listed(CORE, 'or')}"
    for other, value in being.disposition:
        if not 0 <= value <= 50:
            yield f"{name}.disposition towards {other} is {value}; expected 0 to 50"
    if not 0 <= being.facing < len(scene.board.directions):
        yield f"{name} faces {being.facing}"
    yield from of_conditions(scene, being)
    yield from of_things(scene, being)


def most_ep(scene: Scene, being: Being) -> int:
    """tc.ep.pool: the pool; in its own turn, held or under way, more where the table plays it so. Outside fights
    energy is not counted."""
    own = being.id in (scene.turns.current, *scene.turns.waiting) or scene.mode != "fight"
    above = own and scene.options["opt_ep_overflow"]
    return max_ep(scene, being) + (99 if above else 0)


def of_conditions(scene: Scene, being: Being) -> Iterator[str]:
    name = being.id
    if being.states != frozenset(condition.name for condition in being.conditions):
        yield f"{name}.states are {sorted(being.states)}, its conditions {[c.name for c in being.conditions]}"
    for condition in being.conditions:
        if condition.name not in CONDITIONS:
            yield f"{name} is {condition.name}, which nobody knows"
        elif note_fault(scene.library, condition):
            yield f"{name} is {note_fault(scene.library, condition)}"
        if condition.name in COUNTED and condition.value <= 0 and condition.until is None:
            yield f"{name} is {condition.name} with the value {condition.value}"
        by = scene.beings.get(condition.source) if condition.name in HELD else None
        if by is not None and (by.senseless or not by.here):
            yield f"{name} is {condition.name} by {by.id}, who is {sorted(by.states)}"
    if being.hp <= -max_hp(scene, being) and "Dead" not in being.states:
        yield f"{name} has {being.hp} HP and lives"
    if "Destroyed" in being.states and "Dead" not in being.states:
        yield f"{name} is Destroyed, and not Dead"
    if being.senseless and "Hidden" in being.states:
        yield f"{name} is Hidden and {sorted(being.states)}"
    if being.senseless and being.readied is not None:
        yield f"{name} has readied {being.readied.command.name} and is {sorted(being.states)}"
    if being.found_by and "Hidden" not in being.states:
        yield f"{name} is found by {being.found_by}, and not Hidden"


def of_things(scene: Scene, being: Being) -> Iterator[str]:
    """tc.equip.slots: two hands hold what they can; what is worn can be worn; the pack has something of each."""
    known = items(scene.library)
    for thing in (*filter(None, being.hands), *being.worn, *[carried.id for carried in being.pack]):
        if thing not in known:
            yield f"{being.id} has {thing!r}, which does not exist"
            return
    right, left = being.hands
    for thing in filter(None, (right, left)):
        if hands_of(item_of(scene.library, thing)) == 2 and right != left:
            yield f"{being.id} holds {being.hands}, and {thing} needs both hands"
    for thing in being.worn:
        item = item_of(scene.library, thing)
        if not isinstance(item, Armor) or item.slot == "hand":
            yield f"{being.id} wears {thing}"
    for carried in being.pack:
        if carried.count < 1 or carried.used < 0:
            yield f"{being.id} carries {carried.count} of {carried.id}, {carried.used} uses gone"
    if len({carried.id for carried in being.pack}) != len(being.pack):
        yield f"{being.id} has two entries of one thing in the pack: {[carried.id for carried in being.pack]}"


# ---------------------------------------------------------------- the place


def of_place(scene: Scene) -> Iterator[str]:
    for being in scene.beings.values():
        for cell in scene.cells(being):
            if cell not in scene.board.cells:
                yield f"{being.id} is at {cell}, which is not on the board"
            elif being.here and cell in scene.board.walls:
                yield f"{being.id} is in the wall at {cell}"
    for cover in scene.cover:
        if cover.hp <= 0:
            yield f"the {cover.name} at {cover.at} has {cover.hp} HP"
    for lying in scene.lying:
        if lying.item not in items(scene.library) or lying.at not in scene.board.cells:
            yield f"{lying.item!r} lies at {lying.at}"
    for area in scene.areas:
        if not area.cells or any(cell not in scene.board.cells for cell in area.cells):
            yield f"{area.aspect} lies on {area.cells}"


# ---------------------------------------------------------------- turns


def of_scene(scene: Scene) -> Iterator[str]:
    if scene.agenda or scene.fresh:
        yield f"something is still under way: {scene.agenda} {scene.fresh}"
    turns = scene.turns
    for name in (*turns.order, *turns.acted, *turns.waiting, *turns.called, *turns.held):
        if name not in scene.beings:
            yield f"{name} has a turn and does not exist"
    if scene.mode != "fight":
        if turns.order:
            yield f"turns are taken outside a fight: {turns.order}"
        if turns.current and (turns.current not in scene.beings or scene.beings[turns.current].side != PARTY):
            yield f"{turns.current} leads, and is not of the party"
        return
    if any(name not in turns.waiting for name in turns.called):
        yield f"{turns.called} rejoin, and only {turns.waiting} wait"
    if turns.current in scene.beings:
        acting = scene.beings[turns.current]
        if acting.senseless or not acting.here:
            yield f"{turns.current} is to act and is {sorted(acting.states)}"
