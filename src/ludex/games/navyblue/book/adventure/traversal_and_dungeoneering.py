"""Traversal and Dungeoneering: in each interval everybody chooses an Activity; then the interval passes by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludex.core.kernel.action import BETWEEN
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import YES_NO
from ludex.core.kernel.english import there_are
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import BadInput, Refusal, cite
from ludex.core.kernel.scene import Entry
from ludex.core.master.calls import free, whether, whole, word
from ludex.games.navyblue.book.adventure.activities import ADVANCED, DEEDS, carry_out, count_no_time, look_ahead
from ludex.games.navyblue.book.adventure.downtime import (
    WHOLE_DAY,
    be_done,
    count_pauses,
    count_sleep,
    may_respite,
    respite_passes,
    rest_ends,
    wake,
    worth_a_respite,
)
from ludex.games.navyblue.book.adventure.encounters import busy, come_across, random_encounter
from ludex.games.navyblue.book.adventure.intervals import (
    BLOCKS,
    DAY,
    DAYS,
    DUNGEON,
    FIGHT,
    TRAVERSAL,
    WAIT,
    awake,
    clock_goes_on,
    hour_of,
    in_rest,
    members,
    next_interval,
)
from ludex.games.navyblue.book.conditions import afflict
from ludex.games.navyblue.book.improving import threshold
from ludex.games.navyblue.book.motion import gm
from ludex.games.navyblue.book.movement.sight import lose_sight, unmet_in_sight
from ludex.games.navyblue.state import FOES, PARTY, PEACE, Scene, Watch

# ---------------------------------------------------------------- whose choice it is, and what passes by itself


def whose_choice(scene: Scene) -> str:
    """Who is to say something: whoever deals with those who were met, or has not chosen an Activity yet. Where time is
    not counted, that goes on for as long as a Respite here would do somebody good and nobody has said it is enough."""
    if scene.meeting:
        return next((member.id for member in awake(scene)), "")
    if scene.mode not in DAYS and not worth_a_respite(scene):
        return ""
    return next((member.id for member in awake(scene) if not member.activity), "")


def what_passes(scene: Scene) -> Entry | None:
    """What follows by itself outside a fight: the die, what has been chosen, and the end of the interval."""
    present = members(scene)
    if scene.mode not in DAYS or scene.meeting or not present:
        return None
    watch = scene.watch
    if watch.fought:
        return fight_interval_ends()
    chosen = all(member.activity for member in awake(scene))
    if not watch.rolled and (chosen or scene.mode == DUNGEON) and DAYS[scene.mode].die(watch.block, watch.interval):
        return random_encounter()
    if not chosen:
        seen = unmet_in_sight(scene)
        return come_across(seen) if seen else None
    for member in present:
        if member.activity.partition(":")[0] in DEEDS:
            return carry_out(member)
    if any(member.activity == ADVANCED for member in present):
        return look_ahead()
    return interval_passes()


@step("nb.activity.def")
async def interval_passes(scene: Scene) -> None:
    """All that was chosen is done: pauses and sleep count, and the next interval begins."""
    end_interval(scene)


def end_interval(scene: Scene) -> None:
    day, watch = DAYS[scene.mode], scene.watch
    if scene.mode == DUNGEON:
        count_pauses(scene)
    elif in_rest(scene):
        count_sleep(scene)
        if day.ends_block(watch.interval):
            rest_ends(scene)
    wake(scene)
    if scene.mode == TRAVERSAL:
        leave_behind(scene)
    for member in scene.party():
        member.activity = ""
    next_interval(scene)
    if scene.mode == TRAVERSAL and day.ends_day(watch.block, watch.interval):
        scene.watch = replace(scene.watch, days=max(0, watch.days - 1))
        scene.record("day_ends", "nb.travel.day", left=scene.watch.days)
        if not scene.watch.days:
            scene.mode = "adventure"
            scene.next(journey_ends())
        else:
            set_out(scene)


@step("nb.respite")
async def journey_ends(scene: Scene) -> None:
    """The party is where it wanted to be. If the Director calls it a safe place, there is time for a Respite."""
    safe = await ask(scene, GM, YES_NO, rule="nb.respite", about={"arrived": True}, default=True)
    scene.place = replace(scene.place, safe=safe)
    scene.record("journey_ends", "nb.travel.day", safe=safe)
    if may_rest(scene):
        scene.next(offer_respite())


@step("nb.respite")
async def offer_respite(scene: Scene) -> None:
    def about() -> dict[str, Plain]:
        return {"level_due": tuple(m.id for m in members(scene) if m.experience >= threshold(m))}

    wanted = await ask(
        scene, PARTY, YES_NO, rule="nb.respite", about=about, default=True, matters=lambda: may_rest(scene)
    )
    if not may_rest(scene):
        return
    if wanted:
        scene.next(respite_passes(WHOLE_DAY))
    else:
        be_done(scene)


def may_rest(scene: Scene) -> bool:
    return bool(members(scene)) and may_respite(scene) is None


def leave_behind(scene: Scene) -> None:
    """On the way nobody stays near: enemies whom the party has got away from are no threat any more."""
    for foe in scene.side_of(FOES):
        if foe.threat:
            afflict(scene, foe, "Pacified", note="left behind")


@step("nb.dungeon.activity")
async def fight_interval_ends(scene: Scene) -> None:
    """By `opt_fight_adds_interval`: the fight had an interval of its own; what was chosen goes on in the next, unless
    that belongs to another block of the day."""
    mode, block = scene.mode, scene.watch.block
    chosen = [(member, member.activity) for member in members(scene)]
    for member, _ in chosen:
        member.activity = FIGHT
    end_interval(scene)
    if scene.mode == mode and (mode == DUNGEON or scene.watch.block == block):
        for member, activity in chosen:
            member.activity = activity


# ---------------------------------------------------------------- what the Director calls for


@gm(
    "begin_travel", "nb.travel.day", whole("days", 1, least=1), word("block", BLOCKS, "travel"), fits=busy, modes=PEACE,
    tags=(BETWEEN,), label="Begin to travel",
)  # fmt: skip
async def begin_travel(scene: Scene, days: int, block: str) -> None:
    """Days of Traversal begin, the first of them with the travel block, now, or with a later one, at its hour."""
    begin(scene, TRAVERSAL, Watch(block=1 + BLOCKS.index(block), days=days))
    if block == BLOCKS[0]:
        set_out(scene)
    else:
        clock_goes_on(scene, (hour_of(scene.watch) - scene.clock) % DAY)


@gm("begin_dungeon", "nb.dungeon.time", fits=busy, modes=PEACE, tags=(BETWEEN,), label="Enter a dungeon")
async def begin_dungeon(scene: Scene) -> None:
    """Dungeoneering begins; the count of intervals without a pause starts anew."""
    begin(scene, DUNGEON, Watch())
    set_out(scene)
    lose_sight(scene)
    for member in scene.party():
        member.since_pause = 0


def begin(scene: Scene, mode: str, watch: Watch) -> None:
    scene.mode, scene.watch = mode, watch
    for member in scene.party():
        member.activity = ""
    scene.record("mode", "nb.activity.def", mode=mode)


def set_out(scene: Scene) -> None:
    """nb.respite: the party leaves a safe place; where it is safe again, the Director says."""
    if scene.place.safe:
        scene.place = replace(scene.place, safe=False)
        scene.record("place", "nb.respite", safe=False, size=scene.place.size)


@gm("begin_adventure", "nb.activity.def", fits=busy, modes=PEACE, tags=(BETWEEN,), label="Stop counting time")
async def begin_adventure(scene: Scene) -> None:
    """Time is not counted any more, until it matters again."""
    count_no_time(scene)


@gm("pass_interval", "nb.activity.def", fits=busy, modes=tuple(DAYS), tags=(BETWEEN,), label="Pass the interval")
async def pass_interval(scene: Scene) -> None:
    """Whoever has not chosen waits, and the interval passes."""
    for member in members(scene):
        member.activity = member.activity or WAIT


def fits_place(scene: Scene, safe: Any, underground: Any, encounters: str, size: str) -> Refusal | None:
    tables = scene.library.shelves["encounters"].entries
    if encounters and encounters not in tables:
        raise BadInput(f"encounters: there is no {encounters!r}; {there_are(encounters, tables)}")
    return None


@gm(
    "set_place", "nb.respite", whether("safe", None), whether("underground", None),
    free("encounters", ""), word("size", ("normal", "minor", ""), ""), fits=fits_place, label="Describe the place",
)  # fmt: skip
async def set_place(scene: Scene, safe: bool | None, underground: bool | None, encounters: str, size: str) -> None:
    """Where the party is now: whether it is safe, or underground, whom one may meet, and how big the next encounter is.
    What is not said stays."""
    place = scene.place
    scene.place = replace(
        place,
        safe=place.safe if safe is None else safe,
        underground=place.underground if underground is None else underground,
        encounters=encounters or place.encounters,
        size=size or place.size,
    )
    scene.record("place", "nb.respite", safe=scene.place.safe, size=scene.place.size)
    cite("nb.xp.minor")
