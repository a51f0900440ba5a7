"""Tiled: layers of tiles, orthogonal and hexagonal. The samples are written from the JSON map format and the global
tile ids of Tiled's manual, and from how the library aeson-tiled types the same fields."""

from __future__ import annotations

from typing import Any

import pytest

from ludex.core.board.hex import distance
from ludex.core.kernel.ruling import BadInput
from ludex.workshop.maps.mapped import said_in
from tests.workshop.maps.playing import cells, fought, read
from tests.workshop.maps.samples import GROUND, hexagonal, objects, tiled, tileset

WALLS = {(x, y) for y, row in enumerate(GROUND) for x, number in enumerate(row) if number == 3}


@pytest.mark.parametrize("how", ["", "base64", "zlib", "gzip"])
def test_tiles_are_read_however_they_are_packed(how: str) -> None:
    found = read("crawl", tiled(how=how), "cellar.tmj")
    assert (found.kind, found.title, len(found.plan.cells)) == ("squares", "Cellar", 23)
    assert cells(found.plan, "wall") == WALLS
    assert cells(found.plan, "rough") == {(3, 1), (3, 2)}, "the Crawl has no water: it is rough ground"
    assert (5, 3) not in found.plan.cells, "there is no tile"


def test_it_is_fought_on() -> None:
    fought("crawl", read("crawl", tiled()).plan, [1, 1], [4, 2])
    for axis, index in (("y", "odd"), ("x", "even")):
        plan = read("bluebox", hexagonal(axis, index)).plan
        free = [cell for cell in plan.cells if cell not in cells(plan, "wall")]
        fought("bluebox", plan, list(free[0]), list(free[-1]))


def neighbours(axis: str, index: str, x: int, y: int) -> set[tuple[int, int]]:
    """The six tiles that touch one in Tiled, by column and row: the two in its own line, and those of the lines beside
    it, which are shifted by half a tile."""
    along, line = (x, y) if axis == "y" else (y, x)
    shifted = line % 2 == (1 if index == "odd" else 0)
    near = [(along - 1, line), (along + 1, line)]
    for other in (line - 1, line + 1):
        near += [(along, other), (along + 1 if shifted else along - 1, other)]
    return {one if axis == "y" else one[::-1] for one in near}


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
def test_hexes_that_touch_in_tiled_touch_here(axis: str, index: str) -> None:
    """Each tile is one of a kind, so that it is found again."""
    rows = [[1 + x + 5 * y for x in range(5)] for y in range(4)]
    found = read("bluebox", hexagonal(axis, index, rows), tiles={f"cellar {at}": "water" for at in range(20)})
    assert len(found.plan.cells) == 20
    each = {tile: read("bluebox", hexagonal(axis, index, rows), tiles={f"cellar {tile}": "dark"}) for tile in range(20)}
    place = {(tile % 5, tile // 5): next(iter(cells(one.plan, "dark"))) for tile, one in each.items()}
    for (x, y), cell in place.items():
        touching = {other for other, there in place.items() if distance(cell, there) == 1}
        assert touching == {one for one in neighbours(axis, index, x, y) if one in place}


def test_how_tiles_are_turned_does_not_matter() -> None:
    turned = [[number and number | (x * 5 % 16) << 28 for x, number in enumerate(row)] for row in GROUND]
    assert read("crawl", tiled(turned)).plan == read("crawl", tiled()).plan


def test_chunks_of_an_infinite_map_lie_where_they_say() -> None:
    chunks = [
        {"x": -16, "y": -2, "width": 2, "height": 2, "data": [1, 1, 1, 3]},
        {"x": -14, "y": -2, "width": 2, "height": 2, "data": [2, 0, 1, 0]},
    ]
    layer = {"type": "tilelayer", "name": "Ground", "visible": True, "width": 16, "height": 16, "chunks": chunks}
    plan = read("crawl", tiled(infinite=True, layers=[layer])).plan
    assert plan.cells == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert (cells(plan, "wall"), cells(plan, "rough")) == ({(1, 1)}, {(2, 0)})


def test_layers_of_groups_lie_on_each_other_and_hidden_ones_do_not() -> None:
    def layer(name: str, data: list[int], **more: Any) -> dict[str, Any]:
        return {"type": "tilelayer", "name": name, "visible": True, "width": 2, "height": 1, "data": data, **more}

    layers = [
        {"type": "group", "name": "Room", "visible": True, "layers": [layer("Ground", [9, 9]), layer("Walls", [0, 8])]},
        {"type": "group", "name": "Notes", "visible": False, "layers": [layer("Secret walls", [8, 8])]},
        {"type": "imagelayer", "name": "Sketch", "visible": True, "image": "sketch.png"},
    ]
    apart = [{"firstgid": 1, "source": "sets/cellar.tsx"}]
    found = read("crawl", tiled([[9, 9]], layers=layers, tilesets=apart))
    assert cells(found.plan, "wall") == {(1, 0)}, "by the name of its layer"
    lost = {one.what for one in found.left_out}
    assert {"1 hidden layer: Secret walls", "Sketch", "sets/cellar.tsx"} <= lost


def test_what_tiles_mean_is_said_and_known_again() -> None:
    apart = tiled(tilesets=[{"firstgid": 1, "source": "cellar.tsx"}])
    found = read("crawl", apart)
    assert {one.means for one in found.mapping} == {"floor"}, "nothing is known of them"
    said = read("crawl", apart, tiles={"cellar 2": "wall", "cellar 1": "", "cellar 0": "floor"})
    assert cells(said.plan, "wall") == WALLS
    assert said_in([f'{said.above}[[board]]\nid = "cellar"\n']) == {
        "cellar 2": "wall",
        "cellar 1": "",
        "cellar 0": "floor",
    }
    assert said.above == "# tiles of cellar: 2 wall, 0 floor, 1 decoration\n"
    odd = read("crawl", apart, tiles={"cellar 2": "lava", "nobody 9": "wall"})
    assert {one.means for one in odd.mapping} == {"floor"}, "what the game does not know is not said"


def test_objects_are_what_their_names_say_and_the_rest_is_asked() -> None:
    layer = objects(
        {"name": "Oak door", "x": 64, "y": 96, "width": 32, "height": 32},
        {"name": "", "type": "exit", "x": 40, "y": 40, "point": True},
        {"name": "Old Mo", "class": "someone", "x": 128, "y": 64, "ellipse": True, "width": 20, "height": 20},
        {"name": "crates", "x": 32, "y": 64, "polyline": [{"x": 4, "y": 4}, {"x": 60, "y": 4}]},
        {"name": "statue", "gid": 1, "x": 128, "y": 64, "width": 32, "height": 32},
        {"name": "far away", "x": 900, "y": 900},
    )
    found = read("crawl", {**tiled(), "layers": [*tiled()["layers"], layer]})
    door = next(drawn for drawn in found.plan.drawn if drawn.paint == "door")
    assert (door.cells, door.values["name"]) == ([(2, 3)], "Oak door")
    assert cells(found.plan, "exit") == {(1, 1)}
    assert cells(found.plan, "cover") == {(1, 2), (2, 2), (4, 1)}
    assert [one.title for one in found.questions] == ["“Old Mo”"]
    assert any("far away" in one.what for one in found.left_out)
    taken = read("crawl", {**tiled(), "layers": [*tiled()["layers"], layer]}, answers={"object 0": 0})
    assert cells(taken.plan, "door") == {(2, 3), (4, 2)}


def test_squares_become_hexes_where_a_game_has_hexes_alone() -> None:
    found = read("bluebox", tiled())
    assert found.kind == "hexes"
    assert found.left_out[1].what == "Squares"
    free = [cell for cell in found.plan.cells if cell not in cells(found.plan, "wall")]
    fought("bluebox", found.plan, list(free[0]), list(free[-1]))


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (tiled(orientation="isometric"), "this map is isometric, and isometric maps are not read"),
        (tiled(orientation="staggered"), "this map is staggered, and isometric and staggered maps are not read"),
        (tiled(how="zstd"), "the layer 'Ground' is packed by Zstandard, which is not read"),
        (tiled([[0, 0]]), "this map has no tiles on layers that are shown"),
        (tiled(width=900, height=900), "this map is too large: 900 by 900 cells"),
        (tileset() | {"type": "tileset"}, "this is a tileset of Tiled, and no map"),
        ({**tiled(), "layers": [{**tiled()["layers"][0], "data": [1, 2]}]}, "the layer 'Ground' has 2 tiles, and 24"),
        (
            {**tiled(), "layers": [{**tiled(how="zlib")["layers"][0], "data": "AAAA"}]},
            "the layer 'Ground' cannot be unpacked: it is not packed as it says",
        ),
        (hexagonal("z", "odd"), "this map does not say which of its hexes are shifted"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(file: Any, words: str) -> None:
    with pytest.raises(BadInput) as fault:
        read("crawl", file)
    assert str(fault.value).startswith(words)


def test_a_game_of_zones_has_no_use_for_tiles() -> None:
    with pytest.raises(BadInput, match="games that are played on cells"):
        read("navyblue", tiled())
