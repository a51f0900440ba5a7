"""What a seat may know, as a scene: who has been met, whether a door is locked, what is in a chest and where the key
item lies."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.rulebook import cite
from ludex.games.navyblue.being import PARTY, Scene

SHUT = ("shut", "locked", "barred")  # states of a door that cannot be told apart before it is tried


def view(scene: Scene, seat: str) -> Scene:
    """The scene as this seat may know it; the scene itself where nothing is hidden from it."""
    side = scene.beings[seat].side if seat in scene.beings else seat
    if side != PARTY:
        return scene
    doors = tuple(
        replace(door, state="shut", barred_from="", attribute="", difficulty="Normal")
        if not door.known and door.state in SHUT
        else door
        for door in scene.doors
    )
    chests = tuple(
        chest if chest.state == "open" else replace(chest, contents=(), state=chest.state if chest.known else "shut")
        for chest in scene.chests
    )
    place = scene.place
    if place.key_item and place.key_item not in place.searched:
        place = replace(place, key_item="")
    unmet = [being.id for being in scene.beings.values() if "Unmet" in being.states]
    if doors == scene.doors and chests == scene.chests and place == scene.place and not unmet:
        return scene
    cite("nb.maneuver.open", "nb.gap.sight")
    shown = scene.fork()
    shown.doors, shown.chests, shown.place = doors, chests, place
    shown.beings = {name: being for name, being in shown.beings.items() if name not in unmet}
    shown.bygone = tuple(name for name in shown.bygone if name not in unmet)
    return shown
