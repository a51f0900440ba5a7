"""What boards of all games may say: any shape, where each side begins, a map under them."""

from __future__ import annotations

from typing import Any

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.content.content import ContentError, convert
from ludex.core.files.scenefile import scene_from
from ludex.core.game import GAMES
from ludex.core.plan.entries import cells_in, runs_of
from ludex.core.scene.shape import read_board

ROWS = [[0, 0, 3], [1, -1, 0], [1, 2, 3], [2, -1, 2]]  # with a hole in the middle
CELLS = ("bluebox", "crawl", "vitality")
ZONES = ("cloudbreaker", "navyblue")
ROOMS = [
    {"id": "porch", "name": "Porch", "at": [0, 0]},
    {"id": "hall", "name": "Hall", "at": [1, 0]},
    {"id": "stair", "name": "Stair", "at": [2, 0]},
    {"id": "attic", "name": "Attic", "at": [3, 0]},
]


def scene_on(game: str, board: dict[str, Any], beings: dict[str, Any], **more: Any) -> Any:
    return scene_from({"game": game, "board": board, "beings": beings, **more}, "test").scene


def four() -> dict[str, Any]:
    return {"one": {}, "two": {}, "other": {"side": "foes"}, "another": {"side": "foes"}}


def test_rows_and_cells_are_the_same_said_twice() -> None:
    cells = {(0, 0), (1, 0), (3, 0), (-1, 1), (0, 1)}
    assert runs_of(cells) == [(0, 0, 1), (0, 3, 3), (1, -1, 0)]
    assert set(cells_in(runs_of(cells))) == cells


@pytest.mark.parametrize("game", CELLS)
def test_a_board_of_cells_has_any_shape_and_says_where_sides_begin(game: str) -> None:
    starts = {"party": [[3, 0], [2, 0]], "foes": [[-1, 2]]}
    scene = scene_on(game, {"rows": ROWS, "starts": starts}, four())
    assert len(scene.board.cells) == 12
    assert (1, 1) not in scene.board.cells
    at = {name: being.at for name, being in scene.beings.items()}
    assert [at["one"], at["two"], at["other"]] == [(3, 0), (2, 0), (-1, 2)]
    assert scene.board.distance(at["another"], (-1, 2)) == 1, "where the area is full, one begins beside it"


@pytest.mark.parametrize("game", ["crawl", "vitality"])
def test_hexes_of_any_shape_may_be_laid_in_squares(game: str) -> None:
    board = {"rows": ROWS, "starts": {"party": [[2, 2]]}, "wall_edges": [[[0, 0], [1, 0]], [[0, 0], [-1, 1]]]}
    scene = scene_on(game, board, {"one": {}}, options={"opt_square_grid": True})
    assert scene.board.shape == "square"
    assert scene.beings["one"].at == (3, 2)
    assert {x for x, y in scene.board.cells if y == 2} == {0, 1, 2, 3}
    assert scene.board.wall_edges == {((0, 0), (1, 0))}, "the other border is a corner of squares"


@pytest.mark.parametrize("game", ZONES)
def test_a_board_of_zones_says_where_sides_begin(game: str) -> None:
    starts = {"party": ["stair", "attic"], "foes": ["porch"]}
    scene = scene_on(game, {"zones": ROOMS, "starts": starts}, {**four(), "third": {"at": "hall"}})
    at = {name: being.at for name, being in scene.beings.items()}
    assert at == {"one": "stair", "two": "attic", "other": "porch", "another": "porch", "third": "hall"}


@pytest.mark.parametrize("game", CELLS)
def test_what_cannot_be_is_told(game: str) -> None:
    def faults(**raw: Any) -> list[str]:
        record = convert({"id": "b", "name": "B", **raw}, GAMES[game].shape.board, "test")
        found = GAMES[game].content_faults(GAMES[game].starter, "board", record)
        return [f"{fault.field}: {fault.problem}" for fault in found]

    assert faults(rows=ROWS) == []
    assert faults(rows=[[0, 3, 1]]) == ["rows[0]: row 0 runs from 3 to 1: expected the first to be at most the last"]
    huge = [[r, 0, 999] for r in range(11)]
    assert faults(rows=huge) == ["rows: it has too many spaces: a board has at most 10,000"]
    assert faults(rows=ROWS, starts={"foes": [[1, 1]]}) == ["starts.foes: [1, 1] is not on the board"]
    size = {"q": [0, 4]} if game == "bluebox" else {"width": 4}
    assert faults(rows=ROWS, **size)[0].endswith("the rows say which spaces there are; take this away, or the rows")
    beyond = faults(rows=ROWS, wall_edges=[[[0, 0], [3, 0]]])
    assert beyond == ["wall_edges: [0, 0] and [3, 0] are not neighbours, so no edge lies between them"]


def test_a_start_area_names_zones_that_there_are() -> None:
    board = {"zones": ROOMS, "starts": {"party": ["stairs"]}}
    with pytest.raises(ContentError, match=r"starts\.party: there is no zone 'stairs'; did you mean stair\?"):
        scene_on("navyblue", board, {"one": {}})


def test_a_map_lies_under_a_board() -> None:
    game = GAMES["navyblue"]
    under = {"picture": "cellar.webp", "spots": [[0.1, 0.1], [0.9, 0.5]], "onto": [[0, 0], [8, 4]]}
    board = read_board(game.shape, {"board": {"map": under}}, "test", game.starter)
    assert (board.map.picture, board.map.strength, board.map.seen) == ("cellar.webp", 100, "gm")
