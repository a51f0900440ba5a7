"""Activities: what somebody can do in an interval of Traversal or Dungeoneering, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from ludex.core.kernel.action import Arg, first
from ludex.core.kernel.agenda import step
from ludex.core.kernel.domain import YES_NO
from ludex.core.kernel.plain import Plain
from ludex.core.kernel.procedure import GM, ask
from ludex.core.kernel.ruling import Refusal
from ludex.core.kernel.scene import Entry
from ludex.core.master.calls import yes_or_no
from ludex.games.navyblue.book.adventure.downtime import without_watch
from ludex.games.navyblue.book.adventure.encounters import busy, come_across
from ludex.games.navyblue.book.adventure.intervals import (
    BLOCKS,
    DAYS,
    DUNGEON,
    FIGHT,
    PAUSE,
    SLEEP,
    SPENT,
    TRAVERSAL,
    WAIT,
    WATCH,
    WAYS,
    members,
)
from ludex.games.navyblue.book.carrying.packing import DON
from ludex.games.navyblue.book.conditions import end, stops, unable
from ludex.games.navyblue.book.features import BODY, carried
from ludex.games.navyblue.book.improving import gain_experience, survivors
from ludex.games.navyblue.book.motion import action
from ludex.games.navyblue.book.movement.sight import dangers, no_such_zone, noticed
from ludex.games.navyblue.book.movement.steps import Footing, walk, way_to, ways
from ludex.games.navyblue.book.movement.unblocking import barriers, clears, fits_unblock, proposals, read_what, refuses
from ludex.games.navyblue.state import FOES, Being, Scene

ADVANCE, SEARCH, PICK_LOCK = "advance", "search", "pick_lock"
ADVANCED = "advanced"  # somebody has come somewhere in this interval, and may be met there
STAYS = ("Surrendered", "Unmet")  # who is out of it and yet not done with

# ---------------------------------------------------------------- choosing


def may_choose(scene: Scene, actor: Being, name: str) -> Refusal | None:
    """nb.activity.def, nb.travel.day: an Activity belongs to a mode, and in Traversal to a block of the day."""
    if actor not in members(scene):
        return Refusal(f"{actor.name} is nobody who travels with the party", "nb.char.kinds")
    if scene.meeting:
        return Refusal("somebody has been met, and waits", "nb.reaction.table")
    if actor.activity in (SPENT, ADVANCED, FIGHT, DON):
        return Refusal(f"{actor.name} has done what there is time for", "nb.activity.def")
    entry = scene.library.shelves["activity"].entries.get(name)
    if entry is None or scene.mode not in WAYS:
        return None
    if entry.mode != WAYS[scene.mode]:
        return Refusal(f"{entry.name} is an Activity of {entry.mode}", "nb.activity.def")
    if scene.mode == TRAVERSAL and entry.block not in ("any", BLOCKS[scene.watch.block - 1]):
        return Refusal(f"{entry.name} belongs to the {entry.block} block of the day", "nb.travel.day")
    return None


def may_take(scene: Scene, actor: Being, name: str, together: bool = False) -> Refusal | None:
    """nb.rest.watch: and nobody is left asleep without a watch by it."""
    return may_choose(scene, actor, name) or without_watch(scene, actor, name, together)


def undecided(scene: Scene, actor: Being) -> list[Being]:
    return [other for other in members(scene) if other is not actor and not other.activity]


def alone_or_not(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return (True, False) if undecided(scene, actor) else (False,)


TOGETHER = Arg("together", alone_or_not, default=False, read=lambda value: yes_or_no(value, "together"))


def take_up(scene: Scene, actor: Being, activity: str, others: Iterable[Being] = ()) -> None:
    """Somebody has chosen, and others with them. Nothing happens before all have."""
    if scene.mode == TRAVERSAL:
        go_out_of_sight(scene)
    together = [actor, *others]
    for member in together:
        member.activity = activity
    name, _, what = activity.partition(":")
    scene.record("chooses", "nb.activity.def", who=tuple(m.id for m in together), activity=name, what=what)


def go_out_of_sight(scene: Scene) -> None:
    """nb.travel.day: on the road, those with whom the party has done are gone, but for who has surrendered and for
    bodies that are carried along. With those whom it has not met it has not done."""
    kept = [thing for member in scene.party() for thing in carried(scene, member)]
    kept += [thing for chest in scene.chests for thing in chest.contents]
    out = [foe for foe in scene.side_of(FOES) if not foe.here and not foe.pc and foe.states.isdisjoint(STAYS)]
    gone = [foe.id for foe in out if BODY + foe.id not in kept]
    if gone:
        scene.beings = {name: being for name, being in scene.beings.items() if name not in gone}
        scene.bygone = tuple(name for name in scene.bygone if name not in gone)


def activity(name: str, rule: str, *, tags: Iterable[str] = ()) -> None:
    """An Activity that takes the interval and asks for nothing more; `together`: so do all who have not chosen."""

    def may(scene: Scene, actor: Being) -> Refusal | None:
        return may_take(scene, actor, name)

    def fits(scene: Scene, actor: Being, together: bool) -> Refusal | None:
        return without_watch(scene, actor, name, together)

    async def chosen(scene: Scene, actor: Being, together: bool) -> None:
        take_up(scene, actor, name, undecided(scene, actor) if together else ())

    chosen.__name__ = name
    action(name, rule=rule, args=(TOGETHER,), may=may, fits=fits, modes=tuple(DAYS), tags=("activity", *tags))(chosen)


activity("travel", "nb.travel.day")
activity("make_camp", "nb.travel.day")
activity("look_around", "nb.travel.day")
activity("eat", "nb.travel.day")
activity(WATCH, "nb.rest.watch")
activity(SLEEP, "nb.rest.block", tags=("rest",))
activity(PAUSE, "nb.pause", tags=("rest",))
activity(WAIT, "nb.activity.def", tags=("passes", "idle"))

KNOWN = ("travel", "make_camp", "look_around", "eat", WATCH, SLEEP, PAUSE, WAIT, ADVANCE, SEARCH, PICK_LOCK, FIGHT, DON)


def may_do_other(scene: Scene, actor: Being) -> Refusal | None:
    if not any(True for _ in other_activities(scene, actor)):
        return Refusal("there are no other Activities", "nb.activity.def")
    return None


def other_activities(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    """Those that a table has added."""
    return (name for name in scene.library.shelves["activity"].entries if name not in KNOWN)


def fits_other(scene: Scene, actor: Being, name: str, together: bool) -> Refusal | None:
    return may_take(scene, actor, name, together)


@action(
    "other_activity", rule="nb.activity.def", args=(Arg("activity", other_activities, closed=True), TOGETHER),
    may=may_do_other, fits=fits_other, modes=tuple(DAYS), tags=("activity",),
)  # fmt: skip
async def other_activity(scene: Scene, actor: Being, name: str, together: bool) -> None:
    """An Activity of the table's own; what comes of it the Director says."""
    take_up(scene, actor, name, undecided(scene, actor) if together else ())


def gives_up(scene: Scene, member: Being) -> bool:
    """Does something keep somebody from what they have chosen? Then the interval is gone for them all the same."""
    if not stops(scene, member, unable(member)):
        return False
    member.activity = SPENT
    return True


# ---------------------------------------------------------------- through the place


def may_advance(scene: Scene, actor: Being) -> Refusal | None:
    return may_choose(scene, actor, ADVANCE)


def within_reach(scene: Scene, actor: Being, *chosen: Plain) -> Iterable[Plain]:
    return ways(Footing(scene, actor))


def fits_advance(scene: Scene, actor: Being, zone: str, together: bool) -> Refusal | None:
    if zone not in scene.board:
        raise no_such_zone(scene, zone, "zone")
    if zone == actor.at:
        return Refusal(f"{actor.name} is there already", "nb.dungeon.activity")
    if way_to(scene, actor, zone) is None:
        return Refusal("something is in the way, or no way on foot is known", "nb.dungeon.activity")
    return None


@action(
    ADVANCE, rule="nb.dungeon.activity", args=(Arg("zone", within_reach), TOGETHER), may=may_advance,
    fits=fits_advance, modes=tuple(DAYS), tags=("activity", "move"),
)  # fmt: skip
async def advance(scene: Scene, actor: Being, zone: str, together: bool) -> None:
    """On through the place, as far as the way is open; whoever can comes along."""
    others = undecided(scene, actor) if together else []
    able = [other for other in others if other.at == zone or way_to(scene, other, zone) is not None]
    take_up(scene, actor, f"{ADVANCE}:{zone}", able)


@step("nb.dungeon.activity")
async def go_through(scene: Scene, member: Being, zone: str) -> None:
    """Zone by zone, up to where enemies come into sight who were not before."""
    if gives_up(scene, member):
        return
    member.activity = ADVANCED
    path = way_to(scene, member, zone) or ()
    seen = noticed(scene, (member.at,))
    far = next((number for number, there in enumerate(path, 1) if new_faces(scene, there, seen)), len(path))
    if far:
        scene.next(walk(member, path[:far]))


def new_faces(scene: Scene, zone: str, seen: tuple[str, ...]) -> bool:
    return any(name not in seen for name in noticed(scene, (zone,)))


@step("nb.reaction.table")
async def look_ahead(scene: Scene) -> None:
    """Those who are where somebody has come to are met: how do they take it?"""
    moved = [member for member in members(scene) if member.activity == ADVANCED]
    for member in moved:
        member.activity = SPENT
    met = noticed(scene, [member.at for member in moved])
    if met:
        scene.next(come_across(met))


# ---------------------------------------------------------------- searching


def may_search(scene: Scene, actor: Being) -> Refusal | None:
    refusal = may_choose(scene, actor, SEARCH)
    if refusal is None and actor.at not in scene.place.searchable:
        return Refusal("there is nothing to search here", "nb.dungeon.activity")
    if refusal is None and actor.at in scene.place.searched:
        return Refusal("it has been searched already", "nb.dungeon.activity")
    return refusal


@action(SEARCH, rule="nb.dungeon.activity", may=may_search, modes=tuple(DAYS), tags=("activity", "task"))
async def search(scene: Scene, actor: Being) -> None:
    """The zone where one is, from top to bottom."""
    take_up(scene, actor, f"{SEARCH}:{actor.at}")


@step("nb.dungeon.activity")
async def find(scene: Scene, member: Being, zone: str) -> None:
    """A search of ten minutes finds what there is: who hides, and the key item, which is worth Experience."""
    if gives_up(scene, member):
        return
    member.activity = SPENT
    if zone in scene.place.searched:
        return
    scene.place = replace(scene.place, searched=(*scene.place.searched, zone))
    found = scene.place.key_item == zone
    scene.record("searches", "nb.dungeon.activity", who=member.id, zone=zone, key_item=found)
    for foe in scene.side_of(FOES):
        if foe.at == zone:
            end(scene, foe, "Hidden")
    if found:
        for being in survivors(scene):
            gain_experience(scene, being, 1, "key")


# ---------------------------------------------------------------- locks


def may_pick(scene: Scene, actor: Being) -> Refusal | None:
    refusal = may_choose(scene, actor, PICK_LOCK)
    if refusal is None and not barriers(scene, actor):
        return Refusal("nothing in reach is locked or blocked, as far as is known", "nb.dungeon.activity")
    return refusal


@action(
    PICK_LOCK, rule="nb.dungeon.activity",
    args=(Arg("what", barriers, read=read_what), Arg("by", proposals, default=first(proposals))),
    may=may_pick, fits=fits_unblock, modes=tuple(DAYS), label="Work on a lock or barrier", tags=("activity", "task"),
)  # fmt: skip
async def pick_lock(scene: Scene, actor: Being, what: str, by: str) -> None:
    """A lock, or whatever else bars the way."""
    take_up(scene, actor, f"{PICK_LOCK}:{by}:{what}")


@step("nb.dungeon.activity")
async def work_on(scene: Scene, member: Being, job: str) -> None:
    """Ten minutes for one Check; another may have been faster."""
    if gives_up(scene, member):
        return
    member.activity = SPENT
    by, _, what = job.partition(":")
    if refuses(scene, member, what) is None:
        await clears(scene, member, what, by)


# What an Activity brings when its interval passes; the others are over with the interval
DEEDS: dict[str, Callable[[Being, str], Entry]] = {ADVANCE: go_through, SEARCH: find, PICK_LOCK: work_on}


@step("nb.activity.def")
async def carry_out(scene: Scene, member: Being) -> None:
    name, _, what = member.activity.partition(":")
    if name in DEEDS:
        scene.next(DEEDS[name](member, what))


# ---------------------------------------------------------------- out of it again


def may_leave_dungeon(scene: Scene, actor: Being) -> Refusal | None:
    refusal = busy(scene)
    inside = [member.name for member in members(scene) if scene.exits and member.at not in scene.exits]
    if refusal is None and inside:
        return Refusal(f"not at an exit: {', '.join(inside)}", "nb.dungeon.time")
    return refusal


@action("leave_dungeon", rule="nb.dungeon.time", may=may_leave_dungeon, modes=(DUNGEON,), label="Leave the place")
async def leave_dungeon(scene: Scene, actor: Being) -> None:
    """The party is out. If all of the place was searched and nobody there is a threat any more, the Director says
    whether a notable location has been cleared."""
    count_no_time(scene)
    if not is_cleared(scene):
        return
    notable = await ask(
        scene, GM, YES_NO, rule="nb.xp.roleplay", about={"deed": "location"}, default=True,
        matters=lambda: is_cleared(scene),
    )  # fmt: skip
    if notable and is_cleared(scene):
        for being in survivors(scene):
            gain_experience(scene, being, 1, "location")


def is_cleared(scene: Scene) -> bool:
    """Somebody is left to tell of it, all was searched, and nobody there is a threat any more."""
    place = scene.place
    searched = bool(place.searchable) and all(zone in place.searched for zone in place.searchable)
    return searched and bool(survivors(scene)) and not dangers(scene)


def count_no_time(scene: Scene) -> None:
    """From now on time is not counted in intervals."""
    scene.mode = "adventure"
    for member in scene.party():
        member.activity = ""
    scene.record("mode", "nb.activity.def", mode=scene.mode)
