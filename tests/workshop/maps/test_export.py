"""Boards as Universal VTT files: what comes back of them is the board."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.workshop.boards import BoardDraft, board_drafted
from ludex.workshop.maps.export import exported, picture_under
from tests.pictures import png
from tests.workshop.maps.playing import cells, edges, ground, read
from tests.workshop.maps.samples import one_page, tiled, uvtt


def text_of(game: str, file: Any) -> str:
    return board_drafted(ground(game), BoardDraft(plan=read(game, file).plan, called="brought")).text


def file_of(game: str, text: str, pictures: Mapping[str, bytes] | None = None) -> dict[str, Any]:
    title, data = exported(ground(game), text, pictures or {})
    assert title
    found: dict[str, Any] = json.loads(data)
    return found


def test_walls_and_doors_come_back_as_they_were() -> None:
    before = read("crawl", uvtt(objects_line_of_sight=[])).plan
    again = read("crawl", file_of("crawl", text_of("crawl", uvtt(objects_line_of_sight=[])))).plan
    assert (edges(again), cells(again, "door")) == (edges(before), cells(before, "door"))
    assert again.cells == before.cells


def test_walls_that_fill_cells_are_outlines() -> None:
    file = file_of("crawl", text_of("crawl", tiled()))
    lengths = [abs(a["x"] - b["x"]) + abs(a["y"] - b["y"]) for line in file["line_of_sight"] for a, b in pairwise(line)]
    sides = sum(
        (x + dx, y + dy) not in cells(read("crawl", tiled()).plan, "wall")
        for x, y in cells(read("crawl", tiled()).plan, "wall")
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
    )
    assert sum(lengths) == sides
    assert file["resolution"] == {
        "map_origin": {"x": 0, "y": 0},
        "map_size": {"x": 6, "y": 4},
        "pixels_per_grid": 100,
    }


def test_the_map_under_it_comes_along_where_it_lies_straight() -> None:
    text, picture = text_of("crawl", uvtt()), png(48, 32)
    assert picture_under(ground("crawl"), text) == "the_store.webp"
    file = file_of("crawl", text, {"the_store.webp": picture})
    assert b64decode(file["image"]) == picture
    assert file["resolution"]["pixels_per_grid"] == 4
    turned = text.replace("11.5, 7.5", "7.5, 11.5")
    assert turned != text
    assert file_of("crawl", turned, {"the_store.webp": picture})["image"] == ""


def test_every_board_of_cells_that_comes_with_a_game_can_be_written() -> None:
    for game in ("bluebox", "crawl", "vitality"):
        for board in GAMES[game].starter.offered("board"):
            file = file_of(game, ground(game).text("board", board.id))
            assert file["resolution"]["map_size"]["x"] > 1
            assert msgspec.json.encode(file)


def test_a_board_of_zones_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match="boards of zones cannot be written so"):
        file_of("navyblue", text_of("navyblue", one_page()))
