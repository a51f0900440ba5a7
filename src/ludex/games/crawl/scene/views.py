"""What a seat may know, as a scene: who is in stealth and found by nobody of that side is left out."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.board.covering import Places, outside, without_cells
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import cite
from ludex.games.crawl.book.map.sight import unknown_to
from ludex.games.crawl.state import Scene


def view(scene: Scene, seat: str) -> Scene:
    """The scene as this seat may know it; the scene itself where nothing is hidden from it."""
    hidden = [being for being in scene.beings.values() if "Hidden" in being.states]
    if seat == GM or not hidden:
        return scene
    side = scene.beings[seat].side if seat in scene.beings else seat
    unseen = frozenset([being.id for being in hidden if unknown_to(scene, being, side)])
    if not unseen:
        return scene
    cite("tc.stealth.enter")
    shown = scene.fork()
    shown.leave_out(unseen)
    return shown


def cover(scene: Scene, places: Places, unseen: frozenset[str]) -> None:
    """Take cells out of a view, with all that is there."""
    scene.leave_out(unseen)
    scene.board = without_cells(scene.board, places)
    scene.exits, scene.crowd = outside(scene.exits, places), outside(scene.crowd, places)
    scene.cover = tuple([each for each in scene.cover if each.at not in places])
    scene.doors = tuple([door for door in scene.doors if door.at not in places])
    scene.crushers = tuple([each for each in scene.crushers if each.at not in places])
    scene.areas = tuple([replace(area, cells=left) for area in scene.areas if (left := outside(area.cells, places))])
    scene.lying = tuple([thing for thing in scene.lying if thing.at not in places])
