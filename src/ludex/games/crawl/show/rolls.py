"""Rolls in words: who tries what, the dice with their faces, every number with where it comes from, and the result."""

from __future__ import annotations

from collections.abc import Callable

from ludex.core.kernel.english import listed, number
from ludex.core.kernel.ruling import Modifier
from ludex.core.show.face import Against, Outcome, Result
from ludex.core.show.marks import summed
from ludex.core.show.sentences import Named, added, faces_of, rule_title
from ludex.games.crawl.book.characters.skills import skill_of
from ludex.games.crawl.book.dice import (
    BLANK,
    CRITICAL,
    FAILED,
    FAILURE,
    FUMBLE,
    HIT,
    HOPELESS,
    MINUS,
    MISS,
    PLUS,
    SUCCESS,
    SURE,
)
from ludex.games.crawl.show.names import being_name, everybody, skill_name, thing_name
from ludex.games.crawl.state import CORE, Scene

ATTACK, DEFENCE = "tc.attack.roll", "tc.defense.roll"
TABLES = ("tc.crit.hit_table", "tc.crit.fail_table")
RESULTS = {FAILURE: "failure", SUCCESS: "success", CRITICAL: "a critical success"}
BLOWS = {FUMBLE: "a critical failure", MISS: "a miss", HIT: "a hit", CRITICAL: "a critical hit"}
FACES = {MINUS: "a minus", BLANK: "a blank", PLUS: "a plus"}
GOOD = {MINUS: False, BLANK: None, PLUS: True}
HOLDS = {True: "it holds", False: "it does not hold"}
NONE = 60  # the cap of a defence that nothing caps
WAYS = {
    "charge": "charges home at {target} with {skill}",
    "opportunistic": "strikes at {target}, who turns away, with {skill}",
    "final": "makes a final attack on {target} with {skill}",
    "riposte": "strikes back at {target} with {skill}",
    "extra": "attacks {target} once more with {skill}",
    "blind": "strikes blindly at {target} with {skill}",
    "leap": "leaps at {target} with {skill}",
    "area": "sends out {skill}",
    "cover": "strikes at the cover with {skill}",
    "cell": "strikes blindly with {skill}",
}


def rolled(v: Named) -> str:
    if v.rule == ATTACK:
        return attack(v)
    if v.rule == DEFENCE:
        return defence(v)
    if isinstance(v["reading"], bool) and v.rule in CONTESTS and "target" in v:
        return resisted(v)
    if "difficulty" in v and v["reading"] in RESULTS:
        return checked(v)
    if v.rule in OTHERS:
        return OTHERS[v.rule](v)
    return f"{v['by']}, {rule_title(v.scene, v.rule).partition(':')[0]}: {thrown(v)}"


def thrown(v: Named) -> str:
    """`d20 14 + 2 strength + 1 Weapon Proficiency = 17`; a single die without more is what it shows."""
    modifiers: tuple[Modifier, ...] = v.get("modifiers") or ()
    plain = added(modifiers)
    if len(v["kept"]) == 1 and not plain:
        return summed(v.scene, f"{v['dice'][0]} ") + str(v["kept"][0])
    come = summed(v.scene, f"{' '.join([faces_of(v['dice'], v['kept']), *plain])} = ")
    return f"{come}{number(sum(v['kept']) + sum(m.amount for m in modifiers))}"


def result(v: Named) -> Result:
    """How a roll was read, where that is more than a number."""
    reading, difficulty = v["reading"], v.get("difficulty")
    own = Against("difficulty", (difficulty,)) if difficulty and difficulty not in (SURE, HOPELESS) else None
    if v.rule == ATTACK:
        return Result((), own, Outcome(BLOWS[reading.result], reading.result in (HIT, CRITICAL)))
    if v.rule == DEFENCE:
        return Result((), Against("more than", (v["against"],)), Outcome(HOLDS[bool(reading)], bool(reading)))
    if v.rule == "tc.cover":
        return Result((), None, Outcome("past it" if reading else f"the {v['cover']} takes the blow", bool(reading)))
    if isinstance(reading, bool) and ("target" in v or "attacker" in v):
        return Result((), None, Outcome(HOLDS[reading], reading))
    if difficulty is not None and reading in RESULTS:
        return Result((), Against("", (difficulty,)), Outcome(RESULTS[reading], reading != FAILURE))
    if reading == FAILED:
        return Result((), own, Outcome(RESULTS[FAILURE], False))
    return Result((), None, Outcome(FACES[reading], GOOD[reading])) if v.rule == "tc.fate_die" else Result()


# ---------------------------------------------------------------- attack and defence


def attack(v: Named) -> str:
    way = WAYS.get(str(v.raw["way"]), "attacks {target} with {skill}")
    deed = way.format(target=v["target"], skill=skill_name(v.scene, v.raw["skill"]))
    result = v["reading"].result
    natural = {FUMBLE: f"d20 {v['kept'][0]}", CRITICAL: thrown(v)}.get(result)
    if natural is not None:
        return f"{v['by']} {deed}: {summed(v.scene, f'{natural}, ')}{BLOWS[result]}"
    against = f" against its difficulty of {v['difficulty']}" if v["difficulty"] else ""
    if v["difficulty"] == HOPELESS:
        against += ", which only a critical success meets"
    return f"{v['by']} {deed}: {summed(v.scene, f'{thrown(v)}{against}, ')}{BLOWS[result]}"


def defence(v: Named) -> str:
    """It has two numbers to reach: more than the attack, and its own difficulty."""
    being = v.scene.beings[str(v.raw["by"])]
    own = skill_of(v.scene, being, str(v.raw["skill"]))
    needed = to_hold(v["against"], own.difficulty)
    come = summed(v.scene, f"{thrown(v)}{capped(v)}, {needed}: ")
    return f"{v['by']} defends with {own.name}: {come}{HOLDS[bool(v['reading'])]}"


def capped(v: Named) -> str:
    cap = v.get("cap", NONE)
    return f", no more than {cap} while stunned" if cap < NONE else ""


def to_hold(attack: int, difficulty: int) -> str:
    """What a defence must come to: more than the attack, and its own difficulty where that is more still."""
    own = f" and at least its difficulty of {difficulty}" if difficulty and difficulty > attack + 1 else ""
    return f"to be more than {attack}{own}"


# ---------------------------------------------------------------- checks


DEEDS = {
    "tc.hp.zero": "{by} fights to stay conscious",
    "tc.str.damage": "{by} fights to stay upright with damaged strength",
    "tc.int.damage": "{by} fights to stay awake with damaged intelligence",
    "tc.mob.damage": "{by} fights to stay upright with damaged mobility",
    "tc.area.no_dodge": "{by} tries to escape the worst of it",
    "tc.exotic.cold": "{by} against the cold",
    "tc.exotic.fire": "{by} against the flames",
    "tc.fall": "{by} tries to land on their feet",
    "tc.stack.second": "{by} braces for the body that comes flying",
    "tc.climb": "{by} climbs",
    "tc.jump.vertical": "{by} jumps {metres} m up",
    "tc.jump.forward": "{by} jumps over {metres} m",
    "tc.jump.running": "{by} jumps over {metres} m with a run-up",
    "tc.weapon.method": "{by} puts everything into a longer throw",
    "tc.poison.content": "{by} against {poison}, which attacks {core}",
    "tc.disease": "{by} against {disease}",
    "tc.addiction.check": "{by} against the pull of {substance}",
    "tc.surprise": "{by} may notice what is coming",
    "tc.speak": "{by} listens",
    "tc.aspect.acquire": "{by} tries {aspect} in peace",
    "tc.disease.agent": "{by} makes an agent against {disease}",
    "tc.aspect.definition": "{by} tries to ward it off",
}


NAMED = ("poison", "core", "disease", "substance", "aspect")


def checked(v: Named) -> str:
    """`Sefa fights to stay conscious, strength check: d20 9 + 1 strength = 10 against 8, success`"""
    names = {key: thing_name(v.scene, v.raw[key]) for key in NAMED if key in v}
    if "treats" in v:
        deed = f"{v['by']} treats {being_name(v.scene, v.raw['target'])}"
    else:
        deed = DEEDS.get(v.rule, "{by}").format_map({**v, **names})
    what = what_words(v.scene, str(v.raw["what"]))
    beyond = ", to be exceeded" if v["exceed"] else ""
    task = f" on {task_words(v.scene, v.raw['task'])}" if v.raw.get("task") else ""
    come = summed(v.scene, f"{thrown(v)} against {v['difficulty']}{beyond}, ")
    return f"{deed}, {what}{task}: {come}{RESULTS[v['reading']]}"


def what_words(scene: Scene, what: str) -> str:
    if what in CORE or what in ("endurance", "physical strength", "perception"):
        return f"{what} check"
    return f"{skill_name(scene, what)} check"


def task_words(scene: Scene, task: object) -> str:
    """A lock by its door, a thing by its name, or what somebody has called it."""
    if not isinstance(task, tuple):
        return thing_name(scene, task)
    door = next((door for door in scene.doors if door.at == task), None)
    return f"the {door.name}" if door is not None else scene.cell_name(task)


# ---------------------------------------------------------------- contests


CONTESTS = {
    "tc.grab": "{by} reaches for {target}",
    "tc.grab.held": "{by} tries to break the grab of {target}",
    "tc.grapple.start": "{by} tries to grapple {target}",
    "tc.grapple.escape": "{by} tries to get out of the grapple of {target}",
    "tc.reactionary": "{by} tries to counter the magic of {target}",
    "tc.opposed": "{by} against {target}",
}


def contest(v: Named) -> str:
    """The first roll of two: the total that the other has to answer."""
    other = v["target"] if v.get("target") else "whoever watches"
    deed = CONTESTS.get(v.rule, "{by} against {target}").format(by=v["by"], target=other)
    if v["reading"] == FAILED:
        return f"{deed}: {thrown(v)} against its own difficulty of {v['difficulty']}, failure"
    return f"{deed}: {thrown(v)}"


def resisted(v: Named) -> str:
    held = "which holds" if v["reading"] else "which is not enough"
    return f"{v['by']} resists {v['target']}: {thrown(v)}{capped(v)}, {held}"


def grab(v: Named) -> str:
    if "attacker" in v:
        held = "slips away" if v["reading"] else "does not slip away"
        return f"{v['by']} pulls away: {thrown(v)}{capped(v)}, to be more than {v['attack']}: {held}"
    _, failed, _ = v["reading"]
    return f"{contest(v)}{', a natural 1, which fails' if failed else ''}"


def grapple(v: Named) -> str:
    _, failed, _ = v["reading"]
    if not failed:
        return contest(v)
    short = f", which falls short of its own difficulty of {v['difficulty']}"
    return f"{contest(v)}{', a natural 1, which fails' if v['kept'][0] == 1 else short}"


def persuasion(v: Named) -> str:
    return f"{v['by']}, {v['what']}: {thrown(v)}"


def rolled_off(v: Named) -> str:
    tied: tuple[str, ...] = v.get("tied", ())
    if not tied:
        return f"{v['by']}, level with others: {thrown(v)}"
    if len(tied) < len(v["kept"]):  # with somebody unknown: it tells of the first alone, whose die is the first
        return f"{v['by']} rolls d20: {v['kept'][0]}"
    faces = [f"{being_name(v.scene, who)} {face}" for who, face in zip(tied, v["kept"], strict=False)]
    return f"{everybody(v.scene, tied)} are level and roll d20: {listed(faces)}"


# ---------------------------------------------------------------- amounts and all else


def harm(v: Named) -> str:
    return f"{skill_name(v.scene, v.raw['skill'])}: {thrown(v)} {v['type']} damage"


def push(v: Named) -> str:
    left = f"{v['reading']} KP left" if v["reading"] else "nothing of it is left"
    return f"{v['by']} braces against a push of {v['kp']} KP: {thrown(v)}, {left}"


def past_cover(v: Named) -> str:
    where = f"the {v['cover']} hides {v['percent']} %"
    return f"{where}: {thrown(v)}, " + ("past it" if v["reading"] else f"the {v['cover']} takes the blow")


def hiding(v: Named) -> str:
    deed = "stays in stealth" if v.rule == "tc.stealth.maintain" else "hides"
    if v["reading"] == FAILED:
        return f"{v['by']} {deed}: {thrown(v)} against its difficulty of {v['difficulty']}, failure"
    return f"{v['by']} {deed}: {thrown(v)}, which is what a perception check must reach now"


def looking(v: Named) -> str:
    return f"{v['by']} looks around: {thrown(v)}"


def dice_of(what: str) -> Callable[[Named], str]:
    return lambda v: f"{what}: {thrown(v)}"


OTHERS: dict[str, Callable[[Named], str]] = {
    "tc.init.roll": lambda v: f"{v['by']}, initiative: {thrown(v)}",
    "tc.init.ties": rolled_off,
    "tc.hold.order": rolled_off,
    "tc.cover": past_cover,
    "tc.grab": grab,
    "tc.grapple.start": grapple,
    "tc.persuade": persuasion,
    "tc.push.check": push,
    "tc.damage.types": harm,
    "tc.perception": looking,
    "tc.perception.stealth": looking,
    "tc.stealth.enter": hiding,
    "tc.stealth.maintain": hiding,
    "tc.fate_die": lambda v: f"{v['by']} rolls a fate die: {thrown(v)}, {FACES[v['reading']]}",
    "tc.crit.hit_table": dice_of("on the table of critical hits"),
    "tc.crit.fail_table": dice_of("on the table of critical failures"),
    "tc.push.damage": lambda v: f"the impact on {v['target']}: {thrown(v)} kinetic damage",
    "tc.fall": lambda v: f"the fall of {v['by']}: {thrown(v)} kinetic damage",
    "tc.crush": lambda v: f"the weight on {v['by']}: {thrown(v)} kinetic damage",
    "tc.exotic.fire": dice_of("the flames"),
    "tc.exotic.energetic": lambda v: f"the surge: {thrown(v)} electric damage more",
    "tc.exotic.meta": dice_of("what meta takes off resistance"),
    "tc.armor_penetration": dice_of("what penetrates armour"),
    "tc.heal": lambda v: f"healing for {v['target']}: {thrown(v)}",
    "tc.bleed": lambda v: f"{v['by']} bleeds: {thrown(v)}",
    **dict.fromkeys((rule for rule in CONTESTS if rule not in ("tc.grab", "tc.grapple.start")), contest),
}
