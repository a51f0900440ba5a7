"""Downtime: pausing, a night's Rest with its watches, and the Respite."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludex.core.kernel.action import BETWEEN, RESTFUL
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import Amount
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import BadInput, Refusal
from ludex.core.kernel.scene import Condition
from ludex.core.master.calls import free
from ludex.games.navyblue.book.adventure.intervals import (
    DAYS,
    FIGHT,
    PAUSE,
    SLEEP,
    SPENT,
    WAIT,
    WATCH,
    clock_goes_on,
    in_rest,
    members,
)
from ludex.games.navyblue.book.conditions import afflict, end, stops
from ludex.games.navyblue.book.damage import remove_injuries
from ludex.games.navyblue.book.features import attribute, has_attribute, max_vigor, passive
from ludex.games.navyblue.book.improving import level_up, threshold
from ludex.games.navyblue.book.motion import action, gm
from ludex.games.navyblue.records.conditions import CONDITIONS
from ludex.games.navyblue.records.effects import HealsInjuriesBy
from ludex.games.navyblue.state import PARTY, PEACE, Being, Scene

PAUSE_DUE = 12  # Dungeoneering intervals
ENOUGH_SLEEP = 3  # intervals of the four of a Rest
WHOLE_DAY = 24  # hours of a Respite
HOUR = 3_600

# ---------------------------------------------------------------- pausing


def unpaused(being: Being) -> bool:
    """nb.dungeon.pause_due: twelve intervals without a pause; attack rolls are made at -1 until there is one."""
    return being.since_pause >= PAUSE_DUE


def count_pauses(scene: Scene) -> None:
    """nb.pause: an interval of Dungeoneering ends. The count does not grow beyond what matters."""
    for member in members(scene):
        if member.activity == PAUSE:
            member.since_pause = 0
            scene.record("pauses", "nb.pause", who=member.id)
        elif not unpaused(member):
            member.since_pause += 1
            if unpaused(member):
                scene.record("unpaused", "nb.dungeon.pause_due", who=member.id)


# ---------------------------------------------------------------- Rest


def lie_down(scene: Scene) -> None:
    """Whoever has chosen to sleep in this interval is asleep now."""
    for member in members(scene):
        if member.activity == SLEEP and "Asleep" not in member.states:
            afflict(scene, member, "Asleep")


@CONDITIONS.brings("Asleep")
def sleeps(scene: Scene, being: Being, condition: Condition) -> None:
    """nb.rest.block: who falls asleep sleeps through the interval, whatever they had chosen and have not done yet."""
    if being.pc and scene.mode in DAYS and being.activity not in (SPENT, FIGHT):
        being.activity = SLEEP


def wake(scene: Scene) -> None:
    for member in members(scene):
        end(scene, member, "Asleep")


def watched(scene: Scene) -> bool:
    return any(member.activity == WATCH for member in members(scene))


def caught_asleep(scene: Scene) -> str:
    """nb.rest.watch: the side that is surprised because it sleeps in a place that is not safe and nobody watches."""
    unwatched = in_rest(scene) and not scene.place.safe and not watched(scene)
    if unwatched and all("Asleep" in member.states for member in members(scene)):
        scene.cite("nb.rest.watch")
        return PARTY
    return ""


def without_watch(scene: Scene, actor: Being, activity: str, together: bool = False) -> Refusal | None:
    """By `opt_unwatched` switched off: whatever somebody does in a place that is not safe, those who sleep there have a
    watch, or somebody who may still keep it."""
    if scene.options["opt_unwatched"] or scene.place.safe or not in_rest(scene) or activity == WATCH:
        return None
    others = [other.activity for other in members(scene) if other is not actor]
    if SLEEP not in (activity, *others) or WATCH in others or ("" in others and not together):
        return None
    return Refusal("nobody would keep watch, and the place is not safe", "nb.rest.watch")


def count_sleep(scene: Scene) -> None:
    """nb.rest.block: an interval of the Rest ends; it counts for those who slept through it."""
    slept = dict(scene.watch.asleep)
    for member in members(scene):
        if member.activity == SLEEP:
            slept[member.id] = slept.get(member.id, 0) + 1
    scene.watch = replace(scene.watch, asleep=tuple(slept.items()))


def rest_ends(scene: Scene) -> None:
    """nb.heal.vigor: the block is over. Vigor is full for who slept through three of its four intervals; Injuries stay.
    Companions whom the Director plays keep no watch."""
    slept = dict(scene.watch.asleep)
    scene.watch = replace(scene.watch, asleep=())
    for being in scene.side_of(PARTY):
        if "Dead" in being.states:
            continue
        if being.pc and slept.get(being.id, 0) < ENOUGH_SLEEP:
            scene.record("no_rest", "nb.rest.block", who=being.id, slept=slept.get(being.id, 0))
            continue
        refresh(scene, being, "nb.heal.vigor", "Rest")


def refresh(scene: Scene, being: Being, rule: str, *moments: str) -> None:
    """Full Vigor, no pause that is due, and the uses that come back."""
    gained = max_vigor(scene, being) - being.vigor
    being.vigor += gained
    being.since_pause = 0
    being.refresh(*moments)
    scene.record("rested", rule, who=being.id, gained=gained, vigor=being.vigor)


# ---------------------------------------------------------------- Respite


def may_respite(scene: Scene, *more: Any) -> Refusal | None:
    if not scene.place.safe:
        return Refusal("a Respite needs a safe place", "nb.respite")
    return may_be_done(scene)


@action("respite", rule="nb.respite", may=may_respite, modes=PEACE, label="Take a Respite", tags=("respite",))
async def take_respite(scene: Scene, actor: Being) -> None:
    """24 hours of rest and recreation for the party. The Director says after how many hours something calls them away;
    24 is nothing."""
    about: dict[str, Plain] = {"who": actor.id}
    hours = await ask(
        scene, GM, Amount(0, WHOLE_DAY), rule="nb.respite", about=about, default=WHOLE_DAY,
        matters=lambda: may_respite(scene) is None and bool(members(scene)),
    )  # fmt: skip
    if not stops(scene, actor, may_respite(scene)) and members(scene):
        scene.next(respite_passes(hours))


def worth_a_respite(scene: Scene) -> bool:
    """Would a Respite here do somebody good?"""
    return may_respite(scene) is None and any(gains_by_respite(scene, member) for member in members(scene))


def gains_by_respite(scene: Scene, being: Being) -> bool:
    """Injuries that would heal, Vigor, uses of features, or a level that is due."""
    heals = being.injuries > 0 and mended(scene, being) > 0
    spent = any(moment in ("Rest", "Respite") for _, moment in being.used)
    return heals or spent or being.vigor < max_vigor(scene, being) or being.experience >= threshold(being)


def be_done(scene: Scene) -> None:
    """The party leaves it at that."""
    for member in members(scene):
        member.activity = WAIT


def may_be_done(scene: Scene, *more: Any) -> Refusal | None:
    return Refusal("somebody has been met, and waits", "nb.reaction.table") if scene.meeting else None


@action(
    "be_done", rule="nb.respite", may=may_be_done, modes=("adventure",), label="Leave it at that",
    tags=("passes", "idle"),
)  # fmt: skip
async def leave_it_at_that(scene: Scene, actor: Being) -> None:
    """No Respite, or no other one: the party goes its way."""
    be_done(scene)


def some_hours(value: Plain) -> Plain:
    fault = Amount(0, WHOLE_DAY).fault(value)
    if fault:
        raise BadInput(f"hours: {fault}")
    return value


def fits_respite(scene: Scene, hours: int) -> Refusal | None:
    return may_respite(scene)


@gm(
    "respite", "nb.respite", free("hours", WHOLE_DAY, some_hours), fits=fits_respite, modes=PEACE,
    tags=(BETWEEN, RESTFUL),
)  # fmt: skip
async def call_respite(scene: Scene, hours: int) -> None:
    """The party takes a Respite; with fewer than 24 `hours` it is broken off."""
    scene.next(respite_passes(hours))


@step("nb.respite")
async def respite_passes(scene: Scene, hours: int) -> None:
    """Broken off, it gives nothing. At its end everybody recovers, one after the other."""
    clock_goes_on(scene, HOUR * hours)
    for member in members(scene):
        member.activity = ""
    if hours < WHOLE_DAY:
        scene.record("respite_broken", "nb.respite", hours=hours)
        return
    scene.record("respite", "nb.respite", hours=hours)
    for being in scene.side_of(PARTY):
        if "Dead" not in being.states:
            scene.next(recover(being))


@step("nb.respite")
async def recover(scene: Scene, being: Being) -> None:
    """Injuries heal with the Mettle of before, then Vigor is full, then a due level is gained."""
    if "Dead" in being.states:
        return
    amount = mended(scene, being)
    if being.injuries and amount > 0:
        scene.next(remove_injuries(being, amount))
    scene.next(get_well(being))


def mended(scene: Scene, being: Being) -> int:
    """nb.heal.injuries: how many of them a Respite heals."""
    return max(int(scene.options["opt_respite_minimum"]), 1 + attribute(scene, being, heals_by(scene, being)))


def heals_by(scene: Scene, being: Being) -> str:
    """nb.heal.injuries: Mettle, unless a feature says otherwise (nb.tenet.specific_beats_general)."""
    for effect in passive(scene, being, HealsInjuriesBy):
        if has_attribute(being, effect.attribute):
            scene.cite("nb.tenet.specific_beats_general")
            return effect.attribute
    return "Mettle"


@step("nb.respite")
async def get_well(scene: Scene, being: Being) -> None:
    if "Dead" in being.states:
        return
    refresh(scene, being, "nb.respite", "Rest", "Respite")
    level_up(scene, being)
