"""Line-of-sight, darkness, Hidden and Invisible: who sees whom, and who can be aimed at."""

from __future__ import annotations

from ludex.core.board.hex import Cell, distance, nearest_pair
from ludex.core.kernel.ruling import Refusal, cite
from ludex.games.bluebox.book.attacks.weapons import carried_with
from ludex.games.bluebox.records.effects import Lamp
from ludex.games.bluebox.state import BROAD, Being, Scene

LAMPLIGHT = 6  # metres
BLIND = frozenset({"Blinded", "Unconscious", "Stasis", "Dead"})


def dark_for(scene: Scene, viewer: Being) -> frozenset[Cell]:
    """bb.los.darkness: the hexes that this being cannot see into or through."""
    terrain = scene.board.terrain
    if "supernatural_dark" not in terrain or viewer.sheet.sees_supernatural_dark:
        return frozenset()
    return terrain["supernatural_dark"]


def line(scene: Scene, one: Being, other: Being) -> tuple[Cell, Cell]:
    """The hexes between which a line is drawn: the nearest of the two bodies."""
    if one.sheet.size not in BROAD and other.sheet.size not in BROAD:
        return one.at, other.at
    return nearest_pair(one.cells, other.cells)


def unblocked(scene: Scene, one: Being, other: Being) -> bool:
    """bb.attack.sight: no wall stands between the two."""
    a, b = line(scene, one, other)
    return scene.board.sight(a, b)


def lit(scene: Scene, being: Being) -> bool:
    """Does somebody carry an uncovered light by which this being can be seen?"""
    return any(scene.distance(being, other) <= LAMPLIGHT for other in lamp_bearers(scene))


def lit_at(scene: Scene, cell: Cell) -> bool:
    """The same of a hex."""
    return any(distance(cell, part) <= LAMPLIGHT for other in lamp_bearers(scene) for part in other.cells)


def lamp_bearers(scene: Scene) -> list[Being]:
    return [
        other
        for other in scene.beings.values()
        if other.here and not other.covered_lamp and carried_with(scene, other, Lamp) is not None
    ]


def in_the_dark(scene: Scene, viewer: Being, other: Being) -> bool:
    """bb.los.darkness: is it for want of light that somebody is not seen?"""
    if other.at in scene.board.terrain.get("dark", ()) and not viewer.sheet.sees_natural_dark:
        return not lit(scene, other)
    a, b = line(scene, viewer, other)
    return scene.board.sight(a, b) and not scene.board.sight(a, b, dark_for(scene, viewer))


def sees(scene: Scene, viewer: Being, other: Being) -> bool:
    """bb.los.line: a straight line that nothing blocks, eyes that work, light enough, and something to be seen."""
    if viewer is other:
        return True
    scene.cite("bb.los.line")
    if viewer.states and not viewer.states.isdisjoint(BLIND):
        return False
    if "Invisible" in other.states:
        return False
    board = scene.board
    if "dark" in board.terrain and not viewer.sheet.sees_natural_dark:
        dark = board.terrain["dark"]
        if other.at in dark and not lit(scene, other):
            cite("bb.los.darkness")
            return False
    a, b = line(scene, viewer, other)
    dark = dark_for(scene, viewer)
    if dark:
        cite("bb.los.darkness")
    return board.sight(a, b, dark)


def watching(scene: Scene, being: Being) -> list[Being]:
    """The enemies that see this being now."""
    return [enemy for enemy in scene.enemies(being) if sees(scene, enemy, being)]


def unknown_to(being: Being, side: str) -> bool:
    """bb.cond.hidden: Hidden, and never seen by the other side, they are not known to be there at all."""
    return being.side != side and "Hidden" in being.states and not being.seen


def hidden_from(being: Being, viewer: Being) -> bool:
    return "Hidden" in being.states and viewer.side != being.side and viewer.id not in being.found_by


def cannot_aim(scene: Scene, attacker: Being, target: Being) -> Refusal | None:
    """Why this target cannot be attacked, whatever the weapon."""
    if not target.here:
        return Refusal(f"{target.name} is not there any more", "bb.action.attack")
    if attacker is target:
        return Refusal("nobody attacks themselves", "bb.action.attack")
    if hidden_from(target, attacker):
        return Refusal(f"{target.name} is Hidden", "bb.cond.hidden")
    if "Invisible" in target.states and not target.seen:
        return Refusal(f"nobody knows where {target.name} is", "bb.cond.invisible")
    if not unblocked(scene, attacker, target):
        return Refusal(f"a wall stands between {attacker.name} and {target.name}", "bb.attack.sight")
    return None
