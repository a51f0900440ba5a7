"""Activities and Intervals: how the time of Traversal and of Dungeoneering is counted, and who takes part."""

from __future__ import annotations

from dataclasses import replace

from ludex.core.scene.clock import Day
from ludex.games.navyblue.book.conditions import expire_with_time
from ludex.games.navyblue.state import Being, Scene, Watch

TRAVERSAL, DUNGEON = "traversal", "dungeon"
WAYS = {TRAVERSAL: "Traversal", DUNGEON: "Dungeoneering"}  # what Activities of the mode are tagged with
BLOCKS = ("travel", "camping", "rest")  # nb.travel.day
REST = 3  # the number of the block
ROLLS = {TRAVERSAL: "nb.travel.encounters", DUNGEON: "nb.dungeon.encounters"}
DAYS = {
    # nb.travel.day, nb.travel.encounters: a d6 in the second interval of travel and camping, a d20 in all of the Rest
    TRAVERSAL: Day(7_200, 4, 3, {(1, 2): 6, (2, 2): 6, **{(REST, interval): 20 for interval in (1, 2, 3, 4)}}),
    # nb.dungeon.time, nb.dungeon.encounters: a d6 at the start of every second interval
    DUNGEON: Day(600, 6, 24, {(block, interval): 6 for block in range(1, 25) for interval in (2, 4, 6)}),
}
DAY = 86_400  # seconds; it begins in the morning, with the travel block
LENGTHS = {TRAVERSAL: "nb.travel.day", DUNGEON: "nb.dungeon.time"}

# Activities that rules know; a table may add its own as content
FIGHT, WATCH, SLEEP, PAUSE, WAIT = "fight", "watch", "sleep", "pause", "wait"
SPENT = "spent"  # the Activity of this interval has been carried out


def members(scene: Scene) -> list[Being]:
    """The player characters who are there to do something."""
    return [being for being in scene.party() if being.here]


def awake(scene: Scene) -> list[Being]:
    return [member for member in members(scene) if "Asleep" not in member.states]


def in_rest(scene: Scene) -> bool:
    return scene.mode == TRAVERSAL and scene.watch.block == REST


def hour_of(watch: Watch) -> int:
    """nb.travel.day: how many seconds of a day of Traversal have passed when an interval begins."""
    day = DAYS[TRAVERSAL]
    return day.seconds * (day.intervals * (watch.block - 1) + watch.interval - 1)


def on_the_road(scene: Scene) -> bool:
    """nb.travel.day: the party travels and has met nobody; zones matter only to those who meet."""
    return scene.mode == TRAVERSAL and not scene.meeting


def clock_goes_on(scene: Scene, seconds: int) -> None:
    """nb.activity.def: time passes outside a fight, and nothing that is counted in turns or fights outlasts it."""
    if not seconds:
        return
    scene.cite("nb.activity.def")
    scene.clock += seconds
    expire_with_time(scene)
    scene.obstructions = tuple(obstruction for obstruction in scene.obstructions if not obstruction.until)


def next_interval(scene: Scene) -> None:
    """The clock goes on by an interval, and nobody has chosen what to do in the next."""
    day, watch = DAYS[scene.mode], scene.watch
    clock_goes_on(scene, day.seconds)
    block, interval = day.after(watch.block, watch.interval)
    scene.watch = replace(watch, block=block, interval=interval, rolled=False, fought=False)
    scene.record("interval", LENGTHS[scene.mode], mode=scene.mode, block=block, interval=interval)


def fight_takes_interval(scene: Scene) -> None:
    """nb.dungeon.activity: a fight takes the interval in which it happens: all of it for who does nothing else or was
    asleep, shared with what others do. By `opt_fight_adds_interval` it has one of its own if they are at something."""
    scene.meeting, scene.tried = (), ()
    if scene.mode not in DAYS:
        return
    scene.cite("nb.dungeon.activity")
    if scene.options["opt_fight_adds_interval"] and any(member.activity for member in members(scene)):
        scene.watch = replace(scene.watch, fought=True)
        return
    for member in members(scene):
        if member.activity in ("", SLEEP):
            member.activity = FIGHT
