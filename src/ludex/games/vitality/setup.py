"""What is special about the scene files of Vitality: who stands where, what must exist, and what goes together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from ludex.core import setup
from ludex.core.content import ContentError, Library
from ludex.core.ruling import BadInput
from ludex.core.scene import Condition
from ludex.core.setup import Shape
from ludex.core.turns import Turns
from ludex.games.vitality.being import (
    ATTRIBUTES,
    FOES,
    PARTY,
    RESISTANCES,
    SETTINGS,
    Being,
    Hazard,
    Portal,
    Scene,
    Sheet,
    Thing,
    Trap,
    Ward,
)
from ludex.games.vitality.build import BEINGS, find_entry, make_being, make_board
from ludex.games.vitality.conditions import RULES
from ludex.games.vitality.content_kinds import Board, Character, Person
from ludex.games.vitality.scores import (
    avoidance,
    capacity,
    durability,
    movement_left,
    resistance,
    speed,
    tier,
    total_of,
)
from ludex.games.vitality.space import ground


def set_up(tables: Mapping[str, Any], where: str, library: Library) -> Scene:
    setup.check_keys(SHAPE, tables, where)
    options = dict(tables["options"])
    board = make_board(setup.read_board(SHAPE, tables, where, library), squares=bool(options["opt_square_grid"]))
    scene = Scene(
        game="vitality", mode="story", beings={}, options=options, turns=Turns(), board=board,
        things=setup.read_list(SHAPE, tables, "things", where),
        traps=setup.read_list(SHAPE, tables, "traps", where),
        wards=setup.read_list(SHAPE, tables, "wards", where),
        portals=setup.read_list(SHAPE, tables, "portals", where),
        hazards=setup.read_list(SHAPE, tables, "hazards", where),
    )  # fmt: skip
    scene.library = library
    given = setup.being_tables(SHAPE, tables, where)
    kept = [raw["at"] for raw in given.values() if "at" in raw]

    def make(name: str, raw: Mapping[str, Any], spot: str) -> Being:
        being = read_being(name, raw, spot, library)
        being.at = free_space(scene, kept) if "at" not in raw else being.at
        return being

    setup.fill(SHAPE, scene, tables, where, make)
    for name, raw in given.items():
        if "height" not in raw:
            being = scene.beings[name]
            being.height += ground(scene, being.at)
    if scene.head_start and scene.turns.current:  # vt.arch.move.vanguard: it is before the first turn
        scene.beings[scene.turns.current].primary = 0
        scene.turns = replace(scene.turns, current="", acted=())
    if scene.setting not in SETTINGS:
        raise ContentError(f"{where}, scene.setting: expected one of: {', '.join(SETTINGS)}")
    return scene


def read_being(name: str, raw: Mapping[str, Any], where: str, library: Library) -> Being:
    """One of the content, by `from` or by its own name, or somebody plain."""
    entry: Person = Character(id=name, name=name.replace("_", " ").capitalize())
    if "from" in raw or any(name in library.shelves[kind] for kind in BEINGS):
        entry = find_entry(library, raw.get("from", name), f"{where}, field from")
    return make_being(library, entry, name)


def free_space(scene: Scene, kept: Collection[Any]) -> tuple[int, int]:
    """The first open space that nobody has, nor is to have by the file."""
    taken = {being.at for being in scene.beings.values()}
    for cell in sorted(scene.board.cells, key=lambda c: (c[1], c[0])):
        if cell not in taken and list(cell) not in kept and scene.board.open(cell):
            return cell
    raise ContentError("there is no free space left on the board; say `at`")


def mid_combat(scene: Scene, current: Being) -> None:
    """In the middle of a combat all have their Reaction, and whose turn it is has its Primary Action."""
    for being in scene.beings.values():
        being.reaction = 1
    current.primary = 1


def settle(scene: Scene, being: Being, raw: Mapping[str, Any], where: str) -> None:
    if being.at not in scene.board.cells:
        raise ContentError(f"{where}, field at: {list(being.at)} is not on the board")
    if "hp" in raw and being.hp <= 0 and not being.pc and being.states.isdisjoint(("Defeated", "Dead")):
        being.afflict(Condition("Defeated"))


def resistance_of(scene: Scene, being: Being, name: str) -> int:
    if name not in RESISTANCES:
        raise BadInput(f"there is no resistance {name!r}")
    return total_of(resistance(scene, being, name))


SHAPE = Shape(
    scene=Scene,
    being=Being,
    sheet=Sheet,
    board=Board,
    conditions=RULES,
    sides=(PARTY, FOES),
    modes=("combat", "story"),
    fighting="combat",
    otherwise="story",
    scene_fields=frozenset({
        "setting", "peril", "civilians", "tunnels", "rested", "clock", "adjustments", "head_start", "winner",
    }),
    lists={"things": Thing, "traps": Trap, "wards": Ward, "portals": Portal, "hazards": Hazard},
    maxima={"hp_max": "hp"},
    merged={"attributes": ATTRIBUTES},
    unset=frozenset({"kind", "pc"}),
    moments=("attack", "fight", "hour", "rest"),
    mid_round=mid_combat,
    settle=settle,
    values={
        "tier_now": tier,
        "avoidance": lambda scene, being: total_of(avoidance(scene, being)),
        "durability": lambda scene, being: total_of(durability(scene, being)),
        "speed": speed,
        "movement_left": movement_left,
        "capacity": capacity,
    },
    named_values={"resistance": resistance_of},
)  # fmt: skip
