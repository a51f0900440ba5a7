"""Scenes by luck: anybody of the content side by side on a board of it, in any mode, hurt and afflicted in any way.

They need not be likely, only possible: what stands here must go together as the rules would have it.
"""

from __future__ import annotations

from typing import Any

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.book.rulebook import Rulebook
from ludex.core.content.conditions import Kind
from ludex.core.content.content import Library
from ludex.core.drawing import Pick, draw_options, one_of, shuffled, some_of
from ludex.games.vitality.book.characters.sheet import find_entry
from ludex.games.vitality.book.conditions import NOTED
from ludex.games.vitality.build.from_content import make_being, make_board
from ludex.games.vitality.proof.drawn_builds import draft
from ludex.games.vitality.records.conditions import CONDITIONS
from ludex.games.vitality.scene.setup import DEEDS, SINCE
from ludex.games.vitality.state import FOES, PARTY, SENSELESS, SETTINGS

Table = dict[str, Any]
Tables = dict[str, Table]

MODES = ("combat", "combat", "combat", "story")
THINGS = (("crate", 200, False), ("engine_block", 600, False), ("console", 0, True), ("safe", 2000, False))


def draw(library: Library, rulebook: Rulebook, pick: Pick) -> Table:
    """The tables of a scene file."""
    mode = one_of(MODES, pick)
    options = draw_options(rulebook, pick)
    board_name = one_of(library.shelves["board"].entries, pick)
    board = make_board(library.shelves["board"].get(board_name), squares=bool(options["opt_square_grid"]))
    cells = sorted(cell for cell in board.cells if board.open(cell))
    middle = one_of(cells, pick)
    near = sorted(cells, key=lambda cell: (board.distance(cell, middle), cell))
    beings = who_is_there(library, board, near, pick)
    for name in beings:
        beings[name] |= state(library, beings, name, mode, pick)
    tables: Table = {
        "game": "vitality",
        "board": board_name,
        "mode": mode,
        "beings": beings,
        "options": options,
        "scene": whole_scene(near, pick),
        "things": [
            {"name": name, "at": list(one_of(near[:12], pick)), "lbs": lbs, "device": device}
            for name, lbs, device in some_of(THINGS, 3, pick)
        ],
        "traps": traps(library, beings, near, pick),
        "wards": wards(beings, near, pick),
        "portals": portals(beings, near, pick),
    }
    if mode == "story" and pick(3):
        tables["scene"]["leads"] = one_of([name for name in beings if not name.startswith("foe_")], pick)
    if mode == "combat":
        tables["turn"] = turn(beings, pick)
        ahead = [name for name in tables["turn"]["order"] if starts_ahead(beings[name])]
        if ahead and not pick(2):
            tables["turn"]["round"] = 1
            tables["scene"]["head_start"] = ahead
    tables["beings"] = beings | walls(library, beings, board, near, pick)
    return tables


def starts_ahead(given: Table) -> bool:
    """vt.arch.move.vanguard: whoever was drawn as one, and is able to."""
    able = SENSELESS.isdisjoint([one["name"] for one in given["conditions"]])
    return given.get("movement") == "vanguard" and able


# ---------------------------------------------------------------- who is where


def who_is_there(library: Library, board: CellBoard, near: list[Cell], pick: Pick) -> Tables:
    """Some characters and enemies, each in a space of their own near the middle; now and then an enemy as a friend."""
    party = shuffled(library.shelves["character"].entries, pick)[: 1 + pick(3)]
    foes = [one_of(library.shelves["enemy"].entries, pick) for _ in range(1 + pick(3))]
    kinds = {name: name for name in party} | {f"foe_{number}": kind for number, kind in enumerate(foes, 1)}
    if not pick(4):
        kinds["friend"] = one_of(library.shelves["enemy"].entries, pick)
    spaces = shuffled(near[: one_of((8, 16, 48), pick)], pick)
    beings: Tables = {}
    for (name, kind), at in zip(kinds.items(), spaces, strict=False):
        beings[name] = {"from": kind, "at": list(at), "height": board.height(at), **draft(library, pick)}
        if name == "friend":
            beings[name]["side"] = PARTY
        if beings[name].get("movement") == "flight":
            beings[name]["height"] += pick(6)
    return beings


# ---------------------------------------------------------------- how somebody is


def state(library: Library, beings: Tables, name: str, mode: str, pick: Pick) -> Table:
    """Wounds, Efforts, memories and conditions that go together."""
    given: Table = {}
    being = make_being(library, find_entry(library, beings[name]["from"], "drawn"), name)
    conditions = [one for _ in range(pick(3)) if (one := condition(beings, name, mode, pick)) is not None]
    if pick(2):
        given["hp"] = 1 + pick(hp_of(beings[name], being.sheet.hp))
    if being.pc:
        given["asks"] = one_of(("telling", "telling", "all", "never"), pick)
        if not pick(4):
            given["hp"] = -pick(30)
        if not pick(4) and not has_boon(beings[name], "peaked"):
            given |= {"efforts": 1 + pick(2), "lost": 1}
        if not pick(6):
            conditions.append({"name": one_of(("Unconscious", "Dead"), pick)})
            given["hp"] = -pick(20)
    elif not pick(6):
        conditions.append({"name": "Defeated"})
        given["hp"] = 0
    if mode == "combat" and not pick(2):
        given["since"] = sorted(some_of(SINCE, 3, pick))
        given |= {"deeds": some_of(DEEDS, 3, pick), "last": some_of(DEEDS, 3, pick)}
    return {**given, "conditions": together(conditions)}


def hp_of(given: Table, hp: int) -> int:
    """The most HP somebody has with the boons that were drawn for them: a Sickly one has fewer, and none has more."""
    return max(1, hp - 30) if has_boon(given, "sickly") else hp


def has_boon(given: Table, name: str) -> bool:
    return any([boon["id"] == name for boon in given.get("boons", ())])


def together(conditions: list[Table]) -> list[Table]:
    """Each condition once from each source; whoever is senseless is not invisible."""
    found = {(one["name"], one.get("source", ""), one.get("note", "")): one for one in conditions}
    fallen = any([name in SENSELESS for name, _, _ in found])
    return [one for (name, _, _), one in found.items() if not (fallen and name == "Invisible")]


def condition(beings: Tables, name: str, mode: str, pick: Pick) -> Table | None:
    """Any condition that does not need somebody else to be somewhere."""
    others = [other for other in beings if (other.startswith("foe_")) != (name.startswith("foe_"))]
    if not others:
        return None
    enemy = one_of(others, pick)
    friend = one_of([other for other in beings if other not in others], pick)
    fighting = mode == "combat"
    words = {
        "self": name, "enemy": enemy, "friend": friend, "own": f"start of {name}'s turn",
        "later": one_of((f"start of {enemy}'s turn", f"end of {enemy}'s next turn"), pick),
    }  # fmt: skip
    drawn = ("any", "fight") if fighting else ("any",)
    makers = [example(word, kind, words, pick) for word, kind in CONDITIONS.items() if kind.drawn in drawn]
    if has_boon(beings[name], "power_loss"):
        makers = [*[{"name": "Powerless"}] * 8, *makers[:2]]  # few can be that
    if beings[name].get("movement") == "mole":
        makers.append({"name": "Underground"})
    if fighting:
        own = {"until": words["own"]}
        makers += of_own_boons(beings[name], own)
        attacks = [attack["id"] for attack in beings[name].get("attacks", ())]
        if attacks:
            makers.append({"name": "Concentrating", "source": enemy, "note": one_of(attacks, pick), **own})
    one = one_of(makers, pick)
    if one["name"] == "Assisted" and pick(2):
        one["note"] = enemy
    if not fighting:
        one.pop("until", None)
    return None if one["name"] == "Protected" and friend == name else one


def example(name: str, kind: Kind, words: dict[str, str], pick: Pick) -> Table:
    """A condition as its entry has it, with somebody for {enemy} and the like, and a value up to the one there."""
    given: Table = {"name": name}
    if kind.sourced:
        given["source"] = words["enemy"]
    if kind.note.strip("<>") in NOTED:
        given["note"] = one_of(NOTED[kind.note.strip("<>")], pick)
    for key, value in kind.example.items():
        given[key] = value.format_map(words) if isinstance(value, str) else 1 + pick(value)
    return given


def of_own_boons(given: Table, until: Table) -> list[Table]:
    """Auras that are on or were given up, and bonuses that are switched on or have come up."""
    boons = given.get("boons", ())
    auras = [boon["id"] for boon in boons if boon["id"] in ("attack_aura", "support_aura")]
    found = [{"name": word, "note": name, **until} for name in auras for word in ("Aura", "AuraSpent")]
    bonuses = [boon["id"] for boon in boons if boon["kind"] in ("conditional", "custom")]
    return [*found, *[{"name": word, "note": name, **until} for name in bonuses for word in ("Activated", "Streak")]]


# ---------------------------------------------------------------- the whole table


def whole_scene(near: list[Cell], pick: Pick) -> Table:
    return {
        "setting": one_of(SETTINGS, pick),
        "peril": not pick(3),
        "civilians": [list(cell) for cell in some_of(near[:30], 2, pick)],
        "tunnels": [list(cell) for cell in sorted(some_of(near[:12], 3, pick))],
    }


def traps(library: Library, beings: Tables, near: list[Cell], pick: Pick) -> list[Table]:
    found = []
    for name, given in beings.items():
        attacks = [a["id"] for a in given["attacks"]] if "attacks" in given else own_attacks(library, given["from"])
        if attacks and not pick(4):
            found.append(
                {
                    "owner": name, "attack": one_of(attacks, pick), "at": list(one_of(near[:20], pick)),
                    "glyph": not pick(3), "found": not pick(3),
                }
            )  # fmt: skip
    return found


def own_attacks(library: Library, kind: str) -> list[str]:
    return [attack.id for attack in find_entry(library, kind, "drawn").attacks]


def wards(beings: Tables, near: list[Cell], pick: Pick) -> list[Table]:
    owners = [name for name, given in beings.items() if "forbiddance" in given.get("utility", ())]
    if not owners:
        return []
    cells = [list(cell) for cell in near[: 1 + pick(20)]]
    against = some_of(beings, 2, pick)
    return [{"owner": one_of(owners, pick), "cells": cells, "against": against, "days": 1 + pick(100)}]


def portals(beings: Tables, near: list[Cell], pick: Pick) -> list[Table]:
    """Each somebody's own, and not more than one pair."""
    makers = [name for name, given in beings.items() if given.get("movement") == "portal"]
    return [{"owner": n, "one": list(near[pick(12)]), "other": list(near[20 + pick(12)])} for n in makers if pick(2)]


def walls(library: Library, beings: Tables, board: CellBoard, near: list[Cell], pick: Pick) -> Tables:
    """vt.ability.wall: a wall of whoever can raise one, where nobody stands."""
    found: Tables = {}
    taken = [tuple(given["at"]) for given in beings.values()]
    owners = [name for name, given in beings.items() if has_boon(given, "create_wall")]
    for owner in owners if pick(3) else ():
        start = one_of([cell for cell in near[:40] if cell not in taken], pick)
        beside = [cell for cell in board.neighbours(start) if board.open(cell) and cell not in taken]
        level = [cell for cell in beside if board.height(cell) == board.height(start)]
        body = [start, *some_of(level, 1, pick)]
        taken += body
        found[f"{owner}_wall_1"] = {
            "from": next(iter(library.shelves["enemy"].entries)), "hp_class": "wall", "summoner": owner,
            "side": FOES if owner.startswith("foe_") else PARTY, "at": list(start), "height": board.height(start),
            "body": [list(cell) for cell in body],
            "fixed": {"avoidance": 0, "durability": 10 + pick(6), "height": 1 + pick(4)}, "permeable": not pick(2),
            "hp_max": 50, "hp": 1 + pick(50), "attacks": [], "boons": [], "utility": [],
        }  # fmt: skip
    return found


def turn(beings: Tables, pick: Pick) -> Table:
    """Any order; it is the turn of somebody who can act, which the first is made if nobody else is."""
    order = shuffled(beings, pick)
    able = [name for name in order if SENSELESS.isdisjoint([one["name"] for one in beings[name]["conditions"]])]
    if not able:
        given = beings[order[0]]
        given["conditions"] = [one for one in given["conditions"] if one["name"] not in SENSELESS]
        given["hp"] = 10
        able = [order[0]]
    return {"of": one_of(able, pick), "order": order, "round": 1 + pick(6)}
