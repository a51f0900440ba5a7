"""A board as the rules see it while it is drawn."""

from __future__ import annotations

from typing import Any

import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.kernel.ruling import BadInput
from ludex.workshop.ground import ground_of_game
from ludex.workshop.previews import BoardSeen, Looked, Looks, Standing, board_seen

FIELD = """[[board]]
id = "field"
name = "Field"
q = [0, 6]
r = [0, 0]
"""


def seen(game: str, text: str, look: Looks, who: Any, *others: Any, of: str = "") -> BoardSeen:
    looked = Looked(text, look, Standing(of=of, at=who), tuple([Standing(at=at) for at in others]))
    return board_seen(ground_of_game(game), looked)


def test_a_wall_hides_what_is_behind_it_and_says_so() -> None:
    found = seen("bluebox", FIELD + "walls = [[3, 0]]\n", "sight", (1, 0), (5, 0), (2, 0))
    assert found.words == "3 of 6 open hexes are in sight of Somebody."
    assert found.cells == [((0, 0), 1), ((1, 0), 1), ((2, 0), 1)]
    behind, beside = found.lines
    assert (behind.seen, behind.words, behind.rule, behind.stops) == (
        False, "a wall stands between them", "bb.los.line", (3, 0),
    )  # fmt: skip
    assert (beside.seen, beside.words, beside.stops) == (True, "in sight", None)


def test_cover_height_and_darkness_are_told_with_their_rules() -> None:
    text = FIELD + (
        "cover = [[[1, 0], [2, 0]]]\nheights = [{ hexes = [[3, 0]], m = 3 }]\nterrain = { dark = [[5, 0]] }\n"
    )
    up, dark = seen("bluebox", text, "sight", (1, 0), (3, 0), (5, 0)).lines
    assert (up.words, up.rule, up.title) == ("in sight, Cover on the line, 3 m up", "bb.cover.flaw", "Cover")
    assert (dark.seen, dark.words, dark.rule) == (False, "darkness hides them", "bb.los.darkness")
    light = seen("bluebox", text, "light", (1, 0))
    assert (light.cells, light.words) == ([((5, 0), 1)], "1 of 7 hexes are dark.")


def test_reach_is_what_a_turn_can_pay_for() -> None:
    found = seen("bluebox", FIELD + "terrain = { difficult = [[2, 0]] }\n", "reach", (1, 0), of="onuri")
    assert dict(found.cells) == {(0, 0): 1, (2, 0): 2, (3, 0): 3, (4, 0): 4, (5, 0): 5, (6, 0): 6}
    assert (found.unit, found.words) == ("m", "Onuri reaches 6 open hexes with 6 m.")


def test_whoever_stands_in_what_was_just_drawn_is_told_of() -> None:
    found = seen("crawl", '[[board]]\nid = "b"\nname = "B"\nwalls = [[1, 1]]\n', "sight", (1, 1))
    assert (found.words, found.rule, found.cells) == ("This space is filled by a wall.", "tc.map.grid", [])


def test_light_of_a_lantern_stops_at_a_shut_door() -> None:
    text = """[[board]]
id = "cellar"
name = "Cellar"
zones = [
  { id = "one", at = [0, 0], light = "lantern" },
  { id = "two", at = [1, 0] },
  { id = "three", at = [0, 1] },
]
"""
    door = 'doors = [{ zones = ["one", "three"] }]\n'
    ground = ground_of_game("navyblue")
    found = board_seen(ground, Looked(text + door, "light", None))
    assert (found.rooms, found.words) == ([("one", 0), ("two", 1)], "2 of 3 rooms have light, from 1 light.")
    assert dict(board_seen(ground, Looked(text, "light", None)).rooms) == {"one": 0, "two": 1, "three": 1}


def test_ways_tell_of_doors_locks_and_falls() -> None:
    text = ground_of_game("navyblue").text("board", "lamp_cellars")
    first, second, third = seen("navyblue", text, "ways", "gallery", "drain").ways
    assert first.rooms == ["gallery", "landing", "store", "drain"]
    assert first.words == ["gallery door (shut)", "oil door (locked)", "Oil store: oil", "fallen shelf (blocked)"]
    assert second.words == ["gallery door (shut)", "Sluice: water"]
    assert third.words[0] == "Dry well: pit (2 zones deep)"


def test_what_a_game_does_not_ask_is_refused_in_words() -> None:
    ground = ground_of_game("crawl")
    with pytest.raises(BadInput, match="The Crawl does not ask whether it is dark"):
        board_seen(ground, Looked(ground.text("board", "the_gatehouse"), "light", None))
    with pytest.raises(BadInput, match="who: expected somebody"):
        board_seen(ground, Looked(ground.text("board", "the_gatehouse"), "sight", None))
