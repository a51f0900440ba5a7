"""Scenes by luck: anybody of the content close together on a board of it, in any mode, hurt and afflicted in any way.

They need not be likely, only possible: what stands here must go together as the rules would have it.
"""

from __future__ import annotations

from typing import Any

from ludex.core.board.cells import Cell, CellBoard
from ludex.core.book.rulebook import Rulebook
from ludex.core.content.content import Library
from ludex.core.drawing import Pick, draw_condition, draw_options, one_of, shuffled, some_of
from ludex.core.kernel.reading import read
from ludex.games.crawl.book.characters.aspects import aspect, item_of, items
from ludex.games.crawl.book.characters.skills import hands_of
from ludex.games.crawl.book.conditions import noted
from ludex.games.crawl.book.equipment.handling import is_held
from ludex.games.crawl.build.advancement import has_check
from ludex.games.crawl.build.from_content import find_entry, make_board, size_of
from ludex.games.crawl.records.conditions import CONDITIONS
from ludex.games.crawl.records.kinds import Armor, Board, Character, Consumable, Enemy, Weapon
from ludex.games.crawl.scene.tables import squared_board
from ludex.games.crawl.state import ARMS, BROAD, FOOTPRINTS, LEGS, SENSELESS, Learned

MODES = ("fight", "fight", "fight", "fight", "adventure", "adventure", "downtime")
CALM = ("adventure", "downtime")  # where there is nobody to fight with
FAR_APART = 4  # once in so many scenes two stand far apart
FAR = (4, 8, 24, 400)  # of the cells nearest to the middle, so many come into question
PASSING = CONDITIONS.tagged("passing")

Tables = dict[str, dict[str, Any]]


def draw(library: Library, rulebook: Rulebook, pick: Pick) -> dict[str, Any]:
    """The tables of a scene file."""
    options, mode = draw_options(rulebook, pick), one_of(MODES, pick)
    name = one_of(library.shelves["board"].entries, pick)
    ground = Ground(library.shelves["board"].get(name), bool(options["opt_square_grid"]), pick)
    company = who_is_there(library, pick)
    beings: Tables = {}
    for being, entry in company.items():
        more = more_aspects(library, entry, pick)
        at = ground.room(size_of(library, more), bool(options["opt_size_one_cell"]))
        if at is not None:
            known = [{"aspect": one.aspect, "choice": one.choice} for one in more]
            beings[being] = {"from": entry.id, "at": ground.told(at), "aspects": known, "facing": pick(6)}
            beings[being] |= things(library, entry, pick)
    if not pick(FAR_APART):
        face_to_face(library, ground, beings, pick)
    foes = [being for being in beings if isinstance(company[being], Enemy)]
    party = [being for being in beings if being not in foes]
    if not foes or not party:
        mode = one_of(CALM, pick) if mode == "fight" else mode
    for being in beings:
        beings[being] |= state(library, tuple(beings), being, ground, mode, pick)
    for side in (foes, party) if mode == "fight" else ():
        if not any([can_act(beings, being) for being in side]):
            put_up(beings[side[0]])
    hold(library, ground, beings, company, pick)
    tables: dict[str, Any] = {
        "game": "crawl",
        "board": name,
        "mode": mode,
        "beings": beings,
        "options": options,
        "lying": [{"item": one_of(items(library), pick), "at": ground.near()} for _ in range(pick(4))],
        "cover": [cover(ground, pick) for _ in range(pick(3))],
        "doors": [door(ground, pick) for _ in range(pick(2))],
        "areas": [area(library, ground, tuple(beings), pick) for _ in range(pick(2))],
        "scene": {"clock": pick(50_000), "exits": [ground.near()], "crowd": [ground.near(), ground.near()]},
    }
    if mode == "fight":
        tables["turn"] = turn(beings, pick)
    elif lead := [name for name, entry in company.items() if not isinstance(entry, Enemy) and can_act(beings, name)]:
        tables["turn"] = {"of": one_of(lead, pick), "order": [], "acted": [], "round": 0}
    return tables


# ---------------------------------------------------------------- where


class Ground:
    """A board, as it lies in the end, and what is still free of it; told as a scene file has it."""

    def __init__(self, entry: Board, in_squares: bool, pick: Pick) -> None:
        self.moved = in_squares and entry.shape == "hex"
        if self.moved:
            entry = read(squared_board(entry), Board)
        self.board: CellBoard = make_board(entry)
        self.pick = pick
        filled = [cell for each in entry.cover for cell in each.cells]
        filled += [each.at for each in entry.doors]
        self.free = [cell for cell in sorted(self.board.cells) if self.board.open(cell) and cell not in filled]
        self.middle = one_of(self.free, pick)

    def told(self, cell: Cell) -> list[int]:
        """A cell as the file names it: hexes that are laid in squares by their hexes."""
        return [cell[0] - cell[1] // 2, cell[1]] if self.moved else list(cell)

    def nearest(self, cells: list[Cell]) -> list[Cell]:
        return sorted(cells, key=lambda cell: (self.board.distance(cell, self.middle), cell))

    def room(self, size: int, one_cell: bool) -> Cell | None:
        """A free cell near the middle for a body of this size, which is then taken."""
        broad = size >= BROAD and not one_cell
        shape = FOOTPRINTS[self.board.shape][min(size, 4)] if broad else ((0, 0),)
        there = [c for c in self.free if all([(c[0] + q, c[1] + r) in self.free for q, r in shape])]
        if not there:
            return None
        at = one_of(self.nearest(there)[: one_of(FAR, self.pick)], self.pick)
        taken = [(at[0] + q, at[1] + r) for q, r in shape]
        self.free = [cell for cell in self.free if cell not in taken]
        return at

    def near(self) -> list[int]:
        """Any cell that is near, whoever stands there."""
        open_ones = [cell for cell in sorted(self.board.cells) if self.board.open(cell)]
        return self.told(one_of(self.nearest(open_ones)[: one_of(FAR, self.pick)], self.pick))

    def distance(self, one: list[int], other: list[int]) -> int:
        back = [(q + r // 2, r) if self.moved else (q, r) for q, r in (one, other)]
        return self.board.distance(*back)


def face_to_face(library: Library, ground: Ground, beings: Tables, pick: Pick) -> None:
    """Somebody with a thing to throw, and an enemy at the other end of the board."""
    small = [name for name in beings if not is_broad(library, beings[name])]
    ours, theirs = [n for n in small if not n.startswith("foe_")], [n for n in small if n.startswith("foe_")]
    if ours and theirs and len(ground.free) > 1:
        here = one_of(ground.free, pick)
        there = max(ground.free, key=lambda cell: (ground.board.distance(here, cell), cell))
        beings[ours[0]] |= {"at": ground.told(here), "hands": ["throwing_dagger"]}
        beings[theirs[0]] |= {"at": ground.told(there)}
        ground.free = [cell for cell in ground.free if cell not in (here, there)]


def is_broad(library: Library, given: dict[str, Any]) -> bool:
    """Does their body fill more than one cell?"""
    return size_of(library, tuple([Learned(**one) for one in given["aspects"]])) >= BROAD


def cover(ground: Ground, pick: Pick) -> dict[str, Any]:
    cell = ground.room(0, True)
    given = {"cells": [ground.told(cell)] if cell is not None else [], "percent": one_of((25, 50, 75, 100), pick)}
    return {**given, "name": "crate"}


def door(ground: Ground, pick: Pick) -> dict[str, Any]:
    cell = ground.room(0, True)
    assert cell is not None
    return {"at": ground.told(cell), "open": not pick(3), "lock": 12 if not pick(2) else 0}


def area(library: Library, ground: Ground, names: tuple[str, ...], pick: Pick) -> dict[str, Any]:
    lasting = [entry.id for entry in library.all("aspect") if entry.use is not None and entry.use.target == "cell"]
    until = {"when": "start of turn", "of": names[0], "turns": 2}
    return {"cells": [ground.near(), ground.near()], "aspect": one_of(lasting, pick), "by": one_of(names, pick),
            "until": until}  # fmt: skip


# ---------------------------------------------------------------- who, and with what


def who_is_there(library: Library, pick: Pick) -> dict[str, Character]:
    """Some characters, and some enemies."""
    shelves = library.shelves
    found = {name: name for name in shuffled(shelves["character"].entries, pick)[: 1 + pick(4)]}
    found |= {f"foe_{number}": one_of(shelves["enemy"].entries, pick) for number in range(1 + pick(4))}
    return {name: find_entry(library, kind, "drawn") for name, kind in found.items()}


def more_aspects(library: Library, entry: Character, pick: Pick) -> tuple[Learned, ...]:
    """The own aspects, and now and then others, whatever they require."""
    own = [Learned(owns.aspect, owns.choice, owns.changed) for owns in entry.aspects]
    others = [one.id for one in library.all("aspect") if not one.basic and not one.choice]
    more = [name for name in some_of(others, 6, pick) if name not in [one.aspect for one in own]]
    return (*own, *[Learned(name) for name in more]) if pick(3) else tuple(own)


def things(library: Library, entry: Character, pick: Pick) -> dict[str, Any]:
    """Now and then other things than their own: in hand, worn, in the pack."""
    given: dict[str, Any] = {}
    every = items(library)
    if not pick(2):
        one = one_of([name for name, item in every.items() if is_held(item)], pick)
        two = one_of(["", *[name for name, item in every.items() if is_held(item) and hands_of(item) == 1]], pick)
        given["hands"] = [one] if hands_of(every[one]) == 2 else [one, two]
        if isinstance(item_of(library, one), Weapon) and not pick(2):
            given["unloaded"] = [one]
    if not pick(3):
        worn = [name for name, item in every.items() if isinstance(item, Armor) and item.slot != "hand"]
        given["worn"] = some_of(worn, 3, pick)
    if pick(2):
        used = [name for name, item in every.items() if isinstance(item, Consumable)]
        packed = dict.fromkeys((*some_of(every, 3, pick), *some_of(used, 2, pick)))
        given["pack"] = [{"id": name, "count": 1 + pick(2)} for name in packed]
    return given


# ---------------------------------------------------------------- how somebody is


def state(library: Library, names: tuple[str, ...], name: str, ground: Ground, mode: str, pick: Pick) -> dict[str, Any]:
    """Wounds and conditions that go together."""
    given: dict[str, Any] = {"ep": pick(3), "ap": pick(30), "money": 100 * pick(12)}
    given["conditions"] = [condition(library, names, name, pick) for _ in range(pick(3))]
    if not pick(2):
        given["hp"] = 1 + pick(6)
    if not pick(5):
        given |= {"ability": [[one_of(("strength", "mobility", "intelligence"), pick), 1 + pick(3)]]}
    if not pick(4):
        skills = [entry.id for entry in library.all("aspect") if has_check(entry) and not entry.choice]
        given["tried"] = some_of(skills, 4, pick)
    if mode == "fight":
        given |= {"moved": not pick(3), "steps": pick(4)}
    fate = pick(12)
    if fate == 0:
        given |= {"hp": -pick(4), "conditions": [*given["conditions"], {"name": "Unconscious"}, {"name": "Prone"}]}
    elif fate == 1:
        how = one_of((["Dead"], ["Dead", "Destroyed"], ["Fled"], ["Pacified"]), pick)
        given |= {"conditions": [{"name": one} for one in how]} | ({"hp": 0} if "Dead" in how else {})
    elif fate == 2 and mode == "fight":
        until = f"start of {name}'s turn"
        given["conditions"].append({"name": "Away", "until": until})
        given["arrives"] = given_at(ground)
    elif fate == 3 and not {one["name"] for one in given["conditions"]} & SENSELESS:
        found = some_of([other for other in names if other != name], 1, pick)
        given["conditions"].append({"name": "Hidden", "value": 8 + pick(10), "note": "quiet_steps"})
        given["found_by"] = found if not pick(2) else []
    return given


def given_at(ground: Ground) -> list[int]:
    return ground.near()


def condition(library: Library, names: tuple[str, ...], name: str, pick: Pick) -> dict[str, Any]:
    """Any condition that does not follow from something else, with what it has to be given."""
    kind = one_of([one for one, entry in CONDITIONS.items() if entry.drawn == "any"], pick)
    words = {**noted(library), "aspect": [one.id for one in library.all("aspect") if lasts(library, one.id)]}
    given = {"source": one_of(names, pick), "value": 1 + pick(3), **draw_condition(CONDITIONS, kind, words, pick)}
    if kind == "Slowed" and not pick(2):
        given["source"] = "cold"
    if kind in PASSING and pick(2):
        given["until"] = one_of((f"start of {name}'s turn", f"end of {name}'s turn", "fight"), pick)
    return given


def lasts(library: Library, name: str) -> bool:
    entry = aspect(library, name)
    return entry.use is not None and entry.use.target in ("self", "any") and any(
        [part.__struct_config__.tag == "effect_duration" for part in entry.parts]
    )  # fmt: skip


def free_to_hold(given: dict[str, Any]) -> bool:
    names = {one["name"] for one in given["conditions"]}
    return names.isdisjoint({*SENSELESS, "Hidden", "Away", "Fled", "Pacified", "Grabbed", "Grappled"})


def hold(library: Library, ground: Ground, beings: Tables, company: dict[str, Character], pick: Pick) -> None:
    """Somebody holds an enemy beside them."""
    pairs = [
        (one, other)
        for one in beings
        for other in beings
        if type(company[one]) is not type(company[other])
        and ground.distance(beings[one]["at"], beings[other]["at"]) == 1
        and free_to_hold(beings[one])
        and free_to_hold(beings[other])
        and not is_broad(library, beings[other])
    ]
    if pairs and pick(2):
        holder, victim = one_of(pairs, pick)
        how = {"name": "Grabbed", "note": one_of((*ARMS, *LEGS), pick)} if pick(2) else {"name": "Grappled"}
        beings[victim]["conditions"].append({**how, "source": holder})
        if how["name"] == "Grappled":
            beings[victim]["at"] = beings[holder]["at"]


# ---------------------------------------------------------------- the turn


UNABLE = frozenset({*SENSELESS, "Away", "Fled", "Pacified", "Surprised"})


def can_act(beings: Tables, name: str) -> bool:
    return name in beings and UNABLE.isdisjoint([one["name"] for one in beings[name]["conditions"]])


def put_up(given: dict[str, Any]) -> None:
    """They can act: a fight goes on while somebody of each side does."""
    given["conditions"] = [one for one in given["conditions"] if one["name"] not in {*UNABLE, "Destroyed"}]
    given["hp"] = max(1, given.get("hp", 1))
    given.pop("arrives", None)


def turn(beings: Tables, pick: Pick) -> dict[str, Any]:
    """Any order; it is the turn of somebody who can act."""
    order = shuffled(beings, pick)
    able = [name for name in order if can_act(beings, name)]
    return {"of": one_of(able, pick), "order": order, "round": 1 + pick(4)}
