"""Falling: how fast, and how hard one lands.

vt.fall.rate: 20 spaces whenever an own turn ends; outside combat, where there are no turns, all the way at once.
"""

from __future__ import annotations

from ludex.core.kernel.agenda import step
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Entry
from ludex.core.master.calls import being as somebody
from ludex.core.master.calls import whether, whole
from ludex.games.vitality.book.action_types import gm
from ludex.games.vitality.book.characters.features import knack
from ludex.games.vitality.book.characters.space import aloft, ground
from ludex.games.vitality.book.health.damage import Harm, bear
from ludex.games.vitality.book.movement.footing import Footing, falls
from ludex.games.vitality.book.movement.steps import arrive, bring_along, come_to_rest
from ludex.games.vitality.records.boon_effects import FallProof, Flies
from ludex.games.vitality.state import Being, Scene

RATE = 20  # spaces for each own turn
MOST = 150  # damage of a fall, before Durability: vt.fall.damage
STURDY = 5  # how often Durability counts in a Heroic setting: vt.fall.heroic


def drop(scene: Scene, being: Being) -> None:
    """An own turn ends: whoever is falling drops. Whoever flies again begins anew."""
    if falls(scene, being):
        fall(scene, being, RATE)
    else:
        being.fallen = 0


def fall(scene: Scene, being: Being, spaces: int) -> None:
    """Down so many spaces, or to the ground; past whoever is in the air there."""
    footing = Footing(scene, being)
    down = min(spaces, aloft(scene, being))
    while down < aloft(scene, being) and not footing.room((being.at, being.height - down)):
        down += 1
    being.height -= down
    being.fallen += down
    bring_along(scene, being)
    if knack(scene, being, Flies) is not None:
        scene.cite("vt.arch.move.flight")
    scene.record("falls", "vt.fall.rate", who=being.id, spaces=down, height=being.height)
    if being.height <= ground(scene, being.at):
        land(scene, being)


def land(scene: Scene, being: Being) -> None:
    """The ground is reached, by the faller and by whom they carry; where somebody is already, they come down beside."""
    spaces = being.fallen
    carried = [scene.beings[name] for name in being.carries if name in scene.beings]
    for one in (being, *carried):
        impact(scene, one, spaces)
    arrive(scene, being, being.at, being.height)
    come_to_rest(scene, being)


def impact(scene: Scene, being: Being, spaces: int, *, flung: bool = False) -> None:
    """vt.fall.damage: one point for each space, dealt once, less Durability. `flung`: by no height, against which
    neither Fall Proof nor a Heroic setting helps."""
    if knack(scene, being, FallProof) is not None and not flung:
        scene.record("lands", "vt.feature.fall_proof", who=being.id, spaces=spaces)
        return
    heroic = scene.setting == "heroic" and not flung
    if heroic:
        scene.cite("vt.fall.heroic")
    amount = min(spaces, MOST)
    bear(scene, being, amount, Harm(source="fall", rule="vt.fall.damage"), STURDY if heroic else 1)


def falls_on(scene: Scene) -> Entry | None:
    """Outside combat: the fall of the next who falls."""
    return next((plunge(being) for being in scene.beings.values() if falls(scene, being)), None)


@step("vt.fall.rate")
async def plunge(scene: Scene, being: Being) -> None:
    """All the way down at once."""
    fall(scene, being, aloft(scene, being))


def fits_fall(scene: Scene, who: Being, spaces: int, flung: bool) -> Refusal | None:
    return None if who.here and not who.is_wall else Refusal(f"{who.name} cannot fall", "vt.fall.damage")


@gm("fall", "vt.fall.damage", somebody(), whole("spaces", least=1), whether("flung", False), fits=fits_fall)
async def let_fall(scene: Scene, who: Being, spaces: int, flung: bool) -> None:
    """Somebody has fallen so many spaces, or was `flung` so far and lands: the damage of it."""
    scene.record("falls", "vt.fall.damage", who=who.id, spaces=spaces, height=who.height)
    impact(scene, who, spaces, flung=flung)
