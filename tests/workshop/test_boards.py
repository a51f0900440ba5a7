"""Boards that are being drawn: plan and text are one thing, and what is wrong or missing is told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import ludex.games.known  # noqa: F401  # registers the games
from ludex.core.game import GAMES
from ludex.core.kernel.ruling import BadInput
from ludex.core.plan.plan import Drawn, Plan, Room
from ludex.workshop.boards import BoardDraft, BoardDrafted, board_drafted, check_plan, palette_of
from ludex.workshop.editing import raw_entry
from ludex.workshop.fields import written_anew
from ludex.workshop.ground import ground_of_game

CAUSEWAY = """# The old road.
[[board]]
id = "dam"  # of the weir
name = "The Dam"
q = [0, 3]
r = [0, 2]
heights = [
  # the tower
  { hexes = [[0, 0]], m = 3 },
  { hexes = [[1, 0]], m = 4 },  # its roof
]
walls = [[2, 1]]  # a post
"""


def draft(game: str, text: str | None = None, plan: Plan | None = None, **more: str) -> BoardDrafted:
    return board_drafted(ground_of_game(game), BoardDraft(text, plan, **more))


def with_more(plan: Plan, *drawn: Drawn) -> Plan:
    return msgspec.structs.replace(plan, drawn=[*plan.drawn, *drawn])


def told(drafted: BoardDrafted) -> list[tuple[bool, str]]:
    return [(each.good, each.text) for each in drafted.checks]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_board_that_comes_with_a_game_opens_and_stays_as_it_is_written(game: str) -> None:
    ground = ground_of_game(game)
    for board in ground.library.all("board"):
        text = ground.text("board", board.id)
        opened = draft(game, text)
        assert opened.faults == []
        assert opened.shown is not None
        assert draft(game, text, opened.plan).text == text, board.id


def test_only_what_was_changed_is_written_anew() -> None:
    plan = draft("bluebox", CAUSEWAY).plan
    assert plan is not None
    heights = [each for each in plan.drawn if each.paint == "height"]
    lower = msgspec.structs.replace(heights[0], values={"m": 2})
    drawn = [lower if each is heights[0] else each for each in plan.drawn]
    changed = msgspec.structs.replace(plan, drawn=[*drawn, Drawn(paint="start_party", cells=[(0, 1), (0, 2)])])
    after = draft("bluebox", CAUSEWAY, changed)
    assert after.faults == []
    wanted = CAUSEWAY.replace("  # the tower\n  { hexes = [[0, 0]], m = 3 },", "  { hexes = [[0, 0]], m = 2 },")
    assert after.text == wanted + "starts = { party = [[0, 1], [0, 2]] }\n"


def test_a_board_with_a_hole_is_written_by_rows_and_as_a_rectangle_without() -> None:
    plan = draft("bluebox", CAUSEWAY).plan
    assert plan is not None
    holed = msgspec.structs.replace(plan, cells=[cell for cell in plan.cells if cell != (1, 1)])
    after = draft("bluebox", CAUSEWAY, holed)
    raw = raw_entry("board", after.text)
    assert raw["rows"] == [[0, 0, 3], [1, 0, 0], [1, 2, 3], [2, 0, 3]]
    assert "q" not in raw
    back = draft("bluebox", after.text, plan)
    assert (raw_entry("board", back.text)["q"], "rows" in raw_entry("board", back.text)) == ([0, 3], False)


def test_a_plan_alone_is_a_new_board() -> None:
    rooms = [Room(id="hall", name="Hall", at=(0, 0)), Room(id="attic", name="Attic", at=(1, 0))]
    door = Drawn(paint="door", ways=[("hall", "attic")], values={"state": "locked", "name": "hatch"})
    made = draft("navyblue", plan=Plan(kind="zones", rooms=rooms, drawn=[door], whole={"name": "Loft"}), called="loft")
    raw = raw_entry("board", made.text)
    assert (raw["id"], raw["name"]) == ("loft", "Loft")
    assert raw["doors"] == [{"zones": ["hall", "attic"], "state": "locked", "name": "hatch"}]
    assert made.faults == []
    assert told(made) == [(True, "Everybody can reach everybody.")]
    begun = draft("navyblue", origin="ropewalk", called="my_walk")
    assert begun.text.startswith('[[board]]\nid = "my_walk"\n')


def test_what_a_zone_says_itself_can_be_taken_away_too() -> None:
    """A board can say in two ways where there is cover; the plan has it once."""
    text = '[[board]]\nid = "b"\nname = "B"\nzones = [{ id = "a", at = [0, 0], cover = true }]\n'
    plan = draft("cloudbreaker", text).plan
    assert plan is not None
    assert [each.rooms for each in plan.drawn] == [["a"]]
    bare = draft("cloudbreaker", text, msgspec.structs.replace(plan, drawn=[]))
    assert bare.plan is not None
    assert bare.plan.drawn == []


def test_whether_one_can_play_on_it_is_told_with_the_places() -> None:
    plan = draft("bluebox", CAUSEWAY).plan
    assert plan is not None
    party, foes = Drawn(paint="start_party", cells=[(0, 0)]), Drawn(paint="start_foes", cells=[(3, 1)])
    assert told(draft("bluebox", plan=with_more(plan, party, foes))) == [
        (True, "Everybody can reach everybody."),
        (True, "Nobody starts in a wall."),
    ]
    wall = Drawn(paint="wall", cells=[(2, 0), (2, 1), (2, 2)])
    cut = draft("bluebox", plan=with_more(plan, party, foes, wall))
    assert told(cut)[0] == (False, "The party and its enemies cannot reach each other.")
    apart = draft("bluebox", plan=with_more(plan, wall)).checks[0]
    assert (apart.good, apart.text) == (False, "3 places cannot be reached from the rest.")
    assert apart.cells == [(3, 0), (3, 1), (3, 2)]
    walled = draft("bluebox", plan=with_more(plan, Drawn(paint="start_foes", cells=[(2, 1)]))).checks[1]
    assert (walled.good, walled.cells) == (False, [(2, 1)])


def test_a_room_without_a_way_in_is_named() -> None:
    rooms = [Room(id="hall", name="Hall", at=(0, 0)), Room(id="new", name="New room", at=(4, 0))]
    rooms.append(Room(id="yard", name="Yard", at=(0, 1)))
    check = draft("navyblue", plan=Plan(kind="zones", rooms=rooms)).checks[0]
    assert (check.good, check.text, check.rooms) == (False, "New room has no way in.", ["new"])


def test_faults_tell_where_they_are_and_no_coordinates() -> None:
    fault = draft("crawl", '[[board]]\nid = "b"\nname = "B"\nwidth = 3\nheight = 2\nwalls = [[8, 1]]\n').faults[0]
    assert (fault.text, fault.cells, fault.rule) == ("This space is not on the board", [(8, 1)], "tc.map.grid")
    broken = draft("crawl", '[[board]]\nid = "b\n')
    assert (broken.plan, broken.shown, broken.faults[0].line) == (None, None, 2)


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (Plan(kind="zones"), "this game has boards of hexes, not of zones"),
        (Plan(kind="hexes", drawn=[Drawn(paint="lava")]), "there is no paint 'lava'"),
        (Plan(kind="hexes", drawn=[Drawn(paint="wall", rooms=["a"])]), "Wall is drawn on cells alone"),
        (Plan(kind="hexes", drawn=[Drawn(paint="pit", cells=[(0, 0)], values={"deep": 1})]), "says nothing of 'deep'"),
        (Plan(kind="hexes", drawn=[Drawn(paint="pit", values={"m": [1]})]), "expected a number, a text, or yes or no"),
        (Plan(kind="hexes", whole={"text": "x" * 5_000}), "a text is too long: 5,000 characters"),
        (Plan(kind="hexes", whole={"price": 1}), "a board says nothing of 'price'"),
        (Plan(kind="hexes", drawn=[Drawn(paint="wall", cells=[(0, 0)] * 6_000)] * 2), "12,000 places, and a board has"),
    ],
)  # fmt: skip
def test_plans_that_are_too_much_are_refused_before_anything_is_made_of_them(plan: Plan, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        check_plan(plan, palette_of(ground_of_game("bluebox")))


def test_fields_are_written_anew_however_the_entry_is_written() -> None:
    text = '[[board]]\nid = "b"\nname = "B"\nterrain.difficult = [[0, 0]]\n\n'
    text += "[[board.heights]]\nhexes = [[1, 1]]\nm = 2\n"

    def after(**fields: Any) -> dict[str, Any]:
        return written_anew("board", text, raw_entry("board", text), fields)[1]

    assert after(terrain={"difficult": [(0, 1)]})["terrain"] == {"difficult": [[0, 1]]}
    assert after(heights=[{"hexes": [(1, 1)], "m": 5}])["heights"] == [{"hexes": [[1, 1]], "m": 5}]
    assert "heights" not in after(heights=None)
    assert after(walls=[(0, 0)])["walls"] == [[0, 0]]
