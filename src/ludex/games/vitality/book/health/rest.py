"""Resting and recovery: the rest of each setting, step by step, a minute to breathe, and time that passes otherwise.

vt.rest.setting: HP come back with every full step of a rest, Efforts and uses when it is completed. `scene.rested` is
how many minutes of a rest have passed; a fight or anything else breaks it off.
"""

from __future__ import annotations

from typing import NamedTuple

from ludex.core.kernel.action import BETWEEN
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Condition
from ludex.core.master.calls import names, somebody, whole
from ludex.games.vitality.book.action_types import STORY_MODE, gm
from ludex.games.vitality.book.characters.features import ability, boon_effect
from ludex.games.vitality.book.conditions import HOUR, expire
from ludex.games.vitality.book.effort.effort import strains_no_longer
from ludex.games.vitality.book.health.damage import heal
from ludex.games.vitality.book.health.survival import EFFORT, wake_if_able
from ludex.games.vitality.records.boon_effects import Mechanical, Regeneration
from ludex.games.vitality.state import Being, Scene

SECONDS = 60  # of a minute


class Rest(NamedTuple):
    """So many steps of so many minutes, HP for each, and HP when it is completed."""

    rule: str
    minutes: int
    steps: int
    hp: int
    more: int = 0

    @property
    def whole(self) -> int:
        return self.minutes * self.steps


RESTS = {
    "gritty": Rest("vt.rest.gritty", 60, 8, 10, 20),
    "grounded": Rest("vt.rest.grounded", 60, 4, 25),
    "heroic": Rest("vt.rest.heroic", 15, 4, 25),
}

# ---------------------------------------------------------------- time


def pass_time(scene: Scene, minutes: int) -> None:
    """Time passes outside combat: nobody strains any more, what lasts for hours ends minute by minute, and whoever
    regenerates is whole again in a minute."""
    scene.clock += minutes * SECONDS
    for _ in range(minutes):
        if not lasts_for_hours(scene):
            break
        expire(scene, "minute")
    for being in scene.beings.values():
        strains_no_longer(scene, being)
        if being.here and ability(scene, being, Regeneration) is not None:
            heal(scene, being, being.sheet.hp - being.hp, "vt.ability.regeneration", outside=False)
            wake_if_able(scene, being, "vt.ability.regeneration")


def lasts_for_hours(scene: Scene) -> bool:
    return any([c.until is not None and c.until.when == "minute" for b in scene.beings.values() for c in b.conditions])


# ---------------------------------------------------------------- a rest


def fits_rest(scene: Scene, minutes: int, repaired: Plain) -> Refusal | None:
    names(scene, repaired)
    if minutes > minutes_left(scene):
        return Refusal(f"{minutes_left(scene)} minutes complete this rest", RESTS[scene.setting].rule)
    return None


def minutes_left(scene: Scene) -> int:
    """What is missing of the rest under way, or of a new one."""
    return max(1, RESTS[scene.setting].whole - scene.rested)


@gm(
    "rest", "vt.rest.setting", whole("minutes", 0, least=0), somebody("repaired", ()), fits=fits_rest,
    modes=(STORY_MODE,), tags=(BETWEEN,),
)  # fmt: skip
async def rest(scene: Scene, minutes: int, repaired: Plain) -> None:
    """Everybody rests for so many minutes, or until the rest is completed; `repaired` are the Robots that are mended
    meanwhile."""
    go_on_resting(scene, minutes or minutes_left(scene), tuple(names(scene, repaired)))


@gm("breather", "vt.limit.resource", modes=(STORY_MODE,), tags=(BETWEEN,), label="Take a breather")
async def breather(scene: Scene) -> None:
    """A minute of rest: charges are back."""
    go_on_resting(scene, 1, ())


def go_on_resting(scene: Scene, minutes: int, repaired: tuple[str, ...]) -> None:
    """HP for every step that ends in this time; and all the rest of it, if it is completed."""
    setting = RESTS[scene.setting]
    steps = (scene.rested + minutes) // setting.minutes - scene.rested // setting.minutes
    scene.rested += minutes
    pass_time(scene, minutes)
    scene.cite("vt.rest.setting", setting.rule, "vt.rest.partial")
    scene.record("rests", setting.rule, minutes=minutes, rested=scene.rested)
    completed = scene.rested >= setting.whole
    for being in scene.beings.values():
        being.refresh("minute")
        if being.here:
            recover(scene, being, steps * setting.hp + (setting.more if completed else 0), being.id in repaired)
    if completed:
        complete_rest(scene)


def recover(scene: Scene, being: Being, hp: int, repaired: bool) -> None:
    """vt.rest.partial: from where the HP are, also below 0, up to the maximum; vt.trait.robot: only by repair."""
    if boon_effect(scene, being, Mechanical) is not None and not repaired:
        scene.cite("vt.trait.robot")
        return
    if hp:
        heal(scene, being, hp, RESTS[scene.setting].rule, outside=False)
        wake_if_able(scene, being, RESTS[scene.setting].rule)


def complete_rest(scene: Scene) -> None:
    """Efforts and uses are back, Tier is as built, and whoever a last Effort has knocked out wakes."""
    scene.rested = 0
    for being in scene.beings.values():
        being.refresh("turn", "rest")
        being.efforts = being.owing = being.lost = 0
        being.collapsing = False
        if (asleep := being.condition("Unconscious")) is not None and asleep.note == EFFORT:
            being.relieve("Unconscious")
            being.afflict(Condition("Unconscious"))
            wake_if_able(scene, being, "vt.effort.third")
    expire(scene, "rest")
    scene.record("rest_completed", "vt.rest.setting")


def interrupt_rest(scene: Scene) -> None:
    """vt.rest.partial: a rest that is broken off keeps the HP of its full steps and gives nothing else."""
    if scene.rested:
        scene.record("rest_broken", "vt.rest.partial", rested=scene.rested)
        scene.rested = 0


# ---------------------------------------------------------------- other time


@gm(
    "wait", "vt.rest.setting", whole("hours", 1, least=1), modes=(STORY_MODE,), tags=(BETWEEN,), label="Wait some hours"
)
async def wait(scene: Scene, hours: int) -> None:
    """Hours pass in which nobody rests; a minute to breathe is among them."""
    interrupt_rest(scene)
    pass_time(scene, hours * HOUR)
    for being in scene.beings.values():
        being.refresh("minute")
    scene.record("time_passes", "vt.rest.setting", hours=hours)


def an_hour_passes(scene: Scene) -> None:
    """The work of an hour, which breaks off a rest."""
    interrupt_rest(scene)
    pass_time(scene, HOUR)
