"""Scenes by luck: anybody of the content close together on a board of it, in any mode, hurt and afflicted in any way.

They need not be likely, only possible: what stands here must go together as the rules would have it.
"""

from __future__ import annotations

from typing import Any

from ludex.core.book.rulebook import Rulebook
from ludex.core.content.content import Library
from ludex.core.drawing import Pick, draw_options, one_of, shuffled, some_of
from ludex.games.cloudbreaker.book.recovery import KINDS
from ludex.games.cloudbreaker.build.from_content import Ground, find_entry, in_hands, make_being, make_board
from ludex.games.cloudbreaker.records.conditions import CONDITIONS
from ludex.games.cloudbreaker.state import ENEMY, HELPLESS, OBJECT, WIDE, Being

MODES = ("situation", "situation", "situation", "situation", "adventure", "rest")

Tables = dict[str, dict[str, Any]]


def draw(library: Library, rulebook: Rulebook, pick: Pick) -> dict[str, Any]:
    """The tables of a scene file."""
    mode = one_of(MODES, pick)
    board = one_of(library.shelves["board"].entries, pick)
    ground = make_board(library.shelves["board"].get(board), library)
    middle = one_of(ground.board, pick)
    units: dict[str, Being] = {}
    beings: Tables = {}
    for name, kind in company(library, pick).items():
        unit = make_being(library, find_entry(library, kind, "drawn"), name)
        at = room(ground, unit, middle, pick)
        if at:
            units[name] = unit
            beings[name] = {"from": kind, "at": at}
    for name, given in beings.items():
        given |= things(library, units[name], pick)
        given |= state(units, units[name], mode == "situation", pick)
    if mode == "situation":
        hold(units, beings, pick)
    tables: dict[str, Any] = {
        "game": "cloudbreaker",
        "board": board,
        "mode": mode,
        "beings": beings,
        "options": draw_options(rulebook, pick),
        "lying": [{"thing": thing(library, pick), "at": one_of((middle, *ground.board), pick)} for _ in range(pick(3))],
        "hazards": hazards(library, ground, middle, pick),
        "situation": situation(ground, middle, pick),
        "scene": whole_scene(mode, library, pick),
    }
    if mode == "situation":
        of = whose_turn(units, beings, pick)
        tables["turn"] = {"of": of, "round": 1 + pick(4)}
        tables["scene"]["rush"] = units[of].pc and not pick(6)
    return tables


def company(library: Library, pick: Pick) -> dict[str, str]:
    """Some characters and enemies, perhaps with others: names, and what they are made from."""
    shelves = library.shelves
    found = {name: name for name in shuffled(shelves["character"].entries, pick)[: 1 + pick(4)]}
    found |= {f"foe_{number}": one_of(shelves["enemy"].entries, pick) for number in range(1 + pick(4))}
    found |= {f"friend_{number}": name for number, name in enumerate(some_of(shelves["npc"].entries, 1, pick))}
    return found | {f"thing_{number}": name for number, name in enumerate(some_of(shelves["object"].entries, 1, pick))}


def room(ground: Ground, unit: Being, middle: str, pick: Pick) -> str:
    """A zone near the middle that has room for the unit; nothing where there is none."""
    wide = WIDE.get(unit.sheet.size, 1)
    there = [zone for zone in ground.board if len(ground.board.block(zone, wide)) == wide * wide]
    near = sorted(there, key=lambda zone: ground.board.distance(zone, middle))[: one_of((1, 2, 4, 20), pick)]
    return one_of(near, pick) if near else ""


# ---------------------------------------------------------------- how somebody is


def things(library: Library, unit: Being, pick: Pick) -> dict[str, Any]:
    """Now and then other weapons, spells and items than their own."""
    shelves = library.shelves
    given: dict[str, Any] = {}
    if not pick(3):
        weapons = (*unit.weapons, *some_of(shelves["weapon"].entries, 2, pick))
        given |= {"weapons": weapons, "wielded": in_hands(library, shuffled(weapons, pick), unit.sheet.hands)}
    if not pick(3):
        given["spells"] = list(dict.fromkeys((*unit.spells, *some_of(shelves["spell"].entries, 3, pick))))
    if not pick(2):
        given["items"] = [*unit.items, *some_of(shelves["item"].entries, 4, pick)]
    if unit.sheet.sort == ENEMY:
        given["disguised"] = not pick(3)
    return given


def state(units: dict[str, Being], unit: Being, fighting: bool, pick: Pick) -> dict[str, Any]:
    """Wounds and conditions that go together."""
    sheet = unit.sheet
    given: dict[str, Any] = {}
    if not pick(2):
        given["parts"] = {part.id: 1 + pick(part.hp) if part.vital else pick(part.hp + 1) for part in sheet.parts}
    if sheet.mp and not pick(2):
        given["mp"] = 1 + pick(sheet.mp)
    if sheet.resolve and not pick(3):
        given["resolve"] = 1 + pick(sheet.resolve)
    if unit.pc:
        given["spirit"] = pick(8)
    names = [name for name, kind in CONDITIONS.items() if kind.drawn != "never"]
    conditions = [condition(units, name, pick) for name in some_of(names, 2, pick)]
    given["conditions"] = [one for one in conditions if fighting or CONDITIONS[one["name"]].drawn != "fight"]
    if not pick(6):
        given |= fall(unit, given, pick)
    return given


def condition(units: dict[str, Being], name: str, pick: Pick) -> dict[str, Any]:
    """As its entry has it, with any unit for {unit}, and a number up to the one there."""
    given: dict[str, Any] = {"name": name}
    example = CONDITIONS[name].example
    if "source" in example or not pick(3):
        given["source"] = example.get("source", "{unit}").format(unit=one_of(units, pick))
    for key, most in example.items():
        if key != "source":
            given[key] = 1 + pick(most) if isinstance(most, int) else most
    if not pick(3):
        given["until"] = one_of((f"start of {one_of(units, pick)}'s turn", "situation", "full rest"), pick)
    return given


def fall(unit: Being, given: dict[str, Any], pick: Pick) -> dict[str, Any]:
    """Downed, knocked out, dead or gone, with the pools that go with it."""
    others = [one for one in given["conditions"] if one["name"] != "Prone"]
    if unit.pc:
        how = one_of(("Downed", "Downed", "Knocked Out", "Dead", "Retreated"), pick)
    else:
        how = one_of(("Defeated",) if unit.sheet.sort == OBJECT else ("Defeated", "Neutralised", "Routed"), pick)
    pools: dict[str, Any] = {}
    if how in ("Downed", "Knocked Out", "Defeated"):
        pools = {"parts": {unit.sheet.parts[unit.sheet.vital].id: 0}}
    if how == "Dead":
        pools = {"resolve": 0}
    prone = [{"name": "Prone"}] if how == "Downed" else []
    return {**pools, "conditions": [*others, {"name": how}, *prone]}


def states_of(given: dict[str, Any]) -> set[str]:
    return {one["name"] for one in given["conditions"]}


def hold(units: dict[str, Being], beings: Tables, pick: Pick) -> None:
    """Somebody holds, or clings to, somebody else in their zone."""

    def steady(name: str) -> bool:
        loose = unlike_holding & states_of(beings[name])
        return not loose and units[name].sheet.sort != OBJECT

    unlike_holding = CONDITIONS.tagged("lets-go")
    pairs = [
        (one, other)
        for one in beings
        for other in beings
        if one != other and beings[one]["at"] == beings[other]["at"] and steady(one) and steady(other)
    ]
    if not pairs or pick(2):
        return
    one, other = one_of(pairs, pick)
    if pick(2):
        beings[other]["conditions"].append({"name": "Grappled", "source": one})
    else:
        beings[one]["latched"] = [other, one_of(units[other].sheet.parts, pick).id]


# ---------------------------------------------------------------- the whole table


def whose_turn(units: dict[str, Being], beings: Tables, pick: Pick) -> str:
    """Somebody who can act; the first character is made able if nobody else is."""
    able = [
        name for name, given in beings.items() if not HELPLESS & states_of(given) and units[name].sheet.sort != OBJECT
    ]
    if not able:
        able = [next(iter(beings))]
        given = beings[able[0]]
        given["conditions"] = [one for one in given["conditions"] if one["name"] not in HELPLESS]
        for pool in ("parts", "resolve"):
            given.pop(pool, None)
    return one_of(able, pick)


def thing(library: Library, pick: Pick) -> str:
    return one_of((*library.shelves["weapon"].entries, *library.shelves["item"].entries), pick)


def hazards(library: Library, ground: Ground, middle: str, pick: Pick) -> list[dict[str, Any]]:
    found = []
    for hazard in some_of(library.all("hazard"), 2, pick):
        beside = ground.board.beside(middle)
        if hazard.hazard_type != "traversal":
            found.append({"hazard": hazard.id, "zones": [middle]})
        elif beside:
            found.append({"hazard": hazard.id, "zones": [middle, one_of(beside, pick)]})
    return found


def situation(ground: Ground, middle: str, pick: Pick) -> dict[str, Any]:
    """What wins and what loses; now and then an epic trap is ticking."""
    given: dict[str, Any] = {
        "goals": [one_of(("rout", {"goal": "survive", "rounds": 6}), pick)],
        "failures": ["party_wiped_out", *some_of(("party_retreats",), 1, pick)],
        "retreat_allowed": bool(pick(3)),
        "cloud": pick(2),
        "reinforcements": not pick(3),
    }
    if not pick(2):
        given["trap"] = {
            "epicenter": middle,
            "round": 2 + pick(4),
            "defuse": {"mechanics_kit": 9, "athletics": 10, "detect": 8},
            "successes": 1 + pick(3),
        }
        given["goals"].append(one_of(("trap_survived", "defuse"), pick))
    return given


def whole_scene(mode: str, library: Library, pick: Pick) -> dict[str, Any]:
    given: dict[str, Any] = {"clock": pick(50_000), "analysed": some_of(library.shelves["enemy"].entries, 2, pick)}
    if mode == "situation":
        given["morale"] = pick(8)
    if mode == "rest":
        given["rest"] = {"kind": one_of(KINDS, pick), "began": given["clock"]}
    return given
