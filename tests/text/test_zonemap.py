"""The zone map in characters."""

from __future__ import annotations

import re

import pytest

from ludex.core.board.zone import Zone, ZoneBoard
from ludex.core.show.face import ZonePlan
from ludex.table.document.show_beings import short_marks
from ludex.text.maps.marks import Marks
from ludex.text.maps.zonemap import draw, legend
from ludex.text.style import FOE

BOARD = ZoneBoard(
    [
        Zone("docks", "Old Docks", (0, 0)),
        Zone("market", "Fish Market", (1, 0)),
        Zone("alley", "Back Alley", (0, 1)),
        Zone("square", "Square", (1, 1)),
    ],
    closed=[("alley", "square")],
    cover=["market"],
)
NAMES = [
    ("marla", "Marla", "party"),
    ("tom", "Tom", "party"),
    ("goblin_1", "Goblin 1", "foes"),
    ("goblin_2", "Goblin 2", "foes"),
    ("giant", "Giant", "foes"),
]
MARKS = Marks(short_marks(NAMES), {who: side for who, _, side in NAMES}, acting="marla")
PLAN = ZonePlan(
    BOARD,
    places={"goblin_1": ("market",), "marla": ("market",), "tom": ("docks",), "giant": ("market", "square")},
    things=(("Rope", "alley"),),
    hazards=(("Spike trap", ("docks", "market")), ("Fire", ("square",)), ("Chasm", ("docks", "alley"))),
    marks={"square": ("safe zone",), "docks": ("epicenter",)},
)

GOLDEN = """\
╭─────────────╮     ╭─────────────╮
│ Old Docks   │     │ Fish Market │
│ TO          ╰─────╯»MA          │
│               !1    g1 gi       │
│ epicenter   ╭─────╮ ▒ cover     │
╰────╮   ╭────╯     ╰────╮   ╭────╯
     │!3 │               │   │
╭────╯   ╰────╮     ╭────╯   ╰────╮
│ Back Alley  ┃     ┃ Square      │
│             ┃     ┃ gi          │
│             ┃     ┃ safe zone   │
│ * Rope      ┃     ┃ !2 Fire     │
╰─────────────╯     ╰─────────────╯
"""


def drawn(plan: ZonePlan = PLAN, width: int = 80, marks: Marks = MARKS) -> str:
    return "".join(line.plain.rstrip() + "\n" for line in draw(plan, marks, width))


def grid(columns: int, rows: int, name: str = "Hall") -> ZoneBoard:
    spots = [(x, y) for y in range(rows) for x in range(columns)]
    return ZoneBoard([Zone(f"z{x}{y}", f"{name} {x}{y}", (x, y)) for x, y in spots])


def test_zones_are_rooms_open_sides_are_passages_and_hazards_stand_where_they_are_met() -> None:
    assert drawn() == GOLDEN


def test_the_legend_names_what_is_on_the_map() -> None:
    told = legend(PLAN, MARKS)
    for words in (
        "┃ ━ no way through", "▒ cover", "!1 Spike trap", "!3 Chasm", "* Rope in Back Alley", "» acts",
        "gi fills 2 zones",
    ):  # fmt: skip
        assert words in told


def test_who_stands_together_stands_in_a_line_in_the_colour_of_the_side() -> None:
    line = next(line for line in draw(PLAN, MARKS, 80) if "g1 gi" in line.plain)
    assert "»MA" not in line.plain
    (style,) = {str(span.style) for span in line.spans if "g1 gi" in line.plain[span.start : span.end]}
    assert FOE in style


@pytest.mark.parametrize(("columns", "rows"), [(1, 3), (3, 1), (3, 3), (5, 4)])
@pytest.mark.parametrize("width", [74, 80, 120, 200])
def test_every_zone_has_its_name_in_any_terminal(columns: int, rows: int, width: int) -> None:
    plan = ZonePlan(grid(columns, rows, "Long Corridor of the"), {})
    text = drawn(plan, width)
    assert max(map(len, text.splitlines())) <= width
    words = re.sub("[─-╿]", " ", text).split()
    for zone in plan.board.zones.values():
        assert zone.name.split()[-1] in words


def test_a_crowd_needs_more_lines_and_nobody_is_left_out() -> None:
    many = [(f"imp_{n}", f"Imp {n}", "foes") for n in range(1, 10)]
    marks = Marks(short_marks(many), {who: "foes" for who, _, _ in many})
    plan = ZonePlan(grid(5, 1), {who: ("z20",) for who, _, _ in many})
    text = drawn(plan, 66, marks)
    assert all(mark in text for mark in marks.names.values())
    assert max(map(len, text.splitlines())) <= 66


def test_a_map_wider_than_the_terminal_shows_the_part_around_the_acting_being_and_says_what_lies_beyond() -> None:
    plan = ZonePlan(grid(6, 2), {"marla": ("z40",), "tom": ("z00",)}, marks={"z00": ("safe zone",)})
    text = drawn(plan, 58)
    assert max(map(len, text.splitlines())) <= 58
    assert "»MA" in text
    assert "Hall 00" not in text
    assert "←" in text
    assert "→" not in text
    assert "beyond the map: Hall 00 (safe zone, TO), Hall 01, Hall 10, Hall 11, west" in legend(plan, MARKS, 58)


FOLDED = """\
╭──────────╮     ╭──────────╮     ╭──────────╮
│ Hall 00  ╰─────╯ Hall 10  ╰─────╯ Hall 20  │
│»MA                                         → !1
│          ╭─────╮          ╭─────╮          │
╰──────────╯     ╰──────────╯     ╰──────────╯
╭──────────╮     ╭──────────╮
│ Hall 30  ╰─────╯ Hall 40  │
→            !2             │
│          ╭─────╮          │
╰──────────╯     ╰──────────╯
"""


def test_a_row_of_zones_that_is_too_long_goes_on_below() -> None:
    hazards = (("Fire", ("z20", "z30")), ("Ice", ("z30", "z40")))
    plan = ZonePlan(grid(5, 1), {"marla": ("z00",)}, hazards=hazards)
    assert drawn(plan, 60) == FOLDED
    assert not [words for words in legend(plan, MARKS, 60) if "beyond" in words]


def test_numbers_of_choices_stand_on_the_walls() -> None:
    marks = Marks(MARKS.names, MARKS.sides, "marla", labels={"docks": "1", "square": "12"})
    lines = drawn(marks=marks).splitlines()
    assert lines[0].startswith("╭[1]─")
    assert "╭12──╯" in lines[7]


def test_two_hazards_on_one_side_show_that_there_is_more() -> None:
    plan = ZonePlan(BOARD, {}, hazards=(("Fire", ("docks", "market")), ("Frost", ("market", "docks"))))
    assert "!1+" in drawn(plan)


def test_a_hazard_whose_name_is_too_long_for_the_room_is_told_by_its_number() -> None:
    plan = ZonePlan(grid(5, 1), {}, hazards=(("Falling rocks of the mountain", ("z10",)),))
    assert "Falling" not in drawn(plan)
    assert "!1" in drawn(plan)
    assert legend(plan, MARKS) == ["!1 Falling rocks of the mountain"]


def test_a_board_need_not_be_a_rectangle() -> None:
    plan = ZonePlan(ZoneBoard([Zone("a", "A", (0, 0)), Zone("b", "B", (2, 1))]), {})
    text = drawn(plan)
    assert text.count("╭") == 2
    assert "╰────────" in text
