"""Camps & Resting Places: Survival checks for a better camp, the Camp Bonuses, and the alarm."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import ask
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.timing import DECLINE
from ludex.core.master.calls import being
from ludex.games.bluebox.book.action_economy import gm
from ludex.games.bluebox.book.conditions import cannot_act, comes_to_nothing, rest_off
from ludex.games.bluebox.book.dice import FAILURE, check, extra_edges, total_of
from ludex.games.bluebox.state import PARTY, Being, Scene

HIDDEN, COMFORT, ALARM = "hidden", "comfort", "alarm"
BONUSES = (HIDDEN, COMFORT, ALARM)


def resting(scene: Scene) -> list[Being]:
    """Everybody who takes part in the rest under way."""
    left = scene.rest.left if scene.rest is not None else ()
    return [scene.beings[name] for name, _ in left if scene.beings[name].here]


@step("bb.camp.checks")
async def make_camp(scene: Scene, waiting: tuple[str, ...], successes: int, context: str) -> None:
    """Every member rolls Survival DC 10, one after the other; then the party chooses a bonus for each success."""
    if not waiting:
        scene.next(*(choose_bonus() for _ in range(successes)))
        return
    who = scene.beings[waiting[0]]
    if not comes_to_nothing(scene, who, cannot_act(scene, who)):
        extra = extra_edges(scene, who, "Survival", 0, "", context)
        if await check(scene, who, "Survival", 10, rule="bb.camp.checks", extra=extra) != FAILURE:
            successes += 1
    scene.next(make_camp(waiting[1:], successes, context))


@step("bb.camp.checks")
async def choose_bonus(scene: Scene) -> None:
    """The party chooses a Camp Bonus: each once, unless opt_camp_bonus_stack."""
    again = scene.options["opt_camp_bonus_stack"]
    offered = tuple(bonus for bonus in BONUSES if again or bonus not in scene.bonuses)
    if not offered:
        return
    about = {"chosen": scene.bonuses}
    bonus: str = await ask(scene, PARTY, OneOf(offered), rule="bb.camp.checks", about=about, default=offered[0])
    scene.bonuses = (*scene.bonuses, bonus)
    scene.record("camp_bonus", "bb.camp.checks", bonus=bonus)
    if bonus == COMFORT:
        for member in resting(scene):
            rest_off(scene, member, 1, "bb.camp.comfort")
    elif bonus == ALARM and scene.bonuses.count(ALARM) == 1:
        scene.next(set_alarm())


@step("bb.camp.alarm")
async def set_alarm(scene: Scene) -> None:
    """One character may roll Crafting; the total is what the trap is found with."""

    def able() -> list[str]:
        return [member.id for member in resting(scene) if not member.senseless]

    who: str = await ask(scene, PARTY, lambda: OneOf((DECLINE, *able())), rule="bb.camp.alarm", default=DECLINE)
    if who == DECLINE:
        return
    total, _ = await total_of(scene, scene.beings[who], "Crafting", rule="bb.camp.alarm")
    if scene.rest is not None:
        scene.rest = replace(scene.rest, trap_dc=total)


def fits_approach(scene: Scene, intruder: Being) -> Refusal | None:
    if scene.rest is None or ALARM not in scene.bonuses:
        return Refusal("there is no camp with an alarm", "bb.camp.alarm")
    return None


@gm("approach", "bb.camp.alarm", being("intruder"), fits=fits_approach, label="Approach the camp")
async def approach(scene: Scene, intruder: Being) -> None:
    """Somebody comes near the camp: Investigation finds its alarm, or sets it off."""
    assert scene.rest is not None
    result = await check(scene, intruder, "Investigation", scene.rest.trap_dc, rule="bb.camp.alarm")
    scene.record("alarm_goes_off" if result == FAILURE else "alarm_found", "bb.camp.alarm", who=intruder.id)
