"""What a seat may know, as a scene: what an enemy in disguise is and how to deal with them stands there as a guess."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.board.covering import Places, outside, without_zones
from ludex.core.kernel.procedure import GM
from ludex.core.kernel.ruling import cite
from ludex.games.cloudbreaker.state import ENEMY, FOES, Being, Scene, Sheet


def veiled(scene: Scene, being: Being) -> bool:
    """cb.neutral.open_book: disguised, and their kind not yet analysed."""
    return being.disguised and being.sheet.sort == ENEMY and being.sheet.kind not in scene.analysed


def view(scene: Scene, seat: str) -> Scene:
    """The scene as this seat may know it; the same scene where nothing is hidden from that seat."""
    side = scene.beings[seat].side if seat in scene.beings else seat
    if side in (GM, FOES):
        return scene
    hidden = [being.id for being in scene.beings.values() if being.disguised and veiled(scene, being)]
    if not hidden:
        return scene
    cite("cb.neutral.open_book")
    shown = scene.fork()
    for name in hidden:
        being = shown.beings[name]
        being.sheet = guess(being.sheet)
        being.name = guessed_name(scene, scene.beings[name])
    return shown


def guessed_name(scene: Scene, being: Being) -> str:
    """What they look like, numbered where several look alike."""
    looks = being.sheet.looks_like
    alike = [b.id for b in scene.beings.values() if veiled(scene, b) and b.sheet.looks_like == looks]
    return looks if len(alike) == 1 else f"{looks} {alike.index(being.id) + 1}"


def guess(sheet: Sheet) -> Sheet:
    """What can be seen stays: size, speed, what they attack with. What they are and what they yield to is not known."""
    return replace(
        sheet,
        kind="unknown",
        rank="Normal",
        masteries=(),
        creature_type="",
        sentient=True,
        independent=False,
        resist=(),
        vulnerable=(),
        reduction=0,
        features=(),
        falter=(),
        neutralise=(),
        analyse=(),
    )


def cover(scene: Scene, places: Places, unseen: frozenset[str]) -> None:
    """Take zones out of a view, with all that is there. Where an epic trap will go off everybody knows."""
    scene.leave_out(unseen)
    if scene.trap is not None:
        places -= {scene.trap.epicenter}
    scene.board = without_zones(scene.board, places)
    scene.hazards = tuple([placed for placed in scene.hazards if places.isdisjoint(placed.zones)])
    scene.lying = tuple([thing for thing in scene.lying if thing.at not in places])
    scene.raised = tuple([each for each in scene.raised if each.zone not in places])
    scene.covered, scene.safe_zones = outside(scene.covered, places), outside(scene.safe_zones, places)
    scene.shelters = tuple([each for each in scene.shelters if each[0] not in places])
