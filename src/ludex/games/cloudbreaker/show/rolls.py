"""Rolls in words: who tries what, the dice with their faces, every number with where it comes from, and the result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from ludex.core.kernel.english import number
from ludex.core.kernel.ruling import Modifier
from ludex.core.show.face import Against, Outcome, Result
from ludex.core.show.marks import summed
from ludex.core.show.sentences import Named, added, apart, faces_of, rule_title, sources
from ludex.games.cloudbreaker.book.dice import BONUS, CRITICAL, EDGE, FAILURE, SUCCESS, net_edge
from ludex.games.cloudbreaker.book.neutralising import IMPOSSIBLE
from ludex.games.cloudbreaker.show.names import part_name, to_pool, typed

HITS = {FAILURE: "a miss", SUCCESS: "a hit", CRITICAL: "a critical hit"}
RESULTS = {FAILURE: "failure", SUCCESS: "success", CRITICAL: "success, two sixes"}

MANEUVERS = {
    "grapple": "tries to grapple {target}",
    "push": "tries to push {target}",
    "trip": "tries to trip {target}",
    "disarm": "tries to disarm {target}",
    "impair": "goes for eyes, ears or mouth of {target}",
    "latch": "tries to latch onto {target}",
}
TASKS = {
    "cb.hazard.traversal": "tries to get past {hazard} with {method}",
    "cb.hazard.neutralise": "works on {hazard} with {method}",
    "cb.escape.defuse": "works on the trap with {method}",
    "cb.neutral.roll": "tries to neutralise {target} with {method}",
    "cb.analyse.roll": "tries to analyse {target} with {method}",
}


def told_result(values: Mapping[str, object]) -> bool:
    """Is it told what came of a roll? The number of an enemy in disguise is hidden, and one out of reach is none."""
    return cast(int, values.get("number", IMPOSSIBLE)) < IMPOSSIBLE


def rolled(v: Named) -> str:
    if "multiplier" in v:
        return blast(v)
    if "source" in v:
        return effect(v)
    deed = attempt(v)
    if not told_result(v):
        return f"{deed}: {summed(v.scene, f'{dice_line(v)} = ')}{number(v['total'])}"
    come = summed(v.scene, f"{dice_line(v)} = {number(v['total'])} against {v['number']}, ")
    return f"{deed}: {come}{verdict(v)}"


def attempt(v: Named) -> str:
    """Who tries what."""
    target = f"{v['target']}{part_name(v.scene, v.raw['target'], v.get('part'))}" if "target" in v else ""
    if "maneuver" in v:
        how = " as a cheap shot" if v["how"] == "cheap_shot" and v["maneuver"] in ("trip", "disarm") else ""
        return f"{v['by']} {MANEUVERS[v['maneuver']].format(target=target)}{how}"
    if "use" in v:
        return f"{v['by']} attacks {target} with {v['use']}"
    if v.rule in TASKS:
        return f"{v['by']} {TASKS[v.rule].format_map({**v, 'target': target})}"
    return f"{v['by']}, {v.get('method') or rule_title(v.scene, v.rule)}"


def result(v: Named) -> Result:
    """How a roll was read: of three dice one does not count."""
    signs = [1] * len(v["kept"])
    edge = net_edge(v.get("modifiers", ()))
    if edge and len(signs) > 2:
        signs[v["kept"].index(min(v["kept"]) if edge > 0 else max(v["kept"]))] = 0
    if "multiplier" in v or "source" in v or not told_result(v):
        return Result(tuple(signs))
    return Result(tuple(signs), Against("", (v["number"],)), Outcome(verdict(v), v["reading"] != FAILURE))


def verdict(v: Named) -> str:
    named = HITS if "use" in v else RESULTS
    ones = v["reading"] == FAILURE and v["total"] >= v["number"]
    return f"{named[v['reading']]}{': two ones always fail' if ones else ''}"


def dice_line(v: Named) -> str:
    """`2d6 (4 + 5) + 4 mastery`; with edge `3d6 (6 5 2), the two highest, edge (target Prone), + 4 mastery`."""
    modifiers: tuple[Modifier, ...] = v.get("modifiers", ())
    edges = [m for m in modifiers if m.kind == EDGE]
    plain = " ".join(added(m for m in modifiers if m.kind == BONUS))
    if not edges:
        return " ".join(filter(None, (faces_of(v["dice"], v["kept"]), plain)))
    for_it, against = [m for m in edges if m.amount > 0], [m for m in edges if m.amount < 0]
    net = net_edge(edges)
    if net:
        faces = f"3d6 ({' '.join(map(str, v['kept']))})"
        which = (
            f"the two highest, edge ({sources(for_it)})" if net > 0 else f"the two lowest, setback ({sources(against)})"
        )
    else:
        faces = faces_of(v["dice"], v["kept"])
        which = f"edge ({sources(for_it)}) and setback ({sources(against)}) cancel out"
    return ", ".join(filter(None, (faces, which, plain)))


def effect(v: Named) -> str:
    """`Tal's Brass Carbine: 2d6 (3 + 4) + 2 = 9 sharp damage`; what nobody uses rolls by itself."""
    extra = [m for m in v.get("modifiers", ()) if m.source != "effect bonus"]
    bonus = sum(m.amount for m in v.get("modifiers", ()) if m not in extra)
    thrown = " ".join([faces_of(v["dice"], v["kept"]), *([apart(bonus)] if bonus else []), *added(extra)])
    least = " (the minimum)" if v["reading"] > sum(v["kept"]) + sum(m.amount for m in v.get("modifiers", ())) else ""
    whose = f"{v['by']}'s " if v.raw["by"] in v.scene.beings else ""
    what = f"{v['pool']} to recover" if v.get("recovers") else f"{typed(v['type']).strip()} damage".strip()
    where = "" if v.get("recovers") else to_pool(v["pool"])
    return f"{whose}{v['source']}: {summed(v.scene, f'{thrown} = ')}{v['reading']}{least} {what}{where}"


def blast(v: Named) -> str:
    """An epic trap: one roll for everybody."""
    bonus = sum(m.amount for m in v.get("modifiers", ()))
    thrown = f"{faces_of(v['dice'], v['kept'])}{f' {apart(bonus)}' if bonus else ''}"
    amount = v["reading"] * v["multiplier"]
    come = summed(v.scene, f"({thrown}) × {v['multiplier']} = ")
    return f"{v['by']} goes off: {come}{amount}{typed(v['type'])} damage to {v['pool']}"
