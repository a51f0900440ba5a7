"""Rolls in words: who tries what, the dice with their faces, every number with where it comes from, and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludex.core.kernel.ruling import Modifier
from ludex.core.show.face import Against, Outcome, Result
from ludex.core.show.marks import summed
from ludex.core.show.sentences import Named, apart, faces_of, rule_title
from ludex.games.navyblue.book.dice import CHECKS, MISS, RESULTS, SUCCESSES
from ludex.games.navyblue.show.names import SIDES, barrier_name, being_name, condition_name, everybody, thing_name

ATTACK = "nb.attack.def"
DOUBLES = {(1, 1): "two 1s, ", (6, 6): "two 6s, "}
TRIED = {
    "nb.leap.check": "{by} tries to land well",
    "nb.zone.pit": "{by} tries to climb out of the pit",
    "nb.maneuver.unblock": "{by} works on {what}",
    "nb.gap.sight": "{by} tries to hide",
}
WAYS = {"parley": "{by} tries to talk to them", "sneak_past": "{by} tries to sneak past"}


def rolled(v: Named) -> str:
    if v.rule == ATTACK:
        return attack(v)
    if "difficulty" in v:
        return checked(v)
    return PLAIN[v.rule](v) if v.rule in PLAIN else f"{rule_title(v.scene, v.rule)}: {thrown(v)}"


def thrown(v: Named) -> str:
    """`2d6 (4 + 5) + 1 half level + 2 Brawn = 12`; a single die without more is what it shows."""
    modifiers: tuple[Modifier, ...] = v.get("modifiers") or ()
    plain = added(v.scene, [m for m in modifiers if m.kind not in v.scene.beings])
    if len(v["kept"]) == 1 and not plain:
        return summed(v.scene, f"{v['dice'][0]} ") + str(v["kept"][0])
    total = sum(v["kept"]) + sum(m.amount for m in modifiers if m.kind not in v.scene.beings)
    return summed(v.scene, f"{' '.join([faces_of(v['dice'], v['kept']), *plain])} = ") + str(total)


def added(scene: Any, modifiers: Iterable[Modifier]) -> list[str]:
    """The numbers that are added, skills by their names."""
    return [f"{apart(m.amount)} {thing_name(scene, m.source)}" for m in modifiers if m.amount]


def result(v: Named) -> Result:
    """How a roll was read."""
    if v.rule == ATTACK:
        return of_attack(v) if "thresholds" in v else Result()
    if "difficulty" in v:
        word = CHECKS[v["difficulty"]][1][v["reading"]]
        return Result((), Against(v["difficulty"], ()), Outcome(word, word in SUCCESSES))
    if v.rule == "nb.init.roll":
        return Result((), None, Outcome(f"{SIDES[v['reading']]} goes first"))
    if v.rule == "nb.morale.break":
        return Result((), None, Outcome("flees" if v["reading"] == "Fleeing" else "surrenders", False))
    if v.rule == "nb.encounter.roll":
        return Result((), None, Outcome("somebody comes along" if v["reading"] else "nobody comes"))
    return Result((), None, Outcome(str(v["reading"]))) if v.rule == "nb.reaction.table" else Result()


def of_attack(v: Named) -> Result:
    """Against one target its thresholds; of several the result of each with its name. Who does not see all of them is
    not told how it went."""
    results, _ = v["reading"]
    if len(v["targets"]) != len(results):
        return Result()
    good = any(result != MISS for result in results)
    if len(results) == 1:
        against = Against(v["defended_with"][0], tuple(v["thresholds"][0]))
        return Result((), against, Outcome(RESULTS[results[0]], good))
    told = [f"{being_name(v.scene, who)}: {RESULTS[it]}" for who, it in zip(v["targets"], results, strict=True)]
    return Result((), None, Outcome("; ".join(told), good))


# ---------------------------------------------------------------- attacks


def attack(v: Named) -> str:
    """One roll, and what it comes to against each of the attacked."""
    targets = tuple(v["targets"])
    by = f" ({v['attribute']})" if v["attribute"] else ""
    deed = f"{v['by']} attacks {everybody(v.scene, targets)} with {thing_name(v.scene, v.raw['source'])}{by}"
    if "thresholds" not in v:
        return f"{deed}: {thrown(v)}"
    results, _ = v["reading"]
    if len(targets) != len(results):  # some of them are unknown to whoever reads this
        return f"{deed}: {thrown(v)}"
    against = [
        met(v, who, attr, numbers, result, len(targets) > 1)
        for who, attr, numbers, result in zip(targets, v["defended_with"], v["thresholds"], results, strict=True)
    ]
    double = DOUBLES.get(tuple(v["kept"]), "")
    return (
        f"{deed}: {summed(v.scene, f'{thrown(v)} against ')}{'; '.join(against)}"
        if not double
        else f"{deed}: {double}{'; '.join(against)}"
    )


def met(v: Named, who: str, attr: str, numbers: tuple[int, ...], result: int, named: bool) -> str:
    """`Finesse 4/8/11, Standard Impact`; the name with it where there are several."""
    name = f"{being_name(v.scene, who)}, " if named else ""
    if tuple(v["kept"]) in DOUBLES:
        return f"{name}{RESULTS[result]}"
    own = [m for m in v["modifiers"] if m.kind == who]
    beside = f" ({', '.join(added(v.scene, own)).replace('+ ', '+').replace('− ', '−')} counted in)" if own else ""
    come = summed(v.scene, f"{attr or 'no attribute'} {tiers(numbers)}{beside}, ")
    return f"{name}{come}{RESULTS[result]}"


def tiers(numbers: Iterable[int]) -> str:
    return "/".join(map(str, numbers))


# ---------------------------------------------------------------- Checks and all else


def checked(v: Named) -> str:
    what = {"by": v["by"], "what": barrier_name(v.scene, v.raw["what"], v.raw["by"]) if v.raw.get("what") else ""}
    deed = (WAYS.get(str(v.raw.get("way", ""))) or TRIED.get(v.rule, "{by}")).format_map(what)
    result = CHECKS[v["difficulty"]][1][v["reading"]]
    double = DOUBLES.get(tuple(v["kept"]), "")
    come = summed(v.scene, f"{thrown(v)}, ")
    return f"{deed}, {v['difficulty']} Check with {v['attribute']}: {come}{double}{result}"


def first_side(v: Named) -> str:
    return f"Initiative: {summed(v.scene, f'{thrown(v)}, ')}{SIDES[v['reading']]} goes first"


def broken(v: Named) -> str:
    how = "flee" if v["reading"] == "Fleeing" else "surrender"
    return f"{v['by']} breaks: {summed(v.scene, f'{thrown(v)}, ')}they {how}"


def shaken(v: Named) -> str:
    return f"{v['by']} tries to shake it off, being {condition_name(v['condition'])}: {thrown(v)}"


def encounter(v: Named) -> str:
    found = "somebody comes along" if v["reading"] else "nobody comes"
    return f"Random Encounter: {summed(v.scene, f'{thrown(v)}, ')}{found}"


PLAIN: dict[str, Callable[[Named], str]] = {
    "nb.init.roll": first_side,
    "nb.morale.roll": lambda v: f"Morale: {thrown(v)}; whoever has a lower score breaks",
    "nb.morale.break": broken,
    "nb.feature.tags": shaken,
    "nb.encounter.roll": encounter,
    "nb.gap.encounter_tables": lambda v: f"{thing_name(v.scene, v.raw['table'])}: {thrown(v)}",
    "nb.reaction.table": lambda v: f"Attitude of {everybody(v.scene, v['who'])}: {thrown(v)}, {v['reading']}",
}
