"""The hex map in characters."""

from __future__ import annotations

from ludex.core.board.hex import HexBoard
from ludex.core.show.face import HexPlan
from ludex.table.document.show_beings import short_marks
from ludex.text.maps.hexmap import draw, legend
from ludex.text.maps.marks import Marks

BOARD = HexBoard(
    [(q, r) for q in range(4) for r in range(3)],
    heights={(3, 0): 2, (0, 2): -1},
    walls=[(1, 0)],
    cover=[((1, 1), (2, 1)), ((2, 1), (2, 2))],
    terrain={"water": [(3, 2)]},
)
PLAN = HexPlan(
    BOARD,
    places={"tahra": ((0, 1),), "bear": ((2, 1), (3, 1), (2, 2)), "rat_1": ((0, 0),), "rat_2": ((0, 0),)},
    things=(("Hau", (1, 2)),),
    dangers=(("DEX save 8 or 1d4 Fire damage", ((2, 0),)),),
)
NAMES = [
    ("tahra", "Tahra", "party"),
    ("bear", "Ash Bear", "foes"),
    ("rat_1", "Rat 1", "foes"),
    ("rat_2", "Rat 2", "foes"),
]
MARKS = Marks(short_marks(NAMES), {who: side for who, _, side in NAMES}, acting="tahra")

GOLDEN = """\
     0   1   2   3
    ╱ ╲ █ █ ╱ ╲ ╱ ╲
 0 │r1+█████ ! │+2 │
    ╲ ╱ █ █ ╲ ╱ ╲ ╱ ╲
   1 │»TA│   ┃ as│ as│
      ╲ ╱ ╲ ╱ ╲ ▞ ╲ ╱ ╲
     2 │−1 │ * │ as│ ~ │
        ╲ ╱ ╲ ╱ ╲ ╱ ╲ ╱
"""


def drawn(width: int = 80) -> str:
    return "".join(line.plain.rstrip() + "\n" for line in draw(PLAN, MARKS, width))


def test_every_sign_stands_on_its_hex_and_every_edge_between_two() -> None:
    assert drawn() == GOLDEN


def test_the_legend_names_what_is_on_the_map() -> None:
    told = legend(PLAN, MARKS)
    assert "~ water" in told
    assert "! DEX save 8 or 1d4 Fire damage" in told
    assert "* Hau at 1,2" in told
    assert "0,0: r1 r2" in told


def test_the_party_is_in_capitals_and_nobody_shares_a_mark() -> None:
    marks = short_marks([*NAMES, ("tarek", "Tarek", "party"), ("boar", "Ash Boar", "foes")])
    assert marks["tahra"] == "TA"
    assert marks["bear"] == "as"
    assert len(set(marks.values())) == len(marks)


def test_a_map_wider_than_the_terminal_shows_the_part_around_the_acting_being() -> None:
    lines = drawn(width=16).splitlines()
    assert max(map(len, lines)) <= 16
    assert any("»TA" in line for line in lines)


def test_labels_and_a_path_stand_in_free_hexes_only() -> None:
    marks = Marks(MARKS.names, MARKS.sides, "tahra", labels={(1, 1): "1", (2, 1): "9"}, path=((1, 1),))
    text = "\n".join(line.plain for line in draw(PLAN, marks))
    assert "│ 1 ┃" in text
    assert "9" not in text
