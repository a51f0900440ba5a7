"""Rulings about time in words: intervals and Activities, encounters, rest, Experience and levels."""

from __future__ import annotations

from typing import Any

from ludex.core.kernel.english import count
from ludex.core.show.sentences import Named, Sentence, as_written
from ludex.games.navyblue.book.adventure.activities import PICK_LOCK
from ludex.games.navyblue.book.adventure.intervals import BLOCKS, DAYS, DUNGEON, TRAVERSAL
from ludex.games.navyblue.show.names import SIDES, barrier_name, everybody, place_name, thing_name

MODES = {
    TRAVERSAL: "days of Traversal begin: a day has three blocks of four intervals, two hours each",
    DUNGEON: "Dungeoneering begins: an interval is ten minutes",
    "adventure": "from now on time is not counted",
}
BLOCK_NAMES = {"travel": "Travel", "camping": "Camping", "rest": "Rest"}
MEETINGS = {
    "parted": "the party and {who} part ways",
    "talked": "the party talks {who} out of violence",
    "sneaked": "the party sneaks past {who}",
    "missed": "the party misses {who} altogether",
    "fight": "it comes to blows with {who}",
}
DEEDS = {
    "cleared": "the encounter is cleared",
    "talked": "talked out of violence",
    "sneaked": "sneaked through",
    "escaped": "got away after a hard fight",
    "missed": "the encounter was missed",
    "minor": "three minor encounters",
    "location": "a notable location",
    "key": "a key item",
    "person": "a person of note",
    "objective": "an objective",
}
NOTHING_GAINED = {"missed": "an encounter that was missed", "lost": "a fight that was lost", "stopped": "this fight"}
LEARNED = {"feature": "learns {what}", "skill": "learns the skill {what}", "speak": "now speaks {what}",
           "read": "now reads and writes {what}"}  # fmt: skip


def interval_words(mode: str, block: int, interval: int) -> str:
    """`Camping block, interval 2 of 4`, `hour 1, interval 3 of 6`"""
    day = DAYS[mode]
    first = f"{BLOCK_NAMES[BLOCKS[block - 1]]} block" if mode == TRAVERSAL else f"hour {block}"
    return f"{first}, interval {interval} of {day.intervals}"


def activity_words(scene: Any, activity: str, who: str = "") -> str:
    """What somebody does in an interval, as it is kept: `advance:shrine`, `pick_lock:Finesse:door:a|b`."""
    name, _, what = activity.partition(":")
    if name == PICK_LOCK:
        by, _, barrier = what.partition(":")
        return f"works on {barrier_name(scene, barrier, who)} with {by}"
    if name in DOING:
        return DOING[name].format(what=place_name(scene, what) if what else "")
    return thing_name(scene, name)


DOING = {
    "travel": "travels", "make_camp": "makes camp", "look_around": "looks around nearby", "eat": "eats",
    "watch": "keeps watch", "sleep": "sleeps", "pause": "pauses", "wait": "waits", "advance": "goes on to {what}",
    "search": "searches {what}", "fight": "fights", "don_armour": "puts on or takes off armour",
    "spent": "is done for this interval", "advanced": "has gone on",
}  # fmt: skip
THEY = {
    "travel": "travel", "make_camp": "make camp", "look_around": "look around nearby", "eat": "eat",
    "watch": "keep watch", "sleep": "sleep", "pause": "pause", "wait": "wait", "advance": "go on to {what}",
}  # fmt: skip


def chooses(v: Named) -> str:
    who, name = v["who"], v["activity"]
    if len(who) > 1 and name in THEY:
        return f"{everybody(v.scene, who)} {THEY[name].format(what=place_name(v.scene, v.raw['what']))}"
    doing = activity_words(v.scene, f"{name}:{v.raw['what']}" if v.raw["what"] else name, who[0])
    if name not in DOING and name != PICK_LOCK:  # the table's own
        doing = f"spend{'s' if len(who) == 1 else ''} the interval on {doing}"
    return f"{everybody(v.scene, who)} {doing}"


# ---------------------------------------------------------------- encounters


WHERE = {"travel": "on the road", "camping": "at the camp", "rest": "at the camp, by night"}
FAILED = {
    "parley": "words do not move {who}, and are not tried again in this meeting",
    "sneak_past": "the party is noticed by {who}, and nobody sneaks past in this meeting",
}


def encounter_comes(v: Named) -> str:
    size = ", a minor encounter" if v["size"] == "minor" else ""
    return f"{WHERE.get(v['block']) or 'in ' + v['at']}: {v['text']}{size}"


def reaction(v: Named) -> str:
    met = everybody(v.scene, v["who"])
    if v["reaction"] == v["rolled"]:
        return f"the attitude of {met} is as the dice say: {v['reaction']}"
    if not v["rolled"]:
        return f"{met} is {v['reaction']}, says the Director"
    return f"the Director picks another attitude for {met}: {v['reaction']} in place of {v['rolled']}"


def meeting_ends(v: Named) -> str:
    who = everybody(v.scene, v["who"]) if v["who"] else "those it has met"
    return MEETINGS[v["how"]].format(who=who)


# ---------------------------------------------------------------- Experience and levels


def no_experience(v: Named) -> str:
    return f"{NOTHING_GAINED.get(v['how'], as_written(v.scene, v['how']))} brings no Experience"


def gains(v: Named) -> str:
    loses = v["amount"] < 0
    return (
        f"{v['who']} {'loses' if loses else 'gains'} {abs(v['amount'])} Experience ({DEEDS[v['why']]}) "
        f"and has {v['total']}"
    )


def rests(v: Named) -> str:
    return f"{v['who']} is rested" + (f": {v['gained']} Vigor back, {v['vigor']} now" if v["gained"] else "")


def learns(v: Named) -> str:
    return f"{v['who']} " + LEARNED[v["kind"]].format(what=thing_name(v.scene, v.raw["what"]))


def short_of_sleep(v: Named) -> str:
    slept = count(v["slept"], "interval") if v["slept"] else "none"
    return f"{v['who']} has slept through {slept} of the Rest, and it takes three: no Vigor comes back"


REST: dict[str, Sentence] = {
    # time
    "mode": lambda v: MODES[v["mode"]],
    "interval": lambda v: interval_words(v["mode"], v["block"], v["interval"]),
    "chooses": chooses,
    "day_ends": lambda v: "a day has passed; " + (f"{count(v['left'], 'day')} to go" if v["left"] else "the last one"),
    "journey_ends": lambda v: f"the journey is over, {'in' if v['safe'] else 'but not in'} a safe place",
    "place": lambda v: (
        f"the place is {'safe' if v['safe'] else 'not safe'}"
        + (", and the next encounter a minor one" if v["size"] == "minor" else "")
    ),
    "searches": lambda v: f"{v['who']} has searched {v['zone']}" + (": THE KEY ITEM is here" if v["key_item"] else ""),
    "pauses": "{who} has paused",
    "unpaused": "{who} has gone twelve intervals without a pause: −1 on attack rolls until there is one",
    # encounters
    "encounter_roll": lambda v: f"a d{v['die']} for a Random Encounter: {'one comes' if v['comes'] else 'none comes'}",
    "encounter": encounter_comes,
    "no_table": "somebody comes along, but there is no table of encounters here; the Director says who",
    "met": lambda v: f"the party comes upon {everybody(v.scene, v['who'])}",
    "reaction": reaction,
    "unwatched": "nobody has kept watch: the party is found asleep",
    "fails": lambda v: FAILED[v["way"]].format(who=everybody(v.scene, v["who"])),
    "warier": lambda v: f"the attitude of {everybody(v.scene, v['who'])} grows worse: {v['reaction']}",
    "meeting_ends": meeting_ends,
    # rest
    "rested": rests,
    "no_rest": short_of_sleep,
    "respite": "a Respite of {hours} hours",
    "respite_broken": "the Respite is broken off after {hours} hours and gives nothing",
    # Experience and levels
    "experience": gains,
    "minor_encounter": "a minor encounter for {who}: {count} of 3 that make 1 Experience",
    "no_experience": no_experience,
    "level_due": "{who} has the {threshold} Experience for the next level: it comes with the next Respite",
    "threshold_met": "{who} spends {threshold} Experience on a level, {left} left",
    "level": "{who} reaches level {level}: half level {half_level}, Vigor up to {max_vigor}",
    "archetype": "{who} is a {archetype} from now on",
    "raises": "{who} raises {what} to {to}",
    "cap": "core attributes of {who} may go up to {cap} now",
    "learns": learns,
    "nothing_to_learn": "there is no {kind} left that {who} could learn",
    "language_points": lambda v: f"{v['who']} has {count(v['left'], 'language point')} to spend",
    "side_first": lambda v: f"{SIDES[v['side']]} goes first",
    "side_passes": lambda v: f"{SIDES[v['side']]} lets the other choose",
}
