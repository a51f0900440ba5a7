"""Two on an empty board: whoever has what is tried, and a dummy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ludex.core.content.content import ContentError, Library
from ludex.core.files.scenefile import scene_from
from ludex.core.game import Game
from ludex.core.kernel.scene import Scene
from ludex.lab.worth.tried import Named

OWNER, DUMMY = "owner", "dummy"
CELLS = (1, 2, 3, 5, 8)  # how far apart they are tried
ZONES = (0, 1, 2)
FIRST = (1, 3)  # a cell with room around it


def tables(game: Game[Any], owner: Named, dummy: Named, apart: int) -> dict[str, Any]:
    """The scene file of a duel, on a board without anything."""
    sides = game.sides if owner.kind == "character" else game.sides[::-1]
    return {
        "game": game.name,
        "title": "A duel",
        "board": {},
        "beings": {
            OWNER: {"from": owner.id, "side": sides[0], "at": place(game, 0)},
            DUMMY: {"from": dummy.id, "side": sides[1], "at": place(game, apart)},
        },
    }


def place(game: Game[Any], apart: int) -> object:
    """So many cells or zones from the first one, on the board that a file has which says nothing of it."""
    return f"z{apart}_0" if by_zones(game) else [FIRST[0] + apart, FIRST[1]]


def is_place(value: object) -> bool:
    """Is this a cell, or a zone of a board of which a file says nothing?"""
    return isinstance(value, tuple) or (isinstance(value, str) and re.fullmatch(r"z\d+_\d+", value) is not None)


def by_zones(game: Game[Any]) -> bool:
    return "zones" in game.shape.board.__struct_fields__


def duels(
    game: Game[Any], library: Library, owner: Named, dummy: Named, turn: str = OWNER, hurt: bool = False
) -> Iterator[tuple[int, Scene[Any]]]:
    """The two in the middle of a fight, nearer and farther apart, as far as they have room there. `hurt`: the owner has
    half of everything left."""
    for apart in ZONES if by_zones(game) else CELLS:
        try:
            file = scene_from({**tables(game, owner, dummy, apart), "turn": turn}, "duel", library)
        except ContentError:
            continue
        if hurt:
            game.guess(file.scene, file.scene.beings[OWNER], lambda left, most: max(1, most // 2))
        yield apart, file.scene
