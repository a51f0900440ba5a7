"""Morale: when the opposing NPCs are put to the test, who breaks, and what the broken do."""

from __future__ import annotations

from dataclasses import dataclass

from ludex.core.kernel.agenda import step
from ludex.core.kernel.dice import Faces, Total, dice
from ludex.core.kernel.procedure import GM, roll
from ludex.games.navyblue.book.conditions import afflict
from ludex.games.navyblue.book.features import max_vigor
from ludex.games.navyblue.state import FOES, Being, Scene

LEADER, HALF, LONE = "leader", "half", "lone"


def npcs(scene: Scene) -> list[Being]:
    """The NPCs of this fight; whoever was out of it before does not count."""
    return [
        being
        for being in scene.beings.values()
        if being.side == FOES and not being.sheet.pc and "Unmet" not in being.states
        and (being.here or being.id not in scene.bygone)
    ]  # fmt: skip


def half_gone(scene: Scene, gone: int) -> bool:
    """Are so many half of those who were there at the start, latecomers added?"""
    if scene.options["opt_morale_half"] == "rounded_down":
        return gone > 0 and gone >= scene.foes_at_start // 2
    return gone > 0 and gone * 2 >= scene.foes_at_start


def due(scene: Scene) -> tuple[str, ...]:
    """nb.morale.when: which triggers have come about and have not fired in this fight. Gone are the dead, and who has
    fled, surrendered or flees."""
    rolled = scene.morale_rolled
    if len(rolled) == 3:
        return ()
    everybody = npcs(scene)
    left = [being for being in everybody if being.threat]
    if not left:
        return ()
    found = []
    if len(left) < len(everybody):
        if LEADER not in rolled and any([b.sheet.leader and not b.threat for b in everybody]):
            found.append(LEADER)
        if HALF not in rolled and half_gone(scene, len(everybody) - len(left)):
            found.append(HALF)
    if len(left) == 1 and LONE not in rolled and left[0].vigor <= max_vigor(scene, left[0]) // 4:
        found.append(LONE)
    return tuple(found)


@step("nb.morale.roll")
async def roll_morale(scene: Scene, triggers: tuple[str, ...]) -> None:
    """One roll for the side; whoever has a lower score breaks. Several triggers at one moment give one roll."""
    scene.morale_rolled = (*scene.morale_rolled, *triggers)
    scene.record("morale_due", "nb.morale.when", triggers=triggers)
    total = await roll(dice(2, 6), Total(), by=GM, rule="nb.morale.roll")
    everybody = npcs(scene)
    broken = [b for b in everybody if b.threat and b.sheet.morale is not None and total > b.sheet.morale]
    for being in broken:
        scene.next(breaks(being))
    if HALF not in scene.morale_rolled and half_gone(scene, len(broken) + len([b for b in everybody if not b.threat])):
        scene.morale_rolled = (*scene.morale_rolled, HALF)  # brought about by this very roll
    if LEADER not in scene.morale_rolled and any([b.sheet.leader for b in broken]):
        scene.morale_rolled = (*scene.morale_rolled, LEADER)


@dataclass(frozen=True, slots=True)
class Broken:
    """1 to 3 flees, 4 to 6 surrenders."""

    def __call__(self, faces: Faces) -> str:
        return "Fleeing" if faces[0] <= 3 else "Surrendered"


@step("nb.morale.break")
async def breaks(scene: Scene, being: Being) -> None:
    """They flee or surrender."""
    if not being.threat:
        return
    afflict(scene, being, await roll(dice(1, 6), Broken(), by=being.id, rule="nb.morale.break"))
