"""The map: neighbours, ranges, sizes, and the potential of a throw."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.board.cells import Cell
from ludex.core.files.scenefile import scene_from
from ludex.games.crawl.book.health.kinetic import kinetic_dice
from ludex.games.crawl.book.map.ground import Ground, ground_for
from ludex.games.crawl.book.map.ranges import FURTHEST, range_class
from ludex.games.crawl.build.from_content import make_board, size_at
from ludex.games.crawl.game import CRAWL
from ludex.games.crawl.records.kinds import Board
from ludex.games.crawl.state import METRES


def scene_with(**tables: Any) -> Any:
    return scene_from({"game": "crawl", "board": {"width": 70, "height": 4}, **tables}, "test").scene


@pytest.mark.rule("tc.map.grid")
@pytest.mark.parametrize(("shape", "around"), [("hex", 6), ("square", 8)])
def test_a_cell_has_so_many_neighbours_and_is_2_m_across(shape: Any, around: int) -> None:
    board = make_board(Board(id="b", name="B", shape=shape, width=9, height=9))
    assert len(board.neighbours((3, 3))) == around
    assert 3 * METRES == 6


@pytest.mark.rule("tc.map.grid")
def test_a_diagonal_step_is_barred_between_two_walls_only() -> None:
    for walls, free in (((), True), (((3, 2),), True), (((3, 2), (2, 3)), False)):
        board = make_board(Board(id="b", name="B", shape="square", width=9, height=9, walls=walls))
        assert ((3, 3) in board.reach((2, 2), 1, lambda here, there: 1)) is free, walls


@pytest.mark.parametrize(("apart", "counted", "named"), [(0, 1, "close"), (1, 2, "melee"), (6, 7, "short")])
def test_the_own_cell_is_range_1(apart: int, counted: int, named: str) -> None:
    scene = scene_with(beings={"a": {"at": [0, 0]}, "b": {"at": [apart, 0]}})
    assert scene.range(scene.beings["a"], scene.beings["b"]) == counted
    assert range_class(apart) == named


def test_ranges_are_those_of_the_table() -> None:
    rows: Any = CRAWL.rulebook.rules["tc.range.classes"].table
    for row in rows:
        assert FURTHEST[str(row["class"])] == row["max_hex_distance"]
    assert [range_class(apart) for apart in (7, 14, 15, 29, 30, 59, 60)] == [
        "medium", "medium", "long", "long", "extreme", "extreme", "beyond",
    ]  # fmt: skip


@pytest.mark.rule("tc.size.table")
@pytest.mark.parametrize(
    ("metres", "size"),
    [(1.7, 0), (3.0, 2), (2.0, 1), (0.2, -3), (0.3, -2), (1.0, -1), (1.5, 0), (2.5, 2), (3.5, 3), (5.0, 4), (20, 4)],
)
def test_what_begins_a_band_is_of_that_size(metres: float, size: int) -> None:
    assert size_at(metres) == size


@pytest.mark.parametrize(("kp", "dice"), [(25, 5), (5, 1), (9, 1), (4, 0), (0, 0)])
def test_5_kp_are_a_die(kp: int, dice: int) -> None:
    assert kinetic_dice(kp) == dice


def test_bodies_fill_their_cells() -> None:
    tables = {"beings": {"a": {"at": [3, 2], "aspects": ["body_size_3"]}, "b": {"at": [8, 2], "size": 4}}}
    hexes = scene_with(**tables)
    assert [len(hexes.cells(being)) for being in hexes.beings.values()] == [3, 7]
    squares = scene_with(**tables, board={"width": 20, "height": 6, "shape": "square"})
    assert [len(squares.cells(being)) for being in squares.beings.values()] == [4, 9]
    one = scene_with(**tables, options={"opt_size_one_cell": True})
    assert [len(one.cells(being)) for being in one.beings.values()] == [1, 1]


def step_by_step(ground: Ground, budget: int) -> dict[Cell, int]:
    """Where one can walk, by the price of each step."""
    found = {ground.being.at: 0}
    for spent in range(budget):
        for here in [cell for cell, cost in found.items() if cost == spent]:
            for there in ground.board.neighbours(here):
                cost = ground.cost(here, there)
                if there not in found and cost is not None and not ground.drop(here, there):
                    found[there] = spent + cost
    return found


@pytest.mark.parametrize("shape", ["hex", "square"])
def test_ways_over_open_ground_lead_around_walls_edges_and_enemies(shape: str) -> None:
    walls, heights = [[3, r] for r in range(4)], [{"cells": [[6, 2], [6, 3]], "m": 2}, {"cells": [[7, 5]], "m": -3}]
    board = {"shape": shape, "width": 10, "height": 8, "walls": walls, "heights": heights}
    beings = {"a": {"at": [2, 2], "side": "party"}, "b": {"at": [3, 4], "side": "foes"}}
    scene = scene_with(board=board, beings=beings)
    ground = ground_for(scene, scene.beings["a"])
    found = ground.reach(9)
    assert list(found.items()) == list(step_by_step(ground, 9).items())
    assert not found.keys() & {(3, 4), (6, 2), (7, 5)}
    for cell, spent in found.items():
        path = ground.way(cell, found, 9)
        assert ground.price(path) == len(path) == spent
