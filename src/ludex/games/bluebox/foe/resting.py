"""A rest as a sensible party takes it: who has fallen is helped up, then everybody mends what they lack most. And a day
of travel."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.board.hex import Cell, neighbours
from ludex.core.kernel.agenda import Command, command
from ludex.core.kernel.procedure import GM
from ludex.games.bluebox.book.adventure.camps import resting
from ludex.games.bluebox.book.adventure.handling import in_hand_reach
from ludex.games.bluebox.book.adventure.rest import left_for
from ludex.games.bluebox.book.movement.ground import Ground
from ludex.games.bluebox.state import PARTY, Being, Scene

TRAVELS = ("day",)
TRIES = 10  # Medicine checks for one who has fallen: outside combat nothing hurries


def resting_party(scene: Scene, kind: str) -> Iterator[Command]:
    """The commands of a rest, indoors: no camp is made."""
    yield from help_up(scene)
    yield command(GM, "rest", kind=kind, wilderness=False)
    for member in resting(scene):
        while not member.senseless and left_for(scene, member):
            wanted = most_lacking(member)
            if not wanted:
                break
            yield Command(member.id, wanted)
    yield Command(GM, "end_rest")


def travelling_party(scene: Scene, kind: str) -> Iterator[Command]:
    """bb.gap.travel: whoever knows the way best leads."""
    yield from help_up(scene)
    able = [member for member in scene.side_of(PARTY) if not member.senseless and not member.beaten]
    if able:
        leads = max(able, key=lambda member: member.sheet.abilities.get("Navigation", 0))
        yield command(GM, "travel", navigator=leads.id)


def help_up(scene: Scene) -> Iterator[Command]:
    """bb.down.medicine: the best at Medicine goes to whoever is Down or Out, and tries until it works. What has fallen
    from faces is put on again."""
    for patient in [member for member in scene.side_of(PARTY) if "Dead" not in member.states]:
        able = [m for m in scene.side_of(PARTY) if m is not patient and not m.beaten and "Down" not in m.states]
        if "Unmasked" in patient.states:
            yield from masked(scene, patient, able)
        for _ in range(TRIES if able else 0):
            if patient.states.isdisjoint(("Down", "Out")):
                break
            healer = max(able, key=lambda member: member.sheet.abilities.get("Medicine", 0))
            if not scene.adjacent(healer, patient):
                yield from going_to(scene, healer, patient.at)
            if not scene.adjacent(healer, patient):
                break  # nobody gets at this one
            yield command(healer.id, "medicine", target=patient.id)


def masked(scene: Scene, bare: Being, able: list[Being]) -> Iterator[Command]:
    """bb.cond.unmasked: with a mask that a friend carries, or one that lies there."""
    helper = next((m for m in able if m.masks), None) or next((m for m in able if "Unmasked" not in m.states), None)
    if helper is None or not helper.masks:
        who = bare if not bare.beaten and "Down" not in bare.states else helper
        lying = next((thing for thing in scene.lying if thing.kind == "mask"), None)
        if who is None or lying is None:
            return
        if lying.id not in in_hand_reach(scene, who):
            yield from going_to(scene, who, lying.at)
        if lying.id in in_hand_reach(scene, who):
            yield command(who.id, "pick_up", thing=lying.id)
    if helper is not None and helper.masks and "Unmasked" in bare.states:
        if not scene.adjacent(helper, bare):
            yield from going_to(scene, helper, bare.at)
        if scene.adjacent(helper, bare):
            yield command(helper.id, "swap", thing=helper.masks[0], to=bare.id)


def going_to(scene: Scene, being: Being, there: Cell) -> Iterator[Command]:
    """Next to a hex where there is room, at the same height if there is a place, or else into it; nowhere, where there
    is no room at all."""
    ground = Ground(scene, being)
    height = scene.board.height(there)
    around = sorted(neighbours(there), key=lambda cell: abs(scene.board.height(cell) - height))
    spot = next((cell for cell in (*around, there) if scene.board.open(cell) and ground.room(cell)), None)
    if spot is not None:
        yield command(GM, "place", being=being.id, at=spot)


def most_lacking(being: Being) -> str:
    """The Rest Activity for the pool of which the largest share is missing."""
    sheet = being.sheet
    lacking = {
        "rest_hp": (sheet.hp - being.hp) / sheet.hp,
        "rest_plating": (sheet.plating - being.plating) / max(1, sheet.plating),
        "rest_ep": (sheet.ep - being.ep) / max(1, sheet.ep),
        "rest_exhaustion": being.exhaustion / 6,
    }
    most = max(lacking, key=lacking.__getitem__)
    return most if lacking[most] > 0 else ""
