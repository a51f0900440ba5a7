"""What must hold in every scene at a boundary, whatever has been played."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.board.cells import Cell
from ludex.games.vitality.book.action_types import COMBAT_MODE
from ludex.games.vitality.book.characters.space import cells_of, ground
from ludex.games.vitality.book.effort.effort import allowed
from ludex.games.vitality.book.health.survival import makes_checks
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.state import BEATEN, OUT, Being, Scene


def faults(scene: Scene) -> list[str]:
    """What in this scene no rule allows. Empty unless there is a mistake in the rules."""
    found = [fault for being in scene.beings.values() for fault in of_being(scene, being)]
    return [*found, *of_rooms(scene), *of_hazards(scene), *of_turns(scene)]


def of_being(scene: Scene, being: Being) -> Iterator[str]:
    name, states = being.id, being.states
    if being.hp > being.sheet.hp:
        yield f"{name} has {being.hp} HP of {being.sheet.hp}"
    if being.hp < 0 and not makes_checks(scene, being):
        yield f"{name} makes no Survival Checks and has {being.hp} HP"
    for what in ("primary", "reaction", "spent", "bonus_move", "fallen", "efforts", "owing", "lost"):
        if getattr(being, what) < 0:
            yield f"{name}.{what} is {getattr(being, what)}"
    most = allowed(scene, being)
    if being.efforts > most + 1 and (most or not being.pc):  # whoever has become Peaked has spent them before
        yield f"{name} has spent {being.efforts} Efforts"
    if states != frozenset(condition.name for condition in being.conditions):
        yield f"{name}.states are {sorted(states)}, its conditions {[c.name for c in being.conditions]}"
    for condition in being.conditions:
        if condition.name not in CONDITIONS:
            yield f"{name} is {condition.name}, which there is not"
    if len({(c.name, c.source, c.note) for c in being.conditions}) != len(being.conditions):
        yield f"{name} has a condition twice from one source: {being.conditions}"
    if "Bolstered" in states and any([c.until is not None and c.until.when == "attack" for c in being.conditions]):
        yield f"{name} is Bolstered for an attack, and none is under way"
    if len(states & OUT) > 1:
        yield f"{name} is {sorted(states & OUT)} at once"
    yield from of_fall(scene, being)
    yield from of_others(scene, being)


def of_fall(scene: Scene, being: Being) -> Iterator[str]:
    """vt.npc.defeat, vt.survival.check: enemies at 0 HP are defeated; player characters have made their check."""
    if being.hp <= 0 and not makes_checks(scene, being) and being.here:
        yield f"{being.id} has {being.hp} HP and is not defeated"
    if "Invisible" in being.states and being.senseless:
        yield f"{being.id} is invisible and incapacitated"


def of_others(scene: Scene, being: Being) -> Iterator[str]:
    """What somebody's state says of others is so."""
    if being.home and scene.turns.current != being.id:
        yield f"{being.id} stands with {being.side} and it is not its turn"
    if being.sheet.summoner and being.sheet.summoner not in scene.beings:
        yield f"{being.id} belongs to {being.sheet.summoner}, who does not exist"
    for condition in being.conditions:
        source = scene.beings.get(condition.source)
        if condition.name == "Grabbed" and source is not None and source.beaten:
            yield f"{being.id} is Grabbed by {source.id}, who is out"
        if condition.name == "Carried" and (source is None or source.senseless or being.id not in source.carries):
            yield f"{being.id} is Carried by {condition.source}, who does not carry them"
        until = condition.until
        if until is not None and until.of and until.of not in scene.beings:
            yield f"{being.id} is {condition.name} until a turn of {until.of}, who does not exist"


def of_rooms(scene: Scene) -> Iterator[str]:
    """vt.move.board: everybody is in a space of their own, not below its ground."""
    taken: dict[tuple[Cell, int], str] = {}
    for being in scene.beings.values():
        if not being.here:
            continue
        for cell in cells_of(being):
            if cell not in scene.board.cells:
                yield f"{being.id} is at {cell}, which is not on the board"
        if being.is_wall or not being.states.isdisjoint(("Carried", "Underground")):
            continue
        if being.height < ground(scene, being.at):
            yield f"{being.id} is at height {being.height}, below the ground"
        other = taken.setdefault((being.at, being.height), being.id)
        if other != being.id:
            yield f"{being.id} and {other} are both at {being.at}, height {being.height}"


def of_hazards(scene: Scene) -> Iterator[str]:
    """vt.up.environmental: they last as long as the turns of a fight, each attack at each height once."""
    if scene.hazards and scene.mode != COMBAT_MODE:
        yield f"there are hazards outside combat: {scene.hazards}"
    if len({(h.owner, h.attack, h.height, h.reach) for h in scene.hazards}) != len(scene.hazards):
        yield f"a hazard lies twice: {scene.hazards}"


def of_turns(scene: Scene) -> Iterator[str]:
    if scene.agenda or scene.fresh:
        yield f"the agenda is not empty: {scene.agenda} {scene.fresh}"
    turns = scene.turns
    for name in (*turns.order, *turns.acted, *scene.head_start, *([scene.leads] if scene.leads else ())):
        if name not in scene.beings:
            yield f"{name} is to act and does not exist"
    if len(set(turns.order)) != len(turns.order):
        yield f"somebody has two turns in a round: {turns.order}"
    if scene.mode != COMBAT_MODE:
        if turns.current or turns.order or scene.head_start:
            yield f"it is {turns.current}'s turn outside combat"
        return
    if scene.head_start:
        return
    if turns.current == "" and not turns.acted:
        return  # nobody has begun
    if turns.current not in scene.beings:
        yield f"it is the turn of {turns.current!r}, who does not exist"
    elif not scene.beings[turns.current].states.isdisjoint(BEATEN):
        yield f"{turns.current} is to act and is {sorted(scene.beings[turns.current].states)}"
