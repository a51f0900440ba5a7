"""The place of a scene file: its board with cover, doors and weights, in hexes or squares, and what lies about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ludex.core.board.cells import Cell
from ludex.core.board.square import sides
from ludex.core.content.content import ContentError, Library
from ludex.core.kernel.english import no_such
from ludex.core.kernel.ruling import cite
from ludex.core.scene import shape as setup
from ludex.core.scene.shape import Shape
from ludex.games.crawl.book.characters.aspects import items
from ludex.games.crawl.build.from_content import make_board, make_cover, make_crushers, make_doors
from ludex.games.crawl.records.kinds import Board
from ludex.games.crawl.state import Scene, Turns

# Fields that name cells
PLACED = ("at", "cell", "cells", "arrives", "run_up", "walls", "wall_edges", "rough", "exits", "crowd", "party", "foes")


def make_scene(shape: Shape, tables: Mapping[str, Any], where: str, library: Library) -> Scene:
    """Everything but who is there."""
    entry: Board = setup.read_board(shape, tables, where, library)
    surprise = setup.read_table(shape, tables, "surprise", where)
    own = {key: setup.read_list(shape, tables, key, where) for key in ("cover", "doors", "crushers")}
    whole = msgspec.structs.replace(entry, **{key: (*getattr(entry, key), *own[key]) for key in own})
    scene = Scene(
        game="crawl", mode="adventure", beings={}, options=dict(tables["options"]), turns=Turns(),
        board=make_board(whole), exits=whole.exits, crowd=whole.crowd, cover=make_cover(whole.cover),
        doors=make_doors(whole), crushers=make_crushers(whole),
        lying=setup.read_list(shape, tables, "lying", where), areas=setup.read_list(shape, tables, "areas", where),
        surprise=surprise.side, surprise_difficulty=surprise.difficulty,
    )  # fmt: skip
    scene.library = library
    check_place(scene, where)
    return scene


def check_place(scene: Scene, where: str) -> None:
    """What fills cells or lies about is on the board, and there is such a thing."""
    named = {
        "exits": scene.exits,
        "crowd": scene.crowd,
        "cover": [cover.at for cover in scene.cover],
        "doors": [door.at for door in scene.doors],
        "crushers": [crusher.at for crusher in scene.crushers],
        "lying": [lying.at for lying in scene.lying],
        "areas": [cell for area in scene.areas for cell in area.cells],
    }
    for key, cells in named.items():
        for cell in cells:
            if cell not in scene.board.cells:
                raise ContentError(f"{where}, field {key}: {scene.board.off(cell)} [tc.map.grid]")
    for lying in scene.lying:
        if lying.item not in items(scene.library):
            raise ContentError(f"{where}, field lying: {no_such('item', lying.item, items(scene.library))}")
    for area in scene.areas:
        scene.library.shelves["aspect"].get(area.aspect, f"{where}, field areas")


# ---------------------------------------------------------------- hexes laid in squares


def in_squares(shape: Shape, tables: Mapping[str, Any], where: str, library: Library) -> Mapping[str, Any]:
    """tc.map.grid, opt_square_grid: the tables of a scene on hexes, with every cell where it lies in squares."""
    entry: Board = setup.read_board(shape, tables, where, library)
    if entry.shape == "square" or not tables["options"]["opt_square_grid"]:
        return tables
    cite("tc.map.grid")
    moved: dict[str, Any] = squared(tables)
    return {**moved, "board": squared_board(entry)}


def squared_board(entry: Board) -> dict[str, Any]:
    """A board of hexes as one of squares."""
    board: dict[str, Any] = squared(msgspec.to_builtins(entry))
    rows = [(r, first + r // 2, last + r // 2) for r, first, last in entry.rows]
    # of the borders of a hex with the row above or below it, half are corners of squares
    borders = [(a, b) for a, b in board.get("wall_edges", ()) if b in sides(a)]
    return {**board, "shape": "square", "rows": rows, "wall_edges": borders}


def squared(value: Any, placed: bool = False) -> Any:
    """The same data, with every cell of a field that names cells moved."""
    if isinstance(value, Mapping):
        return {key: squared(part, key in PLACED) for key, part in value.items()}
    if isinstance(value, list | tuple):
        if placed and len(value) == 2 and all(isinstance(part, int) for part in value):
            return square((value[0], value[1]))
        return [squared(part, placed) for part in value]
    return value


def square(cell: Cell) -> Cell:
    q, r = cell
    return q + r // 2, r
