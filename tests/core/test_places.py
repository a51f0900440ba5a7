"""Cells in words: by who stands there, what is there, and how far from whom it is."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from ludex.core.files.scenefile import load_scene, scene_from
from ludex.core.show.places import BY_WHAT_IS_THERE
from tests.conformance.playing import KNOWN

OF_CELLS = {game.name: game for game in KNOWN if game.name in ("bluebox", "crawl", "vitality")}


def scene_of(board: Mapping[str, Any] = MappingProxyType({}), **beings: tuple[int, int]) -> Any:
    named = {who: {"at": list(at), "name": who.capitalize()} for who, at in beings.items()}
    return scene_from({"game": "bluebox", "board": {"q": [0, 8], "r": [0, 8], **board}, "beings": named}, "test").scene


@pytest.mark.parametrize(("cell", "name"), [
    ((4, 4), "the hex where Ann is"),
    ((5, 4), "the hex between Ann and Ben"),
    ((4, 3), "the hex just north-west of Ann"),
    ((5, 3), "the hex just north-east of Ann"),
    ((4, 1), "the hex 3 m north-west of Ann"),
    ((3, 5), "the hex on the difficult ground, between Ann and the pit"),
    ((0, 8), "the hex 4 m south-west of Ann"),
])  # fmt: skip
def test_a_cell_is_called_by_what_is_around_it(cell: tuple[int, int], name: str) -> None:
    board = {"terrain": {"difficult": [[3, 5]]}, "heights": [{"hexes": [[2, 6]], "m": -3}]}
    assert BY_WHAT_IS_THERE.name(scene_of(board, ann=(4, 4), ben=(6, 4)), cell) == name


def test_who_has_come_somewhere_is_not_named_as_being_there() -> None:
    scene = scene_of(ann=(4, 4), ben=(5, 4))
    assert BY_WHAT_IS_THERE.near(scene, (4, 4), "ann") == "next to Ben"
    assert BY_WHAT_IS_THERE.near(scene_of(ann=(0, 0)), (0, 0), "ann") == "in the north-west of the board"
    assert BY_WHAT_IS_THERE.near(scene_of(ann=(4, 4)), (4, 4), "ann") == "in the middle of the board"


def test_ground_is_called_by_what_it_is_rather_than_by_what_it_costs() -> None:
    scene = scene_of({"terrain": {"difficult": [[5, 4]], "water": [[5, 4]]}}, ann=(4, 4))
    assert BY_WHAT_IS_THERE.near(scene, (5, 4), "ben") == "in the water, next to Ann"


@pytest.mark.parametrize("name", OF_CELLS)
def test_a_sheet_says_where_somebody_is_by_others(name: str) -> None:
    game: Any = OF_CELLS[name]
    scene: Any = load_scene(min((game.home / "content" / "scenes").glob("*.toml"))).scene
    scene.places = BY_WHAT_IS_THERE
    for being in scene.beings.values():
        rows = {row.label: row.words for part in game.face().sheet(scene, being) for row in part.rows}
        assert f"where {being.name} is" not in rows.get("At", "")


def test_all_are_named_who_stand_beside_a_cell() -> None:
    scene = scene_of(ann=(4, 4), ben=(3, 4), cid=(4, 3), dora=(5, 4))
    assert BY_WHAT_IS_THERE.near(scene, (4, 4), "ann") == "between Ben and Dora, next to Cid"
    assert BY_WHAT_IS_THERE.near(scene_of(ann=(4, 4), ben=(4, 3), cid=(5, 3), dora=(5, 4)), (4, 4), "ann") == (
        "next to Ben, Cid and Dora"
    )


def test_who_flies_is_over_what_is_below() -> None:
    scene = scene_of({"heights": [{"hexes": [[5, 4]], "m": -3}]}, ann=(4, 4), ben=(5, 4))
    assert BY_WHAT_IS_THERE.near(scene, (5, 4), "ben") == "in the pit, next to Ann"
    above = scene.fork()
    above.beings["ben"].altitude = 2
    assert BY_WHAT_IS_THERE.near(above, (5, 4), "ben") == "over the pit, next to Ann"


def test_what_it_remembers_does_not_go_along_to_other_processes() -> None:
    scene = scene_of(ann=(4, 4))
    BY_WHAT_IS_THERE.name(scene, (4, 4))
    assert pickle.loads(pickle.dumps(BY_WHAT_IS_THERE)) is BY_WHAT_IS_THERE


@pytest.mark.parametrize("name", OF_CELLS)
def test_no_cell_beside_somebody_is_called_as_another_and_none_by_numbers(name: str) -> None:
    game: Any = OF_CELLS[name]
    for place in sorted((game.home / "content" / "scenes").glob("*.toml"))[:3]:
        scene: Any = load_scene(Path(place)).scene
        names = {cell: BY_WHAT_IS_THERE.name(scene, cell) for cell in sorted(scene.board.cells)}
        assert not [name for name in names.values() if re.search(r"\d,\d", name)]
        plan = game.face().plan(scene)
        large = [scene.beings[who].name for who, cells in plan.places.items() if len(cells) > 1]
        beside = Counter(name for name in names.values() if "just" in name)
        assert beside
        assert not [name for name, often in beside.items() if often > 1 and not name.endswith(tuple(large))]
