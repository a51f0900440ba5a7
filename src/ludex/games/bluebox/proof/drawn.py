"""Scenes by luck: anybody of the content side by side on a board of it, in any mode, hurt and afflicted in any way.

They need not be likely, only possible: what stands here must go together as the rules would have it.
"""

from __future__ import annotations

from typing import Any

from ludex.core.board.hex import Cell, HexBoard, cells_of, distance
from ludex.core.book.rulebook import Rulebook
from ludex.core.content.content import Library
from ludex.core.drawing import Pick, draw_condition, draw_options, one_of, shuffled, some_of
from ludex.games.bluebox.book.adventure.camps import BONUSES
from ludex.games.bluebox.book.adventure.rest import KINDS
from ludex.games.bluebox.book.damage import TYPES
from ludex.games.bluebox.build.from_content import find_character, make_being, make_board
from ludex.games.bluebox.records.conditions import CONDITIONS
from ludex.games.bluebox.records.kinds import Character
from ludex.games.bluebox.state import BEATEN, FOOTPRINTS, SHARES, Being

MODES = ("combat", "combat", "combat", "adventure", "rest")
FALLEN = ("Down", "Out", "Dead")


def draw(library: Library, rulebook: Rulebook, pick: Pick) -> dict[str, Any]:
    """The tables of a scene file."""
    mode = one_of(MODES, pick)
    name = one_of(library.shelves["board"].entries, pick)
    board, _ = make_board(library.shelves["board"].get(name))
    party = shuffled(library.shelves["character"].entries, pick)[: 1 + pick(4)]
    foes = [one_of(library.shelves["enemy"].entries, pick) for _ in range(1 + pick(4))]
    who = {name: name for name in party} | {f"foe_{number}": kind for number, kind in enumerate(foes, 1)}
    middle = one_of(sorted(cell for cell in board.cells if board.open(cell)), pick)
    beings: dict[str, dict[str, Any]] = {}
    filled: dict[Cell, int] = {}
    for being_id, kind in who.items():
        entry = find_character(library, kind, "drawn")
        at = room(board, filled, make_being(library, entry, being_id, "").sheet.size, middle, pick)
        if at is not None:
            beings[being_id] = {"from": kind, "at": list(at), **state(library, entry, tuple(who), pick)}
    tables: dict[str, Any] = {
        "game": "bluebox",
        "board": name,
        "mode": mode,
        "beings": beings,
        "options": draw_options(rulebook, pick),
        "lying": [lying(library, board, middle, pick) for _ in range(pick(3))],
    }
    hold(library, beings, who, pick)
    hunker(board, beings, pick)
    if mode == "combat":
        tables["turn"] = turn(beings, pick)
        escalate(beings, who, library, tables, pick)
    tables["scene"] = whole_scene(mode, [one for one in party if one in beings], pick)
    return tables


# ---------------------------------------------------------------- where


def room(board: HexBoard, filled: dict[Cell, int], size: str, middle: Cell, pick: Pick) -> Cell | None:
    """A hex near the middle with room for a being of this size, which it fills; nothing where there is none."""
    share = SHARES[size]
    there = [
        cell
        for cell in sorted(board.cells)
        if all(board.open(part) and filled.get(part, 0) + share <= 6 for part in cells_of(cell, FOOTPRINTS[size]))
    ]
    near = sorted(there, key=lambda cell: distance(cell, middle))[: one_of((4, 8, 24, 96), pick)]
    if not near:
        return None
    at = one_of(near, pick)
    for part in cells_of(at, FOOTPRINTS[size]):
        filled[part] = filled.get(part, 0) + share
    return at


def lying(library: Library, board: HexBoard, middle: Cell, pick: Pick) -> dict[str, Any]:
    kind = one_of(("mask", "weapon", "item"), pick)
    open_ones = sorted(cell for cell in board.cells if board.open(cell))
    at = one_of(sorted(open_ones, key=lambda cell: distance(cell, middle))[:8], pick)
    return {"kind": kind, "id": one_of(library.shelves[kind].entries, pick), "at": list(at)}


# ---------------------------------------------------------------- how somebody is


def state(library: Library, entry: Character, others: tuple[str, ...], pick: Pick) -> dict[str, Any]:
    """Wounds, things and conditions that go together."""
    being = make_being(library, entry, "drawn", "")
    given: dict[str, Any] = things(library, being, pick)
    conditions = [one for _ in range(pick(3)) if (one := condition(others, pick)) is not None]
    names = {one["name"] for one in conditions}
    if pick(2):
        given["hp"] = 1 + pick(being.sheet.hp)
    if names & set(FALLEN):
        last = next(name for name in FALLEN if name in names)
        conditions = [one for one in conditions if one["name"] not in FALLEN] + [{"name": last}]
        given["hp"] = 0
    if being.sheet.plating and not pick(2):
        given["plating"] = pick(being.sheet.plating + 1)
    if being.sheet.ep:
        given["ep"] = pick(being.sheet.ep + 1)
    if not pick(4):
        given |= {"exhaustion": pick(7), "thp": pick(4)}
    if being.sheet.needs_mask and "Unmasked" in names:
        given["mask"] = ""
    else:
        conditions = [one for one in conditions if one["name"] != "Unmasked" or not being.sheet.needs_mask]
    if "Hidden" in names:
        given["seen"] = bool(pick(2))
    if "Flying" in names:
        given["altitude"] = pick(4)
    steady = names.isdisjoint(BEATEN)
    kept_up = [
        name for name in (*being.sheet.powers, *given.get("powers", ())) if library.shelves["power"].get(name).focus
    ]
    if steady and kept_up and pick(2):
        given["focus"] = one_of(kept_up, pick)
    return {**given, "conditions": conditions}


def things(library: Library, being: Being, pick: Pick) -> dict[str, Any]:
    """Now and then other weapons, powers, masks and items than their own."""
    shelves = library.shelves
    given: dict[str, Any] = {}
    if not pick(2):
        weapons = [*being.weapons, *some_of(shelves["weapon"].entries, 2, pick)]
        given |= {"weapons": weapons, "ready": some_of(weapons, 2, pick), "damaged": some_of(weapons, 1, pick)}
        tools = [name for name in weapons if not shelves["weapon"].get(name).natural]
        given["fitted"] = [[name, some_of(shelves["module"].entries, 2, pick)] for name in some_of(tools, 1, pick)]
    if not pick(2):
        given["powers"] = list(dict.fromkeys((*being.sheet.powers, *some_of(shelves["power"].entries, 3, pick))))
    if not pick(2):
        given["items"] = [{"id": name, "count": 1 + pick(2)} for name in some_of(shelves["item"].entries, 4, pick)]
    if being.sheet.needs_mask and not pick(2):
        given |= {"mask": one_of(shelves["mask"].entries, pick), "masks": some_of(shelves["mask"].entries, 1, pick)}
    return given


def condition(others: tuple[str, ...], pick: Pick) -> dict[str, Any] | None:
    """Any condition that does not follow from something else."""
    name = one_of([name for name, kind in CONDITIONS.items() if kind.drawn == "any"], pick)
    given = draw_condition(CONDITIONS, name, {"type": TYPES}, pick)
    if name == "Frightened" or not pick(3):
        given["source"] = one_of(others, pick)
    if name not in (*FALLEN, "Unmasked", "Hidden") and not pick(3):
        given["until"] = one_of((f"start of {one_of(others, pick)}'s turn", "combat", "rest"), pick)
    return given


def hold(library: Library, beings: dict[str, dict[str, Any]], who: dict[str, str], pick: Pick) -> None:
    """Somebody holds an enemy beside them."""

    def free(name: str) -> bool:
        return not {one["name"] for one in beings[name]["conditions"]} & {*BEATEN, *FALLEN, "Hidden"}

    pairs = [
        (one, other)
        for one in beings
        for other in beings
        if (one in library.shelves["character"]) != (other in library.shelves["character"])
        and distance(tuple(beings[one]["at"]), tuple(beings[other]["at"])) == 1
        and free(one)
        and free(other)
    ]
    if pairs and not pick(3):
        grappler, victim = one_of(pairs, pick)
        beings[grappler]["conditions"].append({"name": "Grappler", "source": victim, "dc": 1})
        beings[victim]["conditions"].append({"name": "Grappled", "source": grappler, "dc": 1})


def hunker(board: HexBoard, beings: dict[str, dict[str, Any]], pick: Pick) -> None:
    """Somebody beside Cover is Hunkered behind it."""
    for given in beings.values():
        edges = sorted(edge for edge in board.cover if tuple(given["at"]) in edge)
        if edges and not pick(2):
            (a, b), (c, d) = one_of(edges, pick)
            given["conditions"].append({"name": "Hunkered", "note": f"{a} {b} {c} {d}"})


# ---------------------------------------------------------------- the whole table


def turn(beings: dict[str, dict[str, Any]], pick: Pick) -> dict[str, Any]:
    """Any order; it is the turn of somebody who can act, which the first is made if nobody else is."""
    order = shuffled(beings, pick)
    able = [name for name in order if not {one["name"] for one in beings[name]["conditions"]} & (BEATEN | {"Dazed"})]
    if not able:
        able = order[:1]
        unable = BEATEN | {"Dazed", "Down"}
        given = beings[order[0]]
        given["conditions"] = [one for one in given["conditions"] if one["name"] not in unable]
        given["hp"] = max(1, given.get("hp", 1))
    return {"of": one_of(able, pick), "order": order, "round": 1 + pick(4)}


def escalate(
    beings: dict[str, dict[str, Any]], who: dict[str, str], library: Library, tables: dict[str, Any], pick: Pick
) -> None:
    """Now and then the party has its escalated actions."""
    if pick(5):
        return
    for name, given in beings.items():
        states = {one["name"] for one in given["conditions"]}
        if who[name] in library.shelves["character"] and not states & BEATEN and given.get("hp", 1):
            given["conditions"].append({"name": "Escalated"})


def whole_scene(mode: str, party: list[str], pick: Pick) -> dict[str, Any]:
    given: dict[str, Any] = {"counter": 1 + pick(2 * len(party) + 2), "clock": pick(10_000)}
    if not pick(3):
        given["counter"] = 2 * len(party) + 2
    if not pick(3) and party:
        given["known"] = [[f"rope of {one_of(party, pick)}", 6 + pick(6)]]
    if mode == "rest":
        kind = one_of(KINDS, pick)
        left = [[name, 1 + pick(KINDS[kind].activities)] for name in party]
        given["rest"] = {"kind": kind, "hours": KINDS[kind].least, "left": left}
        given["bonuses"] = some_of(BONUSES, 2, pick)
    return given
