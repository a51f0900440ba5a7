"""Universal VTT: a picture with lines, as squares and as hexes have them. The samples are written from Arkenforge's
article about the format and from what the Universal Battlemap importer of Foundry takes of it."""

from __future__ import annotations

from base64 import b64encode
from math import cos, pi, sin

import pytest

from ludex.core.kernel.ruling import BadInput
from tests.pictures import png
from tests.workshop.maps.playing import cells, edges, fought, read
from tests.workshop.maps.samples import line, portal, uvtt

ROOM = {
    *((((x, 0), (x, 1))) for x in range(2, 8)),
    *((((x, 5), (x, 6))) for x in range(2, 8) if x != 4),
    *((((1, y), (2, y))) for y in range(1, 6)),
    *((((7, y), (8, y))) for y in range(1, 6)),
}


def test_walls_that_wobble_lie_on_the_edges_of_squares_and_the_rest_is_asked() -> None:
    found = read("crawl", uvtt())
    assert (found.kind, len(found.plan.cells), found.about) == ("squares", 96, "Universal VTT, 12 by 8 squares")
    assert {edge for drawn in found.fitting for edge in drawn.edges} == ROOM
    assert cells(found.plan, "door") == {(4, 6)}
    assert [one.title for one in found.questions] == ["A slanting wall in the north-east", "A thing that stands about"]
    assert [one.what for one in found.left_out] == ["Doors within a wall", "The colours of 1 light", "1 light"]
    fought("crawl", found.plan, [3, 3], [4, 7])


def test_what_is_answered_is_drawn() -> None:
    slanting = read("crawl", uvtt(line_of_sight=[line((9, 1), (11, 4))], objects_line_of_sight=[], portals=[]))
    (question,) = slanting.questions
    assert [one.title for one in question.answers] == ["Follow 5 edges", "Block 4 squares", "Leave it out"]
    assert len(edges(slanting.plan)) == 5, "as it is proposed"
    blocked = read("crawl", uvtt(line_of_sight=[line((9, 1), (11, 4))], portals=[]), answers={question.id: 1})
    assert blocked.questions[0].chosen == 1
    assert (len(edges(blocked.plan)), cells(blocked.plan, "wall")) == (0, {(9, 1), (9, 2), (10, 2), (10, 3)})


def test_the_grid_begins_where_the_picture_does() -> None:
    """At an origin other than 0, and with fractions."""
    at_origin = read("crawl", uvtt())
    moved = read("crawl", uvtt(origin=(7.5, -3.25)))
    assert moved.plan == at_origin.plan
    assert moved.map is not None
    assert (moved.map.spots, moved.map.onto) == (((0.0, 0.0), (1.0, 2 / 3)), ((-0.5, -0.5), (11.5, 7.5)))
    cut = read("crawl", uvtt(size=(12.5, 8.25), line_of_sight=[]))
    assert len(cut.plan.cells) == 13 * 8
    assert "Squares that the rim cuts" in [one.what for one in cut.left_out]


def test_a_door_that_lies_between_two_edges_is_asked() -> None:
    file = uvtt(
        line_of_sight=[line((0, 3), (4.5, 3)), line((5.5, 3), (12, 3))],
        portals=[portal((4.5, 3), (5.5, 3))],
        objects_line_of_sight=[],
    )
    (question,) = read("crawl", file).questions
    assert [one.title for one in question.answers] == ["A door here", "A door beside it", "An opening"]
    here, beside = (read("crawl", file, answers={question.id: nth}).plan for nth in (0, 1))
    assert (cells(here, "door"), cells(beside, "door")) == ({(4, 3)}, {(5, 3)})
    assert len(edges(here)) == len(edges(beside)) == 11, "the wall goes on beside the door"


def test_a_wall_that_ends_within_a_square_is_asked() -> None:
    (question,) = read(
        "crawl", uvtt(line_of_sight=[line((2, 3), (4.5, 3))], portals=[], objects_line_of_sight=[])
    ).questions
    assert question.title == "A wall that ends within a square"


def test_on_hexes_nothing_is_set_that_was_not_asked() -> None:
    found = read("bluebox", uvtt())
    assert (found.kind, found.fitting, len(found.questions)) == ("hexes", [], 4)
    assert found.about == "Universal VTT, 12 by 8 squares, now hexes"
    none = {one.id: len(one.answers) - 1 for one in found.questions}
    none["doors"] = 0
    assert read("bluebox", uvtt(), answers=none).plan.drawn == []
    fought("bluebox", found.plan, [4, 2], [9, 0])
    as_edges = read("crawl", uvtt(), kind="hexes", answers={"wall 0": 1})
    assert len(edges(as_edges.plan)) > 30
    assert len(cells(as_edges.plan, "door")) == 1
    fought("crawl", as_edges.plan, [3, 2], [10, 0])


def test_a_round_tower_and_a_cave_are_one_question_each() -> None:
    tower = [(6 + 2.4 * cos(at * pi / 12), 4 + 2.4 * sin(at * pi / 12)) for at in range(25)]
    found = read("vitality", uvtt(line_of_sight=[line(*tower)], portals=[], objects_line_of_sight=[]))
    assert [one.title for one in found.questions] == ["A round wall in the middle"]
    ring = cells(found.plan, "wall")
    assert len(ring) > 10
    assert len(edges(read("vitality", uvtt(line_of_sight=[line(*tower)]), answers={"wall 0": 1}).plan)) > 20


def test_many_crooked_walls_are_asked_together() -> None:
    many = [line((x / 8, y), (x / 8 + 0.5, y + 0.5)) for x in range(80) for y in range(2)]
    found = read("crawl", uvtt(line_of_sight=many, portals=[], objects_line_of_sight=[]))
    assert len(found.questions) == 40
    assert found.questions[-1].title == "121 more walls, all shorter"
    assert (found.questions[26].letter, found.questions[-1].letter) == ("aa", "an")


def test_games_of_zones_get_the_picture_alone() -> None:
    found = read("navyblue", uvtt())
    assert [room.name for room in found.plan.rooms] == ["Room 1"]
    assert found.map is not None
    assert "they cannot be told from walls alone: draw them over the picture" in [one.why for one in found.left_out]


def test_a_map_can_be_drawn_twice_as_fine() -> None:
    found = read("crawl", uvtt(), across=2.0)
    assert len(found.plan.cells) == 4 * 96
    assert found.map is not None
    assert found.map.onto[1] == (23.5, 15.5)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"size": (200, 100)}, "this map is too large: 200 by 100 cells, and a board has at most 10,000, 500 in a row"),
        ({"size": (0, 4)}, "this map has no squares"),
        ({"resolution": {"pixels_per_grid": 70}}, "this is no Universal VTT file as it should be"),
        (
            {"line_of_sight": [line(*[(12 * (at % 2), 8 * (at % 3 % 2)) for at in range(4_000)])]},
            "this map has too much wall",
        ),
    ],
)
def test_what_is_no_map_is_refused_in_words(more: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput) as fault:
        read("crawl", uvtt(**more))  # type: ignore[arg-type]  # whatever a file may have
    assert str(fault.value).startswith(words)


@pytest.mark.parametrize(("image", "why"), [
    ("", "this file has none"),
    ("AAAA", "it is no PNG, JPEG or WebP"),
    ("ä", "it is no PNG, JPEG or WebP"),
    (png(2, 2).replace(b"\0\0\0\x02\0\0\0\x02", b"\x7f\0\0\0\x7f\0\0\0", 1), "it has 2,130,706,432"),
])  # fmt: skip
def test_a_picture_that_cannot_be_shown_is_left_out(image: str | bytes, why: str) -> None:
    text = image if isinstance(image, str) else b64encode(image).decode()
    found = read("crawl", uvtt(image=text))
    assert (found.picture, found.map) == (None, None)
    assert any(one.what == "The picture" and one.why.startswith(why) for one in found.left_out)
