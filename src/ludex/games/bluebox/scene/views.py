"""What a seat may know, as a scene: unseen enemies are left out, and Critical Areas where the table hides them."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.board.covering import Places, outside, without_cells
from ludex.core.content.content import Library
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import cite
from ludex.games.bluebox.book.movement.sight import unknown_to
from ludex.games.bluebox.book.turns.escalation import player_characters
from ludex.games.bluebox.state import PARTY, Scene, escalated


def view(scene: Scene, seat: str) -> Scene:
    """The scene as this seat may know it; the same scene where nothing is hidden from that seat."""
    if seat == GM:
        return scene
    side = scene.beings[seat].side if seat in scene.beings else seat
    unseen = [being.id for being in scene.beings.values() if not being.seen and unknown_to(being, side)]
    hides_areas = bool(scene.options["opt_hide_critical_areas"])
    cite("bb.crit.show")
    if not unseen and not hides_areas:
        return scene
    shown = scene.fork()
    if unseen:
        cite("bb.cond.hidden")
        leave_out(shown, frozenset(unseen))
    if hides_areas:
        shown.library = without_critical_areas(shown, side)
    return shown


def leave_out(scene: Scene, unseen: frozenset[str]) -> None:
    """Take beings out of a scene; how far the counter goes is no secret."""
    if any(being.id in unseen for being in escalated(scene)):
        scene.turns = scene.turns.pass_on()  # somebody acts, and it is not known who
    if any(being.sheet.pc and being.id in unseen for being in scene.side_of(PARTY)):
        scene.party_size = scene.party_size or player_characters(scene)
    scene.leave_out(unseen)


def without_critical_areas(scene: Scene, side: str) -> Library:
    """The same content, in which the attacks of other sides have no Critical Area; nor those that had none before: a
    view may be looked at with the eyes of another side, and must not tell more by that."""
    original: Library = scene.library
    other_sides = {being.side for being in scene.beings.values() if being.side != side}
    others = tuple(sorted({*original.veiled, *other_sides}))
    shown: Library | None = original.worked_out.get(("veiled", others))
    if shown is None:
        shown = original.worked_out["veiled", others] = original.copy()
        shown.veiled = others
    return shown


def cover(scene: Scene, places: Places, unseen: frozenset[str]) -> None:
    """Take hexes out of a view, with all that is there."""
    leave_out(scene, unseen)
    scene.board = without_cells(scene.board, places)
    scene.areas = tuple([replace(area, cells=left) for area in scene.areas if (left := outside(area.cells, places))])
    scene.lying = tuple([thing for thing in scene.lying if thing.at not in places])
    built = [(each, tuple([edge for edge in each.edges if places.isdisjoint(edge)])) for each in scene.built]
    scene.built = tuple([replace(each, edges=edges) for each, edges in built if edges])
