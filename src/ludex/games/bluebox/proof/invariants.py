"""What must hold in every scene at a boundary, whatever has been played."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.board.hex import Cell
from ludex.games.bluebox.book.movement.ground import metres_left
from ludex.games.bluebox.book.turns.escalation import counter_most
from ludex.games.bluebox.state import SHARES, Being, Scene, escalated

FALLEN = frozenset({"Down", "Out", "Dead"})


def faults(scene: Scene) -> list[str]:
    """What in this scene no rule allows. Empty unless there is a mistake in the rules."""
    found = [fault for being in scene.beings.values() for fault in of_being(scene, being)]
    return [*found, *of_rooms(scene), *of_turns(scene)]


def of_being(scene: Scene, being: Being) -> Iterator[str]:
    name, sheet, states = being.id, being.sheet, being.states
    pools = (
        ("hp", being.hp, sheet.hp),
        ("plating", being.plating, sheet.plating),
        ("ep", being.ep, sheet.ep),
        ("exhaustion", being.exhaustion, 7),
        ("ap", being.ap, sheet.ap),
        ("marks", being.marks, 3),
        ("moves", being.moves, 2),
    )
    for pool, value, most in pools:
        if not 0 <= value <= most:
            yield f"{name}.{pool} is {value}, outside 0 to {most}"
    if being.thp < 0 or being.metres < 0 or metres_left(scene, being) < 0:
        yield f"{name} has less than nothing: {being.thp} THP, {being.metres} m"
    if states != frozenset(condition.name for condition in being.conditions):
        yield f"{name}.states are {sorted(states)}, their conditions {[c.name for c in being.conditions]}"
    yield from of_fall(being)
    yield from of_conditions(scene, being)
    if set(being.ready) - set(being.weapons):
        yield f"{name} has in hand what they do not have: {being.ready} of {being.weapons}"
    if any(item.count < 1 for item in being.items):
        yield f"{name} carries less than nothing: {being.items}"


def of_fall(being: Being) -> Iterator[str]:
    """bb.down.state, bb.out.state: at 0 HP Down, Out, dead or Unconscious; above 0 none of the first three."""
    fallen = being.states & FALLEN
    if len(fallen) > 1:
        yield f"{being.id} is {' and '.join(sorted(fallen))} at once"
    if fallen and being.hp:
        yield f"{being.id} is {min(fallen)} with {being.hp} HP"
    if not being.hp and not fallen and "Unconscious" not in being.states:
        yield f"{being.id} has 0 HP and has not fallen"


def of_conditions(scene: Scene, being: Being) -> Iterator[str]:
    name, states = being.id, being.states
    for own, others in (("Grappled", "Grappler"), ("Grappler", "Grappled")):
        for condition in being.conditions:
            if condition.name == own:
                other = scene.beings.get(condition.source)
                if other is None or not any(c.name == others and c.source == name for c in other.conditions):
                    yield f"{name} is {own}, and {condition.source} is not their {others}"
    if being.sheet.plating and ("Shattered" in states) != (being.plating == 0):
        yield f"{name} has {being.plating} Plating and is {'' if 'Shattered' in states else 'not '}Shattered"
    if ("Focused" in states) != bool(being.focus):
        yield f"{name} maintains {being.focus!r} and is {'' if 'Focused' in states else 'not '}Focused"
    if being.sheet.needs_mask and ("Unmasked" in states) != (not being.mask):
        yield f"{name} wears {being.mask!r} and is {'' if 'Unmasked' in states else 'not '}Unmasked"


def of_rooms(scene: Scene) -> Iterator[str]:
    """bb.size.hexes: everybody stands on open hexes, and no hex holds more than it has room for."""
    filled: dict[Cell, int] = {}
    for being in scene.beings.values():
        if being.here:
            for cell in being.cells:
                if not scene.board.open(cell):
                    yield f"{being.id} stands at {cell}, which is not open"
                filled[cell] = filled.get(cell, 0) + SHARES[being.sheet.size]
    yield from (f"{cell} holds {share} sixths of a hex" for cell, share in filled.items() if share > 6)


def of_turns(scene: Scene) -> Iterator[str]:
    if scene.agenda or scene.fresh:
        yield f"the agenda is not empty: {scene.agenda} {scene.fresh}"
    if not 1 <= scene.counter <= counter_most(scene):
        yield f"the Escalation Counter is at {scene.counter}"
    turns = scene.turns
    for name in (*turns.order, *turns.acted, *turns.late, *turns.broken_off):
        if name not in scene.beings:
            yield f"{name} has a turn and does not exist"
    if scene.mode != "combat":
        if turns.current or turns.order:
            yield f"it is {turns.current}'s turn outside combat"
        return
    for being in scene.beings.values():
        if being.beaten and ("Escalated" in being.states or (being.id == turns.current and not escalated(scene))):
            yield f"{being.id} is to act and is {sorted(being.states)}"
    # nobody has begun, or whose turn it was has been taken out
    nobodys = turns.current == "" and (not turns.acted or escalated(scene))
    if turns.current not in scene.beings and not nobodys:
        yield f"it is the turn of {turns.current!r}, who does not exist"
